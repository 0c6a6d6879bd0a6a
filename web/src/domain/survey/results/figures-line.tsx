import type { ResultadosDaPesquisa } from '@escuta/shared/contracts/surveys/confrontos';
import type { ReactNode } from 'react';
import { formatNumber, formatShare } from '../../../lib/text/format.ts';
import { rateText } from './rate.tsx';

type Taxa = ResultadosDaPesquisa['ia']['corretas'];

const RATES = [
  ['corretas', 'Corretas', 'Respostas corretas'],
  ['validadas', 'Validadas', 'Respostas validadas'],
  ['audiveis', 'Audíveis', 'Conversas audíveis'],
] as const;

/** A figure with its name; the tooltip `title` says which cases the figure counts. */
function LineFigure({ label, title, children }: { label: string; title?: string; children: ReactNode }) {
  return (
    <div title={title} className="flex items-baseline gap-1.5 whitespace-nowrap">
      <dt className="text-muted-foreground text-xs">{label}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}

const share = (rate: Taxa) => (rate ? formatShare(rate.valor) : '-');

/** A share with the number of cases on which it is based. */
function LineRate({ rate }: { rate: Taxa }) {
  return (
    <>
      <strong className="font-semibold">{share(rate)}</strong>{' '}
      {rate ? (
        <span className="text-muted-foreground text-xs">
          {formatNumber(rate.n)}/{formatNumber(rate.d)}
        </span>
      ) : null}
    </>
  );
}

/** The survey's figures in a sticky line: shares after review, the AI's own shares where they differ, and counts. */
export function FiguresLine({ resultados }: { resultados: ResultadosDaPesquisa }) {
  const { ia, revisada, entrevistas, verificacao } = resultados;
  const judged = entrevistas.auditadas + entrevistas.inaudiveis > 0;
  return (
    <section
      aria-label="Números em resumo"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a line wider than a phone is scrolled by keys too
      tabIndex={0}
      className="focus-ring sticky top-14 z-20 flex min-h-8 items-center gap-x-4 overflow-x-auto rounded-md border bg-card px-3 py-1 text-dense"
    >
      <dl className="flex items-center gap-x-4">
        {judged ? (
          <>
            {RATES.map(([name, label, whole]) => (
              <LineFigure
                key={name}
                label={label}
                title={`${whole}: após revisão ${rateText(revisada[name])}, só a IA ${rateText(ia[name])}`}
              >
                <LineRate rate={revisada[name]} />
                {share(ia[name]) === share(revisada[name]) ? null : (
                  <span className="text-muted-foreground text-xs"> · só a IA {share(ia[name])}</span>
                )}
              </LineFigure>
            ))}
            <LineFigure
              label="Erro da IA"
              title={
                verificacao.taxa
                  ? `Na amostra verificada: ${rateText(verificacao.taxa)}`
                  : 'Nenhuma entrevista sorteada foi ouvida ainda'
              }
            >
              {verificacao.taxa ? <LineRate rate={verificacao.taxa} /> : '-'}
            </LineFigure>
          </>
        ) : null}
        <LineFigure label="Auditadas" title="Entrevistas auditadas entre as concluídas">
          {formatNumber(entrevistas.auditadas)} de {formatNumber(entrevistas.concluidas)}
        </LineFigure>
      </dl>
      <a
        href="#numeros"
        className="focus-ring ml-auto whitespace-nowrap rounded-sm text-primary-text text-xs underline-offset-4 hover:underline"
      >
        Todos os números
      </a>
    </section>
  );
}
