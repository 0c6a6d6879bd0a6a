import type { SessionUser } from '@escuta/shared/contracts/accounts/auth';
import { isFieldOnly, type Papel } from '@escuta/shared/domain/accounts/permissions';

export function presentUser(account: {
  usuarioId: string;
  empresaId: string;
  email: string;
  nome: string | null;
  papel: Papel;
  /** Rights beyond those of the role. */
  direitos: readonly string[];
}): SessionUser {
  return {
    id: account.usuarioId,
    email: account.email,
    nome: account.nome,
    role: account.papel,
    roles: [account.papel],
    user_metadata: { role: account.papel, empresa_id: account.empresaId },
    empresa_id: account.empresaId,
    so_campo: isFieldOnly(account.papel, account.direitos),
  };
}
