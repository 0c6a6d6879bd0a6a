/** This installation's operator and limits; requested once in a page load. */

import { getOperador } from '@escuta/shared/contracts/operation/sistema';
import { useEffect, useState } from 'react';
import { call, type Data } from './api.ts';

export type Operador = Data<typeof getOperador>;

let known: Operador | null = null;
let asked: Promise<Operador> | null = null;

/** Requests the operator once; later calls share the answer. After a failure the next call retries. @throws ApiError */
export function askOperador(): Promise<Operador> {
  asked ??= call(getOperador).then(
    ({ data }) => {
      known = data;
      return data;
    },
    (error: unknown) => {
      // The next page that needs the operator, or the button 'Tentar novamente', asks again.
      asked = null;
      throw error;
    },
  );
  return asked;
}

/** The operator: null while loading, and after a failure (`error`). */
export function useOperador(): { operador: Operador | null; error: unknown; retry: () => void } {
  const [state, setState] = useState<{ operador: Operador | null; error: unknown }>({
    operador: known,
    error: null,
  });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    let left = false;
    askOperador().then(
      (data) => left || setState({ operador: data, error: null }),
      (error: unknown) => left || setState({ operador: null, error }),
    );
    return () => {
      left = true;
    };
  }, [round]);
  return { ...state, retry: () => setRound((value) => value + 1) };
}
