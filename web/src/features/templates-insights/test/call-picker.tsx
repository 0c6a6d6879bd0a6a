import { listTestableCalls } from '@escuta/shared/contracts/insights/template-tests';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { EntityPicker, useEntityPicker } from '../../../kit/entity-picker.tsx';
import { type Data, errorMessage } from '../../../lib/network/api.ts';
import { apiListQuery } from '../../../lib/network/query.ts';
import { formatClock, formatPhone, formatStart } from '../../../lib/text/format.ts';

export type TestableCall = Data<typeof listTestableCalls>[number];

interface CallPickerProps extends Omit<ComponentProps<'button'>, 'value' | 'onChange'> {
  empresaId: string | undefined;
  value: TestableCall | null;
  onValueChange: (call: TestableCall | null) => void;
  label?: string;
}

/** Finds a processed call of the company by number, name, extension or project. */
export function CallPicker({
  empresaId,
  value,
  onValueChange,
  label = 'Ligação',
  ...props
}: CallPickerProps) {
  const { q, box } = useEntityPicker();
  const calls = useQuery({
    ...apiListQuery(listTestableCalls, { query: { q: q || undefined, empresaId } }),
    enabled: box.open,
    select: ({ data }) => data,
  });
  return (
    <EntityPicker
      {...props}
      {...box}
      label={label}
      value={value?.id ?? ''}
      name={value ? `${labelOf(value)} · ${formatStart(value.quando, value.inicioPrecisao)}` : undefined}
      emptyLabel="Selecione uma ligação processada"
      onValueChange={(option) => onValueChange(calls.data?.find(({ id }) => id === option?.id) ?? null)}
      placeholder="Número, nome, ramal ou projeto"
      options={calls.data?.map((row) => ({
        id: row.id,
        label: labelOf(row),
        hint: `${row.projeto.nome} · ${formatStart(row.quando, row.inicioPrecisao)} · ${formatClock(row.callDuration)}`,
      }))}
      errorText={calls.isError ? errorMessage(calls.error, 'Erro ao carregar dados') : null}
      emptyText="Nenhuma ligação processada encontrada."
    />
  );
}

function labelOf({ numeroDestino, nomeEntrevistado, ramal }: TestableCall): string {
  const name = nomeEntrevistado ?? (ramal ? `Ramal ${ramal}` : 'Ligação');
  return numeroDestino
    ? `${formatPhone(numeroDestino)}${nomeEntrevistado ? ` · ${nomeEntrevistado}` : ''}`
    : name;
}
