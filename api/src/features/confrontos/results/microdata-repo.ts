// SQL: a whole file comes from a single snapshot, which a cursor reads in batches of interviews.

import type { Db } from '@escuta/prisma/db';
import type { EstadoCelula } from '@escuta/shared/domain/interview/comparison/sheet-cell';
import type { Marca } from '@escuta/shared/domain/interview/device/active-time';
import type { RespostaDada, SituacaoEntrevista } from '@escuta/shared/domain/interview/device/events';
import type { Desfecho } from '@escuta/shared/domain/interview/questionnaire/screening';
import type { RevisaoEntrevista } from '@escuta/shared/domain/interview/verdicts/review-state';
import type { ResultadoVerificacao } from '@escuta/shared/domain/interview/verdicts/verification';
import type { Scope } from '@escuta/shared/domain/scope';
import { FIM_DO_REGISTRO, MARCAS_DO_TEMPO } from '@escuta/shared/platform/database/conditions/active-time';
import { APAGADA } from '@escuta/shared/platform/database/conditions/given-work';
import { START_PRECISION, STARTED } from '@escuta/shared/platform/database/conditions/start';
import { all, inScope, literal, type Sql, sql } from '@escuta/shared/platform/database/sql';
import type { Snapshot } from '@escuta/shared/services/exports/snapshot';
import { AGENTE, AGENTE_ID, countedCut, cutOf, type Recorte } from '../../../field/target.ts';
import { CHANGED_BY_CORRECTION, CORRECTION_OF_CELL } from '../corrections/correction-of-cell.ts';
import type { Exibida } from './microdata.ts';

const EXPORTAVEL = sql`e.situacao <> 'em_andamento' and e.quarentena is null and not ${APAGADA}`;

export type PesquisaExportada = { id: string; titulo: string; empresaId: string; empresa: string };

/** Finds a survey and its company; null if the scope has no such survey. */
export async function findSurvey(db: Db, scope: Scope, id: string): Promise<PesquisaExportada | null> {
  const { rows } = await db.sql<PesquisaExportada>(
    sql`select p.id, p.titulo, p.empresa_id as "empresaId", c.nome as empresa from pesquisas p
      join empresas c on c.id = p.empresa_id
      where p.id = ${id}::uuid and ${inScope(scope, sql`p.empresa_id`)}`,
    'microdados_pesquisa',
  );
  return rows[0] ?? null;
}

export type VersaoRow = {
  id: string;
  numero: number;
  questionarioId: string;
  questionario: string;
  /** Number of interviews that match the filter, and of concluded ones among them. */
  entrevistas: number;
  concluidas: number;
};

/** Versions with interviews that match the filter, by questionnaire, newest first. The survey must be in the scope. */
export async function listVersions(db: Db, pesquisaId: string, recorte: Recorte): Promise<VersaoRow[]> {
  const { rows } = await db.sql<VersaoRow>(
    sql`select v.id, v.numero, q.id as "questionarioId", q.nome as questionario, n.entrevistas, n.concluidas from (
        select e.questionario_versao_id as id, count(*)::int as entrevistas,
          count(*) filter (where e.situacao = 'concluida')::int as concluidas
        from entrevistas e ${AGENTE}
        where ${all([sql`e.pesquisa_id = ${pesquisaId}::uuid`, EXPORTAVEL, cutOf(recorte)])} group by 1
      ) n join questionario_versoes v on v.id = n.id join questionarios q on q.id = v.questionario_id
      order by q.created_at, q.id, v.numero desc`,
  );
  return rows;
}

/** The questions of versions (questionario_versoes.conteudo), by version id. */
export async function readContents(db: Db, ids: readonly string[]): Promise<Map<string, unknown>> {
  const { rows } = await db.sql<{ id: string; conteudo: unknown }>(
    sql`select id, conteudo from questionario_versoes where id = any (${[...ids]}::uuid[])`,
  );
  return new Map(rows.map(({ id, conteudo }) => [id, conteudo]));
}

/** First and last day of the concluded interviews, yyyy-MM-dd. */
export async function fieldPeriod(
  db: Db,
  pesquisaId: string,
  recorte: Recorte,
): Promise<{ de: string; ate: string } | null> {
  const { rows } = await db.sql<{ de: string | null; ate: string | null }>(
    sql`select to_char(min(e.dia) filter (where ${START_PRECISION} is not null), 'YYYY-MM-DD') as de,
        to_char(max(e.dia) filter (where ${START_PRECISION} is not null), 'YYYY-MM-DD') as ate
          from entrevistas e ${AGENTE}
      where ${all([
        sql`e.pesquisa_id = ${pesquisaId}::uuid and e.situacao = 'concluida'`,
        EXPORTAVEL,
        countedCut(recorte),
      ])}`,
  );
  const { de = null, ate = null } = rows[0] ?? {};
  return de && ate ? { de, ate } : null;
}

