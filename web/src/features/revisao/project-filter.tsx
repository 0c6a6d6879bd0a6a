import { ProjectPicker } from '../../domain/projects/project-picker.tsx';
import { FILTER_WIDTH } from '../../kit/list/filter-select.tsx';

interface ProjectFilterProps {
  value: string;
  onValueChange: (id: string) => void;
}

/** Filter that limits a list to one project of the company, or shows all projects. */
export function ProjectFilter(props: ProjectFilterProps) {
  return <ProjectPicker {...props} label="Projeto" noneLabel="Todos os projetos" className={FILTER_WIDTH} />;
}
