// SQL: the calls of a criterion are found by the days in the criterion's roll-up.

import type { Database } from '@escuta/prisma/db';
import type { EvidenciaWire } from '@escuta/shared/contracts/insights/insight-parts';
import { NENHUM } from '@escuta/shared/domain/filters/filtro-campos';
import { criterionEntry } from '@escuta/shared/domain/insights/criterion-entry';
import type { Amostra } from '@escuta/shared/domain/reports/drawn-apart';
import type { Periodo } from '@escuta/shared/domain/reports/period';
import type { Scope } from '@escuta/shared/domain/scope';
import { all, dayEnd, dayStart, int, ofScope, sql, when } from '@escuta/shared/platform/database/sql';
import { criterionRows, isDrawn } from '@escuta/shared/services/calls/drawn-calls';
import { doAgente, dosProjetos, within } from '@escuta/shared/services/calls/report-rows';
import { offsetOf, type Page, type PageAsked } from '../../../reads/page-repo.ts';

/** Calls with a given answer to a criterion in a given wording. */
type CelulaPedida = PageAsked & {
  periodo: Periodo;
  projetoId: string | undefined;
  agenteId: string | undefined;
  amostra: Amostra | undefined;
  templateId: string;
  criterio: string;
  serie: string;
  atendido: 'sim' | 'nao';
};

type LigacaoRow = {
  item_id: string;
  projeto: { id: string; nome: string };
  agente: { id: string; nome: string } | null;
  nome_entrevistado: string | null;
  numero_destino: string | null;
  ramal: string | null;
  momento: Date;
  duracao_s: number | null;
  nota: number | null;
  gravacao: boolean;
  corrigido: boolean;
  justificativa: string;
  evidencias: EvidenciaWire[];
};

/**
 * A page of the calls, newest first, with their quotes, and their exact number. Reads only the days of the page's
 * calls, known from the sums by day.
 */
export async function listCallsOfCell(
  db: Database,
  scope: Scope,
  asked: CelulaPedida,
): Promise<Page<LigacaoRow>> {
  const { periodo, projetoId, agenteId, amostra, templateId, criterio, serie, atendido, limit } = asked;
  const before = offsetOf(asked);
  const wanted = atendido === 'nao' ? sql`r.falhas::int` : sql`(r.n - r.falhas)::int`;
  const { rows } = await db.sql<{
    total: number;
    linhas: (Omit<LigacaoRow, 'momento'> & { momento: string })[];
  }>(
    sql`with somas as materialized (
        select r.projeto_id, r.dia, sum(${wanted}) as k from ${criterionRows(scope, agenteId !== undefined, amostra)} r
        where ${all([
          ofScope(scope, sql`r.empresa_id`),
          within(sql`r.dia`, periodo),
          dosProjetos(sql`r.projeto_id`, { scope, projetoId }),
          doAgente(agenteId),
        ])} and r.template_id = ${templateId}::uuid and r.criterio = ${criterio} and r.serie = ${serie}
          and ${wanted} <> 0
        group by 1, 2 having sum(${wanted}) > 0
      ), dias as (
        select s.dia, sum(s.k) as k, sum(sum(s.k)) over (order by s.dia desc) as ate from somas s group by s.dia
      ), pagina as materialized (
        select d.dia, d.ate - d.k as antes from dias d where d.ate > ${int(before)}
          and d.ate - d.k < ${int(before + limit)}
      ), ids as materialized (
        select q.item_id, q.execucao_id, q.momento, q.pontuacao
        from (select distinct s.projeto_id, s.dia from somas s join pagina p using (dia)) d, lateral (
          select r.item_id, r.execucao_id, r.momento, r.pontuacao from item_qualidade r
          where r.projeto_id = d.projeto_id and r.momento >= ${dayStart(sql`d.dia`)}
            and r.momento < ${dayEnd(sql`d.dia`)}
            and r.criterios @> array[${criterionEntry({ templateId, criterio, serie, atendido })}]::text[]
            and ${agenteId === NENHUM ? sql`r.agente_id is null` : (doAgente(agenteId) ?? sql`true`)}
            and ${when(amostra, (drawn) => isDrawn(sql`r.item_id`, drawn)) ?? sql`true`}
        ) q
        order by q.momento desc, q.item_id desc
        offset ${int(before)} - coalesce((select min(p.antes) from pagina p), 0)::int limit ${int(limit)}
      )
      select coalesce((select sum(s.k) from somas s), 0)::float8 as total,
        coalesce((select json_agg(l order by l.momento desc, l.item_id desc) from (
          select i.id as item_id, json_build_object('id', p.id, 'nome', p.nome) as projeto,
            (select json_build_object('id', coalesce(f.id, a.id), 'nome', coalesce(f.nome, a.nome))
              from agentes a left join agentes f on f.id = a.fundido_em_id where a.id = i.agente_id) as agente,
            i.nome_entrevistado, i.numero_destino, i.ramal, i.momento_chamada as momento, i.call_duration as duracao_s,
            round(ids.pontuacao * 100)::int as nota, i.arquivo_path is not null as gravacao,
            coalesce(g.corrigido, false) as corrigido, coalesce(g.justificativa, '') as justificativa,
            coalesce((select json_agg(json_build_object('citacao', e.citacao, 'verificada', e.verificada,
                'sentencaOrdem', e.sentenca_ordem, 'canal', e.canal, 'startMs', e.start_ms, 'endMs', e.end_ms,
                'falante', f.falante, 'sentenca', f.texto) order by e.ordem)
              from evidencias e
              left join auditoria_resultados r on r.execucao_id = ids.execucao_id
              left join transcricoes t on t.resultado_id = r.id and t.canal = e.canal
              left join sentencas_vigentes f on f.transcricao_id = t.id and f.ordem = e.sentenca_ordem
              where e.insight_id = g.id and e.criterio = ${criterio}), '[]') as evidencias
          from ids join auditoria_itens i on i.id = ids.item_id join projetos p on p.id = i.projeto_id
          left join lateral (
            select s.id, (select c ->> 'justificativa' from jsonb_array_elements(s.resultado -> 'criterios') c
                where c ->> 'id' = ${criterio} limit 1) as justificativa,
              exists (select from insight_revisoes v join insight_revisao_criterios c on c.revisao_id = v.id
                where v.insight_id = s.id and v.em_vigor and c.criterio = ${criterio}
                  and c.atendido_pessoa <> c.atendido_ia) as corrigido
            from insights s join insight_template_versoes v on v.id = s.template_versao_id
            where s.execucao_id = ids.execucao_id and v.template_id = ${templateId}::uuid
              and s.status_processamento = 'concluido'
            order by s.id limit 1
          ) g on true
        ) l), '[]') as linhas`,
  );
  const row = rows[0] ?? { total: 0, linhas: [] };
  return {
    rows: row.linhas.map((one) => ({ ...one, momento: new Date(one.momento) })),
    total: row.total,
    exato: true,
  };
}
