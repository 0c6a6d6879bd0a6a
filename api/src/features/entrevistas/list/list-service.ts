import type { EntrevistaNaLista } from '@escuta/shared/contracts/surveys/pesquisas';
import { AppError } from '@escuta/shared/domain/errors';
import type { AppDeps } from '../../../deps.ts';
import { paginationOf } from '../../../http/answers.ts';
import { findProject } from '../../../reads/scoped-repo.ts';
import type { Session } from '../../../sign-in/session.ts';
import { presentEntrevistaNaLista } from '../present.ts';
import {
  type EntrevistaFilter,
  type EntrevistaTarget,
  findTargetOfPesquisa,
  listEntrevistas,
} from './list-repo.ts';

async function page(deps: AppDeps, session: Session, target: EntrevistaTarget, filter: EntrevistaFilter) {
  const { rows, total, exato } = await listEntrevistas(deps.db, target, filter, session.usuarioId);
  const data: EntrevistaNaLista[] = rows.map((row) => presentEntrevistaNaLista(row));
  return { data, pagination: paginationOf(filter, total, exato) };
}

/** A page of a survey's interviews. @throws AppError nao_encontrado */
export async function pageOfPesquisa(deps: AppDeps, session: Session, id: string, filter: EntrevistaFilter) {
  const target = await findTargetOfPesquisa(deps.db, session.scope, id);
  if (!target) throw new AppError('nao_encontrado', 'Pesquisa não encontrada.');
  return page(deps, session, target, filter);
}

/** A page of the interviews of a project's surveys. @throws AppError nao_encontrado */
export async function pageOfProjeto(deps: AppDeps, session: Session, id: string, filter: EntrevistaFilter) {
  if (!(await findProject(deps.db, session.scope, id))) {
    throw new AppError('nao_encontrado', 'Projeto não encontrado.');
  }
  return page(deps, session, { projetoId: id, pesquisaId: null }, filter);
}
