// Raw SQL: reads interviews in batches, reduced to the signals' inputs.

import type { Db } from '@escuta/prisma/db';
import { type Marca, stretchesOf } from '@escuta/shared/domain/interview/device/active-time';
import {
  isOffered,
  type PerguntaCongelada,
} from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { readStoredVersion } from '@escuta/shared/domain/interview/questionnaire/stored-questionnaire';
import type {
  EntrevistaDoSinal,
  GravacaoRepetida,
  Intervalo,
  LeituraDoSinal,
} from '@escuta/shared/domain/interview/signals/interview-facts';
import { closedQuestions } from '@escuta/shared/domain/interview/signals/near-equal';
import { e164 } from '@escuta/shared/domain/interview/signals/overlap';
import { normaliseQuote } from '@escuta/shared/domain/transcripts/evidence';
import { FIM_DO_REGISTRO, MARCAS_DO_TEMPO } from '@escuta/shared/platform/database/conditions/active-time';

const BATCH = 200;
/** Lead of a cell's excerpt before its reading (hearing.ts), ms. */
const LEAD_IN_MS = 2000;
/** Smaller parts may be digital silence, equal in all recordings, bytes. */
const PART_MIN_BYTES = 8192;
/** Shared parts that make two recordings equal, and a part's length, ms. */
const PARTS_MIN = 2;
const PART_MS = 5000;
/** Possible error of the measured clock difference, ms. */
const CLOCK_SLACK_MS = 60_000;

type Row = {
  id: string;
  agenteId: string | null;
  versaoId: string;
  versaoMs: number;
  criadaMs: number;
  /** Time at which all of the device's data had arrived. */
  recebidaMs: number | null;
  iniciadaMs: number | null;
  desvioMs: number | null;
  concluidaMs: number | null;
  /** False: the interview was imported, and its times are the import's. */
  aqui: boolean;
  nome: string;
  telefone: string | null;
  itemId: string | null;
  sha256: string | null;
  gravacaoMs: number | null;
  respostas: { p: string; o: string[]; t: string | null }[] | null;
  celulas:
    | { p: string; l: string; provada: boolean; de: number | null; ate: number | null; naoLidas: boolean }[]
    | null;
  digitadas: { p: string; ms: number }[] | null;
  /** Times of the answers: ms since the start by the device's log; since 1970 by the server. */
  respostasMono: number[] | null;
  respostasMs: number[] | null;
  pausas: Marca[] | null;
  fimMono: number | null;
};

