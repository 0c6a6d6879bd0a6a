import type { Db } from '@escuta/prisma/db';
import type { Scope } from '@escuta/shared/domain/scope';
import { isExample } from '@escuta/shared/platform/database/conditions/examples';
import { literal, ofScope, sql } from '@escuta/shared/platform/database/sql';

export const FORA_DA_LISTA =
  'Você não está na lista de coletores deste questionário. Peça a um gerente para incluir você.';

/** Condition: questionnaire `q` has no list of interviewers, or `usuarioId` is on it. */
export const mayCollectWith = (usuarioId: string) => sql`(
  not exists (select from questionario_coletores l where l.questionario_id = q.id)
  or exists (select from questionario_coletores l where l.questionario_id = q.id
    and l.usuario_id = ${usuarioId}::uuid))`;

export const HAS_QUESTIONS = sql`exists (select from perguntas p
  where p.questionario_id = q.id and p.excluida_em is null)`;

/** True if a person may now interview with any questionnaire of the company. */
export async function collectsNow(db: Db, scope: Scope, usuarioId: string): Promise<boolean> {
  const { rowCount } = await db.sql(
    sql`select 1 from questionarios q join pesquisas s on s.id = q.pesquisa_id join projetos j on j.id = s.projeto_id
      where ${ofScope(scope, sql`q.empresa_id`)} and j.tipo_projeto = 'pesquisa' and not ${literal(isExample('j'))}
        and j.is_active and s.ativo and q.ativo
        and ${HAS_QUESTIONS} and ${mayCollectWith(usuarioId)} limit 1`,
    'coleta_agora',
  );
  return rowCount === 1;
}

/**
 * True if a questionnaire has no list of interviewers, or its list contains this person; false for an unknown
 * questionnaire. The caller checks scope, survey and person, and locks the questionnaire if the list must not change.
 */
export async function mayCollect(db: Db, questionarioId: string, usuarioId: string): Promise<boolean> {
  const { rowCount } = await db.sql(
    sql`select 1 from questionarios q where q.id = ${questionarioId}::uuid and ${mayCollectWith(usuarioId)}`,
    'quem_coleta',
  );
  return rowCount === 1;
}
