import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import type { AppDeps } from '../../deps.ts';
import { findSaldo } from './repo.ts';

/** Balance of a company, in credits. @throws AppError nao_encontrado, also for another company */
export async function readSaldo(deps: AppDeps, scope: Scope, empresaId: string): Promise<number> {
  const saldo = await findSaldo(deps.pool, scope, empresaId);
  if (saldo === null) throw new AppError('nao_encontrado', 'Empresa não encontrada.');
  return saldo;
}
