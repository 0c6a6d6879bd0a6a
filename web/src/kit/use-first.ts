import { useState } from 'react';

/**
 * The first value that was not null, however often its answer is asked for again: what a form opens with. A form that
 * is drawn by it stands until its dialog or page goes, and with it what is typed.
 */
export function useFirst<T>(value: T | null): T | null {
  const [first, setFirst] = useState(value);
  if (first === null && value !== null) setFirst(value);
  return first ?? value;
}
