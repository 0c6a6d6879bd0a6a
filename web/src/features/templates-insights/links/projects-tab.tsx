import { listProjectsWithTemplates } from '@escuta/shared/contracts/insights/insight-templates';
import { FILTROS_PROJETO_COM_TEMPLATES } from '@escuta/shared/domain/filters/lists/templates';
import { FolderKanban } from 'lucide-react';
import { CATEGORIA_OPTIONS } from '../../../domain/insights/categoria.tsx';
import { FilterControls, filterTable, optionsOf } from '../../../kit/list/filter-controls.tsx';
import { ListPanel } from '../../../kit/list/list-panel.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ProjectRow } from './project-row.tsx';

const TABLE = filterTable(FILTROS_PROJETO_COM_TEMPLATES, {
  search: 'search',
  filtro: {
    all: 'Todos os projetos',
    options: optionsOf(['com', 'sem'], { com: 'Com templates', sem: 'Sem templates' }),
    className: 'sm:w-48',
  },
  categoria: { all: 'Todas as categorias', options: CATEGORIA_OPTIONS, className: 'sm:w-48' },
});

interface ProjectsTabProps {
  empresaId: string | undefined;
  onView: (templateId: string) => void;
}

export function ProjectsTab({ empresaId, onView }: ProjectsTabProps) {
  const list = useList(listProjectsWithTemplates, TABLE.readers, (asked) => ({
    query: { limit: 10, empresaId, ...TABLE.ask(asked) },
  }));
  return (
    <ListPanel
      list={list}
      search={{ label: 'Buscar projetos e templates', placeholder: 'Projeto ou template' }}
      errorTitle="Erro ao carregar projetos com templates"
      errorFallback="Erro ao buscar projetos com templates"
      noun="projetos"
      nothing="Nenhum projeto encontrado"
      empty={{
        icon: <FolderKanban />,
        title: 'Nenhum projeto encontrado',
        description: 'Crie um projeto para aplicar templates às suas ligações.',
      }}
      filters={<FilterControls table={TABLE} list={list} />}
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
                  categoria={list.filters.categoria}
                  empresaId={empresaId}
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
