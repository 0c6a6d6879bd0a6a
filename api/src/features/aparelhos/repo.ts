// SQL: devices are found by credential or within a scope, and a single statement makes each change.

import type { Db } from '@escuta/prisma/db';
import type { Papel } from '@escuta/shared/domain/accounts/permissions';
import type { Scope } from '@escuta/shared/domain/scope';
import { all, inScope, ofScope, type Sql, sql, when } from '@escuta/shared/platform/database/sql';
import { PUBLISHED_FIRST } from '@escuta/shared/services/surveys/questionnaire-draft';
import { ownSheetRows } from '../../reads/own-sheets.ts';

/** A device that is authorised or makes contact now may begin interviews offline until this time. */
const VALE = sql`now() + interval '7 days'`;
const APARELHOS_MAX = 500;

export type AparelhoRow = {
  id: string;
  empresa_id: string;
  usuario_id: string;
  nome: string;
  usuario_nome: string | null;
  autorizado_ate: Date;
  vencido: boolean;
  revogado_em: Date | null;
  apagar_em: Date | null;
  apagado_em: Date | null;
  ultimo_contato_em: Date;
  pendentes: number;
  created_at: Date;
};

const COLUMNS = sql`a.id, a.empresa_id, a.usuario_id, a.nome, coalesce(u.nome, u.email) as usuario_nome,
  a.autorizado_ate,
  a.autorizado_ate <= now() as vencido, a.revogado_em, a.apagar_em, a.apagado_em, a.ultimo_contato_em, a.pendentes,
  a.created_at`;
const PESSOA = sql`left join usuarios u on u.id = a.usuario_id`;

/** The owner of a device id in any company, locked against a concurrent registration. */
export async function ownerOf(
  db: Db,
  id: string,
): Promise<{ empresa_id: string; usuario_id: string } | null> {
  const { rows } = await db.sql<{ empresa_id: string; usuario_id: string }>(
    sql`select empresa_id, usuario_id from aparelhos where id = ${id} for update`,
  );
  return rows[0] ?? null;
}

export type Registro = {
  id: string;
  empresaId: string;
  membroId: string;
  usuarioId: string;
  nome: string;
  hmac: string;
};

/**
 * Authorises a device, or renews it with a new credential. An erase order stays until executed.
 * @returns null if another person has the device id
 */
export async function saveRegistro(db: Db, novo: Registro): Promise<{ autorizado_ate: Date } | null> {
  const { rows } = await db.sql<{ autorizado_ate: Date }>(
    sql`insert into aparelhos as a (id, empresa_id, membro_id, usuario_id, nome, hmac, autorizado_ate)
      values (${novo.id}, ${novo.empresaId}, ${novo.membroId}, ${novo.usuarioId}, ${novo.nome}, ${novo.hmac}, ${VALE})
      on conflict (id) do update set membro_id = excluded.membro_id, nome = excluded.nome, hmac = excluded.hmac,
        autorizado_ate = excluded.autorizado_ate, revogado_em = null, ultimo_contato_em = now(),
        apagar_em = case when a.apagado_em is null then a.apagar_em end, apagado_em = null
      where a.empresa_id = excluded.empresa_id and a.usuario_id = excluded.usuario_id
      returning a.autorizado_ate`,
    'aparelho_registra',
  );
  return rows[0] ?? null;
}

/** Devices in the scope, most recent contact first. `usuarioId`: only those of this person. */
export async function listAparelhos(db: Db, scope: Scope, usuarioId: string | null): Promise<AparelhoRow[]> {
  const where = all([
    ofScope(scope, sql`a.empresa_id`),
    when(usuarioId, (id) => sql`a.usuario_id = ${id}::uuid`),
  ]);
  const { rows } = await db.sql<AparelhoRow>(
    sql`select ${COLUMNS} from aparelhos a ${PESSOA} where ${where}
      order by a.ultimo_contato_em desc, a.id desc limit ${APARELHOS_MAX}`,
  );
  return rows;
}

/** Finds a device by id; null if the scope has no such device. */
export async function findAparelho(db: Db, scope: Scope, id: string): Promise<AparelhoRow | null> {
  const { rows } = await db.sql<AparelhoRow>(
    sql`select ${COLUMNS} from aparelhos a ${PESSOA} where a.id = ${id} and ${inScope(scope, sql`a.empresa_id`)}`,
  );
  return rows[0] ?? null;
}

/**
 * Changes a device. `usuarioId`: changes only this person's device; null: anybody's.
 * @returns null if there is no such device
 */