const LOAD = `SELECT e.id, coalesce(g.fundido_em_id, g.id) AS "agenteId", e.questionario_versao_id AS "versaoId",
    (extract(epoch from q.created_at) * 1000)::float8 AS "versaoMs", (extract(epoch from e.created_at) * 1000)::float8 AS "criadaMs",
    (extract(epoch from e.recebida_em) * 1000)::float8 AS "recebidaMs", (extract(epoch from e.iniciada_em) * 1000)::float8 AS "iniciadaMs",
    e.relogio_desvio_ms::float8 AS "desvioMs", (extract(epoch from e.concluida_em) * 1000)::float8 AS "concluidaMs",
    e.usuario_id IS NOT NULL AS aqui, e.nome_entrevistado AS nome, e.telefone_entrevistado AS telefone,
    i.id AS "itemId", i.arquivo_sha256 AS sha256, (extract(epoch from i.arquivo_recebido_em) * 1000)::float8 AS "gravacaoMs",
    (SELECT json_agg(json_build_object('p', r.pergunta_id, 'o', r.opcoes, 't', r.texto_resposta) ORDER BY r.pergunta_id)
      FROM respostas r WHERE r.entrevista_id = e.id AND (r.opcoes <> '{}' OR r.texto_resposta IS NOT NULL)) AS respostas,
    (SELECT json_agg(json_build_object('p', c.pergunta_id, 'l', c.leitura, 'provada', c.leitura_provada, 'de', c.ouvir_inicio_ms,
        'ate', c.resposta_inicio_ms, 'naoLidas', 'opcoes_nao_lidas' = ANY (c.marcas)) ORDER BY c.ordem)
      FROM confrontos c WHERE c.entrevista_id = e.id AND c.vigente AND c.planilha IS NULL) AS celulas,
    (SELECT json_agg(json_build_object('p', d.pergunta_id, 'ms', d.ms)) FROM (
        SELECT DISTINCT ON (v.pergunta_id) v.pergunta_id, (
          SELECT n.inicio_ms + least(v.audio_ms - n.som_ms, n.duracao_ms) FROM entrevista_gravacoes n
          WHERE n.entrevista_id = v.entrevista_id AND n.gravacao = v.gravacao AND n.som_ms <= v.audio_ms ORDER BY n.som_ms DESC LIMIT 1) AS ms
        FROM entrevista_eventos v
        WHERE v.entrevista_id = e.id AND v.fonte = 'aparelho' AND v.tipo = 'resposta_alterada' AND v.pergunta_id IS NOT NULL
        ORDER BY v.pergunta_id, v.seq DESC
      ) d WHERE d.ms IS NOT NULL) AS digitadas,
    (SELECT json_agg(v.mono_ms ORDER BY v.seq) FROM entrevista_eventos v
      WHERE v.entrevista_id = e.id AND v.fonte = 'aparelho' AND v.tipo = 'resposta_alterada' AND v.mono_ms IS NOT NULL) AS "respostasMono",
    (SELECT json_agg((extract(epoch from v.created_at) * 1000)::float8 ORDER BY v.seq) FROM entrevista_eventos v
      WHERE v.entrevista_id = e.id AND v.fonte = 'servidor' AND v.tipo = 'resposta_alterada') AS "respostasMs",
    ${MARCAS_DO_TEMPO} AS pausas,
    ${FIM_DO_REGISTRO} AS "fimMono"
  FROM entrevistas e JOIN questionario_versoes q ON q.id = e.questionario_versao_id LEFT JOIN agentes g ON g.id = e.agente_id
    LEFT JOIN LATERAL (SELECT i.id, i.arquivo_sha256, i.arquivo_recebido_em, i.dados_apagados_em FROM auditoria_itens i WHERE i.entrevista_id = e.id
      ORDER BY (i.arquivo_path IS NOT NULL) DESC, i.created_at DESC, i.id DESC LIMIT 1) i ON true
  WHERE e.pesquisa_id = $1 AND e.id > $2 AND e.situacao = 'concluida' AND e.quarentena IS NULL AND i.dados_apagados_em IS NULL
  ORDER BY e.id LIMIT ${BATCH}`;

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Words of a question read aloud, with options if they are read. */
export function wordsRead({ texto, opcoes, lerOpcoes }: PerguntaCongelada): number {
  const stem = ` ${normaliseQuote(texto)} `;
  const read = lerOpcoes
    ? opcoes.filter((option) => isOffered(option) && !stem.includes(` ${normaliseQuote(option.texto)} `))
    : [];
  return [texto, ...read.map((option) => option.texto)]
    .flatMap((part) => part.split(/\s+/u))
    .filter((word) => word !== '').length;
}

type Version = {
  palavras: ReadonlyMap<string, number>;
  /** Closed questions in order, each with its answers' numbers. */
  fechadas: readonly { id: string; numeros: Map<string, number> }[];
};

function versionOf(conteudo: unknown): Version {
  const { perguntas } = readStoredVersion(conteudo);
  return {
    palavras: new Map(perguntas.map((pergunta) => [pergunta.id, wordsRead(pergunta)])),
    fechadas: closedQuestions(perguntas).map(({ id }) => ({ id, numeros: new Map() })),
  };
}

type Clocks = Pick<
  Row,
  | 'versaoMs'
  | 'criadaMs'
  | 'recebidaMs'
  | 'iniciadaMs'
  | 'desvioMs'
  | 'concluidaMs'
  | 'aqui'
  | 'pausas'
  | 'fimMono'
>;

/**
 * Stretches of the interview by the server's clock. Empty if the device's clock was wrong: a start before the version
 * (a flat battery: 1970), or an end after the reception.
 */
