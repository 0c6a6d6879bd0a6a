import type { QueryOf, ResponseOf } from '@escuta/shared/contracts/contract';
import type { listRegistros as listContract } from '@escuta/shared/contracts/operation/registros';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import { readStoredObject } from '@escuta/shared/domain/text/stored';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import { isKnownCompany, listRegistros, type RegistroRow } from './repo.ts';

type Page = ResponseOf<typeof listContract>;

/** Requires a company in the scope that exists or that a log still names. @throws AppError nao_encontrado otherwise */
export async function requireCompany(
  { db }: Pick<AppDeps, 'db'>,
  scope: Scope,
  empresaId: string | undefined,
): Promise<void> {
  if (empresaId !== undefined && !(await isKnownCompany(db, scope, empresaId)))
    throw new AppError('nao_encontrado', 'Empresa não encontrada.');
}

function presentRegistro(row: RegistroRow): Page['data'][number] {
  return {
    id: row.id,
    acao: row.acao,
    recurso: row.recurso,
    recurso_id: row.recurso_id,
    detalhes: readStoredObject(row.detalhes),
    empresa: row.empresa_id === null ? null : { id: row.empresa_id, nome: row.empresa_nome },
    usuario: row.usuario_id === null ? null : { id: row.usuario_id, email: row.usuario_email },
    quem: row.quem ?? 'Não identificado',
    endereco_ip: row.endereco_ip,
    request_id: row.request_id,
    created_at: row.created_at.toISOString(),
  };
}

/**
 * A page of the audit log, newest first.
 * @throws AppError nao_encontrado (the company), requisicao_invalida for a page too far from the first
 */
export async function pageOfRegistros(
  deps: AppDeps,
  scope: Scope,
  query: Omit<QueryOf<typeof listContract>, 'empresaId'> & { empresaId?: string | undefined },
): Promise<Pick<Page, 'data' | 'pagination'>> {
  await requireCompany(deps, scope, query.empresaId);
  return presentPage(query, await listRegistros(deps.db, scope, query), presentRegistro);
}
