/** Formats a report's numbers, and builds their links. */

import type { NumeroWire, SerieWire } from '@escuta/shared/contracts/insights/relatorios';
import { addDays, daysOf, type Passo, type Periodo } from '@escuta/shared/domain/reports/period';
import { formatCentavos } from '@escuta/shared/domain/runs/credits';
import { plural } from '@escuta/shared/domain/text/in-words';
import { paths } from '../../lib/paths.ts';
import { formatCost, formatNumber, formatShare, MESES_CURTOS } from '../../lib/text/format.ts';

type Behind = Pick<NumeroWire, 'lista' | 'filtro'>;
type Unidade = NumeroWire['unidade'];

/** A number formatted for its unit; '-' for null. */
export function formatFigure(valor: number | null, unidade: Unidade): string {
  if (valor === null) return '-';
  switch (unidade) {
    case 'nota':
      return formatNumber(valor * 100);
    case 'parte':
      return formatShare(valor, 1);
    case 'usd':
      return formatCost(valor);
    case 'minutos':
      return formatNumber(valor, valor > 0 && valor < 10 ? 1 : 0);
    case 'media_creditos':
      return formatNumber(valor, 2);
    case 'centavos':
      return formatCentavos(Math.round(valor));
    default:
      return formatNumber(valor);
  }
}

/** Formats a mean: a mean of counts gets decimals, because it is rarely whole; other means are formatted as values. */
export const formatMean = (valor: number | null, unidade: Unidade): string =>
  valor === null || unidade === 'nota' || unidade === 'parte' || unidade === 'usd'
    ? formatFigure(valor, unidade)
    : formatNumber(valor, 1);

/** Address of the list with the items that a number counts. */
export function listAddress({ lista, filtro }: Behind): string {
  const { empresaId: _, ...asked } = filtro;
  const query = new URLSearchParams(asked);
  switch (lista) {
    case 'custos':
      return `${paths.linhasDeCusto}?${query}`;
    case 'extrato':
      query.set('aba', 'extrato');
      return `${paths.creditos}?${query}`;
    case 'ligacoes':
      return `${paths.todasLigacoes}?${query}`;
  }
}

/** Address of the search for a word in conversations of a period. */
export function wordAddress(palavra: string, { de, ate }: Periodo, projetoId: string | undefined): string {
  const asked = { q: palavra, ...(projetoId && { projeto: projetoId }), data: 'ligacao', de, ate };
  return `${paths.busca}?${new URLSearchParams(asked)}`;
}

type Said = { agora: number; antes: number };

/** Frequency of a word per thousand words; null if no words were said. */
const perThousand = (n: number, total: number): number | null => (total > 0 ? (1000 * n) / total : null);

/** Frequency of a word per thousand words, as text: '2,1 por mil'; '-' if no words were said. */
export function sayShare(n: number, total: number): string {
  const share = perThousand(n, total);
  return share === null ? '-' : `${formatNumber(share, share > 0 && share < 1 ? 2 : 1)} por mil`;
}

/**
 * Change of a word's share of all words: 'mais dita, +120%'. The share can rise while the count falls. '-' if unknown.
 */
export function saidChange({ agora, antes }: Said, totais: Said): string {
  if (totais.agora === 0 && totais.antes === 0) return '-';
  const now = perThousand(agora, totais.agora) ?? 0;
  const before = perThousand(antes, totais.antes) ?? 0;
  const word = now > before ? 'mais dita' : 'menos dita';
  if (before === 0) return word;
  return `${word}, ${now > before ? '+' : ''}${formatNumber((100 * (now - before)) / before)}%`;
}

const dayMonthYear = (day: string) => day.split('-').reverse().join('/');

/** A period in words: '02/03/2026 a 29/03/2026'. */
export function describePeriod({ de, ate }: Periodo): string {
  return de === ate ? dayMonthYear(de) : `${dayMonthYear(de)} a ${dayMonthYear(ate)}`;
}

/** Explains the days between the compared period and this one; null if no days are between them. */
export function explainApart(periodo: Periodo, anterior: Periodo): string | null {
  const between = daysOf({ de: addDays(anterior.ate, 1), ate: addDays(periodo.de, -1) });
  return between <= 0
    ? null
    : `Os dois períodos começam no mesmo dia da semana, para comparar segunda com segunda. Por isso, há ${plural(between, 'dia', 'dias')} entre eles.`;
}

/** Label of a step of a series: '02/03', or its first and last day '02/03–08/03'. */
export function stepLabel({ de, ate }: Periodo): string {
  const short = (day: string) => day.split('-').reverse().slice(0, 2).join('/');
  return de === ate ? short(de) : `${short(de)}–${short(ate)}`;
}

/** Short label of a step, drawn below its column. */
export function tickLabel({ de }: Periodo, passo: Passo): string {
  const [year = '', month = '', day = ''] = de.split('-');
  const mes = MESES_CURTOS[Number(month) - 1] ?? month;
  if (passo === 'dia') return `${day}/${mes}`;
  return passo === 'semana' ? `${day} ${mes}` : `${mes}/${year.slice(2)}`;
}

/** Change since the previous period: in points for shares and scores, else in percent. Null if unknown. */
export function differenceOf({
  valor,
  anterior,
  unidade,
}: NumeroWire): { text: string; sign: number } | null {
  if (valor === null || anterior.valor === null) return null;
  const by = valor - anterior.valor;
  const plus = by > 0 ? '+' : '';
  if (unidade === 'nota' || unidade === 'parte') {
    return {
      text: `${plus}${formatNumber(by * 100, 1)} ${unidade === 'nota' ? 'pontos' : 'p.p.'}`,
      sign: Math.sign(by),
    };
  }
  if (anterior.valor === 0) return valor === 0 ? { text: 'igual', sign: 0 } : null;
  if (by === 0) return { text: 'igual', sign: 0 };
  return { text: `${plus}${formatNumber((100 * by) / anterior.valor, 1)}%`, sign: Math.sign(by) };
}

/** True if at least one point of the series counts an item. */
export const hasFigures = ({ pontos }: SerieWire): boolean => pontos.some(({ n }) => n > 0);
