import type { PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import { expect, it } from 'vitest';
import {
  type BatteryValues,
  batterySchema,
  batteryValues,
  itemsOf,
  itemsOfLines,
  orderWith,
  stepsOf,
} from './battery-rules.ts';

const question = (id: string, texto_pergunta: string, battery?: string): PerguntaWire => ({
  ...{ id, questionario_id: 'q', codigo: id, texto_pergunta, tipo: 'escolha', multipla_escolha: true },
  ...{ campo_texto: true, ler_opcoes: true, observada: false, instrucao: null, mostrar_se: null },
  regras: battery ? { bateria: { id: battery, texto: 'Que nota dá para' } } : null,
  ...{ condicao_quebrada: null, minimo: null, maximo: null, unidade: null, ordem: 1, ativo: true },
  respostas_definidas: ['Boa', 'Ruim'].map((texto_resposta, index) => ({
    ...{ id: `${id}-${texto_resposta}`, texto_resposta, valor: index + 1, ordem: index + 1 },
    ...{ sinonimos: [], especial: null, regras: null },
  })),
});
const perguntas = [
  question('P1', 'Sexo?'),
  question('P2a', 'a limpeza', 'b'),
  question('P2b', 'o preço', 'b'),
  question('P3', 'Idade?'),
];
const antes = itemsOf(perguntas, 'b');
const now = { id: 'b', antes, opened: antes, perguntas };
const stepsFor = (change: (values: BatteryValues) => BatteryValues, saved = antes) => {
  const values = change(batteryValues(saved));
  return stepsOf(
    batterySchema.parse(values),
    saved === antes ? now : { id: 'nova', antes: [], opened: [], perguntas },
  );
};

it('an unchanged battery asks for nothing', () => {
  expect(stepsFor((values) => values)).toEqual([]);
});

it('a new stem changes every item, a new item is made, and one that is gone is deleted', () => {
  const steps = stepsFor((values) => ({
    ...values,
    texto_pergunta: 'Como avalia',
    itens: [values.itens[1]!, { perguntaId: '', texto: 'as frutas' }],
  }));
  expect(steps.map(({ ato }) => ato)).toEqual(['excluir', 'alterar', 'criar']);
  expect(steps[0]).toMatchObject({ id: 'P2a' });
  // The options in each question's body have that question's own ids.
  expect(steps[1]).toMatchObject({
    id: 'P2b',
    body: {
      codigo: 'P2b',
      texto_pergunta: 'o preço',
      regras: { bateria: { id: 'b', texto: 'Como avalia' } },
      respostas_definidas: [{ id: 'P2b-Boa' }, { id: 'P2b-Ruim' }],
      antes: { regras: { bateria: { texto: 'Que nota dá para' } } },
    },
  });
  const [, , made] = steps;
  expect(made).toMatchObject({ item: 1, body: { codigo: 'P2c', texto_pergunta: 'as frutas' } });
  expect(made?.ato === 'criar' && made.body.respostas_definidas?.map((option) => option.id)).toEqual([
    undefined,
    undefined,
  ]);
});

it('a new battery takes the next free number, and all its items are made', () => {
  const steps = stepsFor(
    (values) => ({
      ...values,
      texto_pergunta: 'Com que frequência',
      tipo: 'escala',
      minimo: '0',
      maximo: '10',
      rodizio_itens: true,
      itens: itemsOfLines(['a) lê', 'b) anda']),
    }),
    [],
  );
  expect(steps).toMatchObject([
    { ato: 'criar', body: { codigo: 'P5a', texto_pergunta: 'lê', regras: { bateria: { rodizio: true } } } },
    { ato: 'criar', body: { codigo: 'P5b', texto_pergunta: 'anda', minimo: 0, maximo: 10 } },
  ]);
});

it('asks for a stem, and for every item in words', () => {
  const { error } = batterySchema.safeParse({ ...batteryValues([]), tipo: 'numero' });
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['texto_pergunta', 'Escreva o texto comum aos itens.'],
    ['itens.0.texto', 'Escreva o item.'],
    ['itens.1.texto', 'Escreva o item.'],
  ]);
});

it('its items stand together, where the first one stood', () => {
  expect(orderWith(perguntas, antes, ['P2b', 'nova', 'P2a'])).toEqual(['P1', 'P2b', 'nova', 'P2a', 'P3']);
  expect(orderWith(perguntas, [], ['nova'])).toEqual(['P1', 'P2a', 'P2b', 'P3', 'nova']);
});
