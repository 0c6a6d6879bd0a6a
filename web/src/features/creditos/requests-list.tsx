import { listPedidos, type PedidoWire } from '@escuta/shared/contracts/accounts/creditos';
import { formatCreditos, SITUACAO_PEDIDO_LABEL } from '@escuta/shared/domain/runs/credits';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../lib/network/query.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, CardTitle } from '../../ui/card.tsx';

/** Number of shown requests, open and decided ones together. */
const SHOWN = 5;

const VARIANT = { pendente: 'warning', concedido: 'success', recusado: 'neutral' } as const satisfies Record<
  PedidoWire['situacao'],
  string
>;

/** The company's requests to buy more than its monthly limit allows; nothing if there are none. */
export default function RequestsList({ empresaId }: { empresaId: string }) {
  const { data: rows } = useQuery({
    ...apiQuery(listPedidos, { params: { empresaId }, query: { limit: SHOWN } }),
    select: (answer) => answer.data,
  });
  if (!rows || rows.length === 0) return null;
  return (
    <Card className="mt-4 grid gap-3 p-5">
      <CardTitle>Últimos pedidos</CardTitle>
      <ul aria-label="Últimos pedidos de créditos" className="grid divide-y">
        {rows.map((row) => (
          <li
            key={row.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5 text-sm"
          >
            <div className="min-w-0">
              <p className="break-words font-medium">
                {row.pacote}: {formatCreditos(row.quantidade)}
              </p>
              <p className="text-muted-foreground text-xs">
                Pedido em {formatDateTime(row.created_at)}
                {row.motivo ? `. Motivo da recusa: ${row.motivo}` : ''}
              </p>
            </div>
            <Badge variant={VARIANT[row.situacao]}>{SITUACAO_PEDIDO_LABEL[row.situacao]}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
