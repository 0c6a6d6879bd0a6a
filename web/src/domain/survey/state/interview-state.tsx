import type { SituacaoEntrevista } from '@escuta/shared/domain/interview/device/events';
import { DESFECHO_LABEL, type Desfecho } from '@escuta/shared/domain/interview/questionnaire/screening';
import { CircleCheck, CirclePause, DoorOpen, LoaderCircle, Smartphone } from 'lucide-react';
import { cn } from '../../../lib/utils.ts';
import { Badge, type BadgeVariant } from '../../../ui/badge.tsx';

interface InterviewState {
  situacao: SituacaoEntrevista;
  /** The outcome if the questionnaire's rules ended the interview politely; null if they did not end it. */
  desfecho: Desfecho | null;
  /** True if parts of the interview are missing and the device has been silent for a while. */
  aguardando: boolean;
}

const SITUACAO: Record<
  SituacaoEntrevista,
  { label: string; variant: BadgeVariant; icon: typeof CircleCheck }
> = {
  concluida: { label: 'Concluída', variant: 'success', icon: CircleCheck },
  em_andamento: { label: 'Em Andamento', variant: 'warning', icon: LoaderCircle },
  interrompida: { label: 'Interrompida', variant: 'neutral', icon: CirclePause },
};

/** The states as choices of a filter. */
export const SITUACOES = (Object.keys(SITUACAO) as SituacaoEntrevista[]).map((value) => ({
  value,
  label: SITUACAO[value].label,
}));

/** Badge of an interview's progress; with `aguardando`, also a badge for data that are still on a silent device. */
export function InterviewBadge({ situacao, desfecho, aguardando }: InterviewState) {
  const { variant } = SITUACAO[situacao];
  const { label, icon: Icon } = desfecho
    ? { label: DESFECHO_LABEL[desfecho], icon: DoorOpen }
    : SITUACAO[situacao];
  const ended = situacao !== 'em_andamento';
  return (
    <>
      {ended || !aguardando ? (
        <Badge variant={variant}>
          <Icon aria-hidden="true" />
          {label}
        </Badge>
      ) : null}
      {aguardando ? (
        <Badge variant="warning">
          <Smartphone aria-hidden="true" />
          {ended ? 'Gravação a enviar' : 'Aguardando o aparelho'}
        </Badge>
      ) : null}
    </>
  );
}

const DOT: Record<SituacaoEntrevista, string> = {
  concluida: 'bg-success',
  em_andamento: 'bg-warning',
  interrompida: 'bg-input',
};

/** Progress as a dot beside words: green done, orange in progress, grey otherwise. */
export function InterviewDot({ situacao }: Pick<InterviewState, 'situacao'>) {
  return <span aria-hidden="true" className={cn('size-2.5 shrink-0 rounded-full', DOT[situacao])} />;
}
