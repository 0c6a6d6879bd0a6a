import { randomUUID } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { RAR_GRANDE } from '@escuta/shared/domain/recordings/rar';
import { LIMITES_ARQUIVO, type LimitesDoArquivo } from '../limits.ts';
import { UnreadableError } from '../unreadable.ts';
import { arquivoGrande, Counter, describeEntry, type Entry, isShown, RECUSA } from './entries.ts';
import type { EntradaDoArquivo, EntradaExtraida } from './entry.ts';
import { isRar } from './rar-headers.ts';

const LOTE = 500;

async function kindOf(arquivo: string, limites: LimitesDoArquivo): Promise<'zip' | 'rar'> {
  const { size } = await stat(arquivo);
  if (size === 0) throw new UnreadableError('O arquivo está vazio.');
  if (size > limites.bytes) throw new UnreadableError(arquivoGrande(limites.bytes));
  const file = await open(arquivo);
  const head = Buffer.alloc(8);
  await file.read(head, 0, head.length, 0);
  await file.close();
  if (isRar(head)) {
    if (size <= limites.bytesRar) return 'rar';
    throw new UnreadableError(RAR_GRANDE);
  }
  const mark = head.toString('latin1', 0, 4);
  if (mark === 'PK\u0003\u0004' || mark === 'PK\u0005\u0006') return 'zip';
  if (mark === 'PK\u0007\u0008') throw new UnreadableError(RECUSA.partes);
  throw new UnreadableError('O arquivo não é .zip nem .rar.');
}

async function entriesOf(arquivo: string, limites: LimitesDoArquivo): Promise<readonly Entry[]> {
  if ((await kindOf(arquivo, limites)) === 'rar') return (await import('./rar.ts')).listRar(arquivo, limites);
  const { archive, entries } = await (await import('./zip.ts')).openZip(arquivo, limites);
  archive.close();
  return entries;
}

/**
 * Lists an archive's entries in batches, without folders, and without files that other programs add.
 * @throws UnreadableError if the archive as a whole is refused
 */
export async function listOf(
  arquivo: string,
  hand: (some: EntradaDoArquivo[]) => Promise<void>,
  limites: LimitesDoArquivo = LIMITES_ARQUIVO,
): Promise<void> {
  const shown = (await entriesOf(arquivo, limites)).filter(isShown).map(describeEntry);
  for (let at = 0; at < shown.length; at += LOTE) await hand(shown.slice(at, at + LOTE));
}

/**
 * Unpacks entries into `pasta` under generated names, each after `hand` has taken the previous entry.
 * @throws UnreadableError if the archive as a whole is refused
 */
export async function extractFrom(
  arquivo: string,
  indices: readonly number[],
  pasta: string,
  hand: (entrada: EntradaExtraida) => Promise<void>,
  limites: LimitesDoArquivo = LIMITES_ARQUIVO,
): Promise<void> {
  const wanted = new Set(indices);
  const counter = new Counter(limites);
  const call = randomUUID();
  const pathOf = (indice: number): string => join(pasta, `${call}-${indice}`);
  if ((await kindOf(arquivo, limites)) === 'rar')
    await (await import('./rar.ts')).extractRar(arquivo, wanted, pathOf, hand, counter, limites);
  else await (await import('./zip.ts')).extractZip(arquivo, wanted, pathOf, hand, counter, limites);
}
