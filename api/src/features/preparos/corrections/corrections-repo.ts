// SQL: corrections are written under the preparation's lock, so that a row has one recording at any moment.

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

/** A preparation that is held. */
type Preparo = Pick<Held<'preparo'>, 'id' | 'empresa_id'>;
const tables = (db: Db, { empresa_id: empresaId }: Preparo) => db.within(companyScope(empresaId));
const rowsOf = ({ id: preparoId, empresa_id: empresaId }: Preparo) => ({ preparoId, empresaId });

export type GravacaoPar = Awaited<ReturnType<typeof findPar>>;

/** A recording as a correction finds it; null where there is none. */
export const findPar = (db: Db, preparo: Preparo, id: string) =>
  tables(db, preparo).preparoGravacao.findFirst({
    where: { id, ...rowsOf(preparo) },
    select: { motivo: true, linhaN: true, regra: true, naoAuditar: true },
  });

/** Tells whether a row was left out; null where there is no such row. */
export async function findLeftOut(db: Db, preparo: Preparo, n: number): Promise<boolean | null> {
  const where = { n, ...rowsOf(preparo) };
  const linha = await tables(db, preparo).preparoLinha.findFirst({ where, select: { naoAuditar: true } });
  return linha?.naoAuditar ?? null;
}

/** Says of which row a recording is (null: of none, and it is not looked for again); the one that was of it is of none then. */
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

/** A recording that is of no row, and may be looked for. */
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

/** Saves a corrected questionnaire, with the columns as far as they are still known. */
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

/** Throws away what came of one file: its parts with their upload, and the file as it was kept. */
async function discardFile(db: Db, preparoId: string, papel: PapelArquivo): Promise<void> {
  await discardUploads(db, { dono: 'preparo', ids: [preparoId], papel });
  await db.sql(
    sql`with o as (select empresa_id, chave_objeto as chave from preparo_arquivos
        where preparo_id = ${preparoId}::uuid and papel = ${papel}) ${discard}`,
    'preparo_arquivo_objetos',
  );
}

/** Throws away the recordings that came of a file. What an item holds is the item's. */
async function discardRecordings(db: Db, preparo: Preparo, papel: PapelArquivo): Promise<void> {
  await db.sql(
    sql`with o as (select empresa_id, chave_objeto as chave from preparo_gravacoes
        where preparo_id = ${preparo.id}::uuid and origem = ${papel} and item_id is null) ${discard}`,
    'preparo_gravacoes_objetos',
  );
  await tables(db, preparo).preparoGravacao.deleteMany({ where: { ...rowsOf(preparo), origem: papel } });
}

/** Forgets the sheet: its rows with their pairs, and what its columns were held to be. */
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

/** Forgets the questionnaire, and which columns were its questions'. */
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

/** Puts another file in the place of one: what came of that one is forgotten, and no more. */
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
