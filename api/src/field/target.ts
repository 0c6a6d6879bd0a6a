import { SEM_ENTREVISTADOR } from '@escuta/shared/contracts/surveys/confrontos';
import type { Scope } from '@escuta/shared/domain/scope';
import { IN_COUNT } from '@escuta/shared/platform/database/conditions/counted';
import { INTERVIEW_DAYS } from '@escuta/shared/platform/database/conditions/start';
import { all, type Days, inScope, type Sql, sql, when } from '@escuta/shared/platform/database/sql';

/** The survey or audit whose interviews are read. */
export type Alvo = { tipo: 'pesquisa' | 'auditoria'; id: string };

/** A survey or an audit, or all interviews of agents on a day. `ids` includes the agents merged into these. */
export type AlvoDeCelulas = Alvo | { tipo: 'agentes'; ids: readonly string[]; dia: string };

/** A filter on interviews; days are those on which an interview began. */
export type Recorte = Days & {
  questionario_id?: string | undefined;
  versao_id?: string | undefined;
  /** An agent's id, or SEM_ENTREVISTADOR. */
  agente_id?: string | undefined;
  /** True: only approved interviews. */
  aprovadas?: boolean | undefined;
};

/** Joins agent `g` of an interview `e`. AGENTE_ID: id of the agent, or of the agent into which it was merged. */
export const AGENTE = sql`left join agentes g on g.id = e.agente_id`;
export const AGENTE_ID = sql`coalesce(g.fundido_em_id, g.id)`;

/** Selects a row if the survey or audit is in the scope. */
export function targetInScope(scope: Scope, { tipo, id }: Alvo): Sql {
  return tipo === 'pesquisa'
    ? sql`from pesquisas alvo where alvo.id = ${id}::uuid and ${inScope(scope, sql`alvo.empresa_id`)}`
    : sql`from auditorias alvo where alvo.id = ${id}::uuid and ${inScope(scope, sql`alvo.empresa_id`)}`;
}

/** Rows of the matrix `m`, joined with their interviews `e`. */
export function matrixOf(alvo: AlvoDeCelulas): Sql {
  switch (alvo.tipo) {
    case 'pesquisa':
      return sql`m.pesquisa_id = ${alvo.id}::uuid`;
    case 'auditoria':
      return sql`m.auditoria_id = ${alvo.id}::uuid`;
    case 'agentes':
      return sql`e.agente_id = any(${alvo.ids}::uuid[]) and e.dia = ${alvo.dia}::date`;
  }
}

/** Interviews `e` of a survey or audit, audited or not. */
export function interviewsOf({ tipo, id }: Alvo): Sql {
  return tipo === 'pesquisa'
    ? sql`e.pesquisa_id = ${id}::uuid`
    : // For an audit of calls the first test fails: it reads no interview.
      sql`((select exists (select from auditoria_itens i where i.auditoria_id = ${id}::uuid
        and i.entrevista_id is not null))
        and e.id in (select i.entrevista_id from auditoria_itens i where i.auditoria_id = ${id}::uuid
          and i.entrevista_id is not null))`;
}

/** Conditions of a filter on interviews `e` with their agent `g`. */
export function cutOf({ questionario_id, versao_id, agente_id, aprovadas, de, ate }: Recorte): Sql | null {
  const given = [
    when(questionario_id, (id) => sql`e.questionario_id = ${id}::uuid`),
    when(versao_id, (id) => sql`e.questionario_versao_id = ${id}::uuid`),
    when(agente_id, (id) =>
      id === SEM_ENTREVISTADOR ? sql`e.agente_id is null` : sql`${AGENTE_ID} = ${id}::uuid`,
    ),
    aprovadas ? sql`e.revisao = 'aprovada'` : null,
    when(de, INTERVIEW_DAYS.de),
    when(ate, INTERVIEW_DAYS.ate),
  ];
  return given.some((one) => one !== null) ? all(given) : null;
}

/** Interviews `e` that match a filter and count in figures and maps. */
export const countedCut = (recorte: Recorte): Sql => all([IN_COUNT, cutOf(recorte)]);

/** True if a filter is empty; only then is a statement prepared. */
export const isWhole = (recorte: Recorte): boolean => cutOf(recorte) === null;
