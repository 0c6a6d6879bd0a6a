import type { Db } from '@escuta/prisma/db';
import type { BodyOf, QueryOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/team/agentes';
import type { AgenteWire } from '@escuta/shared/contracts/team/agentes';
import { can } from '@escuta/shared/domain/accounts/permissions';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import { enumerate } from '@escuta/shared/domain/text/in-words';
import { lockAgents } from '@escuta/shared/services/calls/agent-merges';
import { lockRamais } from '@escuta/shared/services/calls/call-agents';
import { type Actor, forgetTexts, recordAction } from '@escuta/shared/services/log/audit-log';
import { diffOf, type Mudanca } from '../../access/action-diff.ts';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import { definedFields } from '../../http/defined-fields.ts';
import { listScope } from '../../reads/list-scope.ts';
import { staleRecord } from '../../reads/stale-record.ts';
import type { Session } from '../../sign-in/session.ts';
import {
  type AgenteRow,
  anonymise,
  type Citado,
  claimedBy,
  deleteAgente,
  findAgente,
  hasOpenAccount,
  insertAgente,
  keepFormerAccount,
  listAgentes,
  lockAgentes,
  mergedInto,
  readNaming,
  saveAgente,
  saveApelidos,
} from './repo.ts';
import { removeRetornosOfAgente } from './retornos-repo.ts';
import { tellWaitingSheet } from './waiting-sheet.ts';

const notFound = () => new AppError('nao_encontrado', 'Agente não encontrado.');

const ALTERADO = {
  mensagem:
    'Este agente foi alterado por outra pessoa depois que você o abriu. Nada foi salvo: confira as mudanças e salve de novo.',
  campo: 'Outra pessoa mudou este campo depois que você abriu o agente.',
  campos: { nome: 'nome', matricula: 'matricula', usuario_id: 'usuario_id', apelidos: 'apelidos' },
} as const;

/** Shapes an agent for this caller: only readers of users see an account's e-mail. */
export const present = (
  { papel, permissions }: Session,
  {
    id,
    nome,
    matricula,
    ativo,
    usuario_id,
    usuario_email,
    apelidos,
    entrevistas,
    ligacoes,
    ramais,
    fusoes,
  }: AgenteRow,
): AgenteWire => ({
  id,
  nome,
  matricula,
  ativo,
  usuario_id,
  usuario_email: can(papel, permissions, 'user', 'read') ? usuario_email : null,
  apelidos,
  entrevistas,
  ligacoes,
  ramais,
  fusoes,
});

/**
 * A page of agents: of a survey, of the company that an administrator names, or of the caller's company.
 * @throws AppError nao_encontrado
 */
export async function pageOfAgentes(
  deps: AppDeps,
  session: Session,
  query: QueryOf<typeof contracts.listAgentes>,
) {
  // A survey belongs to a single company, so the session's scope suffices.
  const scope = query.pesquisa_id === undefined ? listScope(session, query.empresaId) : session.scope;
  return presentPage(query, await listAgentes(deps.db, scope, query), (row) => present(session, row));
}

/**
 * An agent in the scope, merged or not.
 * @throws AppError nao_encontrado
 */
export async function requireAgente(db: Db, scope: Scope, id: string): Promise<AgenteRow> {
  const row = await findAgente(db, scope, id);
  if (!row) throw notFound();
  return row;
}

/**
 * Refuses a merged agent.
 * @throws AppError conflito
 */
export function requireOwn(row: AgenteRow): void {
  if (row.fundido_em_id === null) return;
  throw new AppError(
    'conflito',
    `O cadastro de ${row.nome} já foi juntado a outro agente: use o cadastro desse agente.`,
  );
}

/**
 * Checks that no other agent has the number or the account.
 * @throws AppError conflito, nao_encontrado
 */
export async function requireUnclaimed(
  db: Db,
  empresaId: string,
  asked: { matricula?: string | null | undefined; usuario_id?: string | null | undefined },
  except: string | null,
): Promise<void> {
  const [matricula, usuarioId] = [asked.matricula || null, asked.usuario_id ?? null];
  if (matricula === null && usuarioId === null) return;
  const taken = await claimedBy(db, empresaId, { matricula, usuarioId }, except);
  if (taken.matricula !== null) {
    const mensagem = `A matrícula ${matricula} já é de ${taken.matricula}.`;
    throw new AppError('conflito', mensagem, { errors: [{ campo: 'matricula', mensagem }] });
  }
  if (usuarioId === null) return;
  if (!taken.da_empresa) throw new AppError('nao_encontrado', 'Usuário não encontrado.');
  if (taken.conta !== null) {
    const mensagem = `Esta conta já está vinculada a ${taken.conta}.`;
    throw new AppError('conflito', mensagem, { errors: [{ campo: 'usuario_id', mensagem }] });
  }
}

/**
 * Creates an agent in the caller's company.
 * @throws AppError conflito, nao_encontrado
 */
export function addAgente(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  body: BodyOf<typeof contracts.createAgente>,
): Promise<AgenteWire> {
  const { empresaId } = session.ownScope;
  return deps.db.transaction(async (tx) => {
    await lockRamais(tx, empresaId, 'mudam');
    await requireUnclaimed(tx, empresaId, body, null);
    const id = await insertAgente(tx, empresaId, {
      nome: body.nome,
      matricula: body.matricula || null,
      usuario_id: body.usuario_id ?? null,
    });
    await recordAction(tx, { ...actor, empresaId, acao: 'agente_criado', recurso: 'agente', recursoId: id });
    return present(session, await requireAgente(tx, session.ownScope, id));
  });
}

const loggedFieldsOf = ({ nome, matricula, ativo, usuario_id, apelidos }: AgenteRow) => ({
  ...{ nome, matricula, ativo, usuario_id },
  apelidos: [...apelidos].sort(),
});

/** Replaces changed names by the fields' names (`mudou`), so that the log has no name of an anonymised agent. */
function withoutNames({ antes, depois }: Mudanca) {
  const { nome: _, apelidos: __, ...before } = antes;
  const { nome, apelidos, ...after } = depois;
  const nomes = [...(nome === undefined ? [] : ['nome']), ...(apelidos === undefined ? [] : ['apelidos'])];
  return { antes: before, depois: after, ...(nomes.length > 0 ? { mudou: nomes } : {}) };
}

/**
 * Changes an agent: name, number, account, other names.
 * @throws AppError nao_encontrado, conflito
 */
export function changeAgente(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  { antes = {}, ...body }: BodyOf<typeof contracts.updateAgente>,
): Promise<AgenteWire> {
  const { scope } = session;
  return deps.db.transaction(async (tx) => {
    await lockRamais(tx, (await requireAgente(tx, scope, id)).empresa_id, 'mudam');
    await lockAgentes(tx, scope, [id]);
    const row = await requireAgente(tx, scope, id);
    requireOwn(row);
    const { nome, matricula, usuario_id, apelidos } = row;
    const stale = staleRecord(definedFields(antes), { nome, matricula, usuario_id, apelidos }, ALTERADO);
    if (stale) throw stale;
    const { apelidos: _, ...change } = body;
    const asked = {
      ...change,
      matricula: change.matricula === undefined ? undefined : change.matricula || null,
    };
    if (!diffOf(loggedFieldsOf(row), { ...asked, apelidos: body.apelidos && [...body.apelidos].sort() })) {
      return present(session, row);
    }
    await requireUnclaimed(tx, row.empresa_id, change, id);
    if (usuario_id !== null && change.usuario_id !== undefined && change.usuario_id !== usuario_id) {
      await keepFormerAccount(tx, row, usuario_id);
    }
    await saveAgente(tx, id, asked);
    const taken = body.apelidos && (await saveApelidos(tx, row, body.apelidos));
    if (taken) {
      const mensagem = `“${taken.apelido}” já é um apelido de ${taken.nome}. Nada foi salvo.`;
      throw new AppError('conflito', mensagem, { errors: [{ campo: 'apelidos', mensagem }] });
    }
    const after = await requireAgente(tx, scope, id);
    if (after.usuario_id !== usuario_id) await tellWaitingSheet(tx, after);
    const changed = diffOf(loggedFieldsOf(row), loggedFieldsOf(after));
    if (changed) {
      await recordAction(tx, {
        ...{ ...actor, empresaId: row.empresa_id, recurso: 'agente', recursoId: id },
        acao: 'agente_alterado',
        detalhes: withoutNames(changed),
      });
    }
    return present(session, after);
  });
}

const CITADO: readonly [keyof Citado, string][] = [
  ['ligacoes', 'ligações'],
  ['entrevistas', 'entrevistas'],
  ['sinais', 'sinais de pesquisa'],
  ['fundidos', 'outros agentes juntados a ele'],
];

/**
 * Deletes an agent to which no row refers.
 * @throws AppError nao_encontrado, conflito
 */
export function removeAgente(deps: AppDeps, session: Session, actor: Actor, id: string): Promise<void> {
  const { scope } = session;
  return deps.db.transaction(async (tx) => {
    const row = await lockAgente(tx, scope, id);
    const naming = await readNaming(tx, id);
    const by = CITADO.filter(([kind]) => naming[kind]).map(([, label]) => label);
    if (by.length > 0) {
      throw new AppError(
        'conflito',
        `O cadastro de ${row.nome} não pode ser excluído porque tem ${enumerate(by)}. Desative o agente ou, se a pessoa saiu da empresa, anonimize o agente.`,
      );
    }
    await deleteAgente(tx, scope, id);
    await forgetTexts(tx, 'agente', [id]);
    await recordAction(tx, {
      ...actor,
      empresaId: row.empresa_id,
      acao: 'agente_excluido',
      recurso: 'agente',
      recursoId: id,
    });
  });
}

/**
 * Anonymises an agent who has left; the figures stay.
 * @throws AppError nao_encontrado, conflito
 */
export function anonymiseAgente(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
): Promise<AgenteWire> {
  const { scope } = session;
  return deps.db.transaction(async (tx) => {
    const row = await lockAgente(tx, scope, id);
    if (await hasOpenAccount(tx, id)) {
      throw new AppError(
        'conflito',
        `A conta de ${row.nome} ainda está ativa: desative ou exclua o usuário antes de anonimizar o agente.`,
      );
    }
    const merged = await mergedInto(tx, scope, id);
    await removeRetornosOfAgente(tx, scope, id);
    await anonymise(tx, scope, id, `Agente ${id.slice(-6).toUpperCase()}`);
    await forgetTexts(tx, 'agente', [id, ...merged]);
    await recordAction(tx, {
      ...actor,
      empresaId: row.empresa_id,
      acao: 'agente_anonimizado',
      recurso: 'agente',
      recursoId: id,
    });
    return present(session, await requireAgente(tx, scope, id));
  });
}

/**
 * Locks an unmerged agent against changes, merges and new interviews.
 * @throws AppError nao_encontrado, conflito
 */
async function lockAgente(db: Db, scope: Scope, id: string): Promise<AgenteRow> {
  const { empresa_id: empresaId } = await requireAgente(db, scope, id);
  await lockAgents(db, empresaId, 'mudam');
  await lockRamais(db, empresaId, 'mudam');
  await lockAgentes(db, scope, [id]);
  const row = await requireAgente(db, scope, id);
  requireOwn(row);
  return row;
}
