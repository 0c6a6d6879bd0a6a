import { expect, it } from 'vitest';
import {
  completeProfile,
  isOfProfile,
  type MetasDoAparelho,
  missingLines,
  uncounted,
  withOwn,
} from './goals.ts';
import type { EntrevistaLocal } from './model.ts';

const metas: MetasDoAparelho = {
  questionario_id: 'q',
  contadas_em: '2026-11-29T12:00:00Z',
  total: { meta: 10, feitas: 4 },
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
  const filas = [
    { id: 'b', ate: 9, partes: 0, falha: null },
    { id: 'e', ate: 8, partes: 0, falha: null },
  ];
  expect(uncounted(all, filas, 'q').map(({ id }) => id)).toEqual(['a', 'e']);
});

it('ends a profile that is complete with them, only where goals end interviews', () => {
  expect(completeProfile(metas, answers('f', '50'))).toBeNull();
  const now = withOwn(metas, [interview('a')]);
  expect(now.total).toEqual({ meta: 10, feitas: 5 });
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
  expect(missingLines(metas)).toEqual(['Faltam 4: Homens, 45+', 'Falta 1: Mulheres, 45+']);
  expect(missingLines(withOwn(metas, [interview('a')]))).toEqual(['Faltam 4: Homens, 45+']);
});
