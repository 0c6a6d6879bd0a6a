// SQL: asked on every request; what is written of a key or an account is Prisma's.

import type { Database, Db } from '@escuta/prisma/db';
import type { Papel } from '@escuta/shared/domain/accounts/permissions';
import { INSTALACAO } from '@escuta/shared/domain/scope';

/** An account as the session guard sees it. */
export type Account = {
  membroId: string;
  usuarioId: string;
  empresaId: string;
  papel: Papel;
  versao: number;
  /** False when the account or its company was switched off. */
  ativo: boolean;
  /** What the person was given beyond the role. */
  direitos: string[];
};

/** A company API key in force. */
export type ApiKey = { chaveId: string; empresaId: string };

/** A device in the field as the session guard sees it. */
export type Device = {
  aparelhoId: string;
  /** Null once the account was deleted. */
  membroId: string | null;
  usuarioId: string;
  empresaId: string;
  versao: number;
  membroAtivo: boolean;
  /** ms since 1970. */
  autorizadoAte: number;
  /** Its authorisation was taken back. */
  revogado: boolean;
  /** It is to erase what it holds. */
  aApagar: boolean;
};

/** The account of a token; null when it is gone. It finds out whose session this is, so no scope stands before it. */
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

/** The key with this HMAC, unless it was revoked or its company switched off. */
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

/** The key with this id, unless it was revoked or its company switched off. */
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

/** The device whose credential has this HMAC, whatever became of its member; null when its company is out of use. */
export const findDevice = (db: Database, hmac: string): Promise<Device | null> =>
  deviceBy(db, 'sessao_aparelho', 'a.hmac = $1', hmac);

/** A device by its id, for whoever reads its export. */
export const findDeviceById = (db: Database, id: string): Promise<Device | null> =>
  deviceBy(db, 'sessao_aparelho_id', 'a.id = $1::uuid', id);

async function deviceBy(db: Database, name: string, where: string, value: string): Promise<Device | null> {
  const { rows } = await db.query<Device>({
    name,
    text: `select a.id as "aparelhoId", a.membro_id as "membroId", a.usuario_id as "usuarioId", a.empresa_id as "empresaId",
             coalesce(m.versao_token, 0) as versao, coalesce(m.ativo, false) as "membroAtivo",
             (extract(epoch from a.autorizado_ate) * 1000)::float8 as "autorizadoAte",
             a.revogado_em is not null as revogado, a.apagar_em is not null as "aApagar"
           from aparelhos a left join membros m on m.id = a.membro_id join empresas e on e.id = a.empresa_id
           where ${where} and e.ativa and e.arquivada_em is null`,
    values: [value],
  });
  return rows[0] ?? null;
}

/** A company that is neither switched off nor archived; null when it is, or is gone. */
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

/** Notes that a key was used, at most once a minute. */
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

/** Ends every session of an account by raising its token version. */
export async function raiseTokenVersion(db: Db, membroId: string): Promise<void> {
  await db
    .within(INSTALACAO)
    .membro.updateMany({ where: { id: membroId }, data: { versaoToken: { increment: 1 } } });
}
