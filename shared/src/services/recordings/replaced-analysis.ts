import type { Db } from '@escuta/prisma/db';
import { empresaIdOf, type Scope } from '../../domain/scope.ts';
import { inScope } from '../../platform/database/sql.ts';

export type ReplacedAnalysis = {
  saldo: number;
  analisado: boolean;
  insights: number;
  vereditos: number;
  comentarios: number;
};

/** Reads results that a new run would replace, and the company's credits; null outside the scope. */
export async function readReplaced(db: Db, scope: Scope, itemId: string): Promise<ReplacedAnalysis | null> {
  const { rows } = await db.query<ReplacedAnalysis>({
    name: 'resultado_substituido',
    text: `select e.saldo_creditos as saldo,
        exists (select from auditoria_resultados r where r.item_id = i.id
          and r.status_processamento = 'concluido') as analisado,
        g.insights, g.vereditos, g.comentarios
      from auditoria_itens i join empresas e on e.id = i.empresa_id, lateral (
        select count(*)::int as insights, count(*) filter (where validado_humano)::int as vereditos,
          coalesce(sum((select count(*) from insight_comentarios c where c.insight_id = insights.id)), 0)::int
            as comentarios
        from insights where item_id = i.id and vigente
      ) g
      where i.id = $1 and ${inScope('$2', 'i.empresa_id')}`,
    values: [itemId, empresaIdOf(scope)],
  });
  return rows[0] ?? null;
}

export function replacedOf({ analisado, insights, vereditos, comentarios }: ReplacedAnalysis) {
  return analisado ? { insights, vereditos, comentarios } : null;
}
