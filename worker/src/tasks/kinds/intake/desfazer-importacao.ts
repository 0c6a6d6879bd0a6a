import { int, sql } from '@escuta/shared/platform/database/sql';
import { removeItems } from '@escuta/shared/services/items/remove';
import { RAZAO_DE_FICAR } from '@escuta/shared/services/items/undo';
import { recordAction } from '@escuta/shared/services/log/audit-log';
import { lockIntake, settleStranded, unlessLost } from '../../../intake/intake-repo.ts';
import type { TaskContext, TaskKind } from '../../task.ts';

/** Calls per transaction. */
const CALLS = 500;
const NOTHING = { apagadas: 0, mantidas: 0 };

/** Deletes an import's next unused calls. @returns false after the last call */
async function takeBack({ db, task, save }: TaskContext<'desfazer_importacao'>): Promise<boolean> {
  const { importacaoId } = task.parametros;
  const apos = task.cursor?.apos ?? '00000000-0000-0000-0000-000000000000';
  const { apagadas, mantidas } = task.resultado ?? NOTHING;
  return db.transaction(async (tx) => {
    // Continues an earlier undo that was stopped.
    await tx.query(
      `update importacoes m set estado = 'desfazendo', motivo = null where id = $1 and estado = 'concluida'
        and tarefa_id = $2
         and not exists (select from importacoes o where o.projeto_id = m.projeto_id
           and o.estado in ('importando', 'desfazendo'))`,
      [importacaoId, task.id],
    );
    await lockIntake(tx, 'importacao', task, 'desfazendo');
    const held = await tx.sql<{ id: string }>(
      sql`select i.id from auditoria_itens i where i.importacao_id = ${importacaoId}::uuid and i.id > ${apos}::uuid
          order by i.id limit ${int(CALLS)} for update`,
      'desfazer_segura',
    );
    const ids = held.rows.map(({ id }) => id);
    // Checks the calls under their lock, to include concurrent assignments.
    const { rows } = await tx.sql<{ id: string; razao: string | null }>(
      sql`select i.id, ${RAZAO_DE_FICAR} as razao from auditoria_itens i where i.id = any (${ids}::uuid[])
        order by i.id`,
      'desfazer_lote',
    );
    const gone = rows.filter(({ razao }) => razao === null).map(({ id }) => id);
    await removeItems(tx, gone);
    const resultado = {
      apagadas: apagadas + gone.length,
      mantidas: mantidas + rows.length - gone.length,
    };
    const ended = rows.length < CALLS;
    // Stores the counts after each batch, because another task may continue the undo.
    await tx.query(`update importacoes set desfeita = $2, updated_at = now() where id = $1`, [
      importacaoId,
      JSON.stringify(resultado),
    ]);
    if (ended) {
      await tx.query(
        `update importacoes set estado = 'desfeita', desfeita = $2, desfeita_em = now(), desfeita_por = $3,
          motivo = null, updated_at = now()
         where id = $1`,
        [importacaoId, JSON.stringify(resultado), task.actor.usuarioId],
      );
      await recordAction(tx, {
        ...task.actor,
        empresaId: task.empresaId,
        acao: 'importacao_desfeita',
        recurso: 'importacao',
        recursoId: importacaoId,
        detalhes: resultado,
      });
    }
    const feito = task.feito + rows.length;
    await save(tx, {
      feito,
      ...(ended ? { total: feito } : {}),
      resultado,
      cursor: { apos: rows.at(-1)?.id ?? apos },
    });
    return !ended;
  });
}

/** Deletes an import's unused calls; the others stay, each with the reason. */
export const desfazerImportacao: TaskKind<'desfazer_importacao'> = {
  begin: async ({ db, task, save }) => {
    const { rows } = await db.query<{ n: number; apagadas: number }>(
      `select (select count(*)::int from auditoria_itens i where i.importacao_id = m.id) as n,
         case when jsonb_typeof(m.desfeita -> 'apagadas') = 'number' then (m.desfeita ->> 'apagadas')::int
           else 0 end as apagadas
       from importacoes m where m.id = $1`,
      [task.parametros.importacaoId],
    );
    const { n = 0, apagadas = 0 } = rows[0] ?? {};
    // Counts an interrupted undo's deletions, and checks the other calls again.
    await save(db, { total: n, cursor: { apos: null }, resultado: { ...NOTHING, apagadas } });
  },
  step: (context) => unlessLost(() => takeBack(context)),
  ended: (db, { id }) => settleStranded(db, 'importacao', id),
};
