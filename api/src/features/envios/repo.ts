// SQL: parts come in any order and to any replica; the upload's row is locked where one is written down.

import type { Db } from '@escuta/prisma/db';
import type { EnvioWire } from '@escuta/shared/contracts/operation/envios';
import {
  type EstadoPreparo,
  type PapelArquivo,
  PREPARO_GUARDA_DIAS,
} from '@escuta/shared/domain/audit-preparation';
import type { EstadoImportacao } from '@escuta/shared/domain/call-sheet/fields';
import type { EstadoSegunda } from '@escuta/shared/domain/life/interview';
import { type EstadoLote, LOTE_GUARDA_DIAS } from '@escuta/shared/domain/recordings/recording-batch';
import { companyScope, type Scope } from '@escuta/shared/domain/scope';
import { inScope, int, literal, type Sql, sql } from '@escuta/shared/platform/database/sql';
import type { Env } from '@escuta/shared/platform/process/env';
import { bytesLeft } from '@escuta/shared/services/accounts/company-bytes';
import { SEGUNDA } from '@escuta/shared/services/interviews/life';
import type { RemessaRow } from '../../field/field-interview-repo.ts';

/** How long an upload without its end is kept after its last part; a file of the portal, or a batch, as long as what it is of. */
const GUARDA = sql`case when v.preparo_id is not null then make_interval(days => ${int(PREPARO_GUARDA_DIAS)})
  when v.lote_id is not null then make_interval(days => ${int(LOTE_GUARDA_DIAS)}) else interval '48 hours' end`;
/** Missing parts that an answer names at most. */
export const FALTAM_MAX = 1000;

export type EnvioRow = {
  id: string;
  empresa_id: string;
  papel: 'gravacao' | 'gravacoes' | 'importacao' | PapelArquivo;
  /** Of a recording. */
  entrevista_id: string | null;
  gravacao: number | null;
  /** Of a file of the portal. */
  preparo_id: string | null;
  /** Of recordings in bulk. */
  lote_id: string | null;
  /** Of a sheet of calls. */
  importacao_id: string | null;
  tipo: string;
  estado: EnvioWire['estado'];
  partes: number | null;
  expira_em: Date;
};
const COLUMNS = sql`v.id, v.empresa_id, v.papel, v.entrevista_id, v.gravacao, v.preparo_id, v.lote_id, v.importacao_id, v.tipo,
  v.estado, v.partes, v.expira_em`;

/** An upload, whatever its company. */
export async function findById(db: Db, id: string): Promise<EnvioRow | null> {
  const { rows } = await db.sql<EnvioRow>(
    sql`select ${COLUMNS} from envios v where v.id = ${id}`,
    'envio_um',
  );
  return rows[0] ?? null;
}

/** An upload; null outside the scope. `lock`: until the transaction ends. */
export async function findEnvio(
  db: Db,
  scope: Scope,
  id: string,
  { lock }: { lock: boolean },
): Promise<EnvioRow | null> {
  const strength: Sql = lock ? literal('for no key update') : literal('');
  const { rows } = await db.sql<EnvioRow>(
    sql`select ${COLUMNS} from envios v where v.id = ${id} and ${inScope(scope, sql`v.empresa_id`)} ${strength}`,
  );
  return rows[0] ?? null;
}

export type NovoEnvio = Pick<
  EnvioRow,
  | 'id'
  | 'empresa_id'
  | 'papel'
  | 'entrevista_id'
  | 'gravacao'
  | 'preparo_id'
  | 'lote_id'
  | 'importacao_id'
  | 'tipo'
> & { criadoPor: string | null };

/** Opens an upload. @returns null where its id, or its place in what it is of, is taken: nothing was written */
export async function insertEnvio(db: Db, novo: NovoEnvio): Promise<EnvioRow | null> {
  const { rows } = await db.sql<EnvioRow>(
    sql`insert into envios as v (id, empresa_id, papel, entrevista_id, gravacao, preparo_id, lote_id, importacao_id, tipo, criado_por,
        expira_em)
      select v.id, ${novo.empresa_id}, ${novo.papel}, ${novo.entrevista_id}, ${novo.gravacao}, v.preparo_id, v.lote_id,
        ${novo.importacao_id}, ${novo.tipo},
        ${novo.criadoPor}, now() + ${GUARDA} from (values (${novo.id}::uuid, ${novo.preparo_id}::uuid, ${novo.lote_id}::uuid)) v (id, preparo_id, lote_id)
      on conflict do nothing returning ${COLUMNS}`,
    'envio_abre',
  );
  return rows[0] ?? null;
}

