// SQL: parts arrive in any order at any replica; inserting a part locks its upload's row.

import type { Db } from '@escuta/prisma/db';
import type { EnvioWire } from '@escuta/shared/contracts/operation/envios';
import type { StagedKind } from '@escuta/shared/domain/intake/acts';
import { type Dono, INTAKES } from '@escuta/shared/domain/intake/kinds';
import type { EstadoSegunda } from '@escuta/shared/domain/life/interview';
import type { Scope } from '@escuta/shared/domain/scope';
import { inScope, literal, type Sql, sql } from '@escuta/shared/platform/database/sql';
import type { Env } from '@escuta/shared/platform/process/env';
import { bytesLeft } from '@escuta/shared/services/accounts/company-bytes';
import { TABLES } from '@escuta/shared/services/intake/held';
import { byOwner } from '@escuta/shared/services/intake/uploads';
import { SEGUNDA } from '@escuta/shared/services/interviews/life';
import type { RemessaRow } from '../../field/field-interview-repo.ts';
import { COLUMNS, type EnvioRow } from '../../intake/upload-repo.ts';

/** Greatest number of missing parts named in an answer. */
export const FALTAM_MAX = 1000;

/** Finds an upload of any company. */
export async function findById(db: Db, id: string): Promise<EnvioRow | null> {
  const { rows } = await db.sql<EnvioRow>(
    sql`select ${COLUMNS} from envios v where v.id = ${id}`,
    'envio_um',
  );
  return rows[0] ?? null;
}

/** Finds an upload in the scope. `lock`: locks the upload until the transaction ends. */
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

/** Counts an upload's stored parts and bytes, and lists its missing parts. */
export async function readRecebido(
  db: Db,
  { id, partes }: Pick<EnvioRow, 'id' | 'partes'>,
): Promise<Pick<EnvioWire, 'recebidas' | 'faltam' | 'tamanho'>> {
  const { rows } = await db.sql<{ recebidas: number; tamanho: number; faltam: number[] }>(
    sql`with aqui as (select n, tamanho from envio_partes where envio_id = ${id}::uuid)
      select (select count(*)::int from aqui) as recebidas, (select coalesce(sum(tamanho), 0)::float8 from aqui)
        as tamanho,
        array(select g::int from generate_series(1, coalesce(${partes}::int, (select max(n) from aqui), 0)) g
          where not exists (select from aqui where n = g) order by g limit ${FALTAM_MAX}::int) as faltam`,
    'envio_recebido',
  );
  return rows[0] as { recebidas: number; tamanho: number; faltam: number[] };
}

export type Parte = { n: number; tamanho: number; sha256: string };

/** The announced file of an upload. `tamanho`: announced bytes. */
export type ArquivoDoEnvio = { dono: StagedKind; estado: string; tamanho: number };

/** SQL by kind. `from`: the file's owner `d`, joined with the file's row `f`, if any; `tamanho`: announced bytes. */
const FILES: Record<StagedKind, { from: (papel: Sql) => Sql; tamanho: Sql }> = {
  preparo: {
    from: (papel) =>
      sql`${TABLES.preparo.table} d join preparo_arquivos f on f.preparo_id = d.id and f.papel = ${papel}`,
    tamanho: literal('f.tamanho'),
  },
  lote: { from: () => sql`${TABLES.lote.table} d`, tamanho: literal('d.tamanho') },
  importacao: { from: () => sql`${TABLES.importacao.table} d`, tamanho: literal('d.tamanho') },
};
/**
 * Selects an expression over the file of an upload `v`, by kind. Uses a scalar subquery, because with EXISTS the
 * planner would read the whole table.
 */
const ofFiles = (asked: (tamanho: Sql) => Sql) => {
  const one = ({ from, tamanho }: (typeof FILES)[StagedKind]) =>
    sql`(select ${asked(tamanho)} from ${from(sql`v.papel`)} where d.id = v.dono_id)`;
  return { preparo: one(FILES.preparo), lote: one(FILES.lote), importacao: one(FILES.importacao) };
};
/** The file of an upload `v` (ArquivoDoEnvio); null for recordings. */
const ARQUIVO = byOwner<StagedKind>(
  ofFiles((tamanho) => sql`json_build_object('dono', v.dono, 'estado', d.estado, 'tamanho', ${tamanho})`),
);
/**
 * True if an upload `v` accepts parts: its owner waits for the file, its interview is incomplete, or late sound may
 * come after a gerente stopped waiting.
 */
const TAKES = byOwner<Dono>({
  ...ofFiles(() => sql`v.estado = 'aberto' and d.estado = 'enviando'`),
  entrevista: sql`(select e.consentimento = 'aceito' and (v.estado = 'aberto' and e.sincronia = 'parcial'
      or e.sincronia = 'completa' and e.registro_sha256 is null and s.entrevista_id is null)
    from entrevistas e left join entrevista_segundas s on s.entrevista_id = e.id where e.id = v.dono_id)`,
});

