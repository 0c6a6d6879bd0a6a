import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { placeAt } from './reorder.ts';

interface Drag {
  from: number;
  to: number;
}

/** Distance from the list's edge within which a dragged row makes the list scroll, px. */
const EDGE = 40;
/** Distance that the list scrolls in each frame during a drag, px. */
const STEP = 9;

/**
 * Drags a row of a list by its handle. `drag` tells where the row would be dropped; `onDrop` is called at the drop, and
 * the caller moves the row. Esc cancels.
 * @param list the scrolling element whose children are the rows
 */
export function useDrag(list: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  const begin = (from: number, event: PointerEvent<HTMLElement>): void => {
    const box = list.current;
    if (!box || event.button !== 0 || stop.current) return;
    event.preventDefault();
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    const frame = box.getBoundingClientRect();
    const spans = Array.from(box.children, (row) => {
      const { top, height } = row.getBoundingClientRect();
      return { top: top - frame.top + box.scrollTop, height };
    });
    let pointer = event.clientY;
    let now: Drag = { from, to: from };
    let next = 0;
    const look = (): void => {
      const { top } = box.getBoundingClientRect();
      const to = placeAt(spans, from, pointer - top + box.scrollTop);
      if (to === now.to) return;
      now = { from, to };
      setDrag(now);
    };
    const scroll = (): void => {
      const { top, bottom } = box.getBoundingClientRect();
      const by = pointer < top + EDGE ? -STEP : pointer > bottom - EDGE ? STEP : 0;
      if (by !== 0) {
        box.scrollTop += by;
        look();
      }
      next = requestAnimationFrame(scroll);
    };
    const onMove = (moved: globalThis.PointerEvent): void => {
      pointer = moved.clientY;
      look();
    };
    const end = (): void => {
      cancelAnimationFrame(next);
      handle.removeEventListener('pointermove', onMove);
      handle.removeEventListener('pointerup', onUp);
      handle.removeEventListener('pointercancel', end);
      window.removeEventListener('keydown', onKey, true);
      stop.current = null;
      setDrag(null);
    };
    const onUp = (): void => {
      end();
      if (now.to !== from) onDrop(from, now.to);
    };
    const onKey = (key: KeyboardEvent): void => {
      if (key.key !== 'Escape') return;
      // Keeps Esc from closing the dialog around the list.
      key.preventDefault();
      key.stopPropagation();
      end();
    };
    handle.addEventListener('pointermove', onMove);
    handle.addEventListener('pointerup', onUp);
    handle.addEventListener('pointercancel', end);
    window.addEventListener('keydown', onKey, true);
    next = requestAnimationFrame(scroll);
    stop.current = end;
    setDrag(now);
  };
  return { drag, begin };
}
