import type { Db } from '@escuta/prisma/db';
import { type ParecerDado, stateOf } from '../../domain/interview/signals/opinions.ts';

/** Writes locked signals' state by the opinions in force, in the change's transaction. */
export async function settleSignals(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await tx.query<{ id: string; estado: string; pareceres: ParecerDado[] }>({
    name: 'signals_opinions',
    text: `select s.id, s.estado,
      coalesce(json_agg(json_build_object('parecer', p.parecer, 'usuarioId', p.usuario_id, 'papel', p.papel))
             filter (where p.id is not null), '[]') as pareceres
           from sinais s left join sinal_pareceres p on p.sinal_id = s.id and p.em_vigor and p.evidencia = s.evidencia
           where s.id = any ($1::uuid[]) group by s.id`,
    values: [[...ids]],
  });
  const changed = rows.flatMap(({ id, estado, pareceres }) => {
    const now = stateOf(pareceres);
    return now === estado ? [] : [{ id, estado: now }];
  });
  if (changed.length === 0) return;
  await tx.query({
    name: 'signals_state',
    text: `update sinais s set estado = n.estado, versao = s.versao + 1, updated_at = now()
           from unnest($1::uuid[], $2::text[]) as n (id, estado) where s.id = n.id`,
    values: [changed.map(({ id }) => id), changed.map(({ estado }) => estado)],
  });
}
