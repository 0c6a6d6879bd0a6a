/**
 * This device's authorisation: registered by a signed-in person, renewed with each contact, revoked or erased remotely.
 */

import {
  QUESTIONARIOS_DE_CAMPO,
  registerAparelho,
  touchAparelho,
} from '@escuta/shared/contracts/surveys/campo';
import { deviceCall } from '../../lib/field-sync/field-api.ts';
import { isEnded } from '../../lib/field-sync/model.ts';
import { ApiError, call, type Wire } from '../../lib/network/api.ts';
import { serverNow } from '../../lib/network/server-clock.ts';
import type { Session } from '../../lib/network/session.ts';
import { newId } from '../../lib/text/ids.ts';
import type { AparelhoLocal, FieldStore } from '../log/model.ts';
import { deviceName } from './platform.ts';

const MINUTE_MS = 60_000;

/** Published versions of the device's questionnaires. */
export type VersoesPublicadas = Wire<typeof touchAparelho>['data']['versoes'];

/**
 * Lead of this device's clock over the server's, in the fields of `AparelhoLocal`: it corrects the time without a
 * network.
 */
function clockAhead(): Pick<AparelhoLocal, 'relogioAdiantadoMs'> {
  const now = serverNow();
  const ahead = now === null ? 0 : Math.round((Date.now() - now) / MINUTE_MS) * MINUTE_MS;
  return ahead > 0 ? { relogioAdiantadoMs: ahead } : {};
}

/**
 * The time for checking an authorisation, ms since 1970: the server's if it has answered, else this device's minus its
 * last known lead. A slow clock locks nobody out.
 */
export const timeFor = (aparelho: AparelhoLocal | undefined): number =>
  serverNow() ?? Date.now() - (aparelho?.relogioAdiantadoMs ?? 0);

/**
 * Registers this device for the signed-in person; a repeated call gets a new credential.
 * @throws ApiError
 */
export async function registerDevice(store: FieldStore, session: Session): Promise<AparelhoLocal> {
  const known = await store.meta('aparelho');
  const register = (id: string) => call(registerAparelho, { body: { id, nome: deviceName(navigator) } });
  let answer: Awaited<ReturnType<typeof register>>;
  try {
    answer = await register(known?.id ?? newId());
  } catch (error) {
    // An erased device, or a device unknown to a restored server, registers again.
    if (!known || !(error instanceof ApiError) || ![404, 409, 422].includes(error.status)) throw error;
    answer = await register(newId());
  }
  const { id, segredo, autorizado_ate, empresa, usuario, so_campo } = answer.data;
  const aparelho: AparelhoLocal = {
    id,
    segredo,
    autorizadoAte: Date.parse(String(autorizado_ate)),
    ...clockAhead(),
    situacao: 'ativo',
    membroAtivo: true,
    empresa,
    usuario: { ...usuario, email: session.user.email },
    soCampo: so_campo,
  };
  await store.setMeta('aparelho', aparelho);
  await store.setMeta('apagado', undefined);
  return aparelho;
}

export const EMPRESA_FORA_DE_USO =
  'A empresa está arquivada na Escuta. As entrevistas ficam salvas neste aparelho e serão enviadas quando ela for reativada.';

/** The reason why no interview may begin here now; null: one may. Begun interviews can always be finished and sent. */
export function explainNoNew(aparelho: AparelhoLocal | undefined, now = timeFor(aparelho)): string | null {
  if (!aparelho || aparelho.segredo === null) return 'Entre para autorizar este aparelho.';
  if (aparelho.empresaAtiva === false) return EMPRESA_FORA_DE_USO;
  if (aparelho.situacao !== 'ativo')
    return 'A autorização deste aparelho foi revogada. Entre de novo para continuar.';
  if (!aparelho.membroAtivo)
    return 'A sua conta foi desativada. As entrevistas já feitas ainda podem ser enviadas.';
  if (aparelho.autorizadoAte <= now) {
    return 'A autorização deste aparelho venceu. Conecte-se à internet para renová-la.';
  }
  return null;
}

/** Number of interviews that the server does not have completely. */
export const unsentOf = async (store: FieldStore): Promise<number> => (await store.entrevistas()).length;

/**
 * Reports to the server and obeys its answer: the device is renewed, revoked, or erased (and confirms that).
 * @param published receives the published versions of the device's questionnaires
 * @returns whether the device may send interviews
 * @throws ApiError without an answer
 */
export async function contact(
  store: FieldStore,
  published: (versoes: VersoesPublicadas) => void = () => undefined,
): Promise<boolean> {
  const aparelho = await store.meta('aparelho');
  if (!aparelho || aparelho.segredo === null) return false;
  const { segredo } = aparelho;
  const say = async (apagado: boolean) =>
    (
      await deviceCall(touchAparelho, null, {
        body: {
          segredo,
          pendentes: await unsentOf(store),
          apagado,
          questionarios: (await store.questionarios()).slice(0, QUESTIONARIOS_DE_CAMPO).map(({ id }) => id),
        },
      })
    ).data;
  if (aparelho.situacao === 'a_confirmar_apagado') {
    await say(true);
    await store.setMeta('aparelho', undefined);
    return false;
  }
  let answer: Awaited<ReturnType<typeof say>>;
  try {
    answer = await say(false);
  } catch (error) {
    // A restored server may lack the credential.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    await markRevoked(store);
    return false;
  }
  if (answer.situacao === 'a_apagar') {
    await store.setMeta('apagado', true);
    // Also ends an interview in progress: the store refuses further writes.
    await store.erase();
    await store.setMeta('aparelho', { ...aparelho, situacao: 'a_confirmar_apagado' });
    await say(true);
    await store.setMeta('aparelho', undefined);
    return false;
  }
  const revogado = answer.situacao === 'revogado' || answer.situacao === 'apagado';
  const { relogioAdiantadoMs: _, ...same } = aparelho;
  const next: AparelhoLocal = {
    ...same,
    ...clockAhead(),
    situacao: revogado ? 'revogado' : 'ativo',
    membroAtivo: answer.membro_ativo,
    empresaAtiva: answer.empresa_ativa,
    soCampo: answer.so_campo,
    // A server of the previous version sends no `folha`.
    folha: answer.folha ?? null,
    autorizadoAte: Date.parse(String(answer.autorizado_ate)),
  };
  if (JSON.stringify(next) !== JSON.stringify(aparelho)) await store.setMeta('aparelho', next);
  // A server of the previous version sends no versions.
  published(answer.versoes ?? []);
  return !revogado && next.empresaAtiva !== false;
}

/**
 * The server does not know the credential: the same person must sign in again. For an inactive company that would not
 * help, which the next contact shows.
 */
export async function markRevoked(store: FieldStore): Promise<void> {
  const aparelho = await store.meta('aparelho');
  if (aparelho && aparelho.situacao === 'ativo' && aparelho.empresaAtiva !== false)
    await store.setMeta('aparelho', { ...aparelho, situacao: 'revogado' });
}

/** Number of interviews that can be continued. */
export const openOf = async (store: FieldStore): Promise<number> =>
  (await store.entrevistas()).filter((entrevista) => !isEnded(entrevista)).length;
