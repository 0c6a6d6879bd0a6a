/** A moment of a recording in an address: `?t=83` or `?t=1:23` (also `1:02:03`). */

/** Parses a moment in seconds or as a clock time. Returns ms from the start; null for no moment or an invalid one. */
export function readMoment(text: string | null): number | null {
  if (text === null || !/^\d{1,6}(?:\.\d{1,3})?$|^(?:\d{1,2}:)?\d{1,3}:[0-5]\d$/.test(text)) return null;
  return Math.round(text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000);
}

/** The address `page` with the moment `ms` as parameter `t`, in whole seconds, and without a '#' part. */
export function momentUrl(page: string, ms: number): string {
  const url = new URL(page);
  url.searchParams.set('t', String(Math.floor(ms / 1000)));
  url.hash = '';
  return url.href;
}
