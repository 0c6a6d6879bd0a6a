import { listItensDoProjeto } from '@escuta/shared/contracts/operation/projetos';
import { skipToken, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { analysisAddress, LIST_PARAM, listOfAnalysis } from '../../domain/calls/list-address.ts';
import { askedFilters } from '../../kit/list/filter-params.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { isPageKey, useShortcutsEnabled } from '../../lib/page/page-keys.ts';
import { useWindowKeys } from '../../lib/page/window-keys.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';

/** Fetches a page of the list from which the analysis was opened; page 0 requests nothing. */
function useListPage(projetoId: string, list: ReturnType<typeof listOfAnalysis>, page: number) {
  const asked = list && page > 0;
  const options = apiQuery(listItensDoProjeto, {
    params: { id: projetoId },
    query: asked ? { ...askedFilters(list.filters), limit: list.limit, ordem: list.ordem, page } : {},
  });
  const { data } = useQuery({ ...options, ...(asked ? {} : { queryFn: skipToken }), staleTime: 60_000 });
  return asked ? data : undefined;
}

type Place = { at: number; total: number; exact: boolean; previous: string | null; next: string | null };

/** Links to the calls before and after this one, in the order of the list from which the analysis was opened. */
export function Neighbours({ itemId, projetoId }: { itemId: string; projetoId: string }) {
  const [search] = useSearchParams();
  const list = listOfAnalysis(search.get(LIST_PARAM));
  const page = list?.filters.page ?? 0;
  const here = useListPage(projetoId, list, page);
  const rows = here?.data ?? [];
  const index = rows.findIndex(({ id }) => id === itemId);
  const last = here?.pagination.totalPages ?? 0;
  const before = useListPage(projetoId, list, index === 0 && page > 1 ? page - 1 : 0);
  const after = useListPage(
    projetoId,
    list,
    index >= 0 && index === rows.length - 1 && page < last ? page + 1 : 0,
  );
  const to = (id: string | undefined, ofPage: number): string | null =>
    id && list ? analysisAddress(id, { ...list, filters: { ...list.filters, page: ofPage } }) : null;
  const found: Place | null =
    list && here && index >= 0
      ? {
          at: (page - 1) * list.limit + index + 1,
          total: here.pagination.total,
          exact: here.pagination.totalExato,
          previous: index > 0 ? to(rows[index - 1]?.id, page) : to(before?.data.at(-1)?.id, page - 1),
          next: index < rows.length - 1 ? to(rows[index + 1]?.id, page) : to(after?.data[0]?.id, page + 1),
        }
      : null;
  // A judged call may leave its list (for example the calls without a verdict). The neighbours at its last position are
  // then kept.
  const [kept, setKept] = useState<Place | null>(null);
  if (found && JSON.stringify(found) !== JSON.stringify(kept)) setKept(found);
  const place = found ?? kept;
  const navigate = useNavigate();
  const [enabled] = useShortcutsEnabled();
  useWindowKeys((event) => {
    if (!place || !enabled || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
      return;
    if (event.repeat || !isPageKey(event.key, event.target instanceof Element ? event.target : null)) return;
    const goal = { n: place.next, p: place.previous }[event.key.toLowerCase()];
    if (!goal) return;
    event.preventDefault();
    void navigate(goal);
  });
  if (!place) return null;
  return (
    <nav
      aria-label="Ligações da lista"
      className="mt-0.5 flex items-center gap-1 max-sm:order-last max-sm:w-full max-sm:justify-between print:hidden"
    >
      <Step to={place.previous} label="Ligação anterior da lista" hint="P" icon={ChevronLeft} />
      <span className="text-muted-foreground text-sm tabular-nums">
        {formatNumber(place.at)} de {formatNumber(place.total)}
        {place.exact ? '' : '+'}
      </span>
      <Step to={place.next} label="Próxima ligação da lista" hint="N" icon={ChevronRight} />
    </nav>
  );
}

function Step({
  to,
  label,
  hint,
  icon: Icon,
}: {
  to: string | null;
  label: string;
  hint: string;
  icon: LucideIcon;
}) {
  return (
    <Button
      variant="outline"
      size="icon"
      asChild={to !== null}
      disabled={to === null}
      aria-label={label}
      title={`${label} (${hint})`}
    >
      {to ? (
        <Link to={to} aria-label={label}>
          <Icon aria-hidden="true" />
        </Link>
      ) : (
        <Icon aria-hidden="true" />
      )}
    </Button>
  );
}
