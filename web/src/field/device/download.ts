import type { QuestionarioBaixado } from '@escuta/shared/contracts/surveys/campo';
import { downloadQuestionario } from '@escuta/shared/contracts/surveys/campo';
import { deviceCall } from '../../lib/field-sync/field-api.ts';
import { ApiError } from '../../lib/network/api.ts';
import { authorise, type Field } from './field.ts';

/** Takes a questionnaire into the field: its version is frozen, and kept here. @throws ApiError */
export async function downloadQuestionnaire(
  field: Pick<Field, 'owner' | 'store'>,
  id: string,
): Promise<QuestionarioBaixado> {
  const aparelho = await authorise(field);
  const segredo = aparelho?.segredo ?? null;
  if (segredo === null) throw new ApiError(401, 'nao_autenticado', 'Entre para autorizar este aparelho.');
  const { data } = await deviceCall(downloadQuestionario, segredo, { params: { id } });
  await field.store.keepQuestionario(data, Date.now());
  return data;
}
