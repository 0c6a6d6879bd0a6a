import { listModeloOpcoes } from '@escuta/shared/contracts/modelos';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../lib/query.ts';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../ui/select.tsx';

interface ModelSelectProps {
  finalidade: 'transcricao' | 'texto';
  /** The label. */
  value: string;
  onValueChange: (rotulo: string) => void;
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
}

/** One label of the catalogue, with what it calls now. A label that is no longer offered stays chosen until changed. */
export function ModelSelect({ finalidade, value, onValueChange, ...props }: ModelSelectProps) {
  const { data, isError } = useQuery({
    ...apiQuery(listModeloOpcoes, { query: { finalidade } }),
    select: (answer) => answer.data,
  });
  const options = data ?? [];
  const isOffered = options.some(({ rotulo }) => rotulo === value);
  return (
    <Select value={value} onValueChange={onValueChange}>
      <SelectTrigger {...props} aria-busy={!data && !isError}>
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
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
