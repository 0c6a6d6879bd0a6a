import { getDistribuicaoDaPesquisa } from '@escuta/shared/contracts/operation/distribuicao';
import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn, SearchX } from 'lucide-react';
import { useId, useState } from 'react';
import { usePollWhileOffline } from '../../../lib/network/events.ts';
import { apiListQuery } from '../../../lib/network/query.ts';
import { formatNumber } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Label } from '../../../ui/inputs/label.tsx';
import { Switch } from '../../../ui/inputs/switch.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { cutOf, type MapFiltersState } from '../map/map-filters.tsx';
import { QuestionAnswers } from './answer-charts.tsx';

/**
 * Answers to each question in a survey's concluded interviews within `filters`: all, or only those that recordings
 * confirm.
 */
export function SurveyAnswers({ pesquisaId, filters }: { pesquisaId: string; filters: MapFiltersState }) {
  const switchId = useId();
  const [audited, setAudited] = useState(false);
  const query = useQuery({
    ...apiListQuery(getDistribuicaoDaPesquisa, { params: { id: pesquisaId }, query: cutOf(filters) }),
    select: (answer) => answer.data,
    refetchInterval: usePollWhileOffline(15_000),
  });
  const distribuicao = query.data;
  if (!distribuicao) {
    return query.error ? (
      <ErrorState
        title="Erro ao carregar as respostas da pesquisa."
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    ) : (
      <Skeleton aria-busy="true" className="h-64 rounded-xl" />
    );
  }
  const { total, contadas, auditadas, perguntas } = distribuicao;
  if (contadas === 0) {
    return filters.filtered ? (
      <EmptyState
        className="py-8"
        icon={<SearchX />}
        title="Nenhuma entrevista encontrada"
        description="Nenhuma entrevista concluída corresponde aos filtros selecionados."
        action={
          <Button variant="outline" onClick={filters.clear}>
            Limpar filtros
          </Button>
        }
      />
    ) : (
      <EmptyState
        className="py-8"
        icon={<ChartNoAxesColumn />}
        title="Nenhuma entrevista concluída"
        description="As respostas aparecerão aqui quando a primeira entrevista terminar."
      />
    );
  }
  return (
    <div className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm">
        <p className="text-muted-foreground">
          {formatNumber(contadas)} {contadas === 1 ? 'entrevista concluída' : 'entrevistas concluídas'}
          {total > contadas ? `, as mais recentes de ${formatNumber(total)}` : null} ·{' '}
          {formatNumber(auditadas)} {auditadas === 1 ? 'auditada' : 'auditadas'}
        </p>
        <div className="flex items-center gap-2">
          <Switch id={switchId} checked={audited} disabled={auditadas === 0} onCheckedChange={setAudited} />
          <Label htmlFor={switchId}>Só respostas que conferem com o áudio</Label>
        </div>
      </div>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {perguntas.map((pergunta) => (
          <QuestionAnswers
            key={`${pergunta.id} ${pergunta.versoes[0]}`}
            pergunta={pergunta}
            quais={audited ? 'conferem' : 'todas'}
          />
        ))}
      </div>
    </div>
  );
}
