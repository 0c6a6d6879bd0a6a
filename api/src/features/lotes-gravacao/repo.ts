// SQL: one statement reads a batch with its counts, and another reads a page of the batch's recordings with their
// calls. Changes hold the batch's lock.

import type { Database, Db } from '@escuta/prisma/db';
import type { LigacaoDoLote, LoteGravacaoDetalhe } from '@escuta/shared/contracts/calls/lotes-gravacao';
import {
  type EstadoLote,
  LOTE_DESFAZ_DIAS,
  type OrigemLote,
  type RegraGravacao,
  SITUACOES_A_ANEXAR,
  SITUACOES_A_DECIDIR,
  type SituacaoGravacaoLote,
} from '@escuta/shared/domain/recordings/recording-batch';
import { TIPOS_LIGACAO } from '@escuta/shared/domain/runs/status';
import { companyScope, type Scope, whereScope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { escapeLike } from '@escuta/shared/platform/database/like';
import {
  all,
  dayEnd,
  dayStart,
  inScope,
  int,
  isoTime,
  type Sql,
  sql,
  when,
} from '@escuta/shared/platform/database/sql';
import type { Held } from '@escuta/shared/services/intake/held';
import { ofOwner } from '@escuta/shared/services/intake/uploads';
import { keptUntil, listIntakes, taskOf } from '../../intake/intake-repo.ts';
import { type Page, pageOf } from '../../reads/page-repo.ts';

export type LoteRow = {
  id: string;
  empresa_id: string;
  projeto_id: string;
  projeto_nome: string;
  autor_id: string | null;
  autor_nome: string | null;
  origem: OrigemLote;
  nome: string;
  tamanho: number;
  arquivos: number;
  recebido: number;
  anunciados: number;
  envio_id: string | null;
  envio_completo: boolean;
  estado: EstadoLote;
  motivo: string | null;
  versao: number;
  tarefa: { id: string; feito: number; total: number | null } | null;
  situacoes: Partial<Record<SituacaoGravacaoLote, number>>;
  duracao_ms: number;
  bytes: number;
  created_at: Date;
  confirmado_em: Date | null;
  expira_em: Date;
};

const COLUMNS = sql`n.id, n.empresa_id, n.projeto_id, pr.nome as projeto_nome, n.autor_id, u.nome as autor_nome,
  n.origem, n.nome,
  n.tamanho::float8 as tamanho, n.arquivos, coalesce(v.tamanho, 0)::float8 as recebido, v.id as envio_id,
  coalesce(v.estado = 'concluido', false) as envio_completo, n.estado, n.motivo, n.versao, n.created_at,
  n.confirmado_em, n.expira_em,
  ${taskOf(sql`n`)},
  g.anunciados, g.situacoes, g.duracao_ms, g.bytes`;
const JOINS = sql`join projetos pr on pr.id = n.projeto_id left join usuarios u on u.id = n.autor_id
  left join envios v on ${ofOwner('lote', sql`n.id`)}
  left join lateral (select coalesce(sum(quantas), 0)::int
    as anunciados, coalesce(json_object_agg(situacao, quantas), '{}') as situacoes,
      coalesce(sum(duracao_ms) filter (where fica), 0)::float8 as duracao_ms,
      coalesce(sum(bytes) filter (where fica), 0)::float8 as bytes
    from (select situacao, situacao = 'anexada' or situacao = any (${SITUACOES_A_ANEXAR}::text[]) as fica, count(*)::int
      as quantas,
        sum(duracao_ms) as duracao_ms, sum(tamanho) as bytes
      from lote_gravacoes where lote_id = n.id group by situacao) s) g on true`;

/** Finds a batch in the scope. */
export async function findLote(db: Db, scope: Scope, id: string): Promise<LoteRow | null> {
  const { rows } = await db.sql<LoteRow>(
    sql`select ${COLUMNS} from lotes_gravacao n ${JOINS} where n.id = ${id} and ${inScope(scope, sql`n.empresa_id`)}`,
    'lote_um',
  );
  return rows[0] ?? null;
}

export type LoteFilter = {
  projeto_id?: string | undefined;
  estado?: EstadoLote | 'abertos' | undefined;
  page: number;
  limit: number;
};

/** A page of batches, newest first, counted up to TOTAL_LIMITE. */
export const listLotes = (db: Database, scope: Scope, filter: LoteFilter): Promise<Page<LoteRow>> =>
  listIntakes<LoteRow>(db, 'lote', scope, filter, { columns: COLUMNS, joins: JOINS });

const IS_CALL = sql`i.tipo_item::text = any (${TIPOS_LIGACAO}::text[]) and i.dados_apagados_em is null`;

/**
 * Counts calls without a recording on the days of a batch's calls, except calls to which the batch gives a recording;
 * null if the batch has no calls.
 */
export async function countWithout(
  db: Db,
  lote: { id: string; projeto_id: string },
  countLimit: number,
): Promise<LoteGravacaoDetalhe['sem_gravacao']> {
  const { rows } = await db.sql<{ n: number; de: string | null; ate: string | null }>(
    sql`with dias as (select min(i.dia_chamada)::text as de, max(i.dia_chamada)::text as ate
        from lote_gravacoes g join auditoria_itens i on i.id = g.item_id where g.lote_id = ${lote.id}::uuid
          and i.call_start_time is not null)
      select de, ate, (select count(*)::int from (select from auditoria_itens i
        where i.projeto_id = ${lote.projeto_id}::uuid
          and i.momento_chamada >= ${dayStart(sql`de`)} and i.momento_chamada < ${dayEnd(sql`ate`)}
            and i.arquivo_path is null and ${IS_CALL}
          and not exists (select from lote_gravacoes h where h.lote_id = ${lote.id}::uuid and h.item_id = i.id
            and h.situacao in ('pareada', 'substituir'))
          limit ${countLimit + 1}) sem) as n
      from dias`,
    'lote_sem_gravacao',
  );
  const [row] = rows;
  return row && row.de !== null && row.ate !== null ? { n: row.n, de: row.de, ate: row.ate } : null;
}

/** SQL: recordings of a batch refused for a temporary reason and still stored. */
const canRepeat = (id: string): Sql =>
  sql`lote_id = ${id}::uuid and situacao = 'falhou' and chave_objeto is not null`;

/** Counts a batch's recordings that can be attached again. */
export async function countToRepeat(db: Db, id: string): Promise<number> {
  const { rows } = await db.sql<{ n: number }>(
    sql`select count(*)::int as n from lote_gravacoes where ${canRepeat(id)}`,
    'lote_a_repetir',
  );
  return rows[0]?.n ?? 0;
}

/**
 * Resets refused recordings to their state before attaching. Call under the batch's lock.
 * @returns their number
 */
export async function repeatRefused(db: Db, id: string): Promise<number> {
  const { rowCount } = await db.sql(
    sql`update lote_gravacoes set motivo = null, situacao = case when item_id is null then 'criar'
          when substitui is not null then 'substituir' else 'pareada' end
        where ${canRepeat(id)}`,
    'lote_repete',
  );
  return rowCount ?? 0;
}

/** Saves the task that attaches or undoes a batch. Call under the batch's lock. */
export async function saveConfirmed(
  db: Db,
  id: string,
  { estado, tarefaId, usuarioId }: { estado: EstadoLote; tarefaId: string; usuarioId: string | null },
): Promise<void> {
  await db.sql(
    sql`update lotes_gravacao set estado = ${estado}, motivo = null, tarefa_id = ${tarefaId}::uuid, updated_at = now(),
        confirmado_por = coalesce(confirmado_por, ${usuarioId}::uuid), confirmado_em = coalesce(confirmado_em, now()),
        expira_em = coalesce(confirmado_em, now()) + make_interval(days => ${int(LOTE_DESFAZ_DIAS)}) where id = ${id}`,
    'lote_confirma',
  );
}

export type NovoLote = {
  id: string;
  empresaId: string;
  projetoId: string;
  autorId: string | null;
  origem: OrigemLote;
  nome: string;
  tamanho: number;
  arquivos: number;
};

/**
 * Inserts an announced batch.
 * @returns false if its id is taken
 */
export async function insertLote(db: Db, novo: NovoLote): Promise<boolean> {
  const { rowCount } = await db.sql(
    sql`insert into lotes_gravacao (id, empresa_id, projeto_id, autor_id, origem, nome, tamanho, arquivos, expira_em)
      values (${novo.id}, ${novo.empresaId}, ${novo.projetoId}, ${novo.autorId}, ${novo.origem}, ${novo.nome},
        ${novo.tamanho},
        ${novo.arquivos}, ${keptUntil('lote')}) on conflict do nothing`,
    'lote_novo',
  );
  return rowCount === 1;
}

type Lote = Pick<Held<'lote'>, 'id' | 'empresa_id'>;

/** Inserts names of a folder's files; ignores known names. */
export async function insertNames(
  db: Db,
  { id, empresa_id }: Lote,
  de: number,
  arquivos: readonly { nome: string; tamanho: number }[],
): Promise<void> {
  const rows = arquivos.map((arquivo, n) => ({ id: newId(), indice: de + n, ...arquivo }));
  await db.sql(
    sql`insert into lote_gravacoes (id, lote_id, empresa_id, indice, nome, tamanho)
      select a.id, ${id}::uuid, ${empresa_id}::uuid, a.indice, a.nome, a.tamanho
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) a (id uuid, indice int, nome text, tamanho bigint)
      on conflict (lote_id, indice) do nothing`,
    'lote_nomes',
  );
}

/** Counts a batch's names and their bytes, and finds the highest index; -1 without names. */
export async function readNames(
  db: Db,
  loteId: string,
): Promise<{ n: number; ultimo: number; bytes: number }> {
  const { rows } = await db.sql<{ n: number; ultimo: number; bytes: number }>(
    sql`select count(*)::int as n, coalesce(max(indice), -1)::int as ultimo, coalesce(sum(tamanho), 0)::float8 as bytes
      from lote_gravacoes where lote_id = ${loteId}::uuid`,
    'lote_nomes_quantos',
  );
  return rows[0] as { n: number; ultimo: number; bytes: number };
}

/** Saves each file's offset in the upload. */
export async function placeNames(db: Db, loteId: string): Promise<void> {
  await db.sql(
    sql`update lote_gravacoes g set inicio = p.inicio
      from (select id, sum(tamanho) over (order by indice) - tamanho as inicio
        from lote_gravacoes where lote_id = ${loteId}::uuid) p where g.id = p.id`,
    'lote_lugares',
  );
}

export type GravacaoRow = {
  id: string;
  nome: string;
  tamanho: number | null;
  duracao_ms: number | null;
  situacao: SituacaoGravacaoLote;
  motivo: string | null;
  regra: RegraGravacao | null;
  lido: unknown;
  ligacao: LigacaoDoLote | null;
  candidatas: LigacaoDoLote[];
  repetida_de: string | null;
  repetida_item: string | null;
  audivel: boolean;
};

/** A call `i` with the fields by which people recognise it. */
const CALL = sql`json_build_object('id', i.id, 'momento', ${isoTime(sql`i.call_start_time`)},
  'numero', i.numero_destino, 'ramal', i.ramal, 'nome', i.nome_entrevistado, 'status', i.status,
  'agente', (select coalesce(f.nome, a.nome) from agentes a left join agentes f on f.id = a.fundido_em_id
    where a.id = i.agente_id),
  'gravacao', case when i.arquivo_path is not null then json_build_object('nome', i.arquivo_nome,
    'segundos', i.call_duration) end)`;
const GRAVACAO = sql`g.id, g.nome, g.tamanho::float8 as tamanho, g.duracao_ms, g.situacao, g.motivo, g.regra, g.lido,
  g.repetida_item,
  g.chave_objeto is not null as audivel,
  (select o.nome from lote_gravacoes o where o.id = g.repetida_de) as repetida_de,
  (select ${CALL} from auditoria_itens i where i.id = g.item_id) as ligacao,
  coalesce((select json_agg(${CALL} order by i.momento_chamada, i.id) from auditoria_itens i
    where i.id = any (g.candidatas[1:20])), '[]') as candidatas`;

export type GravacaoFilter = {
  q?: string | undefined;
  situacao?: SituacaoGravacaoLote | 'a_decidir' | undefined;
  page: number;
  limit: number;
};

/** A page of a batch's recordings, those waiting for a decision first. */
export function listGravacoes(
  db: Database,
  loteId: string,
  filter: GravacaoFilter,
): Promise<Page<GravacaoRow>> {
  const where = all([
    sql`g.lote_id = ${loteId}::uuid`,
    when(filter.situacao, (one) =>
      one === 'a_decidir' ? sql`g.situacao = any (${SITUACOES_A_DECIDIR}::text[])` : sql`g.situacao = ${one}`,
    ),
    when(
      filter.q,
      (q) => sql`escuta_normaliza(g.nome) like '%' || escuta_normaliza(${escapeLike(q)}) || '%'`,
    ),
  ]);
  const found = sql`lote_gravacoes g where ${where}`;
  const order = sql`order by (g.situacao = any (${SITUACOES_A_DECIDIR}::text[])) desc, g.indice`;
  return pageOf<GravacaoRow>(
    db,
    filter,
    (window) => sql`with pagina as (select g.id from ${found} ${order} ${window})
      select ${GRAVACAO} from pagina join lote_gravacoes g using (id) ${order}`,
    found,
  );
}

/** Finds a batch's recording. */
export async function findGravacao(db: Db, loteId: string, id: string): Promise<GravacaoRow | null> {
  const { rows } = await db.sql<GravacaoRow>(
    sql`select ${GRAVACAO} from lote_gravacoes g where g.lote_id = ${loteId}::uuid and g.id = ${id}::uuid`,
    'lote_gravacao_uma',
  );
  return rows[0] ?? null;
}

/** Finds the storage place of a recording's bytes. */
export async function findSound(
  db: Db,
  loteId: string,
  id: string,
): Promise<{ nome: string; chave: string | null; tamanho: number; tipo: string; sha256: string } | null> {
  const { rows } = await db.sql(
    sql`select nome, chave_objeto as chave, tamanho::float8 as tamanho, tipo, sha256 from lote_gravacoes
      where lote_id = ${loteId}::uuid and id = ${id}::uuid`,
    'lote_som',
  );
  return rows[0] ?? null;
}

/** Finds a call that a person chose; null outside the batch's project, or if erased. */
export async function findLigacao(
  db: Db,
  projetoId: string,
  id: string,
): Promise<{ id: string; arquivo_path: string | null; arquivo_sha256: string | null } | null> {
  const { rows } = await db.sql<{
    id: string;
    arquivo_path: string | null;
    arquivo_sha256: string | null;
  }>(
    sql`select i.id, i.arquivo_path, i.arquivo_sha256 from auditoria_itens i
      where i.id = ${id}::uuid and i.projeto_id = ${projetoId}::uuid and ${IS_CALL}`,
    'lote_ligacao',
  );
  return rows[0] ?? null;
}

const recordings = (db: Db, { empresa_id: empresaId }: Lote) =>
  db.within(companyScope(empresaId)).loteGravacaoArquivo;
const ofLote = ({ id: loteId, empresa_id: empresaId }: Lote) => ({ loteId, empresaId });
const NO_CALL = { itemId: null, regra: null, substitui: null };

/**
 * Detaches a call from the batch's recording that was assigned to the call; this recording then waits for a decision
 * again.
 */
export async function releaseCall(
  db: Db,
  lote: Lote,
  { ligacaoId, except }: { ligacaoId: string; except: string },
): Promise<void> {
  const situacao = { in: ['pareada', 'ja_tem', 'substituir'] };
  await recordings(db, lote).updateMany({
    where: { ...ofLote(lote), itemId: ligacaoId, id: { not: except }, situacao },
    data: { situacao: 'ambigua', ...NO_CALL, candidatas: [ligacaoId], porPessoa: false },
  });
}

export type Decisao = {
  situacao: SituacaoGravacaoLote;
  itemId: string | null;
  regra: RegraGravacao | null;
  substitui: string | null;
  porPessoa: boolean;
  /** Details of the call to create; null: those in the file's name. */
  lido: object | null;
};

/** Saves a person's decision on a recording. */
export async function saveDecisao(db: Db, loteId: string, id: string, one: Decisao): Promise<void> {
  await db.sql(
    sql`update lote_gravacoes set situacao = ${one.situacao}, item_id = ${one.itemId}::uuid, regra = ${one.regra},
      substitui = ${one.substitui},
        por_pessoa = ${one.porPessoa},
        lido = coalesce(${one.lido === null ? null : JSON.stringify(one.lido)}::jsonb, lido)
      where lote_id = ${loteId}::uuid and id = ${id}::uuid`,
    'lote_decisao',
  );
}

/**
 * Discards all recordings in a state.
 * @returns their number
 */
export async function discardAll(db: Db, lote: Lote, situacao: SituacaoGravacaoLote): Promise<number> {
  const { count } = await recordings(db, lote).updateMany({
    where: { ...ofLote(lote), situacao },
    data: { situacao: 'descartada', porPessoa: true, ...NO_CALL },
  });
  return count;
}

/**
 * Marks recordings without a call for call creation if their names state a time, number or extension.
 * @returns their number
 */
export async function createAll(db: Db, loteId: string): Promise<number> {
  const { rowCount } = await db.sql(
    sql`update lote_gravacoes set situacao = 'criar', por_pessoa = true where lote_id = ${loteId}::uuid
      and situacao = 'orfa'
        and jsonb_typeof(lido) = 'object' and coalesce(lido ->> 'momento', lido ->> 'numero',
          lido ->> 'ramal') is not null`,
    'lote_cria',
  );
  return rowCount ?? 0;
}

/**
 * Marks all recordings whose calls have a recording as replacements.
 * @returns their number
 */
export async function replaceAll(db: Db, loteId: string): Promise<number> {
  const { rowCount } = await db.sql(
    sql`update lote_gravacoes g set por_pessoa = true, substitui = i.arquivo_path,
        situacao = case when i.arquivo_path is null then 'pareada' else 'substituir' end
      from auditoria_itens i where g.lote_id = ${loteId}::uuid and g.situacao = 'ja_tem' and i.id = g.item_id`,
    'lote_substitui',
  );
  return rowCount ?? 0;
}

/** Finds another recording of the batch that has the same sound and is not discarded; null if there is none. */
export async function findTwin(db: Db, loteId: string, gravacaoId: string): Promise<string | null> {
  const { rows } = await db.sql<{ id: string }>(
    sql`select o.id from lote_gravacoes g join lote_gravacoes o on o.lote_id = g.lote_id and o.sha256 = g.sha256
      and o.id <> g.id
      where g.lote_id = ${loteId}::uuid and g.id = ${gravacaoId}::uuid
        and (o.situacao = any (${SITUACOES_A_DECIDIR}::text[]) or o.situacao = any (${SITUACOES_A_ANEXAR}::text[]))
      order by o.indice limit 1`,
    'lote_gemea',
  );
  return rows[0]?.id ?? null;
}

export async function saveCopy(db: Db, lote: Lote, id: string, de: string): Promise<void> {
  const data = { situacao: 'repetida', repetidaDe: de };
  await recordings(db, lote).updateMany({ where: { id, ...ofLote(lote) }, data });
}

/**
 * Frees copies of discarded recordings: the first copy of each sound waits for a call, the others become its copies.
 */
export async function releaseCopies(db: Db, loteId: string): Promise<void> {
  await db.sql(
    sql`with soltas as (
        select g.id, first_value(g.id) over (partition by g.sha256 order by g.indice) as primeira
        from lote_gravacoes g join lote_gravacoes o on o.id = g.repetida_de
        where g.lote_id = ${loteId}::uuid and g.situacao = 'repetida' and o.situacao = 'descartada')
      update lote_gravacoes g set situacao = case when s.id = s.primeira then 'orfa' else 'repetida' end,
        repetida_de = case when s.id = s.primeira then null else s.primeira end
      from soltas s where g.id = s.id`,
    'lote_solta_copias',
  );
}

export async function countSituacoes(
  db: Db,
  loteId: string,
): Promise<Partial<Record<SituacaoGravacaoLote, number>>> {
  const { rows } = await db.sql<{ situacao: SituacaoGravacaoLote; n: number }>(
    sql`select situacao, count(*)::int as n from lote_gravacoes where lote_id = ${loteId}::uuid group by situacao`,
    'lote_situacoes',
  );
  return Object.fromEntries(rows.map(({ situacao, n }) => [situacao, n]));
}

/** Finds a company's pattern for the file names of recordings; null if none is saved. */
export async function findPadrao(db: Db, scope: Scope): Promise<string | null> {
  const where = whereScope(scope);
  const kept = await db.within(scope).padraoGravacao.findFirst({ where, select: { padrao: true } });
  return kept?.padrao ?? null;
}

/** Saves a company's pattern for the file names of recordings; null deletes the pattern. */
export async function savePadrao(
  db: Db,
  empresaId: string,
  padrao: string | null,
  autorId: string | null,
): Promise<void> {
  if (padrao === null) {
    await db.within(companyScope(empresaId)).padraoGravacao.deleteMany({ where: { empresaId } });
    return;
  }
  await db.sql(
    sql`insert into padroes_gravacao (empresa_id, padrao, autor_id)
      values (${empresaId}::uuid, ${padrao}, ${autorId}::uuid)
      on conflict (empresa_id) do update set padrao = excluded.padrao, autor_id = excluded.autor_id,
      updated_at = now()`,
    'padrao_salva',
  );
}
