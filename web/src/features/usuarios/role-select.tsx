import type { Papel } from '@escuta/shared/domain/permissions';
import { Field } from '../../components/ui/field.tsx';
import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
  SelectValue,
} from '../../components/ui/select.tsx';
import { papelLabel } from '../../lib/papeis.ts';
import { PAPEL_HINT } from './user-rules.ts';

interface RoleSelectProps {
  value: Papel;
  onValueChange: (papel: Papel) => void;
  options: readonly Papel[];
  error?: string | undefined;
}

/** 'Papel', with what the chosen one may do. */
export function RoleSelect({ value, onValueChange, options, error }: RoleSelectProps) {
  return (
    <Select
      value={value}
      onValueChange={(next) => onValueChange(options.find((papel) => papel === next) ?? value)}
    >
      <Field label="Papel" required hint={PAPEL_HINT[value]} error={error}>
        <SelectTrigger>
          <SelectValue />
        </SelectTrigger>
      </Field>
      <SelectContent>
        {options.map((papel) => (
          <SelectItem key={papel} value={papel}>
            {papelLabel(papel)}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
