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

it('makes a battery of items that were read together, unless the sheet leaves one of them out', () => {
  const item = (codigo: string, words: string): PerguntaLida => ({
    ...question(codigo),
    texto: `Como avalia: ${words}`,
    bateria: { grupo: 1, texto: 'Como avalia:', item: words },
  });
  const lidas = [item('P1a', 'A luz'), item('P1b', 'A água')];
  let ids = 0;
  const madeOf = (audited: number[]) =>
    auditedQuestions(lidas, new Set(audited), () => `${++ids}`).map(({ texto, bateria }) => [texto, bateria]);
  const [first, second] = madeOf([0, 1]);
  expect(first).toEqual(['A luz', { id: expect.any(String), texto: 'Como avalia:' }]);
  expect(second).toEqual(['A água', first?.[1]]);
  expect(madeOf([0]).map(([texto, bateria]) => [texto, bateria])).toEqual([
    ['Como avalia: A luz', undefined],
    ['Como avalia: A água', undefined],
  ]);
});
