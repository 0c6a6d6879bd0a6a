import { expect, it } from 'vitest';
import { explainUndecidable } from '../confront/undecidable-reasons.ts';
import { countsInFigures, leftOutText, needsReason, REVISOES_ENTREVISTA } from './review-state.ts';

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

it('an interview counts until somebody puts it on hold or rejects it', () => {
  expect(REVISOES_ENTREVISTA.filter(countsInFigures)).toEqual(['pendente', 'aprovada']);
});

it('says how many interviews a decision keeps out', () => {
  expect(leftOutText({ emEspera: 0, rejeitadas: 0 })).toBe('');
  expect(leftOutText({ emEspera: 1200, rejeitadas: 1 })).toBe('1.200 em espera e 1 rejeitada');
  expect(leftOutText({ emEspera: 0, rejeitadas: 2 })).toBe('2 rejeitadas');
});
