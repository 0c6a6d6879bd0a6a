import { Volume1, Volume2, VolumeX } from 'lucide-react';
import type { PlayerEngine, PlayerState } from '../../../domain/player/player-engine.ts';
import { formatShare } from '../../../lib/text/format.ts';
import { cn } from '../../../lib/utils.ts';
import { Button } from '../../../ui/button.tsx';
import { Slider } from '../../../ui/inputs/slider.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../../ui/overlays/popover.tsx';
import type { Canal } from '../logic/transcript.ts';

interface ChannelVolumesProps {
  engine: PlayerEngine;
  state: PlayerState;
  /** Channels in the order of the waveform's rows. */
  channels: readonly { canal: Canal; label: string; tone: 'agente' | 'cliente' }[];
}

/** Controls for the volume and mute of each channel. The volume goes up to 200 %, to amplify a quiet customer. */
export function ChannelVolumes({ engine, state, channels }: ChannelVolumesProps) {
  const anyMuted = channels.some(({ canal }) => state.channels[canal].muted);
  const Icon = anyMuted ? VolumeX : Volume2;
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Volume dos canais"
          className={cn(anyMuted && 'text-warning-text')}
        >
          <Icon />
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" className="grid w-72 gap-4">
        {channels.map(({ canal, label, tone }) => (
          <Channel
            key={canal}
            label={label}
            tone={tone}
            max={state.separable ? 2 : 1}
            value={state.channels[canal]}
            onChange={(change) => engine.setChannel(canal, change)}
          />
        ))}
        {channels.length === 1 ? (
          <p className="text-muted-foreground text-xs">As vozes desta gravação estão em um só canal.</p>
        ) : null}
      </PopoverContent>
    </Popover>
  );
}

interface ChannelProps {
  label: string;
  tone: 'agente' | 'cliente';
  max: number;
  value: PlayerState['channels'][Canal];
  onChange: (change: Partial<PlayerState['channels'][Canal]>) => void;
}

function Channel({ label, tone, max, value, onChange }: ChannelProps) {
  const { volume, muted } = value;
  const Icon = muted || volume === 0 ? VolumeX : volume < 0.6 ? Volume1 : Volume2;
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between text-sm">
        <span className={cn('font-medium', tone === 'agente' ? 'text-agente' : 'text-cliente')}>{label}</span>
        <span className="text-muted-foreground text-xs tabular-nums">
          {muted ? 'Silenciado' : formatShare(volume)}
        </span>
      </div>
      <div className="flex items-center gap-2">
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Silenciar ${label.toLowerCase()}`}
          aria-pressed={muted}
          onClick={() => onChange({ muted: !muted })}
        >
          <Icon />
        </Button>
        <Slider
          thumbLabels={[`Volume: ${label.toLowerCase()}`]}
          min={0}
          max={max * 100}
          step={5}
          value={[muted ? 0 : Math.round(volume * 100)]}
          onValueChange={([next = 0]) => onChange({ volume: next / 100, muted: false })}
        />
      </div>
    </div>
  );
}
