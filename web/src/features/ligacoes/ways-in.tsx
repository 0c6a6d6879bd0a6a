import { listLotesGravacao } from '@escuta/shared/contracts/calls/lotes-gravacao';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { Dices, FileSpreadsheet, FileUp } from 'lucide-react';
import { Link } from 'react-router-dom';
import { type CallFilters, samplesAddress } from '../../domain/calls/list-address.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';

/** Class of a label beside an icon: visible if the row has room, else only for screen readers and in the tooltip. */
export const WIDE = 'max-[98rem]:sr-only';
export const ICON = 'max-[98rem]:px-2.5';

/** Button 'Importar XLS', which imports calls from a sheet. */
export function ImportSheet({ projetoId }: { projetoId: string }) {
  return (
    <Button variant="outline" className={ICON} title="Importar XLS" asChild>
      <Link to={href(paths.importar, { projectId: projetoId })}>
        <FileSpreadsheet aria-hidden="true" />
        <span className={WIDE}>Importar XLS</span>
      </Link>
    </Button>
  );
}

/** Button 'Enviar gravações', with the number of batches of recordings that wait for a person. */
export function SendRecordings({ projetoId }: { projetoId: string }) {
  const waiting = useQuery({
    ...apiQuery(listLotesGravacao, { query: { projeto_id: projetoId, estado: 'pronto', limit: 1 } }),
    select: (answer) => answer.pagination.total,
  });
  const n = waiting.data ?? 0;
  return (
    <Button variant="outline" className="px-2.5" title="Enviar gravações" asChild>
      <Link to={href(paths.gravacoes, { id: projetoId })}>
        <FileUp aria-hidden="true" />
        <span className="sr-only">Enviar gravações</span>
        {n > 0 ? (
          <Badge
            variant="warning"
            aria-label={`${plural(n, 'envio aguarda', 'envios aguardam')} conferência`}
          >
            {formatNumber(n)}
          </Badge>
        ) : null}
      </Link>
    </Button>
  );
}

/** 'Sorteios': random samples of the project's calls; a new sample draws from the list's filtered calls. */
export function Samples({ projetoId, filters }: { projetoId: string; filters: CallFilters }) {
  return (
    <Button variant="outline" className="px-2.5" title="Sorteios" asChild>
      <Link to={samplesAddress(projetoId, filters)}>
        <Dices aria-hidden="true" />
        <span className="sr-only">Sorteios</span>
      </Link>
    </Button>
  );
}
