import { hmacHex } from '@escuta/shared/platform/crypto/crypto';
import { sessionChannel } from '@escuta/shared/queues/pipeline';
import type { Deps } from '../../base-deps.ts';
import type { Subscriptions } from '../subscriptions.ts';
import { SessionCache } from './session-cache.ts';
import {
  type Account,
  type ApiKey,
  type Device,
  findAccount,
  findApiKey,
  findCompanyInUse,
  findDevice,
  findDeviceById,
  findKeyInForce,
  raiseTokenVersion,
  touchApiKey,
} from './session-repo.ts';

const TTL_MS = 30_000;
const MAX_ENTRIES = 10_000;
const TOUCH_MS = 60_000;

export type Sessions = {
  /** A token's account, cached; null if deleted. */
  account: (membroId: string) => Promise<Account | null>;
  /** An API key's company; null if the key is unknown or revoked. Records the key's use. */
  apiKey: (key: string) => Promise<ApiKey | null>;
  /** True if an API key is neither revoked nor replaced, and its company active. */
  keyInForce: (chaveId: string) => Promise<boolean>;
  /** True if a company is active and not archived. */
  companyInUse: (empresaId: string) => Promise<boolean>;
  /** The API key if cached; never asks the database. */
  knownApiKey: (key: string) => ApiKey | undefined;
  /** The field device with this credential; null if unknown or its company is inactive. */
  device: (segredo: string) => Promise<Device | null>;
  /** The device with this id, for a manager who sends its export; null if unknown or its company is inactive. */
  deviceById: (id: string) => Promise<Device | null>;
  /** The device if cached; never asks the database. */
  knownDevice: (segredo: string) => Device | undefined;
  /**
   * Ends every session of an account at once in every process: after a change of password or role, or a deactivation.
   */
  endSessions: (membroId: string) => Promise<void>;
  /**
   * Tells every process that an account, key, device or company changed (`id`: of the account, device or company).
   * Never fails, and is not awaited.
   */
  announce: (id: string) => void;
  /** Calls `listener` with a changed account's or company's id, or with null if any may have changed. */
  onChange: (listener: (id: string | null) => void) => () => void;
  start: () => Promise<void>;
};

/** Reads accounts, keys and devices through a short-lived cache, which Redis messages invalidate. */
export function createSessions(deps: Deps, subscriptions: Subscriptions): Sessions {
  const options = { isLive: () => subscriptions.connected, ttlMs: TTL_MS, maxEntries: MAX_ENTRIES };
  const accounts = new SessionCache<Account>({ ...options, load: (id) => findAccount(deps.db, id) });
  const keys = new SessionCache<ApiKey>({ ...options, load: (hmac) => findApiKey(deps.db, hmac) });
  const keyIds = new SessionCache<ApiKey>({ ...options, load: (id) => findKeyInForce(deps.db, id) });
  const devices = new SessionCache<Device>({ ...options, load: (hmac) => findDevice(deps.db, hmac) });
  const deviceIds = new SessionCache<Device>({ ...options, load: (id) => findDeviceById(deps.db, id) });
  const companies = new SessionCache<{ empresaId: string }>({
    ...options,
    load: (id) => findCompanyInUse(deps.db, id),
  });
  const channel = sessionChannel(deps.env.REDIS_PREFIX);
  const touched = new Map<string, number>();
  const listeners = new Set<(id: string | null) => void>();
  const hmacOf = (key: string) => hmacHex(deps.env.API_KEY_HMAC_SECRET, key);

  const drop = (id: string | null) => {
    if (id === null) {
      accounts.clear();
      keys.clear();
      keyIds.clear();
      devices.clear();
      deviceIds.clear();
      companies.clear();
    } else {
      accounts.drop((account) => account.membroId === id || account.empresaId === id);
      keys.drop((key) => key.empresaId === id);
      keyIds.drop((key) => key.empresaId === id);
      const isOf = (device: Device) =>
        id === device.aparelhoId || id === device.membroId || id === device.empresaId;
      devices.drop(isOf);
      deviceIds.drop(isOf);
      companies.drop((company) => company.empresaId === id);
    }
    for (const listener of listeners) listener(id);
  };

  const noteUse = (key: ApiKey) => {
    const last = touched.get(key.chaveId) ?? 0;
    if (Date.now() - last < TOUCH_MS) return;
    if (touched.size >= MAX_ENTRIES) touched.clear();
    touched.set(key.chaveId, Date.now());
    touchApiKey(deps.db, key).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'Falha ao anotar o último uso de uma chave');
    });
  };

  const announce = (id: string) => {
    drop(id);
    // The message is not awaited, because the committed change must not depend on Redis. Without Redis no process uses
    // its cache; a process that missed this message reads again within TTL_MS.
    deps.redis.publish(channel, id).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'Fim de sessão não anunciado: Redis indisponível');
    });
  };

  return {
    account: (membroId) => accounts.get(membroId),
    apiKey: async (key) => {
      const found = await keys.get(hmacOf(key));
      if (found) noteUse(found);
      return found;
    },
    keyInForce: async (chaveId) => (await keyIds.get(chaveId)) !== null,
    companyInUse: async (empresaId) => (await companies.get(empresaId)) !== null,
    knownApiKey: (key) => keys.peek(hmacOf(key)),
    device: (segredo) => devices.get(hmacOf(segredo)),
    deviceById: (id) => deviceIds.get(id),
    knownDevice: (segredo) => devices.peek(hmacOf(segredo)),
    endSessions: async (membroId) => {
      await raiseTokenVersion(deps.db, membroId);
      announce(membroId);
    },
    announce,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: async () => {
      subscriptions.onGap(() => drop(null));
      await subscriptions.listen(channel, drop);
    },
  };
}
