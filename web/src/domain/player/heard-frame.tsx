import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import type { PlayerEngine } from './player-engine.ts';
import { RecordingBar } from './recording-bar.tsx';

interface HeardFrameProps {
  /** Accessible name of the player's section. */
  label: string;
  title: ReactNode;
  /** The player's engine; null while it is not loaded yet. */
  engine: PlayerEngine | null;
  onClose: () => void;
  /** Edge of the window at which the player stays. */
  at?: 'top' | 'bottom';
}

/** The frame of a list's player, which stays in view over the list. */
export function HeardFrame({ label, title, engine, onClose, at = 'top' }: HeardFrameProps) {
  return (
    <section
      aria-label={label}
      className={cn(
        'sticky z-20 grid gap-2 rounded-xl border bg-card p-3 shadow-card',
        at === 'top' ? 'top-16' : 'bottom-2',
      )}
    >
      <div className="flex items-center justify-between gap-3">
        {title}
        <Button variant="ghost" size="icon-sm" aria-label="Fechar o player" onClick={onClose}>
          <X />
        </Button>
      </div>
      {engine ? <RecordingBar engine={engine} /> : null}
    </section>
  );
}
