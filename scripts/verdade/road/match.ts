/** Matches the questions read from a file with the printed questions. */

import type { PerguntaCongelada } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { codeKey } from '@escuta/shared/domain/survey-file/columns/column-headings';
import type { PerguntaLida } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { normaliseQuote } from '@escuta/shared/domain/transcripts/evidence';
import type { Impresso } from './print-document.ts';

/** Share of a question's words that a matching text must contain. */
const ENOUGH = 0.7;

const wordsOf = (text: string): string[] => normaliseQuote(text).split(' ').filter(Boolean);

function shareOf(wanted: readonly string[], text: ReadonlySet<string>): number {
  return wanted.length === 0 ? 0 : wanted.filter((word) => text.has(word)).length / wanted.length;
}

/** Similarity of a read question to a printed one: 0 if too low, else up to 1, plus 0.5 if both have the same code. */
function likeness(
  { texto, codigo }: PerguntaLida,
  pergunta: PerguntaCongelada,
  { colunas, itens, documento }: Impresso<PerguntaCongelada>,
): number {
  const words = new Set(wordsOf(texto));
  const item = itens.get(pergunta.id);
  const stem =
    itens.keys().next().value === pergunta.id ? shareOf(wordsOf(documento.bateria.tronco), words) * 0.9 : 0;
  const best = Math.max(
    shareOf(wordsOf(pergunta.texto), words),
    item ? shareOf(wordsOf(item), words) : 0,
    stem,
  );
  const same = codeKey(codigo) === codeKey(colunas.get(pergunta.id) ?? '');
  return best >= ENOUGH ? best + (same ? 0.5 : 0) : 0;
}

/**
 * Finds the printed question from which each question as read comes; null if there is none. A printed question is
 * assigned only once, to the most similar question. The stem of a battery counts as the battery's first item.
 */
export function matchQuestions<P extends PerguntaCongelada>(
  lidas: readonly PerguntaLida[],
  impresso: Impresso<P>,
): (P | null)[] {
  const pairs = lidas
    .flatMap((lida, at) =>
      impresso.documento.perguntas.map((pergunta) => ({
        at,
        pergunta,
        like: likeness(lida, pergunta, impresso),
      })),
    )
    .filter(({ like }) => like > 0)
    .sort((a, b) => b.like - a.like);
  const found: (P | null)[] = lidas.map(() => null);
  const taken = new Set<P>();
  for (const { at, pergunta } of pairs) {
    if (found[at] || taken.has(pergunta)) continue;
    found[at] = pergunta;
    taken.add(pergunta);
  }
  return found;
}
