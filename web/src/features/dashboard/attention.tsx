import { listDisparos } from '@escuta/shared/contracts/insights/regras';
import { getCriteriosMaisDescumpridos } from '@escuta/shared/contracts/insights/relatorio-criterios';
import { GRAVIDADE_LABEL } from '@escuta/shared/domain/rules/rules';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Play, Square } from 'lucide-react';
import { Link } from 'react-router-dom';
import { AgentLink } from '../../domain/agents/agent-link.tsx';
import { callPath, type Firing, GRAVITY_VARIANT, measureOf, titleOf } from '../../domain/alerts/firings.ts';
import { HeardMoment, useHeardMoment } from '../../domain/player/heard-moment.tsx';
import type { Data } from '../../lib/network/api.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatClockMs, formatNumber, formatShare } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardTitle } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

const MOST = 5;
const LINK = 'focus-ring rounded-sm text-primary-text underline-offset-4 hover:underline';

type Criterio = Data<typeof getCriteriosMaisDescumpridos>['criterios'][number];

/** Two cards: calls with the gravest alerts, to listen to first, and the criteria that calls failed most in 30 days. */
export function Attention() {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <Alerts />
      <FailedCriteria />
    </div>
  );
}

function Alerts() {
  const query = useQuery({
    ...apiQuery(listDisparos, { query: { situacao: 'pendente', limit: MOST } }),
    select: (answer) => answer.data,
  });
  const { heard, hear, stop } = useHeardMoment();
  const firings = query.data;
  return (
    <Card>
      <section aria-labelledby="pede-atencao" aria-busy={query.isPending} className="grid gap-3 p-5">
        <div className="flex items-baseline justify-between gap-3">
          <CardTitle id="pede-atencao">Pede a sua atenção</CardTitle>
          {firings && firings.length > 0 ? (
            <Link to={paths.alertas} className={`${LINK} touch-target whitespace-nowrap text-sm`}>
              Ver todos
            </Link>
          ) : null}
        </div>
        {firings ? (
          firings.length === 0 ? (
            <EmptyState
              className="py-6"
              icon={<CircleCheck />}
              title="Nenhum alerta a resolver"
              description="Quando uma ligação disparar uma das suas regras, ela aparece aqui."
            />
          ) : (
            <ul className="divide-y">
              {firings.map((firing) => (
                <AlertRow
                  key={firing.id}
                  firing={firing}
                  sounds={heard?.call.key === firing.id}
                  onHear={() => {
                    const [reason] = hearable(firing);
                    if (!reason || firing.item_id === null) return;
                    void hear(
                      {
                        itemId: firing.item_id,
                        key: firing.id,
                        name: titleOf(firing),
                        durationMs: firing.ligacao?.duracao == null ? null : firing.ligacao.duracao * 1000,
                      },
                      { startMs: reason.start_ms, endMs: reason.end_ms, sentencaOrdem: null },
                    );
                  }}
                  onStop={stop}
                />
              ))}
            </ul>
          )
        ) : query.isError ? (
          <ErrorState
            className="py-6"
            title="Não foi possível carregar os alertas."
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <Lines />
        )}
      </section>
      {heard ? <HeardMoment heard={heard} onClose={stop} /> : null}
    </Card>
  );
}

/** Reasons of an alert that have a time in the recording and so can be played. */
const hearable = ({ ligacao, porque }: Firing) =>
  ligacao?.gravacao ? porque.filter(({ start_ms }) => start_ms !== null) : [];

