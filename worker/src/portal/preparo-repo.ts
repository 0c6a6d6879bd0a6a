// SQL: a prepared audit is read as a whole, and held by whoever writes any of it.

import type { Db } from '@escuta/prisma/db';
import {
  type ColunaDoPreparoGravada,
  colunaDoPreparo,
  type EstadoPreparo,
  type PapelArquivo,
} from '@escuta/shared/domain/audit-preparation';
import {
  type QuestionarioLido,
  questionarioLido,
} from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { readStored, readStoredList } from '@escuta/shared/domain/text/stored';
import type { ClaimedTask } from '../tasks/task.ts';

export type ArquivoDoPreparo = {
  papel: PapelArquivo;
  nome: string;
  tamanho: number;
  envioId: string | null;
  chaveObjeto: string | null;
  sha256: string | null;
  lido: boolean;
};

export type PreparoLido = {
  id: string;
  empresaId: string;
  projetoId: string;
  autorId: string | null;
  observacoes: string | null;
  automatico: boolean;
  versao: number;
  questionario: QuestionarioLido | null;
  /** Empty before the sheet was read. */
  colunas: ColunaDoPreparoGravada[];
  linhasSemGravacao: boolean;
  /** Of its survey, as whoever confirmed wrote it. */
  titulo: string | null;
  creditosConfirmados: number;
  confirmadoPor: string | null;
  auditoriaId: string | null;
  pesquisaId: string | null;
  arquivos: ArquivoDoPreparo[];
};

type Row = Omit<PreparoLido, 'questionario' | 'colunas'> & { questionario: unknown; colunas: unknown };

const READ = `SELECT p.id, p.empresa_id AS "empresaId", p.projeto_id AS "projetoId", p.autor_id AS "autorId", p.observacoes, p.automatico,
    p.versao, p.questionario, p.colunas, p.linhas_sem_gravacao AS "linhasSemGravacao", p.titulo,
    coalesce(p.creditos_confirmados, 0) AS "creditosConfirmados", p.confirmado_por AS "confirmadoPor",
    p.auditoria_id AS "auditoriaId", p.pesquisa_id AS "pesquisaId",
    (SELECT coalesce(json_agg(json_build_object('papel', a.papel, 'nome', a.nome, 'tamanho', a.tamanho, 'envioId', a.envio_id,
       'chaveObjeto', a.chave_objeto, 'sha256', a.sha256, 'lido', a.lido_em IS NOT NULL) ORDER BY a.papel), '[]')
     FROM preparo_arquivos a WHERE a.preparo_id = p.id) AS arquivos
  FROM auditoria_preparos p WHERE p.id = $1 AND p.estado = $2 AND p.tarefa_id = $3`;

type Worked = Pick<ClaimedTask, 'id'> & { parametros: { preparoId: string } };

/** The preparation that a task works on, as long as it is in this state and no other task has it; else null: the task has nothing to do. */
export async function readPreparo(db: Db, task: Worked, estado: EstadoPreparo): Promise<PreparoLido | null> {
  const { rows } = await db.query<Row>({
    name: 'portal-preparo',
    text: READ,
    values: [task.parametros.preparoId, estado, task.id],
  });
  const row = rows[0];
  if (!row) return null;
  return {
    ...row,
    questionario: row.questionario === null ? null : readStored(questionarioLido, row.questionario, null),
    colunas: readStoredList(colunaDoPreparo, row.colunas),
  };
}

/** A preparation that was cancelled, corrected or given to another task meanwhile: what was being written is not. */
export class PreparoLostError extends Error {
  override readonly name = 'PreparoLostError';
}

/** Holds the task's preparation against change until the transaction ends. @throws PreparoLostError */
export async function holdPreparo(db: Db, task: Worked, estado: EstadoPreparo): Promise<void> {
  const { rowCount } = await db.query({
    name: 'portal-hold',
    text: `SELECT FROM auditoria_preparos WHERE id = $1 AND estado = $2 AND tarefa_id = $3 FOR NO KEY UPDATE`,
    values: [task.parametros.preparoId, estado, task.id],
  });
  if (!rowCount) throw new PreparoLostError();
}

/** Ends the reading of a preparation, in the caller's transaction: `motivo` says why, for people, and `papel` which file is at fault. */
export async function failPreparo(
  db: Db,
  preparoId: string,
  motivo: string,
  papel: PapelArquivo | null,
): Promise<void> {
  await db.query({
    name: 'portal-fail',
    text: `UPDATE auditoria_preparos SET estado = 'falhou', motivo = $2, motivo_papel = $3, updated_at = now()
           WHERE id = $1 AND estado = 'analisando'`,
    values: [preparoId, motivo, papel],
  });
}

/** Writes down that a file was read; with the object in which it is kept, unless it is a recording of the preparation. */
export async function saveRead(
  db: Db,
  preparoId: string,
  papel: PapelArquivo,
  kept: { chave: string; sha256: string } | null,
): Promise<void> {
  await db.query({
    name: 'portal-read',
    text: `UPDATE preparo_arquivos SET lido_em = now(), chave_objeto = coalesce($3, chave_objeto), sha256 = coalesce($4, sha256)
           WHERE preparo_id = $1 AND papel = $2`,
    values: [preparoId, papel, kept?.chave ?? null, kept?.sha256 ?? null],
  });
}

/**
 * Preparations whose reading or making has ended without telling them (a task cancelled before anybody took it, a row that is gone):
 * what was being read has failed, what was being made stands still; each says why. `tarefaId`: only those of this task.
 */
export async function failStranded(db: Db, tarefaId: string | null): Promise<void> {
  await db.query({
    name: 'portal-stranded',
    text: `UPDATE auditoria_preparos p SET estado = CASE WHEN p.estado = 'analisando' THEN 'falhou' ELSE p.estado END,
             motivo = CASE WHEN t.status = 'erro' THEN coalesce(t.erro, 'A tarefa terminou em erro.')
               WHEN t.status = 'cancelada' THEN coalesce(t.erro, 'A tarefa foi cancelada.') ELSE 'A tarefa terminou antes do fim.' END,
             motivo_papel = NULL, updated_at = now()
           FROM auditoria_preparos q LEFT JOIN tarefas t ON t.id = q.tarefa_id
           WHERE p.id = q.id AND q.estado IN ('analisando', 'criando') AND ($1::uuid IS NULL OR q.tarefa_id = $1)
             AND (t.id IS NULL OR t.status NOT IN ('pendente', 'executando'))
             AND (q.estado = 'analisando' OR q.motivo IS NULL)`,
    values: [tarefaId],
  });
}
