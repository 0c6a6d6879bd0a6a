import { type DitoSalvo, listFiltros } from '@escuta/shared/contracts/calls/filtros';
import { asListAddress } from '@escuta/shared/domain/filters/filtro-endereco';
import type { Filtro } from '@escuta/shared/domain/filters/filtro-tabela';
import { useQuery } from '@tanstack/react-query';
import { Bookmark, BookmarkPlus, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { OnDemand, partOf } from '../../kit/on-demand.tsx';
import { errorMessage } from '../../lib/network/api.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/overlays/dropdown-menu.tsx';
import { isAsked, isNow, type Now, wordsOf } from './saved-filter-words.ts';

const loadDialogs = () => import('./saved-filters-dialogs.tsx');
const SAVE = partOf(async () => (await loadDialogs()).SaveDialog);
const MANAGE = partOf(async () => (await loadDialogs()).ManageDialog);

interface SavedFiltersProps {
  filtro: Filtro;
  /** Text of the present search ('' for none). Saved searches and saved filters are separate lists. */
  dito?: DitoSalvo;
  /** Called with the chosen entry: the list applies it (`asListAddress`). */
  onChoose: (filtro: Filtro, dito: DitoSalvo | null) => void;
  /** True if this list can show a filter; the menu disables filters that it cannot show. */
  canShow?: (filtro: Filtro) => boolean;
  className?: string;
  labelClass?: string;
}

type Open = { kind: 'save' } | { kind: 'manage' };

/**
 * 'Filtros salvos' of a list of calls, or 'Buscas salvas' of the search: apply, save, rename, share or delete an entry.
 */
export function SavedFilters({
  filtro,
  dito,
  onChoose,
  canShow = (given) => asListAddress(given) !== null,
  className,
  labelClass,
}: SavedFiltersProps) {
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const { data, error, isPending } = useQuery(apiQuery(listFiltros));
  const words = wordsOf(dito);
  const kept = (data?.data ?? []).filter((one) => Boolean(one.dito) === Boolean(dito));
  const now: Now = { filtro, dito };
  const chosen = isAsked(now) ? kept.find((one) => isNow(one, now)) : undefined;
  const groups = [
    { label: words.mine, rows: kept.filter(({ da_empresa }) => !da_empresa) },
    { label: 'Da empresa', rows: kept.filter(({ da_empresa }) => da_empresa) },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline" className={className} title={chosen?.nome ?? words.title}>
            <Bookmark aria-hidden="true" />
            <span className={cn('max-w-48 truncate', labelClass)}>{chosen?.nome ?? words.title}</span>
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" className="max-w-[min(22rem,calc(100vw-2rem))]">
          <DropdownMenuRadioGroup value={chosen?.id ?? ''}>
            {groups.map(({ label, rows }) => (
              <div key={label}>
                <DropdownMenuLabel className="text-muted-foreground text-xs">{label}</DropdownMenuLabel>
                {rows.map((one) => (
                  <DropdownMenuRadioItem
                    key={one.id}
                    value={one.id}
                    disabled={!canShow(one.filtro)}
                    onSelect={() => onChoose(one.filtro, one.dito)}
                  >
                    <span className="min-w-0 break-words">{one.nome}</span>
                  </DropdownMenuRadioItem>
                ))}
              </div>
            ))}
          </DropdownMenuRadioGroup>
          {kept.length === 0 ? (
            <p className="max-w-64 px-2 py-1.5 text-muted-foreground text-sm">
              {error ? errorMessage(error) : isPending ? 'Carregando…' : words.none}
            </p>
          ) : null}
          <DropdownMenuSeparator />
          <DropdownMenuItem
            disabled={!isAsked(now) || chosen !== undefined}
            onSelect={() => setOpen({ kind: 'save' })}
          >
            <BookmarkPlus aria-hidden="true" />
            {words.save}
          </DropdownMenuItem>
          {kept.length > 0 ? (
            <DropdownMenuItem onSelect={() => setOpen({ kind: 'manage' })}>
              <Settings2 aria-hidden="true" />
              {words.manage}
            </DropdownMenuItem>
          ) : null}
        </DropdownMenuContent>
      </DropdownMenu>
      <OnDemand
        part={SAVE}
        open={open?.kind === 'save'}
        props={{ open: open?.kind === 'save', onClose: close, now }}
      />
      <OnDemand
        part={MANAGE}
        open={open?.kind === 'manage'}
        props={{ open: open?.kind === 'manage', onClose: close, kept, now }}
      />
    </>
  );
}
