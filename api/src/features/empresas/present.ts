import type { EmpresaWire } from '@escuta/shared/contracts/empresas';
import type { EmpresaRow } from './repo.ts';

/** A company as the contracts show it. */
export function presentEmpresa(row: EmpresaRow): EmpresaWire {
  return { ...row, api_key: null, arquivada_em: null, created_at: row.created_at.toISOString() };
}
