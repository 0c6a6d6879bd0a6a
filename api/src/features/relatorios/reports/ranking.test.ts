import { expect, it } from 'vitest';
import { rank, semBase } from './ranking.ts';

const agent = (nome: string, n: number, media: number, desvio = 0.1) => ({
  nome,
  somas: { n, soma: n * media, quadrados: n * media ** 2 + Math.max(0, n - 1) * desvio ** 2 },
});

it('ranks by the mean, says where nothing tells two apart, and gives no place on too small a base', () => {
  const ranked = rank([
    agent('Bia', 100, 0.8),
    agent('Poucas', 29, 0.99),
    agent('Ana', 100, 0.81),
    agent('Nova', 0, 0),
    agent('Caio', 100, 0.6),
    agent('Mínimo', 30, 0.59),
  ]);
  expect(ranked.map(({ nome, posicao, semDiferenca }) => [nome, posicao, semDiferenca])).toEqual([
    ['Ana', 1, false],
    ['Bia', 2, true],
    ['Caio', 3, false],
    ['Mínimo', 4, true],
    ['Poucas', null, false],
    ['Nova', null, false],
  ]);
});

it('says why there is no place', () => {
  expect(semBase(7)).toBe('Com 7 ligações, não há base para comparar.');
  expect(semBase(1)).toBe('Com 1 ligação, não há base para comparar.');
  expect(semBase(0)).toBe('Não há pontuações para comparar.');
});
