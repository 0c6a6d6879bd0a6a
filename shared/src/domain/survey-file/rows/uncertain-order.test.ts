import { expect, it } from 'vitest';
import type { Bloco } from '../documents/document.ts';
import { readQuestionnaire } from '../documents/questionnaire-grammar.ts';
import { withUncertainOrder } from './uncertain-order.ts';

const line = (texto: string, pagina: number, incerta = false): Bloco => ({
  tipo: 'linha',
  texto,
  fim: false,
  lugar: { pagina, x: 0, y: 0, largura: 1, altura: 0.1 },
  ...(incerta ? { incerta } : {}),
});
const blocks = [line('1. Mora aqui?', 1), line('2. Há quantos anos?', 2, true)];

it('warns of the questions of a page whose lines may be read in another order', () => {
  const lido = {
    ...readQuestionnaire(blocks),
    linhas: [1, 2].map((pagina, pergunta) => ({
      texto: '',
      uso: 'usada' as const,
      pergunta,
      lugar: { pagina, x: 0, y: 0, largura: 1, altura: 0.1 },
    })),
  };
  const { perguntas } = withUncertainOrder(lido, blocks);
  expect(perguntas.map(({ avisos }) => avisos.length)).toEqual([0, 1]);
  expect(perguntas[1]?.avisos[0]).toMatch(/^Na página 2 há textos lado a lado/u);
});

it('says nothing of a document that has one order', () => {
  const lido = readQuestionnaire(blocks);
  expect(withUncertainOrder(lido, [line('1. Mora aqui?', 1)])).toBe(lido);
});
