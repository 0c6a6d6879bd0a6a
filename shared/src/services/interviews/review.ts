// SQL: changes the decisions on interviews under row locks, each with a history line.

import type { Db } from '@escuta/prisma/db';
import type { OrigemRevisao, RevisaoEntrevista } from '../../domain/interview/verdicts/review-state.ts';
import { sql } from '../../platform/database/sql.ts';
import { touchMatrixRows } from '../verdicts/interview-matrix.ts';

export type Revista = { id: string; revisao: RevisaoEntrevista; revisoes: number };

/** Sets locked interviews' review state (as VIDA_DA_ENTREVISTA allows), with history. */
export async function saveReviews(
  db: Db,
  entrevistas: readonly Revista[],
  usuarioId: string,
  {
    para,
    motivo,
    origem,
  }: {
    para: RevisaoEntrevista;
    motivo: string | null;
    origem: { tipo: OrigemRevisao; id: string } | null;
  },
): Promise<void> {
  if (entrevistas.length === 0) return;
  await db.sql(
    sql`with mudadas as (
        update entrevistas e set revisao = ${para}, revisoes = a.revisoes + 1
        from unnest(${entrevistas.map(({ id }) => id)}::uuid[], ${entrevistas.map(({ revisoes }) => revisoes)}::int[],
          ${entrevistas.map(({ revisao }) => revisao)}::text[]) as a (id, revisoes, de)
        where e.id = a.id returning e.id, e.empresa_id, e.revisoes as n, a.de
      )
      insert into entrevista_revisoes (entrevista_id, n, empresa_id, de, para, usuario_id, motivo, origem, origem_id)
      select id, n, empresa_id, de, ${para}, ${usuarioId}::uuid, ${motivo}, ${origem?.tipo ?? null}::text,
      ${origem?.id ?? null}::uuid
      from mudadas`,
    'entrevista_revisoes',
  );
  await touchMatrixRows(
    db,
    entrevistas.map(({ id }) => id),
  );
}

/**
 * Reopens a locked interview's review, with history (VIDA_DA_ENTREVISTA). More data bring no interview back into
 * figures: a held interview keeps its cause, a rejected one becomes held. An API key counts as the interviewer.
 */
export async function reopenReview(
  db: Db,
  id: string,
  usuarioId: string | null,
  motivo: string,
): Promise<void> {
  const { rowCount } = await db.sql(
    sql`with antes as (
        select id, empresa_id, revisao, revisoes, coalesce(${usuarioId}::uuid, usuario_id) as por,
          case revisao when 'aprovada' then 'pendente' else 'em_espera' end as para
        from entrevistas where id = ${id}::uuid and revisao <> 'pendente'
      ), volta as (
        update entrevistas e set revisao = antes.para, revisoes = e.revisoes + 1 from antes where e.id = antes.id
        returning e.id, e.revisoes as n
      )
      insert into entrevista_revisoes (entrevista_id, n, empresa_id, de, para, usuario_id, motivo, origem, origem_id,
        reabertura)
      select a.id, volta.n, a.empresa_id, a.revisao, a.para, a.por, ${motivo}::text, r.origem, r.origem_id, true
      from antes a join volta using (id) left join entrevista_revisoes r
        on r.entrevista_id = a.id and r.n = a.revisoes and a.revisao = 'em_espera'`,
    'entrevista_revisao_volta',
  );
  if (rowCount) await touchMatrixRows(db, [id]);
}
