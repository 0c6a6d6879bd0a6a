/** Registers this device for the signed-in person when needed. */
import { session } from '../../lib/network/session.ts';
import type { AparelhoLocal, FieldStore } from '../log/model.ts';
import { registerDevice, timeFor } from './device.ts';
import { askedAgain, isOwner, settleAgain } from './owner.ts';

/** A person's key and the person's data on this device. */
export interface Owned {
  owner: string;
  store: FieldStore;
}

/** Registrations under way, by the person's key, so that a second request gets the same device. */
const registering = new Map<string, Promise<AparelhoLocal | undefined>>();

/** Runs `authoriseOnce`, one call at a time per person. @throws ApiError if the server refuses or cannot be reached */
export function authorise(field: Owned): Promise<AparelhoLocal | undefined> {
  const { owner } = field;
  const under = registering.get(owner);
  if (under) return under;
  const done = authoriseOnce(field).finally(() => registering.delete(owner));
  registering.set(owner, done);
  return done;
}

/**
 * Registers the device if it belongs to the signed-in person and is not registered. A device that was revoked or erased
 * needs a session that began later, because an older session proves nothing.
 * @throws ApiError if the server refuses or cannot be reached
 */
async function authoriseOnce({ owner, store }: Owned): Promise<AparelhoLocal | undefined> {
  const known = await store.meta('aparelho');
  const current = session.get();
  if (!current || !isOwner(owner, current)) return known;
  const again = askedAgain(owner);
  if (again === 'pin') {
    await store.setMeta('pin', undefined);
    // Forgets also that a PIN was proposed, so that a new PIN is proposed later.
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
