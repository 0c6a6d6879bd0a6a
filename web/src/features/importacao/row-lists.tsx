import {
  listLinhasDaImportacao,
  listMantidasDaImportacao,
  RAZAO_DE_FICAR_LABEL,
} from '@escuta/shared/contracts/calls/importacoes';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { PagedCard } from '../../kit/list/paged-card.tsx';
import { apiListQuery } from '../../lib/network/query.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime, formatPhone } from '../../lib/text/format.ts';

const ROWS = 10;
const linkClasses =
  'focus-ring touch-target rounded-sm font-medium text-primary-text underline-offset-4 hover:underline';

interface Call {
  id: string;
  numero_destino: string | null;
  call_start_time: string | null;
}

function CallLink({ ligacao }: { ligacao: Call }) {
  return (
    <Link to={href(paths.analiseLigacao, { itemId: ligacao.id })} className={linkClasses}>
      {ligacao.numero_destino ? formatPhone(ligacao.numero_destino) : 'Ligação sem número'} em{' '}
      {formatDateTime(ligacao.call_start_time)}
    </Link>
  );
}

interface LeftOutProps {
  id: string;
  situacao: 'recusada' | 'duplicada' | 'perna';
  simulada: boolean;
  title: string;
  action?: ReactNode;
}

/** Text for a row without a text of its own. The name of the call that the row belongs to follows the text. */
function rowText(situacao: LeftOutProps['situacao'], linha: number | null): string {
  if (situacao === 'perna')
    return linha === null ? 'perna de uma ligação que já existe' : `perna da ligação da linha ${linha}`;
  return linha === null ? 'ligação que já existe' : `igual à linha ${linha}`;
}

/** Rows that became no call, with the reason or the existing call. */
export function LeftOut({ id, situacao, simulada, title, action }: LeftOutProps) {
  const [page, setPage] = useState(1);
  const query = useQuery(
    apiListQuery(listLinhasDaImportacao, {
      params: { id },
      query: { page, limit: ROWS, situacao, simulada: simulada ? 'true' : 'false' },
    }),
  );
  return (
    <PagedCard
      title={title}
      listLabel={title}
      noun="linhas"
      query={query}
      rows={query.data?.data.map((row) => ({ ...row, id: String(row.n) }))}
      pagination={query.data?.pagination}
      onPageChange={setPage}
      failedTitle="Não foi possível buscar as linhas."
      empty={<p className="text-muted-foreground text-sm">Nenhuma linha.</p>}
      action={action}
    >
      {({ n, motivo, celulas, ligacao, linha_igual }) => (
        <div className="grid min-w-0 gap-0.5 text-sm">
          <p className="break-words">
            {motivo ?? `Linha ${n}: `}
            {motivo === null && ligacao ? (
              <>
                {rowText(situacao, linha_igual)}, <CallLink ligacao={ligacao} />
              </>
            ) : null}
            {motivo === null && !ligacao
              ? linha_igual === null
                ? 'a ligação já existia e foi excluída depois'
                : rowText(situacao, linha_igual)
              : null}
          </p>
          {celulas.length > 0 ? (
            <p className="truncate text-muted-foreground text-xs" title={celulas.join(' | ')}>
              {celulas.join(' | ')}
            </p>
          ) : null}
        </div>
      )}
    </PagedCard>
  );
}

/** Calls that stayed when their import was undone, with reasons. */
export function KeptCalls({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery(
    apiListQuery(listMantidasDaImportacao, { params: { id }, query: { page, limit: ROWS } }),
  );
  return (
    <PagedCard
      title="Ligações mantidas"
      listLabel="Ligações mantidas"
      noun="ligações"
      query={query}
      rows={query.data?.data}
      pagination={query.data?.pagination}
      onPageChange={setPage}
      failedTitle="Não foi possível buscar as ligações."
      empty={<p className="text-muted-foreground text-sm">Nenhuma ligação.</p>}
    >
      {(row) => (
        <p className="min-w-0 break-words text-sm">
          <CallLink ligacao={row} />:{' '}
          {row.razao === null ? 'pode ser excluída' : RAZAO_DE_FICAR_LABEL[row.razao]}
        </p>
      )}
    </PagedCard>
  );
}
