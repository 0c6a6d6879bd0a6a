// Raw SQL instead of Prisma, because interviews are read in batches, reduced to what the signals need.

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
/** Time by which a cell's excerpt begins before its question is read (hearing.ts), ms. */
const LEAD_IN_MS = 2000;
/** Least size of a compared part, bytes; a smaller one may be digital silence. */
const PART_MIN_BYTES = 8192;
/** Least number of shared parts in equal recordings; PART_MS: length of a part, ms. */
const PARTS_MIN = 2;
const PART_MS = 5000;
/** Greatest error of the measured difference between device and server clock, ms. */
const CLOCK_SLACK_MS = 60_000;

type Row = {
  id: string;
  agenteId: string | null;
  versaoId: string;
  versaoMs: number;
  criadaMs: number;
  /** Arrival of all the device's data, ms since 1970. */
  recebidaMs: number | null;
  iniciadaMs: number | null;
  desvioMs: number | null;
  concluidaMs: number | null;
  /** True if an interviewer made the interview in this product; an imported interview has the import's times. */
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
  /** Answers' times by the device, ms since the start; `respostasMs`: by the server, ms since 1970. */
  respostasMono: number[] | null;
  respostasMs: number[] | null;
  pausas: Marca[] | null;
  fimMono: number | null;
};

const LOAD = `select e.id, coalesce(g.fundido_em_id, g.id) as "agenteId", e.questionario_versao_id as "versaoId",
    (extract(epoch from q.created_at) * 1000)::float8 as "versaoMs", (extract(epoch
      from e.created_at) * 1000)::float8 as "criadaMs",
    (extract(epoch from e.recebida_em) * 1000)::float8 as "recebidaMs", (extract(epoch
      from e.iniciada_em) * 1000)::float8 as "iniciadaMs",
    e.relogio_desvio_ms::float8 as "desvioMs", (extract(epoch from e.concluida_em) * 1000)::float8 as "concluidaMs",
    e.usuario_id is not null as aqui, e.nome_entrevistado as nome, e.telefone_entrevistado as telefone,
    i.id as "itemId", i.arquivo_sha256 as sha256, (extract(epoch
      from i.arquivo_recebido_em) * 1000)::float8 as "gravacaoMs",
    (select json_agg(json_build_object('p', r.pergunta_id, 'o', r.opcoes, 't', r.texto_resposta) order by r.pergunta_id)
      from respostas r where r.entrevista_id = e.id and (r.opcoes <> '{}'
        or r.texto_resposta is not null)) as respostas,
    (select json_agg(json_build_object('p', c.pergunta_id, 'l', c.leitura, 'provada', c.leitura_provada, 'de',
      c.ouvir_inicio_ms,
        'ate', c.resposta_inicio_ms, 'naoLidas', 'opcoes_nao_lidas' = any (c.marcas)) order by c.ordem)
      from confrontos c where c.entrevista_id = e.id and c.vigente and c.planilha is null) as celulas,
    (select json_agg(json_build_object('p', d.pergunta_id, 'ms', d.ms)) from (
        select distinct on (v.pergunta_id) v.pergunta_id, (
          select n.inicio_ms + least(v.audio_ms - n.som_ms, n.duracao_ms) from entrevista_gravacoes n
          where n.entrevista_id = v.entrevista_id and n.gravacao = v.gravacao and n.som_ms <= v.audio_ms
            order by n.som_ms desc limit 1) as ms
        from entrevista_eventos v
        where v.entrevista_id = e.id and v.fonte = 'aparelho' and v.tipo = 'resposta_alterada'
          and v.pergunta_id is not null
        order by v.pergunta_id, v.seq desc
      ) d where d.ms is not null) as digitadas,
    (select json_agg(v.mono_ms order by v.seq) from entrevista_eventos v
      where v.entrevista_id = e.id and v.fonte = 'aparelho' and v.tipo = 'resposta_alterada'
        and v.mono_ms is not null) as "respostasMono",
    (select json_agg((extract(epoch from v.created_at) * 1000)::float8 order by v.seq) from entrevista_eventos v
      where v.entrevista_id = e.id and v.fonte = 'servidor' and v.tipo = 'resposta_alterada') as "respostasMs",
    ${MARCAS_DO_TEMPO} as pausas,
    ${FIM_DO_REGISTRO} as "fimMono"
  from entrevistas e join questionario_versoes q on q.id = e.questionario_versao_id
    left join agentes g on g.id = e.agente_id
    left join lateral (select i.id, i.arquivo_sha256, i.arquivo_recebido_em, i.dados_apagados_em from auditoria_itens i
      where i.entrevista_id = e.id
      order by (i.arquivo_path is not null) desc, i.created_at desc, i.id desc limit 1) i on true
  where e.pesquisa_id = $1 and e.id > $2 and e.situacao = 'concluida' and e.quarentena is null
    and i.dados_apagados_em is null
  order by e.id limit ${BATCH}`;

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Words read aloud for a question, including any options that are read. */
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
  /** Closed questions in order, with a number for every answer. */
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
 * Active stretches of an interview, by the server's clock. Empty for a wrong device clock: a start before the version's
 * creation (a flat battery resets clocks to 1970), or an end after the reception.
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

