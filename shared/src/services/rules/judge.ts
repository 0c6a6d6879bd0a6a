// SQL: rules are judged in SQL, because their conditions are known only at run time; firings change in batches.

import type { Db } from '@escuta/prisma/db';
import type { Filtro } from '../../domain/filters/filtro-tabela.ts';
import type { EstadoDisparo } from '../../domain/rules/rules.ts';
import { companyScope } from '../../domain/scope.ts';
import { filterSql } from '../../platform/database/conditions/filter.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import { type Actor, recordAction } from '../log/audit-log.ts';
import { criteriaAsked } from './asked.ts';
import { criteriaOf } from './reasons-repo.ts';
import { type ActiveRule, JULGAVEL, rulesThatFired } from './rules.ts';

/** A rule's judgement of a call. `nova`: true if the call was analysed or reviewed after the rule came into force. */
export type Julgada = {
  itemId: string;
  projetoId: string;
  agenteId: string | null;
  /** The agent into which `agenteId` was merged, else `agenteId`. */
  raizId: string | null;
  vale: boolean;
  nova: boolean;
  disparoId: string | null;
  estado: string | null;
  /** True if a review's corrections ended the firing. */
  corrigido: boolean;
  /** True if the corrections are of the present analysis, and the rule judges the same calls as at the firing. */
  reabrivel: boolean;
};

/** Judges calls by a rule in one statement: returns matching calls, and calls with an open firing. */
export async function judge(db: Db, rule: ActiveRule, itens: readonly string[]): Promise<Julgada[]> {
  const { filtro, id, empresaId, vigenteDesde, alvoEm } = rule;
  if (filtro === null) return [];
  const { rows } = await db.sql<Julgada>(
    sql`select i.id as "itemId", i.projeto_id as "projetoId", i.agente_id as "agenteId",
        coalesce(a.fundido_em_id, i.agente_id) as "raizId", v.vale,
        greatest(x.terminada_em, q.revisado_em) >= ${vigenteDesde} as nova, d.id as "disparoId", d.estado,
        d.revisao_id is not null as corrigido, d.momento >= ${alvoEm} and exists (select from insight_revisoes r
          join insights g on g.id = r.insight_id where r.id = d.revisao_id
            and g.execucao_id = q.execucao_id) as reabrivel
      from auditoria_itens i
        join item_qualidade q on q.item_id = i.id
        join execucoes x on x.id = q.execucao_id
        left join agentes a on a.id = i.agente_id
        left join regra_disparos d on d.regra_id = ${id}::uuid and d.chave = i.id::text
        cross join lateral (select coalesce(${filterSql(filtro)}, false) as vale) v
      where i.id = any(${itens}::uuid[]) and i.empresa_id = ${empresaId}::uuid and ${JULGAVEL}
        and (v.vale or d.estado in ('aberto', 'visto'))`,
  );
  return rows;
}

/** Insights with the rule's criteria, by call. */
export async function insightsBehind(
  db: Db,
  { empresaId, filtro }: ActiveRule,
  itens: readonly string[],
): Promise<Map<string, string[]>> {
  const asked = filtro === null ? null : criteriaAsked(filtro);
  const found = new Map<string, string[]>();
  if (asked === null || itens.length === 0) return found;
  for (const row of await criteriaOf(db, companyScope(empresaId), itens, asked.entradas)) {
    if (!asked.holds(row)) continue;
    const known = found.get(row.item_id) ?? [];
    if (!known.includes(row.insight_id)) found.set(row.item_id, [...known, row.insight_id]);
  }
  return found;
}

/** Filter fields that a verdict on an insight may change. */
const DA_REVISAO: readonly string[] = ['nota', 'criterio', 'falha_critica'];
/** Filter fields that read the search's index, too slow for a person awaiting a verdict. */
const DA_FALA: readonly string[] = ['dito', 'dito_agente', 'dito_cliente'];

function reads(filtro: Filtro, campos: readonly string[]): boolean {
  if ('nao' in filtro) return reads(filtro.nao, campos);
  if ('campo' in filtro) return campos.includes(filtro.campo);
  return ('todas' in filtro ? filtro.todas : filtro.qualquer).some((part) => reads(part, campos));
}

