/** An intake's state, its steps, and the progress of its task. */
import { LoaderCircle, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useApiMutation } from '../../kit/mutation.ts';
import { paths } from '../../lib/paths.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { cn } from '../../lib/utils.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Progress } from '../../ui/progress.tsx';
import { type IntakeKind, type Staged, stateLine, wordsOf } from './kind.ts';
import { useTimeLeft } from './time-left.ts';
import { usePutStaged } from './use-staged.ts';

export function StateBadge<Intake extends Staged>({
  kind,
  estado,
}: {
  kind: Pick<IntakeKind<Intake>, 'states' | 'labels'>;
  estado: Intake['estado'];
}) {
  return <Badge variant={stateLine(kind, estado).variant}>{kind.labels[estado] ?? estado}</Badge>;
}

/** A kind's steps, with the current one marked. */
export function Steps({
  kind,
  current,
}: {
  kind: Pick<IntakeKind<Staged>, 'steps' | 'article' | 'noun'>;
  current: number;
}) {
  return (
    <ol
      aria-label={`Passos d${wordsOf(kind).the}`}
      className="grid grid-cols-2 gap-2 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none"
    >
      {kind.steps.map((step, n) => (
        <li
          key={step}
          aria-current={n === current ? 'step' : undefined}
          className={cn(
            'flex items-center gap-2 border-t-2 pt-2 text-sm',
            n <= current ? 'border-primary font-medium' : 'text-muted-foreground',
          )}
        >
          <span className="tabular-nums">{n + 1}.</span>
          {step}
        </li>
      ))}
    </ol>
  );
}

/** Card of an intake's present state, with its actions. */
export function StageCard({
  icon,
  title,
  children,
  action,
}: {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Card className="grid gap-4 p-5 sm:p-6">
      <div className="flex gap-3">
        <span className="mt-0.5 shrink-0 text-primary-text [&>svg]:size-5">{icon}</span>
        <div className="grid min-w-0 flex-1 gap-2">
          <h2 className="font-semibold text-base">{title}</h2>
          <div className="grid gap-3 text-muted-foreground text-sm">{children}</div>
        </div>
      </div>
      {action ? <div className="flex flex-wrap gap-2">{action}</div> : null}
    </Card>
  );
}

export const spinner = <LoaderCircle className="animate-spin" aria-hidden="true" />;

/** Progress of the intake's task, with a button that stops the task for people who may stop it. */
export function WorkCard({
  title,
  tarefa,
  counts = '',
  mayStop = false,
  children,
}: {
  title: string;
  tarefa: Staged['tarefa'];
  /** Unit of the count: ' linhas'. */
  counts?: string;
  mayStop?: boolean;
  /** Text about the task; absent: the title suffices. */
  children?: ReactNode;
}) {
  const { feito = 0, total = null } = tarefa ?? {};
  const left = useTimeLeft(tarefa?.id, feito, total);
  return (
    <StageCard icon={spinner} title={title}>
      <div role="status" className="grid gap-1">
        {children}
        <p>Você pode sair desta página e voltar depois.</p>
      </div>
      <Progress value={total ? feito / total : null} label={title} />
      {total ? (
        <p className="text-xs tabular-nums">
          {formatNumber(feito)} de {formatNumber(total)}
          {counts}
          {left ? `. ${left}` : null}
        </p>
      ) : null}
      {tarefa && mayStop ? (
        <Link
          to={`${paths.tarefas}?tarefa=${tarefa.id}`}
          className="focus-ring w-fit rounded-sm text-xs underline underline-offset-4"
        >
          Abrir a tarefa, para acompanhá-la ou cancelá-la
        </Link>
      ) : null}
    </StageCard>
  );
}

/** A button that reads an intake's files if reading did not start by itself, failed, or is to be repeated. */
export function ReadButton<Intake extends Staged>({
  kind,
  id,
  variant = 'default',
  children,
}: {
  kind: IntakeKind<Intake, never>;
  id: string;
  variant?: 'default' | 'outline';
  children: string;
}) {
  const onDone = usePutStaged(kind);
  const { attempt, busy } = useApiMutation(kind.reading, {
    failed: 'Não foi possível ler os arquivos',
    onDone,
  });
  return (
    <Button variant={variant} loading={busy} onClick={() => void attempt({ params: { id } })}>
      {busy ? null : <RotateCw aria-hidden="true" />}
      {children}
    </Button>
  );
}
