import type { Pagination } from '@escuta/shared/contracts/common';

/** The envelope of answers: {success: true, data}. */
export function success<T>(data: T): { success: true; data: T } {
  return { success: true, data };
}

/** The envelope of a list's page: {success: true, data, pagination}. */
export function successPage<T>(page: { data: T[]; pagination: Pagination }): {
  success: true;
  data: T[];
  pagination: Pagination;
} {
  return { success: true, data: page.data, pagination: page.pagination };
}

/** Position of a page among `total` rows. `exact` false: there are more than were counted. */
export function paginationOf(
  asked: { page: number; limit: number },
  total: number,
  exact = true,
): Pagination {
  return {
    page: asked.page,
    limit: asked.limit,
    total,
    totalPages: Math.ceil(total / asked.limit),
    totalExato: exact,
  };
}

/** A page of a list, shaped as its contract requires. */
export function presentPage<Row, Shown>(
  asked: { page: number; limit: number },
  { rows, total, exato }: { rows: Row[]; total: number; exato: boolean },
  present: (row: Row) => Shown,
): { data: Shown[]; pagination: Pagination } {
  return { data: rows.map((row) => present(row)), pagination: paginationOf(asked, total, exato) };
}
