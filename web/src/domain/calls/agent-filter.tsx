import { listAgentes } from '@escuta/shared/contracts/team/agentes';
import { NENHUM } from '@escuta/shared/domain/filters/filtro-campos';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EntityPicker, useEntityPicker } from '../../kit/entity-picker.tsx';
import { FILTER_WIDTH } from '../../kit/list/filter-select.tsx';
import { errorMessage } from '../../lib/network/api.ts';
import { apiListQuery } from '../../lib/network/query.ts';

/**
 * Filter by an agent of the company. `nobody` adds a choice for calls without a known agent; `known`: names of agents
 * that the page has already loaded.
 */
export function AgentFilter({
  value,
  onValueChange,
  known,
  nobody: offersNobody = true,
  noneLabel = 'Todos os agentes',
  className = FILTER_WIDTH,
}: {
  value: string;
  onValueChange: (id: string) => void;
  known?: ReadonlyMap<string, string>;
  nobody?: boolean;
  noneLabel?: string;
  className?: string;
}) {
  const { q, box } = useEntityPicker();
  const [chosen, setChosen] = useState<{ id: string; label: string } | null>(null);
  const list = useQuery({
    ...apiListQuery(listAgentes, { query: { limit: 20, q: q || undefined } }),
    enabled: box.open,
  });
  const nobody = { id: NENHUM, label: 'Sem agente conhecido' };
  const name =
    value === NENHUM
      ? nobody.label
      : ((chosen?.id === value ? chosen.label : undefined) ?? known?.get(value) ?? 'Um agente');
  return (
    <EntityPicker
      {...box}
      label="Agente"
      noneLabel={noneLabel}
      className={className}
      value={value}
      name={name}
      onValueChange={(option) => {
        setChosen(option);
        onValueChange(option?.id ?? '');
      }}
      placeholder="Nome do agente"
      options={
        list.data && [
          ...(q || !offersNobody ? [] : [nobody]),
          ...list.data.data.map(({ id, nome }) => ({ id, label: nome })),
        ]
      }
      errorText={list.isError ? errorMessage(list.error, 'Erro ao buscar os agentes.') : null}
      emptyText="Nenhum agente encontrado."
    />
  );
}
