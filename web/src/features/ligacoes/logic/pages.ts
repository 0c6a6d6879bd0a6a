import type { Pagination } from '@escuta/shared/contracts/common';
import { formatNumber } from '../../../lib/format.ts';

/** A page number, or the gap between two of them. */
export type PageLink = number | 'ellipsis-start' | 'ellipsis-end';

/**
 * Which page links to show (specification 2, §9): all up to 7 pages; otherwise the first five while the current page
 * is 4 or less, the last five when it is within 3 of the end, else the current one ±1 — always with the first and the
 * last page at the ends.
 */
export function pageWindow(current: number, total: number): PageLink[] {
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  if (total <= 7) return range(1, Math.max(0, total));
  if (current <= 4) return [...range(1, 5), 'ellipsis-end', total];
  if (current >= total - 3) return [1, 'ellipsis-start', ...range(total - 4, total)];
  return [1, 'ellipsis-start', ...range(current - 1, current + 1), 'ellipsis-end', total];
}

/** 'Mostrando 11 a 20 de 57'; an inexact total ends with '+'. */
export function pageSummary(pagination: Pagination, rows: number): string {
  if (rows === 0) return 'Nenhum resultado';
  const first = (pagination.page - 1) * pagination.limit + 1;
  const total = `${formatNumber(pagination.total)}${pagination.totalExato ? '' : '+'}`;
  return `Mostrando ${formatNumber(first)} a ${formatNumber(first + rows - 1)} de ${total}`;
}
