import { type Signer, signPath } from '@escuta/shared/node/signed-url';
import type { AppDeps } from './deps.ts';
import { API_PREFIX } from './plugins/access.ts';

/**
 * The address of an item's recording ('download') or of its waveform's peaks ('picos'), for players and downloads that send no
 * header: signed for whoever asks, for 15 minutes.
 */
export function signedItemUrl(
  { env }: Pick<AppDeps, 'env'>,
  item: { id: string; empresaId: string },
  what: 'download' | 'picos',
  signer: Signer,
): { url: string; expiraEm: Date } {
  const path = `/auditoria-item/${item.id}/${what}`;
  const { query, expiraEm } = signPath(env.URL_SIGNING_SECRET, { path, empresaId: item.empresaId, signer });
  return { url: `${API_PREFIX}${path}?${query}`, expiraEm };
}
