import type { Proposta } from '@escuta/shared/domain/survey-file/documents/ai-reading';
import type {
  LinhaLida,
  QuestionarioLido,
} from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { expect, it } from 'vitest';
import {
  linesBeside,
  openProposals,
  placeOfLine,
  withAddedLines,
  withProposal,
} from './draft-from-document.ts';
import { countChanges, draftOf, questionsOf } from './question-draft.ts';

const pergunta = (codigo: string): QuestionarioLido['perguntas'][number] => ({
  codigo,
  texto: 'Mora aqui?',
  tipo: 'escolha',
  obrigatoria: true,
  ler_opcoes: true,
  instrucao: null,
  minimo: null,
  maximo: null,
  unidade: null,
  opcoes: [{ texto: 'Sim', valor: 1, especial: null }],
  mostrar_se: null,
  avisos: [],
});
const lido: QuestionarioLido = {
  titulo: null,
  apresentacao: null,
  sobras: [],
  perguntas: [pergunta('P1'), pergunta('P2')],
};
const linha = (texto: string, uso: LinhaLida['uso'], of: number | null = null): LinhaLida => ({
  texto,
  uso,
  pergunta: of,
  lugar: null,
});
const LINHAS = [
  linha('1. Mora aqui?', 'usada', 0),
  linha('2 Não', 'deixada'),
  linha('2. Mora só?', 'duvidosa', 1),
  linha('Ler devagar', 'deixada'),
];
const proposta = (fields: Partial<Proposta>): Proposta => ({
  id: '1.0',
  pagina: 1,
  linhas: [3],
  pergunta: null,
  depois_de: 0,
  nova: { codigo: 'P1a', texto: 'E antes?', tipo: 'texto', ler_opcoes: true },
  opcoes: [],
  instrucao: null,
  avisos: [],
  ...fields,
});

it('lines stand as the draft has its questions: taken ones are used, those of a removed question are left', () => {
  const draft = draftOf(lido);
  expect(linesBeside(LINHAS, draft).map(({ pergunta: of }) => of?.codigo)).toEqual([
    'P1',
    undefined,
    'P2',
    undefined,
  ]);
  const without = { ...draft, perguntas: draft.perguntas.slice(0, 1) };
  expect(linesBeside(LINHAS, without)[2]).toMatchObject({ uso: 'deixada', pergunta: null });
  const added = withAddedLines(draft, 'p0', linesBeside(LINHAS, draft).slice(1, 2), 'opcao');
  expect(added?.novas).toBe(1);
  expect(added?.draft.perguntas[0]?.respostas_definidas.map(({ valor }) => valor)).toEqual([1, 2]);
  expect(linesBeside(LINHAS, added!.draft)[1]).toMatchObject({ uso: 'usada', pergunta: { codigo: 'P1' } });
  expect(countChanges(added!.draft)).toBe(1);
  expect(questionsOf(added!.draft).map(({ linhas }) => linhas)).toEqual([[1], undefined]);
  // Adding the same line again changes nothing, because the question already has this option.
  expect(withAddedLines(added!.draft, 'p0', linesBeside(LINHAS, draft).slice(1, 2), 'opcao')).toBeNull();
});

it('a new question stands behind the one whose lines come before', () => {
  const draft = draftOf(lido);
  const seen = linesBeside(LINHAS, draft);
  expect([0, 1, 3].map((n) => placeOfLine(seen, n, draft))).toEqual([0, 1, 2]);
});

it('a proposal that a person confirms is a question with its lines, and is proposed no more', () => {
  const draft = draftOf(lido);
  const taken = withProposal(draft, proposta({}));
  expect(taken.perguntas.map(({ codigo }) => codigo)).toEqual(['P1', 'P1a', 'P2']);
  expect(questionsOf(taken)[1]).toMatchObject({ de: null, texto: 'E antes?', linhas: [3] });
  expect(
    openProposals([proposta({}), proposta({ id: '1.1', linhas: [1] })], taken).map(({ id }) => id),
  ).toEqual(['1.1']);
  const more = proposta({
    ...{ pergunta: 1, nova: null, instrucao: 'Ler devagar' },
    opcoes: [{ texto: 'NS', valor: 99, especial: 'nao_sabe' }],
  });
  const changed = withProposal(draft, more).perguntas[1];
  expect(changed).toMatchObject({ instrucao: 'Ler devagar' });
  expect(changed?.respostas_definidas.map(({ valor }) => valor)).toEqual([1, 99]);
  expect(openProposals([more], { ...draft, perguntas: draft.perguntas.slice(0, 1) })).toEqual([]);
});
