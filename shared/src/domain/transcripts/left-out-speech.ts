/** Sentences of the speech provider that are left out, because nobody can have said them (transcript-doubt.ts). */
import { CANAIS, type Canal } from '../profiles/roles.ts';

export const MOTIVOS_DE_DUVIDA = ['tempos', 'legenda', 'lingua', 'repeticao', 'silencio', 'ritmo'] as const;
export type MotivoDeDuvida = (typeof MOTIVOS_DE_DUVIDA)[number];

/** Words for reasons, to follow 'frase' or 'frases'. */
export const DUVIDA_LABEL: Record<MotivoDeDuvida, string> = {
  tempos: 'com tempos impossíveis',
  legenda: 'de legenda de vídeo',
  lingua: 'em outra língua',
  repeticao: 'em repetição sem fim',
  silencio: 'em um momento sem fala',
  ritmo: 'em ritmo de fala impossível',
};

/** Consecutive sentences left out for one reason, without their words. */
export type TrechoDeixado = {
  canal: Canal;
  startMs: number;
  endMs: number;
  falas: number;
  motivo: MotivoDeDuvida;
};

/** auditoria_resultados.falas_deixadas; null: no sentence left out. */
export type FalasDeixadas = {
  total: number;
  /** Share (0 to 1) of measured speech that only left-out sentences cover. */
  parcela: number;
  /** The first `TRECHOS_MAX`, in order of time. */
  trechos: TrechoDeixado[];
};

export const TRECHOS_MAX = 100;
/** Greatest share of speech that may be left out; above it, the remaining sentences are no transcript. */
export const DEIXADA_MAX = 1 / 3;
const NEIGHBOUR_MS = 5000;

type Deixada = Pick<TrechoDeixado, 'canal' | 'startMs' | 'endMs' | 'motivo'>;

/** Summarises left-out sentences; joins neighbours of the same channel and reason. */
export function summariseLeftOut(deixadas: readonly Deixada[], parcela: number): FalasDeixadas | null {
  if (deixadas.length === 0) return null;
  const trechos: TrechoDeixado[] = [];
  const byTime = (a: Deixada, b: Deixada) => a.startMs - b.startMs || a.endMs - b.endMs;
  for (const channel of CANAIS) {
    let last: TrechoDeixado | undefined;
    for (const one of deixadas.filter(({ canal }) => canal === channel).sort(byTime)) {
      if (last?.motivo === one.motivo && one.startMs - last.endMs <= NEIGHBOUR_MS) {
        last.endMs = Math.max(last.endMs, one.endMs);
        last.falas += 1;
      } else {
        const { canal, startMs, endMs, motivo } = one;
        last = { canal, startMs, endMs, falas: 1, motivo };
        trechos.push(last);
      }
    }
  }
  return {
    total: deixadas.length,
    parcela: Math.round(parcela * 10_000) / 10_000,
    trechos: trechos.sort(byTime).slice(0, TRECHOS_MAX),
  };
}

/** Counts by reason, most frequent first: '60 frases em repetição sem fim; 3 frases em um momento sem fala'. */
export function reasonsText({ trechos }: Pick<FalasDeixadas, 'trechos'>): string {
  const counts = new Map<MotivoDeDuvida, number>();
  for (const { motivo, falas } of trechos) counts.set(motivo, (counts.get(motivo) ?? 0) + falas);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([motivo, n]) => `${n} ${n === 1 ? 'frase' : 'frases'} ${DUVIDA_LABEL[motivo]}`)
    .join('; ');
}
