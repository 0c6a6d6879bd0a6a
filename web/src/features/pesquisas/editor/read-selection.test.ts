import type {
  PerguntaLida,
  QuestionarioLido,
} from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { expect, it } from 'vitest';
import { conditionOf, explainUnusable, inclusionOf, startOf } from './read-selection.ts';

const lida = (codigo: string, fields: Partial<PerguntaLida> = {}): PerguntaLida => ({
  codigo,
  texto: 'Mora aqui?',
  tipo: 'texto',
  obrigatoria: false,
  ler_opcoes: true,
  instrucao: null,
  minimo: null,
  maximo: null,
  unidade: null,
  opcoes: [],
  mostrar_se: null,
  avisos: [],
  ...fields,
});
const simOuNao = (nao = 'Não') => ({
  tipo: 'escolha' as const,
  opcoes: [
    { texto: 'Sim', valor: 1, especial: null },
    { texto: nao, valor: 2, especial: null },
  ],
});
const depends = { mostrar_se: { pergunta: 1, opcoes: [0] } };
const lido: QuestionarioLido = {
  titulo: null,
  apresentacao: null,
  sobras: [],
  perguntas: [lida('P1'), lida('P2', simOuNao()), lida('P3', depends), lida('P4', { texto: '' })],
};

it('takes at first all that can go in, required', () => {
  expect([...startOf(lido).chosen]).toEqual([0, 1, 2]);
  const sent = inclusionOf(lido, startOf(lido));
  expect(sent.map(({ codigo, campo_texto }) => [codigo, campo_texto])).toEqual([
    ['P1', true],
    ['P2', true],
    ['P3', true],
  ]);
  expect(sent[2]!.mostrar_se).toEqual({ pergunta: 1, opcoes: [0] });
});

it('moves a condition to the new place of its question, and drops one whose question stays out', () => {
  const without = (place: number) => ({
    chosen: new Set([0, 1, 2].filter((one) => one !== place)),
    todasObrigatorias: false,
  });
  expect(inclusionOf(lido, without(0)).map(({ mostrar_se }) => mostrar_se)).toEqual([
    null,
    { pergunta: 0, opcoes: [0] },
  ]);
  expect(inclusionOf(lido, without(1)).map(({ mostrar_se }) => mostrar_se)).toEqual([null, null]);
  expect(conditionOf(lido, lido.perguntas[2]!, without(0))).toEqual({
    words: 'Só se P2 for “Sim”',
    lost: false,
  });
  expect(conditionOf(lido, lido.perguntas[2]!, without(1))).toMatchObject({ lost: true });
});

it('says why a question cannot go in as it was read', () => {
  expect(explainUnusable(lida('P1'))).toBeNull();
  expect(explainUnusable(lida('P1', { texto: '' }))).toMatch(/^Sem texto/);
  expect(explainUnusable(lida('P1', simOuNao('sim')))).toMatch(/^Há opções com o mesmo texto/);
  expect(explainUnusable(lida('P1', simOuNao('')))).toMatch(/^Há uma opção sem texto/);
});
