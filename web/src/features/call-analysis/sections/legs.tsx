import type { getResultadoCompleto } from '@escuta/shared/contracts/calls/resultados';
import { DIRECAO_LABEL, type Direcao } from '@escuta/shared/domain/calls/call-direction';
import { plural } from '@escuta/shared/domain/text/in-words';
import type { Data } from '../../../lib/network/api.ts';
import { formatClock, formatDateTime, formatNumber, formatPhone } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';

type Item = Data<typeof getResultadoCompleto>['auditoriaItem'];

/** Words for the states of a leg that telephone exchanges report; unknown states stay as they are. */
const SITUACAO: Readonly<Record<string, string>> = {
  answered: 'atendida',
  'no answer': 'não atendida',
  unanswered: 'não atendida',
  busy: 'ocupado',
  failed: 'falhou',
  congestion: 'linha congestionada',
};

const directionText = (direcao: string): string => DIRECAO_LABEL[direcao as Direcao]?.toLowerCase() ?? '';

/** The rows of telephony data (legs) joined into this call, among them the one that gave length and recording. */
export function Legs({ item: { pernas, pernasTotal } }: { item: Pick<Item, 'pernas' | 'pernasTotal'> }) {
  const all = pernasTotal ?? pernas.length;
  return (
    <details className="rounded-lg border bg-card px-3 py-2 text-sm">
      <summary className="focus-ring cursor-pointer rounded-sm font-medium">
        {plural(all, 'perna', 'pernas')} na telefonia
      </summary>
      <p className="mt-2 text-muted-foreground text-xs">
        A telefonia registrou esta ligação em {plural(all, 'perna', 'pernas')}. A duração, o ramal e a
        gravação são os da perna principal: a atendida com mais tempo de conversa.
      </p>
      <ol aria-label="Pernas da ligação" className="mt-2 grid divide-y">
        {pernas.map((perna) => (
          <li key={perna.linha} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="whitespace-nowrap tabular-nums">{formatDateTime(perna.inicio)}</span>
            <span className="tabular-nums">Ramal {perna.ramal ?? '-'}</span>
            <span className="whitespace-nowrap tabular-nums">
              {perna.numero ? formatPhone(perna.numero) : '-'}
            </span>
            <span className="tabular-nums">{perna.duracao === null ? '-' : formatClock(perna.duracao)}</span>
            {perna.situacao ? (
              <span className="text-muted-foreground">
                {SITUACAO[perna.situacao.toLowerCase()] ?? perna.situacao}
              </span>
            ) : null}
            {perna.direcao ? (
              <span className="text-muted-foreground">{directionText(perna.direcao)}</span>
            ) : null}
            {perna.principal ? <Badge variant="primary">principal</Badge> : null}
            {perna.arquivo ? (
              <span className="min-w-0 basis-full break-all text-muted-foreground text-xs">
                {perna.arquivo}
              </span>
            ) : null}
          </li>
        ))}
      </ol>
      {pernas.length < all ? (
        <p className="text-muted-foreground text-xs">
          {all - pernas.length === 1
            ? 'A outra perna não foi salva.'
            : `As outras ${formatNumber(all - pernas.length)} pernas não foram salvas.`}
        </p>
      ) : null}
    </details>
  );
}
