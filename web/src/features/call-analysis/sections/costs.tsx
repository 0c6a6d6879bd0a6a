import { plural } from '@escuta/shared/domain/text/in-words';
import type { ReactNode } from 'react';
import { formatCost, formatNumber } from '../../../lib/text/format.ts';
import type { Resultado } from './overview.tsx';

/** 'Análise de custos': what the AI providers charge, at the prices in force when the call was processed. */
export function Costs({ custos }: { custos: Resultado['custos'] }) {
  const { transcricao, insights, moeda } = custos;
  const unpriced = [...new Set([...transcricao.semPreco, ...insights.semPreco])];
  // An unknown price is not zero, so a cost without any known price is '-'; a text names the models without a price.
  const cost = (usd: number, semPreco: readonly string[]) =>
    usd === 0 && semPreco.length > 0 ? '-' : formatCost(usd, moeda);
  return (
    <div className="grid gap-3">
      <dl className="divide-y rounded-lg border tabular-nums">
        <Line
          name="Transcrição"
          detail={
            <>
              {transcricao.modelo ?? 'N/A'} · {formatNumber(transcricao.totalMinutos, 2)} min
              {transcricao.semPreco.length > 0
                ? ' · Preço não cadastrado'
                : ` × ${formatCost(transcricao.custoPorMinuto, moeda)} por minuto`}
            </>
          }
          total={cost(transcricao.custoTotalTranscricao, transcricao.semPreco)}
        />
        <Line
          name="Análise e insights"
          detail={
            // Shows the price for a thousand tokens, because the price of a single token would be rounded to zero.
            <span title={`${insights.custoPorToken} ${moeda} por token`}>
              {plural(insights.totalPrompts, 'prompt', 'prompts')} ·{' '}
              {plural(insights.totalTokens, 'token', 'tokens')}
              {insights.semPreco.length > 0
                ? ' · Preço não cadastrado'
                : ` × ${formatCost(insights.custoPorToken * 1000, moeda)} por mil`}
            </span>
          }
          total={cost(insights.custoTotalInsights, insights.semPreco)}
        />
        <Line name="Custo total" total={cost(custos.custoTotal, unpriced)} strong />
      </dl>
      {unpriced.length > 0 ? (
        <p className="text-warning-text text-xs">
          Preço não cadastrado para {unpriced.join(', ')}: o uso{' '}
          {unpriced.length === 1 ? 'deste modelo' : 'destes modelos'} não está nestes valores.
        </p>
      ) : null}
      <p className="text-muted-foreground text-xs">
        Valores em {moeda}. Este processamento usou {plural(custos.creditos, 'crédito', 'créditos')} da
        empresa.
      </p>
    </div>
  );
}

function Line({
  name,
  detail,
  total,
  strong,
}: {
  name: string;
  detail?: ReactNode;
  total: string;
  strong?: boolean;
}) {
  return (
    <div
      className={`flex items-baseline justify-between gap-4 px-3.5 py-2.5 ${strong ? 'font-semibold' : ''}`}
    >
      <dt>
        {name}
        {detail ? <span className="block font-normal text-muted-foreground text-xs">{detail}</span> : null}
      </dt>
      <dd className="shrink-0 whitespace-nowrap">{total}</dd>
    </div>
  );
}
