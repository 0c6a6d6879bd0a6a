// SQL: used only for the reads that every request runs. The rare writes to keys and accounts use the Prisma client.

import type { Database, Db } from '@escuta/prisma/db';
import type { Papel } from '@escuta/shared/domain/accounts/permissions';
import { INSTALACAO } from '@escuta/shared/domain/scope';

export type Account = {
  membroId: string;
  usuarioId: string;
  empresaId: string;
  papel: Papel;
  versao: number;
  /** False if the account or its company is inactive. */
  ativo: boolean;
  /** Rights beyond those of the role. */
  direitos: string[];
};

export type ApiKey = { chaveId: string; empresaId: string };

export type Device = {
  aparelhoId: string;
  /** The device's member; null after the account's deletion. */
  membroId: string | null;
  usuarioId: string;
  empresaId: string;
  versao: number;
  membroAtivo: boolean;
  /** Latest time at which the device may begin interviews, ms since 1970. */
  autorizadoAte: number;
  revogado: boolean;
  /** True if the device was ordered to erase its data. */
  aApagar: boolean;
};

/** A token's account; null if deleted. Not limited to a scope, because the account determines the scope. */
export async function findAccount(db: Database, membroId: string): Promise<Account | null> {
  const { rows } = await db.query<Account>({
    name: 'sessao_membro',
    text: `select m.id as "membroId", m.usuario_id as "usuarioId", m.empresa_id as "empresaId", m.papel,
             m.versao_token as versao, (m.ativo and e.ativa and e.arquivada_em is null) as ativo,
             array(select d.direito from membro_direitos d where d.membro_id = m.id) as direitos
           from membros m join empresas e on e.id = m.empresa_id where m.id = $1`,
    values: [membroId],
  });
  return rows[0] ?? null;
}

/** The key with this HMAC; null if unknown, revoked, or of an inactive company. */
export async function findApiKey(db: Database, hmac: string): Promise<ApiKey | null> {
  const { rows } = await db.query<ApiKey>({
    name: 'sessao_chave',
    text: `select c.id as "chaveId", c.empresa_id as "empresaId"
           from chaves_api c join empresas e on e.id = c.empresa_id
           where c.hmac = $1 and c.revogada_em is null and e.ativa and e.arquivada_em is null`,
    values: [hmac],
  });
  return rows[0] ?? null;
}

/** The key with this id; null if unknown, revoked, or of an inactive company. */
export async function findKeyInForce(db: Database, chaveId: string): Promise<ApiKey | null> {
  const { rows } = await db.query<ApiKey>({
    name: 'sessao_chave_por_id',
    text: `select c.id as "chaveId", c.empresa_id as "empresaId"
           from chaves_api c join empresas e on e.id = c.empresa_id
           where c.id = $1 and c.revogada_em is null and e.ativa and e.arquivada_em is null`,
    values: [chaveId],
  });
  return rows[0] ?? null;
}

/** The device with this credential's HMAC, whatever its member's state; null in an inactive company. */
export const findDevice = (db: Database, hmac: string): Promise<Device | null> =>
  deviceBy(db, 'sessao_aparelho', 'a.hmac = $1', hmac);

/** The device with this id, for a manager who sends its export; null if unknown or of an inactive company. */
export const findDeviceById = (db: Database, id: string): Promise<Device | null> =>
  deviceBy(db, 'sessao_aparelho_id', 'a.id = $1::uuid', id);

async function deviceBy(db: Database, name: string, where: string, value: string): Promise<Device | null> {
  const { rows } = await db.query<Device>({
    name,
    text: `select a.id as "aparelhoId", a.membro_id as "membroId", a.usuario_id as "usuarioId",
      a.empresa_id as "empresaId",
             coalesce(m.versao_token, 0) as versao, coalesce(m.ativo, false) as "membroAtivo",
             (extract(epoch from a.autorizado_ate) * 1000)::float8 as "autorizadoAte",
             a.revogado_em is not null as revogado, a.apagar_em is not null as "aApagar"
           from aparelhos a left join membros m on m.id = a.membro_id join empresas e on e.id = a.empresa_id
           where ${where} and e.ativa and e.arquivada_em is null`,
    values: [value],
  });
  return rows[0] ?? null;
}

/** The company if active and not archived, else null. */
export async function findCompanyInUse(
  db: Database,
  empresaId: string,
): Promise<{ empresaId: string } | null> {
  const { rows } = await db.query<{ empresaId: string }>({
    name: 'sessao_empresa',
    text: 'select id as "empresaId" from empresas where id = $1 and ativa and arquivada_em is null',
    values: [empresaId],
  });
  return rows[0] ?? null;
}

/** Records a key's use, at most once a minute. */
export async function touchApiKey(db: Db, key: ApiKey): Promise<void> {
  await db.within(INSTALACAO).chaveApi.updateMany({
    where: {
      id: key.chaveId,
      empresaId: key.empresaId,
      OR: [{ ultimoUso: null }, { ultimoUso: { lt: new Date(Date.now() - 60_000) } }],
    },
    data: { ultimoUso: new Date() },
  });
}

/** Ends every session of an account. */
export async function raiseTokenVersion(db: Db, membroId: string): Promise<void> {
  await db
    .within(INSTALACAO)
    .membro.updateMany({ where: { id: membroId }, data: { versaoToken: { increment: 1 } } });
}
