import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { href, paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import type { Resultado } from './sections/overview.tsx';

/**
 * The list of an item: a call center's report, the survey's interviews, else the project's page.
 * @param lista the address of the report that opened the call
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

/** Links back to the item's list, or to the projects until it is known. */
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
