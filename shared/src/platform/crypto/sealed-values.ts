import type { Db } from '@escuta/prisma/db';
import { apiKeyContext } from '../../services/accounts/companies.ts';
import { signingKeyContext } from '../../services/dossiers/signing-keys.ts';
import { mailContext } from '../../services/tasks/mail-queue.ts';
import { telephonyPasswordContext } from '../../services/telephony/telephony.ts';
import { type KeyRing, open } from './crypto.ts';

export type SealedRow = { tabela: string; chave: string; id: string; cifra: string; contexto: string };

/** Columns with sealed values; `emUso`: SQL condition on the rows whose value the product still opens. */
export const SEALED = [
  {
    tabela: 'chaves_api',
    coluna: 'cifra',
    emUso: 'revogada_em is null',
    contexto: ({ id, empresaId }: { id: string; empresaId: string }) => apiKeyContext(id, empresaId),
  },
  {
    tabela: 'asterisk_configs',
    coluna: 'senha_cifra',
    emUso: 'true',
    contexto: ({ id, empresaId }: { id: string; empresaId: string }) =>
      telephonyPasswordContext({ id, empresa_id: empresaId }),
  },
  {
    tabela: 'emails',
    coluna: 'cifra',
    emUso: "status = 'pendente'",
    contexto: ({ id }: { id: string }) => mailContext(id),
  },
  {
    tabela: 'chaves_assinatura',
    coluna: 'cifra',
    emUso: 'true',
    contexto: ({ id }: { id: string }) => signingKeyContext(id),
    daInstalacao: true,
  },
] as const;

/** Reads one sealed value per table and key. @param options `inUse`: only values that the product still opens */
export async function readSealedRows(db: Db, options: { inUse?: boolean } = {}): Promise<SealedRow[]> {
  const found: SealedRow[] = [];
  for (const { tabela, coluna, contexto, emUso, ...rest } of SEALED) {
    const empresa = 'daInstalacao' in rest ? 'null::uuid' : 'empresa_id';
    const { rows } = await db.query<{ id: string; empresaId: string; cifra: string }>(
      `select distinct on (split_part(${coluna}, '.', 1)) id, ${empresa} as "empresaId", ${coluna} as cifra
       from ${tabela} where ${coluna} is not null${options.inUse ? ` AND ${emUso}` : ''}
       order by split_part(${coluna}, '.', 1), id desc`,
    );
    for (const row of rows) {
      const chave = row.cifra.split('.', 1)[0] ?? '';
      found.push({ tabela, chave, id: row.id, cifra: row.cifra, contexto: contexto(row) });
    }
  }
  return found;
}

export function canOpen(ring: KeyRing, row: SealedRow): boolean {
  try {
    open(ring, row.cifra, row.contexto);
    return true;
  } catch {
    return false;
  }
}
