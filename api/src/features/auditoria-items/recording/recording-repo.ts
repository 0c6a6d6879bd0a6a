// SQL: a recording is attached or detached under its item's lock.

import type { Database, Db } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { inScope, sql } from '@escuta/shared/platform/database/sql';
import { recordingReceived } from '@escuta/shared/services/interviews/collecting';
import { lockCells, requireInterviewAct } from '@escuta/shared/services/interviews/life';
import { refuseOwnAudited } from '@escuta/shared/services/interviews/own-interview';
import { requireAct } from '@escuta/shared/services/items/life';
import { type Gravacao, putRecording, takeRecording } from '@escuta/shared/services/items/recording';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';

import type { ItemRow } from '../list/columns-repo.ts';
import { findItem, lockItem } from '../repo.ts';

/**
 * Checks before an upload that the item may get a recording; attaching checks again.
 * @throws AppError nao_encontrado, dados_apagados, execucao_em_andamento, sem_permissao
 */
export async function requireUploadTarget(
  db: Database,
  scope: Scope,
  actor: Actor,
  id: string,
): Promise<{
  id: string;
  empresa_id: string;
  arquivo_path: string | null;
  asterisk_filename: string | null;
}> {
  const { rows } = await db.sql<{
    id: string;
    empresa_id: string;
    arquivo_path: string | null;
    asterisk_filename: string | null;
  }>(
    sql`select i.id, i.empresa_id, i.arquivo_path, i.asterisk_filename
      from auditoria_itens i where i.id = ${id} and ${inScope(scope, sql`i.empresa_id`)}`,
    'item_que_recebe',
  );
  const [target] = rows;
  if (!target) throw new AppError('nao_encontrado', 'Item de auditoria não encontrado.');
  await requireAct(db, target, 'anexar', actor);
  return target;
}

/**
 * Checks, under the interview's lock, that its state allows attaching or detaching the recording.
 * @returns `continua`: attaching resumes the interview
 * @throws AppError conflito, regra_violada, sem_permissao
 */
export async function requireOfInterview(
  db: Db,
  entrevistaId: string,
  ato: 'anexar' | 'desvincular',
  actor: Actor,
): Promise<{ continua: boolean }> {
  await lockCells(db, entrevistaId);
  await db.sql(
    sql`select from entrevistas where id = ${entrevistaId} for no key update`,
    'item_sua_entrevista',
  );
  const { de, para } = await requireInterviewAct(db, entrevistaId, ato, actor);
  return { continua: de.situacao !== para.situacao };
}

/**
 * Detaches an item's recording; the item becomes pendente. `motivo`: a person's reason.
 * @throws AppError nao_encontrado, execucao_em_andamento, sem_arquivo, sem_permissao
 */
export function detachRecording(
  db: Database,
  scope: Scope,
  actor: Actor,
  id: string,
  motivo: string | null = null,
): Promise<ItemRow> {
  return db.transaction(async (tx) => {
    const item = await lockItem(tx, scope, id);
    await requireAct(tx, item, 'desvincular', actor);
    await refuseOwnAudited(tx, actor.usuarioId, id);
    if (item.entrevista_id) await requireOfInterview(tx, item.entrevista_id, 'desvincular', actor);
    await takeRecording(tx, item, actor, { motivoDaTroca: motivo });
    return (await findItem(tx, scope, id)) as ItemRow;
  });
}

export type AttachRules = {
  /** Throws if this recording may not be attached to the locked item. */
  assertStill?: (item: ItemRow) => void;
  /** Runs in the transaction that attaches the recording. */
  within?: (db: Db, item: ItemRow) => Promise<void>;
  /** A person's reason to replace the recording. */
  motivo?: string | null;
};

/**
 * Attaches a stored recording; the item becomes pendente, earlier results become history, an abandoned interview
 * resumes. The later of two concurrent uploads wins.
 * @throws AppError nao_encontrado, execucao_em_andamento, and the errors of `rules`
 */
export function attachRecording(
  db: Database,
  scope: Scope,
  actor: Actor,
  id: string,
  file: Gravacao,
  rules: AttachRules = {},
): Promise<ItemRow> {
  return db.transaction(async (tx) => {
    const item = await lockItem(tx, scope, id);
    await requireAct(tx, item, 'anexar', actor);
    rules.assertStill?.(item);
    await refuseOwnAudited(tx, actor.usuarioId, id);
    const entrevista =
      item.entrevista_id === null
        ? null
        : {
            id: item.entrevista_id,
            empresa_id: item.empresa_id,
            ...(await requireOfInterview(tx, item.entrevista_id, 'anexar', actor)),
          };
    await putRecording(tx, item, actor, file, { motivoDaTroca: rules.motivo ?? null });
    // Logs only a first recording, because putRecording logs a replacement.
    if (item.arquivo_path === null) {
      await recordAction(tx, {
        ...{ ...actor, empresaId: item.empresa_id, recurso: 'auditoria_item', recursoId: id },
        acao: 'gravacao_anexada',
        detalhes: { depois: { sha256: file.sha256 } },
      });
    }
    const attached = (await findItem(tx, scope, id)) as ItemRow;
    if (entrevista) await recordingReceived(tx, entrevista, actor.usuarioId, entrevista);
    await rules.within?.(tx, attached);
    return attached;
  });
}

/** Storage key of the newest waveform peaks of the item's present recording. */
export async function findPicos(db: Database, scope: Scope, id: string): Promise<string | null> {
  const { rows } = await db.query<{ picos_path: string }>(
    `select r.picos_path from auditoria_itens i join auditoria_resultados r on r.item_id = i.id
       left join execucao_etapas e on e.execucao_id = r.execucao_id and e.etapa = 'audio'
     where i.id = $1 and ${inScope('$2', 'i.empresa_id')} and r.picos_path is not null
       and coalesce(e.saida ->> 'arquivoPath', i.arquivo_path) = i.arquivo_path
     order by r.created_at desc limit 1`,
    [id, empresaIdOf(scope)],
  );
  return rows[0]?.picos_path ?? null;
}
