import { listProjetos } from '@escuta/shared/contracts/projetos';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { errorMessage } from '../../lib/api.ts';
import { apiListQuery } from '../../lib/query.ts';
import { SearchPicker, usePickerState } from './search-picker.tsx';

interface ProjectPickerProps extends Omit<ComponentProps<'button'>, 'value' | 'onChange'> {
  /** Id of the project; '' for none. */
  value: string;
  onValueChange: (id: string) => void;
  label: string;
}

/** One of the company's projects, found by name, or none. */
export function ProjectPicker({ value, onValueChange, label, ...props }: ProjectPickerProps) {
  const { q, box } = usePickerState();
  const [nome, setNome] = useState('');
  const projects = useQuery({
    ...apiListQuery(listProjetos, { query: { limit: 20, ...(q ? { q } : {}) } }),
    enabled: box.open,
  });
  return (
    <SearchPicker
      {...props}
      {...box}
      label={label}
      value={value || null}
      shown={value ? nome : 'Nenhum'}
      noneLabel="Nenhum"
      onValueChange={(option) => {
        setNome(option?.label ?? '');
        onValueChange(option?.id ?? '');
      }}
      placeholder="Nome do projeto"
      options={projects.data?.data.map((projeto) => ({ id: projeto.id, label: projeto.nome }))}
      errorText={projects.isError ? errorMessage(projects.error, 'Falha ao buscar projetos.') : null}
      emptyText="Nenhum projeto encontrado."
    />
  );
}
