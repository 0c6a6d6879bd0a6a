// SQL: each statement handles the sheets of one day for several interviewers at once.
import type { Db } from '@escuta/prisma/db';
import type { CelulaDaFolha, NumerosDoDia } from '@escuta/shared/domain/interview/sheet/day-sheet';
import { LETRA_DO_VEREDITO } from '@escuta/shared/domain/interview/verdicts/matrix';
import { MOMENTO_DIAS_MAX, MOMENTO_MIN_MS } from '@escuta/shared/domain/recordings/moment';
import type { Scope } from '@escuta/shared/domain/scope';
import { COUNTED, IN_COUNT, NO_INTERVIEW } from '@escuta/shared/platform/database/conditions/counted';
import { STARTED } from '@escuta/shared/platform/database/conditions/start';
import { newId } from '@escuta/shared/platform/database/ids';
import { notify } from '@escuta/shared/platform/database/notify';
import { inScope, int, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { discard } from '@escuta/shared/platform/storage/pending-objects';
import { MOMENT_CHANNEL } from '@escuta/shared/services/recordings/moments';
import { IN_FORCE, UNREAD } from '../../../field/counted-cells-repo.ts';
import { questionsOf, wholeTextOf } from '../../../field/stored-questions.ts';
import { AGENTE, AGENTE_ID } from '../../../field/target.ts';
import { ownSheetRows } from '../../../reads/own-sheets.ts';
import { lockRetornosWithSounds } from '../retornos-repo.ts';

export type SheetAgent = {
  /** The requested id; differs from `id` for a merged agent. */
  pedido: string;
  id: string;
  empresa_id: string;
  nome: string;
  usuario_id: string | null;
  anonimo: boolean;
  /** True if the agent's account may sign in. */
  tem_conta: boolean;
  /** Ids of the agent and of those merged into it. */
  ids: string[];
};

/** Agents by id, or the agents into which they were merged. Omits ids outside the scope. */
export async function readSheetAgents(db: Db, scope: Scope, ids: readonly string[]): Promise<SheetAgent[]> {
  const { rows } = await db.sql<SheetAgent>(
    sql`select a.id as pedido, f.id, f.empresa_id, f.nome, f.usuario_id, f.anonimizado_em is not null as anonimo,
        exists (select from membros m where m.usuario_id = f.usuario_id and m.empresa_id = f.empresa_id and m.ativo)
          as tem_conta,
        array(select x.id from agentes x where x.id = f.id or x.fundido_em_id = f.id) as ids
      from agentes a join agentes f on f.id = coalesce(a.fundido_em_id, a.id)
      where a.id = any(${ids}::uuid[]) and ${inScope(scope, sql`a.empresa_id`)} order by escuta_normaliza(f.nome),
        f.id`,
    'folha_agentes',
  );
  return rows;
}

/**
 * The agents with interviews of a survey on a day, or the agents into which they were merged. Agents without a sheet of
 * that day come first, so that repeated sending reaches all agents. `mais`: number of agents beyond `limit`.
 */
export async function listAgentsOfDay(
  db: Db,
  scope: Scope,
  pesquisaId: string,
  dia: string,
  limit: number,
): Promise<{ ids: string[]; mais: number }> {
  const { rows } = await db.sql<{ id: string; todos: number }>(
    sql`select d.id, (count(*) over ())::int as todos
      from (select distinct ${AGENTE_ID} as id from entrevistas e ${AGENTE}
        where e.pesquisa_id = ${pesquisaId}::uuid and e.dia = ${dia}::date and e.agente_id is not null
          and ${inScope(scope, sql`e.empresa_id`)}) d
      order by exists (select from agente_retornos r
        where r.agente_id in (select g.id from agentes g where g.id = d.id or g.fundido_em_id = d.id)
          and r.folha_dia = ${dia}::date and r.item_id is null), d.id limit ${int(limit)}`,
    'folha_agentes_do_dia',
  );
  return { ids: rows.map(({ id }) => id), mais: Math.max(0, (rows[0]?.todos ?? 0) - limit) };
}

/** The last day with interviews before `hoje`, else `hoje` if it has interviews; null if there are none. */
export async function findLastDay(
  db: Db,
  scope: Scope,
  of: { pesquisaId: string } | { ids: readonly string[] },
  hoje: string,
): Promise<string | null> {
  const which =
    'ids' in of ? sql`e.agente_id = any(${of.ids}::uuid[])` : sql`e.pesquisa_id = ${of.pesquisaId}::uuid`;
  const last = (until: Sql) =>
    sql`(select max(e.dia)::text from entrevistas e where ${which} and ${inScope(scope, sql`e.empresa_id`)}
      and ${until})`;
  const { rows } = await db.sql<{ dia: string | null }>(
    sql`select coalesce(${last(sql`e.dia < ${hoje}::date`)}, ${last(sql`e.dia = ${hoje}::date`)}) as dia`,
  );
  return rows[0]?.dia ?? null;
}

export type DayRow = NumerosDoDia & {
  agenteId: string;
  /** Divergences that no person has judged. */
  aConfirmar: number;
};

/** The day's interviews of agents, counted as on the field board. `ids`: agents of the scope, with merged agents. */
export async function countDay(db: Db, scope: Scope, ids: readonly string[], dia: string): Promise<DayRow[]> {
  const n = (condition: Sql) => sql`count(*) filter (where ${condition})::int`;
  const ended = (situacao: Sql) => n(sql`${IN_COUNT} and e.situacao = ${situacao} and not ${NO_INTERVIEW}`);
  const left = (revisao: Sql) => n(sql`e.revisao = ${revisao} and not ${NO_INTERVIEW}`);
  const dismissed = (desfecho: Sql) => n(sql`${IN_COUNT} and ${NO_INTERVIEW} and e.desfecho ${desfecho}`);
  const review = LETRA_DO_VEREDITO.a_revisar;
  const { rows } = await db.sql<DayRow>(
    sql`select ${AGENTE_ID} as "agenteId", ${n(sql`${COUNTED} and not ${NO_INTERVIEW}`)} as concluidas,
        ${ended(sql`'interrompida'`)} as interrompidas, ${ended(sql`'em_andamento'`)} as "emAndamento",
        ${left(sql`'em_espera'`)} as "emEspera", ${left(sql`'rejeitada'`)} as rejeitadas,
        ${n(sql`e.quarentena is not null and ${IN_COUNT}`)} as quarentena, ${dismissed(sql`is null`)} as recusas,
        ${dismissed(sql`= 'filtro'`)} as "foraDoPerfil", ${dismissed(sql`= 'cota'`)} as "cotaPreenchida",
        ${n(sql`${COUNTED} and m.entrevista_id is not null`)} as auditadas,
        coalesce(sum(length(m.codigos) - length(replace(m.codigos, ${review}, ''))) filter (where ${COUNTED}), 0)::int
          as "aRevisar",
        coalesce(sum(d.n) filter (where ${COUNTED}), 0)::int as "aConfirmar"
      from entrevistas e ${AGENTE} left join entrevista_matriz m on m.entrevista_id = e.id
        left join lateral (select count(*)::int as n from confrontos c
          where c.entrevista_id = m.entrevista_id and c.vigente and c.veredito = 'diverge'
            and c.veredito_pessoa is null) d on true
      where e.agente_id = any(${ids}::uuid[]) and e.dia = ${dia}::date and ${inScope(scope, sql`e.empresa_id`)}
        group by 1`,
    'folha_dia',
  );
  return rows;
}

export type MomentCell = CelulaDaFolha & {
  agenteId: string;
  /** The agent who did the interview; differs from `agenteId` if that agent was merged since. */
  fezId: string;
  itemId: string;
  /** Start of the interview; null: the imported sheet names no day. */
  em: Date | null;
};

/** Greatest number of cells of each kind offered for an agent's moments. */
const OFFERED = 8;

/** Per kind of moment: the condition on a cell, and the numbers that order cells, most telling first. */
const KINDS = sql`(values
    ('divergencia', c.veredito_pessoa = 'diverge',
      array[case c.metodo when 'deterministico' then 0 else 1 end, 1 - coalesce(c.confianca, 0)]),
    ('leitura', c.leitura = 'maior' and c.leitura_provada and not ${UNREAD}
        and ${IN_FORCE} not in ('nao_se_aplica', 'inaudivel', 'a_revisar'),
      array[c.cobertura, 0]),
    ('exemplo', ${IN_FORCE} = 'confere' and c.leitura = 'exata' and c.leitura_provada and c.conducao <> 'diretiva'
        and not ${UNREAD},
      array[case when c.conducao = 'sondagem_adequada' and c.conducao_provada then 0
        else 1 end, 1 - coalesce(c.confianca, 0)])
  ) t (tipo, cabe, ordem)`;

/** Condition: a person took back a moment that lay in cell `c`. */
const TAKEN_BACK = sql`exists (select from momentos mt where mt.item_id = c.item_id and mt.retorno_id is not null
  and mt.revogado_em is not null and mt.inicio_ms >= c.ouvir_inicio_ms
  and mt.fim_ms <= greatest(c.ouvir_fim_ms, c.ouvir_inicio_ms + ${int(MOMENTO_MIN_MS)}))`;

/**
 * The most telling cells of a day's counted interviews with a recording, of each kind and agent: confirmed divergences,
 * readings that changed the meaning, good examples.
 */
export async function listMomentCells(
  db: Db,
  scope: Scope,
  ids: readonly string[],
  dia: string,
): Promise<MomentCell[]> {
  const { rows } = await db.sql<MomentCell>(
    sql`with celulas as materialized (
        select t.tipo, ${AGENTE_ID} as agente_id, e.agente_id as fez_id, e.id as entrevista_id,
        e.questionario_versao_id,
          ${STARTED} as em, c.item_id, c.pergunta_id, c.falado, c.digitado, c.faltou, c.acrescentou, c.conducao,
          c.ouvir_inicio_ms, c.ouvir_fim_ms, c.resposta_fim_ms,
          row_number() over (partition by ${AGENTE_ID}, t.tipo order by t.ordem, e.id, c.ordem) as lugar
        from entrevistas e ${AGENTE} join confrontos c on c.entrevista_id = e.id and c.vigente
          join auditoria_itens i on i.id = c.item_id and i.arquivo_path is not null and i.dados_apagados_em is null
          cross join lateral ${KINDS}
        where e.agente_id = any(${ids}::uuid[]) and e.dia = ${dia}::date and ${inScope(scope, sql`e.empresa_id`)}
          and ${COUNTED}
          and t.cabe and not ${TAKEN_BACK} and c.ouvir_inicio_ms is not null and c.ouvir_fim_ms > c.ouvir_inicio_ms
          and c.ouvir_inicio_ms < coalesce(i.gravacao_ms, 2147483647)
      )
      select c.tipo, c.agente_id as "agenteId", c.fez_id as "fezId", c.entrevista_id as "entrevistaId",
      c.item_id as "itemId", c.em,
        c.pergunta_id as "perguntaId",
        coalesce(nullif(concat_ws('. ', p.p ->> 'codigo', ${wholeTextOf(sql`p.p`)}), ''), 'pergunta') as pergunta,
        c.falado, c.digitado, c.faltou, c.acrescentou, c.conducao = 'sondagem_adequada' as sondou,
        c.ouvir_inicio_ms as "ouvirInicioMs", c.ouvir_fim_ms as "ouvirFimMs", c.resposta_fim_ms as "respostaFimMs"
      from celulas c join questionario_versoes v on v.id = c.questionario_versao_id
        left join lateral (select p from ${questionsOf(sql`v.conteudo`)} p
          where p ->> 'id' = c.pergunta_id::text limit 1) p on true
      where c.lugar <= ${int(OFFERED)} order by c.agente_id, c.tipo, c.lugar`,
    'folha_celulas',
  );
  return rows;
}

// ───────────────────────────── sent rows ─────────────────────────────

export type SentRow = {
  id: string;
  /** The agent for whom the row was written, or the agent into which it was merged. */
  agenteId: string;
  criterio: string | null;
  texto: string;
  itemId: string | null;
  inicioMs: number | null;
  autor: string | null;
  vistoEm: Date | null;
  respondida: boolean;
  /** True for a moment whose sound cannot be heard and is not being prepared. */
  semSom: boolean;
  em: Date;
};

const rowsOfDay = (ids: readonly string[], dia: string): Sql =>
  sql`r.agente_id = any(${ids}::uuid[]) and r.folha_dia = ${dia}::date`;

/**
 * Locks the sent rows of agents' sheets of a day, and the rows' items, so that the rows can be deleted with their
 * sounds.
 */
export const lockSentRows = (db: Db, scope: Scope, ids: readonly string[], dia: string): Promise<void> =>
  lockRetornosWithSounds(db, scope, rowsOfDay(ids, dia));

/** The sent rows of agents' sheets of a day, oldest first. */
export async function listSentRows(
  db: Db,
  scope: Scope,
  ids: readonly string[],
  dia: string,
): Promise<SentRow[]> {
  const { rows } = await db.sql<SentRow>(
    sql`select r.id, coalesce(g.fundido_em_id, g.id) as "agenteId", r.criterio, r.texto, r.item_id as "itemId",
        r.inicio_ms as "inicioMs", (select coalesce(u.nome, u.email) from usuarios u where u.id = r.autor_id) as autor,
        r.visto_em as "vistoEm", r.resposta is not null as respondida,
        coalesce(${SOM} in ('falhou', 'encerrado'), false) as "semSom", r.created_at as em
      from agente_retornos r join agentes g on g.id = r.agente_id ${SOUND}
      where ${rowsOfDay(ids, dia)} and ${inScope(scope, sql`r.empresa_id`)} order by r.created_at, r.id`,
    'folha_enviadas',
  );
  return rows;
}

/** Locks items against erasure. @returns ids of the items that still have a recording */
export async function lockRecordings(db: Db, scope: Scope, itemIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.sql<{ id: string }>(
    sql`select i.id from auditoria_itens i where i.id = any(${itemIds}::uuid[]) and ${inScope(scope, sql`i.empresa_id`)}
        and i.arquivo_path is not null and i.dados_apagados_em is null order by i.id for key share`,
    'folha_gravacoes',
  );
  return new Set(rows.map(({ id }) => id));
}

export type NewRow = {
  id: string;
  empresaId: string;
  agenteId: string;
  criterio: string;
  texto: string;
  itemId: string | null;
  trecho: { inicioMs: number; fimMs: number } | null;
};

/** Writes rows of sheets of a day; a worker cuts the sound of a moment. The caller holds the items' locks. */
export async function insertRows(
  db: Db,
  { dia, autorId }: { dia: string; autorId: string },
  rows: readonly NewRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const given = rows.map(({ id, empresaId, agenteId, criterio, texto, itemId, trecho }) => ({
    ...{ id, empresa: empresaId, agente: agenteId, criterio, texto, item: itemId },
    inicio: trecho?.inicioMs ?? null,
  }));
  await db.sql(
    sql`insert into agente_retornos (id, empresa_id, agente_id, item_id, criterio, inicio_ms, texto, folha_dia,
      autor_id)
      select x.id, x.empresa, x.agente, x.item, x.criterio, x.inicio, x.texto, ${dia}::date, ${autorId}
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as x (id uuid, empresa uuid, agente uuid, criterio text,
        texto text, item uuid, inicio int)`,
    'folha_escreve',
  );
  await askForSounds(
    db,
    autorId,
    rows.flatMap(({ id, empresaId, itemId, trecho }) =>
      itemId && trecho ? [{ id, empresaId, itemId, trecho }] : [],
    ),
  );
}

export type SoundOf = {
  id: string;
  empresaId: string;
  itemId: string;
  trecho: { inicioMs: number; fimMs: number };
};

async function askForSounds(db: Db, autorId: string, sounds: readonly SoundOf[]): Promise<void> {
  if (sounds.length === 0) return;
  const given = sounds.map(({ id, empresaId, itemId, trecho: { inicioMs, fimMs } }) => ({
    ...{ som: newId(), id, empresa: empresaId, item: itemId, inicio: inicioMs, fim: fimMs },
  }));
  await db.sql(
    sql`insert into momentos (id, empresa_id, item_id, inicio_ms, fim_ms, com_frase, token_hash, usuario_id, expira_em,
        chave_original, tipo, retorno_id)
      select x.som, x.empresa, x.item, x.inicio, x.fim, false,
        -- A hash of nobody's token: the row is no link.
        encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), ${autorId},
        now() + ${int(MOMENTO_DIAS_MAX)} * interval '1 day', i.arquivo_path, i.arquivo_tipo, x.id
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
          as x (som uuid, id uuid, empresa uuid, item uuid, inicio int, fim int)
        join auditoria_itens i on i.id = x.item`,
    'folha_sons',
  );
  await notify(db, MOMENT_CHANNEL);
}

/** Has the sounds of sent moments cut again from the present recordings. The caller holds the items' locks. */
export async function cutAnew(db: Db, autorId: string, sounds: readonly SoundOf[]): Promise<void> {
  if (sounds.length === 0) return;
  const given = sounds.map(({ id, itemId }) => ({ id, item: itemId }));
  await db.sql(
    sql`with o as (
        delete from momentos mt using jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as x (id uuid, item uuid)
        where mt.item_id = x.item and mt.retorno_id = x.id returning mt.empresa_id, mt.chave_objeto as chave
      ) ${discard}`,
    'folha_sons_mortos',
  );
  await askForSounds(db, autorId, sounds);
}

/**
 * Gives rows of changed sheets the new sender and text. Marks as unseen the rows whose text changed, and always the row
 * of the figures, by which the home page announces a sheet.
 */
export async function updateRows(
  db: Db,
  autorId: string,
  rows: readonly { id: string; texto: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await db.sql(
    sql`update agente_retornos r set texto = x.texto, autor_id = ${autorId},
        visto_em = case when r.texto = x.texto and r.item_id is not null then r.visto_em end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id uuid, texto text) where r.id = x.id`,
    'folha_atualiza',
  );
}

// ───────────────────────────── the interviewer's own sheets ─────────────────────────────

/** The rows of an account's sheets. */
export const ownRows = (scope: Scope, usuarioId: string): Sql =>
  ownSheetRows(usuarioId, (column) => inScope(scope, column));

export type OwnSheet = {
  dia: string;
  enviada_em: Date;
  por: string | null;
  vista: boolean;
  respondida: boolean;
  momentos: number;
};

/** SQL for a page of an account's sheets, newest day first. `momentos`: moments audible now or soon. */
export const ownSheets = (found: Sql, window: Sql): Sql =>
  sql`select r.folha_dia::text as dia, min(r.created_at) as enviada_em, max(coalesce(u.nome, u.email)) as por,
      bool_and(r.visto_em is not null) as vista, bool_or(r.resposta is not null) as respondida,
      (count(*) filter (where ${SOM} in ('preparando', 'pronto')))::int as momentos
    from (select r.* from ${found}) r ${SOUND} left join usuarios u on u.id = r.autor_id
    group by r.folha_dia order by r.folha_dia desc ${window}`;

export type OwnRow = {
  id: string;
  empresa_id: string;
  agente_id: string;
  criterio: string;
  texto: string;
  item_id: string | null;
  em: Date | null;
  inicio_ms: number | null;
  fim_ms: number | null;
  som: 'preparando' | 'pronto' | 'falhou' | 'encerrado' | null;
  por: string | null;
  visto_em: Date | null;
  resposta: string | null;
  respondido_em: Date | null;
  created_at: Date;
};

/** State of sound `mt` of a moment of item `i`. */
const SOM = sql`case when r.item_id is null then null
  when mt.id is null or mt.expira_em <= now() or mt.situacao = 'encerrado' or i.arquivo_path
    is distinct from mt.chave_original
    then 'encerrado'
  when mt.situacao = 'pendente' then 'preparando' else mt.situacao end`;
const SOUND = sql`left join auditoria_itens i on i.id = r.item_id
  left join momentos mt on mt.item_id = r.item_id and mt.retorno_id = r.id`;

/** The rows of an account's sheet of a day, in the order of writing. */
export async function listOwnRows(db: Db, scope: Scope, usuarioId: string, dia: string): Promise<OwnRow[]> {
  const { rows } = await db.sql<OwnRow>(
    sql`select r.id, r.empresa_id, r.agente_id, r.criterio, r.texto, r.item_id, ${STARTED} as em, mt.inicio_ms,
      mt.fim_ms,
        ${SOM} as som, coalesce(u.nome, u.email) as por, r.visto_em, r.resposta, r.respondido_em, r.created_at
      from (select r.* from ${ownRows(scope, usuarioId)} and r.folha_dia = ${dia}::date) r ${SOUND}
        left join entrevistas e on e.id = i.entrevista_id left join usuarios u on u.id = r.autor_id
      order by r.created_at, r.id`,
    'folha_minha',
  );
  return rows;
}

/** Marks rows as seen now; rows seen before keep their time. */
export async function markRowsSeen(db: Db, ids: readonly string[]): Promise<void> {
  await db.sql(
    sql`with novas as materialized (select r.id from agente_retornos r where r.id = any(${ids}::uuid[])
      and r.visto_em is null
        order by r.created_at, r.id for update)
      update agente_retornos r set visto_em = now() from novas n where r.id = n.id`,
    'folha_vista',
  );
}

export type OwnSound = {
  empresaId: string;
  itemId: string;
  situacao: NonNullable<OwnRow['som']>;
  chave: string | null;
  tamanho: number | null;
  sha256: string | null;
};

/** The sound of a moment of an account's sheet; null if the row belongs to another account or is no moment. */
export async function findOwnSound(
  db: Db,
  scope: Scope,
  usuarioId: string,
  id: string,
): Promise<OwnSound | null> {
  const { rows } = await db.sql<OwnSound>(
    sql`select r.empresa_id as "empresaId", r.item_id as "itemId", ${SOM} as situacao, mt.chave_objeto as chave,
        mt.tamanho::float8 as tamanho, mt.sha256
      from (select r.* from ${ownRows(scope, usuarioId)} and r.id = ${id}::uuid and r.item_id is not null) r ${SOUND}`,
    'folha_som',
  );
  return rows[0] ?? null;
}
