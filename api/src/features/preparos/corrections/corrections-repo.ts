// SQL: corrections are written under the prepared audit's lock, so that a row never has two recordings.

import type { Db } from '@escuta/prisma/db';
import { Prisma } from '@escuta/prisma/generated/client';
import {
  type ColunaDoPreparoGravada,
  nadaContado,
  type PapelArquivo,
} from '@escuta/shared/domain/audit-preparation';
import { companyScope } from '@escuta/shared/domain/scope';
import type { QuestionarioLido } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { sql } from '@escuta/shared/platform/database/sql';
import { discard } from '@escuta/shared/platform/storage/pending-objects';
import type { Held } from '@escuta/shared/services/intake/held';
import { discardUploads } from '@escuta/shared/services/intake/uploads';

type Preparo = Pick<Held<'preparo'>, 'id' | 'empresa_id'>;
const tables = (db: Db, { empresa_id: empresaId }: Preparo) => db.within(companyScope(empresaId));
const rowsOf = ({ id: preparoId, empresa_id: empresaId }: Preparo) => ({ preparoId, empresaId });

export type GravacaoPar = Awaited<ReturnType<typeof findPar>>;

/** Finds a recording for a correction. */
export const findPar = (db: Db, preparo: Preparo, id: string) =>
  tables(db, preparo).preparoGravacao.findFirst({
    where: { id, ...rowsOf(preparo) },
    select: { motivo: true, linhaN: true, regra: true, naoAuditar: true },
  });

/** True if a row is excluded; null: no such row. */
export async function findLeftOut(db: Db, preparo: Preparo, n: number): Promise<boolean | null> {
  const where = { n, ...rowsOf(preparo) };
  const linha = await tables(db, preparo).preparoLinha.findFirst({ where, select: { naoAuditar: true } });
  return linha?.naoAuditar ?? null;
}

/**
 * Assigns a recording to a row and releases the row's former recording. If `linha` is null, the recording has no row,
 * and automatic matching gives it no row either.
 */
export async function savePar(db: Db, preparo: Preparo, id: string, linha: number | null): Promise<void> {
  await db.sql(
    sql`update preparo_gravacoes set linha_n = null, regra = null, solta = solta or id = ${id}::uuid
      where preparo_id = ${preparo.id}::uuid and (id = ${id}::uuid or linha_n = ${linha}::int)`,
    'preparo_par_solta',
  );
  if (linha === null) return;
  await tables(db, preparo).preparoGravacao.updateMany({
    where: { id, ...rowsOf(preparo) },
    data: { ...NO_PAIR, linhaN: linha, regra: 'pessoa' },
  });
}

/** Values that leave a recording without a row and open to automatic matching. */
const NO_PAIR = { linhaN: null, regra: null, candidatas: [], solta: false };

export async function saveGravacaoFora(db: Db, preparo: Preparo, id: string, naoAuditar: boolean) {
  const where = { id, ...rowsOf(preparo) };
  await tables(db, preparo).preparoGravacao.updateMany({ where, data: { naoAuditar } });
}

export async function saveLinhaFora(db: Db, preparo: Preparo, n: number, naoAuditar: boolean) {
  const where = { n, ...rowsOf(preparo) };
  await tables(db, preparo).preparoLinha.updateMany({ where, data: { naoAuditar } });
}

export async function saveColumns(
  db: Db,
  preparoId: string,
  colunas: readonly ColunaDoPreparoGravada[],
): Promise<void> {
  await db.sql(
    sql`update auditoria_preparos set colunas = ${JSON.stringify(colunas)}::jsonb where id = ${preparoId}::uuid`,
    'preparo_colunas',
  );
}

/** Saves a corrected questionnaire, together with the columns matched with it. */
export async function saveQuestions(
  db: Db,
  preparoId: string,
  { questionario, colunas }: { questionario: QuestionarioLido; colunas: readonly ColunaDoPreparoGravada[] },
): Promise<void> {
  await db.sql(
    sql`update auditoria_preparos set questionario = ${JSON.stringify(questionario)}::jsonb,
        colunas = ${JSON.stringify(colunas)}::jsonb
      where id = ${preparoId}::uuid`,
    'preparo_perguntas',
  );
}

/** Discards a file's upload, and schedules the uploaded parts and the stored object for deletion. */
async function discardFile(db: Db, preparoId: string, papel: PapelArquivo): Promise<void> {
  await discardUploads(db, { dono: 'preparo', ids: [preparoId], papel });
  await db.sql(
    sql`with o as (select empresa_id, chave_objeto as chave from preparo_arquivos
        where preparo_id = ${preparoId}::uuid and papel = ${papel}) ${discard}`,
    'preparo_arquivo_objetos',
  );
}

/** Deletes a file's recordings and schedules their objects for deletion, except objects attached to items. */
async function discardRecordings(db: Db, preparo: Preparo, papel: PapelArquivo): Promise<void> {
  await db.sql(
    sql`with o as (select empresa_id, chave_objeto as chave from preparo_gravacoes
        where preparo_id = ${preparo.id}::uuid and origem = ${papel} and item_id is null) ${discard}`,
    'preparo_gravacoes_objetos',
  );
  await tables(db, preparo).preparoGravacao.deleteMany({ where: { ...rowsOf(preparo), origem: papel } });
}

/** Deletes the sheet's rows, their links to recordings, and the sheet's columns and notices. */
async function forgetSheet(db: Db, preparo: Preparo): Promise<void> {
  const where = rowsOf(preparo);
  const { preparoGravacao, preparoLinha, auditoriaPreparo } = tables(db, preparo);
  await preparoGravacao.updateMany({ where, data: NO_PAIR });
  await preparoLinha.deleteMany({ where });
  await auditoriaPreparo.updateMany({
    where: { id: preparo.id, empresaId: preparo.empresa_id },
    data: { colunas: Prisma.DbNull, aba: null, avisosPlanilha: Prisma.DbNull, avisos: Prisma.DbNull },
  });
}

/** Clears the questionnaire, and the roles of the columns of its questions. */
async function forgetQuestions(
  db: Db,
  preparo: Preparo,
  colunas: readonly ColunaDoPreparoGravada[],
): Promise<void> {
  const without = colunas.map((coluna) =>
    coluna.papel === 'pergunta'
      ? {
          ...coluna,
          ...{ papel: 'ignorar' as const, pergunta: null, opcao: null, regra: 'não reconhecida' },
          nao_reconhecidas: nadaContado(),
        }
      : coluna,
  );
  await tables(db, preparo).auditoriaPreparo.updateMany({
    where: { id: preparo.id, empresaId: preparo.empresa_id },
    data: { questionario: Prisma.DbNull },
  });
  if (colunas.length > 0) await saveColumns(db, preparo.id, without);
}

/** Replaces a file and deletes only the results of the former file. */
export async function replaceFile(
  db: Db,
  preparo: Preparo,
  colunas: readonly ColunaDoPreparoGravada[],
  novo: { papel: PapelArquivo; nome: string; tamanho: number },
): Promise<void> {
  const { papel, nome, tamanho } = novo;
  await discardFile(db, preparo.id, papel);
  if (papel === 'audio' || papel === 'zip_audios') await discardRecordings(db, preparo, papel);
  if (papel === 'planilha_respostas') await forgetSheet(db, preparo);
  if (papel === 'perguntas') await forgetQuestions(db, preparo, colunas);
  await tables(db, preparo).preparoArquivo.updateMany({
    where: { ...rowsOf(preparo), papel },
    data: { nome, tamanho, envioId: null, chaveObjeto: null, sha256: null, lidoEm: null },
  });
}
