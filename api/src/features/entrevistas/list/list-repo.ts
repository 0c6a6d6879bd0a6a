// SQL: the index gives the page's ids, and all other data are joined for these ids. The statement is built at run time,
// so that the planner sees the filters.

import type { Database, Db } from '@escuta/prisma/db';
import { TOTAL_LIMITE } from '@escuta/shared/contracts/common';
import type { EntrevistaNaLista, Recebimento } from '@escuta/shared/contracts/surveys/pesquisas';
import { isLimitedInterviewOrder, type OrdemEntrevista } from '@escuta/shared/domain/filters/lists/orders';
import type { Montagem, Quarentena, Sincronia } from '@escuta/shared/domain/interview/device/device-log';
import type { GravacaoEntrevista, SituacaoEntrevista } from '@escuta/shared/domain/interview/device/events';
import type { PrecisaoInicio } from '@escuta/shared/domain/interview/device/start';
import type { Desfecho } from '@escuta/shared/domain/interview/questionnaire/screening';
import type { FiltrosEntrevista } from '@escuta/shared/domain/interview/verdicts/interview-filters';
import { LETRA_DO_VEREDITO } from '@escuta/shared/domain/interview/verdicts/matrix';
import {
  REVISOES_ENTREVISTA,
  type RevisaoEntrevista,
} from '@escuta/shared/domain/interview/verdicts/review-state';
import type { StatusProcessamento } from '@escuta/shared/domain/runs/status';
import { type Scope, whereScope } from '@escuta/shared/domain/scope';
import { START_PRECISION, STARTED } from '@escuta/shared/platform/database/conditions/start';
import { all, inScope, isoTime, type Sql, sql, when } from '@escuta/shared/platform/database/sql';
import { interviewConditions } from '@escuta/shared/services/interviews/interview-filter';
import { reasonsHeld, SEGUNDA } from '@escuta/shared/services/interviews/life';
import { didInterview } from '@escuta/shared/services/interviews/own-interview';
import { assertSortable, type Page, pageOf } from '../../../reads/page-repo.ts';

export type EntrevistaNaListaRow = {
  id: string;
  nome_entrevistado: string;
  telefone_entrevistado: string | null;
  situacao: SituacaoEntrevista;
  motivo: string | null;
  desfecho: Desfecho | null;
  ultimo_contato_em: Date;
  gravacao: GravacaoEntrevista;
  sem_som_motivo: string | null;
  montagem: Montagem | null;
  quarentena: Quarentena[];
  segunda: EntrevistaNaLista['segunda_gravacao'];
  /** State of the data's arrival; null if no device made the interview. */
  sincronia: Sincronia | null;
  recebimento: Recebimento | null;
  pesquisa_id: string;
  questionario_id: string;
  questionario_nome: string;
  versao: number;
  perguntas: number;
  respondidas: number;
  agente_id: string | null;
  agente_nome: string | null;
  /** True if the caller conducted the interview. */
  propria: boolean;
  item: {
    id: string;
    auditoria_id: string;
    status: StatusProcessamento;
    motivo: string | null;
    arquivo_nome: string | null;
    duracao_s: number | null;
  } | null;
  revisao: RevisaoEntrevista;
  revisoes: number;
  codigos: string | null;
  realizada_em: Date | null;
  inicio_precisao: PrecisaoInicio | null;
  created_at: Date;
  concluida_em: Date | null;
};

export type EntrevistaFilter = FiltrosEntrevista & {
  page: number;
  limit: number;
  ordem?: OrdemEntrevista | undefined;
};

/** The project, or its survey, whose interviews are listed. */
export type EntrevistaTarget = { projetoId: string; pesquisaId: string | null };

/** Greatest number counted for filters without an index of their own. */
export const FILTRADAS_LIMITE = 10_000;

/**
 * A row's columns, for the interviews with ids in `pagina`; reads each version once. `usuarioId`: the caller; null for
 * an API key.
 */
const rowsFor = (usuarioId: string | null): Sql => sql`versoes as materialized (
    select v.id, v.numero, case jsonb_typeof(v.conteudo -> 'perguntas') when 'array'
      then jsonb_array_length(v.conteudo -> 'perguntas') else 0 end as perguntas from questionario_versoes v
    where v.id in (select e.questionario_versao_id from pagina join entrevistas e using (id))
  )
  select e.id, e.nome_entrevistado, e.telefone_entrevistado, e.situacao, e.motivo, e.desfecho, e.ultimo_contato_em,
  e.gravacao, e.sincronia,
    e.sem_som_motivo, e.montagem, ${reasonsHeld} as quarentena,
    -- An erased one has neither a digest nor a beginning: it was not given up.
    case when e.sincronia = 'completa' and e.registro_sha256 is null and e.iniciada_em is not null then 'encerrada'
      else e.sincronia end as recebimento, e.pesquisa_id,
    e.questionario_id, q.nome as questionario_nome, v.numero as versao, v.perguntas, r.respondidas, a.id as agente_id,
    a.nome as agente_nome, ${usuarioId === null ? sql`false` : didInterview(usuarioId)} as propria,
    i.item, sg.segunda, m.codigos, e.revisao, e.revisoes, ${STARTED} as realizada_em,
    ${START_PRECISION} as inicio_precisao, e.created_at,
    e.concluida_em
  from pagina join entrevistas e using (id)
    join questionarios q on q.id = e.questionario_id
    join versoes v on v.id = e.questionario_versao_id
    left join agentes a on a.id = e.agente_id
    left join entrevista_matriz m on m.entrevista_id = e.id
    left join lateral (select count(*)::int as respondidas from respostas where entrevista_id = e.id
      and (opcoes <> '{}' or texto_resposta is not null)) r on true
    left join lateral (select json_build_object('id', i.id, 'auditoria_id', i.auditoria_id, 'status', i.status,
        'motivo', i.motivo, 'arquivo_nome', i.arquivo_nome, 'duracao_s', i.call_duration) as item
      from auditoria_itens i where i.entrevista_id = e.id
      order by (i.id = m.item_id) desc nulls last, i.created_at desc, i.id desc limit 1) i on true
    left join lateral (select json_build_object('estado', ${SEGUNDA}, 'motivo', s.montagem_motivo, 'recebida_em',
      ${isoTime(sql`s.recebida_em`)},
        'tamanho', s.tamanho, 'duracao_s',
        (select round(max((l ->> 'inicioMs')::float8 + (l ->> 'duracaoMs')::float8) / 1000)
          from jsonb_array_elements(s.mapa) l)) as segunda
      from entrevista_segundas s where s.entrevista_id = e.id and s.decisao is null) sg on true`;

