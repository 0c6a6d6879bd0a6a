/**
 * A `ref` for a scrolling strip of tabs: scrolls the chosen tab into view when the page opens. Unlike `scrollIntoView`,
 * it does not scroll the page.
 */
export function showCurrent(strip: HTMLElement | null): void {
  const current = strip?.querySelector('[aria-current="page"], [data-state="active"]');
  if (!strip || !current) return;
  const [outer, inner] = [strip.getBoundingClientRect(), current.getBoundingClientRect()];
  strip.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}
