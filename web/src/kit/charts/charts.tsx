/**
 * Draws the charts. Their library is larger than the code of any screen, so only lazy.tsx loads this file. The drawings
 * are hidden from screen readers, because the table in ChartCard has the same content.
 */
import { type ReactNode, useId } from 'react';
import {
  Bar,
  CartesianGrid,
  Cell,
  ComposedChart,
  Line,
  LineChart,
  Pie,
  PieChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { formatNumber } from '../../lib/text/format.ts';
import { fillOf, PatternDefs, Swatch } from './patterns.tsx';
import type { ChartRow, Series } from './series.ts';

const TICK = { fill: 'var(--muted-foreground)', fontSize: 12 } as const;
const CURSOR = { fill: 'var(--foreground)', fillOpacity: 0.06 } as const;
const MARGIN = { top: 8, right: 8, bottom: 0, left: 0 } as const;

function Frame({ children }: { children: ReactNode }) {
  return (
    <ResponsiveContainer width="100%" height="100%" debounce={50}>
      {children}
    </ResponsiveContainer>
  );
}

interface TooltipContentProps {
  active?: boolean | undefined;
  label?: unknown;
  payload?: readonly { dataKey?: unknown; name?: unknown; value?: unknown }[] | undefined;
  series: readonly Series[];
  format: (value: number, series: Series) => string;
}

function TooltipContent({ active, label, payload, series, format }: TooltipContentProps) {
  if (!active || !payload?.length) return null;
  return (
    <div className="grid gap-1 rounded-md border bg-popover px-3 py-2 text-popover-foreground text-xs shadow-lg">
      {label === undefined ? null : <p className="max-w-60 break-words font-medium">{String(label)}</p>}
      {payload.map((entry) => {
        const own = series.find(({ key }) => key === entry.dataKey || key === entry.name);
        if (!own || typeof entry.value !== 'number') return null;
        return (
          <p key={own.key} className="flex items-center gap-2">
            <Swatch series={own} />
            <span className="flex-1">{own.label}</span>
            <span className="font-medium tabular-nums">{format(entry.value, own)}</span>
          </p>
        );
      })}
    </div>
  );
}

/** Label below a column: the part of its name before '/', as 'mar' of 'mar/26'. Tooltip and table have the year. */
const shortName = (name: unknown) => String(name).split('/')[0] ?? '';
const compact = new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 });

/** A line over a chart's values that has no points of its own: a mean, or the previous period. */
function sideLine(line: Series) {
  const isFormer = line.pattern === 'tracejado';
  return (
    <Line
      key={line.key}
      dataKey={line.key}
      type="linear"
      stroke={line.color}
      strokeWidth={isFormer ? 1.5 : 2.5}
      {...(isFormer && { strokeDasharray: '5 4' })}
      dot={false}
      activeDot={false}
      connectNulls
      isAnimationActive={false}
      // Lets clicks through to the values below the line.
      style={{ pointerEvents: 'none' }}
    />
  );
}

export interface ColumnsProps {
  rows: readonly ChartRow[];
  /** Name of the rows' field that contains the category's name. */
  category: string;
  series: readonly Series[];
  lines?: readonly Series[] | undefined;
  stacked?: boolean;
  /** Formats a value with its unit, for axis and tooltip; by default as a whole number. */
  format?: ((value: number) => string) | undefined;
  /** Formats the value of a line, such as a mean; by default `format`. */
  formatLine?: ((value: number) => string) | undefined;
  /** Makes the label below a column from the category's name; by default a month's short name. */
  tickOf?: ((name: string) => string) | undefined;
  /** Called with the row's index and the series' key of a clicked part of a column. */
  onPick?: ((row: number, key: string) => void) | undefined;
}

/** Chart of columns by category, such as months, with a tooltip and lines over the columns. */
export function Columns({
  rows,
  category,
  series,
  lines = [],
  stacked = false,
  format,
  formatLine,
  tickOf,
  onPick,
}: ColumnsProps) {
  const prefix = useId();
  const written = format ?? ((value: number) => formatNumber(value));
  const writtenLine = formatLine ?? written;
  return (
    <Frame>
      <ComposedChart
        data={[...rows]}
        margin={MARGIN}
        accessibilityLayer={false}
        barCategoryGap="24%"
        barGap={3}
      >
        <PatternDefs series={series} prefix={prefix} />
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis
          tickFormatter={tickOf ?? shortName}
          dataKey={category}
          tick={TICK}
          tickLine={false}
          axisLine={{ stroke: 'var(--border)' }}
          // Up to 12 labels always fit, so all are drawn; of more than 12 labels, only those that fit are drawn.
          interval={rows.length > 12 ? 'preserveStartEnd' : 0}
          minTickGap={4}
        />
        <YAxis
          tick={TICK}
          tickLine={false}
          axisLine={false}
          // The axis is as wide as its widest number, because a cut number ('60 mil') would read as another number.
          width="auto"
          allowDecimals={format !== undefined}
          tickFormatter={format ?? ((value: number) => compact.format(value))}
        />
        <Tooltip
          cursor={CURSOR}
          isAnimationActive={false}
          content={(props) => (
            <TooltipContent
              active={props.active}
              label={props.label}
              payload={[...props.payload].reverse()}
              series={[...series, ...lines]}
              format={(value, one) => (lines.includes(one) ? writtenLine : written)(value)}
            />
          )}
        />
        {series.map((one) => (
          <Bar
            key={one.key}
            dataKey={one.key}
            stackId={stacked ? 'soma' : one.key}
            fill={fillOf(one, prefix)}
            stroke={one.color}
            strokeWidth={1}
            maxBarSize={56}
            isAnimationActive={false}
            {...(onPick && {
              className: 'cursor-pointer',
              onClick: ({ originalDataIndex }) => onPick(originalDataIndex, one.key),
            })}
          />
        ))}
        {lines.map(sideLine)}
      </ComposedChart>
    </Frame>
  );
}

