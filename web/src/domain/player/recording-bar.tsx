import { Pause, Play } from 'lucide-react';
import { formatClockMs, formatDurationMs } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Slider } from '../../ui/inputs/slider.tsx';
import type { PlayerEngine } from './player-engine.ts';
import { usePlayerState, usePlayerTime } from './use-player.ts';

/** A recording's player in a single line, with a button and a slider for the position. */
export function RecordingBar({ engine }: { engine: PlayerEngine }) {
  const state = usePlayerState(engine);
  const seconds = usePlayerTime(engine, (ms) => Math.floor(ms / 1000));
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-3">
        <Button
          variant="outline"
          size="icon"
          aria-label={state.playing ? 'Pausar a gravação' : 'Tocar a gravação'}
          onClick={() => engine.toggle()}
        >
          {state.playing ? <Pause /> : <Play />}
        </Button>
        <Slider
          thumbLabels={['Posição na gravação']}
          min={0}
          max={Math.max(1, Math.floor(state.durationMs / 1000))}
          step={1}
          value={[seconds]}
          onValueChange={([next = 0]) => engine.seek(next * 1000)}
          disabled={state.durationMs === 0}
          className="min-w-0 flex-1"
        />
        <span className="shrink-0 text-muted-foreground text-xs tabular-nums">
          {formatClockMs(seconds * 1000)} / {formatDurationMs(state.durationMs)}
        </span>
      </div>
      {state.error ? (
        <p role="alert" className="text-destructive-text text-sm">
          {state.error}
        </p>
      ) : null}
    </div>
  );
}
