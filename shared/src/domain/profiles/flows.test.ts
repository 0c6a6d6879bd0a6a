import { describe, expect, it } from 'vitest';
import { ETAPA_ANTERIOR } from '../runs/stage-inputs.ts';
import { ETAPAS } from '../runs/status.ts';
import { FLUXOS, flowUpTo, stagesAfter } from './flows.ts';

describe.each(Object.entries(FLUXOS))('the flow of %s', (_, fluxo) => {
  it('has each stage once, and after the one whose result it works on', () => {
    expect(new Set(fluxo).size).toBe(fluxo.length);
    for (const [place, etapa] of fluxo.entries()) {
      const before = ETAPA_ANTERIOR[etapa];
      if (before) expect(fluxo.slice(0, place)).toContain(before);
    }
  });

  it('ends with the accounts, and holds the stages up to which runs are taken over', () => {
    expect(fluxo.at(-1)).toBe('contabilizacao');
    expect(flowUpTo(fluxo, 'transcricao').at(-1)).toBe('transcricao');
    expect(flowUpTo(fluxo, 'negocio').at(-1)).toBe('negocio');
  });
});

it('every stage stands in some flow, and what ends a run goes before what begins one', () => {
  const used = new Set(Object.values(FLUXOS).flat());
  expect([...used].sort()).toEqual([...ETAPAS].sort());
  expect(stagesAfter('contabilizacao')).toBe(0);
  expect(stagesAfter('audio')).toBeGreaterThan(stagesAfter('negocio'));
});
