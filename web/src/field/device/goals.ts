import type { QuestionarioBaixado } from '@escuta/shared/contracts/surveys/campo';
import { getMetasDeCampo } from '@escuta/shared/contracts/surveys/goals/metas';
import { deviceCall } from '../../lib/field-sync/field-api.ts';
import { type Answers, asked } from '../log/answers.ts';
import {
  completeProfile,
  isOfProfile,
  type MetasDoAparelho,
  totalEndsAfter,
  uncounted,
  withOwn,
} from '../log/goals.ts';
import type { FieldStore } from '../log/model.ts';

/** Requests and stores the goals of this person's questionnaires. After a failure the stored goals stay. */
export async function takeGoals(store: FieldStore, segredo: string | null): Promise<void> {
  if (segredo === null || (await store.questionarios()).length === 0) return;
  try {
    const filas = await store.filas();
    await store.setMeta('metas', (await deviceCall(getMetasDeCampo, segredo, {})).data);
    await store.setMeta('metasVistas', Object.fromEntries(filas.map(({ id, ate }) => [id, ate])));
  } catch {
    // The next contact with the server tries again.
  }
}

/**
 * The goals of this device's questionnaires. The counts include the device's interviews not yet counted at the server.
 */
export async function goalsHere(store: FieldStore): Promise<MetasDoAparelho[]> {
  const metas = (await store.meta('metas')) ?? [];
  if (metas.length === 0) return [];
  const [entrevistas, vistas] = await Promise.all([store.entrevistas(), store.meta('metasVistas')]);
  return metas.map((one) => withOwn(one, uncounted(entrevistas, vistas ?? {}, one.questionario_id)));
}

/**
 * Names the reached goal that ends an interview once this question is answered: the names of a profile's groups, or an
 * empty list for the goal of the total. Null if no goal ends the interview.
 */
export async function goalFilledAt(
  store: FieldStore,
  {
    questionario: { id, questoes },
    entrevistaId,
    perguntaId,
  }: {
    questionario: Pick<QuestionarioBaixado, 'id' | 'questoes'>;
    entrevistaId: string;
    perguntaId: string;
  },
  answers: Answers,
): Promise<string[] | null> {
  const metas = (await goalsHere(store)).find((one) => one.questionario_id === id) ?? null;
  const profile = isOfProfile(metas, perguntaId) ? completeProfile(metas, answers) : null;
  if (profile) return profile;
  return totalEndsAfter(metas, perguntaId, questoes, asked(questoes, answers, entrevistaId)) ? [] : null;
}
