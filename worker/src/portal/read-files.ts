import { extname, join } from 'node:path';
import type { Db } from '@escuta/prisma/db';
import { COLUNA_POR_PESSOA } from '@escuta/shared/domain/audit-preparation';
import { folderOf } from '@escuta/shared/domain/intake/kinds';
import { companyScope } from '@escuta/shared/domain/scope';
import { withdrawObject } from '@escuta/shared/platform/storage/pending-objects';
import { discardUploads } from '@escuta/shared/services/intake/uploads';
import { writeHeld } from '../intake/intake-repo.ts';
import { readQuestionnaireFile, readSheet } from '../reading/read-file.ts';
import { UnreadableError } from '../reading/unreadable.ts';
import { fetchFileOf, inWorkDir, type Stored, storeFile } from '../recordings/local-files.ts';
import type { TaskContext } from '../tasks/task.ts';
import { type ArquivoDoPreparo, type PreparoLido, saveRead } from './preparo-repo.ts';
import { unreadColumn } from './rules/known-columns.ts';

type Context = TaskContext<'ler_auditoria'>;

const TIPO_DOCUMENTO: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.txt': 'text/plain',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.xls': 'application/vnd.ms-excel',
  '.csv': 'text/csv',
  '.zip': 'application/zip',
  '.rar': 'application/vnd.rar',
};
export const documentType = (nome: string): string =>
  TIPO_DOCUMENTO[extname(nome).toLowerCase()] ?? 'application/octet-stream';

export const placeOf = ({ id, empresaId }: Pick<PreparoLido, 'id' | 'empresaId'>) => ({
  empresaId,
  pasta: folderOf('preparo', id),
});

/** Stores a file as a single object; returns null if the file was already stored. */
export async function keep(
  { db, store }: Context,
  preparo: PreparoLido,
  arquivo: ArquivoDoPreparo,
  filePath: string,
): Promise<Stored | null> {
  if (arquivo.chaveObjeto !== null) return null;
  return storeFile({ db, store }, placeOf(preparo), filePath, documentType(arquivo.nome));
}

/** Marks a file as read, with its object, and discards its uploaded parts. */
export async function saveFile(
  db: Db,
  preparo: PreparoLido,
  arquivo: ArquivoDoPreparo,
  stored: Stored | null,
): Promise<void> {
  await saveRead(db, preparo.id, arquivo.papel, stored);
  if (stored) await withdrawObject(db, stored.chave);
  await discardUploads(db, { dono: 'preparo', ids: [preparo.id], papel: arquivo.papel });
}

/** Reads the questionnaire; recognises columns again, except columns to which a person gave a non-answer role. */
export async function readPerguntas(
  context: Context,
  preparo: PreparoLido,
  arquivo: ArquivoDoPreparo,
): Promise<void> {
  const { signal } = context;
  await inWorkDir(async (folder) => {
    const filePath = join(folder, 'documento');
    await fetchFileOf(context, arquivo, filePath);
    const lido = await readQuestionnaireFile({ arquivo: filePath, nome: arquivo.nome }, signal);
    // A person can still make questions from lines in which no question was found.
    if (lido.perguntas.length === 0 && !lido.linhas?.length) {
      throw new UnreadableError(
        'Nenhuma pergunta foi reconhecida no questionário. As perguntas devem estar numeradas (1., P1, Q1…).',
      );
    }
    const stored = await keep(context, preparo, arquivo, filePath);
    await writeHeld(context, 'preparo', { estado: 'analisando' }, async (tx) => {
      await saveFile(tx, preparo, arquivo, stored);
      await tx.query({
        name: 'portal_questions',
        text: 'update auditoria_preparos set questionario = $2, colunas = $3, updated_at = now() where id = $1',
        values: [
          preparo.id,
          JSON.stringify(lido),
          preparo.colunas.length === 0
            ? null
            : JSON.stringify(
                preparo.colunas.map((coluna) =>
                  coluna.papel === 'pergunta' || coluna.regra !== COLUNA_POR_PESSOA
                    ? unreadColumn(coluna.cabecalho, coluna.n)
                    : coluna,
                ),
              ),
        ],
      });
    });
  });
}

/** Reads the sheet of answers in batches. */
export async function readPlanilha(
  context: Context,
  preparo: PreparoLido,
  arquivo: ArquivoDoPreparo,
): Promise<void> {
  const { signal } = context;
  await inWorkDir(async (folder) => {
    const filePath = join(folder, 'planilha');
    await fetchFileOf(context, arquivo, filePath);
    await writeHeld(context, 'preparo', { estado: 'analisando' }, async (tx) => {
      await forgetRows(tx, preparo);
    });
    const lida = await readSheet(
      { arquivo: filePath, nome: arquivo.nome },
      (linhas) =>
        writeHeld(context, 'preparo', { estado: 'analisando' }, async (tx) => {
          await tx.query({
            name: 'portal_rows',
            text: `insert into preparo_linhas (preparo_id, n, empresa_id, celulas)
                   select $1, l.n, $2, array(select jsonb_array_elements_text(l.celulas))
                   from jsonb_to_recordset($3::jsonb) as l (n int, celulas jsonb)`,
            values: [preparo.id, preparo.empresaId, JSON.stringify(linhas)],
          });
        }),
      signal,
    );
    if (lida.linhas === 0) throw new UnreadableError('A planilha não tem linhas abaixo do cabeçalho.');
    const stored = await keep(context, preparo, arquivo, filePath);
    await writeHeld(context, 'preparo', { estado: 'analisando' }, async (tx) => {
      await saveFile(tx, preparo, arquivo, stored);
      await tx.query({
        name: 'portal_sheet',
        text: `update auditoria_preparos set aba = $2, colunas = $3, avisos_planilha = $4, updated_at = now()
          where id = $1`,
        values: [
          preparo.id,
          lida.aba,
          JSON.stringify(lida.cabecalho.map(unreadColumn)),
          JSON.stringify(lida.avisos),
        ],
      });
    });
  });
}

/** Deletes rows of an interrupted reading or an earlier sheet, and their pairs. */
async function forgetRows(tx: Db, { id: preparoId, empresaId }: PreparoLido): Promise<void> {
  const { preparoGravacao, preparoLinha } = tx.within(companyScope(empresaId));
  const where = { preparoId, empresaId };
  await preparoGravacao.updateMany({
    where,
    data: { linhaN: null, regra: null, candidatas: [], solta: false },
  });
  await preparoLinha.deleteMany({ where });
}
