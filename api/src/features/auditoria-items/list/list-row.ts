import type { FiltroDaLista } from '@escuta/shared/domain/filters/filtro';
import type { DataDe, Ordem } from '@escuta/shared/domain/filters/filtro-campos';
import type { Scope } from '@escuta/shared/domain/scope';
import { ANALISADO } from '@escuta/shared/platform/database/conditions/analysed';
import { NOTA_DA_IA } from '@escuta/shared/platform/database/conditions/insight-score';
import { inScope, literal, type Param, param, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { LIST_COLUMNS } from './columns-repo.ts';

/** A list's parameters; absent ones do not filter. */
export type ItemFilter = Partial<Omit<FiltroDaLista, 'data'>> & {
  data?: DataDe | undefined;
  ordem?: Ordem | undefined;
  /** 'exato': counts all matches, unless counting takes longer than COUNT_MS. */
  total?: 'exato' | undefined;
  /** True: rows include metadata and an item's other fields. */
  completo?: boolean | undefined;
  page: number;
  limit: number;
};

/** A page: its rows as a JSON array, and the number of matches (`exato` false: more than `total`). */
export type ItemPage = { linhas: string; total: number; exato: boolean };

/** Findings, speaker and assignee, read by key for a page's rows. */
const PEOPLE_AND_FINDINGS = sql`
  (select json_build_object('nota', round(q.pontuacao * 100)::int,
      'nota_ia', round(${NOTA_DA_IA} * 100)::int, 'sentimento', case when q.sentimento in ('positivo', 'neutro',
        'negativo') then q.sentimento end, 'alertas', q.alertas,
      'revisada_por', (select json_build_object('id', u.id, 'nome', coalesce(u.nome, u.email)) from usuarios u
        where u.id = q.revisado_por),
      'revisada_em', q.revisado_em)
    from item_qualidade q where q.item_id = i.id) as qualidade,
  (select json_build_object('n', count(*), 'alta', count(*) filter (where d.gravidade = 'alta'))
    from regra_disparos d where d.item_id = i.id and d.ordem < 20) as disparos,
  (select json_build_object('id', coalesce(f.id, a.id), 'nome', coalesce(f.nome, a.nome))
    from agentes a left join agentes f on f.id = a.fundido_em_id where a.id = i.agente_id) as agente,
  (select json_build_object('id', u.id, 'nome', coalesce(u.nome, u.email))
    from item_atribuicoes t join usuarios u on u.id = t.usuario_id where t.item_id = i.id) as responsavel`;

export const ROW = sql`i.id, i.tipo_item, i.status, i.motivo, ${LIST_COLUMNS}, i.arquivo_nome,
  (i.asterisk_filename is not null and i.arquivo_path is null) as gravacao_na_telefonia,
  exists (select from auditoria_resultados r where r.item_id = i.id and ${literal(ANALISADO)}) as analisada,
  i.espera_ms, i.status = 'concluido' and coalesce((select true from auditoria_resultados r
    where r.item_id = i.id and r.status_processamento = 'concluido' and r.falas_deixadas is not null
      and not exists (select from auditoria_resultados n where n.item_id = r.item_id
        and n.status_processamento = 'concluido' and n.created_at > r.created_at) limit 1), false) as falas_deixadas,
  ${PEOPLE_AND_FINDINGS}, i.dados_apagados_em, i.created_at`;

/** The listed project or audit, as parts of a statement. */
export type Target = {
  id: Param;
  /** The project, or the audit's project. */
  projeto: Param;
  /** SQL condition for the target's items `i`. */
  items: Sql;
  /** SQL condition for the target's quality rows `q`; null: quality rows do not store the target. */
  quality: Sql | null;
  /** SQL from `from` on, which gives one row if the target is in the scope. */
  inScope: Sql;
};

export function project(scope: Scope, projetoId: string): Target {
  const id = param(projetoId);
  return {
    id,
    projeto: id,
    items: sql`i.projeto_id = ${id}`,
    quality: sql`q.projeto_id = ${id}`,
    inScope: sql`from projetos p where p.id = ${id} and ${inScope(scope, sql`p.empresa_id`)}`,
  };
}

/**
 * An audit as the list's target. `data`: the time whose days filter items; the time of entry has an index by audit, the
 * call time only an index by project.
 */
export function audit(
  scope: Scope,
  auditoria: { id: string; projeto_id: string },
  data: DataDe | undefined,
): Target {
  const id = param(auditoria.id);
  const own = sql`i.auditoria_id = ${id}`;
  return {
    id,
    projeto: param(auditoria.projeto_id),
    items: data === 'ligacao' ? sql`${own} and i.projeto_id = ${auditoria.projeto_id}` : own,
    quality: null,
    inScope: sql`from auditorias p where p.id = ${id} and ${inScope(scope, sql`p.empresa_id`)}`,
  };
}
