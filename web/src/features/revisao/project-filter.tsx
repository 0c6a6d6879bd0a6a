import { ProjectPicker } from '../../domain/projects/project-picker.tsx';
import { FILTER_WIDTH } from '../../kit/list/filter-select.tsx';

interface ProjectFilterProps {
  value: string;
  onValueChange: (id: string) => void;
}

/** Filters by a project of the company, or all. */
export function ProjectFilter(props: ProjectFilterProps) {
  return <ProjectPicker {...props} label="Projeto" noneLabel="Todos os projetos" className={FILTER_WIDTH} />;
}
