import { AppError } from '@escuta/shared/domain/errors';
import type { AppDeps } from '../../../deps.ts';
import { presentPage } from '../../../http/answers.ts';
import type { PageAsked } from '../../../reads/page-repo.ts';
import { findProject } from '../../../reads/scoped-repo.ts';
import type { Session } from '../../../sign-in/session.ts';
import { presentEntrevistaNaLista } from '../present.ts';
import {
  type EntrevistaFilter,
  type EntrevistaTarget,
  findTargetOfPesquisa,
  listEntrevistas,
} from './list-repo.ts';
import { listOwn } from './own-repo.ts';

async function page(deps: AppDeps, session: Session, target: EntrevistaTarget, filter: EntrevistaFilter) {
  const found = await listEntrevistas(deps.db, target, filter, session.usuarioId);
  return presentPage(filter, found, presentEntrevistaNaLista);
}

/**
 * A page of a survey's interviews, by default newest first.
 * @throws AppError nao_encontrado
 */
export async function pageOfPesquisa(deps: AppDeps, session: Session, id: string, filter: EntrevistaFilter) {
  const target = await findTargetOfPesquisa(deps.db, session.scope, id);
  if (!target) throw new AppError('nao_encontrado', 'Pesquisa não encontrada.');
  return page(deps, session, target, filter);
}

/** A page of the caller's own interviews, newest arrival first, without the respondents' data. */
export async function pageOfOwn(deps: AppDeps, session: Session, asked: PageAsked) {
  const { usuarioId, ownScope } = session;
  if (usuarioId === null) throw new Error('own interviews are a person’s');
  const found = await listOwn(deps.db, ownScope, usuarioId, asked);
  return presentPage(asked, found, (row) => ({ ...row, iniciada_em: row.iniciada_em.toISOString() }));
}

/**
 * A page of the interviews of a project's surveys.
 * @throws AppError nao_encontrado
 */
export async function pageOfProjeto(deps: AppDeps, session: Session, id: string, filter: EntrevistaFilter) {
  if (!(await findProject(deps.db, session.scope, id))) {
    throw new AppError('nao_encontrado', 'Projeto não encontrado.');
  }
  return page(deps, session, { projetoId: id, pesquisaId: null }, filter);
}