/** What of an upload is here. */
export async function readRecebido(
  db: Db,
  { id, partes }: Pick<EnvioRow, 'id' | 'partes'>,
): Promise<Pick<EnvioWire, 'recebidas' | 'faltam' | 'tamanho'>> {
  const { rows } = await db.sql<{ recebidas: number; tamanho: number; faltam: number[] }>(
    sql`with aqui as (select n, tamanho from envio_partes where envio_id = ${id}::uuid)
      select (select count(*)::int from aqui) as recebidas, (select coalesce(sum(tamanho), 0)::float8 from aqui) as tamanho,
        array(select g::int from generate_series(1, coalesce(${partes}::int, (select max(n) from aqui), 0)) g
          where not exists (select from aqui where n = g) order by g limit ${FALTAM_MAX}::int) as faltam`,
    'envio_recebido',
  );
  return rows[0] as { recebidas: number; tamanho: number; faltam: number[] };
}

export type Parte = { n: number; tamanho: number; sha256: string };

/** A file of the portal, or a batch of recordings, as the parts of its upload need it. `tamanho`: as announced, bytes. */
export type ArquivoDoEnvio = { tamanho: number } & (
  | { de: 'preparo'; estado: EstadoPreparo }
  | { de: 'lote'; estado: EstadoLote }
  | { de: 'importacao'; estado: EstadoImportacao }
);

/** An upload as a part of it comes in: with what its owner says, and the part itself where it is here. */
export type EnvioDaParte = Pick<
  EnvioRow,
  'empresa_id' | 'estado' | 'entrevista_id' | 'preparo_id' | 'lote_id' | 'importacao_id'
> & {
  item_id: string | null;
  /** Of what came in so far, bytes. */
  tamanho: number;
  /** What its company may still bring, bytes; null: as much as it likes. */
  folga: number | null;
  aqui: { tamanho: number; sha256: string } | null;
  /** Of a recording, and of a file of the portal or a batch: one of them is there. */
  remessa: (RemessaRow & { segunda: EstadoSegunda }) | null;
  arquivo: ArquivoDoEnvio | null;
};

/** All that a part's coming in depends on, in one statement; null outside the scope. */
export async function findForParte(
  db: Db,
  { scope, env }: { scope: Scope; env: Env },
  id: string,
  n: number,
): Promise<EnvioDaParte | null> {
  const { rows } = await db.sql<EnvioDaParte>(
    sql`select v.empresa_id, v.estado, v.entrevista_id, v.preparo_id, v.lote_id, v.importacao_id, v.tamanho::float8 as tamanho, i.id as item_id,
        ${bytesLeft(env, sql`v.empresa_id`)} as folga,
        case when p.n is not null then json_build_object('tamanho', p.tamanho, 'sha256', p.sha256) end as aqui,
        case when e.id is not null then json_build_object('empresa_id', e.empresa_id, 'usuario_id', e.usuario_id,
          'aparelho_id', e.aparelho_id, 'sincronia', e.sincronia, 'registro_sha256', e.registro_sha256,
          'consentimento', e.consentimento, 'segunda', ${SEGUNDA}, 'apagada', coalesce(i.apagada, false)) end as remessa,
        case when f.papel is not null then json_build_object('de', 'preparo', 'estado', (select estado from auditoria_preparos where id = f.preparo_id),
            'tamanho', f.tamanho)
          when m.id is not null then json_build_object('de', 'importacao', 'estado', m.estado, 'tamanho', m.tamanho)
          when l.id is not null then json_build_object('de', 'lote', 'estado', l.estado, 'tamanho', l.tamanho) end as arquivo
      from envios v left join entrevistas e on e.id = v.entrevista_id
        left join preparo_arquivos f on f.preparo_id = v.preparo_id and f.papel = v.papel
        left join lotes_gravacao l on l.id = v.lote_id
        left join importacoes m on m.id = v.importacao_id
        left join lateral (select id, dados_apagados_em is not null as apagada from auditoria_itens
          where entrevista_id = e.id order by created_at desc, id desc limit 1) i on true
        left join envio_partes p on p.envio_id = v.id and p.n = ${n}
      where v.id = ${id} and ${inScope(scope, sql`v.empresa_id`)}`,
    'envio_para_parte',
  );
  return rows[0] ?? null;
}

/**
 * Writes down a part that is stored: its announcement goes with it, and its upload is kept for longer. One statement, under the upload's
 * lock: who ends, refuses or erases an upload locks it first, so that it is gone or ended here.
 * @returns false where nothing was written: the part is here, or its upload takes none any more, or no more than `limite` bytes
 */
