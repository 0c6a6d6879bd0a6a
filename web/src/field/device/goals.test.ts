import { afterEach, expect, it, vi } from 'vitest';
import { fieldQuestion, fieldQuestionnaire } from '../../../../tests/support/field-questionnaire.ts';
import { begin } from '../log/interview.ts';
import { goalsHere, takeGoals } from './goals.ts';
import { memoryStore } from './storage/memory-store.ts';

const ID = '019a0000-0000-7000-8000-00000000000a';
const questionario = fieldQuestionnaire([fieldQuestion(1)]);

afterEach(() => vi.unstubAllGlobals());

it('counts an own interview until the server has counted with its end', async () => {
  const store = memoryStore();
  await store.keepQuestionario(questionario, 0, []);
  const { entrevista, eventos } = begin(ID, questionario, { nome: 'A', telefone: null }, 'sem', 0);
  await store.commit({ entrevista: { ...entrevista, fase: 'concluida' }, eventos });
  let feitas = 4;
  vi.stubGlobal('fetch', async () =>
    Response.json({
      success: true,
      data: [
        {
          questionario_id: questionario.id,
          contadas_em: '2026-11-29T12:00:00.000Z',
          total: { meta: 10, feitas, encerra: true },
          tabelas: [],
        },
      ],
    }),
  );
  const here = async () => (await goalsHere(store))[0]?.total?.feitas;
  await takeGoals(store, 'segredo');
  expect(await here()).toBe(5);
  // The server takes the interview's end, but its sound fails, and the phone has no network to request the goals again.
  await store.setFila({ id: ID, ate: entrevista.seq, partes: 0, falha: null });
  expect(await here()).toBe(5);
  feitas = 5;
  await takeGoals(store, 'segredo');
  expect(await here()).toBe(5);
});
