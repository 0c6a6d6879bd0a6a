import { listResponsaveis } from '@escuta/shared/contracts/accounts/suporte';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { EntityPicker, useEntityPicker } from '../../kit/entity-picker.tsx';
import { errorMessage } from '../../lib/network/api.ts';
import { papelLabel } from '../../lib/network/papeis.ts';
import { apiListQuery } from '../../lib/network/query.ts';

export type Person = { id: string; nome: string };

interface PersonPickerProps extends Omit<ComponentProps<'button'>, 'value' | 'onChange'> {
  empresaId: string;
  value: Person | null;
  onValueChange: (person: Person | null) => void;
  label: string;
}

/** Finds a person to whom a company's ticket may be assigned, by name, e-mail or complete id. */
export function PersonPicker({ empresaId, value, onValueChange, label, ...props }: PersonPickerProps) {
  const { q, box } = useEntityPicker();
  const people = useQuery({
    ...apiListQuery(listResponsaveis, { query: { empresaId, ...(q ? { q } : {}) } }),
    enabled: box.open,
  });
  return (
    <EntityPicker
      {...props}
      {...box}
      label={label}
      value={value?.id ?? ''}
      name={value?.nome}
      noneLabel="Ninguém"
      onValueChange={(option) => onValueChange(option ? { id: option.id, nome: option.label } : null)}
      placeholder="Nome, e-mail ou ID do usuário"
      options={people.data?.data.map(({ id, nome, email, papel }) => ({
        id,
        label: nome || email,
        hint: `${papelLabel(papel)} · ${email}`,
      }))}
      errorText={people.isError ? errorMessage(people.error, 'Erro ao buscar as pessoas') : null}
      emptyText="Ninguém encontrado."
    />
  );
}
