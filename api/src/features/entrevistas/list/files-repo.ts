// SQL: the index gives the page's ids; parts are read only for those rows.

import type { Database } from '@escuta/prisma/db';
import { TOTAL_LIMITE } from '@escuta/shared/contracts/common';
import {
  ARQUIVOS_NOMEADOS,
  type ArquivoDaEntrevista,
} from '@escuta/shared/contracts/surveys/arquivos-pesquisa';
import type { Pedidos } from '@escuta/shared/domain/filters/filtro-valor';
import type { FILTROS_ARQUIVOS, FiltroArquivo } from '@escuta/shared/domain/filters/lists/files';
import { ENVIO_ESPERA_APARELHO } from '@escuta/shared/domain/interview/device/device-log';
import {
  askedConditions,
  type ListConditions,
} from '@escuta/shared/platform/database/conditions/list-filter';
import { INTERVIEW_DAYS, START_PRECISION, STARTED } from '@escuta/shared/platform/database/conditions/start';
import { all, isoTime, param, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { ofOwner } from '@escuta/shared/services/intake/uploads';
import {
  awaitsItsDevice,
  COM_GRAVACAO,
  interviewText,
} from '@escuta/shared/services/interviews/interview-filter';
import { reasonsHeld } from '@escuta/shared/services/interviews/life';
import { didInterview } from '@escuta/shared/services/interviews/own-interview';
import { type Page, type PageAsked, pageOf } from '../../../reads/page-repo.ts';
import { type EntrevistaTarget, FILTRADAS_LIMITE } from './list-repo.ts';

export type ArquivoRow = Omit<
  ArquivoDaEntrevista,
  'entrevistador' | 'ultimo_contato_em' | 'realizada_em' | 'created_at'
> & {
  agente_id: string | null;
  agente_nome: string | null;
  /** True if the caller conducted the interview. */
  propria: boolean;
  ultimo_contato_em: Date;
  realizada_em: Date | null;
  created_at: Date;
};

export type ArquivoFilter = Pedidos<typeof FILTROS_ARQUIVOS> & PageAsked;

/** Condition: the sound of interview `e` is expected, but not yet complete or not joined. */
const RECEBENDO: Sql = sql`(not ${COM_GRAVACAO} and e.gravacao = 'esperada'
  and (coalesce(e.sincronia = 'parcial', false) or coalesce(e.montagem = 'pendente', false)))`;

const FILTRO: Record<FiltroArquivo, Sql> = {
  com_gravacao: COM_GRAVACAO,
  recebendo: RECEBENDO,
  com_lacunas: sql`exists (select from entrevista_gravacoes g where g.entrevista_id = e.id and g.lacuna_ms > 0)`,
  sem_gravacao: sql`(not ${COM_GRAVACAO} and not ${RECEBENDO})`,
};

const CONDICOES: ListConditions<typeof FILTROS_ARQUIVOS> = {
  arquivo: (arquivo) => FILTRO[arquivo],
  agente_id: (id) => sql`e.agente_id = ${id}::uuid`,
  ...INTERVIEW_DAYS,
  q: interviewText,
};

const ITEM = sql`select json_build_object('id', i.id, 'status', i.status, 'motivo', i.motivo,
    'apagada', i.dados_apagados_em is not null, 'arquivo_nome', i.arquivo_nome, 'arquivo_tamanho', i.arquivo_tamanho,
    'arquivo_recebido_em', ${isoTime(sql`i.arquivo_recebido_em`)}, 'duracao_s', i.call_duration) as item
  from auditoria_itens i where i.entrevista_id = e.id
  order by (i.arquivo_nome is not null) desc, i.created_at desc, i.id desc limit 1`;

/** The gaps in the sound, each from the end of the previous sound, or from 0. */
const LACUNAS = sql`select json_build_object('total', count(*), 'sem_som_ms', coalesce(sum(m.lacuna_ms), 0),
    'primeiras',
    coalesce(json_agg(json_build_object('em_ms', m.em_ms, 'duracao_ms', m.lacuna_ms, 'fim', m.gravacao is null)
      order by m.n) filter (where m.place <= ${ARQUIVOS_NOMEADOS}::int), '[]'::json)) as lacunas
  from (select g.n, g.gravacao, g.lacuna_ms, g.em_ms, row_number() over (order by g.n) as place
    from (select n, gravacao, lacuna_ms, coalesce(lag(inicio_ms + duracao_ms) over (order by n), 0) as em_ms
      from entrevista_gravacoes where entrevista_id = e.id) g where g.lacuna_ms > 0) m`;

/** Expiry of upload `v` of interview `e` (worker/src/sweep.ts); null while `v` awaits joining or `e`'s release. */
const EXPIRA = sql`case when e.sincronia = 'parcial' then v.expira_em + ${param(ENVIO_ESPERA_APARELHO)}::interval
  when e.sincronia = 'completa' and v.estado = 'concluido' and e.montagem is distinct from 'pronta' then null
    else v.expira_em end`;

const ENVIOS = sql`select json_build_object('total', count(*), 'tamanho', coalesce(sum(v.tamanho), 0),
    'primeiros', coalesce(json_agg(json_build_object('gravacao', v.numero, 'estado', v.estado, 'recebidas', p.recebidas,
      'partes', v.partes, 'tamanho', v.tamanho, 'desde', ${isoTime(sql`v.created_at`)}, 'ultima_em', p.ultima_em,
      'expira_em', ${isoTime(EXPIRA)}) order by v.numero) filter (where v.place <= ${ARQUIVOS_NOMEADOS}::int),
      '[]'::json)) as envios
  from (select v.*, row_number() over (order by v.numero) as place from envios v
    where ${ofOwner('entrevista', sql`e.id`)}) v
    left join lateral (select count(*)::int as recebidas, ${isoTime(sql`max(created_at)`)} as ultima_em
      from envio_partes
      where envio_id = v.id and v.place <= ${ARQUIVOS_NOMEADOS}::int) p on true`;

/**
 * A page of a survey's files, newest interview first (`exato` false: more than `total`). The caller checks the scope.
 */
export async function listArquivos(
  db: Database,
  { projetoId, pesquisaId }: EntrevistaTarget,
  filter: ArquivoFilter,
  usuarioId: string | null,
): Promise<Page<ArquivoRow>> {
  const filters = askedConditions(CONDICOES, filter);
  const where = all([
    // A text search uses the trigram index, which begins with the project.
    filter.q ? sql`e.projeto_id = ${projetoId}::uuid` : null,
    sql`e.pesquisa_id = ${pesquisaId}::uuid`,
    ...filters,
  ]);
  const cap = filter.q ? TOTAL_LIMITE : filters.length > 0 ? FILTRADAS_LIMITE : undefined;
  const found = sql`entrevistas e where ${where}`;
  return pageOf<ArquivoRow>(
    db,
    filter,
    (window) => sql`with pagina as materialized (
          select e.id from ${found} order by e.created_at desc, e.id desc ${window}
        )
        select e.id, e.nome_entrevistado, e.situacao, e.gravacao, e.montagem, ${reasonsHeld} as quarentena,
          case when ${COM_GRAVACAO} then 'com_gravacao' when ${RECEBENDO} then 'recebendo'
            else 'sem_gravacao' end as estado,
          case when e.gravacao = 'sem_gravacao' then e.sem_som_motivo end as motivo_sem_gravacao,
          coalesce(${awaitsItsDevice}, false) as aguardando_aparelho, e.ultimo_contato_em,
          ${STARTED} as realizada_em, ${START_PRECISION} as inicio_precisao, e.created_at,
          a.id as agente_id, a.nome as agente_nome, ${usuarioId === null ? sql`false` : didInterview(usuarioId)}
            as propria,
          case when d.id is not null then json_build_object('id', d.id, 'nome', d.nome) end as aparelho,
          i.item, l.lacunas, s.envios
        from pagina join entrevistas e using (id)
          left join agentes a on a.id = e.agente_id
          left join aparelhos d on d.id = e.aparelho_id
          left join lateral (${ITEM}) i on true
          left join lateral (${LACUNAS}) l on true
          left join lateral (${ENVIOS}) s on true
        order by e.created_at desc, e.id desc`,
    found,
    { cap },
  );
}
