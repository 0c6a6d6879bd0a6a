// SQL: reads a document and its questions in one statement.

import { createHash } from 'node:crypto';
import type { Db } from '@escuta/prisma/db';
import { z } from 'zod';
import type { EstadoPreparo } from '../../domain/audit-preparation.ts';
import type { Scope } from '../../domain/scope.ts';
import { INSTALACAO } from '../../domain/scope.ts';
import {
  checkReading,
  type LeituraIa,
  leituraIaSchema,
  PAGINA_MAX,
  type PerguntaAoLado,
  type Proposta,
} from '../../domain/survey-file/documents/ai-reading.ts';
import {
  isOpenLine,
  type PaginaDoDocumento,
  pagesOf,
} from '../../domain/survey-file/documents/document-lines.ts';
import {
  type LinhaLida,
  linhaLida,
  type PerguntaLida,
  questionarioLido,
} from '../../domain/survey-file/documents/read-questionnaire.ts';
import { readStored, readStoredList } from '../../domain/text/stored.ts';
import { inScope, sql } from '../../platform/database/sql.ts';

export type AlvoDocumento = { tipo: 'preparo' | 'questionario'; id: string };

export type DocumentoAoLado = {
  alvo: AlvoDocumento;
  /** Row of a questionnaire's document; null for an audit. */
  documentoId: string | null;
  empresaId: string;
  projetoId: string;
  nome: string;
  /** Size, bytes. */
  tamanho: number;
  chave: string | null;
  /** The document's lines; null for an older reading. `pergunta` is an index into `perguntas`. */
  linhas: LinhaLida[] | null;
  perguntas: (PerguntaAoLado & Pick<PerguntaLida, 'texto'>)[];
  ids: readonly string[];
  estado: EstadoPreparo | null;
  /** Hash of the lines, to find the model's answers about these lines. */
  hash: string;
};

const linhasDe = (stored: unknown): LinhaLida[] | null => readStored(z.array(linhaLida), stored, null);
const hashOf = (linhas: readonly LinhaLida[] | null): string =>
  createHash('sha256')
    .update(JSON.stringify((linhas ?? []).map(({ texto }) => texto)))
    .digest('hex');

async function ofPreparo(db: Db, scope: Scope, id: string): Promise<DocumentoAoLado | undefined> {
  const { rows } = await db.sql<{
    empresa_id: string;
    projeto_id: string;
    estado: EstadoPreparo;
    questionario: unknown;
    nome: string;
    tamanho: number;
    chave_objeto: string | null;
  }>(
    sql`select p.empresa_id, p.projeto_id, p.estado, p.questionario, a.nome, a.tamanho::float8 as tamanho,
      a.chave_objeto
      from auditoria_preparos p join preparo_arquivos a on a.preparo_id = p.id and a.papel = 'perguntas'
      where p.id = ${id}::uuid and ${inScope(scope, sql`p.empresa_id`)}`,
    'documento_preparo',
  );
  const [row] = rows;
  if (!row) return undefined;
  const lido = readStored(questionarioLido, row.questionario, null);
  const linhas = lido?.linhas ?? null;
  return {
    alvo: { tipo: 'preparo', id },
    documentoId: null,
    empresaId: row.empresa_id,
    projetoId: row.projeto_id,
    nome: row.nome,
    tamanho: row.tamanho,
    chave: row.chave_objeto,
    linhas,
    perguntas: lido?.perguntas ?? [],
    ids: [],

    estado: row.estado,
    hash: hashOf(linhas),
  };
}

type Guardado = {
  id: string;
  nome: string;
  tamanho: number;
  chave: string | null;
  linhas: unknown;
  perguntas: unknown;
};
type Rascunho = PerguntaAoLado & { id: string; texto: string };

