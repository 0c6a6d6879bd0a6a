import type { Db } from '@escuta/prisma/db';
import type { Etapa } from '../../domain/runs/status.ts';
import { type Actor, recordAction } from '../log/audit-log.ts';

/** Dismisses a locked item's open failures because its recording was replaced; writes timeline and audit log. */
export async function closeLettersOfItem(
  db: Db,
  item: { id: string; empresaId: string },
  { actor, motivo }: { actor: Actor; motivo: string },
): Promise<void> {
  const { rows } = await db.query<{ etapa: Etapa }>({
    name: 'dead_letters_close',
    text: `with fechadas as (
             update letras_mortas set status = 'descartada', tratada_por = $3, tratada_em = now(), motivo_descarte = $4
             where item_id = $1 and empresa_id = $2 and status = 'aberta' returning execucao_id, etapa
           ), eventos as (
             insert into eventos_timeline (empresa_id, item_id, execucao_id, evento, detalhes)
             select $2, $1, execucao_id, 'Falha encerrada', $4 from fechadas
           )
           select etapa::text as etapa from fechadas`,
    values: [item.id, item.empresaId, actor.usuarioId, motivo],
  });
  for (const { etapa } of rows) {
    await recordAction(db, {
      ...actor,
      empresaId: item.empresaId,
      acao: 'falha_descartada',
      recurso: 'auditoria_item',
      recursoId: item.id,
      detalhes: { etapa, motivo },
    });
  }
}