function AlertRow({
  firing,
  sounds,
  onHear,
  onStop,
}: {
  firing: Firing;
  sounds: boolean;
  onHear: () => void;
  onStop: () => void;
}) {
  const { gravidade, regra, agente, porque } = firing;
  const to = callPath(firing) ?? `${paths.alertas}?regra=${regra.id}`;
  const [reason = porque[0]] = hearable(firing);
  const [first] = hearable(firing);
  const said = reason?.citacao
    ? `“${reason.citacao}”`
    : (measureOf(firing) ?? (reason?.criterio ? null : reason?.texto));
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2.5 first:pt-0 last:pb-0">
      <div className="grid min-w-0 gap-0.5">
        <p className="flex min-w-0 items-center gap-2 text-sm">
          <Badge variant={GRAVITY_VARIANT[gravidade]}>{GRAVIDADE_LABEL[gravidade]}</Badge>
          <Link to={to} className={`${LINK} min-w-0 truncate font-medium`}>
            {titleOf(firing)}
          </Link>
          {agente ? (
            <AgentLink agente={agente} className="max-w-32 shrink-0 truncate text-muted-foreground" />
          ) : null}
        </p>
        <p className="break-words text-muted-foreground text-xs">
          {regra.nome}
          {reason?.criterio ? `. ${reason.texto}` : null}
        </p>
        {said ? <p className="line-clamp-2 break-words text-muted-foreground text-xs">{said}</p> : null}
      </div>
      {first ? (
        <Button
          variant="outline"
          size="sm"
          className="h-7 px-2 text-xs tabular-nums max-sm:h-11"
          aria-label={sounds ? 'Parar' : `Ouvir ${titleOf(firing)} em ${formatClockMs(first.start_ms)}`}
          onClick={sounds ? onStop : onHear}
        >
          {sounds ? <Square aria-hidden="true" /> : <Play aria-hidden="true" />}
          {formatClockMs(first.start_ms)}
        </Button>
      ) : null}
    </li>
  );
}

function FailedCriteria() {
  const query = useQuery({
    ...apiQuery(getCriteriosMaisDescumpridos, { query: { limit: MOST } }),
    select: (answer) => answer.data,
  });
  const criterios = query.data?.criterios;
  const report = href(paths.relatorio, { aba: 'criterios' });
  return (
    <Card>
      <section aria-labelledby="mais-descumpridos" aria-busy={query.isPending} className="grid gap-3 p-5">
        <div className="flex items-baseline justify-between gap-3">
          <CardTitle id="mais-descumpridos">Critérios mais descumpridos</CardTitle>
          {criterios && criterios.length > 0 ? (
            <Link to={report} className={`${LINK} touch-target whitespace-nowrap text-sm`}>
              Ver o relatório
            </Link>
          ) : null}
        </div>
        {criterios ? (
          criterios.length === 0 ? (
            <EmptyState
              className="py-6"
              icon={<CircleCheck />}
              title="Nenhum critério descumprido"
              description="Nos últimos 30 dias, nenhuma ligação deixou de cumprir um critério."
            />
          ) : (
            <ol className="divide-y">
              {criterios.map((criterio) => (
                <FailedRow
                  key={`${criterio.template?.id} ${criterio.serie} ${criterio.criterio}`}
                  criterio={criterio}
                />
              ))}
            </ol>
          )
        ) : query.isError ? (
          <ErrorState
            className="py-6"
            title="Não foi possível carregar os critérios."
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <Lines />
        )}
      </section>
    </Card>
  );
}

/** A number of failures and the number of cases, in words: '3 de 12'. */
const ofAll = ({ falhas, n }: { falhas: number; n: number }): string =>
  `${formatNumber(falhas)} de ${formatNumber(n)}`;

function FailedRow({ criterio }: { criterio: Criterio }) {
  const { descricao, critico, falhas, n, parte, amostra } = criterio;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2.5 first:pt-0 last:pb-0">
      <p className="min-w-0 break-words text-sm">
        {critico ? (
          <Badge variant="destructive" className="mr-2">
            Crítico
          </Badge>
        ) : null}
        {descricao}
      </p>
      <p className="text-right text-sm tabular-nums">
        <span className="font-medium">{parte === null ? 'poucas' : formatShare(1 - parte)}</span>
        <span className="block text-muted-foreground text-xs">
          {formatNumber(falhas)} de {plural(n, 'ligação', 'ligações')}
        </span>
      </p>
      {amostra ? (
        <p className="col-span-2 text-muted-foreground text-xs">
          Sorteadas: {ofAll(amostra.sorteadas)} · outras: {ofAll(amostra.outras)}
        </p>
      ) : null}
    </li>
  );
}

function Lines() {
  return (
    <div className="grid gap-3">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} className="h-10" />
      ))}
    </div>
  );
}
