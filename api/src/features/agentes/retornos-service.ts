import type { Db } from '@escuta/prisma/db';
import type { BodyOf, QueryOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/team/agente-pagina';
import type { RetornoWire } from '@escuta/shared/contracts/team/agente-pagina';
import { AppError } from '@escuta/shared/domain/errors';
import { companyScope } from '@escuta/shared/domain/scope';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { recordEvent } from '@escuta/shared/services/log/record-event';
import { takeBackNotice } from '@escuta/shared/services/log/take-back-notice';
import { personOf } from '../../access/person.ts';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import type { Session } from '../../sign-in/session.ts';
import { isLeader, requireReadable } from './page-service.ts';
import {
  agentOfCall,
  insertRetorno,
  listRetornos,
  lockRetorno,
  lockToRemove,
  markSheetSeen,
  type RetornoRow,
  removeRetornoRow,
  saveSeen,
  unseenOf,
} from './retornos-repo.ts';
import { requireAgente } from './service.ts';

/** Greatest number of unseen feedback entries shown at once. */
const MEUS_MAX = 20;

const notFound = () => new AppError('nao_encontrado', 'Retorno não encontrado.');

const presentRetorno = (row: RetornoRow): RetornoWire => ({
  id: row.id,
  agente: { id: row.agente_id, nome: row.agente_nome },
  item: row.item && { ...row.item, momento: new Date(row.item.momento).toISOString() },
  criterio: row.criterio,
  inicio_ms: row.inicio_ms,
  folha: row.folha,
  texto: row.texto,
  autor: row.autor_id === null ? null : { id: row.autor_id, nome: row.autor_nome ?? '' },
  visto_em: row.visto_em?.toISOString() ?? null,
  resposta: row.resposta,
  respondido_em: row.respondido_em?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

/** Locks feedback in the session's scope. @throws AppError nao_encontrado */
async function requireRetorno(tx: Db, session: Session, id: string): Promise<RetornoRow> {
  const row = await lockRetorno(tx, session.scope, id);
  if (!row) throw notFound();
  return row;
}

/**
 * A page of an agent's feedback, newest first.
 * @throws AppError nao_encontrado, sem_permissao
 */
export async function retornosOf(
  deps: AppDeps,
  session: Session,
  id: string,
  query: QueryOf<typeof contracts.listRetornos>,
) {
  const { agente } = await requireReadable(deps, session, id);
  const found = await listRetornos(deps.db, companyScope(agente.empresa_id), agente.id, query);
  return presentPage(query, found, presentRetorno);
}

/** Feedback that the caller's agent has not seen, newest first, at most MEUS_MAX entries. */
export async function myRetornos(deps: AppDeps, session: Session): Promise<RetornoWire[]> {
  return (await unseenOf(deps.db, session.scope, personOf(session), MEUS_MAX)).map(presentRetorno);
}

/**
 * Gives feedback to an agent, and notifies the agent's account.
 * @throws AppError nao_encontrado, regra_violada
 */
export function giveRetorno(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  body: BodyOf<typeof contracts.createRetorno>,
): Promise<RetornoWire> {
  const autorId = personOf(session);
  return deps.db.transaction(async (tx) => {
    const asked = await requireAgente(tx, session.scope, id);
    const agente =
      asked.fundido_em_id === null ? asked : await requireAgente(tx, session.scope, asked.fundido_em_id);
    if (agente.usuario_id === autorId) {
      throw new AppError('regra_violada', 'Este agente é você: outra pessoa precisa dar o retorno.');
    }
    if (agente.anonimizado_em !== null) {
      throw new AppError(
        'regra_violada',
        `O cadastro de ${agente.nome} foi anonimizado e não recebe mais retornos.`,
      );
    }
    const scope = companyScope(agente.empresa_id);
    // Feedback on a call belongs to the call's agent, even a merged one, so that undoing the merge moves the feedback.
    const agenteId =
      body.item_id === undefined ? agente.id : await agentOfCall(tx, scope, body.item_id, agente.id);
    if (agenteId === null) {
      throw new AppError('nao_encontrado', `Ligação de ${agente.nome} não encontrada.`);
    }
    const retornoId = await insertRetorno(tx, scope, {
      empresaId: agente.empresa_id,
      agenteId,
      autorId,
      texto: body.texto,
      itemId: body.item_id ?? null,
      criterio: body.criterio || null,
      inicioMs: body.inicio_ms ?? null,
    });
    // The log entry omits the text, which may name a person; only the feedback's row has the text.
    await recordAction(tx, {
      ...{ ...actor, empresaId: agente.empresa_id, acao: 'retorno_dado', recurso: 'agente' },
      recursoId: agente.id,
      detalhes: { retorno_id: retornoId, ...(body.item_id ? { item_id: body.item_id } : {}) },
    });
    if (agente.usuario_id !== null) {
      await recordEvent(tx, {
        ...{ tipo: 'retorno_dado', empresaId: agente.empresa_id, alvoId: retornoId },
        dados: { conta_id: agente.usuario_id, agente_id: agente.id },
      });
    }
    return presentRetorno(await requireRetorno(tx, session, retornoId));
  });
}

/**
 * Locks feedback that belongs to the caller's agent.
 * @throws AppError nao_encontrado: also for other agents' feedback
 */
async function requireMine(tx: Db, session: Session, id: string): Promise<RetornoRow> {
  const row = await requireRetorno(tx, session, id);
  if (row.conta_id !== personOf(session)) throw notFound();
  return row;
}

/**
 * Marks feedback as seen by its agent. Idempotent.
 * @throws AppError nao_encontrado
 */
export function markSeen(deps: AppDeps, session: Session, actor: Actor, id: string): Promise<RetornoWire> {
  return deps.db.transaction(async (tx) => {
    const row = await requireMine(tx, session, id);
    if (row.visto_em !== null) return presentRetorno(row);
    await saveSeen(tx, id, null);
    await recordAction(tx, {
      ...{ ...actor, empresaId: row.empresa_id, acao: 'retorno_visto', recurso: 'agente' },
      ...{ recursoId: row.agente_id, detalhes: { retorno_id: id } },
    });
    return presentRetorno(await requireRetorno(tx, session, id));
  });
}

/**
 * Stores the agent's answer and notifies the author.
 * @throws AppError nao_encontrado, conflito if a different answer is stored
 */
export function answer(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  texto: string,
): Promise<RetornoWire> {
  return deps.db.transaction(async (tx) => {
    const row = await requireMine(tx, session, id);
    if (row.resposta === texto) return presentRetorno(row);
    if (row.resposta !== null) {
      throw new AppError('conflito', 'Este retorno já tem uma resposta, que não pode mais ser alterada.');
    }
    await saveSeen(tx, id, texto);
    // An answer to a part of a sheet shows that the sheet was read.
    if (row.folha !== null) await markSheetSeen(tx, companyScope(row.empresa_id), row.agente_id, row.folha);
    await recordAction(tx, {
      ...{ ...actor, empresaId: row.empresa_id, acao: 'retorno_respondido', recurso: 'agente' },
      ...{ recursoId: row.agente_id, detalhes: { retorno_id: id } },
    });
    if (row.autor_id !== null) {
      await recordEvent(tx, {
        ...{ tipo: 'retorno_respondido', empresaId: row.empresa_id, alvoId: id },
        dados: { autor_id: row.autor_id, agente_id: row.agente_id },
      });
    }
    return presentRetorno(await requireRetorno(tx, session, id));
  });
}

/**
 * Deletes feedback: the author may delete it until the agent has seen it, leaders at any time.
 * @throws AppError nao_encontrado, conflito
 */
export async function takeBack(deps: AppDeps, session: Session, actor: Actor, id: string): Promise<void> {
  const row = await deps.db.transaction(async (tx) => {
    const row = await lockToRemove(tx, session.scope, id);
    if (!row) throw notFound();
    if (!isLeader(session)) {
      if (row.autor_id !== personOf(session)) throw notFound();
      if (row.visto_em !== null) {
        throw new AppError('conflito', 'O agente já viu este retorno: só gerentes podem retirar o retorno.');
      }
    }
    await removeRetornoRow(tx, companyScope(row.empresa_id), row, personOf(session));
    if (row.folha !== null && row.conta_id !== null) {
      const { empresa_id: empresaId, conta_id: usuarioId } = row;
      await takeBackNotice(tx, { usuarioId, empresaId, tipo: 'folha_enviada', alvoId: id });
    }
    await recordAction(tx, {
      ...{ ...actor, empresaId: row.empresa_id, acao: 'retorno_retirado', recurso: 'agente' },
      ...{ recursoId: row.agente_id, detalhes: { retorno_id: id } },
    });
    return row;
  });
  if (row.folha !== null && row.conta_id !== null) {
    deps.publish([{ tipo: 'notificacao', empresaId: row.empresa_id, usuarioId: row.conta_id }]);
  }
}
