import type { Pagination } from '@escuta/shared/contracts/common';
import type { AuditoriaWire } from '@escuta/shared/contracts/surveys/auditorias';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import { findProject } from '../../reads/scoped-repo.ts';
import { presentAuditoria } from './present.ts';
import { type AuditoriaFilter, findAuditoria, listAuditorias } from './repo.ts';

/**
 * A page of the audits within the scope, newest first.
 * @throws AppError requisicao_invalida beyond the last allowed page
 */
export async function pageOfAuditorias(
  deps: AppDeps,
  scope: Scope,
  filter: AuditoriaFilter,
): Promise<{ data: AuditoriaWire[]; pagination: Pagination }> {
  return presentPage(filter, await listAuditorias(deps.db, scope, filter), presentAuditoria);
}

/**
 * A page of a project's audits, newest first.
 * @throws AppError nao_encontrado
 */
export async function pageOfProjeto(
  deps: AppDeps,
  scope: Scope,
  projetoId: string,
  filter: Pick<AuditoriaFilter, 'page' | 'limit'>,
): Promise<{ data: AuditoriaWire[]; pagination: Pagination }> {
  if (!(await findProject(deps.db, scope, projetoId))) {
    throw new AppError('nao_encontrado', 'Projeto não encontrado.');
  }
  return pageOfAuditorias(deps, scope, { ...filter, projetoId });
}

/** An audit in the scope. @throws AppError nao_encontrado */
export async function readAuditoria(deps: AppDeps, scope: Scope, id: string): Promise<AuditoriaWire> {
  const row = await findAuditoria(deps.db, scope, id);
  if (!row) throw new AppError('nao_encontrado', 'Auditoria não encontrada.');
  return presentAuditoria(row);
}
