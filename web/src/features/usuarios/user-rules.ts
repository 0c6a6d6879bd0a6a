/** States of accounts, and rules on who may change another person's account. The API checks the rules again. */
import type { UserAccountWire } from '@escuta/shared/contracts/accounts/users';
import { PAPEIS, type Papel } from '@escuta/shared/domain/accounts/permissions';
import type { BadgeVariant } from '../../ui/badge.tsx';

export const SITUACOES = [
  { value: 'ativo', label: 'Ativo', variant: 'success' },
  { value: 'inativo', label: 'Inativo', variant: 'neutral' },
  { value: 'convidado', label: 'Convite pendente', variant: 'warning' },
] as const satisfies readonly { value: string; label: string; variant: BadgeVariant }[];

/** The state of an account; a deactivated invitation counts as inactive. */
export function situacaoOf(account: Pick<UserAccountWire, 'ativo' | 'convite_pendente'>) {
  const value = !account.ativo ? 'inativo' : account.convite_pendente ? 'convidado' : 'ativo';
  return SITUACOES.find((situacao) => situacao.value === value) ?? SITUACOES[0];
}

/** Roles that a person may give: only an administrator makes administrators. */
export function assignableRoles(papel: string | null): readonly Papel[] {
  return papel === 'admin' ? PAPEIS : PAPEIS.filter((role) => role !== 'admin');
}

/** Sentence on what each role may do. */
export const PAPEL_HINT: Readonly<Record<Papel, string>> = {
  admin: 'Administra a instalação e vê todas as empresas.',
  gerente: 'Administra a empresa: dados, usuários, telefonia e créditos.',
  usuario: 'Trabalha com projetos, ligações, entrevistas e tickets.',
};

/**
 * True if a person may change an account here. People cannot change their own account here, and only administrators
 * change accounts of administrators.
 */
export function mayManage(
  person: { papel: string | null; usuarioId: string; empresaId: string | null },
  account: Pick<UserAccountWire, 'usuario_id' | 'role' | 'empresa'>,
): boolean {
  if (isOwn(person, account)) return false;
  return assignableRoles(person.papel).includes(account.role);
}

/** True if the account belongs to the signed-in person. */
export function isOwn(
  person: { usuarioId: string; empresaId: string | null },
  account: Pick<UserAccountWire, 'usuario_id' | 'empresa'>,
): boolean {
  return account.usuario_id === person.usuarioId && account.empresa.id === person.empresaId;
}
