// SQL: PostgreSQL computes the state of links and counts their plays. A link is found by its token's hash, in any
// company.

import type { Database, Db } from '@escuta/prisma/db';
import type { Consentimento } from '@escuta/shared/domain/interview/device/device-log';
import type { PrecisaoInicio } from '@escuta/shared/domain/interview/device/start';
import type { Falante } from '@escuta/shared/domain/profiles/roles';
import type { SituacaoMomento } from '@escuta/shared/domain/recordings/moment';
import type { TipoItem } from '@escuta/shared/domain/runs/status';
import { companyScope, type Scope } from '@escuta/shared/domain/scope';
import { personName } from '@escuta/shared/platform/database/conditions/actor';
import { ofPresentRecording } from '@escuta/shared/platform/database/conditions/present-recording';
import { ITEM_PRECISION } from '@escuta/shared/platform/database/conditions/start';
import { newId } from '@escuta/shared/platform/database/ids';
import { inScope, int, literal, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { discardStoredObject } from '@escuta/shared/platform/storage/pending-objects';

/** Condition: row `mt` is a link, not the sound of an interviewer's sheet. */
const IS_LINK = sql`mt.retorno_id is null`;

/** Greatest number of links listed for a call, the newest. */
const SHOWN = 100;

/** State of link `mt` of item `i`. */
const SITUACAO = sql`case when mt.revogado_em is not null then 'revogado' when mt.expira_em <= now() then 'vencido'
  when i.arquivo_path is distinct from mt.chave_original then 'sem_gravacao'
  when mt.situacao = 'pendente' then 'preparando' when mt.situacao = 'pronto' then 'em_vigor' else 'falhou' end`;

export type ItemParaMomento = {
  id: string;
  empresaId: string;
  projetoId: string;
  tipoItem: TipoItem;
  /** The respondent's consent; null for a call, and if unknown. */
  consentimento: Consentimento | null;
  arquivoPath: string | null;
  arquivoTipo: string | null;
  /** Length of the recording, ms; null: not measured. */
  gravacaoMs: number | null;
};

/** Locks an item against erasure and new links; null outside the scope. */
export async function lockItem(db: Db, scope: Scope, id: string): Promise<ItemParaMomento | null> {
  const { rows } = await db.sql<ItemParaMomento>(
    sql`select i.id, i.empresa_id as "empresaId", i.projeto_id as "projetoId", i.tipo_item as "tipoItem",
        i.arquivo_path as "arquivoPath", i.arquivo_tipo as "arquivoTipo", i.gravacao_ms as "gravacaoMs",
        (select e.consentimento from entrevistas e where e.id = i.entrevista_id) as consentimento
      from auditoria_itens i where i.id = ${id}::uuid and ${inScope(scope, sql`i.empresa_id`)} for no key update of i`,
    'momento_item',
  );
  return rows[0] ?? null;
}

/** Number of an item's links that are neither expired nor revoked. */
export async function countInForce(db: Db, itemId: string): Promise<number> {
  const { rows } = await db.sql<{ n: number }>(
    sql`select count(*)::int as n from momentos mt
      where mt.item_id = ${itemId}::uuid and ${IS_LINK} and mt.revogado_em is null and mt.expira_em > now()`,
    'momentos_em_vigor',
  );
  return rows[0]?.n ?? 0;
}

export type NovoMomento = {
  inicioMs: number;
  fimMs: number;
  comFrase: boolean;
  dias: number;
  tokenHash: string;
  usuarioId: string;
};

/** Inserts a link to a moment of an item. @returns the link's id */
export async function insertMomento(
  db: Db,
  item: ItemParaMomento & { arquivoPath: string },
  { inicioMs, fimMs, comFrase, dias, tokenHash, usuarioId }: NovoMomento,
): Promise<string> {
  const id = newId();
  await db.sql(
    sql`insert into momentos (id, empresa_id, item_id, inicio_ms, fim_ms, com_frase, token_hash, usuario_id, expira_em,
        chave_original, tipo)
      values (${id}, ${item.empresaId}, ${item.id}, ${inicioMs}::int, ${fimMs}::int, ${comFrase}, ${tokenHash},
        ${usuarioId},
        now() + ${dias}::int * interval '1 day', ${item.arquivoPath}, ${item.arquivoTipo})`,
    'momento_novo',
  );
  return id;
}

export type MomentoRow = {
  id: string;
  inicio_ms: number;
  fim_ms: number;
  com_frase: boolean;
  situacao: SituacaoMomento;
  por: string | null;
  created_at: Date;
  expira_em: Date;
  revogado_em: Date | null;
  revogado_por: string | null;
  ouvido: number;
  ouvido_em: Date | null;
};

const nameOf = (scope: Scope, usuarioId: Sql): Sql =>
  sql`(select ${personName(scope, usuarioId, sql`mt.empresa_id`)} from usuarios u where u.id = ${usuarioId})`;

async function readRows(db: Db, scope: Scope, which: Sql, name: string): Promise<MomentoRow[]> {
  const { rows } = await db.sql<MomentoRow>(
    sql`select mt.id, mt.inicio_ms, mt.fim_ms, mt.com_frase, ${SITUACAO} as situacao,
        ${nameOf(scope, sql`mt.usuario_id`)} as por, mt.created_at, mt.expira_em, mt.revogado_em,
        ${nameOf(scope, sql`mt.revogado_por`)} as revogado_por, coalesce(o.n, 0) as ouvido, o.ultimo as ouvido_em
      from momentos mt join auditoria_itens i on i.id = mt.item_id
      left join lateral (select count(*)::int as n, max(a.ultimo_em) as ultimo from acessos a
        where a.alvo_id = mt.item_id and a.alvo_tipo = 'item' and a.primeiro_em >= mt.created_at
          and a.via = 'link' and a.via_id = mt.id and a.tipo = 'som') o on true
      where ${which} and ${IS_LINK} and ${inScope(scope, sql`mt.empresa_id`)}
      order by mt.created_at desc, mt.id desc limit ${int(SHOWN)}`,
    name,
  );
  return rows;
}

/** The links of an item, newest first; null outside the scope. */
export async function listOfItem(db: Database, scope: Scope, itemId: string): Promise<MomentoRow[] | null> {
  const { rowCount } = await db.sql(
    sql`select 1 from auditoria_itens i where i.id = ${itemId}::uuid and ${inScope(scope, sql`i.empresa_id`)}`,
    'momentos_item',
  );
  return rowCount ? readRows(db, scope, sql`mt.item_id = ${itemId}::uuid`, 'momentos') : null;
}

export async function findMomento(
  db: Db,
  scope: Scope,
  { itemId, id }: { itemId: string; id: string },
): Promise<MomentoRow | null> {
  const which = sql`mt.id = ${id}::uuid and mt.item_id = ${itemId}::uuid`;
  const rows = await readRows(db, scope, which, 'momento');
  return rows[0] ?? null;
}

/** Revokes a link and schedules its sound for deletion; false if the link is missing or already revoked. */
export async function revoke(
  db: Db,
  empresaId: string,
  { itemId, id, usuarioId }: { itemId: string; id: string; usuarioId: string },
): Promise<boolean> {
  // Locks the link first, because a worker that has just cut the sound could attach it between reading and writing.
  const { rows } = await db.sql<{ chave: string | null }>(
    sql`select mt.chave_objeto as chave from momentos mt where mt.id = ${id}::uuid and mt.item_id = ${itemId}::uuid
      and mt.empresa_id = ${empresaId}::uuid and ${IS_LINK} and mt.revogado_em is null for update of mt`,
    'momento_trava',
  );
  const [held] = rows;
  if (!held) return false;
  await db.within(companyScope(empresaId)).momento.updateMany({
    where: { id, empresaId },
    data: {
      revogadoEm: new Date(),
      revogadoPor: usuarioId,
      situacao: 'encerrado',
      chaveObjeto: null,
      tamanho: null,
      sha256: null,
    },
  });
  if (held.chave !== null) await discardStoredObject(db, empresaId, held.chave);
  return true;
}

// ───────────────────────────── playback by the link ─────────────────────────────

export type MomentoAberto = {
  id: string;
  empresaId: string;
  itemId: string;
  empresa: string;
  inicioMs: number;
  fimMs: number;
  comFrase: boolean;
  situacao: 'pendente' | 'pronto' | 'falhou';
  chaveObjeto: string | null;
  tamanho: number | null;
  sha256: string | null;
  expiraEm: Date;
  inicioDaLigacao: Date | null;
  inicioPrecisao: PrecisaoInicio | null;
};

/** The link of a token's hash; null if unknown, expired or revoked, or without its recording or company. */
export async function findByToken(db: Database, tokenHash: string): Promise<MomentoAberto | null> {
  const { rows } = await db.sql<MomentoAberto>(
    sql`select mt.id, mt.empresa_id as "empresaId", mt.item_id as "itemId", e.nome as empresa,
      mt.inicio_ms as "inicioMs",
        mt.fim_ms as "fimMs", mt.com_frase as "comFrase", mt.situacao, mt.chave_objeto as "chaveObjeto",
        mt.tamanho::float8 as tamanho, mt.sha256, mt.expira_em as "expiraEm", i.call_start_time as "inicioDaLigacao",
        ${ITEM_PRECISION} as "inicioPrecisao"
      from momentos mt join auditoria_itens i on i.id = mt.item_id join empresas e on e.id = mt.empresa_id
      where mt.token_hash = ${tokenHash} and mt.revogado_em is null and mt.expira_em > now()
        and mt.situacao <> 'encerrado'
        and i.arquivo_path = mt.chave_original and e.ativa and e.arquivada_em is null`,
    'momento_token',
  );
  return rows[0] ?? null;
}

/** The corrected sentences whose middle lies in the moment. Times are ms from the moment's start. */
export async function readSaid(
  db: Database,
  { itemId, empresaId, inicioMs, fimMs }: MomentoAberto,
): Promise<{ inicio_ms: number; falante: Falante; texto: string }[]> {
  const { rows } = await db.sql<{ inicio_ms: number; falante: Falante; texto: string }>(
    sql`select greatest(0, s.start_ms - ${inicioMs}::int) as inicio_ms, s.falante, s.texto
      from (select r.id from auditoria_itens i join auditoria_resultados r on r.item_id = i.id
          left join execucao_etapas x on x.execucao_id = r.execucao_id and x.etapa = 'audio'
        where i.id = ${itemId}::uuid and i.empresa_id = ${empresaId}::uuid and ${literal(ofPresentRecording('x.saida'))}
        order by (r.status_processamento = 'concluido') desc, r.created_at desc limit 1) r
      join transcricoes t on t.resultado_id = r.id join sentencas_vigentes s on s.transcricao_id = t.id
      where (s.start_ms + s.end_ms) / 2 between ${inicioMs}::int and ${fimMs}::int
      order by s.start_ms, s.ordem`,
    'momento_frases',
  );
  return rows;
}
