// SQL: an indexed statement finds the questionnaires for field work.

import type { Db } from '@escuta/prisma/db';
import { QUESTIONARIOS_DE_CAMPO } from '@escuta/shared/contracts/surveys/campo';
import type { TipoProjeto } from '@escuta/shared/domain/runs/status';
import type { Scope } from '@escuta/shared/domain/scope';
import { isExample } from '@escuta/shared/platform/database/conditions/examples';
import { all, literal, ofScope, sql } from '@escuta/shared/platform/database/sql';
import { HAS_QUESTIONS, mayCollectWith } from '../../../accounts/collectors.ts';

export type QuestionarioDeCampoRow = {
  id: string;
  nome: string;
  descricao: string | null;
  pesquisa_id: string;
  pesquisa_titulo: string;
  tipo_projeto: TipoProjeto;
  projeto_ativo: boolean;
  exemplo: boolean;
  pesquisa_ativa: boolean;
  questionario_ativo: boolean;
};

export type QuestionarioListadoRow = QuestionarioDeCampoRow & {
  publicado: boolean;
};

export type QuestionarioLevadoRow = QuestionarioDeCampoRow & {
  auditoria_automatica: boolean;
};

const COLUMNS = sql`q.id, q.nome, q.descricao, q.pesquisa_id, s.titulo as pesquisa_titulo, j.tipo_projeto,
  j.is_active as projeto_ativo, ${literal(isExample('j'))} as exemplo, s.ativo as pesquisa_ativa,
  q.ativo as questionario_ativo, j.auditoria_automatica`;
const FROM = sql`questionarios q join pesquisas s on s.id = q.pesquisa_id join projetos j on j.id = s.projeto_id`;

/**
 * Questionnaires with questions, of survey projects, with which a person may collect: open ones first, then the newest.
 */
export async function listDeCampo(
  db: Db,
  scope: Scope,
  usuarioId: string,
): Promise<QuestionarioListadoRow[]> {
  const where = all([
    ofScope(scope, sql`q.empresa_id`),
    sql`j.tipo_projeto = 'pesquisa' and not ${literal(isExample('j'))}`,
    mayCollectWith(usuarioId),
    HAS_QUESTIONS,
  ]);
  const { rows } = await db.sql<QuestionarioListadoRow>(
    sql`select ${COLUMNS}, exists (select from questionario_versoes v
        where v.questionario_id = q.id and v.publicada_em is not null) as publicado from ${FROM} where ${where}
      order by (j.is_active and s.ativo and q.ativo) desc, q.created_at desc, q.id desc
      limit ${QUESTIONARIOS_DE_CAMPO}`,
  );
  return rows;
}

/** Reads a questionnaire, locked by the caller, for a device. */
export async function readLevado(db: Db, id: string): Promise<QuestionarioLevadoRow> {
  const { rows } = await db.sql<QuestionarioLevadoRow>(
    sql`select ${COLUMNS} from ${FROM} where q.id = ${id}`,
    'campo_levado',
  );
  return rows[0] as QuestionarioLevadoRow;
}

/** Marks a version as loaded by a device, because interviews with this version may arrive later. */
export async function markTaken(db: Db, versaoId: string): Promise<void> {
  await db.sql(sql`update questionario_versoes set levada_em = now() where id = ${versaoId}`, 'campo_leva');
}
