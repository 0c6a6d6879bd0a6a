import { AppError } from '@escuta/shared/domain/errors';
import type { AppDeps } from '../../../deps.ts';
import { presentPage } from '../../../http/answers.ts';
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
  const found = await listEntrevistas(deps.db, target, filter, session.usuarioId);
  return presentPage(filter, found, presentEntrevistaNaLista);
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
