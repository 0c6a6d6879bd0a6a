import { listProjetos } from '@escuta/shared/contracts/projetos';
import { useQuery } from '@tanstack/react-query';
import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
  SelectValue,
} from '../../components/ui/select.tsx';
import { apiQuery } from '../../lib/query.ts';

/** Radix takes no empty value for an item. */
const COMPANY = 'empresa';

interface ProjectPickerProps {
  empresaId: string;
  /** Id of the project; '' for the company as a whole. */
  value: string;
  onValueChange: (id: string) => void;
}

/** The company as a whole, or one of its projects (the newest hundred). */
export function ProjectPicker({ empresaId, value, onValueChange }: ProjectPickerProps) {
  const projects = useQuery({
    ...apiQuery(listProjetos, { query: { empresaId, limit: 100 } }),
    enabled: empresaId !== '',
  });
  return (
    <Select value={value || COMPANY} onValueChange={(next) => onValueChange(next === COMPANY ? '' : next)}>
      <SelectTrigger aria-label="Projeto">
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        <SelectItem value={COMPANY}>Empresa inteira</SelectItem>
        {projects.data?.data.map(({ id, nome }) => (
          <SelectItem key={id} value={id}>
            {nome}
          </SelectItem>
        ))}
        {value && !projects.data?.data.some(({ id }) => id === value) ? (
          <SelectItem value={value}>Projeto</SelectItem>
        ) : null}
      </SelectContent>
    </Select>
  );
}
