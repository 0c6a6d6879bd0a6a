import type { FiltroDito } from '@escuta/shared/domain/filters/filtro-endereco';
import { X } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';

/** Filters in force as chips that can be removed. `change` sets the filters in the list's address. */
export function FilterChips({
  said,
  change,
}: {
  said: readonly FiltroDito[];
  change: (change: Record<string, ''>) => void;
}) {
  if (said.length === 0) return null;
  return (
    <ul aria-label="Filtros em vigor" className="flex flex-wrap gap-1.5">
      {said.map(({ campo, parametros, texto }) => (
        <li key={campo}>
          <Badge variant="primary" className="pr-0.5">
            {texto}
            <button
              type="button"
              aria-label={`Remover o filtro: ${texto}`}
              className="focus-ring touch-target grid size-6 place-items-center rounded-full hover:bg-accent"
              onClick={() => change(Object.fromEntries(parametros.map((name) => [name, ''] as const)))}
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          </Badge>
        </li>
      ))}
    </ul>
  );
}
