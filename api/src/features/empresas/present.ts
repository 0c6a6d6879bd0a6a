import type { EmpresaWire } from '@escuta/shared/contracts/accounts/empresas';
import { open } from '@escuta/shared/platform/crypto/crypto';
import { apiKeyContext } from '@escuta/shared/services/accounts/companies';
import type { AppDeps } from '../../deps.ts';
import type { EmpresaRow } from './repo.ts';

/** Decrypts the row's API key; null also if its encryption key is missing. */
function openKey(deps: Pick<AppDeps, 'keyRing' | 'log'>, row: EmpresaRow): string | null {
  if (row.chave_id === null || row.chave_cifra === null) return null;
  try {
    return open(deps.keyRing, row.chave_cifra, apiKeyContext(row.chave_id, row.id));
  } catch (error) {
    // Does not throw, because the company must stay readable, and a new API key repairs the fault.
    deps.log.error({ err: error, empresaId: row.id }, 'Chave de API ilegível: confira ENCRYPTION_KEYS');
    return null;
  }
}

export function presentEmpresa(deps: Pick<AppDeps, 'keyRing' | 'log'>, row: EmpresaRow): EmpresaWire {
  const {
    chave_id: _id,
    chave_cifra: _cifra,
    email_confirmado_em,
    arquivada_em,
    created_at,
    ...fields
  } = row;
  return {
    ...fields,
    api_key: openKey(deps, row),
    email_confirmado_em: email_confirmado_em?.toISOString() ?? null,
    arquivada_em: arquivada_em?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}
