import { getMetasDaPesquisa } from '@escuta/shared/contracts/surveys/goals/metas';
import { type Cotas, getCotas } from '@escuta/shared/contracts/surveys/quadro';
import { groupBy } from '@escuta/shared/domain/group-by';
import { useQuery } from '@tanstack/react-query';
import { Target } from 'lucide-react';
import { useId, useState } from 'react';
import { usePollWhileOffline } from '../../lib/network/events.ts';
import { apiListQuery } from '../../lib/network/query.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Label } from '../../ui/inputs/label.tsx';
import { Switch } from '../../ui/inputs/switch.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { CrossedGoals } from './goals/crossed-goals.tsx';

type Cota = Cotas['cotas'][number];

function QuotaRow({ cota }: { cota: Cota }) {
  const { opcao, meta, feitas, faltam, excedem } = cota;
  return (
    <li className="grid gap-1.5 text-sm">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="break-words">{opcao.texto}</span>
          {opcao.na_lista ? null : <Badge>fora do questionário</Badge>}
        </span>
        <span className="tabular-nums">
          <span className="font-medium">{formatNumber(feitas)}</span>
          <span className="text-muted-foreground">
            {' '}
            de {formatNumber(meta)} ·{' '}
            {excedem > 0
              ? `${formatNumber(excedem)} a mais`
              : faltam > 0
                ? `${faltam === 1 ? 'falta' : 'faltam'} ${formatNumber(faltam)}`
                : 'completa'}
          </span>
        </span>
      </span>
      <Progress
        value={Math.min(1, feitas / meta)}
        label={`${opcao.texto}: ${feitas} de ${meta}`}
        tone={faltam === 0 ? 'success' : 'primary'}
      />
    </li>
  );
}

/** Progress of goals by profile and by answer. */
export function Quotas({ pesquisaId }: { pesquisaId: string }) {
  const switchId = useId();
  const [approved, setApproved] = useState(false);
  const query = useQuery({
    ...apiListQuery(getCotas, {
      params: { id: pesquisaId },
      query: { aprovadas: approved ? 'true' : undefined },
    }),
    select: (answer) => answer.data.cotas,
    refetchInterval: usePollWhileOffline(15_000),
  });
  const metas = useQuery({
    ...apiListQuery(getMetasDaPesquisa, {
      params: { id: pesquisaId },
      query: { aprovadas: approved ? 'true' : undefined },
    }),
    select: (answer) => answer.data.planos,
    refetchInterval: usePollWhileOffline(15_000),
  });
  const [cotas, planos] = [query.data, metas.data];
  if (!cotas || !planos) {
    const failed = query.error ?? metas.error;
    return failed ? (
      <ErrorState
        title="Erro ao carregar as cotas."
        error={failed}
        onRetry={() => void Promise.all([query.refetch(), metas.refetch()])}
        retrying={query.isFetching || metas.isFetching}
      />
    ) : (
      <Skeleton aria-busy="true" className="h-32 rounded-xl" />
    );
  }
  if (cotas.length + planos.length === 0) {
    return (
      <EmptyState
        className="py-8"
        icon={<Target />}
        title="Nenhuma cota definida"
        description="Em “Coletores e metas”, defina quantas entrevistas fazer no total e por perfil."
      />
    );
  }
  const byQuestion = [...groupBy(cotas, ({ pergunta }) => pergunta.id).values()];
  const several = new Set(cotas.map(({ questionario }) => questionario.id)).size > 1;
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-2 justify-self-end text-sm">
        <Switch id={switchId} checked={approved} onCheckedChange={setApproved} />
        <Label htmlFor={switchId}>Contar só as aprovadas</Label>
      </div>
      <CrossedGoals planos={planos} />
      <div className="grid gap-4 lg:grid-cols-2">
        {byQuestion.map(([first, ...rest]) =>
          first ? (
            <Card key={first.pergunta.id} className="grid content-start gap-3 p-4">
              <h3 className="font-medium text-sm">
                {several ? (
                  <span className="block text-muted-foreground text-xs">{first.questionario.nome}</span>
                ) : null}
                {first.pergunta.codigo} · {first.pergunta.texto}
              </h3>
              <ul className="grid gap-3">
                {[first, ...rest].map((cota) => (
                  <QuotaRow key={cota.opcao.id} cota={cota} />
                ))}
              </ul>
            </Card>
          ) : null,
        )}
      </div>
    </div>
  );
}
