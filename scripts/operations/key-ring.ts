// What a backup says of keys: enough to tell them apart, nothing that opens anything.
import { createHmac } from 'node:crypto';
import { apiKeyContext } from '@escuta/shared/node/companies';
import type { KeyRing } from '@escuta/shared/node/crypto';
import { mailContext } from '@escuta/shared/node/mail-queue';
import { telephonyPasswordContext } from '@escuta/shared/node/telephony';
import type { Queryable } from '@escuta/shared/node/transaction';

/** 16 hexadecimal digits that stand for a secret. */
export function fingerprint(secret: Buffer | string): string {
  return createHmac('sha256', secret).update('escuta: impressão de chave').digest('hex').slice(0, 16);
}

/** Signs a text so that only who holds the key could have written it. */
export function signature(key: Buffer, text: string): string {
  return createHmac('sha256', key).update('escuta: manifesto de cópia\n').update(text).digest('hex');
}

/** A sealed value and what it was sealed to. */
export type SealedRow = { tabela: string; chave: string; id: string; cifra: string; contexto: string };

/** Every column that holds sealed values. A test holds it against the schema. */
export const SEALED = [
  {
    tabela: 'chaves_api',
    coluna: 'cifra',
    contexto: ({ id, empresaId }: { id: string; empresaId: string }) => apiKeyContext(id, empresaId),
  },
  {
    tabela: 'asterisk_configs',
    coluna: 'senha_cifra',
    contexto: ({ id, empresaId }: { id: string; empresaId: string }) =>
      telephonyPasswordContext({ id, empresa_id: empresaId }),
  },
  { tabela: 'emails', coluna: 'cifra', contexto: ({ id }: { id: string }) => mailContext(id) },
] as const;

/** One sealed value for each table and key that sealed any there. */
export async function readSealedRows(db: Queryable): Promise<SealedRow[]> {
  const found: SealedRow[] = [];
  for (const { tabela, coluna, contexto } of SEALED) {
    const { rows } = await db.query<{ id: string; empresaId: string; cifra: string }>(
      `SELECT DISTINCT ON (split_part(${coluna}, '.', 1)) id, empresa_id AS "empresaId", ${coluna} AS cifra
       FROM ${tabela} WHERE ${coluna} IS NOT NULL ORDER BY split_part(${coluna}, '.', 1), id DESC`,
    );
    for (const row of rows) {
      const chave = row.cifra.split('.', 1)[0] ?? '';
      found.push({ tabela, chave, id: row.id, cifra: row.cifra, contexto: contexto(row) });
    }
  }
  return found;
}

/** Keys of the ring by name and fingerprint; `emUso`: something in the database was sealed with it. */
export function describeRing(ring: KeyRing, used: ReadonlySet<string>) {
  return [...ring.keys].map(([id, key]) => ({
    id,
    impressao: fingerprint(key),
    emUso: used.has(id) || id === ring.current,
  }));
}
