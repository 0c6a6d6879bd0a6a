// SQL instead of Prisma, because firings are written in batches, with one statement per batch.

import type { Db } from '@escuta/prisma/db';
import { newId } from '@escuta/shared/platform/database/ids';
import { sql } from '@escuta/shared/platform/database/sql';
import { recordEvent } from '@escuta/shared/services/log/record-event';
import type { ActiveRule } from '@escuta/shared/services/rules/rules';

/** A rule's firing to be written. `chave`: the call's id; or measure, target and window. */
export type NovoDisparo = {
  chave: string;
  itemId: string | null;
  projetoId: string | null;
  agenteId: string | null;
  /** Agent by whom firings are grouped; the surviving agent after a merge. */
  raizId: string | null;
  /** Insights with the rule's criteria; empty for a firing about the call or a window. */
  insights: readonly string[];
  dados: Record<string, unknown>;
};

/** Group in which a firing is announced: per agent or project, or the whole rule. */
const keyOf = ({ agruparPor }: ActiveRule, { raizId, projetoId }: NovoDisparo): string =>
  agruparPor === 'agente' ? (raizId ?? '') : agruparPor === 'projeto' ? (projetoId ?? '') : '';

/** Ids of groups announced so recently that they still accept firings, by key. */
async function openGroups(db: Db, rule: ActiveRule, chaves: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.sql<{ chave: string; id: string }>(
    sql`select distinct on (g.chave) g.chave, g.id from regra_grupos g
      where g.regra_id = ${rule.id}::uuid and g.empresa_id = ${rule.empresaId}::uuid
        and g.chave = any(${chaves}::text[])
        and g.inicio > now() - ${rule.esperaMin}::int * interval '1 minute'
      order by g.chave, g.inicio desc`,
    'regra_grupos_abertos',
  );
  return new Map(rows.map(({ chave, id }) => [chave, id]));
}

/**
 * Writes a rule's firings; reopens ended firings whose condition holds again, but not those that a person resolved. A
 * group is announced once. The caller must hold the lock of the company's rules.
 * @returns number of newly open firings
 */
export async function fire(db: Db, rule: ActiveRule, disparos: readonly NovoDisparo[]): Promise<number> {
  if (disparos.length === 0) return 0;
  const { id: regraId, empresaId, gravidade } = rule;
  const chaves = [...new Set(disparos.map((one) => keyOf(rule, one)))];
  const groups = await openGroups(db, rule, chaves);
  const began = chaves.filter((chave) => !groups.has(chave)).map((chave) => ({ id: newId(), chave }));
  for (const { id, chave } of began) groups.set(chave, id);
  if (began.length > 0) {
    await db.sql(
      sql`insert into regra_grupos (id, empresa_id, regra_id, chave)
        select g.id, ${empresaId}::uuid, ${regraId}::uuid, g.chave
        from jsonb_to_recordset(${JSON.stringify(began)}::jsonb) as g (id uuid, chave text)`,
      'regra_grupos_comeca',
    );
  }
  const rows = disparos.map((one) => ({
    id: newId(),
    grupo_id: groups.get(keyOf(rule, one)),
    item_id: one.itemId,
    projeto_id: one.projetoId,
    agente_id: one.agenteId,
    chave: one.chave,
    dados: one.dados,
    insights: one.insights,
  }));
  const { rows: written } = await db.sql<{ grupo_id: string; item_id: string | null; n: number }>(
    sql`with escritos as (
        insert into regra_disparos as d (id, empresa_id, regra_id, grupo_id, item_id, projeto_id, agente_id, chave,
          dados, insights, gravidade)
          select n.id, ${empresaId}::uuid, ${regraId}::uuid, n.grupo_id, n.item_id, n.projeto_id, n.agente_id, n.chave,
          n.dados, n.insights, ${gravidade}
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            as n (id uuid, grupo_id uuid, item_id uuid, projeto_id uuid,
            agente_id uuid, chave text, dados jsonb, insights uuid[])
        on conflict (regra_id, chave) do update set estado = 'aberto', momento = now(), grupo_id = excluded.grupo_id,
          agente_id = excluded.agente_id, projeto_id = excluded.projeto_id, gravidade = excluded.gravidade,
          dados = excluded.dados,
          insights = excluded.insights, visto_por = null, visto_em = null, procedente = null, revisao_id = null,
          resolvido_por = null, resolvido_em = null
          where d.estado = 'deixou_de_valer' or d.revisao_id is not null
        returning grupo_id, item_id
      ), contados as (
        select grupo_id, count(*)::int as n, min(item_id::text) as item_id from escritos group by grupo_id
      ), somados as (
        update regra_grupos g set n = g.n + c.n, ultimo_em = now() from contados c where g.id = c.grupo_id
      )
      select grupo_id, item_id, n from contados`,
    'regra_disparos_escreve',
  );
  for (const { id } of began) {
    const group = written.find(({ grupo_id }) => grupo_id === id);
    if (!group) continue;
    await recordEvent(db, {
      tipo: 'regra_disparou',
      empresaId,
      alvoId: id,
      dados: { regra_id: regraId, gravidade, item_id: group.n === 1 ? group.item_id : null, n: group.n },
    });
  }
  const announced = began.map(({ id }) => id);
  if (announced.length > 0) {
    await db.sql(
      sql`with vazios as (delete from regra_grupos where id = any(${announced}::uuid[]) and n = 0)
        update regra_grupos set avisado_em = now() where id = any(${announced}::uuid[]) and n > 0`,
      'regra_grupos_avisa',
    );
  }
  return written.reduce((sum, { n }) => sum + n, 0);
}

/** Stores in unresolved firings which insights now have the rule's criteria. */
export async function followInsights(
  db: Db,
  rule: ActiveRule,
  firings: readonly { id: string; insights: readonly string[] }[],
): Promise<void> {
  if (firings.length === 0) return;
  await db.sql(
    sql`update regra_disparos d set insights = n.insights
      from jsonb_to_recordset(${JSON.stringify(firings)}::jsonb) as n (id uuid, insights uuid[])
      where d.id = n.id and d.regra_id = ${rule.id}::uuid and d.empresa_id = ${rule.empresaId}::uuid
        and d.insights is distinct from n.insights`,
    'regra_disparos_insights',
  );
}

/** Assigns calls' firings to their present agents. @returns number of changed firings */
export async function followAgents(db: Db, empresaId: string, itens: readonly string[]): Promise<number> {
  const { rowCount } = await db.sql(
    sql`update regra_disparos d set agente_id = i.agente_id from auditoria_itens i
      where i.id = any(${itens}::uuid[]) and d.item_id = i.id and d.empresa_id = ${empresaId}::uuid
        and d.agente_id is distinct from i.agente_id`,
    'regra_disparos_agentes',
  );
  return rowCount ?? 0;
}
