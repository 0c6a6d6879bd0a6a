// @vitest-environment node
import type { Canal, Falante } from '@escuta/shared/domain/profiles/roles';
import { describe, expect, it } from 'vitest';
import {
  findAll,
  findWords,
  mergeChannels,
  searchTranscript,
  segmentText,
  speakerTexts,
  stepMatch,
  transcriptText,
} from './transcript.ts';

const sentence = (
  ordem: number,
  text: string,
  startMs: number,
  endMs: number,
  falante: Falante = 'agente',
) => ({
  ordem,
  text,
  startMs,
  endMs,
  confidence: 0.9,
  falante,
  textoOriginal: null,
  falanteOriginal: null,
  correcao: null,
  sentimento: null,
  rotuloSentimento: null,
  ofensas: [],
});
const payload = {
  left: {
    papel: 'agente' as const,
    confidence: 0.9,
    fullText: '',
    sentences: [
      sentence(0, 'Bom dia!', 0, 1000),
      sentence(1, 'Posso ajudar?', 1200, 2000),
      sentence(4, 'Só um instante.', 20_000, 21_000),
    ],
  },
  right: {
    papel: 'cliente' as const,
    confidence: 0.9,
    fullText: '',
    sentences: [
      sentence(2, 'A fatura não é minha.', 2500, 4000, 'cliente'),
      sentence(3, 'Não é não.', 4200, 5000, 'cliente'),
    ],
  },
};

describe('mergeChannels', () => {
  it('interleaves both sides by time and marks where a turn starts', () => {
    const lines = mergeChannels(payload);
    expect(lines.map((l) => [l.ordem, l.falante, l.firstOfTurn])).toEqual([
      [0, 'agente', true],
      [1, 'agente', false],
      [2, 'cliente', true],
      [3, 'cliente', false],
      [4, 'agente', true],
    ]);
  });

  it('starts a new turn where another voice of the same channel speaks', () => {
    const lines = mergeChannels({
      left: {
        ...payload.left,
        papel: 'desconhecido',
        sentences: [
          sentence(1, 'a', 0, 1000, 'voz_1'),
          sentence(2, 'b', 1000, 2000, 'voz_2'),
          sentence(3, 'c', 2000, 3000, 'voz_2'),
        ],
      },
      right: null,
    });
    expect(lines.map((l) => l.firstOfTurn)).toEqual([true, true, false]);
    expect(transcriptText(lines.slice(0, 2), (ms) => `${ms}`)).toBe('0 Voz 1: a\n1000 Voz 2: b');
  });

  it('starts a new turn after a long pause of the same speaker', () => {
    const lines = mergeChannels({
      left: { ...payload.left, sentences: [sentence(0, 'a', 0, 1000), sentence(1, 'b', 9000, 9500)] },
      right: null,
    });
    expect(lines.map((l) => l.firstOfTurn)).toEqual([true, true]);
  });

  it('is empty without a transcript', () => {
    expect(mergeChannels(null)).toEqual([]);
    expect(mergeChannels({ left: null, right: null })).toEqual([]);
  });
});

describe('search', () => {
  const lines = mergeChannels(payload);

  it('ignores accents and case, and keeps positions', () => {
    expect(findAll('Não é NÃO, nao.', 'nao')).toEqual([
      { start: 0, end: 3 },
      { start: 6, end: 9 },
      { start: 11, end: 14 },
    ]);
  });

  it('treats the term as text, not as a pattern', () => {
    expect(findAll('quanto custa? (muito)', '?')).toEqual([{ start: 12, end: 13 }]);
    expect(findAll('abc', '.*')).toEqual([]);
  });

  it('lists matches of all lines in reading order', () => {
    expect(searchTranscript(lines, ' não ').map((m) => [m.line, m.start])).toEqual([
      [2, 9],
      [3, 0],
      [3, 6],
    ]);
    expect(searchTranscript(lines, '   ')).toEqual([]);
  });

  it('steps around the ends', () => {
    expect(stepMatch(3, -1, 1)).toBe(0);
    expect(stepMatch(3, -1, -1)).toBe(2);
    expect(stepMatch(3, 2, 1)).toBe(0);
    expect(stepMatch(3, 0, -1)).toBe(2);
    expect(stepMatch(0, 0, 1)).toBe(-1);
  });
});

describe('highlights', () => {
  it('finds offensive words whole only', () => {
    expect(findWords('Que merda, seus Idiotas! Merdado.', ['merda', 'idiotas'])).toEqual([
      { start: 4, end: 9 },
      { start: 16, end: 23 },
    ]);
  });

  it('cuts overlapping highlights and loses no character', () => {
    const text = 'Que merda é essa';
    const segments = segmentText(text, [{ start: 4, end: 9 }], [{ start: 7, end: 11 }]);
    expect(segments.map((s) => s.text).join('')).toBe(text);
    expect(segments.filter((s) => s.ofensa).map((s) => s.text)).toEqual(['mer', 'da']);
    expect(segments.filter((s) => s.match === 0).map((s) => s.text)).toEqual(['da', ' é']);
  });
});

it('copies as plain text with time and speaker', () => {
  expect(transcriptText(mergeChannels(payload).slice(1, 3), (ms) => `${ms}`)).toBe(
    '1200 Agente: Posso ajudar?\n2500 Cliente: A fatura não é minha.',
  );
});

it('gives what each side said in one piece, in the order of time', () => {
  const line = (canal: Canal, falante: Falante, ordem: number, text: string) => ({
    ...sentence(ordem, text, ordem * 1000, ordem * 1000 + 900, falante),
    canal,
    firstOfTurn: true,
  });
  expect(
    speakerTexts([
      line('left', 'agente', 0, 'Bom dia.'),
      line('right', 'cliente', 1, 'Oi.'),
      line('left', 'agente', 2, 'Pois não?'),
    ]),
  ).toEqual([
    { label: 'Agente', text: 'Bom dia. Pois não?' },
    { label: 'Cliente', text: 'Oi.' },
  ]);
  expect(
    speakerTexts([
      line('left', 'voz_1', 0, 'Bom dia.'),
      line('left', 'voz_2', 1, 'Oi.'),
      line('left', 'voz_1', 2, 'Pois não?'),
    ]),
  ).toEqual([
    { label: 'Voz 1', text: 'Bom dia. Pois não?' },
    { label: 'Voz 2', text: 'Oi.' },
  ]);
  expect(speakerTexts([])).toEqual([]);
});
