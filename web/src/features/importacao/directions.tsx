import type { DirecaoContada } from '@escuta/shared/domain/call-sheet/fields';
import { DIRECAO_LABEL } from '@escuta/shared/domain/calls/call-direction';
import { plural } from '@escuta/shared/domain/text/in-words';
import { formatNumber, formatPhone } from '../../lib/text/format.ts';

/**
 * Number of calls in each direction, with sample rows that show who called whom, so that a person notices reversed
 * directions and corrects them.
 */
export function Directions({ direcoes }: { direcoes: readonly DirecaoContada[] }) {
  const told = direcoes.filter(({ direcao }) => direcao !== null);
  if (told.length === 0) return null;
  const open = direcoes.find(({ direcao }) => direcao === null);
  return (
    <section aria-label="Direção das ligações" className="grid gap-3 rounded-lg border bg-card p-3 sm:p-4">
      <h2 className="font-semibold text-sm">Direção das ligações</h2>
      <div className="grid gap-4 lg:grid-cols-3">
        {told.map(({ direcao, n, exemplos }) => (
          <div key={direcao} className="grid min-w-0 content-start gap-1.5 text-sm">
            <p className="font-medium">
              {direcao === null ? null : `${DIRECAO_LABEL[direcao]}s: `}
              <span className="tabular-nums">{formatNumber(n)}</span>
            </p>
            <ul className="grid gap-1 text-muted-foreground text-xs">
              {exemplos.map(({ linha, de, para, numero, ramal }) => (
                <li key={linha} className="break-words tabular-nums">
                  Linha {formatNumber(linha)}:{' '}
                  {de || para ? `de ${de || '(vazio)'} para ${para || '(vazio)'}; ` : ''}
                  cliente{' '}
                  <span className="whitespace-nowrap">
                    {numero === null ? 'sem número' : formatPhone(numero)}
                  </span>
                  , ramal {ramal ?? '-'}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {open ? (
        <p className="text-muted-foreground text-xs">
          {plural(open.n, 'ligação não informa', 'ligações não informam')} a direção.
        </p>
      ) : null}
    </section>
  );
}
