import { getTrabalhoDaEquipe } from '@escuta/shared/contracts/team/equipe';
import { NENHUM } from '@escuta/shared/domain/filters/filtro-campos';
import { useQuery } from '@tanstack/react-query';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { useCan } from '../../lib/network/permissions.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { useRequiredSession } from '../../lib/network/session.ts';

interface HolderFilterProps {
  label: string;
  value: string;
  onValueChange: (id: string) => void;
}

/** Filters by the person to whom a call is assigned: oneself, nobody or, for team leaders, one of the team. */
export function HolderFilter(props: HolderFilterProps) {
  const { user } = useRequiredSession();
  const leads = useCan()('user', 'read');
  const { data } = useQuery({ ...apiQuery(getTrabalhoDaEquipe), enabled: leads });
  const team = (data?.data ?? []).filter(({ id }) => id !== user.id);
  const options = [
    { value: user.id, label: 'Atribuídas a você' },
    { value: NENHUM, label: 'Sem responsável' },
    ...team.map(({ id, nome }) => ({ value: id, label: nome })),
  ];
  const isNamed = props.value === '' || options.some(({ value }) => value === props.value);
  return (
    <FilterSelect
      {...props}
      allLabel="Todos os responsáveis"
      className="sm:w-52"
      options={isNamed ? options : [...options, { value: props.value, label: 'Outra pessoa' }]}
    />
  );
}
