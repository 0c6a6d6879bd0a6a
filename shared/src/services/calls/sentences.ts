// SQL: reads sentences by pairs of run and sentence number in one statement, by a lateral join.

import type { Db } from '@escuta/prisma/db';
import type { Scope } from '../../domain/scope.ts';
import { inScope, sql } from '../../platform/database/sql.ts';

export type Frase = {
  execucao_id: string;
  ordem: number;
  texto: string;
  start_ms: number;
  end_ms: number;
};

/** Reads sentences by run and number, in their present wording. */
export async function sentencesOf(
  db: Db,
  scope: Scope,
  asked: readonly { execucaoId: string; ordem: number }[],
): Promise<Frase[]> {
  // A plain join would read the whole conversation per sentence.
  const { rows } = await db.sql<Frase>(
    sql`select r.execucao_id, s.ordem, s.texto, s.start_ms, s.end_ms
      from unnest(${asked.map(({ execucaoId }) => execucaoId)}::uuid[], ${asked.map(({ ordem }) => ordem)}::int[])
        as l (execucao_id, ordem)
        join auditoria_resultados r on r.execucao_id = l.execucao_id
        join transcricoes t on t.resultado_id = r.id and ${inScope(scope, sql`t.empresa_id`)}
        cross join lateral (select v.ordem, v.texto, v.start_ms, v.end_ms from sentencas_vigentes v
          where v.transcricao_id = t.id and v.ordem = l.ordem offset 0) s`,
    'frases_por_numero',
  );
  return rows;
}
