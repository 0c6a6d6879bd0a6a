import { expect, it } from 'vitest';
import {
  readAlerts,
  readAudioFacts,
  readInsightResult,
  readStoredCriteria,
  readStoredTexts,
  readTextAnalysis,
} from './stored.ts';

it('keeps what can be read of an insight, and takes for proven only what says so', () => {
  const criterio = {
    id: 'a',
    descricao: 'A',
    peso: 2,
    critico: true,
    atendido: 'sim',
    justificativa: 'x',
    comprovado: true,
  };
  expect(readInsightResult({ pontuacaoIa: 0.5, criterios: [criterio] })).toEqual({
    pontuacaoIa: 0.5,
    criterios: [criterio],
  });
  const old = { id: 'b', atendido: 'nao', naoPontuado: 'motivo_de_outra_versao' };
  expect(
    readInsightResult({ pontuacaoIa: 1, criterios: [old, { atendido: 'talvez' }, 'x'] })?.criterios,
  ).toEqual([
    {
      id: 'b',
      descricao: '',
      peso: 1,
      critico: false,
      atendido: 'nao',
      justificativa: '',
      comprovado: false,
    },
  ]);
  for (const odd of [null, {}, [], 'x', { pontuacaoIa: '1' }]) expect(readInsightResult(odd)).toBeNull();
});

it('numbers alerts as they stand, so that their quotes find them', () => {
  expect(readAlerts([{ descricao: 'sem título' }, { titulo: 'B', gravidade: 'extrema' }])).toEqual([
    { index: 1, value: { titulo: 'B', descricao: '', gravidade: 'media', comprovado: false } },
  ]);
  expect(readAlerts({})).toEqual([]);
});

it('shows facts and an analysis as far as they go', () => {
  const canal = { canal: 'agente', index: 0, talkMs: 10 };
  expect(readAudioFacts({ durationMs: 60, canais: [canal], silences: 'x' })).toMatchObject({
    durationMs: 60,
    canais: [{ ...canal, speech: [] }],
    silences: [],
    dialogue: null,
  });
  for (const odd of [null, {}, [], { durationMs: 60, canais: [{}] }]) expect(readAudioFacts(odd)).toBeNull();
  const ruido = { startMs: 1, endMs: 2 };
  const damage = (danos: unknown) => readAudioFacts({ durationMs: 60, canais: [canal], danos })?.danos;
  expect(damage({ lacunas: 'x', ruido: [ruido, null, { startMs: 'a' }] })).toEqual({
    lacunas: [],
    ruido: [ruido],
  });
  for (const odd of [undefined, null, 'x', 3]) expect(damage(odd)).toBeUndefined();
  expect(readTextAnalysis({ resumo: 'R', sentimentoGeral: 'eufórico' })).toMatchObject({
    resumo: 'R',
    sentimentoGeral: null,
    ofensas: [],
  });
  for (const odd of [null, {}, { status: 7 }, 'x']) expect(readTextAnalysis(odd)).toBeNull();
});

it('keeps whole criteria and the parameters that are texts', () => {
  expect(readStoredCriteria([{ id: 'a', descricao: 'A' }, { id: 7 }, null])).toEqual([
    { id: 'a', descricao: 'A', peso: 1, critico: false },
  ]);
  expect(readStoredTexts({ a: 'x', b: 7 })).toEqual({ a: 'x' });
  expect(readStoredTexts(null)).toEqual({});
});
