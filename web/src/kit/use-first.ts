import { useState } from 'react';

/**
 * The first value that was not null, whatever later refetches return: initial values of a form. So the form, with its
 * typed text, stays mounted until its dialog or page closes.
 */
export function useFirst<T>(value: T | null): T | null {
  const [first, setFirst] = useState(value);
  if (first === null && value !== null) setFirst(value);
  return first ?? value;
}
