import { listProjectsWithTemplates } from '@escuta/shared/contracts/insight-templates';
import { CATEGORIAS_TEMPLATE } from '@escuta/shared/domain/insight-template';
import { useQuery } from '@tanstack/react-query';
import { FolderKanban } from 'lucide-react';
import { anyText, oneOf } from '../../components/lists/filter-params.ts';
import { ClearFilters, FilterSelect } from '../../components/lists/filter-select.tsx';
import { ListPanel } from '../../components/lists/list-panel.tsx';
import { useListFilters } from '../../components/lists/use-list-filters.ts';
import { SearchInput } from '../../components/ui/search-input.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { apiListQuery } from '../../lib/query.ts';
import { ProjectRow } from './project-row.tsx';
import { CATEGORIA_OPTIONS } from './template-badges.tsx';
import type { TemplateActions } from './use-template-actions.ts';

const READERS = {
  q: anyText,
  filtro: oneOf(['com', 'sem']),
  categoria: oneOf(CATEGORIAS_TEMPLATE),
};

interface ProjectsTabProps {
  empresaId: string | undefined;
  actions: TemplateActions;
  onView: (templateId: string) => void;
}

/** 'Projetos e Templates': each project with its templates. */
export function ProjectsTab({ empresaId, actions, onView }: ProjectsTabProps) {
  const { filters, change, clear, filtered } = useListFilters(READERS);
  const list = useQuery(
    apiListQuery(listProjectsWithTemplates, {
      query: {
        page: filters.page,
        limit: 10,
        search: filters.q.trim() || undefined,
        filtro: filters.filtro === 'com' || filters.filtro === 'sem' ? filters.filtro : undefined,
        categoria: filters.categoria || undefined,
        empresaId,
      },
    }),
  );
  return (
    <ListPanel
      query={list}
      page={filters.page}
      onPageChange={(page) => change({ page })}
      filtered={filtered}
      onClear={clear}
      errorTitle="Erro ao carregar projetos com templates"
      noun="projetos"
      nothing="Nenhum projeto encontrado"
      empty={{
        icon: <FolderKanban />,
        title: 'Nenhum projeto encontrado',
        description: 'Crie um projeto para aplicar templates às suas ligações.',
      }}
      filters={
        <>
          <SearchInput
            value={filters.q}
            onValueChange={(q) => change({ q })}
            label="Buscar projetos e templates"
            placeholder="Projeto ou template"
            className="w-full sm:w-auto sm:min-w-56 sm:flex-1"
          />
          <FilterSelect
            label="Projetos"
            allLabel="Todos os projetos"
            value={filters.filtro}
            onValueChange={(filtro) => change({ filtro })}
            options={[
              { value: 'com', label: 'Com templates' },
              { value: 'sem', label: 'Sem templates' },
            ]}
            className="sm:w-48"
          />
          <FilterSelect
            label="Categoria"
            allLabel="Todas as categorias"
            value={filters.categoria}
            onValueChange={(categoria) => change({ categoria })}
            options={CATEGORIA_OPTIONS}
            className="sm:w-48"
          />
          <ClearFilters show={filtered} onClear={clear} />
        </>
      }
    >
      {(rows, stale) => (
        <ul
          aria-label="Projetos e templates"
          aria-busy={rows === undefined || stale}
          className="grid grid-cols-1 gap-3"
        >
          {rows
            ? rows.map((project) => (
                <ProjectRow
                  key={project.id}
                  project={project}
                  categoria={filters.categoria}
                  empresaId={empresaId}
                  actions={actions}
                  onView={onView}
                />
              ))
            : Array.from({ length: 4 }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
                <li key={index}>
                  <Skeleton className="h-24 rounded-lg" />
                </li>
              ))}
        </ul>
      )}
    </ListPanel>
  );
}
