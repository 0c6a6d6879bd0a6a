import { listMesesDaBusca } from '@escuta/shared/contracts/calls/busca';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../lib/network/api.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { SearchQuery } from './filters.ts';

const monthOf = (mes: string) => `${mes.slice(5, 7)}/${mes.slice(0, 4)}`;
/** The last day of a month, yyyy-MM-dd. */
const endOf = (mes: string) =>
  new Date(Date.UTC(Number(mes.slice(0, 4)), Number(mes.slice(5, 7)), 0)).toISOString().slice(0, 10);

/** Number of conversations with the searched words in each month; a click on a month searches only that month. */
export function Months({
  query,
  onChoose,
}: {
  query: SearchQuery;
  onChoose: (days: { de: string; ate: string }) => void;
}) {
  const { data, error } = useQuery({ ...apiQuery(listMesesDaBusca, { query }), staleTime: 60_000 });
  if (error)
    return (
      <Notice role="alert">{errorMessage(error, 'Não foi possível contar as conversas por mês.')}</Notice>
    );
  if (!data) return <Skeleton className="h-24 w-full" />;
  const { meses, parcial } = data.data;
  const most = Math.max(1, ...meses.map(({ n }) => n));
  return (
    <section aria-label="Conversas por mês" className="grid gap-2 rounded-xl border bg-card p-4">
      <ul className="grid gap-1">
        {meses.map(({ mes, n }) => (
          <li key={mes}>
            <button
              type="button"
              className="focus-ring grid w-full grid-cols-[4.5rem_1fr_auto] items-center gap-3 rounded-sm px-1 py-0.5 text-left text-sm hover:bg-accent max-sm:min-h-11"
              aria-label={`${monthOf(mes)}: ${plural(n, 'conversa', 'conversas')}`}
              onClick={() => onChoose({ de: mes, ate: endOf(mes) })}
            >
              <span className="text-muted-foreground tabular-nums">{monthOf(mes)}</span>
              <span className="h-2.5 rounded-full bg-muted">
                <span
                  className="block h-full rounded-full bg-primary"
                  style={{ width: `${Math.max(1, (100 * n) / most)}%` }}
                />
              </span>
              <span className="tabular-nums">{formatNumber(n)}</span>
            </button>
          </li>
        ))}
      </ul>
      {parcial ? (
        <p className="text-muted-foreground text-xs">Os meses mais antigos não foram contados.</p>
      ) : null}
    </section>
  );
}
