import { Play } from 'lucide-react';
import { useCallback } from 'react';
import { call, type Endpoint } from '../../lib/network/api.ts';
import { Button } from '../../ui/button.tsx';
import { HeardFileBar, type HearFile, shortName, useHeardFile } from '../player/heard-file.tsx';
import type { SoundAddress } from '../player/player-engine.ts';

/**
 * Plays recordings of an intake, one at a time, before they are matched.
 * @param endpoint the contract that signs a recording's address, by `id` and `gravacaoId`
 */
export function useHearing(endpoint: Endpoint, id: string) {
  const addressOf = useCallback(
    async (gravacaoId: string): Promise<SoundAddress> =>
      ((await call(endpoint, { params: { id, gravacaoId } })) as { data: SoundAddress }).data,
    [endpoint, id],
  );
  return { ...useHeardFile(addressOf), addressOf };
}

export type Hearing = ReturnType<typeof useHearing>;

/** The player of the chosen recording; nothing while none is chosen. */
export function HearingBar({ hearing: { heard, addressOf, close } }: { hearing: Hearing }) {
  return heard ? <HeardFileBar key={heard.id} heard={heard} addressOf={addressOf} onClose={close} /> : null;
}

/**
 * Plays a recording of a list.
 * @param label accessible name; 'Ouvir' and the file's name by default
 */
export function HearButton({
  file,
  hearing: { heard, opening, hear },
  label = `Ouvir ${shortName(file.nome)}`,
}: {
  file: Parameters<HearFile>[0];
  hearing: Hearing;
  label?: string;
}) {
  return (
    <Button
      variant="outline"
      size="sm"
      className="text-foreground"
      aria-label={label}
      aria-pressed={heard?.id === file.id}
      loading={opening === file.id}
      onClick={() => hear(file)}
    >
      {opening === file.id ? null : <Play aria-hidden="true" />}
      Ouvir
    </Button>
  );
}
