// SQL: a listening copy is found by the key of its recording, which the caller has found within its scope.

import { sql } from '@escuta/shared/platform/database/sql';
import type { AppDeps } from '../deps.ts';
import type { Content } from '../http/object-bytes.ts';
import { soundLabel } from './sound-label.ts';

type Copia = {
  situacao: 'pendente' | 'pronta' | 'dispensada' | 'falhou';
  tipo: string | null;
  chave: string | null;
  tamanho: number | null;
  sha256: string | null;
};

async function copyOf({ db }: Pick<AppDeps, 'db'>, key: string): Promise<Copia | null> {
  const { rows } = await db.sql<Copia>(
    sql`select situacao, tipo, chave_objeto as chave, tamanho::float8 as tamanho, sha256 from copias_escuta
      where chave_original = ${key}`,
    'copia_escuta',
  );
  return rows[0] ?? null;
}

/** The object to play: a recording's listening copy if any, else the recording. Downloads get the recording. */
export async function toPlay(deps: Pick<AppDeps, 'db'>, recording: Content): Promise<Content> {
  const copy = await copyOf(deps, recording.key);
  if (!copy?.chave || copy.tamanho === null) return recording;
  return {
    ...recording,
    key: copy.chave,
    size: copy.tamanho,
    contentType: 'audio/mpeg',
    etag: `"${copy.sha256}"`,
    // Sends no file name, because the recording's name has another format's extension.
    disposition: 'inline',
  };
}

/** Media types that browsers play with some codecs; a worker checks each recording's codec. */
const PERHAPS_PLAYED: ReadonlySet<string | null> = new Set([
  null,
  'audio/mp4',
  'audio/wav',
  'audio/ogg',
  'audio/webm',
]);

/**
 * Reason why browsers cannot play a recording at present; null if they can.
 * @param key key of the recording's object
 */
export async function playingNotice(deps: Pick<AppDeps, 'db'>, key: string | null): Promise<string | null> {
  const copy = key === null ? null : await copyOf(deps, key);
  if (!copy) return null;
  const format = soundLabel(copy.tipo);
  if (PERHAPS_PLAYED.has(copy.tipo)) {
    const recording = copy.tipo === null ? 'Esta gravação' : `Esta gravação (${format})`;
    if (copy.situacao === 'pendente')
      return `${recording} ainda está sendo examinada: se os navegadores não puderem tocá-la, a Escuta gera uma cópia para ouvir. Tente de novo em instantes, ou baixe a gravação.`;
    if (copy.situacao === 'falhou')
      return `${recording} não pôde ser lida: o arquivo pode estar danificado. Baixe a gravação para conferir.`;
    return null;
  }
  if (copy.situacao === 'pendente')
    return `Os navegadores não tocam ${format}. A cópia para ouvir está sendo gerada: tente de novo em instantes, ou baixe a gravação.`;
  if (copy.situacao === 'falhou')
    return `Os navegadores não tocam ${format}, e a cópia para ouvir não pôde ser gerada. Baixe a gravação para ouvi-la.`;
  return null;
}
