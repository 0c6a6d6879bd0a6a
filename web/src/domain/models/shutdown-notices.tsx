import { listModelos } from '@escuta/shared/contracts/insights/modelos';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { apiQuery } from '../../lib/network/query.ts';

/**
 * Models in use that their provider switches off soon, or has switched off; nothing while there are none. For
 * administrators.
 */
export function ShutdownNotices({ action }: { action?: ReactNode }) {
  const { data } = useQuery({
    ...apiQuery(listModelos),
    select: (answer) => answer.data.filter((modelo) => modelo.ativo && modelo.aviso !== null),
  });
  if (!data || data.length === 0) return null;
  return (
    <section
      aria-label="Modelos que serão desativados"
      className="flex flex-wrap items-start gap-3 rounded-xl border border-warning-text/30 bg-warning-soft px-4 py-3 text-sm text-warning-text"
    >
      <TriangleAlert className="mt-0.5 size-4.5 shrink-0" aria-hidden="true" />
      <ul className="grid min-w-0 flex-1 gap-1">
        {data.map(({ id, rotulo, aviso }) => (
          <li key={id} className="break-words">
            <strong className="font-semibold">{rotulo}</strong>: {aviso}
          </li>
        ))}
      </ul>
      {action}
    </section>
  );
}
