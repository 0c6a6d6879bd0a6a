/** The function that theme-bootstrap.js defines on a prerendered page; it repeats early presses of buttons. */
declare global {
  interface Window {
    pressAnew?: (() => void) | undefined;
  }
}

/**
 * Stops the recording of presses on a prerendered page. Call it after React has replaced that page: if a button was
 * pressed before, it is pressed again. Does nothing on other pages.
 */
export function pressAnew(): void {
  const press = window.pressAnew;
  window.pressAnew = undefined;
  press?.();
}
