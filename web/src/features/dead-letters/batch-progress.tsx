import { getLoteFalhas, type LoteWire } from '@escuta/shared/contracts/operation/operacao';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { doneOf, reasonsOf, summaryOf } from '../../domain/tasks/batch-summary.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Progress } from '../../ui/progress.tsx';

/** Polling interval of a running batch, ms. */
const POLL_MS = 700;

/** Progress while many failed runs are started again, then the result. */
export function BatchProgress({
  started,
  onDone,
  onClose,
}: {
  started: LoteWire;
  /** Called when the batch has ended, so that the list is refreshed. */
  onDone: () => void;
  onClose: () => void;
}) {
  const query = useQuery({
    ...apiQuery(getLoteFalhas, { params: { id: started.id } }),
    select: (answer) => answer.data,
    refetchInterval: ({ state }) =>
      state.data && state.data.data.status !== 'em_andamento' ? false : POLL_MS,
  });
  const batch = query.data ?? started;
  const running = batch.status === 'em_andamento';
  useEffect(() => {
    if (!running) onDone();
  }, [running, onDone]);
  const [first, ...others] = summaryOf(batch);
  const reasons = reasonsOf(batch);
  return (
    <Card className="grid gap-3 p-4 sm:p-5">
      <section aria-label="Reprocessamento em lote" aria-busy={running} className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="font-semibold text-base">
            {running ? 'Reprocessando as falhas' : 'Reprocessamento encerrado'}
          </h2>
          <span className="flex flex-wrap items-center gap-2">
            <Button variant="outline" size="sm" asChild>
              <Link to={paths.tarefas}>Ver em Tarefas</Link>
            </Button>
            {running ? null : (
              <Button variant="outline" size="sm" onClick={onClose}>
                Fechar resumo
              </Button>
            )}
          </span>
        </div>
        {running ? <Progress value={doneOf(batch) / Math.max(1, batch.total)} label="Andamento" /> : null}
        <div role="status" className="grid gap-1 text-sm">
          <p>{first}</p>
          {others.map((line) => (
            <p key={line} className="text-muted-foreground">
              {line}
            </p>
          ))}
        </div>
        {reasons.length > 0 && !running ? (
          <ul className="grid gap-1 border-l-2 pl-3 text-muted-foreground text-sm">
            {reasons.map(({ mensagem, n }) => (
              <li key={mensagem}>{n > 1 ? `${mensagem} (${n} vezes)` : mensagem}</li>
            ))}
          </ul>
        ) : null}
        {query.isError && running ? (
          <p role="alert" className="text-sm text-warning-text">
            O andamento não pôde ser lido; o reprocessamento continua no servidor.
          </p>
        ) : null}
      </section>
    </Card>
  );
}
