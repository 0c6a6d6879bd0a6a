import { getProcessingHealth } from '@escuta/shared/contracts/insights/processing-config';
import { ETAPA_LABEL } from '@escuta/shared/domain/runs/status';
import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../lib/network/api.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { formatMinutes } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Waiting and running items of the own company, refetched every 10 s. */
export function QueuesCard() {
  const query = useQuery({ ...apiQuery(getProcessingHealth), refetchInterval: 10_000 });
  const health = query.data?.data;
  return (
    <Card>
      <CardHeader className="flex-row items-start justify-between gap-3">
        <div className="grid gap-1.5">
          <CardTitle>Filas agora</CardTitle>
          <CardDescription>Os processamentos da sua empresa, por etapa.</CardDescription>
        </div>
        {health ? (
          <Badge variant={health.status === 'ok' ? 'success' : 'destructive'}>
            {health.status === 'ok' ? 'Em dia' : 'Paradas'}
          </Badge>
        ) : null}
      </CardHeader>
      <CardContent>
        {query.isError && !health ? (
          <p role="alert" className="text-destructive-text text-sm">
            {errorMessage(query.error, 'Falha no health check.')}
          </p>
        ) : !health ? (
          <Skeleton className="h-24" />
        ) : (
          <dl className="grid gap-2 text-sm">
            <div className="flex justify-between gap-3">
              <dt>Aguardando a vez</dt>
              <dd className="tabular-nums">
                {health.aguardando}
                {health.esperaMaisAntigaS === null ? null : (
                  <span className="text-muted-foreground">
                    {' '}
                    · o mais antigo há {formatMinutes(health.esperaMaisAntigaS / 60)}
                  </span>
                )}
              </dd>
            </div>
            {health.emAndamento.map(({ etapa, execucoes }) => (
              <div key={etapa} className="flex justify-between gap-3">
                <dt className="text-muted-foreground">{ETAPA_LABEL[etapa]}</dt>
                <dd className="tabular-nums">{execucoes}</dd>
              </div>
            ))}
          </dl>
        )}
      </CardContent>
    </Card>
  );
}
