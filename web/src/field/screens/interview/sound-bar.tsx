import { HardDrive, Mic, MicOff, VolumeX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../../../lib/browser/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { reasonOf } from '../../device/reason.ts';
import type { LiveInterview, LiveState } from '../../device/sound/live-interview.ts';
import { openMicrophone, SILENCE_DBFS } from '../../device/sound/recorder.ts';

const NO_LEVEL = { transform: 'scaleX(0)' };

/** A bar that moves with the voices, so that the interviewer sees that the microphone works. */
function Level({ live }: { live: LiveInterview }) {
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(
    () =>
      live.onLevel((level) => {
        // Filled share of the bar: 0 at 10 dB below the limit of silence, 1 at full scale (0 dBFS).
        const share = Math.min(1, Math.max(0, 1 - level / (SILENCE_DBFS - 10)));
        if (bar.current) bar.current.style.transform = `scaleX(${share.toFixed(2)})`;
      }),
    [live],
  );
  return (
    <span aria-hidden="true" className="h-2 w-16 max-sm:w-10 overflow-hidden rounded-full bg-secondary">
      <span ref={bar} className="block h-full w-full origin-left rounded-full bg-success" style={NO_LEVEL} />
    </span>
  );
}

/** Mark that the interview is being recorded, with the level of the sound. */
export const RecordingMark = ({ live }: { live: LiveInterview }) => (
  <span className="flex items-center gap-2 text-foreground">
    <span aria-hidden="true" className="size-2.5 shrink-0 rounded-full bg-destructive" />
    <span className="font-medium">Gravando</span>
    <Level live={live} />
  </span>
);

/** True if the recording has no problem to show. */
export const isCalm = ({ som, mudo, poucoEspaco }: LiveState): boolean =>
  som === 'gravando' && !mudo && !poucoEspaco;

/** Tells of a problem of the recording: it is silent, short of space, missing, or has stopped unexpectedly. */
export function SoundBar({ live, state }: { live: LiveInterview; state: LiveState }) {
  const [busy, setBusy] = useState(false);
  const resume = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await live.record(await openMicrophone());
    } catch (error) {
      toast.error('A gravação não pôde ser retomada.', {
        description: reasonOf(error, 'Confira o microfone e tente de novo.'),
      });
    } finally {
      setBusy(false);
    }
  };
  if (state.som === 'parada') {
    return (
      <div role="alert" className="grid gap-3 rounded-xl bg-alarm p-4 text-alarm-foreground">
        <p className="flex items-center gap-2 font-semibold">
          <MicOff className="size-5 shrink-0" aria-hidden="true" />
          Gravação parada: as falas não estão sendo gravadas.
        </p>
        <Button
          size="lg"
          variant="outline"
          className="border-transparent bg-card text-foreground"
          loading={busy}
          onClick={() => void resume()}
        >
          {busy ? null : <Mic aria-hidden="true" />}
          Retomar gravação
        </Button>
      </div>
    );
  }
  if (state.som === 'sem') {
    return state.entrevista.semSom === null ? null : (
      <p className="flex items-center gap-2 text-sm">
        <MicOff className="size-4 shrink-0" aria-hidden="true" />
        Sem gravação. {state.entrevista.semSom}
      </p>
    );
  }
  return (
    <div className="grid gap-2">
      {state.mudo ? (
        <p
          role="alert"
          className="flex items-center gap-2 rounded-md bg-warning-soft px-3 py-2 font-medium text-sm text-warning-text"
        >
          <VolumeX className="size-4 shrink-0" aria-hidden="true" />
          Microfone sem som: confira se ele não está coberto ou desligado.
        </p>
      ) : null}
      {state.poucoEspaco ? (
        <p
          role="alert"
          className="flex items-center gap-2 rounded-md bg-warning-soft px-3 py-2 font-medium text-sm text-warning-text"
        >
          <HardDrive className="size-4 shrink-0" aria-hidden="true" />
          Pouco espaço neste aparelho: a gravação pode parar. Apague arquivos, ou envie as entrevistas do
          aparelho.
        </p>
      ) : null}
    </div>
  );
}
