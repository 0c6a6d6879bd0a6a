import { listModeloOpcoes } from '@escuta/shared/contracts/insights/modelos';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../lib/network/query.ts';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../ui/inputs/select.tsx';

interface ModelSelectProps {
  finalidade: 'transcricao' | 'texto';
  /** Label of the chosen model. */
  value: string;
  onValueChange: (rotulo: string) => void;
  /** Text of the choice of no model, whose value is empty. Absent: a model is required. */
  none?: string;
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
}

/** Stands for '' in the select, because Radix does not permit an empty value. */
const NONE = '-';

/** Chooses a model by its label in the catalogue. A withdrawn label stays chosen until the person changes it. */
export function ModelSelect({ finalidade, value, onValueChange, none, ...props }: ModelSelectProps) {
  const { data, isError } = useQuery({
    ...apiQuery(listModeloOpcoes, { query: { finalidade } }),
    select: (answer) => answer.data,
  });
  const options = data ?? [];
  const isNone = none !== undefined && value === '';
  const isOffered = isNone || options.some(({ rotulo }) => rotulo === value);
  return (
    <Select
      value={isNone ? NONE : value}
      onValueChange={(chosen) => onValueChange(none !== undefined && chosen === NONE ? '' : chosen)}
    >
      <SelectTrigger {...props} aria-busy={!data && !isError}>
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        {none === undefined ? null : <SelectItem value={NONE}>{none}</SelectItem>}
        {isOffered ? null : (
          <SelectItem value={value}>{data ? `${value} (fora do catálogo)` : value}</SelectItem>
        )}
        {options.map(({ rotulo, chama, aviso }) => (
          <SelectItem key={rotulo} value={rotulo} title={aviso ?? undefined}>
            {rotulo}
            <span className="text-muted-foreground">
              {chama ? ` · ${chama.modelo}` : ' · provedor não configurado'}
            </span>
          </SelectItem>
        ))}
        {isError ? (
          <p role="alert" className="px-2 py-1.5 text-destructive-text text-xs">
            Os modelos não puderam ser carregados.
          </p>
        ) : null}
      </SelectContent>
    </Select>
  );
}
