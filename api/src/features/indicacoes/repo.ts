// SQL: one statement counts the work that a gerente assigned to a person, for the home page and the menu.

import type { Database } from '@escuta/prisma/db';
import type { Scope } from '@escuta/shared/domain/scope';
import { APAGADA, PENDENTE } from '@escuta/shared/platform/database/conditions/given-work';
import { inScope, int, sql } from '@escuta/shared/platform/database/sql';

export type Indicacoes = {
  sinais: number;
  indicado: number;
  verificacoes: { pesquisa: { id: string; titulo: string }; n: number }[];
};

export async function readGivenWork(
  db: Database,
  scope: Scope,
  usuarioId: string,
  limit: number,
): Promise<Indicacoes> {
  const { rows } = await db.sql<Indicacoes>(
    sql`select count(*) filter (where not s.nota and s.vigente and not exists (select from sinal_pareceres p
          where p.sinal_id = s.id and p.usuario_id = ${usuarioId}::uuid and p.em_vigor
            and p.evidencia = s.evidencia))::int as sinais,
        count(*)::int as indicado,
        coalesce((select json_agg(json_build_object('pesquisa', json_build_object('id', x.id, 'titulo', x.titulo), 'n',
          x.n)
            order by x.n desc, x.id) from (
          select q.id, q.titulo, count(*)::int as n
          from verificacoes v join entrevistas e on e.id = v.entrevista_id join pesquisas q on q.id = v.pesquisa_id
          where v.responsavel_id = ${usuarioId}::uuid and ${inScope(scope, sql`v.empresa_id`)} and ${PENDENTE}
            and not ${APAGADA}
          group by q.id order by 3 desc, 1 limit ${int(limit)}) x), '[]') as verificacoes
      from sinais s where s.indicado_id = ${usuarioId}::uuid and ${inScope(scope, sql`s.empresa_id`)}`,
    'indicacoes',
  );
  return rows[0] ?? { sinais: 0, indicado: 0, verificacoes: [] };
}
