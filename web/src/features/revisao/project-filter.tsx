import { ProjectPicker } from '../../domain/projects/project-picker.tsx';

interface ProjectFilterProps {
  value: string;
  onValueChange: (id: string) => void;
}

/** One of the company's projects, or all of them. */
export function ProjectFilter(props: ProjectFilterProps) {
  return (
    <ProjectPicker
      {...props}
      label="Projeto"
      noneLabel="Todos os projetos"
      className="min-w-36 flex-1 sm:w-52 sm:flex-none"
    />
  );
}
