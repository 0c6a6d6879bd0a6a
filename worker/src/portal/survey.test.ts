import type { PerguntaLida } from '@escuta/shared/domain/survey-file/read-questionnaire';
import { expect, it } from 'vitest';
import { rowsOf } from './survey.ts';

const question = (codigo: string, mostrar_se: PerguntaLida['mostrar_se'] = null): PerguntaLida => ({
  ...{
    codigo,
    texto: `Texto de ${codigo}`,
    tipo: 'escolha',
    obrigatoria: true,
    ler_opcoes: true,
    instrucao: null,
  },
  ...{ minimo: null, maximo: null, unidade: null, mostrar_se, avisos: [] },
  opcoes: ['Sim', 'Não'].map((texto, at) => ({ texto, valor: at + 1, especial: null })),
});

it('a question that the sheet does not answer is inactive, and nothing depends on it; one filled in by sight says so', () => {
  const perguntas = [
    question('P1'),
    question('P2', { pergunta: 0, opcoes: [1] }),
    { ...question('P3', { pergunta: 1, opcoes: [0] }), observada: true },
  ];
  const lido = { titulo: null, apresentacao: null, perguntas, sobras: [] };
  const rows = rowsOf(lido, 'q', new Set([0, 2]));
  expect(rows.map(({ codigo, ativo }) => [codigo, ativo])).toEqual([
    ['P1', true],
    ['P2', false],
    ['P3', true],
  ]);
  expect(rows.map(({ observada }) => observada)).toEqual([false, false, true]);
  expect(rows.map(({ mostrar_se }) => mostrar_se)).toEqual([
    null,
    { perguntaId: rows[0]?.id, opcoes: [rows[0]?.opcoes[1]?.id] },
    null,
  ]);
});
