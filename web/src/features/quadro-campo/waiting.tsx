import { releaseEntrevista } from '@escuta/shared/contracts/surveys/campo';
import type { Quadro } from '@escuta/shared/contracts/surveys/quadro';
import { plural } from '@escuta/shared/domain/text/in-words';
import { Link } from 'react-router-dom';
import { reasonsHeld } from '../../domain/survey/state/quarantine.tsx';
import { useApiMutation } from '../../kit/mutation.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

/** Lists the devices with unsent interviews: person, device, last contact, and number of unsent interviews. */
export function Devices({ aparelhos }: Pick<Quadro, 'aparelhos'>) {
  if (aparelhos.length === 0) {
    return <p className="text-muted-foreground text-sm">Nenhum aparelho com entrevistas a enviar.</p>;
  }
  return (
    <Card>
      <ul aria-label="Aparelhos com entrevistas a enviar" className="divide-y">
        {aparelhos.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 text-sm"
          >
            <span className="min-w-0">
              <span className="block break-words font-medium">{one.usuario}</span>
              <span className="block break-words text-muted-foreground text-xs">
                {one.nome} · último contato {formatDateTime(one.ultimo_contato_em)}
              </span>
            </span>
            <Badge variant="warning">{plural(one.pendentes, 'a enviar', 'a enviar')}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The respondent's name with a link to the interview, so that a manager can check the interview before deciding. */
function Interviewee({ nome, item_id }: Pick<Quadro['quarentena'][number], 'nome' | 'item_id'>) {
  const shown = nome || 'Sem nome';
  if (item_id === null) return <span className="block break-words font-medium">{shown}</span>;
  return (
    <Link
      to={href(paths.analiseLigacao, { itemId: item_id })}
      target="_blank"
      rel="noopener"
      className="focus-ring block w-fit break-words rounded-sm font-medium hover:text-primary-text hover:underline"
    >
      {shown}
      <span className="sr-only"> (abre a entrevista em nova janela)</span>
    </Link>
  );
}

/** Interviews in quarantine, which wait for a manager, each with a button to release it. */
export function Quarantine({ quarentena, total }: Pick<Quadro, 'quarentena'> & { total: number }) {
  const release = useApiMutation(releaseEntrevista, {
    done: 'Entrevista liberada.',
    failed: 'Erro ao liberar a entrevista',
  });
  if (quarentena.length === 0) {
    return <p className="text-muted-foreground text-sm">Nenhuma entrevista em quarentena.</p>;
  }
  return (
    <Card>
      <ul aria-label="Entrevistas em quarentena" className="divide-y">
        {quarentena.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 text-sm"
          >
            <span className="min-w-0">
              <Interviewee {...one} />
              <span className="block text-muted-foreground text-xs">
                {[one.entrevistador, formatDateTime(one.em)].filter(Boolean).join(' · ')}
              </span>
              {reasonsHeld(one.motivos).map((reason) => (
                <span key={reason} className="block break-words text-xs">
                  {reason}
                </span>
              ))}
            </span>
            <Button
              variant="outline"
              size="sm"
              aria-label={`Liberar a entrevista ${one.nome ? `de ${one.nome}` : 'sem nome'}`}
              loading={release.running.some(({ params }) => params.id === one.id)}
              onClick={() => void release.attempt({ params: { id: one.id } })}
            >
              Liberar
            </Button>
          </li>
        ))}
      </ul>
      {total > quarentena.length ? (
        <p className="px-4 py-2 text-muted-foreground text-xs">
          A lista mostra as {quarentena.length} entrevistas mais antigas de {total}.
        </p>
      ) : null}
    </Card>
  );
}