export interface RingProps {
  /** The parts; `color` and `pattern` as in a series. */
  parts: readonly (Series & { value: number })[];
  onPick?: ((key: string) => void) | undefined;
}

/** A ring chart of the parts of a whole. */
export function Ring({ parts, onPick }: RingProps) {
  const prefix = useId();
  const shown = parts.filter(({ value }) => value > 0);
  return (
    <Frame>
      <PieChart accessibilityLayer={false}>
        <PatternDefs series={parts} prefix={prefix} />
        <Pie
          data={shown.map(({ key, value }) => ({ name: key, value }))}
          rootTabIndex={-1}
          dataKey="value"
          nameKey="name"
          innerRadius="62%"
          outerRadius="96%"
          paddingAngle={shown.length > 1 ? 2 : 0}
          startAngle={90}
          endAngle={-270}
          isAnimationActive={false}
          {...(onPick && {
            className: 'cursor-pointer',
            onClick: ({ name }) => onPick(String(name)),
          })}
        >
          {shown.map((part) => (
            <Cell key={part.key} fill={fillOf(part, prefix)} stroke={part.color} strokeWidth={1} />
          ))}
        </Pie>
        <Tooltip
          isAnimationActive={false}
          content={(props) => (
            <TooltipContent
              active={props.active}
              payload={props.payload}
              series={parts}
              format={(value) => formatNumber(value)}
            />
          )}
        />
      </PieChart>
    </Frame>
  );
}

export interface TrendProps {
  rows: readonly ChartRow[];
  category: string;
  series: Series;
  /** Lines beside the values. If one of them is the values' mean, the mean is emphasised instead of the values. */
  lines?: readonly Series[] | undefined;
  /** Formats a share from 0 to 1. */
  format: (value: number) => string;
  /** Makes a point's label from its category's name (default: a month's short name). Only labels that fit are drawn. */
  tickOf?: (name: string) => string;
  onPick?: ((row: number) => void) | undefined;
}

/** A line chart of a share (0 to 1) over time; missing values leave gaps. */
export function Trend({ rows, category, series, lines = [], format, tickOf, onPick }: TrendProps) {
  const hasMean = lines.some(({ pattern }) => pattern === 'linha');
  return (
    <Frame>
      <LineChart data={[...rows]} margin={{ ...MARGIN, right: 16 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis
          tickFormatter={tickOf ?? shortName}
          dataKey={category}
          tick={TICK}
          tickLine={false}
          axisLine={{ stroke: 'var(--border)' }}
          interval={tickOf ? 'preserveStartEnd' : 0}
          minTickGap={12}
        />
        <YAxis
          domain={[0, 1]}
          ticks={[0, 0.25, 0.5, 0.75, 1]}
          tick={TICK}
          tickLine={false}
          axisLine={false}
          width={44}
          tickFormatter={format}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--border)' }}
          content={(props) => (
            <TooltipContent
              active={props.active}
              label={props.label}
              payload={props.payload}
              series={[series, ...lines]}
              format={format}
            />
          )}
        />
        {lines.filter(({ pattern }) => pattern === 'tracejado').map(sideLine)}
        <Line
          dataKey={series.key}
          stroke={series.color}
          strokeWidth={hasMean ? 1 : 2.5}
          strokeOpacity={hasMean ? 0.6 : 1}
          dot={{
            r: hasMean ? 2.5 : 4,
            fill: 'var(--card)',
            stroke: series.color,
            strokeWidth: hasMean ? 1.5 : 2,
          }}
          activeDot={
            onPick
              ? {
                  r: 6,
                  className: 'cursor-pointer',
                  onClick: (_, dot) => onPick((dot as unknown as { index: number }).index),
                }
              : { r: 5 }
          }
          connectNulls
          isAnimationActive={false}
        />
        {lines.filter(({ pattern }) => pattern !== 'tracejado').map(sideLine)}
      </LineChart>
    </Frame>
  );
}
