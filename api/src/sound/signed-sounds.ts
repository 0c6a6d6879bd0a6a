import type { Scope } from '@escuta/shared/domain/scope';
import type { AppDeps } from '../deps.ts';
import { answerObject, type BytesAnswer, type Conditions, contentDisposition } from '../http/object-bytes.ts';
import type { Signer } from '../http/signed-url.ts';
import { playingNotice, toPlay } from './listening-copies.ts';
import { signedUrl } from './signed-urls.ts';

/**
 * A recording's address, signed for the caller for 15 minutes, and the reason why browsers may not play it.
 * @param target `key`: key of the recording's object
 */
export async function signedSound(
  deps: Pick<AppDeps, 'env' | 'db'>,
  { key, ...target }: { path: string; empresaId: string; key: string | null },
  signer: Signer,
): Promise<{ url: string; expiraEm: string; aviso: string | null }> {
  const { url, expiraEm } = signedUrl(deps, target, signer);
  return { url, expiraEm: expiraEm.toISOString(), aviso: await playingNotice(deps, key) };
}

/** A recording from an upload of several recordings; its name includes folders. */
type Sound = {
  key: string;
  size: number;
  nome: string;
  tipo: string | null;
  sha256: string | null;
  id: string;
  empresaId: string;
};

/** Answers with a recording's bytes for playback. `de`: kind of the recording's owner. */
async function soundBytes(
  deps: Parameters<typeof answerObject>[0] & Pick<AppDeps, 'db'>,
  asked: Conditions,
  de: 'gravacao_lote' | 'gravacao_preparo',
  { key, size, nome, tipo, sha256, id, empresaId }: Sound,
): Promise<BytesAnswer> {
  const recording = await toPlay(deps, {
    key,
    size,
    contentType: tipo ?? 'application/octet-stream',
    etag: `"${sha256 ?? id}"`,
    disposition: contentDisposition('inline', nome.split('/').at(-1) ?? 'gravacao'),
    direct: true,
    acesso: { tipo: 'som', alvo: de, id, empresaId },
  });
  return answerObject(deps, asked, recording);
}

/** Ids of an intake and of one of the intake's recordings. */
export type SoundPlace = { id: string; gravacaoId: string };

/**
 * Makes the functions that play an intake's recordings before they belong to an item.
 * @param path the intakes' path in the API
 * @param requireSound finds a recording
 * @throws the errors of `requireSound`: AppError nao_encontrado, sem_arquivo
 */
export const soundsOf = (
  de: 'gravacao_lote' | 'gravacao_preparo',
  path: '/lotes-gravacao' | '/auditorias/preparos',
  requireSound: (deps: AppDeps, scope: Scope, place: SoundPlace) => Promise<Sound>,
) => ({
  /** Makes a recording's address, valid for 15 minutes. */
  sign: async (deps: AppDeps, scope: Scope, signer: Signer, place: SoundPlace) => {
    const { empresaId, key } = await requireSound(deps, scope, place);
    const audio = `${path}/${place.id}/gravacoes/${place.gravacaoId}/audio`;
    return signedSound(deps, { path: audio, empresaId, key }, signer);
  },
  read: async (deps: AppDeps, scope: Scope, place: SoundPlace, asked: Conditions) =>
    soundBytes(deps, asked, de, await requireSound(deps, scope, place)),
});
