import type { Distribuicao } from '@escuta/shared/contracts/operation/distribuicao';
import { plural } from '@escuta/shared/domain/text/in-words';
import { formatNumber, formatShare } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { TIPO_PERGUNTA } from '../question-kinds.ts';

type Pergunta = Distribuicao['perguntas'][number];
/** The answers that a chart counts: all, or only those that the recording confirms. */
export type Quais = 'todas' | 'conferem';

/** A bar for each answer, with the answer's count and the count's share of the total `of`. */
function Bars({
  rows,
  of,
  label,
}: {
  rows: readonly { texto: string; n: number; discreto?: boolean }[];
  of: number;
  label: string;
}) {
  return (
    <ul aria-label={label} className="grid gap-1.5 text-dense">
      {rows.map(({ texto, n, discreto }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: answers of one question never move
        <li key={place} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1">
          <span className={discreto ? 'min-w-0 break-words text-muted-foreground' : 'min-w-0 break-words'}>
            {texto}
          </span>
          <span className="whitespace-nowrap tabular-nums">
            {of > 0 ? formatShare(n / of) : '-'}{' '}
            <span className="inline-block min-w-8 text-right text-muted-foreground text-xs">
              {formatNumber(n)}
            </span>
          </span>
          <span className="col-span-2 h-1.5 overflow-hidden rounded-full bg-muted" aria-hidden="true">
            <span
              className={
                discreto ? 'block h-full rounded-full bg-input' : 'block h-full rounded-full bg-primary'
              }
              style={{ width: `${of > 0 ? (100 * n) / of : 0}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}

const short = (value: number) => formatNumber(value, Number.isInteger(value) ? 0 : 1);

/** A column for each value or range of values, from left to right. */
function Columns({
  faixas,
  of,
  quais,
  unidade,
}: {
  faixas: NonNullable<Pergunta['numeros']>['faixas'];
  of: number;
  quais: Quais;
  unidade: string | null;
}) {
  const most = Math.max(1, ...faixas.map(({ [quais]: n }) => n));
  return (
    <ol aria-label={unidade ? `Respostas, em ${unidade}` : 'Respostas'} className="flex items-end gap-1">
      {faixas.map(({ de, ate, [quais]: n }) => {
        const value = de === ate ? short(de) : `de ${short(de)} a menos de ${short(ate)}`;
        const told = `${value}${unidade ? ` ${unidade}` : ''}: ${formatNumber(n)} (${of > 0 ? formatShare(n / of) : '-'})`;
        return (
          <li key={de} className="grid min-w-0 max-w-16 flex-1 gap-1 text-center text-micro" title={told}>
            <span className="sr-only">{told}</span>
            <span aria-hidden="true" className="text-muted-foreground tabular-nums">
              {formatNumber(n)}
            </span>
            <span aria-hidden="true" className="flex h-16 items-end rounded-sm bg-muted">
              <span
                className="block w-full rounded-sm bg-primary"
                style={{ height: `${(100 * n) / most}%` }}
              />
            </span>
            <span aria-hidden="true" className="truncate tabular-nums">
              {short(de)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Numbers({
  numeros,
  of,
  quais,
  unidade,
}: {
  numeros: NonNullable<Pergunta['numeros']>;
  of: number;
  quais: Quais;
  unidade: string | null;
}) {
  const resumo = numeros[quais];
  const facts = resumo
    ? [
        ['Média', resumo.media],
        ['Mediana', resumo.mediana],
        ['Quartis', `${short(resumo.q1)} a ${short(resumo.q3)}`],
        ['Mínimo e máximo', `${short(resumo.minimo)} a ${short(resumo.maximo)}`],
      ]
    : [];
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-dense sm:grid-cols-4">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-muted-foreground text-xs">{label}</dt>
            <dd className="font-medium tabular-nums">{typeof value === 'number' ? short(value) : value}</dd>
          </div>
        ))}
      </dl>
      <Columns faixas={numeros.faixas} of={of} quais={quais} unidade={unidade} />
    </>
  );
}

function Texts({ pergunta, quais }: { pergunta: Pergunta; quais: Quais }) {
  const shown = pergunta.textos.filter((one) => one[quais] > 0);
  const more = pergunta.textos_diferentes - pergunta.textos.length;
  if (shown.length === 0) return null;
  return (
    <div className="grid gap-2">
      <p className="text-muted-foreground text-xs">
        {more > 0
          ? `As respostas em texto mais frequentes, entre ${formatNumber(pergunta.textos_diferentes)} diferentes`
          : 'Respostas em texto'}
      </p>
      <ul aria-label="Respostas em texto" className="grid gap-1 text-dense">
        {shown.map(({ texto, [quais]: n }) => (
          <li key={texto} className="flex items-baseline justify-between gap-3">
            <span className="line-clamp-3 min-w-0 break-words" title={texto}>
              “{texto}”
            </span>
            <span className="shrink-0 text-muted-foreground text-xs tabular-nums">{formatNumber(n)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Answers to one wording of a question, with their total. */
export function QuestionAnswers({ pergunta, quais }: { pergunta: Pergunta; quais: Quais }) {
  const { tipo, respondidas, base, ilegiveis, numeros, opcoes } = pergunta;
  const n = respondidas[quais];
  return (
    <Card className="grid content-start gap-3 p-4">
      <div className="grid gap-1">
        <p className="flex flex-wrap items-center gap-2 text-muted-foreground text-xs">
          <span className="font-medium text-foreground">{pergunta.codigo}</span>
          {TIPO_PERGUNTA[tipo].label}
          {pergunta.redacao_anterior ? <Badge variant="outline">redação anterior</Badge> : null}
        </p>
        <h3 className="break-words font-medium text-sm">{pergunta.texto}</h3>
        <p className="text-muted-foreground text-xs tabular-nums">
          {quais === 'todas'
            ? `${formatNumber(n)} de ${plural(base, 'entrevista', 'entrevistas')} ${n === 1 ? 'tem' : 'têm'} resposta`
            : `${formatNumber(n)} de ${plural(respondidas.auditadas, 'resposta validada', 'respostas validadas')} ${n === 1 ? 'confere' : 'conferem'} com o áudio`}
          {quais === 'todas' && ilegiveis > 0
            ? ` · ${plural(ilegiveis, 'resposta não foi entendida', 'respostas não foram entendidas')} na planilha`
            : null}
          {tipo === 'multipla' ? ' · mais de uma resposta por entrevista' : null}
        </p>
      </div>
      {n === 0 ? (
        <p className="text-muted-foreground text-sm">Nenhuma resposta.</p>
      ) : (
        <>
          {opcoes.length > 0 ? (
            <Bars
              label="Respostas"
              of={n}
              rows={opcoes.map(({ texto, especial, [quais]: count }) => ({
                texto,
                n: count,
                discreto: especial === 'nao_sabe' || especial === 'recusa',
              }))}
            />
          ) : null}
          {numeros ? <Numbers numeros={numeros} of={n} quais={quais} unidade={pergunta.unidade} /> : null}
          <Texts pergunta={pergunta} quais={quais} />
        </>
      )}
    </Card>
  );
}
