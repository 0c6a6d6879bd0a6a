import type { Perfil } from '../profiles/profile.ts';
import type { Canal, Falante, Papel } from '../profiles/roles.ts';
import { PROFILES } from '../profiles/table.ts';

/** A stretch of one channel's speech, with its times in the recording. */
export type Trecho = {
  texto: string;
  startMs: number;
  endMs: number;
  /** Confidence, 0 to 1; null: the provider gives none. */
  confianca: number | null;
  /** Speaker, if the channel has several voices; default: the channel's role. */
  falante?: Falante;
};

export type SentencaOrdenada = Trecho & { ordem: number; canal: Canal; falante: Falante };

/**
 * A channel's role; unknown for a single channel, which contains both parties.
 * @param canalAgente the leading party's channel
 */
export function roleOf(perfil: Perfil, canal: Canal, canalAgente: Canal, channels: number): Papel {
  if (channels === 1) return 'desconhecido';
  return PROFILES[perfil].papeis[canal === canalAgente ? 'agente' : 'cliente'];
}

/** Merges channels into one dialogue, sorted by start and numbered from 1, without empty texts. */
export function orderSentences(
  channels: readonly { canal: Canal; papel: Papel; trechos: readonly Trecho[] }[],
  durationMs: number,
): SentencaOrdenada[] {
  const clamp = (ms: number) => Math.round(Math.min(Math.max(0, ms), durationMs));
  return channels
    .flatMap(({ canal, papel, trechos }) =>
      trechos.map((trecho) => {
        const startMs = clamp(trecho.startMs);
        return {
          ...trecho,
          texto: trecho.texto.replace(/\s+/gu, ' ').trim(),
          startMs,
          endMs: Math.max(startMs, clamp(trecho.endMs)),
          canal,
          falante: trecho.falante ?? papel,
        };
      }),
    )
    .filter(({ texto }) => texto !== '')
    .sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs || (a.canal < b.canal ? -1 : 1))
    .map((sentence, index) => ({ ...sentence, ordem: index + 1 }));
}

/** Splits an utterance into sentences; each gets a share of the time by its number of characters. */
export function splitUtterance(utterance: Trecho): Trecho[] {
  const parts = utterance.texto
    .split(/(?<=[.!?…]["»”')]?)\s+(?=["«“'(]?\p{Lu})/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length <= 1) return parts.length === 0 ? [] : [{ ...utterance, texto: parts[0] as string }];
  const total = parts.reduce((sum, part) => sum + part.length, 0);
  const span = utterance.endMs - utterance.startMs;
  let passed = 0;
  return parts.map((texto) => {
    const startMs = Math.round(utterance.startMs + (span * passed) / total);
    passed += texto.length;
    return {
      texto,
      startMs,
      endMs: Math.round(utterance.startMs + (span * passed) / total),
      confianca: utterance.confianca,
      ...(utterance.falante && { falante: utterance.falante }),
    };
  });
}

/** A channel's mean confidence, weighted by text length. */
export function meanConfidence(trechos: readonly Pick<Trecho, 'texto' | 'confianca'>[]): number | null {
  let sum = 0;
  let weight = 0;
  for (const { texto, confianca } of trechos) {
    if (confianca === null) continue;
    sum += confianca * texto.length;
    weight += texto.length;
  }
  return weight === 0 ? null : Math.round((sum / weight) * 10_000) / 10_000;
}

/** Makes speech safe in a prompt: angle brackets become ‹ ›, line breaks spaces. Quoted passages still match. */
export function neutralise(texto: string): string {
  return texto
    .replace(/\s+/gu, ' ')
    .replace(/[<＜﹤]/gu, '‹')
    .replace(/[>＞﹥]/gu, '›')
    .trim();
}

/** Formats a transcript for prompts: `[12] agente (83.2s): texto`. */
export function transcriptLines(
  sentences: readonly Pick<SentencaOrdenada, 'ordem' | 'falante' | 'startMs' | 'texto'>[],
): string {
  return sentences
    .map((s) => `[${s.ordem}] ${s.falante} (${(s.startMs / 1000).toFixed(1)}s): ${neutralise(s.texto)}`)
    .join('\n');
}
