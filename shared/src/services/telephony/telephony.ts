import type { Db } from '@escuta/prisma/db';
import { AppError } from '../../domain/errors.ts';
import { empresaIdOf, type Scope } from '../../domain/scope.ts';
import { type KeyRing, open } from '../../platform/crypto/crypto.ts';
import { inScope } from '../../platform/database/sql.ts';
import type { AriServer } from './ari-client.ts';

export type TelephonyRow = {
  id: string;
  empresa_id: string;
  asterisk_url: string;
  username: string;
  senha_cifra: string;
  timeout_ms: number;
};

/** Sealing context of a telephony password. */
export function telephonyPasswordContext(config: { id: string; empresa_id: string }): string {
  return `asterisk_configs:${config.id}:${config.empresa_id}`;
}

/**
 * A configuration's server with its password in the clear.
 * @throws AppError regra_violada if the encryption key is missing
 */
export function ariServerOf(ring: KeyRing, row: TelephonyRow): AriServer {
  const { asterisk_url: url, username, timeout_ms: timeoutMs } = row;
  try {
    const password = open(ring, row.senha_cifra, telephonyPasswordContext(row));
    return { url, username, password, timeoutMs };
  } catch (cause) {
    throw new AppError(
      'regra_violada',
      'A senha salva da telefonia não pode mais ser lida nesta instalação. Informe-a novamente na configuração.',
      { cause },
    );
  }
}

export async function findActiveTelephony(
  db: Db,
  scope: Scope,
  empresaId: string,
): Promise<(TelephonyRow & { name: string }) | null> {
  const { rows } = await db.query<TelephonyRow & { name: string }>(
    `select id, empresa_id, name, asterisk_url, username, senha_cifra, timeout_ms from asterisk_configs
     where empresa_id = $1 and is_active and ${inScope('$2', 'empresa_id')}`,
    [empresaId, empresaIdOf(scope)],
  );
  return rows[0] ?? null;
}
