// SQL: surveys are listed by normalised text, their figures come from an index, and changes run under a lock.

import type { Database, Db } from '@escuta/prisma/db';
import { AGUARDA_APARELHO_MS, type SituacaoEntrevista } from '@escuta/shared/domain/interview/device/events';
import type { PrecisaoInicio } from '@escuta/shared/domain/interview/device/start';
import type { Desfecho } from '@escuta/shared/domain/interview/questionnaire/screening';
import type { TipoProjeto } from '@escuta/shared/domain/runs/status';
import { companyScope, type Scope, whereScope } from '@escuta/shared/domain/scope';
import { IN_COUNT, inReview, NO_INTERVIEW } from '@escuta/shared/platform/database/conditions/counted';
import { IS_EXAMPLE } from '@escuta/shared/platform/database/conditions/examples';
import { START_PRECISION, STARTED } from '@escuta/shared/platform/database/conditions/start';
import { newId } from '@escuta/shared/platform/database/ids';
import { escapeLike } from '@escuta/shared/platform/database/like';
import { all, inScope, int, literal, ofScope, sql, when } from '@escuta/shared/platform/database/sql';

import { stillInField } from '../../field/field-interview-repo.ts';
import { type Page, pageOf } from '../../reads/page-repo.ts';

export type PesquisaRow = {
  id: string;
  empresa_id: string;
  titulo: string;
  descricao: string | null;
  ativo: boolean;
  projeto_id: string;
  projeto_nome: string;
  exemplo: boolean;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = sql`s.id, s.empresa_id, s.titulo, s.descricao, s.ativo, s.projeto_id, p.nome as projeto_nome,
  ${IS_EXAMPLE} as exemplo, s.created_at, s.updated_at`;

export type PesquisaFilter = {
  /** Part of the title or the project's name; ignores accents and case. */
  q?: string | undefined;
  projeto_id?: string | undefined;
  ativo?: boolean | undefined;
  page: number;
  limit: number;
};

/** A page of the surveys in the scope, newest first. */
export function listPesquisas(
  db: Database,
  scope: Scope,
  filter: PesquisaFilter,
): Promise<Page<PesquisaRow>> {
  const where = all([
    ofScope(scope, sql`s.empresa_id`),
    when(filter.projeto_id, (id) => sql`s.projeto_id = ${id}::uuid`),
    when(filter.ativo, (ativo) => sql`s.ativo = ${ativo}`),
    when(filter.q, (q) => {
      const like = sql`'%' || escuta_normaliza(${escapeLike(q)}) || '%'`;
      return sql`(escuta_normaliza(s.titulo) like ${like} or escuta_normaliza(p.nome) like ${like})`;
    }),
  ]);
  const found = sql`pesquisas s join projetos p on p.id = s.projeto_id where ${where}`;
  return pageOf<PesquisaRow>(
    db,
    filter,
    (window) => sql`select ${COLUMNS} from ${found} order by s.created_at desc, s.id desc ${window}`,
    found,
  );
}

/** A survey in the scope. */
export async function findPesquisa(db: Db, scope: Scope, id: string): Promise<PesquisaRow | null> {
  const { rows } = await db.sql<PesquisaRow>(
    sql`select ${COLUMNS} from pesquisas s join projetos p on p.id = s.projeto_id
      where s.id = ${id} and ${inScope(scope, sql`s.empresa_id`)}`,
    'pesquisa_uma',
  );
  return rows[0] ?? null;
}

/** Locks a survey against changes; `apagar`: also against new interviews and items. */
export async function lockPesquisa(
  db: Db,
  scope: Scope,
  id: string,
  { apagar }: { apagar: boolean },
): Promise<PesquisaRow | null> {
  const strength = apagar ? literal('for update') : literal('for no key update');
  // Locks in a separate statement, because a statement that waited for the lock would return the state before its wait.
  await db.sql(
    sql`select from pesquisas where id = ${id} and ${inScope(scope, sql`empresa_id`)} ${strength}`,
  );
  return findPesquisa(db, scope, id);
}

export type PesquisaNumeros = {
  /** `n`: interviews that count; `emEspera` and `rejeitadas`: interviews excluded by a decision. */
  por_situacao: { situacao: SituacaoEntrevista; n: number; emEspera: number; rejeitadas: number }[];
  /** Interviews that count but ended early (screened out, quota full or refused), by reason; all 'interrompida'. */
  dispensadas: { situacao: SituacaoEntrevista; desfecho: Desfecho | 'recusa'; n: number }[];
  questionarios: number;
  recentes: {
    id: string;
    nome: string;
    data: string | null;
    precisao: PrecisaoInicio | null;
    situacao: SituacaoEntrevista;
    desfecho: Desfecho | null;
    aguardando: boolean;
  }[];
};

/** A survey's figures: counts from the index by state, and its three newest interviews. */
export async function readNumeros(db: Database, id: string): Promise<PesquisaNumeros> {
  const { rows } = await db.sql<PesquisaNumeros>(
    sql`select
        coalesce((select json_agg(c) from (
          select e.situacao, count(*) filter (where ${IN_COUNT})::int as n, ${inReview('em_espera')} as "emEspera",
            ${inReview('rejeitada')} as rejeitadas
          from entrevistas e where e.pesquisa_id = ${id}::uuid group by e.situacao
        ) c), '[]') as por_situacao,
        coalesce((select json_agg(c) from (
          select e.situacao, coalesce(e.desfecho, 'recusa') as desfecho, count(*)::int as n from entrevistas e
          where e.pesquisa_id = ${id}::uuid and ${NO_INTERVIEW} and ${IN_COUNT} group by 1, 2
        ) c), '[]') as dispensadas,
        (select count(*)::int from questionarios where pesquisa_id = ${id}::uuid) as questionarios,
        coalesce((select json_agg(r) from (
          select e.id, e.nome_entrevistado as nome, ${STARTED} as data, ${START_PRECISION} as precisao, e.situacao,
          e.desfecho,
            e.situacao = 'em_andamento' and e.ultimo_contato_em < now() - make_interval(secs => ${int(
              AGUARDA_APARELHO_MS / 1000,
            )}) as aguardando
          from entrevistas e where e.pesquisa_id = ${id}::uuid order by e.created_at desc, e.id desc limit 3
        ) r), '[]') as recentes`,
    'pesquisa_numeros',
  );
  return rows[0] as PesquisaNumeros;
}

/** Locks a project against deletion and reads its kind. */
export async function lockProjeto(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ empresa_id: string; tipo_projeto: TipoProjeto; exemplo: boolean } | null> {
  const { rows } = await db.sql<{ empresa_id: string; tipo_projeto: TipoProjeto; exemplo: boolean }>(
    sql`select p.empresa_id, p.tipo_projeto, ${IS_EXAMPLE} as exemplo from projetos p
      where p.id = ${id} and ${inScope(scope, sql`p.empresa_id`)} for key share`,
  );
  return rows[0] ?? null;
}

/**
 * Inserts a survey into a locked project.
 * @returns its id
 */
export async function insertPesquisa(
  db: Db,
  nova: { empresaId: string; projetoId: string; titulo: string; descricao: string | null },
): Promise<string> {
  const data = { id: newId(), ...nova };
  await db.within(companyScope(nova.empresaId)).pesquisa.create({ data, select: { id: true } });
  return data.id;
}

export type PesquisaMutavel = { titulo: string; descricao: string | null; ativo: boolean };

export async function savePesquisa(db: Db, id: string, now: PesquisaMutavel): Promise<void> {
  await db.sql(
    sql`update pesquisas set titulo = ${now.titulo}, descricao = ${now.descricao}, ativo = ${now.ativo},
      updated_at = now()
      where id = ${id}`,
  );
}

/**
 * Data that prevent the deletion of a survey. `em_campo`: devices loaded one of its questionnaires recently.
 * `nascendo`: the portal is creating its interviews.
 */
export type PesquisaTem = { entrevistas: boolean; itens: boolean; em_campo: boolean; nascendo: boolean };

/** Reasons against deleting a survey that is locked for deletion. */
export async function readPesquisaContents(db: Db, id: string): Promise<PesquisaTem> {
  const { rows } = await db.sql<PesquisaTem>(
    sql`select exists (select from entrevistas where pesquisa_id = ${id}::uuid) as entrevistas,
      exists (select from auditoria_itens where pesquisa_id = ${id}::uuid) as itens,
      exists (select from auditoria_preparos where pesquisa_id = ${id}::uuid and estado = 'criando') as nascendo,
      exists (select from questionarios q join questionario_versoes v on v.questionario_id = q.id
        where q.pesquisa_id = ${id}::uuid and ${stillInField}) as em_campo`,
  );
  return rows[0] as PesquisaTem;
}

/** Deletes a survey without interviews and items, with its questionnaires. The caller locked it for deletion. */
export async function deletePesquisa(db: Db, scope: Scope, id: string): Promise<void> {
  // Locks the questionnaires first, to wait for concurrent insertions of questions, so that these are deleted too.
  await db.sql(sql`select from questionarios where pesquisa_id = ${id}::uuid order by id for update`);
  await db.sql(
    sql`delete from perguntas where questionario_id in (select id from questionarios where pesquisa_id = ${id}::uuid)`,
  );
  const { questionario, pesquisa } = db.within(scope);
  await questionario.deleteMany({ where: { pesquisaId: id, ...whereScope(scope) } });
  await pesquisa.deleteMany({ where: { id, ...whereScope(scope) } });
}
