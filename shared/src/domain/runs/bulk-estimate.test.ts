import { expect, it } from 'vitest';
import { isSampled } from '../sampling.ts';
import {
  beyondCap,
  CONTAGEM_VAZIA,
  type CustoDeExecucao,
  countItems,
  endsAt,
  estimateUsd,
  type Folga,
  type ItemDoLote,
  shortOf,
  slackOf,
} from './bulk-estimate.ts';

const call = (n: number, fields: Partial<ItemDoLote> = {}): ItemDoLote => ({
  id: `0190a0a0-0000-7000-8000-${String(n).padStart(12, '0')}`,
  tipo: 'ligacao',
  gravacaoMs: 120_000,
  duracaoS: null,
  processada: false,
  faltam: [],
  ...fields,
});
const many = (n: number) => Array.from({ length: n }, (_, index) => call(index));
const WIDE: Folga = { creditos: 1000, tetoCreditos: null, itens: null };
const rules = (folga = WIDE, amostra: number | null = null, maximo = 1000) => ({
  amostra,
  maximo,
  entrevistaMinutos: 20,
  folga,
});

it('counts the same in one piece or in several, and takes of a filter what the sample says', () => {
  const items = many(200);
  const whole = countItems(CONTAGEM_VAZIA, items, rules(WIDE, 30));
  const halves = countItems(
    countItems(CONTAGEM_VAZIA, items.slice(0, 77), rules(WIDE, 30)),
    items.slice(77),
    rules(WIDE, 30),
  );
  expect(halves).toEqual(whole);
  expect(whole.itens).toBe(items.filter(({ id }) => isSampled(id, 30)).length);
  expect(whole.itens + whole.foraDaAmostra).toBe(200);
});

it('what fits are the oldest ones, up to the first that balance or limits do not cover', () => {
  const interviews = [5, 30, 70, 5].map((minutes, index) =>
    call(index, { tipo: 'entrevista', gravacaoMs: minutes * 60_000 }),
  );
  // The calls cost 1, 2, 4 and 1 credits.
  const at = (creditos: number, tetoCreditos: number | null = null, itens: number | null = null) =>
    countItems(CONTAGEM_VAZIA, interviews, rules({ creditos, tetoCreditos, itens }));
  expect(at(8)).toMatchObject({ itens: 4, creditos: 8, cabem: 4, creditosQueCabem: 8 });
  expect(at(6)).toMatchObject({ creditos: 8, cabem: 2, creditosQueCabem: 3 });
  expect(at(100, 3)).toMatchObject({ cabem: 2 });
  expect(at(100, null, 1)).toMatchObject({ cabem: 1, creditosQueCabem: 1 });
  expect(countItems(CONTAGEM_VAZIA, interviews, rules(WIDE, null, 3))).toMatchObject({
    itens: 3,
    alem: true,
  });
});

it('says what is lacking, whatever is lacking', () => {
  const asked = { itens: 5000, creditos: 5000, cabem: 3760 };
  expect(shortOf(asked, slackOf(3760, { creditos: null, itens: null }, { creditos: 0, itens: 0 }))).toBe(
    'Faltam 1.240 créditos para este lote. Agora, 3.760 ligações podem ser processadas.',
  );
  expect(shortOf(asked, slackOf(9000, { creditos: 4000, itens: null }, { creditos: 240, itens: 240 }))).toBe(
    'O limite deste projeto permite 3.760 créditos neste mês, e este lote usa 5.000. Agora, 3.760 ligações podem ser processadas.',
  );
  expect(shortOf(asked, slackOf(9000, { creditos: null, itens: 3760 }, { creditos: 0, itens: 0 }))).toBe(
    'O limite deste projeto permite 3.760 itens neste mês, e este lote tem 5.000. Agora, 3.760 ligações podem ser processadas.',
  );
  expect(shortOf({ ...asked, cabem: 5000 }, WIDE)).toBeNull();
  expect(beyondCap({ creditos: 4, itens: null }, { creditos: 5, itens: 9 })).toContain('4 créditos por mês');
  expect(beyondCap({ creditos: 5, itens: null }, { creditos: 5, itens: 9 })).toBeNull();
});

it('prices by the latest runs: minutes by the minute, the rest by the call, unknown lengths at the mean', () => {
  const run = (minutos: number, perMinute: number): CustoDeExecucao => ({
    minutos,
    transcricao: minutos * perMinute,
    texto: 0.001,
    templates: { a: 0.002, b: 0.004 },
  });
  const past = [run(2, 0.006), run(4, 0.006), run(6, 0.012)];
  const contagem = { itens: 10, minutos: 40, semDuracao: 2, templates: { b: 3, novo: 1 } };
  const usd = estimateUsd({ modo: 'novas', contagem, templates: ['a', 'b'] }, past);
  // 12 minutes cost 0.108; 2 calls of unknown length count with the mean of the other eight.
  expect(usd?.medio).toBeCloseTo(50 * (0.108 / 12) + 10 * 0.001 + 10 * 0.006, 9);
  expect(usd?.p10).toBeCloseTo(50 * 0.006 + 0.01 + 0.06, 9);
  expect(usd?.p90).toBeCloseTo(50 * 0.012 + 0.01 + 0.06, 9);
  // Only missing templates count. A template without history costs the mean of the others.
  expect(estimateUsd({ modo: 'insights', contagem, templates: ['a', 'b'] }, past)?.medio).toBeCloseTo(
    3 * 0.004 + 0.003,
    9,
  );
  expect(estimateUsd({ modo: 'novas', contagem, templates: [] }, [])).toBeNull();
});

it('says when it ends once the rate says anything', () => {
  const now = new Date('2026-03-02T12:00:00Z');
  expect(endsAt({ falta: 120, porMinuto: 2 }, now)?.toISOString()).toBe('2026-03-02T13:00:00.000Z');
  expect(endsAt({ falta: 120, porMinuto: null }, now)).toBeNull();
});
