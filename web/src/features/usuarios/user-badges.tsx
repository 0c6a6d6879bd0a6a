import type { UserAccountWire } from '@escuta/shared/contracts/accounts/users';
import type { Papel } from '@escuta/shared/domain/accounts/permissions';
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

export function SituacaoBadge({ account }: { account: UserAccountWire }) {
  const situacao = situacaoOf(account);
  return <Badge variant={situacao.variant}>{situacao.label}</Badge>;
}
