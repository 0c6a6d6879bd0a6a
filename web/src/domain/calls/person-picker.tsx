import { listResponsaveisDoProjeto } from '@escuta/shared/contracts/team/atribuicoes';
import { NENHUM } from '@escuta/shared/domain/filters/filtro-campos';
import { useQuery } from '@tanstack/react-query';
import {
  EntityPicker,
  type PickerOption,
  type PickerProps,
  useEntityPicker,
} from '../../kit/entity-picker.tsx';
import { errorMessage } from '../../lib/network/api.ts';
import { apiListQuery } from '../../lib/network/query.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { usePersonName } from './person-name.ts';

interface PersonPickerProps extends Omit<PickerProps, 'onValueChange'> {
  projetoId: string;
  onValueChange: (id: string, nome: string) => void;
  /** Words for the choice of nobody; absent: a person is required. */
  nobody?: string;
  /** Words for the choice of oneself: 'Atribuídas a mim'. */
  myself: string;
}

/** Picks a person with access to a project's company; oneself and nobody come first. */
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
      errorText={people.isError ? errorMessage(people.error, 'Erro ao buscar as pessoas') : null}
      emptyText="Ninguém encontrado."
    />
  );
}
