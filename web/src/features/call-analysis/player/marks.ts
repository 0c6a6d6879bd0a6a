import type { Interval } from '@escuta/shared/domain/audio/audio-facts';

/** A stretch marked on the waveform. */
export type Mark = Interval & { kind: 'silencio' | 'espera' | 'sobreposicao' | 'evidencia' };

/** Background of each kind of mark. Kinds differ by pattern too, for people who cannot tell the colours apart. */
export const MARK_BACKGROUND: Record<Mark['kind'], string> = {
  silencio:
    'repeating-linear-gradient(135deg, color-mix(in oklab, var(--muted-foreground) 32%, transparent) 0 2px, transparent 2px 7px)',
  espera:
    'repeating-linear-gradient(90deg, color-mix(in oklab, var(--muted-foreground) 22%, transparent) 0 2px, transparent 2px 5px)',
  sobreposicao: 'color-mix(in oklab, var(--warning) 38%, transparent)',
  evidencia: 'color-mix(in oklab, var(--primary) 16%, transparent)',
};
