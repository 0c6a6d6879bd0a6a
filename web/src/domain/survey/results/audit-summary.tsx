import { getResumoDaAuditoria } from '@escuta/shared/contracts/surveys/auditoria-resultados';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { usePollWhileOffline } from '../../../lib/network/events.ts';
import { apiQuery } from '../../../lib/network/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { RateCards } from './rate-cards.tsx';

/**
 * Summary of an audit's results (specification 1: the three percentages and the analysis). An audit without interviews
 * shows only the link.
 */
export function AuditSummary({ auditoriaId, resultsHref }: { auditoriaId: string; resultsHref: string }) {
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
  const link = (label: string) => (
    <Button variant="outline" className="justify-self-start" asChild>
      <Link to={resultsHref}>
        {label} <ArrowRight aria-hidden="true" />
      </Link>
    </Button>
  );
  if (!resumo.figuras) return link('Ver resultados');
  return (
    <section aria-label="Resumo dos resultados" className="grid min-w-0 gap-3">
      <RateCards {...resumo.figuras} />
      {resumo.analise_geral_pesquisa ? (
        <Card className="p-4 text-sm leading-relaxed">{resumo.analise_geral_pesquisa}</Card>
      ) : null}
      {link('Ver mapa e respostas')}
    </section>
  );
}
