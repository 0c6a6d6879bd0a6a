// SQL: questionnaires are read with counts from an index, and changed under a lock that covers their questions.

import type { Db } from '@escuta/prisma/db';
import type { TipoPergunta } from '@escuta/shared/domain/interview/comparison/compare-answer';
import type { TipoProjeto } from '@escuta/shared/domain/runs/status';
import { companyScope, type Scope, whereScope } from '@escuta/shared/domain/scope';
import { IS_EXAMPLE, isExample } from '@escuta/shared/platform/database/conditions/examples';
import { newId } from '@escuta/shared/platform/database/ids';
import { inScope, literal, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { draftDiffers, PUBLISHED_FIRST } from '@escuta/shared/services/surveys/questionnaire-draft';
import { stillInField } from '../../field/field-interview-repo.ts';
import { isThere } from '../../reads/scoped-repo.ts';

export type QuestionarioRow = {
  id: string;
  empresa_id: string;
  nome: string;
  descricao: string | null;
  pesquisa_id: string;
  pesquisa_titulo: string;
  pesquisa_ativo: boolean;
  tipo_projeto: TipoProjeto;
  projeto_ativo: boolean;
  exemplo: boolean;
  ativo: boolean;
  consentimento: string | null;
  sem_gravacao: boolean;
  /**
   * Questions in use; with options only for items of a battery and where a condition names the options. Null if no
   * question has a condition or is an item of a battery.
   */
  condicoes:
    | {
        id: string;
        codigo: string;
        tipo: TipoPergunta;
        mostrar_se: unknown;
        regras: unknown;
        opcoes: { id: string; texto: string }[];
      }[]
    | null;
  total_perguntas: number;
  total_entrevistas: number;
  versao: number | null;
  /** The published version. `em`: ISO time of publication. `alterado`: true if the draft differs. */
  publicada: { numero: number; em: string; por: string | null; alterado: boolean } | null;
  created_at: Date;
};

const COLUMNS = sql`q.id, q.empresa_id, q.nome, q.descricao, q.pesquisa_id, s.titulo as pesquisa_titulo,
  s.ativo as pesquisa_ativo, j.tipo_projeto, j.is_active as projeto_ativo, ${literal(isExample('j'))} as exemplo,
  q.ativo, q.consentimento, q.sem_gravacao, q.created_at,
  (select count(*)::int from perguntas p where p.questionario_id = q.id and p.excluida_em is null and p.ativo)
    as total_perguntas,
  (with asked as (select * from perguntas p where p.questionario_id = q.id and p.excluida_em is null and p.ativo)
    select json_agg(json_build_object('id', p.id, 'codigo', p.codigo, 'tipo', p.tipo, 'mostrar_se', p.mostrar_se,
      'regras', p.regras, 'opcoes', coalesce((
        select json_agg(json_build_object('id', r.id, 'texto', r.texto_resposta) order by r.ordem, r.id)
          from respostas_definidas r where r.pergunta_id = p.id
          and (p.regras ? 'bateria' or exists (select from asked c where strpos(c.mostrar_se::text, p.id::text) > 0))),
          '[]'))
      order by p.ordem, p.created_at, p.id)
    from asked p where exists (select from asked c where c.mostrar_se is not null or c.regras ? 'bateria'))
      as condicoes,
  (select count(*)::int from entrevistas e where e.questionario_id = q.id) as total_entrevistas,
  (select max(v.numero) from questionario_versoes v where v.questionario_id = q.id) as versao,
  (select json_build_object('numero', v.numero, 'em', v.publicada_em, 'alterado', ${draftDiffers},
      'por', (select coalesce(u.nome, u.email) from usuarios u where u.id = v.publicada_por))
    from questionario_versoes v where v.questionario_id = q.id and v.publicada_em is not null
    order by ${PUBLISHED_FIRST} limit 1) as publicada`;
const FROM = sql`questionarios q join pesquisas s on s.id = q.pesquisa_id
  join projetos j on j.id = s.projeto_id`;

/** Greatest number of a survey's questionnaires, whose list has no pages. */
export const QUESTIONARIOS_MAX = 200;

/** A survey's questionnaires, newest first; null outside the scope. */
export async function listQuestionarios(
  db: Db,
  scope: Scope,
  pesquisaId: string,
): Promise<QuestionarioRow[] | null> {
  if (!(await isThere(db, scope, 'pesquisa', pesquisaId))) return null;
  const { rows } = await db.sql<QuestionarioRow>(
    sql`select ${COLUMNS} from ${FROM} where q.pesquisa_id = ${pesquisaId}
      order by q.created_at desc, q.id desc limit ${QUESTIONARIOS_MAX}`,
    'questionarios_da_pesquisa',
  );
  return rows;
}

/** A questionnaire; null outside the scope. */
export async function findQuestionario(db: Db, scope: Scope, id: string): Promise<QuestionarioRow | null> {
  const { rows } = await db.sql<QuestionarioRow>(
    sql`select ${COLUMNS} from ${FROM} where q.id = ${id} and ${inScope(scope, sql`q.empresa_id`)}`,
    'questionario_um',
  );
  return rows[0] ?? null;
}

/** Locks a questionnaire: changes of its questions and new interviews wait; with `apagar`, new items wait too. */
export async function lockQuestionario(
  db: Db,
  scope: Scope,
  id: string,
  { apagar }: { apagar: boolean } = { apagar: false },
): Promise<QuestionarioRow | null> {
  const strength: Sql = apagar ? literal('for update') : literal('for no key update');
  await db.sql(
    sql`select from questionarios where id = ${id} and ${inScope(scope, sql`empresa_id`)} ${strength}`,
  );
  return findQuestionario(db, scope, id);
}

/** Locks a survey to count and add questionnaires; null outside the scope. */
export async function lockPesquisa(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ empresa_id: string; exemplo: boolean; questionarios: number } | null> {
  const { rows } = await db.sql<{ empresa_id: string; exemplo: boolean }>(
    sql`select s.empresa_id, ${IS_EXAMPLE} as exemplo from pesquisas s join projetos p on p.id = s.projeto_id
      where s.id = ${id} and ${inScope(scope, sql`s.empresa_id`)} for no key update of s`,
  );
  const [row] = rows;
  if (!row) return null;
  const where = { pesquisaId: id, ...whereScope(scope) };
  return { ...row, questionarios: await db.within(scope).questionario.count({ where }) };
}

export type QuestionarioMutavel = Pick<
  QuestionarioRow,
  'nome' | 'descricao' | 'ativo' | 'consentimento' | 'sem_gravacao'
>;

/**
 * Inserts a questionnaire into a locked survey.
 * @returns its id
 */
export async function insertQuestionario(
  db: Db,
  novo: QuestionarioMutavel & { empresaId: string; pesquisaId: string },
): Promise<string> {
  const { sem_gravacao: semGravacao, ...rest } = novo;
  const data = { id: newId(), semGravacao, ...rest };
  await db.within(companyScope(novo.empresaId)).questionario.create({ data, select: { id: true } });
  return data.id;
}

export async function saveQuestionario(db: Db, id: string, now: QuestionarioMutavel): Promise<void> {
  await db.sql(
    sql`update questionarios set nome = ${now.nome}, descricao = ${now.descricao}, ativo = ${now.ativo},
      consentimento = ${now.consentimento}, sem_gravacao = ${now.sem_gravacao}, updated_at = now() where id = ${id}`,
  );
}

/**
 * Data that forbid deleting a questionnaire. `em_campo`: devices loaded the questionnaire recently. `nascendo`: the
 * portal is creating the survey's interviews.
 */
export type QuestionarioTem = { entrevistas: boolean; itens: boolean; em_campo: boolean; nascendo: boolean };

/** Reasons against deleting a questionnaire locked for deletion. */
export async function readQuestionarioContents(db: Db, id: string): Promise<QuestionarioTem> {
  const { rows } = await db.sql<QuestionarioTem>(
    sql`select exists (select from entrevistas where questionario_id = ${id}::uuid) as entrevistas,
      exists (select from auditoria_itens where questionario_id = ${id}::uuid) as itens,
      exists (select from questionarios q join auditoria_preparos p on p.pesquisa_id = q.pesquisa_id
        where q.id = ${id}::uuid and p.estado = 'criando') as nascendo,
      exists (select from questionario_versoes v where v.questionario_id = ${id}::uuid and ${stillInField})
        as em_campo`,
  );
  return rows[0] as QuestionarioTem;
}

/** Deletes a questionnaire without interviews and items, with its questions. The caller locked it for deletion. */
export async function deleteQuestionario(db: Db, scope: Scope, id: string): Promise<void> {
  const { pergunta, questionario } = db.within(scope);
  await pergunta.deleteMany({ where: { questionarioId: id, ...whereScope(scope) } });
  await questionario.deleteMany({ where: { id, ...whereScope(scope) } });
}
