import type { Signer } from '@escuta/shared/node/signed-url';
import type { AppDeps } from './deps.ts';
import { answerObject, type BytesAnswer, type Conditions, contentDisposition } from './object-bytes.ts';
import { signedUrl } from './signed-urls.ts';

/** The address of a recording that is no item's yet, signed for whoever asks, for 15 minutes. */
export function signedSound(
  deps: Pick<AppDeps, 'env'>,
  target: { path: string; empresaId: string },
  signer: Signer,
): { url: string; expiraEm: string } {
  const { url, expiraEm } = signedUrl(deps, target, signer);
  return { url, expiraEm: expiraEm.toISOString() };
}

/** A stored recording that came in with others, under a name with its folders. */
export type Sound = {
  key: string;
  size: number;
  nome: string;
  tipo: string | null;
  sha256: string | null;
  id: string;
  empresaId: string;
};

/** Its bytes, to be heard; `de`: whose recordings these are. */
export function soundBytes(
  deps: Parameters<typeof answerObject>[0],
  asked: Conditions,
  de: 'gravacao_lote' | 'gravacao_preparo',
  { key, size, nome, tipo, sha256, id, empresaId }: Sound,
): Promise<BytesAnswer> {
  return answerObject(deps, asked, {
    key,
    size,
    contentType: tipo ?? 'application/octet-stream',
    etag: `"${sha256 ?? id}"`,
    disposition: contentDisposition('inline', nome.split('/').at(-1) ?? 'gravacao'),
    direct: true,
    acesso: { tipo: 'som', alvo: de, id, empresaId },
  });
}
