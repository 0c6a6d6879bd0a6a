/**
 * This device's authorisation: registered by a signed-in person, renewed with each contact, taken away or erased from
 * afar.
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

/** The published versions of the questionnaires on a device. */
export type VersoesPublicadas = Wire<typeof touchAparelho>['data']['versoes'];

/**
 * How far this device's clock is ahead of the server's, as `AparelhoLocal` keeps it: to tell the time by where there is
 * no network.
 */
function clockAhead(): Pick<AparelhoLocal, 'relogioAdiantadoMs'> {
  const now = serverNow();
  const ahead = now === null ? 0 : Math.round((Date.now() - now) / MINUTE_MS) * MINUTE_MS;
  return ahead > 0 ? { relogioAdiantadoMs: ahead } : {};
}

/**
 * The time by which a device's authorisation is held, ms since 1970: the server's where it has answered, else this
 * device's less what it was ahead then. A clock that is behind keeps nobody from their work.
 */
export const timeFor = (aparelho: AparelhoLocal | undefined): number =>
  serverNow() ?? Date.now() - (aparelho?.relogioAdiantadoMs ?? 0);

/** Registers this device for whoever is signed in; again, it gets a new credential. @throws ApiError */
export async function registerDevice(store: FieldStore, session: Session): Promise<AparelhoLocal> {
  const known = await store.meta('aparelho');
  const register = (id: string) => call(registerAparelho, { body: { id, nome: deviceName(navigator) } });
  let answer: Awaited<ReturnType<typeof register>>;
  try {
    answer = await register(known?.id ?? newId());
  } catch (error) {
    // One that was erased, or is unknown to a server that was restored, begins anew.
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

/**
 * The reason why no interview may be begun here now; null: one may. Those that were begun are always finished and sent.
 */
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

/** Interviews that the server does not have all of. */
export const unsentOf = async (store: FieldStore): Promise<number> => (await store.entrevistas()).length;

/**
 * Says that the device is there, and does what it is told: renewed, revoked, or erased (and says that it was).
 * @param published told which versions of its questionnaires are published now
 * @returns whether it may send
 * @throws ApiError when nobody answers
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
    // A server that was restored may not know the credential.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    await markRevoked(store);
    return false;
  }
  if (answer.situacao === 'a_apagar') {
    await store.setMeta('apagado', true);
    // An interview under way ends with it: the store takes nothing more of it.
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
    // A server of the version before names none.
    folha: answer.folha ?? null,
    autorizadoAte: Date.parse(String(answer.autorizado_ate)),
  };
  if (JSON.stringify(next) !== JSON.stringify(aparelho)) await store.setMeta('aparelho', next);
  // A server of the version before names none.
  published(answer.versoes ?? []);
  return !revogado && next.empresaAtiva !== false;
}

/**
 * The server does not know the credential: the same person has to sign in again. Where their company is out of use that
 * would not help, and the next contact tells.
 */
export async function markRevoked(store: FieldStore): Promise<void> {
  const aparelho = await store.meta('aparelho');
  if (aparelho && aparelho.situacao === 'ativo' && aparelho.empresaAtiva !== false)
    await store.setMeta('aparelho', { ...aparelho, situacao: 'revogado' });
}

/** Interviews that somebody could go on with. */
export const openOf = async (store: FieldStore): Promise<number> =>
  (await store.entrevistas()).filter((entrevista) => !isEnded(entrevista)).length;
