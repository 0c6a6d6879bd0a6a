import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form';
import { SelectField } from '../../kit/form/fields.tsx';
import { papelLabel } from '../../lib/network/papeis.ts';
import { isPapel, useRequiredSession } from '../../lib/network/session.ts';
import { assignableRoles, PAPEL_HINT } from './user-rules.ts';

/** Field 'Papel': the roles that the person may give, with a line on what the chosen role may do. */
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