export async function insertParte(
  db: Db,
  envioId: string,
  parte: Parte & { chave: string },
  limite: number,
): Promise<boolean> {
  const { rowCount } = await db.sql(
    sql`with v as materialized (
        select v.id, v.empresa_id from envios v where v.id = ${envioId}::uuid and v.tamanho + ${parte.tamanho}::bigint <= ${limite}::bigint
          and (v.estado = 'aberto' and (
              exists (select from entrevistas e where e.id = v.entrevista_id and e.sincronia = 'parcial' and e.consentimento = 'aceito')
              or exists (select from auditoria_preparos p where p.id = v.preparo_id and p.estado = 'enviando')
              or exists (select from lotes_gravacao l where l.id = v.lote_id and l.estado = 'enviando')
              or exists (select from importacoes m where m.id = v.importacao_id and m.estado = 'enviando'))
            -- Late sound, also of an upload that a gerente ended with what was here.
            or exists (select from entrevistas e where e.id = v.entrevista_id and e.sincronia = 'completa'
              and e.registro_sha256 is null and e.consentimento = 'aceito'
              and not exists (select from entrevista_segundas s where s.entrevista_id = e.id)))
        for no key update of v
      ), nova as (
        insert into envio_partes (envio_id, n, empresa_id, tamanho, sha256, chave_objeto)
        select v.id, ${parte.n}::int, v.empresa_id, ${parte.tamanho}::int, ${parte.sha256}::text, ${parte.chave}::text from v
        on conflict (envio_id, n) do nothing returning envio_id, tamanho
      ), anexada as (
        delete from objetos_pendentes where chave = ${parte.chave} and exists (select from nova)
      )
      update envios v set expira_em = now() + ${GUARDA}, tamanho = v.tamanho + nova.tamanho from nova where v.id = nova.envio_id`,
    'envio_parte_nova',
  );
  return rowCount === 1;
}

/** A file of the portal that an upload is of; null outside the scope. `lock`: what it is being prepared for, until the transaction ends. */
export async function findArquivo(
  db: Db,
  scope: Scope,
  where: { preparo_id: string; papel: string },
  { lock }: { lock: boolean },
): Promise<(ArquivoDoEnvio & { empresa_id: string }) | null> {
  const strength: Sql = lock ? literal('for no key update of p') : literal('');
  const { rows } = await db.sql<ArquivoDoEnvio & { empresa_id: string }>(
    sql`select p.empresa_id, 'preparo' as de, p.estado, f.tamanho::float8 as tamanho
      from auditoria_preparos p join preparo_arquivos f on f.preparo_id = p.id
      where p.id = ${where.preparo_id} and f.papel = ${where.papel} and ${inScope(scope, sql`p.empresa_id`)} ${strength}`,
  );
  return rows[0] ?? null;
}

/** A batch of recordings that an upload is of; null outside the scope. `lock`: until the transaction ends. */
export async function findLote(
  db: Db,
  scope: Scope,
  id: string,
  { lock }: { lock: boolean },
): Promise<(ArquivoDoEnvio & { empresa_id: string }) | null> {
  const strength: Sql = lock ? literal('for no key update of l') : literal('');
  const { rows } = await db.sql<ArquivoDoEnvio & { empresa_id: string }>(
    sql`select l.empresa_id, 'lote' as de, l.estado, l.tamanho::float8 as tamanho
      from lotes_gravacao l where l.id = ${id} and ${inScope(scope, sql`l.empresa_id`)} ${strength}`,
  );
  return rows[0] ?? null;
}

/** A sheet of calls that an upload is of; null outside the scope. `lock`: its import, until the transaction ends. */
export async function findSheet(
  db: Db,
  scope: Scope,
  id: string,
  { lock }: { lock: boolean },
): Promise<(ArquivoDoEnvio & { empresa_id: string }) | null> {
  const strength: Sql = lock ? literal('for no key update of m') : literal('');
  const { rows } = await db.sql<ArquivoDoEnvio & { empresa_id: string }>(
    sql`select m.empresa_id, 'importacao' as de, m.estado, m.tamanho::float8 as tamanho
      from importacoes m where m.id = ${id} and ${inScope(scope, sql`m.empresa_id`)} ${strength}`,
  );
  return rows[0] ?? null;
}

/** Says in which upload a sheet of calls comes in. */
export async function nameSheetUpload(db: Db, id: string, importacaoId: string): Promise<void> {
  await db.sql(
    sql`update importacoes set envio_id = ${id}, updated_at = now() where id = ${importacaoId}`,
    'envio_da_importacao',
  );
}

/** Says in which upload a file of the portal comes in. */
export async function nameUpload(
  db: Db,
  {
    id,
    empresa_id: empresaId,
    preparo_id: preparoId,
    papel,
  }: Pick<EnvioRow, 'id' | 'empresa_id' | 'papel'> & { preparo_id: string },
): Promise<void> {
  await db
    .within(companyScope(empresaId))
    .preparoArquivo.updateMany({ where: { preparoId, papel, empresaId }, data: { envioId: id } });
}

/** Writes how many parts there are, and whether they are all here. Under the upload's lock. */
export async function saveFim(
  db: Db,
  id: string,
  { partes, estado }: Pick<EnvioWire, 'estado'> & { partes: number },
): Promise<EnvioRow> {
  const { rows } = await db.sql<EnvioRow>(
    sql`update envios v set partes = ${partes}, estado = ${estado} where v.id = ${id} returning ${COLUMNS}`,
    'envio_fim',
  );
  return rows[0] as EnvioRow;
}

/** The highest number of the parts that are here; 0 without any. */
export async function lastParte(db: Db, id: string): Promise<number> {
  const { rows } = await db.sql<{ n: number }>(
    sql`select coalesce(max(n), 0)::int as n from envio_partes where envio_id = ${id}`,
    'envio_ultima',
  );
  return rows[0]?.n ?? 0;
}