export function activeStretches(row: Clocks): Intervalo[] {
  const { versaoMs, criadaMs, recebidaMs, iniciadaMs, desvioMs, concluidaMs, aqui, fimMono } = row;
  if (iniciadaMs !== null && fimMono !== null) {
    const begin = iniciadaMs - (desvioMs ?? 0);
    if (begin <= versaoMs || begin + fimMono > (recebidaMs ?? Infinity) + CLOCK_SLACK_MS) return [];
    return stretchesOf(row.pausas ?? [], fimMono).map(({ de, ate }) => ({
      de: begin + de,
      ate: begin + ate,
    }));
  }
  return aqui && concluidaMs !== null && concluidaMs > criadaMs ? [{ de: criadaMs, ate: concluidaMs }] : [];
}

/** Times of its answers, on the same clock as its stretches. */
function answeredAt(row: Row): number[] {
  const { iniciadaMs, desvioMs, fimMono, respostasMono, respostasMs } = row;
  if (iniciadaMs === null || fimMono === null) return respostasMs ?? [];
  const begin = iniciadaMs - (desvioMs ?? 0);
  return (respostasMono ?? []).map((ms) => begin + ms);
}

/** Active length of an interview, ms, even with a wrong clock; null: unknown. */
export function lengthOf(row: Clocks): number | null {
  const stretches =
    row.iniciadaMs !== null && row.fimMono !== null
      ? stretchesOf(row.pausas ?? [], row.fimMono)
      : activeStretches(row);
  const length = stretches.reduce((sum, { de, ate }) => sum + (ate - de), 0);
  return length > 0 ? length : null;
}

function readingsOf(row: Row, { palavras }: Version): LeituraDoSinal[] {
  const typed = new Map((row.digitadas ?? []).map(({ p, ms }) => [p, ms]));
  return (row.celulas ?? []).flatMap(({ p, l, provada, de, ate, naoLidas }) => {
    if (!provada || ate === null || !['exata', 'menor', 'maior', 'verificacao'].includes(l)) return [];
    // At the recording's start, an excerpt does not show its reading's start.
    const inicioMs = de === null || de === 0 ? null : de + LEAD_IN_MS;
    return [
      {
        perguntaId: p,
        inicioMs,
        fimMs: ate,
        palavras: palavras.get(p) ?? 0,
        inteira: (l === 'exata' || l === 'menor') && !naoLidas && inicioMs !== null && ate > inicioMs,
        verificacao: l === 'verificacao',
        digitadaMs: typed.get(p) ?? null,
      },
    ];
  });
}

function codesOf(row: Row, { fechadas }: Version): Uint16Array {
  const given = new Map((row.respostas ?? []).map(({ p, o, t }) => [p, o.length > 0 ? o.join() : (t ?? '')]));
  return Uint16Array.from(fechadas, ({ id, numeros }) => {
    const answer = given.get(id);
    if (answer === undefined || answer === '') return 0;
    const known = numeros.get(answer) ?? numeros.size + 1;
    numeros.set(answer, known);
    return known;
  });
}

function factsOf(row: Row, version: Version): EntrevistaDoSinal {
  const numero = e164(row.telefone);
  return {
    id: row.id,
    agenteId: row.agenteId,
    versaoId: row.versaoId,
    em: row.criadaMs,
    gravacaoEm: row.gravacaoMs,
    ativa: activeStretches(row),
    respostasEm: answeredAt(row),
    duracaoMs: lengthOf(row),
    respondidas: row.respostas?.length ?? 0,
    leituras: readingsOf(row, version),
    fechadas: codesOf(row, version),
    telefone: numero === null ? null : { numero, nome: normaliseQuote(row.nome) },
  };
}

export type SurveyFacts = {
  interviews: EntrevistaDoSinal[];
  repetidas: GravacaoRepetida[];
  comGravacao: number;
};

