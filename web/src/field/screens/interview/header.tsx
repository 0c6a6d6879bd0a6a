import { Phone, Timer, UserRound } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { formatPhone } from '../../../lib/text/format.ts';
import { cn } from '../../../lib/utils.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { elapsedText } from '../../log/answers.ts';

const HEADING = 'outline-none font-semibold text-xl tracking-tight';

/** The questionnaire's name and description, before an interview. */
export function RunnerHeader({ nome, descricao }: { nome: string; descricao: string | null }) {
  return (
    <header className="grid gap-1">
      <h1 data-heading tabIndex={-1} className={cn('break-words', HEADING)}>
        {nome}
      </h1>
      {descricao ? <p className="break-words text-muted-foreground">{descricao}</p> : null}
    </header>
  );
}

/** Head of the page during an interview. On a phone each part takes one line, to leave the screen to the question. */
export function RunningHeader({
  nome,
  descricao,
  action,
  children,
}: {
  nome: string;
  descricao: string | null;
  action: ReactNode;
  children: ReactNode;
}) {
  return (
    <header className="grid grid-cols-1 gap-3 max-sm:gap-1">
      <div className="flex items-center justify-between gap-3">
        <div className="grid min-w-0 gap-1 max-sm:gap-0">
          <h1
            data-heading
            tabIndex={-1}
            className={cn('break-words max-sm:truncate max-sm:text-base', HEADING)}
          >
            {nome}
          </h1>
          {descricao ? (
            <p className="break-words text-muted-foreground max-sm:truncate max-sm:text-xs">{descricao}</p>
          ) : null}
        </div>
        {action}
      </div>
      {children}
    </header>
  );
}

/** Duration so far, updated each second. `elapsed` gives it in ms by the interview's clock, which nobody can set. */
function ElapsedTime({ elapsed }: { elapsed: () => number }) {
  const [ms, setMs] = useState(elapsed);
  useEffect(() => {
    const timer = setInterval(() => setMs(elapsed()), 1000);
    return () => clearInterval(timer);
  }, [elapsed]);
  return (
    <span role="timer" aria-label="Tempo decorrido" className="flex items-center gap-1.5 tabular-nums">
      <Timer className="size-4 max-sm:hidden" aria-hidden="true" />
      {elapsedText(ms / 1000)}
    </span>
  );
}

export function InterviewProgress({
  at,
  elapsed,
  nome,
  telefone,
  sound,
}: {
  /** Number of the question, from 1, and number of questions; null before the first question. */
  at: { place: number; total: number } | null;
  /** Duration so far, ms. */
  elapsed: () => number;
  nome: string;
  telefone: string | null;
  /** Mark that sound is being recorded without a problem. */
  sound: ReactNode;
}) {
  const share = at && at.total > 0 ? at.place / at.total : 0;
  return (
    <div className="grid grid-cols-1 gap-2.5 rounded-xl border bg-card p-3.5 shadow-card max-sm:gap-1 max-sm:rounded-none max-sm:border-0 max-sm:bg-transparent max-sm:p-0 max-sm:shadow-none">
      <div className="flex items-center gap-x-4 gap-y-1.5 text-sm max-sm:gap-x-2 max-sm:text-xs sm:flex-wrap">
        <span className="flex min-w-0 items-center gap-1.5">
          <UserRound className="size-4 shrink-0 text-muted-foreground max-sm:hidden" aria-hidden="true" />
          <span className="min-w-0 font-medium max-sm:truncate sm:wrap-anywhere">{nome}</span>
        </span>
        {telefone ? (
          <span className="flex shrink-0 items-center gap-1.5 text-muted-foreground tabular-nums">
            <Phone className="size-4 shrink-0 max-sm:hidden" aria-hidden="true" />
            {formatPhone(telefone)}
          </span>
        ) : null}
        <Badge variant="warning" className="ml-auto max-sm:py-0">
          Em andamento
        </Badge>
      </div>
      <div className="flex items-center justify-between gap-4 text-muted-foreground text-sm max-sm:gap-2 max-sm:text-xs">
        {sound}
        <span className="tabular-nums">{at ? `Pergunta ${at.place}/${at.total}` : 'Consentimento'}</span>
        <ElapsedTime elapsed={elapsed} />
        <span className="tabular-nums">{Math.round(share * 100)}%</span>
      </div>
      <Progress value={share} label="Progresso da entrevista" />
    </div>
  );
}
