// SQL: PostgreSQL builds the heat map's JSON, with a row per interview.

import type { Database } from '@escuta/prisma/db';
import { MAPA_MAX } from '@escuta/shared/contracts/surveys/confrontos';
import type { Scope } from '@escuta/shared/domain/scope';
import { all, int, type Sql, sql, when } from '@escuta/shared/platform/database/sql';
import { didInterview } from '@escuta/shared/services/interviews/own-interview';
import { questionsOf, wholeTextOf } from '../../../field/stored-questions.ts';
import {
  AGENTE,
  AGENTE_ID,
  type Alvo,
  countedCut,
  interviewsOf,
  isWhole,
  matrixOf,
  type Recorte,
  targetInScope,
} from '../../../field/target.ts';

/**
 * Overlap of successive answers, s. A change is dated by its transaction's beginning, but visible only after the
 * commit, so that recent changes must be sent again.
 */
const OVERLAP_S = 30;

const filtersOf = (alvo: Alvo): Sql => sql`json_build_object(
      'versoes', coalesce((
        select json_agg(json_build_object('id', v.id, 'questionario_id', q.id, 'questionario_nome', q.nome, 'numero',
          v.numero)
          order by q.nome, q.id, v.numero desc)
        from questionario_versoes v join questionarios q on q.id = v.questionario_id
        where v.id in (select e.questionario_versao_id from entrevistas e where ${interviewsOf(alvo)})), '[]'),
      'entrevistadores', coalesce((select json_agg(json_build_object('id', a.id, 'nome', a.nome) order by a.nome, a.id)
        from agentes a where a.id in (select agente_id from agentes_de_todas)), '[]'),
      'sem_entrevistador', exists (select from agentes_de_todas where agente_id is null))`;

/** The interviewers of the target, audited or not. */
const agentsOf = (alvo: Alvo): Sql => sql`agentes_de_todas as (
      select distinct ${AGENTE_ID} as agente_id from entrevistas e ${AGENTE} where ${interviewsOf(alvo)}
    )`;

/**
 * The map as JSON, newest interviews first, at most MAPA_MAX; null outside the scope. `desde`: only rows changed since
 * then, with their versions and interviewers; `total` counts all. `usuarioId`: null for an API key.
 */
export async function readMap(
  db: Database,
  scope: Scope,
  alvo: Alvo,
  usuarioId: string | null,
  { desde, ...recorte }: Recorte & { desde?: string | undefined },
): Promise<string | null> {
  const rows = all([matrixOf(alvo), countedCut(recorte)]);
  const changed = when(desde, (moment) => sql`m.updated_at >= ${moment}::timestamptz`) ?? sql`true`;
  const own = usuarioId === null ? sql`false` : didInterview(usuarioId);
  const statement = sql`
    with casadas as (
      select m.entrevista_id, m.item_id, m.questionario_versao_id, m.codigos, m.codigos_ia, m.marcas, m.updated_at,
        e.nome_entrevistado, e.created_at, ${AGENTE_ID} as agente_id
      from entrevista_matriz m join entrevistas e on e.id = m.entrevista_id ${AGENTE}
      where ${rows}
    ), linhas as (
      select * from (
        select * from casadas order by created_at desc, entrevista_id desc limit ${int(MAPA_MAX)}
      ) m where ${changed}
    ), ${agentsOf(alvo)}
    select json_build_object('success', true, 'data', json_build_object(
      'versoes', coalesce((
        select json_agg(json_build_object('id', v.id, 'questionario_id', q.id, 'questionario_nome', q.nome, 'numero',
          v.numero,
          'perguntas', coalesce((
            select json_agg(json_build_object('id', p ->> 'id', 'codigo', coalesce(p ->> 'codigo', ''), 'texto',
              ${wholeTextOf(sql`p`)}) order by n)
            from ${questionsOf(sql`v.conteudo`)} with ordinality t (p, n)), '[]')) order by q.nome, v.numero)
        from questionario_versoes v join questionarios q on q.id = v.questionario_id
        where v.id in (select questionario_versao_id from linhas)), '[]'),
      'entrevistadores', coalesce((
        select json_agg(json_build_object('id', a.id, 'nome', a.nome) order by a.nome, a.id)
        from agentes a where a.id in (select agente_id from linhas)), '[]'),
      'filtros', ${desde === undefined ? filtersOf(alvo) : sql`null::json`},
      'linhas', coalesce((
        select json_agg(json_build_object('id', l.entrevista_id, 'item', l.item_id, 'nome', l.nome_entrevistado,
          'agente', l.agente_id, 'versao', l.questionario_versao_id, 'em', l.created_at, 'propria', ${own},
          'c', l.codigos, 'ia', l.codigos_ia, 'm', l.marcas) order by l.created_at desc, l.entrevista_id desc)
        from linhas l join entrevistas e on e.id = l.entrevista_id), '[]'),
      'total', (select count(*) from casadas),
      'ate', now() - make_interval(secs => ${int(OVERLAP_S)})
    ))::text as corpo ${targetInScope(scope, alvo)}`;
  const name = `mapa-${alvo.tipo}${desde ? '-desde' : ''}${usuarioId === null ? '-chave' : ''}`;
  const { rows: found } = await db.sql<{ corpo: string }>(statement, isWhole(recorte) ? name : undefined);
  return found[0]?.corpo ?? null;
}
