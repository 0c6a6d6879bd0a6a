import { expect, it } from 'vitest';
import { whyUndecidable } from '../confront/why-undecidable.ts';
import { needsReason } from './review-state.ts';

const done = { situacao: 'concluida', quarentena: null, sincronia: 'completa' } as const;

it('a completed one takes every decision; hold and rejection ask for a reason', () => {
  for (const para of ['pendente', 'aprovada', 'em_espera', 'rejeitada'] as const) {
    expect(whyUndecidable(done, para)).toBeNull();
    expect(needsReason(para)).toBe(para === 'em_espera' || para === 'rejeitada');
  }
});

it('one in progress takes none; an interrupted or quarantined one is not approved', () => {
  expect(whyUndecidable({ ...done, situacao: 'em_andamento' }, 'rejeitada')).toContain('em andamento');
  expect(whyUndecidable({ ...done, situacao: 'interrompida' }, 'aprovada')).toContain('concluídas');
  expect(whyUndecidable({ ...done, situacao: 'interrompida' }, 'rejeitada')).toBeNull();
  expect(whyUndecidable({ ...done, sincronia: null }, 'aprovada')).toBeNull();
  expect(whyUndecidable({ ...done, sincronia: 'parcial' }, 'aprovada')).toContain(
    'sendo enviada pelo aparelho',
  );
  expect(whyUndecidable({ ...done, sincronia: 'parcial' }, 'rejeitada')).toBeNull();
  expect(whyUndecidable({ ...done, quarentena: 'membro_desativado' }, 'aprovada')).toContain('quarentena');
});
