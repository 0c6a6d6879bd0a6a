import { listAgentes } from '@escuta/shared/contracts/team/agentes';
import { listResponsaveisDoProjeto } from '@escuta/shared/contracts/team/atribuicoes';
import { NENHUM } from '@escuta/shared/domain/filters/filtro-campos';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePersonName } from '../../domain/calls/person-name.ts';
import {
  EntityPicker,
  type PickerOption,
  type PickerProps,
  useEntityPicker,
} from '../../kit/entity-picker.tsx';
import { errorMessage } from '../../lib/network/api.ts';
import { apiListQuery } from '../../lib/network/query.ts';
import { useRequiredSession } from '../../lib/network/session.ts';

interface PersonPickerProps extends Omit<PickerProps, 'onValueChange'> {
  projetoId: string;
  onValueChange: (id: string, nome: string) => void;
  /** Words for the choice of nobody; absent: a person is required. */
  nobody?: string;
  /** Words for the choice of oneself: 'Atribuídas a mim'. */
  myself: string;
}

/** Somebody with access to a project's company, oneself and nobody first. */
export function PersonPicker({
  projetoId,
  value,
  onValueChange,
  nobody,
  myself,
  ...props
}: PersonPickerProps) {
  const { user } = useRequiredSession();
  const { q, box } = useEntityPicker();
  const nome = usePersonName(projetoId, value);
  const people = useQuery({
    ...apiListQuery(listResponsaveisDoProjeto, { params: { id: projetoId }, query: q ? { q } : {} }),
    enabled: box.open,
  });
  const first: PickerOption[] = [
    { id: user.id, label: myself },
    ...(nobody ? [{ id: NENHUM, label: nobody }] : []),
  ];
  const own = first.find(({ id }) => id === value)?.label;
  const found = people.data?.data
    .filter(({ id }) => id !== user.id)
    .map(({ id, nome: label, email }) => ({ id, label, hint: email === label ? undefined : email }));
  return (
    <EntityPicker
      {...props}
      {...box}
      value={value}
      name={own ?? nome}
      onValueChange={(option) => onValueChange(option?.id ?? '', option?.label ?? '')}
      placeholder="Nome ou e-mail"
      options={found && [...(q ? [] : first), ...found]}
      errorText={people.isError ? errorMessage(people.error, 'Erro ao buscar pessoas') : null}
      emptyText="Ninguém encontrado."
    />
  );
}

/** The filter by agent. The rows that it leaves say the name of who stands in the address. */
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
  // One who was merged stands in the rows as who they are now.
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
      errorText={list.isError ? errorMessage(list.error, 'Falha ao buscar agentes.') : null}
      emptyText="Nenhum agente encontrado."
    />
  );
}
