import type { UserAccountWire } from '@escuta/shared/contracts/accounts/users';
import { DIREITOS } from '@escuta/shared/domain/accounts/permissions';
import type { AccountRow } from './manage-repo.ts';

export function presentAccount(row: AccountRow): UserAccountWire {
  return {
    id: row.id,
    usuario_id: row.usuario_id,
    email: row.email,
    nome: row.nome,
    role: row.papel,
    direitos: DIREITOS.filter((one) => row.direitos.includes(one)),
    ativo: row.ativo,
    convite_pendente: row.convite_pendente,
    empresa: { id: row.empresa_id, nome: row.empresa_nome },
    ultimo_acesso: row.ultimo_acesso?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
