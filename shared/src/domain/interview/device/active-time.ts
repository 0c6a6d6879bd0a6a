/**
 * How long an interview went on, by its log: the time in which it was paused or its page was closed is left out. The
 * device's timer, the microdata and the signals count by this one rule.
 */

import type { Intervalo } from '../signals/interview-facts.ts';
import type { EventoAparelho } from './device-log.ts';

/** Where an interview stopped or went on. Times in ms of its own clock. */
export type Marca = {
  tipo: 'pausa' | 'retomada';
  ms: number;
  /** Until when the log shows it going on before this mark; null: nothing is before it. */
  antes: number | null;
};

export type EventoDoTempo = Pick<EventoAparelho, 'tipo' | 'mono_ms' | 'gravacao' | 'audio_ms'>;

/**
 * The marks of a log in its order. After a fall the sound that was kept tells for how long the interview still went
 * on.
 */
export function marksOf(eventos: readonly EventoDoTempo[]): Marca[] {
  const marks: Marca[] = [];
  const recordings = new Map<number | null, number>();
  let until: number | null = null;
  for (const { tipo, mono_ms, gravacao, audio_ms } of eventos) {
    if (tipo === 'pausa' || tipo === 'interrompida') marks.push({ tipo: 'pausa', ms: mono_ms, antes: until });
    else if (tipo === 'retomada') marks.push({ tipo, ms: mono_ms, antes: until });
    else if (tipo === 'gravacao_iniciada') recordings.set(gravacao, mono_ms);
    // After a fall the end of a recording is written when the interview goes on again: the sound says how far it
    // came.
    const heard = (recordings.get(gravacao) ?? 0) + (audio_ms ?? 0);
    until = Math.max(until ?? 0, tipo === 'gravacao_interrompida' ? Math.min(heard, mono_ms) : mono_ms);
  }
  return marks;
}

/**
 * In which stretches an interview went on until `fimMs` of its clock. A fall leaves no pause: the last sign before it
 * ends the stretch.
 */
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

/** How long an interview went on until `fimMs` of its clock, ms. */
export const activeMs = (marcas: readonly Marca[], fimMs: number): number =>
  stretchesOf(marcas, fimMs).reduce((sum, { de, ate }) => sum + (ate - de), 0);
