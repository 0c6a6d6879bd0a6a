/** Registers this device for whoever is signed in, when that is due. */
import { session } from '../../lib/network/session.ts';
import type { AparelhoLocal, FieldStore } from '../log/model.ts';
import { registerDevice, timeFor } from './device.ts';
import { askedAgain, isOwner, settleAgain } from './owner.ts';

/** One person's device. */
export interface Owned {
  owner: string;
  store: FieldStore;
}

/** Registrations under way: whoever asks meanwhile gets the same device, not one more. */
const registering = new Map<string, Promise<AparelhoLocal | undefined>>();

/** As `authoriseOnce`, one at a time. @throws ApiError */
export function authorise(field: Owned): Promise<AparelhoLocal | undefined> {
  const { owner } = field;
  const under = registering.get(owner);
  if (under) return under;
  const done = authoriseOnce(field).finally(() => registering.delete(owner));
  registering.set(owner, done);
  return done;
}

/**
 * Registers the device for whoever is signed in, if it is theirs and needs it. One that was revoked or erased only by a
 * new sign-in: a session that was there all the time proves nothing.
 * @throws ApiError
 */
async function authoriseOnce({ owner, store }: Owned): Promise<AparelhoLocal | undefined> {
  const known = await store.meta('aparelho');
  const current = session.get();
  if (!current || !isOwner(owner, current)) return known;
  const again = askedAgain(owner);
  if (again === 'pin') {
    await store.setMeta('pin', undefined);
    // Another one is proposed.
    await store.setMeta('pinProposto', undefined);
  }
  if (known?.situacao === 'a_confirmar_apagado') return known;
  if (known === undefined && again === null && (await store.meta('apagado'))) return undefined;
  const isDue =
    known === undefined ||
    known.segredo === null ||
    (known.situacao === 'revogado' ? again !== null : known.autorizadoAte <= timeFor(known));
  const aparelho = isDue ? await registerDevice(store, current) : known;
  if (again !== null) settleAgain(owner);
  return aparelho;
}
