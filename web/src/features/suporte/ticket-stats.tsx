import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDot, Inbox, TriangleAlert } from 'lucide-react';
import { ticketStatsQuery } from '../../domain/tickets/ticket-queries.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { StatCard } from '../../ui/card.tsx';

/** Value in the address for the tickets of every company. */
export const ALL_COMPANIES = 'todas';

/** Parameters of a request for the company that `empresa`, the address's parameter, names. */
export function companyQuery(empresa: string): { empresaId?: string; todas?: 'true' } {
  if (empresa === '') return {};
  return empresa === ALL_COMPANIES ? { todas: 'true' } : { empresaId: empresa };
}

/** The four figures of the tickets of a company, or of all. `empresa` is the address's parameter. */
export function TicketStats({ empresa }: { empresa: string }) {
  const { data, isError } = useQuery({
    ...ticketStatsQuery(companyQuery(empresa)),
    select: (answer) => answer.data,
  });
  const show = (n: number | undefined) => (n === undefined ? (isError ? '-' : undefined) : formatNumber(n));
  const por = data?.porStatus;
  return (
    <section aria-label="Números dos tickets" className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <StatCard
        label="Total de Tickets"
        value={show(data?.total)}
        hint="Em aberto e resolvidos"
        icon={<Inbox />}
      />
      <StatCard
        label="Em Aberto"
        value={show(data?.emAberto)}
        hint={por ? `${formatNumber(por.em_andamento)} em andamento` : undefined}
        icon={<CircleDot />}
      />
      <StatCard
        label="Resolvidos"
        value={show(data?.resolvidos)}
        hint={por ? plural(por.fechado, 'já fechado', 'já fechados') : undefined}
        icon={<CircleCheck />}
      />
      <StatCard
        label="Críticos"
        value={show(data?.criticos)}
        hint="Ainda em aberto"
        icon={<TriangleAlert />}
      />
    </section>
  );
}
