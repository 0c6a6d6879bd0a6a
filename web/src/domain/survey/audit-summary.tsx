import { getResumoDaAuditoria } from '@escuta/shared/contracts/auditoria-resultados';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { usePollWhileOffline } from '../../lib/events.ts';
import { formatNumber } from '../../lib/format.ts';
import { apiQuery } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { FiguresTable } from './figures.tsx';

const percent = (value: number | null): string => (value === null ? '–' : `${formatNumber(value, 1)}%`);

/** The results of an audit in sum (specification 1: the three percentages and the analysis). Of an audit without interviews only the way there. */
export function AuditSummary({
  auditoriaId,
  detailed = false,
  resultsHref,
}: {
  auditoriaId: string;
  /** Every figure, with what it is counted of. */
  detailed?: boolean;
  /** Where the whole results stand; absent on their own page. */
  resultsHref?: string;
}) {
  const query = useQuery({
    ...apiQuery(getResumoDaAuditoria, { params: { id: auditoriaId } }),
    select: (answer) => answer.data,
    refetchInterval: usePollWhileOffline(15_000),
  });
  const resumo = query.data;
  if (!resumo) {
    return query.error ? (
      <ErrorState
        title="Não foi possível buscar o resumo da auditoria."
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    ) : (
      <Skeleton aria-busy="true" className="h-28 rounded-xl" />
    );
  }
  const link = (label: string) =>
    resultsHref ? (
      <Button variant="outline" className="justify-self-start" asChild>
        <Link to={resultsHref}>
          {label} <ArrowRight aria-hidden="true" />
        </Link>
      </Button>
    ) : null;
  if (!resumo.figuras) return link('Ver resultados');
  const cards = [
    ['Conversas audíveis', resumo.percent_conversas_audiveis],
    ['Respostas validadas', resumo.percent_respostas_validadas],
    ['Respostas corretas', resumo.percent_respostas_corretas],
  ] as const;
  return (
    <section aria-label="Resumo dos resultados" className="grid min-w-0 gap-3">
      <div className="grid gap-3 sm:grid-cols-3">
        {cards.map(([label, value]) => (
          <Card key={label} className="grid gap-1 p-4">
            <span className="text-muted-foreground text-xs">{label}</span>
            <span className="font-semibold text-2xl tabular-nums">{percent(value)}</span>
          </Card>
        ))}
      </div>
      {resumo.analise_geral_pesquisa ? (
        <Card className="p-4 text-sm leading-relaxed">{resumo.analise_geral_pesquisa}</Card>
      ) : null}
      {detailed ? <FiguresTable {...resumo.figuras} /> : null}
      {link('Ver mapa e respostas')}
    </section>
  );
}