/** Answers' times, by the same clock as `activeStretches`. */
function answeredAt(row: Row): number[] {
  const { iniciadaMs, desvioMs, fimMono, respostasMono, respostasMs } = row;
  if (iniciadaMs === null || fimMono === null) return respostasMs ?? [];
  const begin = iniciadaMs - (desvioMs ?? 0);
  return (respostasMono ?? []).map((ms) => begin + ms);
}

/** Active length of an interview, ms, even with a wrong clock. */
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
    // The real start is unknown if the reading begins with the recording.
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

/** Reads what signals need from a survey's ended interviews, except quarantined or erased ones. */
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
      name: 'signals_interviews',
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
    name: 'signals_versions',
    text: 'select id, conteudo from questionario_versoes where id = any ($1::uuid[])',
    values: [missing],
  });
  for (const { id, conteudo } of found) known.set(id, versionOf(conteudo));
}

async function equalParts(db: Db, pesquisaId: string): Promise<GravacaoRepetida[]> {
  const { rows } = await db.query<{ a: string; b: string; n: number; de: number; para: number }>({
    name: 'signals_parts',
    text: `with repetidas as materialized (
             select sha256 from entrevista_partes where pesquisa_id = $1 and tamanho >= ${PART_MIN_BYTES}
             group by sha256 having min(entrevista_id::text) < max(entrevista_id::text)
           ), partes as materialized (
             select p.entrevista_id, p.sha256, min(p.n) as n from repetidas r
               join entrevista_partes p on p.pesquisa_id = $1 and p.sha256 = r.sha256
               join entrevistas e on e.id = p.entrevista_id and e.situacao = 'concluida' and e.quarentena is null
             group by 1, 2
           )
           select x.entrevista_id as a, y.entrevista_id as b, count(*)::int as n, min(x.n)::int as de,
           min(y.n)::int as para
           from partes x join partes y on y.sha256 = x.sha256 and x.entrevista_id < y.entrevista_id
           group by 1, 2 having count(*) >= ${PARTS_MIN} order by 1, 2`,
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

async function equalSounds(db: Db, pesquisaId: string): Promise<GravacaoRepetida[]> {
  const { rows } = await db.query<Omit<GravacaoRepetida, 'como'>>({
    name: 'signals_sounds',
    text: `select a.entrevista_id as a, b.entrevista_id as b, p.nota, p.ms, p.inicio_a as "inicioA",
      p.inicio_b as "inicioB"
           from entrevista_sons_iguais p
             join entrevista_sons a on a.item_id = p.item_a join entrevista_sons b on b.item_id = p.item_b
           where p.pesquisa_id = $1 order by p.item_a, p.item_b`,
    values: [pesquisaId],
  });
  return rows.map((row) => ({ ...row, como: 'som' }));
}
