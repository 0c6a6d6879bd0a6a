import type { PerguntaLida } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { expect, it } from 'vitest';
import { auditedQuestions } from './audited-questions.ts';

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

it('a question that the sheet does not answer is not audited, and nothing depends on it; one filled in by sight says so', () => {
  const lidas = [
    question('P1'),
    question('P2', { pergunta: 0, opcoes: [1] }),
    { ...question('P3', { pergunta: 1, opcoes: [0] }), observada: true },
  ];
  let ids = 0;
  const perguntas = auditedQuestions(lidas, new Set([0, 2]), () => `${++ids}`);
  expect(perguntas.map(({ codigo, auditada }) => [codigo, auditada])).toEqual([
    ['P1', true],
    ['P2', false],
    ['P3', true],
  ]);
  expect(perguntas.map(({ observada }) => observada ?? false)).toEqual([false, false, true]);
  expect(perguntas.map(({ mostrarSe }) => mostrarSe)).toEqual([
    null,
    { perguntaId: perguntas[0]?.id, opcoes: [perguntas[0]?.opcoes[1]?.id] },
    null,
  ]);
});
