import {
  grantPedido,
  listPedidosAdmin,
  type PedidoAdminWire,
} from '@escuta/shared/contracts/accounts/creditos';
import { formatCnpj } from '@escuta/shared/domain/accounts/cnpj';
import { formatCentavos, formatCreditos } from '@escuta/shared/domain/runs/credits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { useApiMutation } from '../../kit/mutation.ts';
import { usePollWhileOffline } from '../../lib/network/events.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { formatDateTime, formatNumber } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardTitle } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { RefuseDialog } from './refuse-dialog.tsx';

/** Greatest number of shown requests, the oldest first. Each company may have at most five pending requests. */
const SHOWN = 50;

const COLUMNS: readonly Column<PedidoAdminWire>[] = [
  {
    label: 'Empresa',
    card: 'title',
    className: 'w-full min-w-48',
    cell: ({ empresa, usuario }) => (
      <div className="grid gap-0.5">
        <span className="break-words font-medium">{empresa.nome}</span>
        <span className="text-muted-foreground text-xs tabular-nums">{formatCnpj(empresa.cnpj)}</span>
        {usuario ? <span className="break-words text-muted-foreground text-xs">{usuario.email}</span> : null}
      </div>
    ),
  },
  { label: 'Pacote', text: ({ pacote }) => pacote, className: 'max-w-48' },
  {
    label: 'Créditos',
    className: 'text-right',
    cell: ({ quantidade }) => <span className="tabular-nums">{formatNumber(quantidade)}</span>,
  },
  {
    label: 'Valor',
    className: 'text-right whitespace-nowrap',
    cell: ({ valor_centavos }) => (
      <span className="tabular-nums">
        {valor_centavos === null ? 'Conforme contrato' : formatCentavos(valor_centavos)}
      </span>
    ),
  },
  {
    label: 'Pedido em',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ created_at }) => formatDateTime(created_at),
  },
];

/** Purchases beyond a company's monthly limit that wait for an administrator; nothing if there are none. */
export default function RequestsSection() {
  const query = useQuery({
    ...apiQuery(listPedidosAdmin, { query: { situacao: 'pendente', limit: SHOWN } }),
    refetchInterval: usePollWhileOffline(60_000),
  });
  const [granting, setGranting] = useState<PedidoAdminWire | null>(null);
  const [refusing, setRefusing] = useState<PedidoAdminWire | null>(null);
  const grant = useApiMutation(grantPedido, {
    done: ({ message }) => message,
    failed: 'Erro ao conceder o pedido',
  });
  const rows = query.data?.data;
  if (query.isError && !rows) {
    return (
      <ErrorState
        title="Erro ao buscar os pedidos de créditos"
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  const total = query.data?.pagination.total ?? 0;
  return (
    <>
      {rows && rows.length > 0 ? (
        <Card className="mb-5 grid grid-cols-1 gap-3 p-4 sm:p-5">
          <div className="grid gap-1">
            <CardTitle>Pedidos de créditos ({formatNumber(total)})</CardTitle>
            <p className="text-muted-foreground text-sm">
              Compras acima do limite mensal da empresa: os créditos só entram na conta quando você conceder o
              pedido.
              {total > rows.length ? ` Aqui estão os ${rows.length} mais recentes.` : ''}
            </p>
          </div>
          <DataList
            label="Pedidos de créditos"
            rows={rows}
            stale={false}
            columns={COLUMNS}
            actions={(row) => (
              <>
                <Button variant="outline" size="sm" onClick={() => setRefusing(row)}>
                  Recusar<span className="sr-only"> o pedido de {row.empresa.nome}</span>
                </Button>
                <Button size="sm" onClick={() => setGranting(row)}>
                  Conceder<span className="sr-only"> o pedido de {row.empresa.nome}</span>
                </Button>
              </>
            )}
          />
        </Card>
      ) : null}
      <ConfirmDialog
        open={granting !== null}
        onOpenChange={(open) => (open ? undefined : setGranting(null))}
        title="Conceder o pedido?"
        description={
          granting
            ? `A conta de ${granting.empresa.nome} recebe ${formatCreditos(granting.quantidade)} na hora. Depois, emita a cobrança.`
            : null
        }
        confirmLabel="Conceder"
        onConfirm={() => (granting ? grant.run({ params: { id: granting.id } }) : undefined)}
      />
      <RefuseDialog pedido={refusing} onClose={() => setRefusing(null)} />
    </>
  );
}
