/** Lines beside a report's values: the mean of seven days, and the former period. */
import type { SerieWire } from '@escuta/shared/contracts/insights/relatorios';
import type { Passo } from '@escuta/shared/domain/reports/period';
import { FORMER_LINE, MEAN_LINE, type Series } from '../../kit/charts/series.ts';

const DIAS = 7;
/** Least number of days of a period for a mean of seven days to be useful. */
const DIAS_MINIMO = 2 * DIAS;

type Ponto = { valor: number | null; n: number };
type Linha = 'media' | 'anterior';

/**
 * True if a value is a mean over its calls, and several values are averaged by number of calls; a sum is averaged by
 * days.
 */
const isMean = (unidade: SerieWire['unidade']): boolean => unidade === 'nota' || unidade === 'parte';

/** Mean of the seven days that end with each day; null before the first seven, or without any call. */
function meansOf(pontos: readonly Ponto[], unidade: SerieWire['unidade']): (number | null)[] {
  return pontos.map((_, index) => {
    if (index < DIAS - 1) return null;
    const days = pontos.slice(index - DIAS + 1, index + 1);
    if (!isMean(unidade)) return days.reduce((sum, { valor }) => sum + (valor ?? 0), 0) / DIAS;
    const n = days.reduce((sum, day) => sum + day.n, 0);
    return n === 0 ? null : days.reduce((sum, day) => sum + (day.valor ?? 0) * day.n, 0) / n;
  });
}

/** Values of a line; null: fewer than two values make no line. */
const drawn = (values: (number | null)[]) =>
  values.filter((value) => value !== null).length > 1 ? values : null;

/** Stacked series, as the single series of their sums. */
function together(series: readonly SerieWire[]): { agora: Ponto; antes: Ponto }[] {
  const [first] = series;
  const sum = (points: readonly Ponto[]): Ponto => ({
    valor: points.reduce<number | null>(
      (total, { valor }) => (valor === null ? total : (total ?? 0) + valor),
      null,
    ),
    n: points.reduce((total, { n }) => total + n, 0),
  });
  return (first?.pontos ?? []).map((_, index) => {
    const points = series.flatMap(({ pontos }) => pontos[index] ?? []);
    return { agora: sum(points), antes: sum(points.map(({ anterior }) => anterior)) };
  });
}

/**
 * The lines of a drawing and their values, point by point. Days are drawn as their mean, the former period's too: days
 * of few calls jump. A former period without any figure has no line.
 */
export function linesOf(
  series: readonly SerieWire[],
  passo: Passo,
): { lines: Series[]; values: Partial<Record<Linha, number | null>>[] } {
  const unidade = series[0]?.unidade ?? 'ligacoes';
  const points = together(series);
  const asMeans = passo === 'dia' && points.length >= DIAS_MINIMO;
  const valuesOf = (of: readonly Ponto[]) => (asMeans ? meansOf(of, unidade) : of.map(({ valor }) => valor));
  const former = points.some(({ antes }) => antes.n > 0)
    ? drawn(valuesOf(points.map(({ antes }) => antes)))
    : null;
  const means = asMeans ? drawn(valuesOf(points.map(({ agora }) => agora))) : null;
  return {
    lines: [
      ...(former
        ? [
            {
              key: 'anterior',
              label: asMeans ? `Período anterior, média de ${DIAS} dias` : 'Período anterior',
              ...FORMER_LINE,
            },
          ]
        : []),
      ...(means ? [{ key: 'media', label: `Média de ${DIAS} dias`, ...MEAN_LINE }] : []),
    ],
    values: points.map((_, index) => ({
      ...(former && { anterior: former[index] ?? null }),
      ...(means && { media: means[index] ?? null }),
    })),
  };
}
