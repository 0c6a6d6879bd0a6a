import { expect, it } from 'vitest';
import { fieldQuestion } from '../../../../tests/support/field-questionnaire.ts';
import {
  completeProfile,
  isOfProfile,
  type MetasDoAparelho,
  missingLines,
  overLines,
  totalEndsAfter,
  uncounted,
  withOwn,
} from './goals.ts';
import type { EntrevistaLocal } from './model.ts';

const metas: MetasDoAparelho = {
  questionario_id: 'q',
  contadas_em: '2026-11-29T12:00:00Z',
  total: { meta: 10, feitas: 4, encerra: true },
  tabelas: [
    {
      encerra: true,
      dimensoes: [
        {
          tipo: 'opcoes',
          pergunta_id: 'sexo',
          grupos: [
            { texto: 'Mulheres', opcoes: ['f'] },
            { texto: 'Homens', opcoes: ['m'] },
          ],
        },
        { tipo: 'faixas', pergunta_id: 'idade', grupos: [{ texto: '45+', de: 45, ate: null }] },
      ],
      celulas: [
        { chave: '0.0', nomes: ['Mulheres', '45+'], meta: 3, feitas: 2 },
        { chave: '1.0', nomes: ['Homens', '45+'], meta: 5, feitas: 1 },
      ],
    },
    {
      encerra: false,
      dimensoes: [{ tipo: 'opcoes', pergunta_id: 'p9', grupos: [{ texto: 'Sim', opcoes: ['s'] }] }],
      celulas: [{ chave: '0', nomes: ['Sim'], meta: 1, feitas: 1 }],
    },
  ],
};
const answers = (sexo: string, idade: string) => ({
  sexo: { opcoes: [sexo], texto: '' },
  idade: { opcoes: [], texto: idade },
});
const interview = (id: string, fields: Partial<EntrevistaLocal> = {}) =>
  ({
    id,
    questionarioId: 'q',
    fase: 'concluida',
    seq: 9,
    respostas: answers('f', '50'),
    ...fields,
  }) as EntrevistaLocal;

it('counts the interviews of this device whose end the server has not seen', () => {
  const all = [
    interview('a'),
    interview('b'),
    interview('c', { fase: 'interrompida' }),
    interview('d', { questionarioId: 'outro' }),
    interview('e'),
  ];
  expect(uncounted(all, { b: 9, e: 8 }, 'q').map(({ id }) => id)).toEqual(['a', 'e']);
});

it('ends a profile that is complete with them, only where goals end interviews', () => {
  expect(completeProfile(metas, answers('f', '50'))).toBeNull();
  const now = withOwn(metas, [interview('a')]);
  expect(now.total).toEqual({ meta: 10, feitas: 5, encerra: true });
  expect(completeProfile(now, answers('f', '50'))).toEqual(['Mulheres', '45+']);
  expect(completeProfile(now, answers('m', '50'))).toBeNull();
  expect(completeProfile(now, answers('f', '44'))).toBeNull();
  expect(completeProfile(now, { sexo: { opcoes: ['f'], texto: '' } })).toBeNull();
  expect(completeProfile(now, { p9: { opcoes: ['s'], texto: '' } })).toBeNull();
  expect(completeProfile(null, answers('f', '50'))).toBeNull();
  expect([isOfProfile(now, 'idade'), isOfProfile(now, 'p9'), isOfProfile(null, 'idade')]).toEqual([
    true,
    false,
    false,
  ]);
});

it('says what is missing, most first', () => {
  expect(missingLines(metas)).toEqual([
    'Faltam 4 entrevistas: Homens, 45+',
    'Falta 1 entrevista: Mulheres, 45+',
  ]);
  expect(missingLines(withOwn(metas, [interview('a')]))).toEqual(['Faltam 4 entrevistas: Homens, 45+']);
});

it('ends after the last screening question once the total is full, wherever a condition leaves that question out', () => {
  const questoes = [
    fieldQuestion(1, { id: 'sexo' }),
    fieldQuestion(2, { regras: { encerra: { faixa: { de: 0, ate: 15 }, mensagem: null } } }),
    fieldQuestion(3, { id: 'idade' }),
    fieldQuestion(4),
    fieldQuestion(5),
  ];
  const [sexo, filtro, idade, depois, fim] = questoes.map(({ id }) => id) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const full = { ...metas, total: { meta: 10, feitas: 10, encerra: true } };
  const endsAt = (now: MetasDoAparelho, list = questoes) =>
    list.map(({ id }) => id).filter((id) => totalEndsAfter(now, id, questoes, list));
  expect(endsAt(full)).toEqual([idade]);
  const without = (...ids: string[]) => questoes.filter(({ id }) => !ids.includes(id));
  expect(endsAt(full, without(idade))).toEqual([filtro]);
  expect(endsAt(full, without(filtro, idade))).toEqual([sexo]);
  expect([depois, fim].flatMap((id) => endsAt({ ...full, tabelas: [] }, without(id)))).toEqual([
    filtro,
    filtro,
  ]);
  expect(endsAt({ ...full, total: { meta: 10, feitas: 9, encerra: true } })).toEqual([]);
  expect(endsAt({ ...full, total: { meta: 10, feitas: 12, encerra: false } })).toEqual([]);
  // Without screening questions no question ends the interview; instead, the start form refuses to begin it.
  const plain = [fieldQuestion(1), fieldQuestion(2)];
  expect(plain.some(({ id }) => totalEndsAfter({ ...full, tabelas: [] }, id, plain, plain))).toBe(false);
});

it('says what is above the goals, most first', () => {
  const over = withOwn(
    metas,
    Array.from({ length: 3 }, (_, n) => interview(String(n))),
  );
  expect(overLines(over)).toEqual(['2 entrevistas a mais: Mulheres, 45+']);
  expect(overLines(metas)).toEqual([]);
});
