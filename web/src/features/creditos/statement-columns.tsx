import type { LancamentoWire } from '@escuta/shared/contracts/accounts/creditos';
import {
  formatCentavos,
  SITUACAO_CONSUMO_LABEL,
  type SituacaoConsumo,
  TIPO_EXTRATO_LABEL,
  type TipoExtrato,
} from '@escuta/shared/domain/runs/credits';
import { Link } from 'react-router-dom';
import type { Column } from '../../kit/list/data-list.tsx';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime, formatNumber } from '../../lib/text/format.ts';
import { cn } from '../../lib/utils.ts';
import { Badge, type BadgeVariant } from '../../ui/badge.tsx';

const TIPO_VARIANT: Record<TipoExtrato, BadgeVariant> = {
  compra: 'success',
  ajuste: 'info',
  reserva: 'neutral',
  estorno: 'warning',
};

const SITUACAO_CLASS: Record<SituacaoConsumo, string> = {
  em_andamento: 'text-info-text',
  confirmado: 'text-muted-foreground',
  estornado: 'text-warning-text',
};

/** An amount with its sign: '+800', '−1'. The sign shows the direction even without colour. */
export function signed(quantidade: number): string {
  const sign = quantidade > 0 ? '+' : quantidade < 0 ? '−' : '';
  return `${sign}${formatNumber(Math.abs(quantidade))}`;
}

/** Words for the person who caused an entry. */
export function responsible(usuario: LancamentoWire['usuario']): string {
  if (usuario === null) return 'Sistema';
  return usuario.nome ?? usuario.email ?? 'Conta excluída';
}

/** Words for an entry of the statement, with a link to the entry's recording and the state of its charge. */
export function Description({ row }: { row: LancamentoWire }) {
  return (
    <div className="grid min-w-0 gap-0.5">
      <span className="break-words">{row.descricao || TIPO_EXTRATO_LABEL[row.tipo]}</span>
      {row.item || row.situacao ? (
        <span className="flex flex-wrap items-center gap-x-2 text-xs">
          {row.item ? (
            <Link
              to={href(paths.analiseLigacao, { itemId: row.item.id })}
              className="focus-ring max-w-56 truncate rounded-sm text-primary-text underline-offset-4 hover:underline"
            >
              {row.item.nome ?? 'Ver gravação'}
            </Link>
          ) : null}
          {row.situacao ? (
            <span className={SITUACAO_CLASS[row.situacao]}>{SITUACAO_CONSUMO_LABEL[row.situacao]}</span>
          ) : null}
        </span>
      ) : null}
    </div>
  );
}

export function TypeBadge({ row }: { row: LancamentoWire }) {
  return <Badge variant={TIPO_VARIANT[row.tipo]}>{TIPO_EXTRATO_LABEL[row.tipo]}</Badge>;
}

export function Amount({ row }: { row: LancamentoWire }) {
  return (
    <span
      className={cn(
        'whitespace-nowrap font-medium tabular-nums',
        row.quantidade > 0 ? 'text-success-text' : 'text-foreground',
      )}
    >
      {signed(row.quantidade)}
    </span>
  );
}

export const STATEMENT_COLUMNS: readonly Column<LancamentoWire>[] = [
  {
    label: 'Data',
    cell: (row) => <span className="whitespace-nowrap tabular-nums">{formatDateTime(row.created_at)}</span>,
  },
  {
    label: 'Tipo',
    cell: (row) => <TypeBadge row={row} />,
  },
  {
    label: 'Descrição',
    className: 'w-full min-w-48',
    cell: (row) => <Description row={row} />,
  },
  {
    label: 'Créditos',
    className: 'text-right',
    cell: (row) => <Amount row={row} />,
  },
  {
    label: 'Saldo após',
    className: 'text-right',
    cell: (row) => <span className="tabular-nums">{formatNumber(row.saldo_apos)}</span>,
  },
  {
    label: 'Valor',
    className: 'text-right',
    cell: (row) => (
      <span className="whitespace-nowrap tabular-nums">
        {row.valor_centavos === null ? '-' : formatCentavos(row.valor_centavos)}
      </span>
    ),
  },
  {
    label: 'Responsável',
    cell: (row) => (
      <span className="block max-w-44 truncate" title={row.usuario?.email ?? undefined}>
        {responsible(row.usuario)}
      </span>
    ),
  },
];
