import { summariseLeftOut } from '@escuta/shared/domain/transcripts/left-out-speech';
import { describe, expect, it } from 'vitest';
import { doubtsOf, honestCalls, plantedCalls, zlibSize } from '../../../tests/support/spoken-calls.ts';
import { findDoubts, impossibleTimes, isLoop, shareLeftOut, unheardMs } from './transcript-doubt.ts';

const CALLS = 60;

describe('sixty calls of each kind, made by code', () => {
  it('catches at least 97 % of the loops and lies, and with them hardly a word that was said', () => {
    const calls = plantedCalls().map((call) => ({ nome: call.nome, found: doubtsOf(call) }));
    const missed = calls.filter(({ found }) =>
      found.some(({ sentence, motivo }) => sentence.mentira && motivo === null),
    );
    expect(calls).toHaveLength(CALLS);
    expect(missed.length, missed.map(({ nome }) => nome).join(', ')).toBeLessThanOrEqual(CALLS * 0.03);
    const honest = calls.flatMap(({ found }) => found.filter(({ sentence }) => !sentence.mentira));
    expect(honest.filter(({ motivo }) => motivo !== null).length / honest.length).toBeLessThan(0.005);
  });

  it('accuses at most one of the honest ones', () => {
    const accused = honestCalls().flatMap((call) =>
      doubtsOf(call)
        .filter(({ motivo }) => motivo !== null)
        .map(({ motivo, sentence }) => `${call.nome}: ${motivo} ${JSON.stringify(sentence)}`),
    );
    expect(accused.length, accused.join('\n')).toBeLessThanOrEqual(1);
  });
});

describe('single rules', () => {
  const som = { fala: [{ startMs: 500, endMs: 4000 }], outros: [{ startMs: 6000, endMs: 9000 }] };
  const doubt = (texto: string, startMs: number, endMs: number) =>
    findDoubts([{ texto, startMs, endMs }], som, zlibSize)[0];

  it('takes a listener’s word under the other’s speech for said, and none in a silence of both', () => {
    expect(doubt('Aham.', 7000, 7400)).toBeNull();
    expect(doubt('Aham.', 12_000, 12_400)).toBe('silencio');
    expect(doubt('Obrigado.', 7000, 7400)).toBe('silencio');
    // Models' times are accurate only to about a second.
    expect(doubt('Muito obrigado pela atenção.', 5200, 6500)).toBeNull();
  });

  it('tells a decoder’s loop from what people repeat', () => {
    expect(isLoop(Array(40).fill('muy bien').join(' '), zlibSize)).toBe(true);
    expect(isLoop(Array(5).fill('o senhor pode confirmar o endereço').join(', '), zlibSize)).toBe(true);
    expect(isLoop(Array(12).fill('não').join(', '), zlibSize)).toBe(false);
    expect(isLoop(`${Array(14).fill('zero').join(' ')} um`, zlibSize)).toBe(false);
    expect(isLoop('Olê, olê, olê, olá. Olê, olê, olê, olá. Olê, olê, olê, olá.', zlibSize)).toBe(false);
  });

  it('takes credits of subtitles for what they are, and words about subtitles for said', () => {
    const about = (texto: string) => doubt(texto, 1000, 3500);
    for (const texto of [
      'Legendas pela comunidade Amara.org',
      'Legenda Adriana Zanotto',
      'Obrigado por assistir!',
      'Inscreva-se no canal e ative o sininho.',
      'Thank you for watching!',
      'Thanks for watching, please subscribe to my channel.',
      'Gracias por ver el video.',
      '¡Suscríbete al canal!',
      'Sous-titrage Société Radio-Canada',
      'Vielen Dank fürs Zuschauen.',
    ])
      expect(about(texto), texto).toBe('legenda');
    for (const texto of [
      'As legendas do filme estão atrasadas.',
      'Legenda não aparece.',
      'Obrigado por ligar.',
      'Se inscreva no nosso canal do WhatsApp para receber a fatura.',
      'Thank you.',
    ])
      expect(about(texto), texto).toBeNull();
  });

  it('knows times that are none in the sound', () => {
    const at = (startMs: number, endMs: number) => ({ startMs, endMs });
    // The last sentence may end after the sound, because Whisper fills its window up to 30 s.
    expect(impossibleTimes([at(0, 2000), at(38_000, 60_000)], 40_000)).toEqual([false, false]);
    expect(impossibleTimes([at(0, 2000), at(41_500, 43_000), at(1, Number.NaN)], 40_000)).toEqual([
      false,
      true,
      true,
    ]);
    expect(impossibleTimes(Array(4).fill(at(0, 0)), 40_000)).toEqual([true, true, true, true]);
    expect(impossibleTimes(Array(3).fill(at(0, 0)), 40_000)).toEqual([false, false, false]);
  });
});

describe('what is left out', () => {
  const fala = [
    { startMs: 0, endMs: 4000 },
    { startMs: 10_000, endMs: 12_000 },
  ];
  const one = (startMs: number, endMs: number, texto = 'uma frase de cinco palavras') => ({
    texto,
    startMs,
    endMs,
  });

  it('counts as a share of the speech that was measured: over silence nothing is lost', () => {
    const share = (mantidas: ReturnType<typeof one>[], deixadas: ReturnType<typeof one>[]) =>
      shareLeftOut([{ fala, mantidas, deixadas }]);
    expect(share([one(0, 4000)], [one(5000, 9000)])).toBe(0);
    expect(share([one(0, 4000)], [one(9500, 12_500)])).toBeCloseTo(1 / 3);
    expect(share([], [one(0, 12_000)])).toBe(1);
    // A dropped sentence without times counts by its words.
    expect(
      shareLeftOut([
        { fala, mantidas: [one(0, 4000)], deixadas: [{ ...one(0, 0), temposImpossiveis: true }] },
      ]),
    ).toBe(0.5);
  });

  it('knows speech of which no sentence tells', () => {
    expect(unheardMs([one(0, 4000)], fala)).toBe(2000);
    expect(unheardMs([one(0, 9000)], fala)).toBeLessThan(2000);
  });

  it('is kept as stretches', () => {
    const lie = (canal: 'left' | 'right', startMs: number, motivo: 'repeticao' | 'silencio') => ({
      canal,
      startMs,
      endMs: startMs + 500,
      motivo,
    });
    const kept = summariseLeftOut(
      [
        lie('left', 500, 'repeticao'),
        lie('left', 0, 'repeticao'),
        lie('left', 20_000, 'repeticao'),
        lie('right', 700, 'silencio'),
      ],
      0.123_456,
    );
    expect(kept).toEqual({
      total: 4,
      parcela: 0.1235,
      trechos: [
        { canal: 'left', startMs: 0, endMs: 1000, falas: 2, motivo: 'repeticao' },
        { canal: 'right', startMs: 700, endMs: 1200, falas: 1, motivo: 'silencio' },
        { canal: 'left', startMs: 20_000, endMs: 20_500, falas: 1, motivo: 'repeticao' },
      ],
    });
    expect(summariseLeftOut([], 0)).toBeNull();
  });
});
