import { listUsers } from '@escuta/shared/contracts/accounts/users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { EntityPicker, useEntityPicker } from '../../kit/entity-picker.tsx';
import { ControlField } from '../../kit/form/fields.tsx';
import { errorMessage } from '../../lib/network/api.ts';
import { papelLabel } from '../../lib/network/papeis.ts';
import { apiListQuery } from '../../lib/network/query.ts';

interface Props<I extends FieldValues> {
  control: Control<I>;
  name: FieldPath<I>;
  /** The agent's company, whose accounts alone are offered. */
  empresaId: string;
  /** The account that the agent has now, with the e-mail to show; null for none. */
  now: { id: string; email: string | null } | null;
  disabled?: boolean;
}

/** Field 'Acesso': the account with which an agent signs in, one of the company's accounts or none. */
export function AccountField<I extends FieldValues>({ control, name, empresaId, now, disabled }: Props<I>) {
  const { q, box } = useEntityPicker();
  const [chosen, setChosen] = useState<{ id: string; label: string } | null>(null);
  const people = useQuery({
    ...apiListQuery(listUsers, { query: { empresaId, limit: 20, ...(q ? { q } : {}) } }),
    enabled: box.open,
  });
  const nameOf = (id: string): string =>
    chosen?.id === id ? chosen.label : now?.id === id ? (now.email ?? 'Uma conta da empresa') : 'Outra conta';
  return (
    <ControlField
      control={control}
      name={name}
      label="Acesso"
      hint="A conta desta pessoa na Escuta. A atividade da conta é somada à deste agente."
    >
      {({ value, onChange }) => (
        <EntityPicker
          {...box}
          label="Acesso"
          noneLabel="Sem acesso"
          disabled={disabled}
          value={value ?? ''}
          name={nameOf(value ?? '')}
          onValueChange={(option) => {
            setChosen(option);
            onChange(option?.id ?? '');
          }}
          placeholder="Nome ou e-mail"
          options={people.data?.data.map(({ usuario_id, nome, email, role }) => ({
            id: usuario_id,
            label: nome || email,
            hint: `${papelLabel(role)} · ${email}`,
          }))}
          errorText={people.isError ? errorMessage(people.error, 'Erro ao buscar as pessoas') : null}
          emptyText="Ninguém encontrado."
        />
      )}
    </ControlField>
  );
}
