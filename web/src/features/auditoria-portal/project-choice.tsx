import { getProjeto, listProjetos } from '@escuta/shared/contracts/operation/projetos';
import { useQueries, useQuery } from '@tanstack/react-query';
import { TIPO_PROJETO } from '../../domain/projects/tipos.ts';
import { EntityPicker, type PickerProps, useEntityPicker } from '../../kit/entity-picker.tsx';
import { errorMessage } from '../../lib/network/api.ts';
import { apiListQuery, apiQuery } from '../../lib/network/query.ts';

/** Kinds of projects that accept an audit of files. */
const TIPOS = ['pesquisa', 'auditoria'] as const;

/** Active projects that accept an audit of files; `projects` is undefined while they load. */
export function usePortalProjects(q: string, enabled = true) {
  const queries = useQueries({
    queries: TIPOS.map((tipo) => ({
      ...apiListQuery(listProjetos, { query: { limit: 100, q: q || undefined, tipo } }),
      enabled,
    })),
  });
  const error = queries.find((query) => query.error)?.error ?? null;
  const projects = queries.every(({ data }) => data)
    ? queries
        .flatMap(({ data }) => data?.data ?? [])
        .filter(({ isActive, exemplo }) => isActive && !exemplo)
        .toSorted((a, b) => a.nome.localeCompare(b.nome, 'pt-BR'))
    : undefined;
  return { projects, error, refetch: () => queries.forEach((query) => void query.refetch()) };
}

/** Finds by name a project that accepts an audit. */
export function ProjectChoice({ value, onValueChange, ...props }: PickerProps) {
  const { q, box } = useEntityPicker();
  const { projects, error } = usePortalProjects(q, box.open);
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
      options={projects?.map(({ id, nome, tipo_projeto }) => ({
        id,
        label: nome,
        hint: TIPO_PROJETO[tipo_projeto].label,
      }))}
      errorText={error ? errorMessage(error, 'Falha ao buscar projetos.') : null}
      emptyText="Nenhum projeto ativo de pesquisa ou auditoria encontrado."
    />
  );
}
