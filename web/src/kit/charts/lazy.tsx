/** The charts, whose large library is loaded when the first chart is shown. */
import { lazy, Suspense } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { ColumnsProps, RingProps, TrendProps } from './charts.tsx';

const load = () => import('./charts.tsx');
const Columns = lazy(async () => ({ default: (await load()).Columns }));
const Ring = lazy(async () => ({ default: (await load()).Ring }));
const Trend = lazy(async () => ({ default: (await load()).Trend }));

const fallback = <Skeleton className="size-full" />;

export function ColumnsChart(props: ColumnsProps) {
  return (
    <Suspense fallback={fallback}>
      <Columns {...props} />
    </Suspense>
  );
}

export function RingChart(props: RingProps) {
  return (
    <Suspense fallback={fallback}>
      <Ring {...props} />
    </Suspense>
  );
}

export function TrendChart(props: TrendProps) {
  return (
    <Suspense fallback={fallback}>
      <Trend {...props} />
    </Suspense>
  );
}
