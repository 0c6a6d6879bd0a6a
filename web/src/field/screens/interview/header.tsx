import { Phone, Timer, UserRound } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { formatPhone } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { elapsedText } from '../../log/answers.ts';

/** What is asked, and once it has begun: of whom, how far, for how long. */
export function RunnerHeader({
  nome,
  descricao,
  children,
}: {
  nome: string;
  descricao: string | null;
  children?: ReactNode;
}) {
  return (
    <header className="grid gap-3">
      <div className="grid gap-1">
        <h1
          data-heading
          tabIndex={-1}
          className="break-words outline-none font-semibold text-xl tracking-tight"
        >
          {nome}
        </h1>
        {descricao ? <p className="break-words text-muted-foreground">{descricao}</p> : null}
      </div>
      {children}
    </header>
  );
}

/** How long it has gone on; looked at each second. `elapsed`: ms, by the interview's own clock, which nobody can set. */
function ElapsedTime({ elapsed }: { elapsed: () => number }) {
  const [ms, setMs] = useState(elapsed);
  useEffect(() => {
    const timer = setInterval(() => setMs(elapsed()), 1000);
    return () => clearInterval(timer);
  }, [elapsed]);
  return (
    <span role="timer" aria-label="Tempo decorrido" className="flex items-center gap-1.5 tabular-nums">
      <Timer className="size-4" aria-hidden="true" />
      {elapsedText(ms / 1000)}
    </span>
  );
}

export function InterviewProgress({
  at,
  elapsed,
  nome,
  telefone,
}: {
  /** Which question, from 1, of how many; null: before the first. */
  at: { place: number; total: number } | null;
  /** For how long it has gone on, ms. */
  elapsed: () => number;
  nome: string;
  telefone: string | null;
}) {
  const share = at && at.total > 0 ? at.place / at.total : 0;
  return (
    <div className="grid gap-2.5 rounded-xl border bg-card p-3.5 shadow-card">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm">
        <span className="flex min-w-0 items-center gap-1.5">
          <UserRound className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
          <span className="wrap-anywhere min-w-0 font-medium">{nome}</span>
        </span>
        {telefone ? (
          <span className="flex items-center gap-1.5 text-muted-foreground tabular-nums">
            <Phone className="size-4 shrink-0" aria-hidden="true" />
            {formatPhone(telefone)}
          </span>
        ) : null}
        <Badge variant="warning" className="ml-auto">
          Em andamento
        </Badge>
      </div>
      <div className="flex items-center justify-between gap-4 text-muted-foreground text-sm">
        <span className="tabular-nums">{at ? `Pergunta ${at.place}/${at.total}` : 'Consentimento'}</span>
        <ElapsedTime elapsed={elapsed} />
        <span className="tabular-nums">{Math.round(share * 100)}%</span>
      </div>
      <Progress value={share} label="Progresso da entrevista" />
    </div>
  );
}
