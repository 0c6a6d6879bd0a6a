// SQL: verdicts are given and withdrawn under a lock on the insight.

import type { Db } from '@escuta/prisma/db';
import type { InsightResultado } from '@escuta/shared/domain/insights/insight-result';
import type { StatusProcessamento } from '@escuta/shared/domain/runs/status';
import { companyScope, empresaIdOf, type Scope, whereScope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { inScope } from '@escuta/shared/platform/database/sql';
import { saveReviewedScores } from '@escuta/shared/services/insights/insight-scores';

export type Atendido = 'sim' | 'nao' | 'nao_se_aplica';

export type LockedInsight = {
  id: string;
  empresaId: string;
  projetoId: string;
  itemId: string;
  vigente: boolean;
  status: StatusProcessamento;
  statusDoItem: StatusProcessamento;
  resultado: InsightResultado | null;
  /** The later insight to which verdicts and comments were copied. */
  levadoPara: string | null;
};

export type VerdictInForce = {
  id: string;
  usuarioId: string;
  veredito: 'aprovado' | 'rejeitado';
  motivo: string | null;
  nome: string | null;
  em: Date;
};

/** Locks an insight until the transaction ends; null if the scope has no such insight. */
export async function lockInsight(db: Db, scope: Scope, id: string): Promise<LockedInsight | null> {
  const { rows } = await db.query<LockedInsight>(
    `select g.id, g.empresa_id as "empresaId", g.projeto_id as "projetoId", g.item_id as "itemId", g.vigente,
       g.status_processamento as status, i.status as "statusDoItem", g.resultado, g.levado_para as "levadoPara"
     from insights g join auditoria_itens i on i.id = g.item_id
     where g.id = $1 and ${inScope('$2', 'g.empresa_id')} for update of g`,
    [id, empresaIdOf(scope)],
  );
  return rows[0] ?? null;
}

/**
 * Locks the insight that counts for `id`: the insight itself or its successor, because a screen may show the older one.
 * Null outside the scope.
 */
export async function lockWhereItCounts(db: Db, scope: Scope, id: string): Promise<LockedInsight | null> {
  let insight = await lockInsight(db, scope, id);
  while (insight?.levadoPara) insight = await lockInsight(db, scope, insight.levadoPara);
  return insight;
}

/** The verdict in force on a locked insight. A separate statement sees changes for which the lock waited. */
export async function findVerdict(db: Db, scope: Scope, insightId: string): Promise<VerdictInForce | null> {
  const { rows } = await db.query<VerdictInForce>(
    `select r.id, r.usuario_id as "usuarioId", r.veredito, r.motivo, coalesce(u.nome, u.email) as nome,
      r.created_at as em
     from insight_revisoes r left join usuarios u on u.id = r.usuario_id
     where r.insight_id = $1 and r.em_vigor and ${inScope('$2', 'r.empresa_id')}`,
    [insightId, empresaIdOf(scope)],
  );
  return rows[0] ?? null;
}

/** True if a person withdrew the verdict given on an insight at `em`. */
export async function hasTakenBack(
  db: Db,
  scope: Scope,
  insightId: string,
  verdict: { usuarioId: string; em: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from insight_revisoes where insight_id = $1 and usuario_id = $2 and created_at = $3
      and desfeita_em is not null
       and ${inScope('$4', 'empresa_id')}`,
    [insightId, verdict.usuarioId, verdict.em, empresaIdOf(scope)],
  );
  return rowCount === 1;
}

export async function hasVerdict(
  db: Db,
  scope: Scope,
  insightId: string,
  verdictId: string,
): Promise<boolean> {
  const where = { id: verdictId, insightId, ...whereScope(scope) };
  return (await db.within(scope).insightRevisao.count({ where })) > 0;
}

export type NewVerdict = {
  usuarioId: string;
  veredito: 'aprovado' | 'rejeitado';
  motivo: string | null;
  observacoes: string | null;
  revisaoMs: number | null;
  /** True if the whole insight is rejected. */
  inteiro: boolean;
  criterios: readonly { id: string; ia: Atendido; pessoa: Atendido; comprovado: boolean }[];
};

/** True if a verdict equals the stored one except for the duration, so that repeated requests give one verdict. */
export async function isSameVerdict(
  db: Db,
  held: VerdictInForce,
  { usuarioId, veredito, motivo, observacoes, inteiro, criterios }: NewVerdict,
): Promise<boolean> {
  if (held.usuarioId !== usuarioId) return false;
  const { rowCount } = await db.query(
    `select from insight_revisoes r where r.id = $1 and r.veredito = $2 and r.motivo is not distinct from $3
       and r.observacoes is not distinct from $4 and r.inteiro = $5
       and (select coalesce(jsonb_object_agg(c.criterio, c.atendido_pessoa), '{}') from insight_revisao_criterios c
         where c.revisao_id = r.id) = $6::jsonb`,
    [
      held.id,
      veredito,
      motivo,
      observacoes,
      inteiro,
      JSON.stringify(Object.fromEntries(criterios.map(({ id, pessoa }) => [id, pessoa]))),
    ],
  );
  return rowCount === 1;
}

/** Puts a verdict in force; the previous verdict stays in the history. */
export async function insertVerdict(db: Db, insight: LockedInsight, verdict: NewVerdict): Promise<string> {
  const id = newId();
  const { id: insightId, empresaId } = insight;
  const { insightRevisao } = db.within(companyScope(empresaId));
  await insightRevisao.updateMany({
    where: { insightId, empresaId, emVigor: true },
    data: { emVigor: false },
  });
  const { criterios, ...given } = verdict;
  await insightRevisao.create({ data: { id, insightId, empresaId, ...given }, select: { id: true } });
  if (criterios.length > 0) {
    await db.query(
      `insert into insight_revisao_criterios (revisao_id, empresa_id, criterio, atendido_ia, atendido_pessoa,
        comprovado)
       select $1, $2, * from unnest($3::text[], $4::text[], $5::text[], $6::boolean[])`,
      [
        id,
        empresaId,
        criterios.map((c) => c.id),
        criterios.map((c) => c.ia),
        criterios.map((c) => c.pessoa),
        criterios.map((c) => c.comprovado),
      ],
    );
  }
  await copyVerdict(db, insight.id);
  return id;
}

/** Withdraws a verdict; the newest verdict not withdrawn is in force again. */
export async function undoVerdict(db: Db, insight: LockedInsight, verdictId: string): Promise<void> {
  await db.query('update insight_revisoes set em_vigor = false, desfeita_em = now() where id = $1', [
    verdictId,
  ]);
  await db.query(
    `update insight_revisoes set em_vigor = true where id = (
       select id from insight_revisoes where insight_id = $1 and desfeita_em is null
       order by created_at desc, id desc limit 1)`,
    [insight.id],
  );
  await copyVerdict(db, insight.id);
}

/** Copies the verdict in force and its score into the insight's row; the AI's values stay. */
async function copyVerdict(db: Db, insightId: string): Promise<void> {
  await db.query(
    `update insights g set validado_humano = r.id is not null, veredito = r.veredito, motivo_rejeicao = r.motivo,
       observacoes = r.observacoes, validado_por = r.usuario_id, validado_em = r.created_at, revisao_ms = r.revisao_ms,
       pontuacao_revisada = null, pontuacao_revisada_em = null, updated_at = now()
     from (select 1) um left join insight_revisoes r on r.insight_id = $1 and r.em_vigor
     where g.id = $1`,
    [insightId],
  );
  await saveReviewedScores(db, [insightId]);
}

/**
 * Marks a call's open alerts as seen by the person who judged one of its insights, but not as right or wrong.
 * @returns whether the call had open alerts
 */
export async function markFiringsSeen(
  db: Db,
  { empresaId, itemId }: LockedInsight,
  usuarioId: string,
): Promise<boolean> {
  const { count } = await db.within(companyScope(empresaId)).regraDisparo.updateMany({
    where: { empresaId, itemId, estado: 'aberto' },
    data: { estado: 'visto', vistoPor: usuarioId, vistoEm: new Date() },
  });
  return count > 0;
}
