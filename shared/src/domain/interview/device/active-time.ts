import type { Intervalo } from '../signals/interview-facts.ts';
import type { EventoAparelho } from './device-log.ts';

/** `ms`: time by the interview's own clock. */
export type Marca = {
  tipo: 'pausa' | 'retomada';
  ms: number;
  /** End of the activity before this mark; null: no activity. */
  antes: number | null;
};

export type EventoDoTempo = Pick<EventoAparelho, 'tipo' | 'mono_ms' | 'gravacao' | 'audio_ms'>;

/** The marks of a log. After a crash, the recording's end shows when the activity ended. */
export function marksOf(eventos: readonly EventoDoTempo[]): Marca[] {
  const marks: Marca[] = [];
  const recordings = new Map<number | null, number>();
  let until: number | null = null;
  for (const { tipo, mono_ms, gravacao, audio_ms } of eventos) {
    if (tipo === 'pausa' || tipo === 'interrompida') marks.push({ tipo: 'pausa', ms: mono_ms, antes: until });
    else if (tipo === 'retomada') marks.push({ tipo, ms: mono_ms, antes: until });
    else if (tipo === 'gravacao_iniciada') recordings.set(gravacao, mono_ms);
    // After a crash, the resumption logs the length of the ended recording.
    const heard = (recordings.get(gravacao) ?? 0) + (audio_ms ?? 0);
    until = Math.max(until ?? 0, tipo === 'gravacao_interrompida' ? Math.min(heard, mono_ms) : mono_ms);
  }
  return marks;
}

/** The active stretches until `fimMs`. Without a logged pause (crash), the last event ends the stretch. */
export function stretchesOf(marcas: readonly Marca[], fimMs: number | null): Intervalo[] {
  const stretches: Intervalo[] = [];
  let from: number | null = 0;
  for (const { tipo, ms, antes } of marcas) {
    if (from !== null) stretches.push({ de: from, ate: tipo === 'pausa' ? ms : (antes ?? from) });
    from = tipo === 'pausa' ? null : ms;
  }
  if (from !== null) stretches.push({ de: from, ate: fimMs ?? from });
  return stretches.filter(({ de, ate }) => ate > de);
}

/** Active time until `fimMs`, ms. */
export const activeMs = (marcas: readonly Marca[], fimMs: number): number =>
  stretchesOf(marcas, fimMs).reduce((sum, { de, ate }) => sum + (ate - de), 0);
