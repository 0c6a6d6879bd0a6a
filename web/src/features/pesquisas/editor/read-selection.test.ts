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
  const sent = inclusionOf(lido, startOf(lido), () => 'b');
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
  expect(inclusionOf(lido, without(0), () => 'b').map(({ mostrar_se }) => mostrar_se)).toEqual([
    null,
    { pergunta: 0, opcoes: [0] },
  ]);
  expect(inclusionOf(lido, without(1), () => 'b').map(({ mostrar_se }) => mostrar_se)).toEqual([null, null]);
  expect(conditionOf(lido, lido.perguntas[2]!, without(0))).toEqual({
    words: 'Só se P2 for “Sim”',
    lost: false,
  });
  expect(conditionOf(lido, lido.perguntas[2]!, without(1))).toMatchObject({ lost: true });
});

it('says why a question cannot go in as it was read', () => {
  expect(explainUnusable(lida('P1'))).toBeNull();
  expect(explainUnusable(lida('P1', { texto: '' }))).toMatch(/^A pergunta está sem texto/);
  expect(explainUnusable(lida('P1', simOuNao('sim')))).toMatch(/^Há opções com o mesmo texto/);
  expect(explainUnusable(lida('P1', simOuNao('')))).toMatch(/^Há uma opção sem texto/);
});

it('makes a battery of items that were read together for certain, and of all of them alone', () => {
  const stem = 'Como avalia cada um:';
  const item = (codigo: string, words: string, fields: Partial<PerguntaLida> = {}): PerguntaLida =>
    lida(codigo, {
      ...simOuNao(),
      texto: `${stem} ${words}`,
      bateria: { grupo: 7, texto: stem, item: words },
      ...fields,
    });
  const sentOf = (perguntas: PerguntaLida[], chosen?: number[]) => {
    const whole = { ...lido, perguntas };
    const selection = chosen ? { ...startOf(whole), chosen: new Set(chosen) } : startOf(whole);
    return inclusionOf(whole, selection, () => 'b').map(({ texto_pergunta, regras }) => [
      texto_pergunta,
      regras?.bateria?.texto,
    ]);
  };
  const items = [item('P1a', 'A luz'), item('P1b', 'A água')];
  expect(sentOf([lida('P0'), ...items])).toEqual([
    ['Mora aqui?', undefined],
    ['A luz', stem],
    ['A água', stem],
  ]);
  const apart = [
    [`${stem} A luz`, undefined],
    [`${stem} A água`, undefined],
  ];
  expect(sentOf(items, [1])).toEqual(apart.slice(1));
  expect(sentOf([items[0]!, item('P1b', 'A água', { avisos: ['Confira.'] })])).toEqual(apart);
  expect(sentOf([items[0]!, item('P1b', 'A água', simOuNao('Talvez'))])).toEqual(apart);
});
