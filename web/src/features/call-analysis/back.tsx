import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { href, paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import type { Resultado } from './sections/overview.tsx';

/**
 * Link to the list that an item belongs to: the report of a call center, else the interviews of the survey, else the
 * project's page.
 * @param lista parameters of the report from which the call was opened
 */
export function backOf(
  { projeto, auditoriaItem }: Resultado,
  lista?: string | undefined,
): { to: string; label: string } {
  if (projeto.tipoProjeto === 'call_center') {
    return {
      to: href(paths.ligacoes, { projectId: projeto.id }) + (lista ? `?${lista}` : ''),
      label: `Voltar às ligações de ${projeto.nome}`,
    };
  }
  if (auditoriaItem.pesquisaId) {
    return {
      to: `${href(paths.pesquisa, { id: auditoriaItem.pesquisaId })}?aba=entrevistas`,
      label: 'Voltar às entrevistas da pesquisa',
    };
  }
  return { to: href(paths.projeto, { id: projeto.id }), label: `Voltar ao projeto ${projeto.nome}` };
}

/** Link back to the list that the item belongs to; to the projects while the item is unknown. */
export function BackLink({ resultado }: { resultado?: Resultado | undefined }) {
  return (
    <Button variant="outline" asChild>
      <Link to={resultado ? backOf(resultado).to : paths.projetos}>
        <ArrowLeft aria-hidden="true" />
        Voltar
      </Link>
    </Button>
  );
}
