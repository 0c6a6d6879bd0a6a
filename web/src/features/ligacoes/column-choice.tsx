import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/overlays/popover.tsx';

/** Columns beside those that the specification asks for, in their order. */
export const OPTIONAL = [
  'nota',
  'sentimento',
  'alertas',
  'direcao',
  'espera',
  'agente',
  'revisada_por',
  'responsavel',
] as const;
export type OptionalColumn = (typeof OPTIONAL)[number];
export const OPTIONAL_LABEL: Record<OptionalColumn, string> = {
  direcao: 'Direção',
  nota: 'Pontuação',
  sentimento: 'Sentimento',
  alertas: 'Alertas da IA',
  espera: 'Espera (s)',
  agente: 'Agente',
  revisada_por: 'Revisada por',
  responsavel: 'Responsável',
};

const keyOf = (usuarioId: string) => `ligacoes-colunas:${usuarioId}`;

function read(usuarioId: string): readonly OptionalColumn[] {
  try {
    const kept = localStorage.getItem(keyOf(usuarioId));
    return kept === null ? OPTIONAL : OPTIONAL.filter((column) => kept.split(',').includes(column));
  } catch {
    return OPTIONAL;
  }
}

/** Which optional columns a person sees, kept on this device. */
export function useColumns(usuarioId: string) {
  const [shown, setShown] = useState(() => read(usuarioId));
  const toggle = (column: OptionalColumn, on: boolean): void => {
    const next = OPTIONAL.filter((one) => (one === column ? on : shown.includes(one)));
    setShown(next);
    try {
      localStorage.setItem(keyOf(usuarioId), next.join(','));
    } catch {
      // Without a storage the choice holds until the next page load.
    }
  };
  return { shown, toggle };
}

/** 'Colunas': which of the optional ones the list shows. */
export function ColumnChoice({ shown, toggle }: ReturnType<typeof useColumns>) {
  return (
    <Popover>
      <PopoverTrigger asChild>
        {/* Its words would make another line of the filters where the window is no wider than usual. */}
        <Button variant="outline" className="sm:max-2xl:px-2.5" title="Colunas">
          <Columns3 aria-hidden="true" />
          <span className="sm:max-2xl:sr-only">Colunas</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label="Colunas da lista" className="grid w-56 gap-1">
        {OPTIONAL.map((column) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the box is a button of Radix inside it
          <label key={column} className="flex min-h-9 cursor-pointer items-center gap-2.5 text-sm">
            <Checkbox
              aria-label={OPTIONAL_LABEL[column]}
              checked={shown.includes(column)}
              onCheckedChange={(on) => toggle(column, on === true)}
            />
            {OPTIONAL_LABEL[column]}
          </label>
        ))}
      </PopoverContent>
    </Popover>
  );
}
