import type { Db } from '@escuta/prisma/db';
import type { Armazenamento } from '@escuta/shared/contracts/accounts/empresas';
import { GB } from '@escuta/shared/domain/company-bytes';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import type { AppDeps } from '../../deps.ts';
import { readStorage, type StorageRow, saveQuota } from './storage-repo.ts';

/** Converts bytes to gigabytes, rounded to the number that a person typed. */
const inGb = (bytes: number | null): number | null =>
  bytes === null ? null : Math.round((bytes / GB) * 1e6) / 1e6;

const notFound = () => new AppError('nao_encontrado', 'Empresa não encontrada.');

async function requireStorage(
  { env }: Pick<AppDeps, 'env'>,
  db: Db,
  scope: Scope,
  id: string,
): Promise<StorageRow> {
  const row = await readStorage(db, { scope, env }, id);
  if (!row) throw notFound();
  return row;
}

const presentStorage = (
  { env }: Pick<AppDeps, 'env'>,
  { cota, propria, usado, tipos }: StorageRow,
): Armazenamento => ({
  usado,
  tipos,
  cota,
  cota_gb: inGb(propria),
  padrao_gb: env.COMPANY_MAX_GB,
});

/**
 * A company's storage use and quota.
 * @throws AppError nao_encontrado
 */
export async function readArmazenamento(deps: AppDeps, scope: Scope, id: string): Promise<Armazenamento> {
  return presentStorage(deps, await requireStorage(deps, deps.db, scope, id));
}

/**
 * Sets a company's quota.
 * @param cotaGb null: the installation's quota applies; 0: no limit
 * @throws AppError nao_encontrado
 */
export function changeQuota(
  deps: AppDeps,
  { scope, actor }: { scope: Scope; actor: Actor },
  id: string,
  cotaGb: number | null,
): Promise<Armazenamento> {
  return deps.db.transaction(async (tx) => {
    // 0 means no limit, so a tiny quota becomes 1 byte.
    const bytes = cotaGb === null ? null : cotaGb === 0 ? 0 : Math.max(1, Math.round(cotaGb * GB));
    const before = await saveQuota(tx, scope, id, bytes);
    if (before === undefined) throw notFound();
    if (before !== bytes) {
      await recordAction(tx, {
        ...actor,
        empresaId: id,
        acao: 'cota_da_empresa',
        recurso: 'empresa',
        recursoId: id,
        detalhes: { campos: { cota_gb: { de: inGb(before), para: cotaGb } } },
      });
    }
    return presentStorage(deps, await requireStorage(deps, tx, scope, id));
  });
}
