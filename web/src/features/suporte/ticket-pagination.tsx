import { Button } from '../../components/ui/button.tsx';
import { formatNumber } from '../../lib/format.ts';

interface TicketPaginationProps {
  page: number;
  limit: number;
  total: number;
  totalPages: number;
  onPageChange: (page: number) => void;
}

/** 'Mostrando x a y de z tickets', and the way to the pages before and after. */
export function TicketPagination({ page, limit, total, totalPages, onPageChange }: TicketPaginationProps) {
  if (total === 0) return null;
  const from = (page - 1) * limit + 1;
  return (
    <div className="flex flex-col items-center justify-between gap-3 sm:flex-row">
      <p className="text-muted-foreground text-sm tabular-nums" aria-live="polite">
        Mostrando {formatNumber(from)} a {formatNumber(Math.min(page * limit, total))} de{' '}
        {formatNumber(total)} tickets
      </p>
      <nav aria-label="Paginação" className="flex items-center gap-3">
        <Button variant="outline" size="sm" disabled={page <= 1} onClick={() => onPageChange(page - 1)}>
          Anterior
        </Button>
        <span className="text-sm tabular-nums">
          Página {formatNumber(page)} de {formatNumber(totalPages)}
        </span>
        <Button
          variant="outline"
          size="sm"
          disabled={page >= totalPages}
          onClick={() => onPageChange(page + 1)}
        >
          Próxima
        </Button>
      </nav>
    </div>
  );
}
