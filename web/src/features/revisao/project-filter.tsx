import { listProjetos } from '@escuta/shared/contracts/projetos';
import { useQuery } from '@tanstack/react-query';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { apiQuery } from '../../lib/query.ts';

interface ProjectFilterProps {
  value: string;
  onValueChange: (id: string) => void;
}

/** One of the company's first hundred projects by the list's own order, or all of them. */
export function ProjectFilter({ value, onValueChange }: ProjectFilterProps) {
  const { data } = useQuery(apiQuery(listProjetos, { query: { limit: 100 } }));
  const options = (data?.data ?? []).map(({ id, nome }) => ({ value: id, label: nome }));
  // A project that an address names stays shown while the list is on its way, and beyond its hundred.
  if (value && !options.some((option) => option.value === value)) {
    options.push({ value, label: 'Projeto escolhido' });
  }
  return (
    <FilterSelect
      label="Projeto"
      value={value}
      onValueChange={onValueChange}
      allLabel="Todos os projetos"
      options={options}
    />
  );
}