/** An upload with its owner's state, and the part if already stored. */
export type EnvioDaParte = Pick<EnvioRow, 'id' | 'empresa_id' | 'estado' | 'dono' | 'dono_id'> & {
  /** Id of the interview's item; null if the upload has no interview. */
  item_id: string | null;
  /** Bytes stored so far. */
  tamanho: number;
  /** Bytes left in the company's quota; null: no limit. */
  folga: number | null;
  aqui: { tamanho: number; sha256: string } | null;
  /** An upload has either `remessa` (recordings) or `arquivo` (announced files). */
  remessa: (RemessaRow & { segunda: EstadoSegunda }) | null;
  arquivo: ArquivoDoEnvio | null;
};

/** Reads in one statement all that decides whether a part is accepted. */
export async function findForParte(
  db: Db,
  { scope, env }: { scope: Scope; env: Env },
  id: string,
  n: number,
): Promise<EnvioDaParte | null> {
  const { rows } = await db.sql<EnvioDaParte>(
    sql`select v.id, v.empresa_id, v.estado, v.dono, v.dono_id, v.tamanho::float8 as tamanho, i.id as item_id,
        ${bytesLeft(env, sql`v.empresa_id`)} as folga,
        case when p.n is not null then json_build_object('tamanho', p.tamanho, 'sha256', p.sha256) end as aqui,
        case when e.id is not null then json_build_object('empresa_id', e.empresa_id, 'usuario_id', e.usuario_id,
          'aparelho_id', e.aparelho_id, 'sincronia', e.sincronia, 'registro_sha256', e.registro_sha256,
          'consentimento', e.consentimento, 'segunda', ${SEGUNDA}, 'apagada', coalesce(i.apagada, false)) end
            as remessa,
        ${ARQUIVO} as arquivo
      from envios v left join entrevistas e on v.dono = 'entrevista' and e.id = v.dono_id
        left join lateral (select id, dados_apagados_em is not null as apagada from auditoria_itens
          where entrevista_id = e.id order by created_at desc, id desc limit 1) i on true
        left join envio_partes p on p.envio_id = v.id and p.n = ${n}
      where v.id = ${id} and ${inScope(scope, sql`v.empresa_id`)}`,
    'envio_para_parte',
  );
  return rows[0] ?? null;
}

/**
 * Inserts a stored part, removes its pending-object row and prolongs the upload. Ending, refusing or erasing an upload
 * locks it first, so this lock sees the final state.
 * @returns false if nothing was inserted: duplicate part, closed upload, or more than `limite` bytes
 */
export async function insertParte(
  db: Db,
  envio: Pick<EnvioRow, 'id' | 'dono'>,
  parte: Parte & { chave: string },
  limite: number,
): Promise<boolean> {
  const { rowCount } = await db.sql(
    sql`with v as materialized (
        select v.id, v.empresa_id from envios v
        where v.id = ${envio.id}::uuid and v.tamanho + ${parte.tamanho}::bigint <= ${limite}::bigint and ${TAKES}
        for no key update of v
      ), nova as (
        insert into envio_partes (envio_id, n, empresa_id, tamanho, sha256, chave_objeto)
        select v.id, ${parte.n}::int, v.empresa_id, ${parte.tamanho}::int, ${parte.sha256}::text, ${parte.chave}::text
          from v
        on conflict (envio_id, n) do nothing returning envio_id, tamanho
      ), anexada as (
        delete from objetos_pendentes where chave = ${parte.chave} and exists (select from nova)
      )
      update envios v set expira_em = now() + make_interval(hours => ${INTAKES[envio.dono].guardaHoras}),
      tamanho = v.tamanho + nova.tamanho
      from nova where v.id = nova.envio_id`,
    'envio_parte_nova',
  );
  return rowCount === 1;
}

/** Finds the announced file of an upload in the scope. `lock`: locks its owner until the transaction ends. */
export async function findOwner(
  db: Db,
  scope: Scope,
  { dono, dono_id, papel }: { dono: StagedKind; dono_id: string; papel: string },
  { lock }: { lock: boolean },
): Promise<(ArquivoDoEnvio & { empresa_id: string }) | null> {
  const strength: Sql = lock ? literal('for no key update of d') : literal('');
  const { from, tamanho } = FILES[dono];
  const { rows } = await db.sql<ArquivoDoEnvio & { empresa_id: string }>(
    sql`select d.empresa_id, ${dono}::text as dono, d.estado, ${tamanho}::float8 as tamanho from ${from(sql`${papel}`)}
      where d.id = ${dono_id} and ${inScope(scope, sql`d.empresa_id`)} ${strength}`,
  );
  return rows[0] ?? null;
}

/** Saves the number of parts and the state. Call under the upload's lock. */
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

/** The highest number of the stored parts; 0 without any. */
export async function lastParte(db: Db, id: string): Promise<number> {
  const { rows } = await db.sql<{ n: number }>(
    sql`select coalesce(max(n), 0)::int as n from envio_partes where envio_id = ${id}`,
    'envio_ultima',
  );
  return rows[0]?.n ?? 0;
}
