// Creates conversations as a concluded run leaves them: the sentences of both sides are in force.

import type { Database } from '@escuta/prisma/db';
import { newId } from '@escuta/shared/platform/database/ids';

export type Dito = { falante: string; texto: string };

/** Creates an ended run of an item with these sentences, 4 s each. @returns its id, and the sentences' ids in order */
export async function conclude(
  pool: Database,
  item: { id: string },
  ditos: readonly Dito[],
): Promise<{ execucaoId: string; sentencas: string[] }> {
  const ids = { execucao: newId(), resultado: newId(), left: newId(), right: newId() };
  const sides = [...new Set(ditos.map(({ falante }) => falante))];
  const sentencas = ditos.map(() => newId());
  await pool.transaction(async (tx) => {
    await tx.query(
      `insert into execucoes (id, empresa_id, projeto_id, item_id, status, origem, configuracao, terminada_em)
       select $1, empresa_id, projeto_id, id, 'concluida', 'manual', '{}', now() from auditoria_itens where id = $2`,
      [ids.execucao, item.id],
    );
    await tx.query(
      `insert into auditoria_resultados (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id,
        status_processamento)
       select $1, empresa_id, projeto_id, auditoria_id, id, $2, 'concluido' from auditoria_itens where id = $3`,
      [ids.resultado, ids.execucao, item.id],
    );
    for (const canal of ['left', 'right'] as const) {
      await tx.query(
        `insert into transcricoes (id, empresa_id, projeto_id, item_id, resultado_id, canal, modelo, full_text)
         select $1, empresa_id, projeto_id, id, $2, $3, 'teste', '' from auditoria_itens where id = $4`,
        [ids[canal], ids.resultado, canal, item.id],
      );
    }
    await tx.query(
      `insert into sentencas (id, empresa_id, transcricao_id, ordem, texto, start_ms, end_ms, falante)
       select d.id, i.empresa_id, d.transcricao, d.n, d.texto, (d.n - 1) * 4000, d.n * 4000, d.falante
       from auditoria_itens i, unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[]) with ordinality
         as d (id, transcricao, texto, falante, n) where i.id = $1`,
      [
        item.id,
        sentencas,
        ditos.map(({ falante }) => (falante === sides[0] ? ids.left : ids.right)),
        ditos.map(({ texto }) => texto),
        ditos.map(({ falante }) => falante),
      ],
    );
    await tx.query('select escuta_grava_qualidade(array[$1::uuid])', [ids.execucao]);
    await tx.query(`update auditoria_itens set status = 'concluido' where id = $1`, [item.id]);
  });
  return { execucaoId: ids.execucao, sentencas };
}
