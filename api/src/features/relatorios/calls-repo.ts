// SQL: a company's calls, newest first, are merged from the indices of all projects.

import type { Database } from '@escuta/prisma/db';
import { TOTAL_LIMITE } from '@escuta/shared/contracts/common';
import type { Filtro } from '@escuta/shared/domain/filters/filtro-tabela';
import type { Scope } from '@escuta/shared/domain/scope';
import { filterSql } from '@escuta/shared/platform/database/conditions/filter';
import { inScope, int, sql } from '@escuta/shared/platform/database/sql';
import { dosProjetos } from '@escuta/shared/services/calls/report-rows';

export type CallsFilter = {
  filtro: Filtro;
  projetoId?: string | undefined;
  exato: boolean;
  page: number;
  limit: number;
};

/**
 * A page of calls, newest call time first, as a JSON array, with their number: up to TOTAL_LIMITE, or exact on request.
 */
export async function listCalls(
  db: Database,
  scope: Scope,
  { filtro, projetoId, exato, page, limit }: CallsFilter,
): Promise<{ linhas: string; total: number; exato: boolean }> {
  const reach = Math.min(page * limit, TOTAL_LIMITE);
  const offset = Math.min((page - 1) * limit, TOTAL_LIMITE);
  const where = filterSql(filtro);
  const projetos = sql`from projetos p where ${dosProjetos(sql`p.id`, { scope, projetoId })}
    and ${inScope(scope, sql`p.empresa_id`)}`;
  const matching = sql`i.projeto_id in (select p.id ${projetos}) and ${where}`;
  const { rows } = await db.sql<{ linhas: string; total: number }>(
    sql`with ids as materialized (
        select m.id, m.momento_chamada from (select p.id ${projetos}) alvo, lateral (
          select i.id, i.momento_chamada from auditoria_itens i where i.projeto_id = alvo.id and ${where}
          order by i.momento_chamada desc, i.id desc limit ${int(reach)}) m
        order by m.momento_chamada desc, m.id desc offset ${int(offset)} limit ${int(Math.max(0, reach - offset))}
      )
      select ${
        exato
          ? sql`(select count(*) from auditoria_itens i where ${matching})`
          : sql`(select count(*) from (select from auditoria_itens i where ${matching}
            limit ${int(TOTAL_LIMITE + 1)}) c)`
      }::float8 as total,
        coalesce((select json_agg(l order by l.momento desc, l.id desc) from (
          select i.id, json_build_object('id', p.id, 'nome', p.nome) as projeto, i.tipo_item, i.status,
          i.nome_entrevistado,
            i.numero_destino, i.ramal, i.direcao, (select json_build_object('id', coalesce(f.id, a.id),
              'nome', coalesce(f.nome, a.nome))
              from agentes a left join agentes f on f.id = a.fundido_em_id where a.id = i.agente_id) as agente,
            i.momento_chamada as momento, i.created_at, i.call_duration, i.espera_ms,
              round(q.pontuacao * 100)::int as nota, q.sentimento,
            coalesce(q.alertas, 0) as alertas, i.arquivo_path is not null as gravacao
          from ids join auditoria_itens i on i.id = ids.id join projetos p on p.id = i.projeto_id
            left join item_qualidade q on q.item_id = i.id
        ) l)::text, '[]') as linhas`,
  );
  const row = rows[0] ?? { linhas: '[]', total: 0 };
  const capped = !exato && row.total > TOTAL_LIMITE;
  return { linhas: row.linhas, total: capped ? TOTAL_LIMITE : row.total, exato: !capped };
}
