import { type Interval, unite } from '../../audio/audio-facts.ts';

/** A readable stretch of sound: recording, start in the recording, time by the interview's clock, and length; ms. */
export type Trecho = { gravacao: number; somMs: number; monoMs: number; duracaoMs: number };

/** A row of entrevista_gravacoes. `gravacao`: null without sound. `lacunaMs`: missing sound before the row, ms. */
export type LinhaDoMapa = Omit<Trecho, 'gravacao'> & {
  n: number;
  gravacao: number | null;
  inicioMs: number;
  lacunaMs: number;
  silencioMs: number;
};

/** Limits of the silence inserted for a gap, ms; the minimum is long enough to be heard. */
const SILENCIO = { min: 250, max: 3000 } as const;
/** Delay of a recorder's stop, ms: only a longer time before the interview's end is a gap. */
const FOLGA_MS = 1500;

/**
 * Places recordings in the joined recording, with gaps between them, before the first, and after the last if the
 * interview continued.
 * @param trechos in order
 * @param primeiraPerguntaMs by the interview's clock; null: no question was shown
 * @param fimMs by the interview's clock
 */
export function mapRecordings(
  trechos: readonly Trecho[],
  { primeiraPerguntaMs, fimMs }: { primeiraPerguntaMs: number | null; fimMs: number },
): LinhaDoMapa[] {
  const linhas: LinhaDoMapa[] = [];
  let fim = 0;
  for (const trecho of trechos) {
    const before = linhas.at(-1);
    const missed = before
      ? trecho.monoMs - (before.monoMs + before.duracaoMs)
      : primeiraPerguntaMs === null
        ? 0
        : trecho.monoMs - primeiraPerguntaMs;
    const lacunaMs = Math.max(0, missed);
    const silencioMs = before ? Math.min(SILENCIO.max, Math.max(SILENCIO.min, lacunaMs)) : 0;
    linhas.push({ n: linhas.length + 1, ...trecho, inicioMs: fim + silencioMs, lacunaMs, silencioMs });
    fim += silencioMs + trecho.duracaoMs;
  }
  const last = linhas.at(-1);
  const rest = last ? fimMs - (last.monoMs + last.duracaoMs) : 0;
  if (last && rest > FOLGA_MS) {
    const monoMs = last.monoMs + last.duracaoMs;
    linhas.push({
      ...{ n: last.n + 1, gravacao: null, somMs: 0, monoMs, duracaoMs: 0 },
      ...{ inicioMs: fim, lacunaMs: rest, silencioMs: 0 },
    });
  }
  return linhas;
}

/** Gaps in the joined recording: inserted silences, or 1 ms at an end where sound is missing. */
export function gapsOfMap(
  linhas: readonly Pick<LinhaDoMapa, 'n' | 'inicioMs' | 'duracaoMs' | 'lacunaMs'>[],
): Interval[] {
  const gaps = linhas.flatMap(({ inicioMs, lacunaMs }, index): Interval[] => {
    const before = linhas[index - 1];
    if (!before) return lacunaMs > 0 ? [{ startMs: 0, endMs: 1 }] : [];
    const startMs = before.inicioMs + before.duracaoMs;
    return [
      inicioMs > startMs
        ? { startMs, endMs: inicioMs }
        : { startMs: Math.max(0, startMs - 1), endMs: startMs },
    ];
  });
  return unite(gaps);
}
