import type { ConteudoVersao } from '../questionnaire/questionnaire.ts';
import { placeQuestions } from './places.ts';

type Trecho = { texto: string; startMs: number; endMs: number };

/**
 * Splits sentences at the ends of readings; runs before sentences are numbered, because quotes use the numbers.
 * @param trechos in spoken order; each piece keeps the other fields of its `Trecho`
 */
export function cutAtReadings<T extends Trecho>(
  { perguntas }: Pick<ConteudoVersao, 'perguntas'>,
  trechos: readonly T[],
): T[] {
  const { alignment } = placeQuestions(
    perguntas,
    trechos.map(({ texto }) => texto),
  );
  const { words, readings, windows } = alignment;
  const cuts = trechos.map(() => new Set<number>());
  const cutBefore = (word: number): void => {
    const here = words[word];
    if (here && words[word - 1]?.sentenca === here.sentenca) cuts[here.sentenca]?.add(here.inicio);
  };
  for (const [question, reading] of readings.entries()) {
    if (!reading) continue;
    cutBefore(reading.from);
    cutBefore(windows[question]?.from ?? reading.to + 1);
    if (reading.again) {
      cutBefore(reading.again.from);
      cutBefore(reading.again.to + 1);
    }
  }
  return trechos.flatMap((trecho, index) => {
    const at = [0, ...[...(cuts[index] ?? [])].sort((a, b) => a - b), trecho.texto.length];
    const span = (trecho.endMs - trecho.startMs) / Math.max(1, trecho.texto.length);
    return at.slice(1).flatMap((end, piece) => {
      const begin = at[piece] ?? 0;
      const texto = trecho.texto.slice(begin, end).trim();
      if (texto === '') return [];
      const startMs = Math.round(trecho.startMs + span * begin);
      return [{ ...trecho, texto, startMs, endMs: Math.round(trecho.startMs + span * end) }];
    });
  });
}
