// SQL: progress is the sum of a counter's rows (meta_contagens, cota_contagens), read through an index; a plan is
// replaced under the questionnaire's lock.

import type { Db } from '@escuta/prisma/db';
import type { PerguntaDaMeta } from '@escuta/shared/domain/interview/goals/goal-problems';
import type { Entrevistador, TabelaDeMetas } from '@escuta/shared/domain/interview/goals/goal-table';
import type { Scope } from '@escuta/shared/domain/scope';
import { all, inScope, int, ofScope, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { mayCollectWith } from '../../accounts/collectors.ts';

export type TabelaRow = TabelaDeMetas & { id: string };
/** A questionnaire's plan. The table without dimensions counts all the questionnaire's interviews. */
export type PlanoRow = {
  questionario_id: string;
  nome: string;
  empresa_id: string;
  versao: number;
  total: number | null;
  passar: boolean;
  tabelas: TabelaRow[];
  perguntas: (PerguntaDaMeta & { texto: string; no_rascunho: boolean })[];
};

/** A questionnaire's plan with the questions in use and those that the plan names. */
const PLANO = sql`q.id as questionario_id, q.nome, q.empresa_id, coalesce(p.versao, 0) as versao, p.total,
  coalesce(p.passar, false) as passar,
  coalesce((select json_agg(json_build_object('id', t.id, 'dimensoes', t.dimensoes, 'celulas', t.celulas)
    order by t.ordem, t.id)
    from meta_tabelas t where t.questionario_id = q.id), '[]') as tabelas,
  coalesce((select json_agg(json_build_object('id', g.id, 'codigo', g.codigo, 'texto', g.texto_pergunta, 'tipo', g.tipo,
      'no_rascunho', g.ativo and g.excluida_em is null, 'opcoes', coalesce((
        select json_agg(json_build_object('id', o.id, 'texto', o.texto_resposta) order by o.ordem, o.id)
        from respostas_definidas o where o.pergunta_id = g.id), '[]')) order by g.ordem, g.id)
    from perguntas g where g.questionario_id = q.id and (g.excluida_em is null and g.ativo
      or exists (select from meta_tabelas t where t.questionario_id = q.id and g.id = any (t.perguntas)))),
      '[]') as perguntas`;
const FROM = sql`questionarios q left join meta_planos p on p.questionario_id = q.id`;

async function listPlans(db: Db, where: Sql, limit: number, name: string): Promise<PlanoRow[]> {
  const { rows } = await db.sql<PlanoRow>(
    sql`select ${PLANO} from ${FROM} where ${where} order by q.nome, q.id limit ${int(limit)}`,
    name,
  );
  return rows;
}

/** A questionnaire's plan; its version is 0 if no plan exists; null outside the scope. */
export async function findPlan(db: Db, scope: Scope, id: string): Promise<PlanoRow | null> {
  const where = sql`q.id = ${id}::uuid and ${inScope(scope, sql`q.empresa_id`)}`;
  return (await listPlans(db, where, 1, 'metas_plano'))[0] ?? null;
}

/** Plans of a survey's questionnaires; the caller checks the survey's scope. */
export const listSurveyPlans = (db: Db, pesquisaId: string, limit: number): Promise<PlanoRow[]> =>
  listPlans(db, sql`q.pesquisa_id = ${pesquisaId}::uuid and p.versao > 0`, limit, 'metas_pesquisa');

/** Plans with goals (tables or single options) of the open questionnaires with which a person may collect. */
export function listFieldPlans(db: Db, scope: Scope, usuarioId: string, limit: number): Promise<PlanoRow[]> {
  const where = all([
    ofScope(scope, sql`q.empresa_id`),
    sql`q.ativo and exists (select from pesquisas s join projetos j on j.id = s.projeto_id
      where s.id = q.pesquisa_id and s.ativo and j.is_active and j.tipo_projeto = 'pesquisa')`,
    sql`(p.versao > 0 or exists (select from cotas c where c.questionario_id = q.id))`,
    mayCollectWith(usuarioId),
  ]);
  return listPlans(db, where, limit, 'metas_campo');
}

/**
 * Columns for the interviewer who is the unmerged agent `p`: the agent with all agents merged into it, and their
 * accounts. Without an account, the last former account, whose interviews stay with the agent.
 */
const ENTREVISTADOR = sql`array(select g.id from agentes g where g.id = p.id or g.fundido_em_id = p.id
    order by g.id <> p.id, g.id) as agentes,
  coalesce((select array_agg(g.usuario_id order by g.id <> p.id, g.id) from agentes g
      where (g.id = p.id or g.fundido_em_id = p.id) and g.usuario_id is not null),
    array(select c.usuario_id from agente_contas_anteriores c join agentes g on g.id = c.agente_id
      where g.id = p.id or g.fundido_em_id = p.id order by c.ate desc, c.usuario_id limit 1)) as usuarios`;

/** The interviewer of an account: agents and accounts; an account without an agent has done no interview yet. */
export async function findInterviewer(db: Db, scope: Scope, usuarioId: string): Promise<Entrevistador> {
  const { rows } = await db.sql<{ agentes: string[]; usuarios: string[] }>(
    sql`select ${ENTREVISTADOR} from agentes o join agentes p on p.id = coalesce(o.fundido_em_id, o.id)
      where o.usuario_id = ${usuarioId}::uuid and ${inScope(scope, sql`o.empresa_id`)} limit 1`,
    'metas_entrevistador',
  );
  return rows[0] ?? { agentes: [], usuarios: [usuarioId] };
}

export type ContagemRow = {
  tabela_id: string;
  chave: string;
  /** The interviewer; for a merged agent, the agent into which it was merged. */
  agente_id: string | null;
  nome: string | null;
  agentes: string[];
  usuarios: string[];
  n: number;
};

/** Counts of interviews in the given tables, by cell key and interviewer. `aprovadas`: only approved interviews. */
export async function countCells(
  db: Db,
  tabelas: readonly string[],
  { aprovadas }: { aprovadas: boolean },
): Promise<ContagemRow[]> {
  const n = aprovadas ? sql`sum(aprovadas)` : sql`sum(n)`;
  const { rows } = await db.sql<ContagemRow>(
    sql`with k as materialized (
        select tabela_id, chave, agente_id, ${n}::int as n from meta_contagens
        where tabela_id = any (${[...tabelas]}::uuid[]) group by 1, 2, 3
      ), a as materialized (
        select g.id, coalesce(g.fundido_em_id, g.id) as agente_id from agentes g where g.id in (select agente_id from k)
      ), w as materialized (
        select p.id, p.nome, ${ENTREVISTADOR} from agentes p where p.id in (select agente_id from a)
      )
      select k.tabela_id, k.chave, w.id as agente_id, w.nome, coalesce(w.agentes, '{}') as agentes,
        coalesce(w.usuarios, '{}') as usuarios, sum(k.n)::int as n
      from k left join a on a.id = k.agente_id left join w on w.id = a.agente_id
      group by 1, 2, 3, 4, 5, 6 having sum(k.n) <> 0`,
    aprovadas ? 'metas_contagens_aprovadas' : 'metas_contagens',
  );
  return rows;
}

/** Counts of single options that have a goal. */
export type MetaDeOpcaoRow = {
  questionario_id: string;
  pergunta_id: string;
  opcao_id: string;
  texto: string;
  meta: number;
  feitas: number;
};
export async function countOptionGoals(db: Db, questionarios: readonly string[]): Promise<MetaDeOpcaoRow[]> {
  const { rows } = await db.sql<MetaDeOpcaoRow>(
    sql`with c as materialized (select * from cotas where questionario_id = any (${[...questionarios]}::uuid[])),
      k as (select opcao_id, sum(n)::int as n from cota_contagens
        where pergunta_id in (select pergunta_id from c) group by 1)
      select c.questionario_id, c.pergunta_id, c.opcao_id, c.texto, c.meta, coalesce(k.n, 0) as feitas
      from c left join k on k.opcao_id = c.opcao_id order by c.questionario_id, c.pergunta_id, c.ordem, c.opcao_id`,
    'metas_opcoes',
  );
  return rows;
}

export type PessoaRow = { id: string; tipo: 'usuario' | 'agente'; nome: string; detalhe: string | null };
const PESSOAS_MAX = 500;

/**
 * People of a company, and interviewers without an account in a questionnaire's survey. `agentes`: other agents that
 * the questionnaire's plan names; they may since have got an account or been merged.
 */
export async function listPeople(
  db: Db,
  {
    empresaId,
    questionarioId,
    agentes,
  }: { empresaId: string; questionarioId: string; agentes: readonly string[] },
): Promise<PessoaRow[]> {
  const { rows } = await db.sql<PessoaRow>(
    sql`(select u.id, 'usuario' as tipo, coalesce(u.nome, u.email) as nome, u.email as detalhe
        from membros m join usuarios u on u.id = m.usuario_id where m.empresa_id = ${empresaId}::uuid and m.ativo
        order by escuta_normaliza(coalesce(u.nome, u.email)), u.id limit ${int(PESSOAS_MAX)})
      union all
      (select a.id, 'agente', a.nome, a.matricula from agentes a
        where a.empresa_id = ${empresaId}::uuid and (a.id = any (${[...agentes]}::uuid[])
          or a.usuario_id is null and a.fundido_em_id is null and a.id in (
            select coalesce(g.fundido_em_id, g.id) from agentes g where g.id in (
              select distinct e.agente_id from entrevistas e join questionarios q on q.pesquisa_id = e.pesquisa_id
              where q.id = ${questionarioId}::uuid)))
        order by escuta_normaliza(a.nome), a.id limit ${int(PESSOAS_MAX)})`,
    'metas_pessoas',
  );
  return rows;
}

/** Number of the given accounts and agents in the company. */
export async function countPeople(
  db: Db,
  empresaId: string,
  { usuarios, agentes }: { usuarios: readonly string[]; agentes: readonly string[] },
): Promise<number> {
  const { rows } = await db.sql<{ n: number }>(
    sql`select (select count(*) from membros where empresa_id = ${empresaId}::uuid
      and usuario_id = any (${[...usuarios]}::uuid[]))::int
      + (select count(*) from agentes where empresa_id = ${empresaId}::uuid and id = any (${[...agentes]}::uuid[]))::int
        as n`,
  );
  return rows[0]?.n ?? 0;
}

export type NovaTabela = TabelaRow & { ordem: number; perguntas: readonly string[] };

/**
 * Replaces the plan of a questionnaire whose row the caller has locked. Also locks the rows of its interviews, so that
 * nobody else changes them.
 * @param recontar tables that must be counted again
 */
export async function replacePlan(
  db: Db,
  { id, empresaId }: { id: string; empresaId: string },
  { total, passar, tabelas }: { total: number | null; passar: boolean; tabelas: readonly NovaTabela[] },
  recontar: readonly string[],
): Promise<void> {
  await db.sql(sql`select escuta_trava_metas(${id}::uuid, true)`);
  await db.sql(
    sql`insert into meta_planos as p (questionario_id, empresa_id, total, passar)
      values (${id}, ${empresaId}, ${total}, ${passar})
      on conflict (questionario_id) do update set total = excluded.total, passar = excluded.passar,
      versao = p.versao + 1, updated_at = now()`,
  );
  await db.sql(
    sql`delete from meta_tabelas where questionario_id = ${id}::uuid and empresa_id = ${empresaId}::uuid
      and id <> all (${tabelas.map((one) => one.id)}::uuid[])`,
  );
  await db.sql(
    sql`insert into meta_tabelas (id, empresa_id, questionario_id, ordem, dimensoes, celulas, perguntas)
      select n.id, ${empresaId}::uuid, ${id}::uuid, n.ordem, n.dimensoes, n.celulas, n.perguntas
      from jsonb_to_recordset(${JSON.stringify(tabelas)}::jsonb)
        as n (id uuid, ordem int, dimensoes jsonb, celulas jsonb, perguntas uuid[])
      on conflict (id) do update set ordem = excluded.ordem, dimensoes = excluded.dimensoes, celulas = excluded.celulas,
        perguntas = excluded.perguntas`,
  );
  await db.sql(sql`select escuta_recontar_metas(t) from unnest(${[...recontar]}::uuid[]) as t`);
}
