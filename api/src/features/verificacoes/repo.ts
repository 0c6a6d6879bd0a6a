// SQL: a sample is drawn under its survey's lock, from a cursor over interviews.

import type { Database, Db } from '@escuta/prisma/db';
import type { Pedidos } from '@escuta/shared/domain/filters/filtro-valor';
import type { FILTROS_VERIFICACAO } from '@escuta/shared/domain/filters/lists/signals';
import type { PrecisaoInicio } from '@escuta/shared/domain/interview/device/start';
import type { RevisaoEntrevista } from '@escuta/shared/domain/interview/verdicts/review-state';
import {
  type DesfechoTentativa,
  type ModoVerificacao,
  type ResultadoVerificacao,
  TENTATIVAS_MAX,
} from '@escuta/shared/domain/interview/verdicts/verification';
import { type Scope, whereScope } from '@escuta/shared/domain/scope';
import { COUNTED, IN_COUNT } from '@escuta/shared/platform/database/conditions/counted';
import { WORKS_IN_OFFICE } from '@escuta/shared/platform/database/conditions/field-only';
import { APAGADA, PENDENTE, toVerify } from '@escuta/shared/platform/database/conditions/given-work';
import {
  askedConditions,
  type ListConditions,
} from '@escuta/shared/platform/database/conditions/list-filter';
import { START_PRECISION, STARTED } from '@escuta/shared/platform/database/conditions/start';
import { newId } from '@escuta/shared/platform/database/ids';
import { all, inScope, int, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { DOERS, didInterview } from '@escuta/shared/services/interviews/own-interview';
import type { RegraVerificacao } from '../../field/verification-sample.ts';
import { type Page, type PageAsked, pageOf } from '../../reads/page-repo.ts';

/** Joins agent `g` of an interview `e`. AGENTE_ID: id of the agent, or of the agent into which it was merged. */
const AGENTE = sql`left join agentes g on g.id = e.agente_id`;
const AGENTE_ID = sql`coalesce(g.fundido_em_id, g.id)`;
/** Interviewer key of interviews without agent. */
const NINGUEM = 'sem';
const AGENTE_CHAVE = sql`coalesce(${AGENTE_ID}::text, ${NINGUEM})`;
/** Condition: interview `e` counts and is not erased. */
const ELEGIVEL = sql`${COUNTED} and not ${APAGADA}`;

/**
 * Condition: verification `v` of interview `e` counts. A pending verification of an erased interview cannot be done.
 */
const VALE = sql`not (${PENDENTE} and ${APAGADA})`;

export type Amostra = RegraVerificacao & { id: string; empresaId: string; semente: number | null };

const COLUMNS = sql`p.id, p.empresa_id as "empresaId", p.verificacao_percentual as percentual,
  p.verificacao_minimo as minimo,
  p.verificacao_semente as semente`;

/** A survey's verification rule; null outside the scope. */
export async function findAmostra(db: Db, scope: Scope, id: string): Promise<Amostra | null> {
  const { rows } = await db.sql<Amostra>(
    sql`select ${COLUMNS} from pesquisas p where p.id = ${id}::uuid and ${inScope(scope, sql`p.empresa_id`)}`,
    'verificacao_regra',
  );
  return rows[0] ?? null;
}

/** Locks a survey, which serialises draws, and reads its rule. */
export async function lockAmostra(db: Db, scope: Scope, id: string): Promise<Amostra | null> {
  await db.sql(
    sql`select from pesquisas where id = ${id}::uuid and ${inScope(scope, sql`empresa_id`)} for no key update`,
    'verificacao_trava',
  );
  return findAmostra(db, scope, id);
}

export async function countDrawn(db: Db, pesquisaId: string): Promise<number> {
  const { rows } = await db.sql<{ n: number }>(
    sql`select count(*)::int as n from verificacoes v join entrevistas e on e.id = v.entrevista_id
      where v.pesquisa_id = ${pesquisaId}::uuid and ${VALE} and ${IN_COUNT}`,
    'verificacao_sorteadas',
  );
  return rows[0]?.n ?? 0;
}

/** Active accounts of a company that are not limited to field work, by name. */
export async function listPeople(
  db: Database,
  empresaId: string,
  limit: number,
): Promise<{ id: string; nome: string }[]> {
  const { rows } = await db.sql<{ id: string; nome: string }>(
    sql`select u.id, coalesce(u.nome, u.email) as nome from membros m join usuarios u on u.id = m.usuario_id
      where m.empresa_id = ${empresaId}::uuid and m.ativo and m.senha_hash is not null and ${WORKS_IN_OFFICE}
      order by escuta_normaliza(coalesce(u.nome, u.email)), u.id limit ${int(limit)}`,
    'verificacao_pessoas',
  );
  return rows;
}

export async function saveRegra(
  db: Db,
  scope: Scope,
  id: string,
  { percentual, minimo }: RegraVerificacao,
): Promise<void> {
  await db.within(scope).pesquisa.updateMany({
    where: { id, ...whereScope(scope) },
    data: { verificacaoPercentual: percentual, verificacaoMinimo: minimo },
  });
}

/** Stores the verification's seed of a locked survey that has none yet. */
export async function saveSemente(db: Db, scope: Scope, id: string, semente: number): Promise<void> {
  await db.within(scope).pesquisa.updateMany({
    where: { id, verificacaoSemente: null, ...whereScope(scope) },
    data: { verificacaoSemente: semente },
  });
}

/** Per interviewer (`chave`): numbers of eligible and of drawn interviews. */
export async function countByInterviewer(
  db: Db,
  pesquisaId: string,
): Promise<{ chave: string; concluidas: number; sorteadas: number }[]> {
  const { rows } = await db.sql<{ chave: string; concluidas: number; sorteadas: number }>(
    sql`select ${AGENTE_CHAVE} as chave, count(*) filter (where ${ELEGIVEL})::int as concluidas,
      count(v.id) filter (where ${VALE} and ${IN_COUNT})::int as sorteadas
      from entrevistas e ${AGENTE} left join verificacoes v on v.entrevista_id = e.id
      where e.pesquisa_id = ${pesquisaId}::uuid and (${ELEGIVEL} or v.id is not null) group by 1`,
    'verificacao_por_entrevistador',
  );
  return rows;
}

const POR_VEZ = 5000;

/** The eligible undrawn interviews, in batches by a cursor of the caller's transaction. */
export async function* readUndrawn(
  db: Db,
  pesquisaId: string,
): AsyncGenerator<{ id: string; chave: string }[]> {
  const select = sql`declare sorteio no scroll cursor for
    select e.id, ${AGENTE_CHAVE} as chave from entrevistas e ${AGENTE}
    where e.pesquisa_id = ${pesquisaId}::uuid and ${ELEGIVEL}
      and not exists (select from verificacoes v where v.entrevista_id = e.id)`;
  await db.sql(select);
  for (;;) {
    const { rows } = await db.query<{ id: string; chave: string }>(`fetch ${POR_VEZ} from sorteio`);
    if (rows.length === 0) break;
    yield rows;
  }
  await db.query('close sorteio');
}

export type Sorteada = { id: string; chance: number };

export async function insertDrawn(
  db: Db,
  { id, empresaId }: Amostra,
  semente: number,
  drawn: readonly Sorteada[],
): Promise<void> {
  const [ids, entrevistas, chances] = [
    drawn.map(() => newId()),
    drawn.map((one) => one.id),
    drawn.map(({ chance }) => chance),
  ];
  await db.sql(
    sql`insert into verificacoes (id, empresa_id, pesquisa_id, entrevista_id, semente, chance)
      select v.id, ${empresaId}::uuid, ${id}::uuid, v.entrevista_id, ${semente}::int, v.chance
      from unnest(${ids}::uuid[], ${entrevistas}::uuid[], ${chances}::float8[]) as v (id, entrevista_id, chance)`,
    'verificacao_sorteia',
  );
}

// ───────────────────────────── the list ─────────────────────────────

export type VerificacaoRow = {
  id: string;
  empresa_id: string;
  pesquisa_id: string;
  entrevista_id: string;
  nome: string;
  telefone: string | null;
  em: Date | null;
  inicio_precisao: PrecisaoInicio | null;
  item_id: string | null;
  auditada: boolean;
  propria: boolean;
  apagada: boolean;
  agente_id: string | null;
  agente_nome: string | null;
  responsavel_id: string | null;
  responsavel_nome: string | null;
  modo: ModoVerificacao | null;
  resultado: ResultadoVerificacao | null;
  nota: string | null;
  feita_por: string | null;
  feita_por_nome: string | null;
  feita_em: Date | null;
  reauditada: boolean;
  versao: number;
  revisao: RevisaoEntrevista;
  /** The people who conducted the interview. */
  feitores: string[];
  tentativas: {
    n: number;
    resultado: DesfechoTentativa;
    nota: string | null;
    por: { id: string; nome: string };
    em: string;
  }[];
};

/**
 * Condition: verification `v` of interview `e` was based on other verdicts than the AI's first ones in the cells in
 * force, ignoring questions whose cell of the sheet is unreadable.
 */
const OUTROS_VEREDITOS = sql`(select count(*) is distinct from length(v.codigos_ia)
    or coalesce(bool_or(x.planilha is null and x.letra <> substr(v.codigos_ia, x.n::int, 1)), false)
  from (select c.planilha, escuta_letra_veredito(coalesce(c.veredito_inicial, c.veredito)) as letra,
      row_number() over (order by c.ordem) as n
    from confrontos c where c.entrevista_id = e.id and c.vigente) x)`;

/** The AI's first verdicts in the cells in force of interview `e`, a letter per question; null before the audit. */
const LETRAS_DA_IA = sql`(select string_agg(escuta_letra_veredito(coalesce(c.veredito_inicial, c.veredito)), ''
  order by c.ordem)
  from confrontos c where c.entrevista_id = e.id and c.vigente)`;

/** Columns of the verifications with ids in `pagina`. */
const rowsFor = (
  usuarioId: string | null,
): Sql => sql`select v.id, v.empresa_id, v.pesquisa_id, v.entrevista_id, e.nome_entrevistado as nome,
    e.telefone_entrevistado as telefone, ${STARTED} as em, ${START_PRECISION} as inicio_precisao, i.id as item_id,
    exists (select from entrevista_matriz m where m.entrevista_id = e.id) as auditada,
    ${usuarioId === null ? sql`false` : didInterview(usuarioId)} as propria, ${APAGADA} as apagada,
    a.id as agente_id, a.nome as agente_nome,
    v.responsavel_id, coalesce(r.nome, r.email) as responsavel_nome, v.modo, v.resultado, v.nota, v.feita_por,
    coalesce(f.nome, f.email) as feita_por_nome, v.feita_em,
    coalesce(v.resultado = 'ouvida' and ${OUTROS_VEREDITOS}, false) as reauditada, v.versao, e.revisao,
    ${DOERS} as feitores,
    coalesce((select json_agg(json_build_object('n', t.n, 'resultado', t.resultado, 'nota', t.nota, 'em', t.created_at,
        'por', json_build_object('id', t.usuario_id, 'nome', coalesce(w.nome, w.email, 'Conta excluída')))
          order by t.n desc)
      from (select * from verificacao_tentativas t where t.verificacao_id = v.id
        order by t.n desc limit ${int(TENTATIVAS_MAX)}) t
        left join usuarios w on w.id = t.usuario_id), '[]') as tentativas
  from pagina join verificacoes v using (id) join entrevistas e on e.id = v.entrevista_id ${AGENTE}
    left join agentes a on a.id = ${AGENTE_ID}
    left join usuarios r on r.id = v.responsavel_id left join usuarios f on f.id = v.feita_por
    left join lateral (select i.id from auditoria_itens i where i.entrevista_id = e.id and i.dados_apagados_em is null
      order by i.created_at desc, i.id desc limit 1) i on true
  order by v.created_at desc, v.id desc`;

export type VerificacaoFilter = Pedidos<typeof FILTROS_VERIFICACAO> & PageAsked;

const CONDICOES: ListConditions<typeof FILTROS_VERIFICACAO> = {
  responsavel_id: (id) => sql`v.responsavel_id = ${id}::uuid`,
  estado: (estado) => (estado === 'pendente' ? PENDENTE : sql`not ${PENDENTE}`),
  agente_id: (id) => sql`${AGENTE_ID} = ${id}::uuid`,
};

/** A page of a survey's verifications, newest draw first. The survey must be in the scope. `usuarioId`: the caller. */
export async function listVerificacoes(
  db: Database,
  pesquisaId: string,
  filter: VerificacaoFilter,
  usuarioId: string | null,
): Promise<Page<VerificacaoRow>> {
  const where = all([sql`v.pesquisa_id = ${pesquisaId}::uuid`, VALE, ...askedConditions(CONDICOES, filter)]);
  const found = sql`verificacoes v join entrevistas e on e.id = v.entrevista_id ${AGENTE} where ${where}`;
  return pageOf<VerificacaoRow>(
    db,
    filter,
    (window) => sql`with pagina as materialized (
        select v.id from ${found} order by v.created_at desc, v.id desc ${window}
      ) ${rowsFor(usuarioId)}`,
    found,
  );
}

/** A verification's list row; null outside the scope. */
export async function findVerificacao(
  db: Db,
  scope: Scope,
  id: string,
  usuarioId: string,
): Promise<VerificacaoRow | null> {
  const { rows } = await db.sql<VerificacaoRow>(
    sql`with pagina as (
        select v.id from verificacoes v where v.id = ${id}::uuid and ${inScope(scope, sql`v.empresa_id`)}
      ) ${rowsFor(usuarioId)}`,
    'verificacao_uma',
  );
  return rows[0] ?? null;
}

// ───────────────────────────── assigning and concluding ─────────────────────────────

async function lockRows(db: Db, which: Sql): Promise<void> {
  await db.sql(sql`select from verificacoes v where ${which} order by v.id for no key update`);
}

/** Locks a verification; null outside the scope. */
export async function lockVerificacao(
  db: Db,
  scope: Scope,
  id: string,
  usuarioId: string,
): Promise<VerificacaoRow | null> {
  await lockRows(db, sql`v.id = ${id}::uuid and ${inScope(scope, sql`v.empresa_id`)}`);
  return findVerificacao(db, scope, id, usuarioId);
}

export type Atribuivel = {
  id: string;
  nome: string;
  feita: boolean;
  apagada: boolean;
  /** True if the new assignee did the interview. */
  propria: boolean;
  /** True if the assigning person did the interview. */
  minha: boolean;
  responsavelId: string | null;
};

/** Locks a survey's given verifications, so that `porUsuarioId` can assign them to `paraUsuarioId`. */
export async function lockAtribuiveis(
  db: Db,
  pesquisaId: string,
  ids: readonly string[],
  { paraUsuarioId, porUsuarioId }: { paraUsuarioId: string | null; porUsuarioId: string },
): Promise<Atribuivel[]> {
  const which = sql`v.id = any (${[...ids]}::uuid[]) and v.pesquisa_id = ${pesquisaId}::uuid`;
  await lockRows(db, which);
  const { rows } = await db.sql<Atribuivel>(
    sql`select v.id, e.nome_entrevistado as nome, not ${PENDENTE} as feita, ${APAGADA} as apagada,
        ${paraUsuarioId === null ? sql`false` : didInterview(paraUsuarioId)} as propria, ${didInterview(porUsuarioId)}
          as minha,
        v.responsavel_id as "responsavelId"
      from verificacoes v join entrevistas e on e.id = v.entrevista_id where ${which} order by v.id`,
  );
  return rows;
}

/** True if a person has an active account in a company, not limited to field work; locks the account. */
export async function lockMember(db: Db, empresaId: string, usuarioId: string): Promise<boolean> {
  const { rowCount } = await db.sql(
    sql`select 1 from membros m where m.empresa_id = ${empresaId}::uuid and m.usuario_id = ${usuarioId}::uuid
      and m.ativo
      and ${WORKS_IN_OFFICE} for key share of m`,
  );
  return rowCount === 1;
}

/**
 * Assigns locked verifications to a person, or to nobody.
 * @returns number of changes
 */
export async function saveResponsavel(
  db: Db,
  ids: readonly string[],
  usuarioId: string | null,
): Promise<number> {
  const { rowCount } = await db.sql(
    sql`update verificacoes set responsavel_id = ${usuarioId}::uuid, versao = versao + 1
      where id = any (${[...ids]}::uuid[]) and responsavel_id is distinct from ${usuarioId}::uuid`,
  );
  return rowCount ?? 0;
}

/** Lists the given people who have nothing left to verify in a survey. */
export async function withoutWork(db: Db, pesquisaId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.sql<{ id: string }>(
    sql`select p.id from unnest(${[...ids]}::uuid[]) as p (id) where ${toVerify(sql`p.id`, sql`${pesquisaId}`)} = 0`,
  );
  return rows.map(({ id }) => id);
}

/** Records a telephone call for a locked verification. */
export async function insertTentativa(
  db: Db,
  id: string,
  { desfecho, nota, usuarioId }: { desfecho: DesfechoTentativa; nota: string | null; usuarioId: string },
): Promise<void> {
  await db.sql(
    sql`insert into verificacao_tentativas (verificacao_id, n, empresa_id, usuario_id, resultado, nota)
      select v.id, coalesce((select max(t.n) from verificacao_tentativas t where t.verificacao_id = v.id), 0) + 1,
      v.empresa_id,
        ${usuarioId}::uuid, ${desfecho}, ${nota} from verificacoes v where v.id = ${id}::uuid`,
    'verificacao_tentativa',
  );
}

/** Changes outcome and note of a locked verification's last call, which keeps its caller and time. */
export async function correctTentativa(
  db: Db,
  id: string,
  { desfecho, nota }: { desfecho: DesfechoTentativa; nota: string | null },
): Promise<void> {
  await db.sql(
    sql`update verificacao_tentativas set resultado = ${desfecho}, nota = ${nota} where verificacao_id = ${id}::uuid
      and n = (select max(t.n) from verificacao_tentativas t where t.verificacao_id = ${id}::uuid)`,
    'verificacao_tentativa_corrige',
  );
}

/**
 * Stores a locked verification's result; if the recording was played, also the AI's verdicts. `mantemHora`: true keeps
 * the stored time.
 */
export async function saveResultado(
  db: Db,
  id: string,
  feita: {
    modo: ModoVerificacao;
    resultado: ResultadoVerificacao;
    nota: string | null;
    usuarioId: string;
    mantemHora: boolean;
  },
): Promise<void> {
  await db.sql(
    sql`update verificacoes v set modo = ${feita.modo}, resultado = ${feita.resultado}, nota = ${feita.nota},
        feita_por = ${feita.usuarioId}::uuid, versao = versao + 1,
        feita_em = case when ${feita.mantemHora}::boolean then v.feita_em else now() end,
        codigos_ia = case when ${feita.modo === 'ouvida'}::boolean then ${LETRAS_DA_IA} end
      from entrevistas e where v.id = ${id}::uuid and e.id = v.entrevista_id`,
  );
}
