import { createAudioUrlDoPreparo } from '@escuta/shared/contracts/preparos';
import { useCallback } from 'react';
import { useHeardFile } from '../../domain/player/heard-file.tsx';
import { call } from '../../lib/api.ts';

/** Hears recordings of a prepared audit, one at a time. */
export function useHeard(preparoId: string) {
  const addressOf = useCallback(
    async (gravacaoId: string) =>
      (await call(createAudioUrlDoPreparo, { params: { id: preparoId, gravacaoId } })).data,
    [preparoId],
  );
  return { ...useHeardFile(addressOf), addressOf };
}
