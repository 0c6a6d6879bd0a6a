import { ETAPAS } from '@escuta/shared/domain/runs/status';
import { describe, expect, it } from 'vitest';
import { STAGE_POOLS, stagesOf } from './stage-pools.ts';

describe('the pools of stages', () => {
  it('take every stage once', () => {
    expect(STAGE_POOLS.flatMap(stagesOf).sort()).toEqual([...ETAPAS].sort());
  });

  it('finish what was begun before they begin more', () => {
    expect(stagesOf('provedor')).toEqual(['negocio', 'confronto', 'analise_texto', 'transcricao']);
  });
});
