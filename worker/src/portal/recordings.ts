import { join } from 'node:path';
import type { Db } from '@escuta/prisma/db';
import type { OrigemGravacao } from '@escuta/shared/domain/audit-preparation';
import { newId } from '@escuta/shared/platform/database/ids';
import { withdrawObject } from '@escuta/shared/platform/storage/pending-objects';
import { writeHeld } from '../intake/intake-repo.ts';
import { LIMITES_ARQUIVO } from '../reading/limits.ts';
import { assertMoreMayCome } from '../reading/read-file.ts';
import { entriesOf, type Taken, takeEntries } from '../recordings/archive.ts';
import { fetchFileOf, forgetArchive, inWorkDir, localArchive } from '../recordings/local-files.ts';
import { takeRecording } from '../recordings/take-recording.ts';
import { bytesOf } from '../signals/sounds-repo.ts';
import type { TaskContext } from '../tasks/task.ts';
import type { ArquivoDoPreparo, PreparoLido } from './preparo-repo.ts';
import { keep, placeOf, saveFile } from './read-files.ts';

type Context = TaskContext<'ler_auditoria'>;

type Lugar = { origem: OrigemGravacao; indice: number };

async function saveTaken(
  tx: Db,
  preparo: PreparoLido,
  { origem, indice }: Lugar,
  taken: Taken,
): Promise<void> {
  const found = 'motivo' in taken ? null : taken;
  await tx.query({
    name: 'portal_recording',
    text: `update preparo_gravacoes set motivo = $4, tipo = $5, tamanho = coalesce($6, tamanho), sha256 = $7,
      chave_objeto = $8,
             duracao_ms = $9, som = $10
           where preparo_id = $1 and origem = $2 and indice = $3`,
    values: [
      preparo.id,
      origem,
      indice,
      'motivo' in taken ? taken.motivo : null,
      found?.tipo ?? null,
      found?.tamanho ?? null,
      found?.sha256 ?? null,
      found?.chave ?? null,
      found?.ms ?? null,
      found?.words ? bytesOf(found.words) : null,
    ],
  });
  if (found) await withdrawObject(tx, found.chave);
}

type Nova = Lugar & { nome: string; tamanho: number | null; motivo: string | null };

async function insertRecordings(tx: Db, preparo: PreparoLido, novas: readonly Nova[]): Promise<void> {
  await tx.query({
    name: 'portal_recordings',
    text: `insert into preparo_gravacoes (id, preparo_id, empresa_id, origem, indice, nome, tamanho, motivo)
           select g.id, $1, $2, g.origem, g.indice, g.nome, g.tamanho, g.motivo
           from jsonb_to_recordset($3::jsonb) as g (id uuid, origem text, indice int, nome text, tamanho bigint,
             motivo text)
           on conflict (preparo_id, origem, indice) do nothing`,
    values: [preparo.id, preparo.empresaId, JSON.stringify(novas.map((nova) => ({ id: newId(), ...nova })))],
  });
}

/** Numbers of recordings (`total`), and of those read (`feito`). */
export async function countRecordings(db: Db, preparoId: string): Promise<{ total: number; feito: number }> {
  const { rows } = await db.query<{ total: number; feito: number }>({
    name: 'portal_count',
    text: `select count(*)::int as total, (count(*) filter (where motivo is not null
      or chave_objeto is not null))::int as feito
           from preparo_gravacoes where preparo_id = $1`,
    values: [preparoId],
  });
  return rows[0] ?? { total: 0, feito: 0 };
}

/** Reads the main recording like the others; if refused, it stays as a file of the audit. */
export async function readAudio(
  context: Context,
  preparo: PreparoLido,
  arquivo: ArquivoDoPreparo,
): Promise<void> {
  const { save } = context;
  const lugar: Lugar = { origem: 'audio', indice: 0 };
  await inWorkDir(async (folder) => {
    const filePath = join(folder, 'audio');
    await fetchFileOf(context, arquivo, filePath);
    const taken = await takeRecording(context, placeOf(preparo), { caminho: filePath, nome: arquivo.nome });
    const stored = 'motivo' in taken ? await keep(context, preparo, arquivo, filePath) : null;
    await writeHeld(context, 'preparo', { estado: 'analisando' }, async (tx) => {
      await insertRecordings(tx, preparo, [
        { ...lugar, nome: arquivo.nome, tamanho: arquivo.tamanho, motivo: null },
      ]);
      await saveTaken(tx, preparo, lugar, taken);
      await saveFile(tx, preparo, arquivo, stored);
      await save(tx, await countRecordings(tx, preparo.id));
    });
  });
}

/** Unread archive entries, by index, and number of bytes stored so far; null before the archive is listed. */
async function pendingEntries(
  db: Db,
  preparoId: string,
): Promise<{ nomes: Map<number, string>; guardado: number } | null> {
  const { rows } = await db.query<{ indice: number; nome: string; falta: boolean; guardado: number }>({
    name: 'portal_pending',
    text: `select indice, nome, motivo is null and chave_objeto is null as falta,
             (case when chave_objeto is null then 0 else tamanho end)::float8 as guardado from preparo_gravacoes
           where preparo_id = $1 and origem = 'zip_audios' order by indice`,
    values: [preparoId],
  });
  if (rows.length === 0) return null;
  return {
    nomes: new Map(rows.filter(({ falta }) => falta).map(({ indice, nome }) => [indice, nome])),
    guardado: rows.reduce((sum, row) => sum + row.guardado, 0),
  };
}

/**
 * Lists the archive, then reads some of its recordings in each step. Each result has a row, so that another worker can
 * continue.
 */
export async function readArquivo(
  context: Context,
  preparo: PreparoLido,
  arquivo: ArquivoDoPreparo,
): Promise<void> {
  const { db, task } = context;
  const pending = await pendingEntries(db, preparo.id);
  if (pending === null) return listEntries(context, preparo, arquivo);
  if (pending.nomes.size === 0) {
    // Keeps the read archive as a document of the audit.
    const stored = await keep(context, preparo, arquivo, await localArchive(context, arquivo));
    await writeHeld(context, 'preparo', { estado: 'analisando' }, (tx) =>
      saveFile(tx, preparo, arquivo, stored),
    );
    await forgetArchive(task.id);
    return;
  }
  assertMoreMayCome(pending.guardado);
  let { feito } = task;
  await takeEntries(context, arquivo, {
    nomes: pending.nomes,
    limits: LIMITES_ARQUIVO,
    take: (gravacao) => takeRecording(context, placeOf(preparo), gravacao),
    keep: async (indice, taken) => {
      feito += 1;
      await writeHeld(context, 'preparo', { estado: 'analisando', feito }, (tx) =>
        saveTaken(tx, preparo, { origem: 'zip_audios', indice }, taken),
      );
    },
  });
}

async function listEntries(context: Context, preparo: PreparoLido, arquivo: ArquivoDoPreparo): Promise<void> {
  const entradas = await entriesOf(context, arquivo, LIMITES_ARQUIVO);
  await writeHeld(context, 'preparo', { estado: 'analisando' }, async (tx) => {
    const novas = entradas.map((entrada) => ({ origem: 'zip_audios' as const, ...entrada }));
    await insertRecordings(tx, preparo, novas);
    await context.save(tx, await countRecordings(tx, preparo.id));
  });
}
