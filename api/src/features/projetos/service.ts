import type { BodyOf, QueryOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/operation/projetos';
import { AppError } from '@escuta/shared/domain/errors';
import type { FiltroDaLista } from '@escuta/shared/domain/filters/filtro';
import type { Scope } from '@escuta/shared/domain/scope';
import type { Actor } from '@escuta/shared/services/log/audit-log';
import { requireManager } from '../../access/managers-only.ts';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import type { Background } from '../../http/background.ts';
import { listScope } from '../../reads/list-scope.ts';
import type { Session } from '../../sign-in/session.ts';
import { discard } from './example-service.ts';
import { presentMetricas, presentProjeto, presentProjetoDetalhe, presentProjetoNaLista } from './present.ts';
import {
  createProjeto,
  deleteProjeto,
  findProjetoDetalhe,
  listProjetos,
  type MudancaProjeto,
  readMetricas,
  updateProjeto,
} from './repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Projeto não encontrado.');

/** A page of the projects of the caller's company; administrators may request another company's, or `todas`. */
export async function pageOfProjetos(
  deps: AppDeps,
  session: Session,
  query: QueryOf<typeof contracts.listProjetos>,
) {
  const all = query.todas && query.empresaId === undefined;
  const scope = all ? session.scope : listScope(session, query.empresaId);
  return presentPage(query, await listProjetos(deps.db, scope, query), presentProjetoNaLista);
}

/**
 * Creates a project.
 * @throws AppError nao_encontrado for company or survey, regra_violada for the survey
 */
export async function addProjeto(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  body: BodyOf<typeof contracts.createProjeto>,
) {
  const row = await createProjeto(
    deps.db,
    { scope: session.scope, actor },
    {
      empresaId: body.empresa_id ?? session.empresaId,
      nome: body.nome,
      descricao: body.descricao,
      tipoProjeto: body.tipo_projeto,
      canalAgente: body.canal_agente,
      criadoPor: session.usuarioId,
      pesquisaId: body.pesquisa_id ?? null,
    },
  );
  return presentProjeto(row);
}

/**
 * A project with its figures, linked insights and surveys.
 * @throws AppError nao_encontrado
 */
export async function readProjeto(deps: AppDeps, scope: Scope, id: string) {
  const row = await findProjetoDetalhe(deps.db, scope, id);
  if (!row) throw notFound();
  return presentProjetoDetalhe(row, deps.env.CREDITO_ENTREVISTA_MINUTOS);
}

/** Converts a body's fields for the repo; an empty description becomes null. */
function changeOf(body: Omit<BodyOf<typeof contracts.updateProjeto>, 'antes'>): MudancaProjeto {
  return {
    nome: body.nome,
    descricao: body.descricao === '' ? null : body.descricao,
    canalAgente: body.canal_agente,
    isActive: body.isActive,
    auditoriaAutomatica: body.auditoria_automatica,
  };
}

/**
 * Allows switching the automatic audit, which costs credits, only to managers and only in a survey project.
 * @throws AppError nao_encontrado, sem_permissao, regra_violada
 */
async function assertMaySwitch(deps: AppDeps, session: Session, id: string, ligada: boolean): Promise<void> {
  const row = await findProjetoDetalhe(deps.db, session.scope, id);
  if (!row) throw notFound();
  if (row.auditoria_automatica === ligada) return;
  requireManager(session, 'Só gerentes e administradores podem ligar ou desligar a auditoria automática.');
  if (row.tipo_projeto === 'pesquisa') return;
  throw new AppError('regra_violada', 'Só projetos de pesquisa têm auditoria automática.');
}

/**
 * Changes a project's name, description, agent side, state, survey or automatic audit.
 * @throws AppError nao_encontrado, conflito, sem_permissao, regra_violada
 */
export async function changeProjeto(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  body: BodyOf<typeof contracts.updateProjeto>,
) {
  if (body.auditoria_automatica !== undefined)
    await assertMaySwitch(deps, session, id, body.auditoria_automatica);
  const antes = changeOf(body.antes ?? {});
  const row = await updateProjeto(
    deps.db,
    session.scope,
    id,
    { change: changeOf(body), antes, pesquisaId: body.pesquisa_id },
    actor,
  );
  if (!row) throw notFound();
  return presentProjeto(row);
}

/**
 * Deletes an empty project, or the example with its objects.
 * @throws AppError nao_encontrado, conflito, execucao_em_andamento
 */
export async function removeProjeto(
  deps: AppDeps,
  background: Background,
  scope: Scope,
  actor: Actor,
  id: string,
): Promise<void> {
  const objetos = await deleteProjeto(deps.db, scope, actor, id);
  if (objetos.length === 0) return;
  await background.run('Objetos do exemplo ficam para a varredura', () => discard(deps, objetos));
}

/**
 * A project's metric cards, over all calls or those of a filter.
 * @throws AppError nao_encontrado
 */
export async function metricasOf(deps: AppDeps, scope: Scope, id: string, asked: FiltroDaLista) {
  const row = await readMetricas(deps.db, scope, id, asked);
  if (!row) throw notFound();
  return presentMetricas(row);
}
