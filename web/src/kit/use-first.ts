import { useState } from 'react';

/**
 * Returns the first value that was not null, whatever later refetches return. For a form's initial values: the form
 * stays mounted, with its typed text, until its dialog or page closes.
 */
export function useFirst<T>(value: T | null): T | null {
  const [first, setFirst] = useState(value);
  if (first === null && value !== null) setFirst(value);
  return first ?? value;
}
