import { expect, it } from 'vitest';
import { explainUndecidable } from '../confront/undecidable-reasons.ts';
import { needsReason } from './review-state.ts';

const done = { situacao: 'concluida', quarentena: null, sincronia: 'completa' } as const;

it('a completed one takes every decision; hold and rejection ask for a reason', () => {
  for (const para of ['pendente', 'aprovada', 'em_espera', 'rejeitada'] as const) {
    expect(explainUndecidable(done, para)).toBeNull();
    expect(needsReason(para)).toBe(para === 'em_espera' || para === 'rejeitada');
  }
});

it('one in progress takes none; an interrupted or quarantined one is not approved', () => {
  expect(explainUndecidable({ ...done, situacao: 'em_andamento' }, 'rejeitada')).toContain('em andamento');
  expect(explainUndecidable({ ...done, situacao: 'interrompida' }, 'aprovada')).toContain('concluídas');
  expect(explainUndecidable({ ...done, situacao: 'interrompida' }, 'rejeitada')).toBeNull();
  expect(explainUndecidable({ ...done, sincronia: null }, 'aprovada')).toBeNull();
  expect(explainUndecidable({ ...done, sincronia: 'parcial' }, 'aprovada')).toContain(
    'sendo enviada pelo aparelho',
  );
  expect(explainUndecidable({ ...done, sincronia: 'parcial' }, 'rejeitada')).toBeNull();
  expect(explainUndecidable({ ...done, quarentena: 'membro_desativado' }, 'aprovada')).toContain(
    'quarentena',
  );
});
