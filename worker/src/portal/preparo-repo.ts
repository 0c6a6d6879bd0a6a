// SQL instead of Prisma, because a prepared audit is read as a whole and locked by its writers.

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
import type { Worked } from '../intake/intake-repo.ts';

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
  /** Empty until the sheet is read. */
  colunas: ColunaDoPreparoGravada[];
  linhasSemGravacao: boolean;
  titulo: string | null;
  creditosConfirmados: number;
  confirmadoPor: string | null;
  auditoriaId: string | null;
  pesquisaId: string | null;
  arquivos: ArquivoDoPreparo[];
};

type Row = Omit<PreparoLido, 'questionario' | 'colunas'> & { questionario: unknown; colunas: unknown };

const READ = `select p.id, p.empresa_id as "empresaId", p.projeto_id as "projetoId", p.autor_id as "autorId",
  p.observacoes, p.automatico,
    p.versao, p.questionario, p.colunas, p.linhas_sem_gravacao as "linhasSemGravacao", p.titulo,
    coalesce(p.creditos_confirmados, 0) as "creditosConfirmados", p.confirmado_por as "confirmadoPor",
    p.auditoria_id as "auditoriaId", p.pesquisa_id as "pesquisaId",
    (select coalesce(json_agg(json_build_object('papel', a.papel, 'nome', a.nome, 'tamanho', a.tamanho, 'envioId',
      a.envio_id,
       'chaveObjeto', a.chave_objeto, 'sha256', a.sha256, 'lido', a.lido_em is not null) order by a.papel), '[]')
     from preparo_arquivos a where a.preparo_id = p.id) as arquivos
  from auditoria_preparos p where p.id = $1 and p.estado = $2 and p.tarefa_id = $3`;

/** Reads a task's prepared audit; null if its state differs or another task holds it. */
export async function readPreparo(
  db: Db,
  task: Worked<'preparo'>,
  estado: EstadoPreparo,
): Promise<PreparoLido | null> {
  const { rows } = await db.query<Row>({
    name: 'portal_preparo',
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

/**
 * Marks a file as read.
 * @param kept the file's new object; null: the file's row keeps its present object
 */
export async function saveRead(
  db: Db,
  preparoId: string,
  papel: PapelArquivo,
  kept: { chave: string; sha256: string } | null,
): Promise<void> {
  await db.query({
    name: 'portal_read',
    text: `update preparo_arquivos set lido_em = now(), chave_objeto = coalesce($3, chave_objeto),
      sha256 = coalesce($4, sha256)
           where preparo_id = $1 and papel = $2`,
    values: [preparoId, papel, kept?.chave ?? null, kept?.sha256 ?? null],
  });
}
