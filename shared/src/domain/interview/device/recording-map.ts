/**
 * How the recordings of a device stand in the interview's one: what was recorded when, by the interview's own clock, and what was not.
 * Nobody is accused by what is not heard there. Pure.
 */
import { type Interval, unite } from '../../audio/audio-facts.ts';

/**
 * Sound that could be read: of which recording, from where on in it (0 unless parts before it never came), when that was by the interview's
 * clock, and how long it is, ms.
 */
export type Trecho = { gravacao: number; somMs: number; monoMs: number; duracaoMs: number };

/** One row of entrevista_gravacoes in its order, and the silence that stands before it in the joined recording, ms. `gravacao` null: no sound. */
export type LinhaDoMapa = Omit<Trecho, 'gravacao'> & {
  n: number;
  gravacao: number | null;
  inicioMs: number;
  lacunaMs: number;
  silencioMs: number;
};

/** A gap is heard as such, and longer than this of silence helps nobody, ms. */
const SILENCIO = { min: 250, max: 3000 } as const;
/** A recorder starts and stops a moment after it is told to, ms. */
const FOLGA_MS = 1500;

/**
 * Where each recording begins in the joined one. Between two there is always a gap, however short: the recorder was started anew, or parts lack. Where
 * questions were asked before the first, the gap stands before it; where the interview went on after the last, a row without sound says
 * so at the end.
 *
 * @param trechos in their order @param primeiraPerguntaMs when the first question was shown, by the interview's clock; null: none was
 * @param fimMs when the interview ended by that clock
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

/** Where nothing was recorded, in the joined recording. Of a gap at its very edge a moment stands for what nobody knows. */
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
