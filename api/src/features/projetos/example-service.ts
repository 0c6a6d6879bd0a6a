import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { mayBeSaved } from '@escuta/prisma/result-unknown';
import { newId } from '@escuta/shared/platform/database/ids';
import { announceObject, withdrawObject } from '@escuta/shared/platform/storage/pending-objects';
import type { Actor } from '@escuta/shared/services/log/audit-log';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import { EXEMPLO, readExemploGravado } from './example-analysis.ts';
import { type ExemploRow, findExemplo, insertExemplo } from './example-repo.ts';

/**
 * Creates the company's example once: a project with an analysed call, without credits and providers. Concurrent
 * requests get the same example.
 * @throws AppError nao_encontrado
 */
export async function addExemplo(
  deps: AppDeps,
  session: Session,
  actor: Actor,
): Promise<ExemploRow & { criado: boolean }> {
  const { db, store } = deps;
  const { empresaId } = session;
  const known = await findExemplo(db, session.ownScope);
  if (known) return { ...known, criado: false };
  const [sound, gravado] = await Promise.all([readFile(EXEMPLO.gravacao), readExemploGravado()]);
  const itemId = newId();
  const chave = `${empresaId}/${itemId}/${randomUUID()}`;
  const picosChave = `${empresaId}/${itemId}/${randomUUID()}-picos.bin`;
  const keys = [chave, picosChave];
  try {
    // Announced before the first byte, so that the sweeper deletes unused objects.
    for (const key of keys) await announceObject(db, empresaId, key);
    await store.put(chave, Readable.from([sound]), { contentType: 'audio/mpeg' });
    await store.put(picosChave, Readable.from([Buffer.from(gravado.picos, 'base64')]), {
      contentType: 'application/octet-stream',
    });
    const made = await insertExemplo(db, actor, {
      empresaId,
      criadoPor: session.usuarioId,
      itemId,
      gravacao: {
        chave,
        nome: basename(EXEMPLO.gravacao),
        tipo: 'audio/mpeg',
        tamanho: sound.length,
        sha256: createHash('sha256').update(sound).digest('hex'),
      },
      picosChave,
      templates: EXEMPLO.templates(),
      parametros: EXEMPLO.parametros,
      gravado,
    });
    if (made) return { ...made, criado: true };
  } catch (error) {
    // If the commit may have succeeded, the example needs its objects; if not, they stay announced.
    if (!mayBeSaved(error)) await discard(deps, keys);
    throw error;
  }
  await discard(deps, keys);
  // A concurrent request was faster. If its example was deleted again, creates another.
  const theirs = await findExemplo(db, session.ownScope);
  return theirs ? { ...theirs, criado: false } : addExemplo(deps, session, actor);
}

/** Deletes announced objects; after a failure the sweeper deletes them. */
export async function discard(deps: AppDeps, keys: readonly string[]): Promise<void> {
  try {
    for (const key of keys) {
      await deps.store.delete(key);
      await withdrawObject(deps.db, key);
    }
  } catch (error) {
    deps.log.warn({ err: error }, 'Objetos do exemplo ficam para a varredura');
  }
}