/**
 * Part of a WITH: the quality of the firings' calls by the AI's answers, without people's verdicts; named
 * item_qualidade, so that filter conditions read it. Answers count as in escuta_criterios_da_execucao.
 */
const qualityByAi = (ids: readonly string[]): Sql => sql`item_qualidade as materialized (
    select q.item_id, q.empresa_id, q.execucao_id, q.sentimento, q.palavras, q.alertas, q.revisado_por,
      case when q.nota_corrigida then q.pontuacao_ia else q.pontuacao end as pontuacao, c.criterios, c.falhas_criticas
    from item_qualidade q cross join lateral (
      select coalesce(array_agg(v.template_id || ' ' || left(md5(o.c ->> 'descricao'), 8)
          || case o.c ->> 'atendido' when 'sim' then ' s ' else ' n ' end || (o.c ->> 'id')), '{}') as criterios,
        (count(*) filter (where (o.c ->> 'critico')::boolean and o.c ->> 'atendido' = 'nao'))::int as falhas_criticas
      from insights s join insight_template_versoes v on v.id = s.template_versao_id
        cross join lateral jsonb_array_elements(case when jsonb_typeof(s.resultado -> 'criterios') = 'array'
          then s.resultado -> 'criterios' else '[]' end) as o (c)
      where s.execucao_id = q.execucao_id and s.status_processamento = 'concluido'
        and (o.c ->> 'comprovado')::boolean and o.c ->> 'atendido' in ('sim', 'nao') and o.c ->> 'id' is not null) c
    where q.item_id in (select d.item_id from regra_disparos d where d.id = any(${ids}::uuid[]))
  )`;

/**
 * Ends firings whose calls the rule no longer matches. If a call still matches by the AI's answers alone, a person's
 * verdict disproved the firing, which counts as wrong in the rule's precision; other firings do not count.
 * @returns firings ended by a review's corrections
 */
export async function endFirings(db: Db, rule: ActiveRule, ids: readonly string[]): Promise<string[]> {
  const { filtro, id, empresaId, alvoEm } = rule;
  if (ids.length === 0) return [];
  const disproved = filtro !== null && reads(filtro, DA_REVISAO) ? filterSql(filtro) : sql`false`;
  const { rows } = await db.sql<{ id: string }>(
    sql`with ${qualityByAi(ids)}, alvo as (
        select d.id, v.id as revisao_id, v.usuario_id, v.created_at from regra_disparos d
          join auditoria_itens i on i.id = d.item_id
          left join item_qualidade q on q.item_id = d.item_id
          left join lateral (select r.id, r.usuario_id, r.created_at
            from insights g join insight_revisoes r on r.insight_id = g.id and r.em_vigor
            where g.execucao_id = q.execucao_id and r.veredito = 'rejeitado'
              and r.created_at >= greatest(d.momento, ${alvoEm}) and coalesce(${disproved}, false)
            order by r.created_at desc, r.id desc limit 1) v on true
        where d.id = any(${ids}::uuid[]) and d.regra_id = ${id}::uuid and d.empresa_id = ${empresaId}::uuid
          and d.estado in ('aberto', 'visto')
        order by d.id for update of d
      ), findos as (
        update regra_disparos d set revisao_id = alvo.revisao_id,
          estado = case when alvo.revisao_id is null then 'deixou_de_valer' else 'resolvido' end,
          procedente = case when alvo.revisao_id is null then null else false end,
          resolvido_por = alvo.usuario_id, resolvido_em = alvo.created_at
        from alvo where d.id = alvo.id
        returning d.id, d.revisao_id
      )
      select id from findos where revisao_id is not null order by id`,
  );
  return rows.map(({ id }) => id);
}

/** A reopened firing. `emVigor`: the verdict that ended the firing still counts, and another one changed the call. */
export type Reaberto = { id: string; estado: EstadoDisparo; emVigor: boolean };

/**
 * Reopens firings that corrections ended, if the rule matches their calls again. Firings of a switched off rule end
 * without a decision instead.
 */
