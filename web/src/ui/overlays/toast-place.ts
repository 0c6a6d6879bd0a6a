/** Finds a place for toasts: an area of the window without controls, as near to its bottom right corner as possible. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A control of the page. `weight`: cost of covering it, if some control must be covered. */
export interface Control extends Box {
  weight: number;
}

/** Distances of the toasts from the window's right and bottom edges, CSS px. */
export interface ToastPlace {
  right: number;
  bottom: number;
}

interface Size {
  width: number;
  height: number;
}

/** Free margin kept around a toast, because its close button extends beyond its edge, CSS px. */
const MARGIN = 10;
/** Free margin at the window's edges, CSS px. */
const EDGE = 16;
/** Steps between the places that are tried, upwards and to the left, CSS px. */
const UP = 8;
const LEFT = 24;

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top));

const boxAt = (view: Size, toast: Size, { right, bottom }: ToastPlace): Box => ({
  left: view.width - right - toast.width - MARGIN,
  top: view.height - bottom - toast.height - MARGIN,
  width: toast.width + 2 * MARGIN,
  height: toast.height + 2 * MARGIN,
});

/** Area of the controls that a toast at `place` would cover, CSS px², each multiplied by the control's weight. */
function covered(view: Size, toast: Size, controls: readonly Control[], place: ToastPlace): number {
  const box = boxAt(view, toast, place);
  return controls.reduce((sum, control) => sum + overlap(box, control) * control.weight, 0);
}

/**
 * Place for toasts of this size. `now`: their present place, which is kept while it is free. If no place is free,
 * returns the place that covers least.
 */
export function placeOf(
  view: Size,
  toast: Size,
  controls: readonly Control[],
  now: ToastPlace | null = null,
): ToastPlace {
  if (now && covered(view, toast, controls, now) === 0) return now;
  const steps = (to: number, step: number): number[] => {
    const found = [EDGE];
    for (let at = EDGE + step; at <= to; at += step) found.push(at);
    return found;
  };
  const rights = steps(view.width - toast.width - EDGE, LEFT);
  const bottoms = steps(view.height - toast.height - EDGE, UP);
  let best: ToastPlace = { right: EDGE, bottom: EDGE };
  let least = covered(view, toast, controls, best);
  let nearest = Number.POSITIVE_INFINITY;
  for (const bottom of bottoms) {
    for (const right of rights) {
      const distance = Math.hypot(right, bottom);
      if (least === 0 && distance >= nearest) continue;
      const area = covered(view, toast, controls, { right, bottom });
      if (area > least || (area === least && distance >= nearest)) continue;
      best = { right, bottom };
      least = area;
      nearest = distance;
    }
  }
  return best;
}

const CONTROLS =
  'a[href], button, input, select, textarea, label, summary, audio, video, [contenteditable=true], [role=button], ' +
  '[role=tab], [role=switch], [role=slider], [role=checkbox], [role=combobox], [role=menuitem], [role=option]';
/** Greatest number of controls to measure: a page with more has no free place, and measuring would block the page. */
const CONTROLS_MAX = 3000;

/** Text fields and their labels. A toast may cover them for a while: covering a button counts 100 times as much. */
const FIELDS = 'input:not([type=checkbox], [type=radio], [type=file]), textarea, label';
const BUTTON_WEIGHT = 100;

/** Positions of the usable controls in the window; while a dialog is open, only of the dialog's controls. */
export function controlsInView(): Control[] {
  const view = { left: 0, top: 0, width: window.innerWidth, height: window.innerHeight };
  const found: Control[] = [];
  for (const control of [...document.querySelectorAll(CONTROLS)].slice(0, CONTROLS_MAX)) {
    if (control.closest('[data-sonner-toaster]')) continue;
    const { left, top, width, height } = control.getBoundingClientRect();
    const box = { left, top, width, height };
    if (overlap(box, view) === 0) continue;
    const { pointerEvents, visibility } = getComputedStyle(control);
    if (pointerEvents === 'none' || visibility === 'hidden') continue;
    const passive = control.matches(FIELDS) && control !== document.activeElement;
    found.push({ ...box, weight: passive ? 1 : BUTTON_WEIGHT });
  }
  return found;
}
