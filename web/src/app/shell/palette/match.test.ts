import { expect, it } from 'vitest';
import { score } from './match.ts';

it('folds accents and case, and takes beginnings of words', () => {
  expect(score('Usuários', [], 'usuarios')).toBeGreaterThan(0.9);
  expect(score('Usuários', [], 'USUÁ')).toBeGreaterThan(0.9);
  expect(score('Todas as Auditorias', [], 'todas aud')).toBeGreaterThan(0.8);
  expect(score('Créditos', [], 'ditos')).toBe(0);
});

it('knows synonyms, after the thing itself', () => {
  expect(score('Call Center', ['ligações', 'projetos'], 'ligacoes')).toBeGreaterThan(0);
  expect(score('Call Center', ['projetos'], 'projetos')).toBeLessThan(
    score('Todos os Projetos', [], 'projetos'),
  );
});

it('wants every word that was typed', () => {
  expect(score('Templates Insights', [], 'templates xyz')).toBe(0);
});

it('shows everything while nothing is typed', () => {
  expect(score('Suporte', [], ' ')).toBe(1);
});