const DIVERGENCES = sql`(select length(m.codigos) - length(replace(m.codigos, ${LETRA_DO_VEREDITO.diverge}, ''))
  from entrevista_matriz m where m.entrevista_id = e.id)`;
const INTERVIEWER = sql`(select a.nome from agentes a where a.id = e.agente_id)`;

/** Orders of interviews `e`; equal values newest first, unknown values last. */
const ORDERS: { readonly [O in OrdemEntrevista]: Sql | null } = {
  recente: null,
  antiga: sql`e.created_at, e.id`,
  realizada: sql`${STARTED} desc nulls last`,
  realizada_antiga: sql`${STARTED} nulls last`,
  entrevistado: sql`nullif(e.nome_entrevistado, '') nulls last`,
  entrevistado_z: sql`nullif(e.nome_entrevistado, '') desc nulls last`,
  entrevistador: sql`${INTERVIEWER} nulls last`,
  entrevistador_z: sql`${INTERVIEWER} desc nulls last`,
  situacao: sql`e.situacao`,
  situacao_z: sql`e.situacao desc`,
  revisao: sql`array_position(${[...REVISOES_ENTREVISTA]}::text[], e.revisao)`,
  revisao_z: sql`array_position(${[...REVISOES_ENTREVISTA]}::text[], e.revisao) desc`,
  gravacao: sql`e.gravacao`,
  gravacao_z: sql`e.gravacao desc`,
  divergencias: sql`${DIVERGENCES} desc nulls last`,
  divergencias_menos: sql`${DIVERGENCES} nulls last`,
};

/**
 * A page of interviews, by default newest first (`exato` false: more than `total`). The caller checks the scope.
 * @throws AppError requisicao_invalida for sorting too many interviews, or beyond the last allowed page
 */
export async function listEntrevistas(
  db: Database,
  { projetoId, pesquisaId }: EntrevistaTarget,
  filter: EntrevistaFilter,
  usuarioId: string | null,
): Promise<Page<EntrevistaNaListaRow>> {
  const { situacao, ordem = 'recente', ...others } = filter;
  // Leaves out `situacao`, because an index counts the interviews by `situacao`.
  const filters = interviewConditions(others);
  const where = all([
    // A text search uses the trigram index, which begins with the project.
    pesquisaId === null || filter.q ? sql`e.projeto_id = ${projetoId}::uuid` : null,
    when(pesquisaId, (id) => sql`e.pesquisa_id = ${id}::uuid`),
    ...interviewConditions({ situacao }),
    ...filters,
  ]);
  const cap = filter.q ? TOTAL_LIMITE : filters.length > 0 ? FILTRADAS_LIMITE : undefined;
  const found = sql`entrevistas e where ${where}`;
  if (isLimitedInterviewOrder(ordem)) await assertSortable(db, found, 'entrevistas');
  const chosen = ORDERS[ordem];
  const order = sql`order by ${chosen ? sql`${chosen}, ` : sql``}e.created_at desc, e.id desc`;
  return pageOf<EntrevistaNaListaRow>(
    db,
    filter,
    (window) => sql`with pagina as materialized (
          select e.id, row_number() over (${order}) as lugar from ${found} ${order} ${window}
        ), ${rowsFor(usuarioId)} order by pagina.lugar`,
    found,
    { cap },
  );
}

/** An interview as a list row. */
export async function findEntrevistaNaLista(
  db: Db,
  scope: Scope,
  id: string,
  usuarioId: string | null,
): Promise<EntrevistaNaListaRow | null> {
  const { rows } = await db.sql<EntrevistaNaListaRow>(
    sql`with pagina as (
        select e.id from entrevistas e where e.id = ${id}::uuid and ${inScope(scope, sql`e.empresa_id`)}
      ), ${rowsFor(usuarioId)}`,
    usuarioId === null ? 'entrevista_na_lista_chave' : 'entrevista_na_lista',
  );
  return rows[0] ?? null;
}

/** The project of a survey in the scope. */
export async function findTargetOfPesquisa(
  db: Database,
  scope: Scope,
  pesquisaId: string,
): Promise<EntrevistaTarget | null> {
  const where = { id: pesquisaId, ...whereScope(scope) };
  const pesquisa = await db.within(scope).pesquisa.findFirst({ where, select: { projetoId: true } });
  return pesquisa && { ...pesquisa, pesquisaId };
}
