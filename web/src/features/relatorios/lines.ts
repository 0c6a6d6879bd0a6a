/** Lines drawn over a report's values: the mean of seven days, and the previous period. */
import type { SerieWire } from '@escuta/shared/contracts/insights/relatorios';
import type { Passo } from '@escuta/shared/domain/reports/period';
import { FORMER_LINE, MEAN_LINE, type Series } from '../../kit/charts/series.ts';

const DIAS = 7;
/** Least number of days of a period for which the mean of seven days is drawn. */
const DIAS_MINIMO = 2 * DIAS;

type Ponto = { valor: number | null; n: number };
type Linha = 'media' | 'anterior';

/**
 * True if the values of this unit are means over calls. Several such values are averaged by their numbers of calls;
 * values that are sums are averaged over days.
 */
const isMean = (unidade: SerieWire['unidade']): boolean => unidade === 'nota' || unidade === 'parte';

/** The mean of the seven days that end with each day; null on the first six, and for a score or share without calls. */
function meansOf(pontos: readonly Ponto[], unidade: SerieWire['unidade']): (number | null)[] {
  return pontos.map((_, index) => {
    if (index < DIAS - 1) return null;
    const days = pontos.slice(index - DIAS + 1, index + 1);
    if (!isMean(unidade)) return days.reduce((sum, { valor }) => sum + (valor ?? 0), 0) / DIAS;
    const n = days.reduce((sum, day) => sum + day.n, 0);
    return n === 0 ? null : days.reduce((sum, day) => sum + (day.valor ?? 0) * day.n, 0) / n;
  });
}

/** The values of a line; null if fewer than two are known, because a single value gives no line. */
const drawn = (values: (number | null)[]) =>
  values.filter((value) => value !== null).length > 1 ? values : null;

/** Adds stacked series up, point by point, in this period and the previous one. */
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
 * The lines of a chart and their values, point by point. Daily points give lines of seven-day means, also for the
 * previous period, because days with few calls vary too much. A previous period without values has no line.
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
