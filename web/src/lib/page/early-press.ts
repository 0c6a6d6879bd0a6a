/** Values that theme-bootstrap.js sets on a prerendered page. */
declare global {
  interface Window {
    pressAnew?: (() => void) | undefined;
  }
}

/**
 * Repeats the press of a button in the prerendered page once React's page has replaced it, and stops the recording of
 * presses. Does nothing on other pages.
 */
export function pressAnew(): void {
  const press = window.pressAnew;
  window.pressAnew = undefined;
  press?.();
}
