import { describe, expect, it } from 'vitest';
import { decodeAudio } from './recognise/audio.ts';
import { loadSamples, PASTA_DAS_AMOSTRAS, PASTA_DAS_ENTREVISTAS } from './samples.ts';

const RATE = 8000;
const STEP_MS = 10;
/** Level about 20 dB below speech and 20 dB above line noise. */
const FLOOR = 0.004;

function levelsOf(pcm: Float32Array): number[] {
  const step = (RATE * STEP_MS) / 1000;
  return Array.from({ length: Math.floor(pcm.length / step) }, (_, i) => {
    const part = pcm.subarray(i * step, (i + 1) * step);
    return Math.sqrt(part.reduce((sum, s) => sum + s * s, 0) / step);
  });
}

const amostras = await loadSamples();

describe('the committed sample calls', () => {
  it('are the four calls and the short one', () => {
    expect(amostras.map((a) => a.slug)).toEqual([
      'amostra-principal',
      'cancelamento-mal-conduzido',
      'cobranca-com-ofensa',
      'teste-curta',
      'venda-de-fibra',
    ]);
  });

  it.each(amostras)('$slug: sound as encoded and truth agree', async (amostra) => {
    const sides = await decodeAudio(`${PASTA_DAS_AMOSTRAS}${amostra.arquivo}`, 'stereo');
    for (const [canal, pcm] of [
      ['left', sides[0]],
      ['right', sides[1]],
    ] as const) {
      if (!pcm) throw new Error('um lado falta');
      expect(Math.abs((pcm.length * 1000) / RATE - amostra.duracaoMs)).toBeLessThan(10);
      const levels = levelsOf(pcm);
      const own = amostra.sentencas.filter((s) => s.canal === canal);
      for (const { startMs, endMs } of own) {
        const loud = levels.slice(startMs / STEP_MS - 15, endMs / STEP_MS + 15);
        const first = startMs + (loud.findIndex((l) => l > FLOOR) - 15) * STEP_MS;
        const last = startMs + (loud.findLastIndex((l) => l > FLOOR) - 14) * STEP_MS;
        expect(Math.abs(first - startMs), `início de ${startMs} em ${canal}`).toBeLessThanOrEqual(60);
        expect(Math.abs(last - endMs), `fim de ${endMs} em ${canal}`).toBeLessThanOrEqual(130);
      }
      const quiet = levels.filter((_, i) => {
        const at = i * STEP_MS;
        return own.every((s) => at < s.startMs - 80 || at > s.endMs + 80);
      });
      expect(Math.max(...quiet), `ruído fora das falas em ${canal}`).toBeLessThan(FLOOR);
    }
  });

  it('hold what the product shows: a hold, an interruption and words in their sentences', () => {
    const principal = amostras.find((a) => a.slug === 'amostra-principal');
    const ends = principal?.sentencas ?? [];
    const gaps = ends
      .slice(1)
      .map((s, i) => s.startMs - Math.max(...ends.slice(0, i + 1).map((e) => e.endMs)));
    expect(Math.max(...gaps)).toBeGreaterThan(5000);
    expect(Math.min(...gaps)).toBeLessThan(-1000);
    for (const { sentencas } of amostras) {
      for (const s of sentencas) expect(s.palavras.map(([texto]) => texto).join(' ')).toBe(s.texto);
    }
  });
});

describe('the committed sample interviews', async () => {
  const pasta = `${PASTA_DAS_AMOSTRAS}${PASTA_DAS_ENTREVISTAS}`;
  const entrevistas = await loadSamples(pasta);

  it('are twelve', () => {
    expect(entrevistas.map(({ slug }) => slug)).toEqual(
      Array.from({ length: 12 }, (_, i) => `entrevista-${String(i + 1).padStart(2, '0')}`),
    );
  });

  it.each(entrevistas)('$slug: one microphone hears both, where the truth says so', async (amostra) => {
    const [pcm] = await decodeAudio(`${pasta}${amostra.arquivo}`, 'mono');
    if (!pcm) throw new Error('falta o som');
    expect(Math.abs((pcm.length * 1000) / RATE - amostra.duracaoMs)).toBeLessThan(10);
    const levels = levelsOf(pcm);
    const loud = (from: number, to: number) => Math.max(...levels.slice(from / STEP_MS, to / STEP_MS));
    for (const { startMs, endMs, texto } of amostra.sentencas) {
      expect(loud(startMs, endMs), texto).toBeGreaterThan(FLOOR);
    }
    expect(new Set(amostra.sentencas.map(({ papel }) => papel)).size).toBe(2);
    for (const [i, { startMs }] of amostra.sentencas.entries()) {
      const before = amostra.sentencas[i - 1];
      // Checks only pauses so long that the encoder keeps the silence.
      if (before && startMs - before.endMs > 400)
        expect(loud(before.endMs + 150, startMs - 100)).toBeLessThan(FLOOR);
    }
  });
});