async function mark(
  db: Db,
  scope: Scope,
  id: string,
  usuarioId: string | null,
  change: Sql,
): Promise<AparelhoRow | null> {
  const { rows } = await db.sql<AparelhoRow>(
    sql`with changed as (
        update aparelhos set ${change} where id = ${id} and ${inScope(scope, sql`empresa_id`)}
          and (${usuarioId}::uuid is null or usuario_id = ${usuarioId}::uuid) returning *
      ) select ${COLUMNS} from changed a ${PESSOA}`,
  );
  return rows[0] ?? null;
}

/** Revokes a device's authorisation. Idempotent. */
export const markRevoked = (db: Db, scope: Scope, id: string, usuarioId: string | null) =>
  mark(db, scope, id, usuarioId, sql`revogado_em = coalesce(revogado_em, now())`);

/** Orders a device to erase its data, and revokes the device. */
export const markToErase = (db: Db, scope: Scope, id: string, usuarioId: string | null) =>
  mark(
    db,
    scope,
    id,
    usuarioId,
    sql`revogado_em = coalesce(revogado_em, now()), apagar_em = coalesce(apagar_em, now())`,
  );

export type Contato = AparelhoRow & {
  membro_ativo: boolean;
  empresa_ativa: boolean;
  /** Role; null after the account's deletion. */
  papel: Papel | null;
  /** Rights beyond those of the role. */
  direitos: string[];
  /** Day of the person's newest unseen sheet; null: all sheets are seen. */
  folha: string | null;
};

/**
 * Records a device's contact: its pending interviews, and whether it executed an erase order. Renews a valid
 * authorisation if the member can sign in. Returns null for an unknown credential.
 */
export async function noteContact(
  db: Db,
  hmac: string,
  { pendentes, apagado }: { pendentes: number; apagado: boolean },
): Promise<Contato | null> {
  const { rows } = await db.sql<Contato>(
    sql`with found as (
        select x.id, e.ativa and e.arquivada_em is null as empresa_ativa,
          coalesce(m.ativo, false) and e.ativa and e.arquivada_em is null as membro_ativo, m.papel,
          array(select d.direito from membro_direitos d where d.membro_id = m.id) as direitos
        from aparelhos x join empresas e on e.id = x.empresa_id left join membros m on m.id = x.membro_id
          where x.hmac = ${hmac}
      ), a as (
        update aparelhos set ultimo_contato_em = now(), pendentes = ${pendentes},
          apagado_em = case when apagar_em is not null and (${apagado} or apagado_em is not null)
            then coalesce(apagado_em, now()) end,
          autorizado_ate = case when found.membro_ativo and autorizado_ate > now() and revogado_em is null
            then ${VALE} else autorizado_ate end
        from found where aparelhos.id = found.id returning aparelhos.*, found.membro_ativo, found.empresa_ativa,
        found.papel, found.direitos
      ) select ${COLUMNS}, a.membro_ativo, a.empresa_ativa, a.papel, a.direitos,
        case when a.membro_ativo then (select max(r.folha_dia)::text
          from ${ownSheetRows(sql`a.usuario_id`, (column) => sql`${column} = a.empresa_id`)}
            and r.visto_em is null) end as folha
      from a ${PESSOA}`,
    'aparelho_contato',
  );
  return rows[0] ?? null;
}

export type VersaoPublicadaRow = {
  questionario_id: string;
  id: string;
  numero: number;
  publicada_em: Date;
};

/** The published version of each given questionnaire. */
export async function publishedOf(
  db: Db,
  scope: Scope,
  questionarios: readonly string[],
): Promise<VersaoPublicadaRow[]> {
  const { rows } = await db.sql<VersaoPublicadaRow>(
    sql`select distinct on (v.questionario_id) v.questionario_id, v.id, v.numero, v.publicada_em
      from questionario_versoes v
      where v.questionario_id = any (${[...questionarios]}::uuid[]) and ${inScope(scope, sql`v.empresa_id`)}
        and v.publicada_em is not null
      order by v.questionario_id, ${PUBLISHED_FIRST}`,
    'aparelho_versoes',
  );
  return rows;
}

/** Names of a device's company and person. */
export async function readWho(
  db: Db,
  { empresaId, usuarioId }: { empresaId: string; usuarioId: string },
): Promise<{ empresa: string; usuario: string }> {
  const { rows } = await db.sql<{ empresa: string; usuario: string }>(
    sql`select e.nome as empresa, coalesce(u.nome, u.email) as usuario from empresas e, usuarios u
      where e.id = ${empresaId} and u.id = ${usuarioId}`,
    'aparelho_de_quem',
  );
  const [row] = rows;
  if (!row) throw new Error('a session without its company or person');
  return row;
}
