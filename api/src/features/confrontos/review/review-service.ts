import type { Db } from '@escuta/prisma/db';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type { ConfrontoWire, reviewConfronto } from '@escuta/shared/contracts/surveys/confrontos';
import { AppError } from '@escuta/shared/domain/errors';
import { VEREDITO_LABEL } from '@escuta/shared/domain/interview/verdicts/matrix';
import type { Scope } from '@escuta/shared/domain/scope';
import { refuseOwnInterview } from '@escuta/shared/services/interviews/own-interview';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { saveMatrixRow } from '@escuta/shared/services/verdicts/interview-matrix';
import type { AppDeps } from '../../../deps.ts';
import type { Session } from '../../../sign-in/session.ts';
import { findCell } from '../cell-repo.ts';
import { ALGUEM } from '../corrections/correction-of-cell.ts';
import { presentConfronto } from '../present.ts';
import {
  findReview,
  hasReview,
  insertReview,
  type LockedCell,
  lockCell,
  type NewReview,
  type ReviewInForce,
  undoReview,
} from './review-repo.ts';

/**
 * Requires a person: callers with an API key or a signed address give no verdicts or corrections.
 * @throws AppError sem_permissao
 */
export function personOf(session: Session): string {
  if (session.usuarioId === null)
    throw new AppError(
      'sem_permissao',
      'A revisão precisa ser feita por um usuário: chaves de API não revisam entrevistas.',
    );
  return session.usuarioId;
}

/**
 * Locks a cell that the person may judge.
 * @throws AppError nao_encontrado, sem_permissao, conflito
 */
async function lockFor(
  db: Db,
  scope: Scope,
  usuarioId: string,
  id: string,
  substitui: string | null = null,
): Promise<LockedCell> {
  const cell = await lockCell(db, scope, id);
  if (!cell) throw new AppError('nao_encontrado', 'Resposta auditada não encontrada.');
  if (substitui && !(await hasReview(db, cell, substitui))) {
    throw new AppError(
      'nao_encontrado',
      'O veredito que você ia substituir não existe mais. Atualize a página.',
    );
  }
  await refuseOwnInterview(db, usuarioId, cell.itemId);
  if (!cell.vigente) {
    throw new AppError('conflito', 'Esta resposta foi auditada de novo: abra o resultado mais recente.', {
      dados: { substituido: true },
    });
  }
  return cell;
}

/** @throws AppError conflito if the cell changed since the caller saw it */
function assertSeen(cell: LockedCell, vistoEm: string | undefined): void {
  if (vistoEm === undefined || new Date(vistoEm).getTime() === cell.updatedAt.getTime()) return;
  throw new AppError(
    'conflito',
    'Outra pessoa alterou esta resposta enquanto você a conferia. Veja como ela ficou.',
  );
}

const isSameReview = (held: ReviewInForce, given: NewReview): boolean =>
  held.usuarioId === given.usuarioId &&
  held.veredito === given.veredito &&
  held.motivo === given.motivo &&
  held.observacao === given.observacao;

/**
 * Refuses to replace another person's verdict that the caller has not seen.
 * @throws AppError conflito
 */
function assertReplaces(held: ReviewInForce | null, usuarioId: string, substitui: string | null): void {
  if (!held || held.usuarioId === usuarioId || held.id === substitui) return;
  const mensagem = `${held.nome ?? ALGUEM} já deu o veredito desta resposta: ${VEREDITO_LABEL[held.veredito]}. Confirme para substituir esse veredito pelo seu.`;
  throw new AppError('conflito', mensagem, {
    errors: [{ campo: 'substitui', mensagem }],
    dados: { atual: held.id },
  });
}

/**
 * Runs a change of a cell. If `isChanged`, also rewrites the interview's row of the map in the same transaction, and
 * notifies open maps.
 */
async function changeCell(
  deps: AppDeps,
  scope: Scope,
  work: (db: Db) => Promise<{ cell: LockedCell; isChanged: boolean }>,
): Promise<ConfrontoWire> {
  const { wire, cell, isChanged } = await deps.db.transaction(async (tx) => {
    const { cell, isChanged } = await work(tx);
    if (isChanged) await saveMatrixRow(tx, cell.entrevistaId);
    const row = await findCell(tx, scope, cell.id);
    if (!row) throw new AppError('nao_encontrado', 'Resposta auditada não encontrada.');
    return { wire: presentConfronto(row), cell, isChanged };
  });
  const { empresaId, projetoId, itemId, statusDoItem } = cell;
  if (isChanged) deps.publish([{ tipo: 'item', empresaId, projetoId, itemId, status: statusDoItem }]);
  return wire;
}

/**
 * Records a person's verdict. Idempotent.
 * @throws AppError nao_encontrado, sem_permissao (own interview), conflito (the analysis is newer, another person was
 * faster, or the caller has not seen another person's verdict), regra_violada (no reason)
 */
export function review(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  body: BodyOf<typeof reviewConfronto>,
): Promise<ConfrontoWire> {
  const usuarioId = personOf(session);
  return changeCell(deps, session.scope, async (db) => {
    const cell = await lockFor(db, session.scope, usuarioId, id, body.substitui);
    const differs = body.veredito !== cell.veredito;
    const given: NewReview = {
      usuarioId,
      veredito: body.veredito,
      motivo: differs ? (body.motivo ?? null) : null,
      observacao: body.observacao || null,
    };
    const held = cell.vereditoPessoa === null ? null : await findReview(db, cell);
    if (held && isSameReview(held, given)) return { cell, isChanged: false };
    assertSeen(cell, body.visto_em);
    assertReplaces(held, usuarioId, body.substitui ?? null);
    if (differs && !body.motivo) {
      throw new AppError('regra_violada', 'Selecione o motivo.', {
        errors: [{ campo: 'motivo', mensagem: 'Selecione o motivo.' }],
      });
    }
    const revisaoId = await insertReview(db, cell, given);
    await recordAction(db, {
      ...actor,
      empresaId: cell.empresaId,
      acao: 'confronto_revisado',
      recurso: 'confronto',
      recursoId: id,
      detalhes: {
        veredito: body.veredito,
        vereditoIa: cell.vereditoIa,
        antes: cell.vereditoPessoa,
        revisaoId,
        entrevistaId: cell.entrevistaId,
        perguntaId: cell.perguntaId,
      },
    });
    return { cell, isChanged: true };
  });
}

/**
 * Withdraws a person's verdict, which stays in the history; the AI's verdict is in force again.
 * @throws AppError like `review`
 */
export function undo(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  vistoEm: string | undefined,
): Promise<ConfrontoWire> {
  const usuarioId = personOf(session);
  return changeCell(deps, session.scope, async (db) => {
    const cell = await lockFor(db, session.scope, usuarioId, id);
    assertSeen(cell, vistoEm);
    if (!(await undoReview(db, cell))) {
      throw new AppError('conflito', 'Esta resposta não tem revisão para desfazer.');
    }
    await recordAction(db, {
      ...actor,
      empresaId: cell.empresaId,
      acao: 'confronto_revisao_desfeita',
      recurso: 'confronto',
      recursoId: id,
      detalhes: {
        veredito: cell.vereditoPessoa,
        entrevistaId: cell.entrevistaId,
        perguntaId: cell.perguntaId,
      },
    });
    return { cell, isChanged: true };
  });
}
