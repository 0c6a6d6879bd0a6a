import type { AppDeps } from '../deps.ts';
import { type Signer, signPath } from '../http/signed-url.ts';
import { API_PREFIX } from '../plugins/session/access.ts';

/** Signs a path under the API's prefix ('/auditoria-item/<id>/download') for the caller, for 15 minutes. */
export function signedUrl(
  { env }: Pick<AppDeps, 'env'>,
  target: { path: string; empresaId: string },
  signer: Signer,
): { url: string; expiraEm: Date } {
  const { query, expiraEm } = signPath(env.URL_SIGNING_SECRET, { ...target, signer });
  return { url: `${API_PREFIX}${target.path}?${query}`, expiraEm };
}

/** Signs the address of an item's recording ('download') or waveform peaks ('picos') for 15 minutes. */
export function signedItemUrl(
  deps: Pick<AppDeps, 'env'>,
  item: { id: string; empresaId: string },
  what: 'download' | 'picos',
  signer: Signer,
): { url: string; expiraEm: Date } {
  return signedUrl(deps, { path: `/auditoria-item/${item.id}/${what}`, empresaId: item.empresaId }, signer);
}