/** Reads a questionnaire's document. @returns undefined: no such questionnaire; null: no document */
async function ofQuestionario(db: Db, scope: Scope, id: string): Promise<DocumentoAoLado | null | undefined> {
  const { rows } = await db.sql<{
    empresa_id: string;
    projeto_id: string;
    documento: Guardado | null;
    perguntas: Rascunho[];
  }>(
    sql`select q.empresa_id, s.projeto_id,
        (select json_build_object('id', d.id, 'nome', d.nome, 'tamanho', d.tamanho,
          'chave', coalesce(d.chave_objeto, a.chave_objeto),
            'linhas', d.linhas, 'perguntas', d.perguntas)
          from questionario_documentos d left join auditoria_arquivos a on a.id = d.arquivo_id
          where d.questionario_id = q.id and d.incluido_em is not null order by d.incluido_em desc,
          d.id desc limit 1) as documento,
        (select coalesce(json_agg(json_build_object('id', p.id, 'codigo', p.codigo, 'texto', p.texto_pergunta, 'tipo',
          p.tipo,
            'opcoes',
            (select coalesce(json_agg(json_build_object('texto', r.texto_resposta, 'valor', r.valor, 'especial',
              r.especial)
              order by r.ordem), '[]') from respostas_definidas r where r.pergunta_id = p.id))
                order by p.ordem, p.created_at, p.id), '[]')
          from perguntas p where p.questionario_id = q.id and p.excluida_em is null) as perguntas
      from questionarios q join pesquisas s on s.id = q.pesquisa_id
      where q.id = ${id}::uuid and ${inScope(scope, sql`q.empresa_id`)}`,
    'documento_questionario',
  );
  const [row] = rows;
  if (!row) return undefined;
  if (!row.documento) return null;
  const { documento, perguntas } = row;
  const guardadas = readStoredList(z.uuid().nullable(), documento.perguntas);
  const places = new Map(perguntas.map(({ id: one }, place) => [one, place]));
  // Deleted questions' lines become unused again.
  const linhas = linhasDe(documento.linhas)?.map((linha): LinhaLida => {
    if (linha.pergunta === null) return linha;
    const place = places.get(guardadas[linha.pergunta] ?? '');
    return place === undefined ? { ...linha, uso: 'deixada', pergunta: null } : { ...linha, pergunta: place };
  });
  return {
    alvo: { tipo: 'questionario', id },
    documentoId: documento.id,
    empresaId: row.empresa_id,
    projetoId: row.projeto_id,
    nome: documento.nome,
    tamanho: documento.tamanho,
    chave: documento.chave,
    linhas: linhas ?? null,
    perguntas,
    ids: perguntas.map((one) => one.id),

    estado: null,
    hash: hashOf(linhas ?? null),
  };
}

/** A document with its questions; null: no document; undefined: no such audit or questionnaire. */
export const findDocument = (
  db: Db,
  scope: Scope,
  alvo: AlvoDocumento,
): Promise<DocumentoAoLado | null | undefined> =>
  alvo.tipo === 'preparo' ? ofPreparo(db, scope, alvo.id) : ofQuestionario(db, scope, alvo.id);

export type LeituraDaPagina = {
  id: string;
  pagina: number;
  /** The model's answer; null: unusable. */
  resposta: LeituraIa | null;
  recusadas: number;
  descartadas: string[];
};

/** The model's answers about the document's present lines, by page. */
export async function readReadings(
  db: Db,
  { alvo, documentoId, hash }: DocumentoAoLado,
): Promise<LeituraDaPagina[]> {
  const own = alvo.tipo === 'preparo' ? { preparoId: alvo.id } : { documentoId, NOT: { documentoId: null } };
  const rows = await db.within(INSTALACAO).leituraIa.findMany({
    where: { documentoHash: hash, ...own },
    select: { id: true, pagina: true, resposta: true, recusadas: true, descartadas: true },
    orderBy: { pagina: 'asc' },
  });
  return rows.map(({ resposta, descartadas, ...row }) => ({
    ...row,
    resposta: readStored(leituraIaSchema, resposta, null),
    descartadas: readStoredList(z.string(), descartadas),
  }));
}

/** Pages that have unused lines, were not sent yet, and fit in a request. */
export function pagesToAsk(
  { linhas }: Pick<DocumentoAoLado, 'linhas'>,
  leituras: readonly Pick<LeituraDaPagina, 'pagina'>[],
): PaginaDoDocumento[] {
  if (!linhas) return [];
  const asked = new Set(leituras.map(({ pagina }) => pagina));
  return pagesOf(linhas).filter(({ pagina, linhas: places }) => {
    const own = places.flatMap((place) => linhas[place] ?? []);
    const characters = own.reduce((sum, { texto }) => sum + texto.length, 0);
    return !asked.has(pagina) && characters <= PAGINA_MAX && own.some(isOpenLine);
  });
}

/** Proposals from the model's answers about the present document, without discarded ones. */
export function proposalsOf(
  { linhas, perguntas }: Pick<DocumentoAoLado, 'linhas' | 'perguntas'>,
  leituras: readonly LeituraDaPagina[],
): Proposta[] {
  if (!linhas) return [];
  const pages = new Map(pagesOf(linhas).map((page) => [page.pagina, page]));
  return leituras.flatMap(({ pagina, resposta, descartadas }) => {
    const page = pages.get(pagina);
    if (!page || !resposta) return [];
    return checkReading(resposta, { linhas, perguntas }, page).propostas.filter(
      ({ id }) => !descartadas.includes(id),
    );
  });
}