/** Reads the inputs of a survey's signals: ended interviews, neither quarantined nor erased. */
export async function readSurveyFacts(
  db: Db,
  pesquisaId: string,
  turn: () => Promise<void>,
): Promise<SurveyFacts> {
  const versions = new Map<string, Version>();
  const interviews: EntrevistaDoSinal[] = [];
  const files = new Map<string, string[]>();
  let comGravacao = 0;
  for (let after = NOBODY; ; ) {
    const { rows } = await db.query<Row>({
      name: 'signals-interviews',
      text: LOAD,
      values: [pesquisaId, after],
    });
    await readVersions(db, rows, versions);
    for (const row of rows) {
      const version = versions.get(row.versaoId);
      if (!version) continue;
      interviews.push(factsOf(row, version));
      if (row.sha256 === null) continue;
      comGravacao += 1;
      files.set(row.sha256, [...(files.get(row.sha256) ?? []), row.id]);
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) break;
    after = last.id;
    await turn();
  }
  const equalFiles = [...files.values()].flatMap(([first, ...others]) =>
    others.map(
      (other): GravacaoRepetida => ({
        a: first as string,
        b: other,
        como: 'arquivo',
        nota: 1,
        ms: null,
        inicioA: 0,
        inicioB: 0,
      }),
    ),
  );
  return {
    interviews,
    repetidas: [...equalFiles, ...(await equalParts(db, pesquisaId)), ...(await equalSounds(db, pesquisaId))],
    comGravacao,
  };
}

async function readVersions(db: Db, rows: readonly Row[], known: Map<string, Version>): Promise<void> {
  const missing = [...new Set(rows.map(({ versaoId }) => versaoId))].filter((id) => !known.has(id));
  if (missing.length === 0) return;
  const { rows: found } = await db.query<{ id: string; conteudo: unknown }>({
    name: 'signals-versions',
    text: 'SELECT id, conteudo FROM questionario_versoes WHERE id = ANY ($1::uuid[])',
    values: [missing],
  });
  for (const { id, conteudo } of found) known.set(id, versionOf(conteudo));
}

/** Pairs of ended, unquarantined interviews whose recordings share parts. */
async function equalParts(db: Db, pesquisaId: string): Promise<GravacaoRepetida[]> {
  const { rows } = await db.query<{ a: string; b: string; n: number; de: number; para: number }>({
    name: 'signals-parts',
    text: `WITH repetidas AS MATERIALIZED (
             SELECT sha256 FROM entrevista_partes WHERE pesquisa_id = $1 AND tamanho >= ${PART_MIN_BYTES}
             GROUP BY sha256 HAVING min(entrevista_id::text) < max(entrevista_id::text)
           ), partes AS MATERIALIZED (
             SELECT p.entrevista_id, p.sha256, min(p.n) AS n FROM repetidas r
               JOIN entrevista_partes p ON p.pesquisa_id = $1 AND p.sha256 = r.sha256
               JOIN entrevistas e ON e.id = p.entrevista_id AND e.situacao = 'concluida' AND e.quarentena IS NULL
             GROUP BY 1, 2
           )
           SELECT x.entrevista_id AS a, y.entrevista_id AS b, count(*)::int AS n, min(x.n)::int AS de, min(y.n)::int AS para
           FROM partes x JOIN partes y ON y.sha256 = x.sha256 AND x.entrevista_id < y.entrevista_id
           GROUP BY 1, 2 HAVING count(*) >= ${PARTS_MIN} ORDER BY 1, 2`,
    values: [pesquisaId],
  });
  return rows.map(({ a, b, n, de, para }) => ({
    a,
    b,
    como: 'partes',
    nota: 1,
    ms: n * PART_MS,
    inicioA: (de - 1) * PART_MS,
    inicioB: (para - 1) * PART_MS,
  }));
}

/** Pairs of interviews with the same sound. */
async function equalSounds(db: Db, pesquisaId: string): Promise<GravacaoRepetida[]> {
  const { rows } = await db.query<Omit<GravacaoRepetida, 'como'>>({
    name: 'signals-sounds',
    text: `SELECT a.entrevista_id AS a, b.entrevista_id AS b, p.nota, p.ms, p.inicio_a AS "inicioA", p.inicio_b AS "inicioB"
           FROM entrevista_sons_iguais p
             JOIN entrevista_sons a ON a.item_id = p.item_a JOIN entrevista_sons b ON b.item_id = p.item_b
           WHERE p.pesquisa_id = $1 ORDER BY p.item_a, p.item_b`,
    values: [pesquisaId],
  });
  return rows.map((row) => ({ ...row, como: 'som' }));
}
