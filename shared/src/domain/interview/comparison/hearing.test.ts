import { describe, expect, it } from 'vitest';
import { alignQuestions } from './alignment.ts';
import { excerptOf, type Gravacao, isAudible, provesAbsence, transcribedShare } from './hearing.ts';

const QUESTIONS = [
  'Em que bairro o senhor mora atualmente?',
  'Quantas pessoas moram na sua casa?',
  'De zero a dez, que nota o senhor dá para o posto de saúde?',
  'Até que série o senhor estudou na escola?',
];

const spoken = (...texts: string[]) =>
  texts.map((texto, index) => ({ texto, startMs: index * 5000, endMs: index * 5000 + 4000 }));
const recorded = (
  sentencas: ReturnType<typeof spoken>,
  more: Partial<Pick<Gravacao, 'fala' | 'lacunas'>> = {},
): Gravacao => ({
  durationMs: sentencas.length * 5000,
  fala: sentencas.map(({ startMs, endMs }) => ({ startMs, endMs })),
  lacunas: [],
  ...more,
});
const align = (sentencas: ReturnType<typeof spoken>) =>
  alignQuestions(
    QUESTIONS,
    sentencas.map(({ texto }) => texto),
  );

const COMPLETE = spoken(
  'em que bairro o senhor mora atualmente',
  'no centro',
  'quantas pessoas moram na sua casa',
  'quatro',
  'de zero a dez que nota o senhor dá para o posto de saúde',
  'oito',
  'até que série o senhor estudou na escola',
  'até a oitava',
);
const WITHOUT_SECOND = COMPLETE.filter((_, index) => index !== 2 && index !== 3).map((one, index) => ({
  ...one,
  startMs: index * 5000,
  endMs: index * 5000 + 4000,
}));

describe('where to listen', () => {
  it('begins a little before the reading and ends with the next one', () => {
    expect(excerptOf(align(COMPLETE), 1, COMPLETE, 40_000)).toEqual({
      ouvir: { startMs: 8000, endMs: 20_000 },
      resposta: { startMs: 14_000, endMs: 20_000 },
    });
    expect(excerptOf(align(COMPLETE), 0, COMPLETE, 40_000).ouvir.startMs).toBe(0);
    expect(excerptOf(align(COMPLETE), 3, COMPLETE, 40_000).resposta.endMs).toBe(40_000);
  });

  it('leads to the gap of a question that was not asked', () => {
    expect(excerptOf(align(WITHOUT_SECOND), 1, WITHOUT_SECOND, 30_000).resposta).toEqual({
      startMs: 4000,
      endMs: 10_000,
    });
  });
});

describe('what can be heard', () => {
  const place = { startMs: 0, endMs: 10_000 };

  it('counts speech that has a text, once however many say it', () => {
    const fala = [
      { startMs: 0, endMs: 4000 },
      { startMs: 5000, endMs: 9000 },
    ];
    const texts = [
      { texto: 'Bom dia.', startMs: 0, endMs: 4000 },
      { texto: 'Oi.', startMs: 1000, endMs: 3000 },
      { texto: ' ', startMs: 5000, endMs: 9000 },
    ];
    expect(transcribedShare(place, { fala }, texts)).toBe(0.5);
    expect(transcribedShare(place, { fala: [] }, texts)).toBe(1);
  });

  it('counts how a short word begins and dies away as said', () => {
    const word = [{ texto: 'oito', startMs: 1000, endMs: 1400 }];
    expect(
      transcribedShare({ startMs: 0, endMs: 3000 }, { fala: [{ startMs: 860, endMs: 1560 }] }, word),
    ).toBe(1);
  });

  it('is nothing where the recording has a gap, or speech gave no text', () => {
    const gravacao = recorded(COMPLETE);
    expect(isAudible(place, gravacao, COMPLETE)).toBe(true);
    expect(isAudible(place, { ...gravacao, lacunas: [{ startMs: 0, endMs: 12_000 }] }, COMPLETE)).toBe(false);
    expect(isAudible(place, { ...gravacao, lacunas: [{ startMs: 0, endMs: 5000 }] }, COMPLETE)).toBe(true);
    expect(isAudible(place, gravacao, COMPLETE.slice(2))).toBe(false);
  });
});

describe('proof that a question was not asked', () => {
  const alignment = align(WITHOUT_SECOND);

  it('stands where both neighbours are found and what lies between them is known', () => {
    expect(provesAbsence(alignment, 1, recorded(WITHOUT_SECOND), WITHOUT_SECOND)).toBe(true);
    expect(provesAbsence(alignment, 0, recorded(WITHOUT_SECOND), WITHOUT_SECOND)).toBe(false);
  });

  it('falls with a gap in the recording, or speech there that gave no text', () => {
    const gap = { lacunas: [{ startMs: 9500, endMs: 9800 }] };
    expect(provesAbsence(alignment, 1, recorded(WITHOUT_SECOND, gap), WITHOUT_SECOND)).toBe(false);
    const unheard = { fala: [{ startMs: 0, endMs: 30_000 }] };
    expect(provesAbsence(alignment, 1, recorded(WITHOUT_SECOND, unheard), WITHOUT_SECOND)).toBe(false);
  });

  it('holds for each of several that were left out in a row: the nearest ones found stand for them', () => {
    const two = [...WITHOUT_SECOND.slice(0, 2), ...WITHOUT_SECOND.slice(4)];
    const said = spoken(...two.map(({ texto }) => texto));
    expect(provesAbsence(align(said), 1, recorded(said), said)).toBe(true);
    expect(provesAbsence(align(said), 2, recorded(said), said)).toBe(true);
  });

  it('falls where no question was found at all: it may be the recording of something else', () => {
    const other = spoken('bom dia o almoço está pronto', 'já vou descer');
    expect(provesAbsence(align(other), 1, recorded(other), other)).toBe(false);
  });

  it("takes the recording's own end for a neighbour", () => {
    const said = COMPLETE.slice(0, 6);
    expect(provesAbsence(align(said), 3, recorded(said), said)).toBe(true);
  });
});
