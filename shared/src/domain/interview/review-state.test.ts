import { expect, it } from 'vitest';
import { needsReason } from './review-state.ts';
import { whyUndecidable } from './why-undecidable.ts';

const done = { situacao: 'concluida', quarentena: null, sincronia: 'completa' } as const;

it('de uma concluída tudo se decide; pôr em espera e rejeitar pedem motivo', () => {
  for (const para of ['pendente', 'aprovada', 'em_espera', 'rejeitada'] as const) {
    expect(whyUndecidable(done, para)).toBeNull();
    expect(needsReason(para)).toBe(para === 'em_espera' || para === 'rejeitada');
  }
});

it('de uma em andamento nada; uma interrompida ou em quarentena não é aprovada', () => {
  expect(whyUndecidable({ ...done, situacao: 'em_andamento' }, 'rejeitada')).toContain('em andamento');
  expect(whyUndecidable({ ...done, situacao: 'interrompida' }, 'aprovada')).toContain('concluídas');
  expect(whyUndecidable({ ...done, situacao: 'interrompida' }, 'rejeitada')).toBeNull();
  expect(whyUndecidable({ ...done, sincronia: null }, 'aprovada')).toBeNull();
  expect(whyUndecidable({ ...done, sincronia: 'parcial' }, 'aprovada')).toContain('chegando do aparelho');
  expect(whyUndecidable({ ...done, sincronia: 'parcial' }, 'rejeitada')).toBeNull();
  expect(whyUndecidable({ ...done, quarentena: 'membro_desativado' }, 'aprovada')).toContain('quarentena');
});
