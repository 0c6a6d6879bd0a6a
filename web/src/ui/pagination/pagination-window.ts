/**
 * The page numbers to show (specification 2, §9). Up to 7 pages: all of them. Otherwise the first 5 if the current page
 * is at most 4, the last 5 if at most 3 pages follow it, else the current page and its neighbours. The first and the
 * last page are always among them, and an ellipsis stands where pages are left out.
 */
export function paginationWindow(current: number, totalPages: number): (number | '…')[] {
  if (totalPages <= 7) return Array.from({ length: Math.max(0, totalPages) }, (_, index) => index + 1);
  if (current <= 4) return [1, 2, 3, 4, 5, '…', totalPages];
  if (current >= totalPages - 3) {
    return [1, '…', totalPages - 4, totalPages - 3, totalPages - 2, totalPages - 1, totalPages];
  }
  return [1, '…', current - 1, current, current + 1, '…', totalPages];
}
