// @vitest-environment node
import { expect, it } from 'vitest';
import { type EtapaWire, progressShare, retryInS, stageMs } from './progress.ts';

const stage = (change: Partial<EtapaWire>): EtapaWire => ({
  etapa: 'audio',
  status: 'pendente',
  tentativa: 0,
  erro: null,
  proximaEm: null,
  iniciadaEm: null,
  terminadaEm: null,
  ...change,
});

it('counts finished stages whole and the running one half', () => {
  expect(progressShare([])).toBe(0);
  expect(
    progressShare([
      stage({ status: 'concluida' }),
      stage({ status: 'ignorada' }),
      stage({ status: 'executando' }),
      stage({}),
      stage({ status: 'erro' }),
    ]),
  ).toBe(0.5);
});

it('measures a stage only once it has ended', () => {
  const iniciadaEm = '2026-05-04T10:00:00.000Z';
  expect(stageMs(stage({ iniciadaEm }))).toBeNull();
  expect(stageMs(stage({ iniciadaEm, terminadaEm: '2026-05-04T10:00:01.250Z' }))).toBe(1250);
});

it('says when the next attempt comes, until it has come', () => {
  const proximaEm = '2026-05-04T10:00:10.000Z';
  const at = (iso: string) => Date.parse(iso);
  expect(retryInS(stage({ proximaEm }), at('2026-05-04T10:00:00.500Z'))).toBe(10);
  expect(retryInS(stage({ proximaEm }), at('2026-05-04T10:00:10.000Z'))).toBeNull();
  expect(retryInS(stage({ proximaEm, status: 'concluida' }), 0)).toBeNull();
});
