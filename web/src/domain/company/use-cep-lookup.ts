import { lookupCep } from '@escuta/shared/contracts/accounts/empresas';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, call, type Data } from '../../lib/network/api.ts';
import { cepToLookUp } from './company-rules.ts';

type Address = Data<typeof lookupCep>;

export interface CepLookup {
  /** Reason why no address was found, shown under the field; null: no error. */
  error: string | null;
  searching: boolean;
  /** Finds the address of a CEP; does nothing for an empty CEP, or for the CEP of the last found address. */
  lookUp: (text: string) => void;
  /** Discards an older answer or message. The caller calls it when the field changes. */
  forget: () => void;
}

/** Looks up the address of a CEP when the field loses the focus (specification 1, §2.8 and §5). */
export function useCepLookup(known: string, onFound: (address: Address) => void): CepLookup {
  const [error, setError] = useState<string | null>(null);
  const [searching, setSearching] = useState(false);
  const last = useRef(known);
  const controller = useRef<AbortController | null>(null);
  const found = useRef(onFound);
  found.current = onFound;
  useEffect(() => () => controller.current?.abort(), []);

  const forget = useCallback(() => {
    controller.current?.abort();
    controller.current = null;
    setSearching(false);
    setError(null);
  }, []);

  const lookUp = useCallback(
    (text: string) => {
      const wanted = cepToLookUp(text);
      if (wanted === null || ('cep' in wanted && wanted.cep === last.current)) return;
      forget();
      if ('error' in wanted) {
        setError(wanted.error);
        return;
      }
      const mine = new AbortController();
      controller.current = mine;
      setSearching(true);
      call(lookupCep, { params: { cep: wanted.cep }, signal: mine.signal })
        .then(({ data }) => {
          if (mine.signal.aborted) return;
          last.current = wanted.cep;
          found.current(data);
        })
        .catch((failure: unknown) => {
          if (mine.signal.aborted) return;
          setError(
            failure instanceof ApiError && failure.status === 404
              ? 'CEP não encontrado.'
              : 'Erro ao buscar CEP. Tente novamente ou preencha o endereço à mão.',
          );
        })
        .finally(() => {
          if (controller.current === mine) setSearching(false);
        });
    },
    [forget],
  );
  return { error, searching, lookUp, forget };
}
