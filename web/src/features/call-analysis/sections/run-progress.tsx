import { ETAPA_LABEL } from '@escuta/shared/domain/runs/status';
import { Circle, CircleAlert, CircleCheck, CircleMinus, LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { currentTime } from '../../../lib/network/server-clock.ts';
import { formatNumber } from '../../../lib/text/format.ts';
import { cn } from '../../../lib/utils.ts';
import { Progress } from '../../../ui/progress.tsx';
import {
  ETAPA_DESCRICAO,
  type EtapaWire,
  type Execucao,
  progressShare,
  retryInS,
  STATUS_ETAPA_LABEL,
  stageMs,
  waitsFor,
} from '../logic/progress.ts';

const ICON = {
  pendente: { icon: Circle, tone: 'text-muted-foreground' },
  executando: { icon: LoaderCircle, tone: 'animate-spin text-info-text' },
  concluida: { icon: CircleCheck, tone: 'text-success-text' },
  ignorada: { icon: CircleMinus, tone: 'text-muted-foreground' },
  erro: { icon: CircleAlert, tone: 'text-destructive-text' },
} as const;

/** The server's time for countdowns, ms since 1970. Advances each second while `active`. */
function useNow(active: boolean): number {
  const [now, setNow] = useState(currentTime);
  useEffect(() => {
    if (!active) return;
    setNow(currentTime());
    const timer = setInterval(() => setNow(currentTime()), 1000);
    return () => clearInterval(timer);
  }, [active]);
  return now;
}

/** The stages of a running or failed run, below a progress bar and words for what the run does or waits for. */
export function RunProgress({ execucao }: { execucao: Execucao }) {
  const now = useNow(
    execucao.etapas.some(({ proximaEm, status }) => proximaEm !== null && status !== 'concluida'),
  );
  const running = execucao.status === 'na_fila' || execucao.status === 'executando';
  const failed = execucao.status === 'erro';
  const held = execucao.etapas.map(waitsFor).find((what) => what !== null) ?? null;
  return (
    <section
      aria-label="Andamento do processamento"
      className="grid gap-4 rounded-xl border bg-card p-4 shadow-card sm:p-5"
    >
      <div className="grid gap-2">
        <p className="flex items-baseline justify-between gap-3 font-semibold">
          <span role="status">
            {execucao.status === 'na_fila'
              ? 'Na fila de processamento'
              : running
                ? (held ?? `Processando: ${ETAPA_LABEL[execucao.etapaAtual]}`)
                : 'Etapas do último processamento'}
          </span>
        </p>
        <Progress
          value={progressShare(execucao.etapas)}
          label="Andamento do processamento"
          tone={failed ? 'destructive' : 'primary'}
        />
      </div>
      <ol className="grid gap-3 @4xl:grid-cols-5">
        {execucao.etapas.map((etapa) => (
          <Stage key={etapa.etapa} etapa={etapa} now={now} ended={!running} />
        ))}
      </ol>
    </section>
  );
}

/** A stage of the run. `ended` is true if the run is over, so that pending stages will not start. */
function Stage({ etapa, now, ended }: { etapa: EtapaWire; now: number; ended: boolean }) {
  const { icon: Icon, tone } = ICON[etapa.status];
  const retry = retryInS(etapa, now);
  const took = stageMs(etapa);
  const waiting = waitsFor(etapa) !== null;
  return (
    <li className="flex gap-2.5" aria-current={etapa.status === 'executando' ? 'step' : undefined}>
      <Icon className={cn('mt-0.5 size-4.5 shrink-0', tone)} aria-hidden="true" />
      <div className="grid min-w-0 content-start gap-0.5">
        <p className="font-medium text-sm">{ETAPA_LABEL[etapa.etapa]}</p>
        <p className="text-muted-foreground text-xs">
          {ended && etapa.status === 'pendente' ? 'Não executada' : STATUS_ETAPA_LABEL[etapa.status]}
          {took === null ? '' : ` em ${formatNumber(took / 1000, 1)} s`}
          {etapa.tentativa > 1 ? `, tentativa ${formatNumber(etapa.tentativa)}` : ''}
        </p>
        {etapa.status === 'pendente' && !etapa.erro && !ended ? (
          <p className="text-muted-foreground text-xs">{ETAPA_DESCRICAO[etapa.etapa]}</p>
        ) : null}
        {etapa.erro && etapa.status !== 'concluida' ? (
          <p className={cn('text-xs', waiting ? 'text-warning-text' : 'text-destructive-text')}>
            {etapa.erro}
          </p>
        ) : null}
        {retry === null ? null : (
          <p className="font-medium text-warning-text text-xs tabular-nums">
            {waiting ? 'Nova verificação em' : 'Nova tentativa em'} {formatNumber(retry)} s
          </p>
        )}
      </div>
    </li>
  );
}
