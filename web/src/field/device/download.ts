import type {
  ParaBaixar,
  QuestionarioBaixado,
  QuestionarioMostrado,
} from '@escuta/shared/contracts/surveys/campo';
import { downloadCartao, downloadQuestionario } from '@escuta/shared/contracts/surveys/campo';
import { toast } from '../../lib/browser/toast.ts';
import { deviceBytes, deviceCall } from '../../lib/field-sync/field-api.ts';
import { ApiError } from '../../lib/network/api.ts';
import { cardsOf, type ImagemGuardada } from '../log/model.ts';
import { authorise, type Owned } from './authorise.ts';
import type { VersoesPublicadas } from './device.ts';

/** True if the questionnaire is a published version; false if it is a draft that nobody has published. */
export const hasVersion = (questionario: QuestionarioMostrado): questionario is QuestionarioBaixado =>
  questionario.versao !== null;

/** Requests a questionnaire; if it has a published version, stores that version on the device. */
async function ask(field: Owned, id: string, para: ParaBaixar): Promise<QuestionarioMostrado> {
  const aparelho = await authorise(field);
  const segredo = aparelho?.segredo ?? null;
  if (segredo === null) throw new ApiError(401, 'nao_autenticado', 'Entre para autorizar este aparelho.');
  // A server of the previous version takes no body.
  const body = para === 'levar' ? {} : { body: { para } };
  const { data } = await deviceCall(downloadQuestionario, segredo, { params: { id }, ...body });
  if (hasVersion(data))
    await field.store.keepQuestionario(data, Date.now(), await newCards(field, segredo, data));
  return data;
}

/**
 * Downloads a questionnaire's published version and stores it on the device.
 * @param para 'iniciar' if an interview begins now; the server then publishes a draft first
 * @throws ApiError if the server refuses or cannot be reached, also if there is only a draft and `para` is 'levar'
 */
export async function downloadQuestionnaire(
  field: Owned,
  id: string,
  para: 'levar' | 'iniciar' = 'levar',
): Promise<QuestionarioBaixado> {
  const questionario = await ask(field, id, para);
  if (!hasVersion(questionario)) throw new Error('the server answers with a draft to `mostrar` alone');
  return questionario;
}

/**
 * The questionnaire shown before an interview begins: its published version, which is also stored on the device, or its
 * draft.
 * @throws ApiError if the server refuses or cannot be reached
 */
export const openQuestionnaire = (field: Owned, id: string): Promise<QuestionarioMostrado> =>
  ask(field, id, 'mostrar');

/**
 * Downloads the images of a questionnaire's cards that the device does not have yet, because cards must also show
 * without a network.
 * @throws ApiError if the server refuses or cannot be reached
 */
async function newCards(
  { store }: Owned,
  segredo: string,
  questionario: QuestionarioBaixado,
): Promise<ImagemGuardada[]> {
  const images: ImagemGuardada[] = [];
  for (const id of cardsOf(questionario)) {
    if (await store.imagem(id)) continue;
    images.push({ id, ...(await deviceBytes(downloadCartao, segredo, { params: { id } })) });
  }
  return images;
}

/**
 * Downloads newer published versions of the device's questionnaires. A failed download is retried at a later contact.
 */
export async function takePublished(field: Owned, versoes: VersoesPublicadas): Promise<void> {
  for (const kept of await field.store.questionarios()) {
    const now = versoes.find(({ questionario_id }) => questionario_id === kept.id);
    if (!now || (now.id === kept.versaoId && now.publicada_em === kept.publicadaEm)) continue;
    try {
      const { nome, versao } = await downloadQuestionnaire(field, kept.id);
      if (versao.id === kept.versaoId) continue;
      toast.success(`Versão ${versao.numero} de ${nome}`, {
        description:
          'Novas entrevistas usam esta versão. As já iniciadas continuam na versão em que começaram.',
      });
    } catch {
      // The next contact with the server tries again.
    }
  }
}
