import type { Db } from '@escuta/prisma/db';
import { type ParecerDado, stateOf } from '../../domain/interview/signals/opinions.ts';

/**
 * Writes locked signals' state by the opinions in force, in the transaction of the change. The only writer of
 * `sinais.estado`.
 */
export async function settleSignals(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await tx.query<{ id: string; estado: string; pareceres: ParecerDado[] }>({
    name: 'signals-opinions',
    text: `SELECT s.id, s.estado, coalesce(json_agg(json_build_object('parecer', p.parecer, 'usuarioId', p.usuario_id, 'papel', p.papel))
             FILTER (WHERE p.id IS NOT NULL), '[]') AS pareceres
           FROM sinais s LEFT JOIN sinal_pareceres p ON p.sinal_id = s.id AND p.em_vigor AND p.evidencia = s.evidencia
           WHERE s.id = ANY ($1::uuid[]) GROUP BY s.id`,
    values: [[...ids]],
  });
  const changed = rows.flatMap(({ id, estado, pareceres }) => {
    const now = stateOf(pareceres);
    return now === estado ? [] : [{ id, estado: now }];
  });
  if (changed.length === 0) return;
  await tx.query({
    name: 'signals-state',
    text: `UPDATE sinais s SET estado = n.estado, versao = s.versao + 1, updated_at = now()
           FROM unnest($1::uuid[], $2::text[]) AS n (id, estado) WHERE s.id = n.id`,
    values: [changed.map(({ id }) => id), changed.map(({ estado }) => estado)],
  });
}
