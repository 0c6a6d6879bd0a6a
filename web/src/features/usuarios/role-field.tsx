import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form';
import { SelectField } from '../../kit/form/fields.tsx';
import { papelLabel } from '../../lib/network/papeis.ts';
import { isPapel, useRequiredSession } from '../../lib/network/session.ts';
import { assignableRoles, PAPEL_HINT } from './user-rules.ts';

/** 'Papel': roles that the person may give, with the rights of the chosen one. */
export function RoleField<I extends FieldValues, N extends FieldPath<I>>(props: {
  control: Control<I>;
  name: N;
}) {
  const { papel } = useRequiredSession();
  const chosen = useWatch(props);
  return (
    <SelectField
      {...props}
      label="Papel"
      required
      hint={isPapel(chosen) ? PAPEL_HINT[chosen] : undefined}
      options={assignableRoles(papel).map((value) => ({ value, label: papelLabel(value) }))}
    />
  );
}
