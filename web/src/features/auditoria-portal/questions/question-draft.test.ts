import { withCodesByPlace } from '@escuta/shared/domain/survey-file/columns/codes-by-place';
import type { QuestionarioLido } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { expect, it } from 'vitest';
import { nextCode } from '../../../domain/survey/question-editor/question-codes.ts';
import {
  asEdited,
  changeOf,
  codeOfHeading,
  countChanges,
  draftOf,
  isStale,
  placeForCode,
  problemsOfDraft,
  questionsOf,
  rebased,
  withQuestion,
} from './question-draft.ts';

type Lida = QuestionarioLido['perguntas'][number];
const question = (codigo: string, fields: Partial<Lida> = {}): Lida => ({
  ...{
    codigo,
    texto: `Texto de ${codigo}`,
    tipo: 'escolha',
    obrigatoria: true,
    ler_opcoes: true,
    instrucao: null,
  },
  ...{ minimo: null, maximo: null, unidade: null, mostrar_se: null, avisos: [] },
  opcoes: ['Sim', 'Não'].map((texto, at) => ({ texto, valor: at + 1, especial: null })),
  ...fields,
});
const LIDO: QuestionarioLido = {
  titulo: null,
  apresentacao: null,
  perguntas: [question('P1'), question('P2', { mostrar_se: { pergunta: 0, opcoes: [1] } }), question('P4')],
  sobras: [],
};
const plain = ({ avisos: _, ...pergunta }: Lida, de: number) => ({ ...pergunta, observada: false, de });

it('an unchanged draft is what was read, and no change', () => {
  const draft = draftOf(LIDO);
  expect(questionsOf(draft)).toEqual(LIDO.perguntas.map(plain));
  expect([countChanges(draft), problemsOfDraft(draft)]).toEqual([0, []]);
});

it('conditions follow their questions and options wherever these move, and say what is gone', () => {
  const draft = draftOf(LIDO);
  const [p1, p2, p4] = draft.perguntas;
  const turned = { ...p1!, respostas_definidas: p1!.respostas_definidas.toReversed() };
  const moved = { ...draft, perguntas: [p4!, turned, p2!] };
  expect(questionsOf(moved)[2]?.mostrar_se).toEqual({ pergunta: 1, opcoes: [0] });
  expect(questionsOf(moved).map(({ de }) => de)).toEqual([2, 0, 1]);
  // Two changes: a changed question, and a changed order of the questions.
  expect(countChanges(moved)).toBe(2);
  const before = { ...draft, perguntas: [p2!, p1!, p4!] };
  expect(problemsOfDraft(before)).toEqual([
    { pergunta: 0, mensagem: 'P2 depende da P1, que não vem antes dela.' },
  ]);
  const without = { ...draft, perguntas: [p2!, p4!] };
  expect(problemsOfDraft(without)[0]?.mensagem).toBe('P2 depende de uma pergunta que não existe mais.');
  expect(countChanges(without)).toBe(1);
});

it('a new question stands where its code belongs; its options have ids of their own', () => {
  const draft = draftOf(LIDO);
  const codigo = codeOfHeading('P4_b');
  const place = placeForCode(draft.perguntas, codigo);
  const nova = asEdited({ texto_pergunta: 'O posto é limpo?', codigo, tipo: 'texto' }, null);
  const next = withQuestion(draft, nova, place);
  expect(next.perguntas.map((one) => [one.codigo, changeOf(next, one)])).toEqual([
    ['P1', null],
    ['P2', null],
    ['P4', null],
    ['P4b', 'nova'],
  ]);
  expect(questionsOf(next)[3]).toMatchObject({
    de: null,
    texto: 'O posto é limpo?',
    tipo: 'texto',
    opcoes: [],
  });
  expect(placeForCode(draft.perguntas, 'P3')).toBe(2);
  expect(placeForCode(draft.perguntas, 'Bairro')).toBe(3);
  const headings = ['4a', 'P4_b', 'Q4.1', 'P07', '7. Usa metrô?', 'Bairro'];
  expect(headings.map(codeOfHeading)).toEqual(['P4a', 'P4b', 'P4.1', 'P7', 'P7', 'Bairro']);
  const taken = ['P4a', 'p4b', 'P4.1', 'P9', 'P1', 'P2'];
  expect(['P4a', 'P4.1', 'P9', ''].map((code) => nextCode(code, taken))).toEqual([
    'P4c',
    'P4.2',
    'P10',
    'P3',
  ]);
});

it('somebody else’s correction is noticed; kept on top of it, questions go on by their codes', () => {
  const draft = draftOf(LIDO);
  const changed = { ...draft, perguntas: draft.perguntas.map((one) => ({ ...one, instrucao: 'Devagar.' })) };
  const theirs = { ...LIDO, perguntas: [LIDO.perguntas[2]!, LIDO.perguntas[0]!] };
  expect([isStale(changed, LIDO), isStale(changed, theirs), isStale(changed, null)]).toEqual([
    false,
    true,
    true,
  ]);
  const kept = rebased(changed, theirs);
  expect(isStale(kept, theirs)).toBe(false);
  expect(questionsOf(kept).map(({ codigo, de }) => [codigo, de])).toEqual([
    ['P1', 1],
    ['P2', null],
    ['P4', 0],
  ]);
  expect(questionsOf(kept)[1]?.mostrar_se).toEqual({ pergunta: 0, opcoes: [1] });
});

it('a question whose uncertain codes were looked at is changed, though it is saved as it stands', () => {
  const falling = ['Sim', 'Não'].map((texto, at) => ({ texto, valor: 2 - at, especial: null }));
  const perguntas = withCodesByPlace([
    { ...question('P1'), opcoes: falling, impressos: [2, 1] },
    { ...question('P2'), impressos: [null, null] },
  ]);
  const draft = draftOf({ ...LIDO, perguntas });
  expect(countChanges(draft)).toBe(0);
  const next = draft.perguntas.reduce((sum, one, at) => withQuestion(sum, one, at), draft);
  expect(next.perguntas.map((one) => changeOf(next, one))).toEqual([null, 'alterada']);
  expect(questionsOf(next).map(({ avisos }) => avisos)).toEqual([undefined, []]);
});
