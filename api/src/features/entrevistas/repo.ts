// SQL: under an interview's lock, events are numbered without gaps, and answers are derived from them.

import type { Db } from '@escuta/prisma/db';
import type { EstadoCelula } from '@escuta/shared/domain/interview/comparison/sheet-cell';
import type { GravacaoEntrevista, RespostaDada } from '@escuta/shared/domain/interview/device/events';
import type { ConteudoVersao } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { readStoredVersion } from '@escuta/shared/domain/interview/questionnaire/stored-questionnaire';
import type { Scope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { inScope, sql } from '@escuta/shared/platform/database/sql';
import { didInterview } from '@escuta/shared/services/interviews/own-interview';

export type RespostaRow = {
  pergunta_id: string;
  opcoes: string[];
  texto_resposta: string | null;
  celula_estado: EstadoCelula | null;
  celula: string | null;
  updated_at: Date;
};

export type DetalheRow = {
  pesquisa_titulo: string;
  projeto_id: string;
  questionario_descricao: string | null;
  conteudo: ConteudoVersao;
  respostas: RespostaRow[];
};

/** An interview's fields that its list row lacks. */
export async function findDetalhe(db: Db, scope: Scope, id: string): Promise<DetalheRow | null> {
  const { rows } = await db.sql<Omit<DetalheRow, 'respostas' | 'conteudo'> & { conteudo: unknown }>(
    sql`select s.titulo as pesquisa_titulo, e.projeto_id, q.descricao as questionario_descricao, v.conteudo
      from entrevistas e join pesquisas s on s.id = e.pesquisa_id join questionarios q on q.id = e.questionario_id
        join questionario_versoes v on v.id = e.questionario_versao_id
      where e.id = ${id} and ${inScope(scope, sql`e.empresa_id`)}`,
    'entrevista_detalhe',
  );
  const [row] = rows;
  if (!row) return null;
  return { ...row, conteudo: readStoredVersion(row.conteudo), respostas: await readRespostas(db, id) };
}

/** The answers of an interview, in the order of their last change. */
export async function readRespostas(db: Db, entrevistaId: string): Promise<RespostaRow[]> {
  const { rows } = await db.sql<RespostaRow>(
    sql`select pergunta_id, opcoes, texto_resposta, celula_estado, celula, updated_at from respostas
      where entrevista_id = ${entrevistaId} order by ultima_seq, pergunta_id`,
    'entrevista_respostas',
  );
  return rows;
}

export type EntrevistaRow = {
  id: string;
  empresa_id: string;
  pesquisa_id: string;
  gravacao: GravacaoEntrevista;
  /** True if the caller conducted the interview. */
  propria: boolean;
  conteudo: ConteudoVersao;
  respostas: RespostaRow[];
};

/** Locks an interview and reads its version and answers. */
export async function lockEntrevista(
  db: Db,
  scope: Scope,
  id: string,
  usuarioId: string,
): Promise<EntrevistaRow | null> {
  const { rows } = await db.sql<
    Omit<EntrevistaRow, 'conteudo' | 'respostas'> & { questionario_versao_id: string }
  >(
    sql`select e.id, e.empresa_id, e.pesquisa_id, e.gravacao, e.questionario_versao_id,
      ${didInterview(usuarioId)} as propria
      from entrevistas e where e.id = ${id} and ${inScope(scope, sql`e.empresa_id`)} for no key update of e`,
  );
  const [row] = rows;
  if (!row) return null;
  const versao = await db.sql<{ conteudo: unknown }>(
    sql`select conteudo from questionario_versoes where id = ${row.questionario_versao_id}`,
    'entrevista_versao',
  );
  return {
    ...row,
    conteudo: readStoredVersion(versao.rows[0]?.conteudo),
    respostas: await readRespostas(db, id),
  };
}

/** Stores the answer of event `seq` of a locked interview. */
export async function saveResposta(
  db: Db,
  entrevista: { id: string; empresa_id: string },
  perguntaId: string,
  { opcoes, texto }: RespostaDada,
  seq: number,
): Promise<RespostaRow> {
  const { rows } = await db.sql<RespostaRow>(
    sql`insert into respostas (id, empresa_id, entrevista_id, pergunta_id, opcoes, texto_resposta, ultima_seq)
      values (${newId()}, ${entrevista.empresa_id}, ${entrevista.id}, ${perguntaId}, ${[...opcoes]}::uuid[], ${texto},
        ${seq})
      on conflict (entrevista_id, pergunta_id) do update set opcoes = excluded.opcoes,
        texto_resposta = excluded.texto_resposta, celula_estado = null, celula = null,
        ultima_seq = excluded.ultima_seq, updated_at = now()
      returning pergunta_id, opcoes, texto_resposta, celula_estado, celula, updated_at`,
    'entrevista_resposta',
  );
  return rows[0] as RespostaRow;
}
