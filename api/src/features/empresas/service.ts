import type { Pagination } from '@escuta/shared/contracts/common';
import type { EmpresaWire } from '@escuta/shared/contracts/empresas';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import type { AppDeps } from '../../deps.ts';
import { presentEmpresa } from './present.ts';
import { findEmpresa, listEmpresas } from './repo.ts';

/** A page of the companies that the caller sees, its own first. */
export async function pageOfEmpresas(
  deps: AppDeps,
  scope: Scope,
  filter: { ownId: string; q: string | undefined; page: number; limit: number },
): Promise<{ data: EmpresaWire[]; pagination: Pagination }> {
  const { rows, total } = await listEmpresas(deps.pool, scope, filter);
  return {
    data: rows.map(presentEmpresa),
    pagination: {
      page: filter.page,
      limit: filter.limit,
      total,
      totalPages: Math.ceil(total / filter.limit),
      totalExato: true,
    },
  };
}

/** One company. @throws AppError nao_encontrado, also for another company */
export async function readEmpresa(deps: AppDeps, scope: Scope, id: string): Promise<EmpresaWire> {
  const row = await findEmpresa(deps.pool, scope, id);
  if (!row) throw new AppError('nao_encontrado', 'Empresa não encontrada.');
  return presentEmpresa(row);
}
