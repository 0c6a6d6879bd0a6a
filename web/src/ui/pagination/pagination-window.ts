/**
 * The page numbers to show (specification 2, §9): all of them up to 7; otherwise the first 5 while the current page is
 * 4 or less, the last 5 within 3 of the end, else the current page ±1, with an ellipsis where pages are left out.
 */
export function paginationWindow(current: number, totalPages: number): (number | '…')[] {
  if (totalPages <= 7) return Array.from({ length: Math.max(0, totalPages) }, (_, index) => index + 1);
  if (current <= 4) return [1, 2, 3, 4, 5, '…', totalPages];
  if (current >= totalPages - 3) {
    return [1, '…', totalPages - 4, totalPages - 3, totalPages - 2, totalPages - 1, totalPages];
  }
  return [1, '…', current - 1, current, current + 1, '…', totalPages];
}
