// SQL: corrections are written under the preparation's lock, so that a row has one recording at any moment.

import type { Db } from '@escuta/prisma/db';
import {
  type ColunaDoPreparoGravada,
  nadaContado,
  type PapelArquivo,
} from '@escuta/shared/domain/audit-preparation';
import type { RegraPar } from '@escuta/shared/domain/survey-file/pairing';
import type { QuestionarioLido } from '@escuta/shared/domain/survey-file/read-questionnaire';
import { discard, discardParts } from '@escuta/shared/node/preparos';
import { sql } from '@escuta/shared/node/sql';

export type GravacaoPar = {
  nome: string;
  motivo: string | null;
  linha_n: number | null;
  regra: RegraPar | null;
  nao_auditar: boolean;
};

/** A recording as a correction finds it; null where there is none. */
export async function findPar(db: Db, preparoId: string, id: string): Promise<GravacaoPar | null> {
  const { rows } = await db.sql<GravacaoPar>(
    sql`select nome, motivo, linha_n, regra, nao_auditar from preparo_gravacoes
      where preparo_id = ${preparoId}::uuid and id = ${id}::uuid`,
    'preparo_par_um',
  );
  return rows[0] ?? null;
}

/** Whether a row was left out; null where there is no such row. */
export async function findLeftOut(db: Db, preparoId: string, n: number): Promise<boolean | null> {
  const { rows } = await db.sql<{ nao_auditar: boolean }>(
    sql`select nao_auditar from preparo_linhas where preparo_id = ${preparoId}::uuid and n = ${n}`,
    'preparo_linha_fora',
  );
  return rows[0]?.nao_auditar ?? null;
}

/** Says of which row a recording is (null: of none, and it is not looked for again); the one that was of it is of none then. */
export async function savePar(db: Db, preparoId: string, id: string, linha: number | null): Promise<void> {
  await db.sql(
    sql`update preparo_gravacoes set linha_n = null, regra = null, solta = solta or id = ${id}::uuid
      where preparo_id = ${preparoId}::uuid and (id = ${id}::uuid or linha_n = ${linha}::int)`,
    'preparo_par_solta',
  );
  if (linha === null) return;
  await db.sql(
    sql`update preparo_gravacoes set linha_n = ${linha}::int, regra = 'pessoa', candidatas = '{}', solta = false
      where preparo_id = ${preparoId}::uuid and id = ${id}::uuid`,
    'preparo_par_pessoa',
  );
}

export async function saveGravacaoFora(db: Db, preparoId: string, id: string, fora: boolean): Promise<void> {
  await db.sql(
    sql`update preparo_gravacoes set nao_auditar = ${fora} where preparo_id = ${preparoId}::uuid and id = ${id}::uuid`,
    'preparo_gravacao_fora',
  );
}

export async function saveLinhaFora(db: Db, preparoId: string, n: number, fora: boolean): Promise<void> {
  await db.sql(
    sql`update preparo_linhas set nao_auditar = ${fora} where preparo_id = ${preparoId}::uuid and n = ${n}`,
    'preparo_linha_fora_muda',
  );
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
  await discardParts(db, preparoId, papel);
  await db.sql(
    sql`with o as (select empresa_id, chave_objeto as chave from preparo_arquivos
        where preparo_id = ${preparoId}::uuid and papel = ${papel}) ${discard}`,
    'preparo_arquivo_objetos',
  );
}

/** Throws away the recordings that came of a file. What an item holds is the item's. */
async function discardRecordings(db: Db, preparoId: string, papel: PapelArquivo): Promise<void> {
  await db.sql(
    sql`with o as (select empresa_id, chave_objeto as chave from preparo_gravacoes
        where preparo_id = ${preparoId}::uuid and origem = ${papel} and item_id is null) ${discard}`,
    'preparo_gravacoes_objetos',
  );
  await db.sql(
    sql`delete from preparo_gravacoes where preparo_id = ${preparoId}::uuid and origem = ${papel}`,
    'preparo_gravacoes_apaga',
  );
}

/** Forgets the sheet: its rows with their pairs, and what its columns were held to be. */
async function forgetSheet(db: Db, preparoId: string): Promise<void> {
  await db.sql(
    sql`update preparo_gravacoes set linha_n = null, regra = null, candidatas = '{}', solta = false where preparo_id = ${preparoId}::uuid`,
    'preparo_pares_solta',
  );
  await db.sql(sql`delete from preparo_linhas where preparo_id = ${preparoId}::uuid`, 'preparo_linhas_apaga');
  await db.sql(
    sql`update auditoria_preparos set colunas = null, aba = null, avisos_planilha = null, avisos = null where id = ${preparoId}::uuid`,
    'preparo_planilha_esquece',
  );
}

/** Forgets the questionnaire, and which columns were its questions'. */
async function forgetQuestions(
  db: Db,
  preparoId: string,
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
  await db.sql(
    sql`update auditoria_preparos set questionario = null where id = ${preparoId}::uuid`,
    'preparo_perguntas_esquece',
  );
  if (colunas.length > 0) await saveColumns(db, preparoId, without);
}

/** Puts another file in the place of one: what came of that one is forgotten, and no more. */
export async function replaceFile(
  db: Db,
  { id, colunas }: { id: string; colunas: readonly ColunaDoPreparoGravada[] },
  novo: { papel: PapelArquivo; nome: string; tamanho: number },
): Promise<void> {
  const { papel, nome, tamanho } = novo;
  await discardFile(db, id, papel);
  if (papel === 'audio' || papel === 'zip_audios') await discardRecordings(db, id, papel);
  if (papel === 'planilha_respostas') await forgetSheet(db, id);
  if (papel === 'perguntas') await forgetQuestions(db, id, colunas);
  await db.sql(
    sql`update preparo_arquivos set nome = ${nome}, tamanho = ${tamanho}::bigint, envio_id = null, chave_objeto = null, sha256 = null,
        lido_em = null where preparo_id = ${id}::uuid and papel = ${papel}`,
    'preparo_arquivo_troca',
  );
}
