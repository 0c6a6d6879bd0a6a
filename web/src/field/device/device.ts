/**
 * This device's authorisation. A signed-in person registers the device, each contact with the server renews the
 * authorisation, and the server can revoke it or have the device erased.
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

export type VersoesPublicadas = Wire<typeof touchAparelho>['data']['versoes'];

/**
 * By how much this device's clock is ahead of the server's, ms, as a field of `AparelhoLocal`. Without a network, the
 * difference corrects the device's time.
 */
function clockAhead(): Pick<AparelhoLocal, 'relogioAdiantadoMs'> {
  const now = serverNow();
  const ahead = now === null ? 0 : Math.round((Date.now() - now) / MINUTE_MS) * MINUTE_MS;
  return ahead > 0 ? { relogioAdiantadoMs: ahead } : {};
}

/**
 * The time against which an authorisation is checked, ms since 1970: the server's if it has responded, else this
 * device's, corrected by the last known lead of its clock. So a wrong clock locks nobody out.
 */
export const timeFor = (aparelho: AparelhoLocal | undefined): number =>
  serverNow() ?? Date.now() - (aparelho?.relogioAdiantadoMs ?? 0);

/**
 * Registers this device for the signed-in person. A repeated call gives the device a new credential.
 * @throws ApiError if the server refuses or cannot be reached
 */
export async function registerDevice(store: FieldStore, session: Session): Promise<AparelhoLocal> {
  const known = await store.meta('aparelho');
  const register = (id: string) => call(registerAparelho, { body: { id, nome: deviceName(navigator) } });
  let answer: Awaited<ReturnType<typeof register>>;
  try {
    answer = await register(known?.id ?? newId());
  } catch (error) {
    // The server refuses the known id if the device was erased or the restored server lacks it: registers a new id.
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

/** Reason why no interview may begin here now; null if one may. A begun interview can always be finished and sent. */
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

/** Number of interviews on this device that the server has not received completely. */
export const unsentOf = async (store: FieldStore): Promise<number> => (await store.entrevistas()).length;

/**
 * Reports to the server and does what its response says: renew the authorisation, mark it as revoked, or erase the
 * device's data and confirm that.
 * @param published receives the published versions of the device's questionnaires
 * @returns whether the device may send interviews
 * @throws ApiError if the server does not respond
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
    // 404: a server that was restored from a backup may lack the device's credential.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    await markRevoked(store);
    return false;
  }
  if (answer.situacao === 'a_apagar') {
    await store.setMeta('apagado', true);
    // This also ends an interview in progress, because the erased store refuses further writes.
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
 * Marks the device as revoked, because the server does not know its credential: the same person must sign in again. If
 * the company is inactive, nothing is marked, because a sign-in would not help and the next contact reports the reason.
 */
export async function markRevoked(store: FieldStore): Promise<void> {
  const aparelho = await store.meta('aparelho');
  if (aparelho && aparelho.situacao === 'ativo' && aparelho.empresaAtiva !== false)
    await store.setMeta('aparelho', { ...aparelho, situacao: 'revogado' });
}

/** Number of interviews that can be continued. */
export const openOf = async (store: FieldStore): Promise<number> =>
  (await store.entrevistas()).filter((entrevista) => !isEnded(entrevista)).length;
