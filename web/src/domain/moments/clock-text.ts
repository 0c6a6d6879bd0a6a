/** Reads and writes the times of a moment as people type them. */
import { MOMENTO_MAX_MS, MOMENTO_MIN_MS } from '@escuta/shared/domain/recordings/moment';

/** Reads 'm:ss', 'h:mm:ss' or plain seconds, as ms; null for anything else. */
export function readClock(text: string): number | null {
  const [, hours = '0', minutes = '0', seconds = ''] =
    /^(?:(?:(\d{1,2}):(?=\d{1,2}:))?(\d{1,3}):)?(\d{1,5})$/.exec(text.trim()) ?? [];
  if (seconds === '' || (text.includes(':') && Number(seconds) > 59)) return null;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}

/** Widens a stretch to whole seconds, and limits it to the recording and to the maximal length of a moment. */
export function momentAround(
  { startMs, endMs }: { startMs: number; endMs: number },
  durationMs: number,
): { inicio: number; fim: number } {
  const inicio = Math.max(0, Math.floor(startMs / 1000) * 1000);
  const last = Math.max(inicio + MOMENTO_MIN_MS, Math.ceil(durationMs / 1000) * 1000);
  const wanted = Math.max(inicio + MOMENTO_MIN_MS, Math.ceil(endMs / 1000) * 1000);
  return { inicio, fim: Math.min(wanted, inicio + MOMENTO_MAX_MS, last) };
}

/** The error of a typed stretch and the field that has it; null if there is no error. */
export function stretchProblem(
  inicio: number | null,
  fim: number | null,
  durationMs: number,
): { campo: 'inicio' | 'fim'; texto: string } | null {
  if (inicio === null) return { campo: 'inicio', texto: 'Escreva minutos e segundos: 1:05.' };
  if (fim === null) return { campo: 'fim', texto: 'Escreva minutos e segundos: 1:05.' };
  if (inicio >= durationMs) return { campo: 'inicio', texto: 'A gravação termina antes desse ponto.' };
  if (fim - inicio < MOMENTO_MIN_MS) return { campo: 'fim', texto: 'O fim deve ser depois do início.' };
  if (fim - inicio > MOMENTO_MAX_MS) {
    return { campo: 'fim', texto: `Selecione no máximo ${MOMENTO_MAX_MS / 1000} segundos.` };
  }
  return null;
}
