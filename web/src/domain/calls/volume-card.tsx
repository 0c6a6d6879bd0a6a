import type { volumeDoMes } from '@escuta/shared/contracts/dashboard';
import type { StatusProcessamento } from '@escuta/shared/domain/status';
import { ChartColumn } from 'lucide-react';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { ChartCard } from '../../kit/charts/chart-card.tsx';
import { ColumnsChart } from '../../kit/charts/lazy.tsx';
import { Legend } from '../../kit/charts/patterns.tsx';
import { monthLabel, type Series } from '../../kit/charts/series.ts';
import { formatNumber } from '../../lib/format.ts';
import { STATUS_LABEL } from './call-status.tsx';

/** The states of an item as every chart shows them, finished ones at the bottom. */
export const STATUS_SERIES: readonly (Series & { key: StatusProcessamento })[] = [
  { key: 'concluido', label: STATUS_LABEL.concluido, color: 'var(--success)' },
  { key: 'processando', label: STATUS_LABEL.processando, color: 'var(--info)', pattern: 'pontilhado' },
  { key: 'pendente', label: STATUS_LABEL.pendente, color: 'var(--muted-foreground)', pattern: 'vazado' },
  { key: 'erro', label: STATUS_LABEL.erro, color: 'var(--destructive)', pattern: 'listrado' },
];

interface VolumeCardProps {
  title: string;
  description: string;
  /** Undefined while it loads, null when it could not be read. */
  months: readonly z.infer<typeof volumeDoMes>[] | null | undefined;
  emptyAction?: ReactNode;
  onRetry: () => void;
  retrying: boolean;
}

/** Items registered in each month, by their state now. */
export function VolumeCard({ title, description, months, emptyAction, onRetry, retrying }: VolumeCardProps) {
  const rows = months?.map((month) => ({
    ...month,
    nome: monthLabel(month.mes),
    total: STATUS_SERIES.reduce((sum, { key }) => sum + month[key], 0),
  }));
  return (
    <ChartCard
      title={title}
      description={description}
      data={
        rows
          ? {
              head: ['Mês', 'Total', ...STATUS_SERIES.map(({ label }) => label)],
              rows: rows.map((row) => ({
                id: row.mes,
                cells: [
                  row.nome,
                  formatNumber(row.total),
                  ...STATUS_SERIES.map(({ key }) => formatNumber(row[key])),
                ],
              })),
            }
          : (months as null | undefined)
      }
      empty={
        rows?.every(({ total }) => total === 0) && {
          icon: <ChartColumn />,
          title: 'Nenhum item nos últimos 6 meses',
          description: 'As ligações registradas ou importadas aparecem aqui, mês a mês.',
          action: emptyAction,
        }
      }
      onRetry={onRetry}
      retrying={retrying}
    >
      <div className="h-64">
        <ColumnsChart rows={rows ?? []} category="nome" series={STATUS_SERIES} stacked />
      </div>
      <Legend series={STATUS_SERIES} />
    </ChartCard>
  );
}
