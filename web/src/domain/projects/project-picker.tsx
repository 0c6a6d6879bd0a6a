import { getProjeto, listProjetos } from '@escuta/shared/contracts/operation/projetos';
import type { TipoProjeto } from '@escuta/shared/domain/runs/status';
import { useQuery } from '@tanstack/react-query';
import { EntityPicker, type PickerProps, useEntityPicker } from '../../kit/entity-picker.tsx';
import { errorMessage } from '../../lib/network/api.ts';
import { apiListQuery, apiQuery } from '../../lib/network/query.ts';

interface ProjectPickerProps extends PickerProps {
  /** Id of the company whose projects are offered; by default the session's company. */
  empresaId?: string | undefined;
  /** The kind of project that is offered; by default every kind. */
  tipo?: TipoProjeto;
  /** True to leave out the examples, to which nothing can be added. */
  own?: boolean;
}

/** Finds a company's project by name; can be left empty. */
export function ProjectPicker({
  value,
  onValueChange,
  empresaId,
  tipo,
  own = false,
  ...props
}: ProjectPickerProps) {
  const { q, box } = useEntityPicker();
  const projects = useQuery({
    ...apiListQuery(listProjetos, { query: { limit: 20, q: q || undefined, empresaId, tipo } }),
    enabled: box.open,
  });
  const chosen = useQuery({
    ...apiQuery(getProjeto, { params: { id: value } }),
    enabled: value !== '',
    select: (answer) => answer.data.nome,
  });
  return (
    <EntityPicker
      {...props}
      {...box}
      value={value}
      name={chosen.data ?? (chosen.isError ? 'Projeto' : undefined)}
      onValueChange={(option) => onValueChange(option?.id ?? '')}
      emptyLabel="Selecione um projeto"
      placeholder="Nome do projeto"
      options={projects.data?.data
        .filter(({ exemplo }) => !own || !exemplo)
        .map(({ id, nome }) => ({ id, label: nome }))}
      errorText={projects.isError ? errorMessage(projects.error, 'Falha ao buscar projetos.') : null}
      emptyText="Nenhum projeto encontrado."
    />
  );
}
