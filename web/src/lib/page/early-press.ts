/** Values that theme-bootstrap.js leaves on a drawn page. */
declare global {
  interface Window {
    pressAnew?: (() => void) | undefined;
  }
}

/**
 * For a page that was drawn before its script ran, once it stands: the button that was pressed meanwhile is pressed
 * anew, and from now on the page hears for itself. Called where a page stands in the drawn one's place; does nothing on
 * any other.
 */
export function pressAnew(): void {
  const press = window.pressAnew;
  window.pressAnew = undefined;
  press?.();
}
