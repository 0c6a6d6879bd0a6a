// SQL: conditions of rules chosen at run time; firings end and reopen in batches.

import type { Db } from '@escuta/prisma/db';
import type { Filtro } from '../../domain/filters/filtro-tabela.ts';
import { companyScope } from '../../domain/scope.ts';
import { filterSql } from '../../platform/database/conditions/filter.ts';
import { sql } from '../../platform/database/sql.ts';
import { type Actor, recordAction } from '../log/audit-log.ts';
import { criteriaAsked } from './asked.ts';
import { criteriaOf } from './reasons-repo.ts';
import { type ActiveRule, JULGAVEL, rulesThatFired } from './rules.ts';

/** A rule's judgement of a call. `nova`: analysed or reviewed since the rule is in force. */
export type Julgada = {
  itemId: string;
  projetoId: string;
  agenteId: string | null;
  /** The target of a merged agent. */
  raizId: string | null;
  vale: boolean;
  nova: boolean;
  /** The rule's firing for the call; null: none. */
  disparoId: string | null;
  estado: string | null;
  /** A review's corrections ended the firing. */
  corrigido: boolean;
};

/** Judges calls by a rule, in a single statement: returns calls that match, and calls with an open firing. */
export async function judge(db: Db, rule: ActiveRule, itens: readonly string[]): Promise<Julgada[]> {
  const { filtro, id, empresaId, vigenteDesde } = rule;
  if (filtro === null) return [];
  const { rows } = await db.sql<Julgada>(
    sql`select i.id as "itemId", i.projeto_id as "projetoId", i.agente_id as "agenteId",
        coalesce(a.fundido_em_id, i.agente_id) as "raizId", v.vale,
        greatest(x.terminada_em, q.revisado_em) >= ${vigenteDesde} as nova, d.id as "disparoId", d.estado,
        d.revisao_id is not null as corrigido
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

/** The insights that hold the criteria of a rule, by call; no call for a rule without criteria. */
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

/** Fields of the filter that a person's verdict on an insight may change. */
const DA_REVISAO: readonly string[] = ['nota', 'criterio', 'falha_critica'];

/** True if a correction of an insight may make a call match no more. */
function readsReviews(filtro: Filtro): boolean {
  if ('nao' in filtro) return readsReviews(filtro.nao);
  if ('campo' in filtro) return DA_REVISAO.includes(filtro.campo);
  return ('todas' in filtro ? filtro.todas : filtro.qualquer).some(readsReviews);
}

/**
 * Ends firings whose calls the rule has ceased to match. Where a verdict given since has corrected the analysis, the
 * firing was wrong: it counts in the precision, as not right. Otherwise nobody decided, and no precision counts it.
 * @returns the firings that a review's corrections ended
 */
export async function endFirings(db: Db, rule: ActiveRule, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const reviewed = rule.filtro !== null && readsReviews(rule.filtro);
  const { rows } = await db.sql<{ id: string }>(
    sql`with alvo as (
        select d.id, v.id as revisao_id, v.usuario_id, v.created_at from regra_disparos d
          left join item_qualidade q on q.item_id = d.item_id
          left join lateral (select r.id, r.usuario_id, r.created_at
            from insights g join insight_revisoes r on r.insight_id = g.id and r.em_vigor
            where ${reviewed}::boolean and g.execucao_id = q.execucao_id and r.veredito = 'rejeitado'
              and r.created_at >= d.momento
            order by r.created_at desc, r.id desc limit 1) v on true
        where d.id = any(${ids}::uuid[]) and d.regra_id = ${rule.id}::uuid and d.empresa_id = ${rule.empresaId}::uuid
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
    'regra_disparos_encerra',
  );
  return rows.map(({ id }) => id);
}

/** Reopens firings that a review's corrections ended: the corrections are withdrawn. */
async function reopenFirings(db: Db, rule: ActiveRule, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.sql<{ id: string }>(
    sql`update regra_disparos d set estado = case when d.visto_em is null then 'aberto' else 'visto' end,
        procedente = null, revisao_id = null, resolvido_por = null, resolvido_em = null
      where d.id = any(${ids}::uuid[]) and d.regra_id = ${rule.id}::uuid and d.empresa_id = ${rule.empresaId}::uuid
        and d.revisao_id is not null
      returning d.id`,
    'regra_disparos_reabre',
  );
  return rows.map(({ id }) => id);
}

/** Logs that corrections of insights, or their withdrawal, ended or reopened firings of a company. */
export async function recordCorrections(
  db: Db,
  actor: Actor,
  empresaId: string,
  { findos, reabertos }: { findos: readonly string[]; reabertos: readonly string[] },
): Promise<void> {
  const entry = async (ids: readonly string[], detalhes: Record<string, unknown>) => {
    if (ids.length === 0) return;
    await recordAction(db, {
      ...{ ...actor, empresaId, acao: 'alertas_tratados', recurso: 'disparo' },
      recursoId: ids.length === 1 ? (ids[0] ?? null) : null,
      detalhes: { ...detalhes, alertas: ids.length, ids: ids.slice(0, 50) },
    });
  };
  await entry(findos, { estado: 'resolvido', procedente: false, motivo: 'corrigido_pela_revisao' });
  await entry(reabertos, { estado: 'aberto', procedente: null, motivo: 'correcao_desfeita' });
}

/**
 * Judges a call again after a verdict on one of its insights, in the verdict's transaction: firings that its
 * corrections disprove end, and those whose corrections are withdrawn reopen. New firings are left to the worker.
 * @returns whether a firing changed
 */
export async function followReview(
  db: Db,
  actor: Actor,
  { empresaId, itemId }: { empresaId: string; itemId: string },
): Promise<boolean> {
  const findos: string[] = [];
  const reabertos: string[] = [];
  for (const rule of await rulesThatFired(db, empresaId, itemId)) {
    if (rule.filtro === null || !readsReviews(rule.filtro)) continue;
    const [judged] = await judge(db, rule, [itemId]);
    if (judged?.disparoId == null) continue;
    if (!judged.vale) findos.push(...(await endFirings(db, rule, [judged.disparoId])));
    else if (judged.corrigido) reabertos.push(...(await reopenFirings(db, rule, [judged.disparoId])));
  }
  await recordCorrections(db, actor, empresaId, { findos, reabertos });
  return findos.length + reabertos.length > 0;
}