export type EntrevistaRow = {
  id: string;
  versaoId: string;
  codigoExterno: string | null;
  linhaPlanilha: number | null;
  origem: string;
  situacao: SituacaoEntrevista;
  revisao: RevisaoEntrevista;
  consentimento: string | null;
  gravacao: string;
  entrevistador: string | null;
  nome: string;
  telefone: string | null;
  /** Day, yyyy-MM-dd; null if the sheet has none. */
  dia: string | null;
  /** Start of the interview; null if the hour is unknown. */
  inicio: Date | null;
  fim: Date | null;
  /** Times of each pause and resumption. */
  pausas: Marca[] | null;
  /** End of the interview, ms after its start by the device's clock; null if no device recorded the interview. */
  fimMs: number | null;
  /** Length of the recording, s. */
  gravacaoS: number | null;
  codigos: string | null;
  marcas: string | null;
  codigosIa: string | null;
  /** Cells whose verdict follows from a corrected transcript, by question. */
  corrigidas: [perguntaId: string, correcao: { por: string | null; em: string } | null][] | null;
  verificacao: { resultado: ResultadoVerificacao | null } | null;
  verificadaEm: Date | null;
  /** Options that differ: said but not typed, typed but not said. */
  divergencias: [perguntaId: string, naoMarcadas: string[], naoDitas: string[]][] | null;
  desfecho: Desfecho | null;
  /** Questions and options in the order shown; null if nothing rotates. */
  exibidas: Exibida[] | null;
  respostas:
    | [
        perguntaId: string,
        opcoes: RespostaDada['opcoes'],
        texto: string | null,
        estado: EstadoCelula | null,
      ][]
    | null;
};

/** Questions of interview `e` in the order first shown, each with the options last shown. */
const EXIBIDAS: Sql = sql`(select json_agg(json_build_array(x.pergunta_id, x.opcoes) order by x.primeira) from (
  select v.pergunta_id, min(v.seq) as primeira, (array_agg(v.valor -> 'opcoes' order by v.seq desc))[1] as opcoes
  from entrevista_eventos v where v.entrevista_id = e.id and v.fonte = 'aparelho' and v.tipo = 'pergunta_exibida'
    and v.pergunta_id is not null group by 1) x)`;

const BATCH = 20;
/** The interviews that match the filter, oldest first, in batches of BATCH. The survey must be in the scope. */
export function interviewsOf(
  snapshot: Snapshot,
  pesquisaId: string,
  recorte: Recorte,
  { comOrdem }: { comOrdem: boolean },
): AsyncGenerator<EntrevistaRow[]> {
  return snapshot.rows<EntrevistaRow>(
    sql`select e.id, e.questionario_versao_id as "versaoId", e.codigo_externo as "codigoExterno",
      e.linha_planilha as "linhaPlanilha",
          e.origem, e.situacao, e.desfecho, e.revisao, e.consentimento, e.gravacao, a.nome as entrevistador,
          e.nome_entrevistado as nome,
          e.telefone_entrevistado as telefone,
            case when ${START_PRECISION} is not null then to_char(e.dia, 'YYYY-MM-DD') end as dia,
          case when ${START_PRECISION} = 'instante' then ${STARTED} end as inicio,
          e.concluida_em as fim, ${literal(MARCAS_DO_TEMPO)} as pausas,
          ${literal(FIM_DO_REGISTRO)} as "fimMs",
          i.call_duration as "gravacaoS", m.codigos, m.marcas, m.codigos_ia as "codigosIa",
          case when m.codigos <> m.codigos_ia
            then (select json_agg(json_build_array(c.pergunta_id, (${CORRECTION_OF_CELL})))
            from confrontos c where c.entrevista_id = e.id and c.vigente and c.veredito_pessoa is null
              and ${CHANGED_BY_CORRECTION}) end as corrigidas,
          case when v.id is not null then json_build_object('resultado', v.resultado) end as verificacao,
          v.feita_em as "verificadaEm",
          (select json_agg(json_build_array(c.pergunta_id, c.opcoes_nao_marcadas, c.opcoes_nao_ditas)) from confrontos c
            where c.entrevista_id = e.id and c.vigente and coalesce(c.veredito_pessoa, c.veredito) = 'diverge'
              and (c.opcoes_nao_marcadas <> '{}' or c.opcoes_nao_ditas <> '{}')) as divergencias,
          ${comOrdem ? EXIBIDAS : sql`null::json`} as exibidas,
          (select json_agg(json_build_array(r.pergunta_id, r.opcoes, r.texto_resposta, r.celula_estado))
            from respostas r
            where r.entrevista_id = e.id) as respostas
        from entrevistas e ${AGENTE} left join agentes a on a.id = ${AGENTE_ID}
          left join entrevista_matriz m on m.entrevista_id = e.id
          left join verificacoes v on v.entrevista_id = e.id
          left join lateral (select i.call_duration from auditoria_itens i where i.entrevista_id = e.id
            and i.arquivo_nome is not null
            order by (i.id = m.item_id) desc nulls last, i.created_at desc, i.id desc limit 1) i on true
        where ${all([sql`e.pesquisa_id = ${pesquisaId}::uuid`, EXPORTAVEL, cutOf(recorte)])}
        order by e.created_at, e.id`,
    BATCH,
  );
}
