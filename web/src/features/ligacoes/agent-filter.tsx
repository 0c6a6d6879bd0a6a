import { listAgentes } from '@escuta/shared/contracts/team/agentes';
import { NENHUM } from '@escuta/shared/domain/filters/filtro-campos';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EntityPicker, type PickerOption, useEntityPicker } from '../../kit/entity-picker.tsx';
import { errorMessage } from '../../lib/network/api.ts';
import { apiListQuery } from '../../lib/network/query.ts';

/** Filters the list by agent. The address has only the agent's id; the filtered rows give the name. */
export function AgentFilter({
  empresaId,
  rows,
  value,
  onValueChange,
  className,
}: {
  empresaId: string | undefined;
  rows: readonly { agente: { id: string; nome: string } | null }[] | undefined;
  value: string;
  onValueChange: (id: string) => void;
  className?: string;
}) {
  const { q, box } = useEntityPicker();
  const [chosen, setChosen] = useState<PickerOption | null>(null);
  const list = useQuery({
    ...apiListQuery(listAgentes, { query: { limit: 20, q: q || undefined, empresaId } }),
    enabled: box.open,
  });
  const none: PickerOption = { id: NENHUM, label: 'Sem agente' };
  // If the agent was merged into another, the rows give the name of the agent that remains.
  const shown = rows?.find(({ agente }) => agente)?.agente?.nome;
  const nome =
    value === NENHUM
      ? none.label
      : chosen?.id === value
        ? chosen.label
        : (shown ?? (rows ? 'Agente' : undefined));
  const found = list.data?.data.map(({ id, nome: label, apelidos }) => ({
    id,
    label,
    hint: apelidos.join(' · ') || undefined,
  }));
  return (
    <EntityPicker
      {...box}
      label="Agente"
      noneLabel="Todos os agentes"
      className={className}
      value={value}
      name={nome}
      onValueChange={(option) => {
        setChosen(option);
        onValueChange(option?.id ?? '');
      }}
      placeholder="Nome ou apelido"
      options={found && [...(q ? [] : [none]), ...found]}
      errorText={list.isError ? errorMessage(list.error, 'Erro ao buscar os agentes.') : null}
      emptyText="Nenhum agente encontrado."
    />
  );
}
