import { getVersion } from '@escuta/shared/contracts/operation/sistema';
import { useEffect, useState } from 'react';
import { call } from '../../lib/network/api.ts';
import { NAO_DISPONIVEL } from '../../lib/text/format.ts';

/** The back end's version: 'Carregando...' until fetched, 'N/A' on failure. */
export function useBackendVersion(): string {
  const [text, setText] = useState('Carregando...');
  useEffect(() => {
    const controller = new AbortController();
    call(getVersion, { signal: controller.signal })
      .then((answer) => setText(answer.version))
      .catch(() => {
        if (!controller.signal.aborted) setText(NAO_DISPONIVEL);
      });
    return () => controller.abort();
  }, []);
  return text;
}
