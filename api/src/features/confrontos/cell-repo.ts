// SQL: prepared statements read a cell (the comparison of a typed answer with the spoken one), with quotes, history and
// sentences.

import type { Db } from '@escuta/prisma/db';
import type { SentencaDoTrecho } from '@escuta/shared/contracts/surveys/confrontos';
import type { FalhaPlanilha } from '@escuta/shared/domain/interview/comparison/sheet-cell';
import type { PrecisaoInicio } from '@escuta/shared/domain/interview/device/start';
import type { Scope } from '@escuta/shared/domain/scope';
import { START_PRECISION, STARTED } from '@escuta/shared/platform/database/conditions/start';
import { inScope, int, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { didInterview } from '@escuta/shared/services/interviews/own-interview';
import { questionsOf } from '../../field/stored-questions.ts';
import { isThere } from '../../reads/scoped-repo.ts';
import { CHANGED_BY_CORRECTION, CORRECTION_OF_CELL } from './corrections/correction-of-cell.ts';

export type ConfrontoRow = {
  id: string;
  empresa_id: string;
  projeto_id: string;
  item_id: string;
  execucao_id: string;
  entrevista_id: string;
  pergunta_id: string;
  ordem: number;
  vigente: boolean;
  /** The AI's verdict on the transcript as corrected; `veredito_inicial`: the AI's first verdict, if different. */
  veredito: string;
  veredito_inicial: string | null;
  veredito_pessoa: string | null;
  leitura: string;
  leitura_provada: boolean;
  conducao: string;
  conducao_tipo: string | null;
  conducao_provada: boolean;
  resposta: string;
  resposta_provada: boolean;
  comparacao: string;
  comparacao_provada: boolean;
  metodo: string;
  motivo: string | null;
  marcas: string[];
  cobertura: number;
  confianca: number | null;
  sentimento: number | null;
  faltou: string[];
  acrescentou: string[];
  opcoes_nao_marcadas: string[];
  opcoes_nao_ditas: string[];
  falado: string | null;
  digitado: string | null;
  /** The sheet's fault that causes this verdict, and the text of the sheet's cell. */
  planilha: FalhaPlanilha | null;
  celula: string | null;
  ouvir_inicio_ms: number | null;
  ouvir_fim_ms: number | null;
  resposta_inicio_ms: number | null;
  resposta_fim_ms: number | null;
  updated_at: Date;
  correcao: { por: string | null; em: string } | null;
  revisao: {
    id: string;
    veredito: string;
    motivo: string | null;
    observacao: string | null;
    porId: string;
    porNome: string | null;
    em: string;
  } | null;
  evidencias: {
    sobre: string;
    citacao: string;
    verificada: boolean;
    sentencaOrdem: number | null;
    startMs: number | null;
    endMs: number | null;
  }[];
};

const COLUMNS = sql`c.id, c.empresa_id, c.projeto_id, c.item_id, c.execucao_id, c.entrevista_id, c.pergunta_id, c.ordem,
  c.vigente,
  c.veredito, c.veredito_inicial, c.veredito_pessoa, c.leitura, c.leitura_provada, c.conducao, c.conducao_tipo,
    c.conducao_provada, c.resposta,
  c.resposta_provada, c.comparacao, c.comparacao_provada, c.metodo, c.motivo, c.marcas, c.cobertura, c.confianca,
  c.sentimento,
  c.faltou, c.acrescentou, c.opcoes_nao_marcadas, c.opcoes_nao_ditas, c.falado, c.digitado, c.planilha,
  c.ouvir_inicio_ms, c.ouvir_fim_ms, c.resposta_inicio_ms, c.resposta_fim_ms,
  c.updated_at,
  case when ${CHANGED_BY_CORRECTION} then (${CORRECTION_OF_CELL}) end as correcao,
  case when c.planilha is not null then (select a.celula from respostas a
    where a.entrevista_id = c.entrevista_id and a.pergunta_id = c.pergunta_id) end as celula,
  (select json_build_object('id', r.id, 'veredito', r.veredito, 'motivo', r.motivo, 'observacao', r.observacao, 'porId',
    r.usuario_id,
      'porNome', coalesce(u.nome, u.email), 'em', r.created_at)
    from confronto_revisoes r left join usuarios u on u.id = r.usuario_id
    where r.confronto_id = c.id and r.em_vigor) as revisao,
  coalesce((select json_agg(json_build_object('sobre', v.sobre, 'citacao', v.citacao, 'verificada', v.verificada,
      'sentencaOrdem', v.sentenca_ordem, 'startMs', v.start_ms, 'endMs', v.end_ms) order by v.ordem)
    from confronto_evidencias v where v.confronto_id = c.id), '[]') as evidencias`;

/** An interview's cells in force, in the order of its questions; null outside the scope. */
export async function listCells(db: Db, scope: Scope, entrevistaId: string): Promise<ConfrontoRow[] | null> {
  if (!(await isThere(db, scope, 'entrevista', entrevistaId))) return null;
  const { rows } = await db.sql<ConfrontoRow>(
    sql`select ${COLUMNS} from confrontos c where c.entrevista_id = ${entrevistaId}::uuid and c.vigente
      order by c.ordem`,
    'celulas',
  );
  return rows;
}

/** A cell, in force or not. */
export async function findCell(db: Db, scope: Scope, id: string): Promise<ConfrontoRow | null> {
  const { rows } = await db.sql<ConfrontoRow>(
    sql`select ${COLUMNS} from confrontos c where c.id = ${id}::uuid and ${inScope(scope, sql`c.empresa_id`)}`,
    'celula_id',
  );
  return rows[0] ?? null;
}

export type CelulaRow = ConfrontoRow & {
  /** The question in the interview's version; null if that version lacks it. */
  pergunta: unknown;
  nome_entrevistado: string;
  entrevistador: string | null;
  realizada_em: Date | null;
  inicio_precisao: PrecisaoInicio | null;
  propria: boolean;
  tem_audio: boolean;
  tem_picos: boolean;
  historico: {
    veredito: string;
    motivo: string | null;
    observacao: string | null;
    por: string | null;
    em: string;
    desfeitaEm: string | null;
    analiseAnterior: boolean;
    naoLevada: boolean;
  }[];
  correcoes: {
    textoOriginal: string;
    texto: string | null;
    falante: string | null;
    por: string | null;
    em: string;
    inicioMs: number;
    fimMs: number;
  }[];
};

/** Greatest numbers of people's verdicts and of lost corrections shown with a cell, the newest. */
const HISTORICO_MAX = 50;
const CORRECOES_MAX = 20;

/** People's past verdicts on the question of cell `c`, in this and earlier analyses, that no later analysis copied. */
const HISTORICO = sql`coalesce((select json_agg(json_build_object('veredito', r.veredito, 'motivo', r.motivo,
      'observacao', r.observacao, 'por', coalesce(u.nome, u.email), 'em', r.created_at, 'desfeitaEm', r.desfeita_em,
      'analiseAnterior', r.confronto_id <> c.id, 'naoLevada', r.em_vigor) order by r.created_at desc, r.id desc)
    from (select r.* from confrontos o join confronto_revisoes r on r.confronto_id = o.id
      where o.entrevista_id = c.entrevista_id and o.pergunta_id = c.pergunta_id and r.levada_para is null
        and not (r.em_vigor and o.id = c.id)
      order by r.created_at desc, r.id desc limit ${int(HISTORICO_MAX)}) r
    left join usuarios u on u.id = r.usuario_id), '[]') as historico`;

/**
 * Corrections in the excerpt of cell `c` that were made on earlier transcripts of the same recording and not carried
 * over to the present one; omits positions that were corrected again. `x`: the present result of item `i`.
 */
const CORRECOES = sql`coalesce((select json_agg(json_build_object('textoOriginal', k.texto_original, 'texto', k.texto,
      'falante', k.falante, 'por', coalesce(u.nome, u.email), 'em', k.created_at, 'inicioMs', k.start_ms, 'fimMs',
      k.end_ms)
      order by k.start_ms, k.created_at)
    from (select k.texto, k.falante, k.usuario_id, k.created_at, s.texto as texto_original, s.start_ms, s.end_ms
      from sentenca_correcoes k join sentencas s on s.id = k.sentenca_id join transcricoes t on t.id = s.transcricao_id
      join auditoria_resultados y on y.id = t.resultado_id and y.status_processamento = 'concluido' and y.id <> x.id
      join execucao_etapas a on a.execucao_id = y.execucao_id and a.etapa = 'audio'
        and a.saida ->> 'arquivoPath' = i.arquivo_path
      where k.item_id = c.item_id and k.em_vigor and k.levada_para is null
        and (c.ouvir_inicio_ms is null or (s.end_ms >= c.ouvir_inicio_ms and s.start_ms <= c.ouvir_fim_ms))
        and not exists (select from transcricoes nt join sentencas ns on ns.transcricao_id = nt.id
          join sentenca_correcoes nk on nk.sentenca_id = ns.id and nk.em_vigor
          where nt.resultado_id = x.id and ns.end_ms > s.start_ms and ns.start_ms < s.end_ms)
      order by k.created_at desc, k.id desc limit ${int(CORRECOES_MAX)}) k
    left join usuarios u on u.id = k.usuario_id), '[]') as correcoes`;

/** The cell in force of a question, with question, interview and history. */
export async function findCellOf(
  db: Db,
  scope: Scope,
  usuarioId: string | null,
  entrevistaId: string,
  perguntaId: string,
): Promise<CelulaRow | null> {
  const propria: Sql = usuarioId === null ? sql`false` : didInterview(usuarioId);
  const { rows } = await db.sql<CelulaRow>(
    sql`select ${COLUMNS},
        (select p from ${questionsOf(sql`v.conteudo`)} p where p ->> 'id' = c.pergunta_id::text limit 1) as pergunta,
        e.nome_entrevistado, coalesce(d.nome, g.nome) as entrevistador, ${STARTED} as realizada_em,
        ${START_PRECISION} as inicio_precisao, ${propria} as propria,
        i.arquivo_path is not null as tem_audio, coalesce(x.picos_path is not null, false) as tem_picos,
        ${HISTORICO}, ${CORRECOES}
      from confrontos c join entrevistas e on e.id = c.entrevista_id join auditoria_itens i on i.id = c.item_id
      join questionario_versoes v on v.id = e.questionario_versao_id
      left join agentes g on g.id = e.agente_id left join agentes d on d.id = g.fundido_em_id
      left join auditoria_resultados x on x.execucao_id = c.execucao_id
      where c.entrevista_id = ${entrevistaId}::uuid and c.pergunta_id = ${perguntaId}::uuid and c.vigente
        and ${inScope(scope, sql`c.empresa_id`)}`,
    usuarioId === null ? 'celula-chave' : 'celula',
  );
  return rows[0] ?? null;
}

/** Context shown before and after an excerpt, ms. */
const AROUND_MS = 6000;
const SENTENCAS_MAX = 400;

const SENTENCA = sql`s.ordem, s.texto, case when s.texto <> s.texto_original then s.texto_original end
  as texto_original, s.falante,
  case when s.papel_origem = 'pessoa' then s.falante_original end as falante_original, s.papel_origem,
  s.start_ms as inicio_ms, s.end_ms as fim_ms`;

/**
 * A run's present sentences in and around an excerpt; without an excerpt, of the whole interview up to SENTENCAS_MAX.
 */
export async function listSentences(
  db: Db,
  execucaoId: string,
  excerpt: { inicioMs: number; fimMs: number } | null,
): Promise<SentencaDoTrecho[]> {
  const within = excerpt
    ? sql`s.end_ms >= ${excerpt.inicioMs - AROUND_MS} and s.start_ms <= ${excerpt.fimMs + AROUND_MS}`
    : sql`true`;
  const { rows } = await db.sql<SentencaDoTrecho>(
    sql`select ${SENTENCA} from auditoria_resultados x join transcricoes t on t.resultado_id = x.id
      join sentencas_vigentes s on s.transcricao_id = t.id
      where x.execucao_id = ${execucaoId}::uuid and ${within} order by s.ordem limit ${int(SENTENCAS_MAX)}`,
    excerpt ? 'sentencas-trecho' : 'sentencas-entrevista',
  );
  return rows;
}

export async function findSentence(db: Db, sentencaId: string): Promise<SentencaDoTrecho> {
  const { rows } = await db.sql<SentencaDoTrecho>(
    sql`select ${SENTENCA} from sentencas_vigentes s where s.id = ${sentencaId}::uuid`,
    'sentenca',
  );
  return rows[0] as SentencaDoTrecho;
}