export async function reopenFirings(db: Db, rule: ActiveRule, ids: readonly string[]): Promise<Reaberto[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.sql<Reaberto>(
    sql`with alvo as (
        select d.id, exists (select from insight_revisoes r where r.id = d.revisao_id and r.em_vigor) as em_vigor
        from regra_disparos d
        where d.id = any(${ids}::uuid[]) and d.regra_id = ${rule.id}::uuid
          and d.empresa_id = ${rule.empresaId}::uuid and d.revisao_id is not null
        order by d.id for update
      )
      update regra_disparos d set procedente = null, revisao_id = null, resolvido_por = null, resolvido_em = null,
        estado = case when not ${rule.ativa}::boolean then 'deixou_de_valer'
          when d.visto_em is null then 'aberto' else 'visto' end
      from alvo where d.id = alvo.id
      returning d.id, d.estado, alvo.em_vigor as "emVigor"`,
    'regra_disparos_reabre',
  );
  return rows;
}

/** Locks calls' firings in id order, as every writer of several firings does, to prevent deadlocks. */
export async function lockFirings(db: Db, empresaId: string, itens: readonly string[]): Promise<void> {
  await db.sql(
    sql`select from regra_disparos d where d.item_id = any(${itens}::uuid[]) and d.empresa_id = ${empresaId}::uuid
      order by d.id for update`,
    'regra_disparos_trava',
  );
}

/** Locks a rule's firings in id order, like `lockFirings`. */
export async function lockFiringsOf(db: Db, empresaId: string, regraId: string): Promise<void> {
  await db.sql(
    sql`select from regra_disparos d where d.regra_id = ${regraId}::uuid and d.empresa_id = ${empresaId}::uuid
      order by d.id for update`,
    'regra_disparos_da_regra_trava',
  );
}

/** Logs that corrections, or their withdrawal, ended or reopened a company's firings. */
export async function recordCorrections(
  db: Db,
  actor: Actor,
  empresaId: string,
  { findos, reabertos }: { findos: readonly string[]; reabertos: readonly Reaberto[] },
): Promise<void> {
  const entry = async (ids: readonly string[], detalhes: Record<string, unknown>) => {
    if (ids.length === 0) return;
    await recordAction(db, {
      ...{ ...actor, empresaId, acao: 'alertas_tratados', recurso: 'disparo' },
      recursoId: ids.length === 1 ? (ids[0] ?? null) : null,
      detalhes: { ...detalhes, alertas: ids.length, ids: ids.slice(0, 50) },
    });
  };
  const again = (emVigor: boolean) =>
    reabertos.flatMap((one) => (one.estado !== 'deixou_de_valer' && one.emVigor === emVigor ? [one.id] : []));
  await entry(findos, { estado: 'resolvido', procedente: false, motivo: 'corrigido_pela_revisao' });
  await entry(again(false), { estado: 'aberto', procedente: null, motivo: 'correcao_desfeita' });
  await entry(again(true), { estado: 'aberto', procedente: null, motivo: 'voltou_a_valer' });
}

/**
 * Judges a call again in the transaction of a verdict on its insights, which has locked the call's firings
 * (`lockFirings`): ends firings that corrections disprove, reopens firings whose corrections are withdrawn. Leaves new
 * firings and rules about words to the worker, because a slow rule must not make the verdict fail.
 * @returns whether a firing changed
 */
export async function followReview(
  db: Db,
  actor: Actor,
  { empresaId, itemId }: { empresaId: string; itemId: string },
): Promise<boolean> {
  const findos: string[] = [];
  const reabertos: Reaberto[] = [];
  let left = false;
  for (const rule of await rulesThatFired(db, empresaId, itemId)) {
    if (rule.filtro === null || !reads(rule.filtro, DA_REVISAO)) continue;
    if (reads(rule.filtro, DA_FALA)) {
      left = true;
      continue;
    }
    const [judged] = await judge(db, rule, [itemId]);
    if (judged?.disparoId == null) continue;
    if (!judged.vale) findos.push(...(await endFirings(db, rule, [judged.disparoId])));
    else if (judged.reabrivel) reabertos.push(...(await reopenFirings(db, rule, [judged.disparoId])));
  }
  // Queues the call here, because the triggers skip companies whose rules are all switched off.
  if (left) await db.within(companyScope(empresaId)).regraFila.createMany({ data: [{ empresaId, itemId }] });
  await recordCorrections(db, actor, empresaId, { findos, reabertos });
  return findos.length + reabertos.length > 0;
}
