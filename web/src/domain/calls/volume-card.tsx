import type { volumeDoMes } from '@escuta/shared/contracts/insights/dashboard';
import type { StatusProcessamento } from '@escuta/shared/domain/runs/status';
import { plural } from '@escuta/shared/domain/text/in-words';
import { ChartColumn } from 'lucide-react';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { ChartCard } from '../../kit/charts/chart-card.tsx';
import { ColumnsChart } from '../../kit/charts/lazy.tsx';
import { Legend } from '../../kit/charts/patterns.tsx';
import type { ChartPick } from '../../kit/charts/pick.tsx';
import { FORMER_LINE, monthDays, monthLabel, type Series } from '../../kit/charts/series.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { STATUS_LABEL } from '../items/item-status.tsx';

/** Series of every chart of item states; the series of finished items is at the bottom. */
export const STATUS_SERIES: readonly (Series & { key: StatusProcessamento })[] = [
  { key: 'concluido', label: STATUS_LABEL.concluido, color: 'var(--success)', pattern: 'suave' },
  { key: 'processando', label: STATUS_LABEL.processando, color: 'var(--info)', pattern: 'pontilhado' },
  { key: 'pendente', label: STATUS_LABEL.pendente, color: 'var(--muted-foreground)', pattern: 'vazado' },
  { key: 'erro', label: STATUS_LABEL.erro, color: 'var(--destructive)', pattern: 'listrado' },
];

/** The clicked items: their days (`de`, `ate`), their state, and the days in words (`quando`: 'em mar/26'). */
export type VolumePick = { status?: StatusProcessamento; de: string; ate: string; quando: string };

/** A month with its items, and, if known, the number of items six months earlier (`anterior`). */
type Month = z.infer<typeof volumeDoMes> & { anterior?: { mes: string; n: number } };

/** The line for the six months before the months of the chart. */
export const FORMER_MONTHS: Series = { key: 'antes', label: '6 meses anteriores', ...FORMER_LINE };

interface VolumeCardProps {
  title: string;
  description: ReactNode;
  /** The months; undefined: still loading; null: reading failed. */
  months: readonly Month[] | null | undefined;
  emptyAction?: ReactNode;
  /** Called for a clicked figure, with the days of the counted items and, unless the figure is a sum, their state. */
  onPick?: ((asked: VolumePick) => void) | undefined;
  onRetry: () => void;
  retrying: boolean;
}

/** Target of a click on a state's name in the legend: the items in that state, over all months shown. */
function legendPicks(
  rows: readonly z.infer<typeof volumeDoMes>[],
  onPick: (asked: VolumePick) => void,
): Partial<Record<StatusProcessamento, ChartPick>> {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return {};
  const quando = `de ${monthLabel(first.mes)} a ${monthLabel(last.mes)}`;
  return Object.fromEntries(
    STATUS_SERIES.flatMap(({ key, label }) => {
      const n = rows.reduce((sum, month) => sum + month[key], 0);
      if (n === 0) return [];
      const pick: ChartPick = {
        label: `${label}: ${plural(n, 'item', 'itens')} ${quando}. Ver onde estão`,
        onPick: () => onPick({ status: key, ...monthDays(first.mes, last.mes), quando }),
      };
      return [[key, pick]];
    }),
  );
}

/** Items registered in each month, by their state now. */
export function VolumeCard({
  title,
  description,
  months,
  emptyAction,
  onPick,
  onRetry,
  retrying,
}: VolumeCardProps) {
  const rows = months?.map((month) => ({
    ...month,
    nome: monthLabel(month.mes),
    total: STATUS_SERIES.reduce((sum, { key }) => sum + month[key], 0),
    antes: month.anterior?.n ?? null,
    anterior: null,
    mesAnterior: month.anterior?.mes ?? null,
  }));
  // A single earlier month makes no line, and earlier months without items would be a flat line on the axis.
  const lines = (rows?.filter(({ antes }) => antes).length ?? 0) > 1 ? [FORMER_MONTHS] : [];
  type Row = NonNullable<typeof rows>[number];
  const ofMonth = ({ mes, nome }: Row, status?: StatusProcessamento): void =>
    onPick?.({ ...(status && { status }), ...monthDays(mes), quando: `em ${nome}` });
  /** A cell of the table. A zero is shown as text, because there are no items to open. */
  const cell = (row: Row, n: number, name: string, status?: StatusProcessamento) => {
    const text = formatNumber(n);
    if (!onPick || n === 0) return text;
    return {
      text,
      label: `${row.nome}, ${name}: ${text}. Ver onde estão`,
      onPick: () => ofMonth(row, status),
    };
  };
  const formerCell = ({ antes, mesAnterior }: Row) => {
    const text = formatNumber(antes ?? 0);
    if (!onPick || !antes || !mesAnterior) return text;
    const quando = `em ${monthLabel(mesAnterior)}`;
    return {
      text,
      label: `${monthLabel(mesAnterior)}, Total: ${text}. Ver onde estão`,
      onPick: () => onPick({ ...monthDays(mesAnterior), quando }),
    };
  };
  return (
    <ChartCard
      title={title}
      description={description}
      data={
        rows
          ? {
              head: [
                'Mês',
                'Total',
                ...STATUS_SERIES.map(({ label }) => label),
                ...lines.map(({ label }) => label),
              ],
              rows: rows.map((row) => ({
                id: row.mes,
                cells: [
                  row.nome,
                  cell(row, row.total, 'Total'),
                  ...STATUS_SERIES.map(({ key, label }) => cell(row, row[key], label, key)),
                  ...lines.map(() => formerCell(row)),
                ],
              })),
            }
          : (months as null | undefined)
      }
      empty={
        rows?.every(({ total }) => total === 0) && {
          icon: <ChartColumn />,
          title: 'Nenhum item nos últimos 6 meses',
          description: 'Os itens registrados ou importados aparecem aqui, mês a mês.',
          action: emptyAction,
        }
      }
      onRetry={onRetry}
      retrying={retrying}
      legend={
        <Legend series={[...STATUS_SERIES, ...lines]} picks={onPick && legendPicks(rows ?? [], onPick)} />
      }
    >
      <div className="h-64">
        <ColumnsChart
          rows={rows ?? []}
          category="nome"
          series={STATUS_SERIES}
          lines={lines}
          stacked
          onPick={
            onPick &&
            ((index, key) => {
              const row = rows?.[index];
              const series = STATUS_SERIES.find((one) => one.key === key);
              if (row && series) ofMonth(row, series.key);
            })
          }
        />
      </div>
    </ChartCard>
  );
}
