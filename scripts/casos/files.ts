/** Makes the files that cases need: a workbook's bytes, and a temporary file with given bytes. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeXlsx } from '@escuta/shared/services/exports/xlsx';

/** Writes bytes to a temporary file, calls `work` with the file's path, then deletes the file. */
export async function inFile<T>(
  bytes: Buffer,
  nome: string,
  work: (arquivo: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'casos-'));
  try {
    const arquivo = join(folder, nome);
    await writeFile(arquivo, bytes);
    return await work(arquivo);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes an XLSX workbook; the first row of each sheet is its heading. Returns the workbook's bytes. */
export async function workbook(
  abas: readonly { nome: string; linhas: readonly (readonly string[])[] }[],
): Promise<Buffer> {
  const parts: Buffer[] = [];
  const planilhas = abas.map(({ nome, linhas: [heading = [], ...rows] }) => ({
    nome,
    colunas: heading.map((titulo) => ({ titulo })),
    linhas: [rows.map((row) => [...row])],
  }));
  for await (const part of writeXlsx(planilhas)) parts.push(part);
  return Buffer.concat(parts);
}
