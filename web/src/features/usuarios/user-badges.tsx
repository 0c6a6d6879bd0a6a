import type { UserAccountWire } from '@escuta/shared/contracts/accounts/users';
import { DIREITO_LABEL, type Papel } from '@escuta/shared/domain/accounts/permissions';
import { papelLabel } from '../../lib/network/papeis.ts';
import { Badge, type BadgeVariant } from '../../ui/badge.tsx';
import { situacaoOf } from './user-rules.ts';

const PAPEL_VARIANT: Readonly<Record<Papel, BadgeVariant>> = {
  admin: 'violeta',
  gerente: 'primary',
  usuario: 'outline',
};

export function PapelBadge({ papel }: { papel: Papel }) {
  return <Badge variant={PAPEL_VARIANT[papel]}>{papelLabel(papel)}</Badge>;
}

/** Badge of an account that is limited to field work. */
export function FieldOnlyBadge({ account }: { account: UserAccountWire }) {
  return account.direitos.includes('so_campo') ? (
    <Badge variant="info">{DIREITO_LABEL.so_campo}</Badge>
  ) : null;
}

export function SituacaoBadge({ account }: { account: UserAccountWire }) {
  const situacao = situacaoOf(account);
  return <Badge variant={situacao.variant}>{situacao.label}</Badge>;
}
