// SQL: a lock on the company's row makes concurrent activations of configurations run one after the other.

import type { Db } from '@escuta/prisma/db';
import { TELEFONIA_MAX_CONFIGS } from '@escuta/shared/domain/calls/telephony';
import { AppError } from '@escuta/shared/domain/errors';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { inScope } from '@escuta/shared/platform/database/sql';

export type AsteriskConfigRow = {
  id: string;
  empresa_id: string;
  name: string;
  asterisk_url: string;
  username: string;
  senha_cifra: string;
  timeout_ms: number;
  is_active: boolean;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = `id, empresa_id, name, asterisk_url, username, senha_cifra, timeout_ms, is_active,
  created_at, updated_at`;

/** A company's configurations: the active one first, then by name. */
export async function listConfigs(db: Db, scope: Scope, empresaId: string): Promise<AsteriskConfigRow[]> {
  const { rows } = await db.query<AsteriskConfigRow>(
    `select ${COLUMNS} from asterisk_configs where empresa_id = $1 and ${inScope('$2', 'empresa_id')}
     order by is_active desc, name, id limit $3`,
    [empresaId, empresaIdOf(scope), TELEFONIA_MAX_CONFIGS],
  );
  return rows;
}

/** A company's active configuration; null if no configuration is active. */
export async function findActiveConfig(
  db: Db,
  scope: Scope,
  empresaId: string,
): Promise<AsteriskConfigRow | null> {
  const { rows } = await db.query<AsteriskConfigRow>(
    `select ${COLUMNS} from asterisk_configs
     where empresa_id = $1 and is_active and ${inScope('$2', 'empresa_id')}`,
    [empresaId, empresaIdOf(scope)],
  );
  return rows[0] ?? null;
}

/** Finds a configuration by id; null if the scope has no such configuration. */
export async function findConfig(db: Db, scope: Scope, id: string): Promise<AsteriskConfigRow | null> {
  const { rows } = await db.query<AsteriskConfigRow>(
    `select ${COLUMNS} from asterisk_configs where id = $1 and ${inScope('$2', 'empresa_id')}`,
    [id, empresaIdOf(scope)],
  );
  return rows[0] ?? null;
}

/**
 * Locks a company's configurations: otherwise two concurrent activations would each find the other inactive.
 * @throws AppError nao_encontrado
 */
export async function lockEmpresa(db: Db, scope: Scope, empresaId: string): Promise<void> {
  const { rowCount } = await db.query(
    `select from empresas where id = $1 and ${inScope('$2', 'id')} for no key update`,
    [empresaId, empresaIdOf(scope)],
  );
  if (!rowCount) throw new AppError('nao_encontrado', 'Empresa não encontrada.');
}

export async function countConfigs(db: Db, scope: Scope, empresaId: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::int as n from asterisk_configs
     where empresa_id = $1 and ${inScope('$2', 'empresa_id')}`,
    [empresaId, empresaIdOf(scope)],
  );
  return rows[0]?.n ?? 0;
}

/** Deactivates a company's other configurations. Call under `lockEmpresa`. */
async function deactivateOthers(db: Db, row: { id: string; empresa_id: string }): Promise<void> {
  await db.query(
    `update asterisk_configs set is_active = false, updated_at = now()
     where empresa_id = $1 and id <> $2 and is_active`,
    [row.empresa_id, row.id],
  );
}

export type AsteriskConfigWrite = Omit<AsteriskConfigRow, 'created_at' | 'updated_at'>;

/** Inserts a configuration; if it is active, first deactivates the company's other configurations. */
export async function insertConfig(
  db: Db,
  scope: Scope,
  row: AsteriskConfigWrite,
): Promise<AsteriskConfigRow> {
  if (row.is_active) await deactivateOthers(db, row);
  const { rows } = await db.query<AsteriskConfigRow>(
    `insert into asterisk_configs (id, empresa_id, name, asterisk_url, username, senha_cifra, timeout_ms, is_active)
     select $1, e.id, $4, $5, $6, $7, $8, $9 from empresas e where e.id = $2 and ${inScope('$3', 'e.id')}
     returning ${COLUMNS}`,
    [
      row.id,
      row.empresa_id,
      empresaIdOf(scope),
      row.name,
      row.asterisk_url,
      row.username,
      row.senha_cifra,
      row.timeout_ms,
      row.is_active,
    ],
  );
  return rows[0] as AsteriskConfigRow;
}

/** Updates a configuration; if it is active, first deactivates the company's other configurations. */
export async function updateConfig(
  db: Db,
  scope: Scope,
  row: AsteriskConfigWrite,
): Promise<AsteriskConfigRow> {
  if (row.is_active) await deactivateOthers(db, row);
  const { rows } = await db.query<AsteriskConfigRow>(
    `update asterisk_configs set name = $3, asterisk_url = $4, username = $5, senha_cifra = $6, timeout_ms = $7,
       is_active = $8, updated_at = now()
     where id = $1 and ${inScope('$2', 'empresa_id')} returning ${COLUMNS}`,
    [
      row.id,
      empresaIdOf(scope),
      row.name,
      row.asterisk_url,
      row.username,
      row.senha_cifra,
      row.timeout_ms,
      row.is_active,
    ],
  );
  return rows[0] as AsteriskConfigRow;
}
