/**
 * A `ref` of a strip of tabs that scrolls: the chosen one is in sight when the page opens, however far to the right it
 * stands. Without moving the page itself, as `scrollIntoView` would.
 */
export function showCurrent(strip: HTMLElement | null): void {
  const current = strip?.querySelector('[aria-current="page"], [data-state="active"]');
  if (!strip || !current) return;
  const [outer, inner] = [strip.getBoundingClientRect(), current.getBoundingClientRect()];
  strip.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}
