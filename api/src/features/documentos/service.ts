import type { Db } from '@escuta/prisma/db';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type { DocumentoWire, giveLinhasAPergunta } from '@escuta/shared/contracts/surveys/documentos';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import type { ResultadoTarefa } from '@escuta/shared/domain/tasks/tasks';
import { lock } from '@escuta/shared/platform/database/locks';
import { assertMayPay, PROCESSAMENTO_DESATIVADO } from '@escuta/shared/services/credits/may-pay';
import { assertRoomForPages } from '@escuta/shared/services/documents/daily-limit';
import {
  type AlvoDocumento,
  type DocumentoAoLado,
  findDocument,
  pagesToAsk,
  proposalsOf,
  readReadings,
} from '@escuta/shared/services/documents/document';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { getProcessingConfig } from '@escuta/shared/services/runs/processing-config';
import { createTask } from '@escuta/shared/services/tasks/tasks';
import type { AppDeps } from '../../deps.ts';
import {
  answerObject,
  type BytesAnswer,
  type Conditions,
  contentDisposition,
} from '../../http/object-bytes.ts';
import { findReading, isBeingRead, lockDocument, saveDiscarded, saveLinesOf } from './repo.ts';

type Asked = { scope: Scope; actor: Actor };

const missing = ({ tipo }: AlvoDocumento) =>
  new AppError(
    'nao_encontrado',
    tipo === 'preparo' ? 'Auditoria em preparo não encontrada.' : 'Questionário não encontrado.',
  );
const noDocument = () =>
  new AppError('nao_encontrado', 'O documento deste questionário não está disponível.');

const NADA: ResultadoTarefa<'ler_com_ia'> = { paginas: 0, propostas: 0, recusadas: 0, ilegiveis: 0 };

const isPdf = (nome: string): boolean => nome.toLowerCase().endsWith('.pdf');

/** The reason why a model may not read the document; null if it may. */
async function switchedOff(
  deps: Pick<AppDeps, 'env' | 'db'>,
  { empresaId, projetoId, estado }: DocumentoAoLado,
): Promise<string | null> {
  if (deps.env.IA_MODO_DEMONSTRACAO)
    return 'No modo demonstração, a IA não lê documentos: configure um provedor de IA.';
  if (estado !== null && estado !== 'pronto')
    return 'Só uma auditoria que aguarda conferência pode ser alterada.';
  const { isActive } = await getProcessingConfig(deps.db, empresaId, projetoId);
  return isActive ? null : PROCESSAMENTO_DESATIVADO;
}

async function present(
  deps: Pick<AppDeps, 'env' | 'db'>,
  documento: DocumentoAoLado | null,
): Promise<DocumentoWire | null> {
  if (!documento) return null;
  const [leituras, motivo, tarefaId] = await Promise.all([
    readReadings(deps.db, documento),
    switchedOff(deps, documento),
    isBeingRead(deps.db, documento),
  ]);
  const paginas = pagesToAsk(documento, leituras).length;
  const { nome, tamanho, chave, linhas, ids } = documento;
  return {
    nome,
    tipo: isPdf(nome) ? 'pdf' : 'texto',
    tamanho,
    guardado: chave !== null,
    linhas,
    perguntas_ids: [...ids],
    propostas: proposalsOf(documento, leituras),
    ia: {
      situacao: tarefaId ? 'lendo' : paginas === 0 ? 'nada' : motivo ? 'desligada' : 'pode',
      motivo,
      paginas,
      lidas: leituras.length,
      recusadas: leituras.reduce((sum, { recusadas }) => sum + recusadas, 0),
      ilegiveis: leituras.filter(({ resposta }) => resposta === null).length,
      tarefa_id: tarefaId,
    },
  };
}

/**
 * A document line by line beside its questions; null: none is stored.
 * @throws AppError nao_encontrado
 */
export async function showDocument(
  deps: AppDeps,
  scope: Scope,
  alvo: AlvoDocumento,
): Promise<DocumentoWire | null> {
  const documento = await findDocument(deps.db, scope, alvo);
  if (documento === undefined) throw missing(alvo);
  return present(deps, documento);
}

/** The stored document of a target. @throws AppError nao_encontrado */
async function requireDocument(db: Db, scope: Scope, alvo: AlvoDocumento): Promise<DocumentoAoLado> {
  const documento = await findDocument(db, scope, alvo);
  if (documento === undefined) throw missing(alvo);
  if (documento === null) throw noDocument();
  return documento;
}

/**
 * A document's bytes as sent; logs the access.
 * @throws AppError nao_encontrado, sem_arquivo
 */
export async function documentBytes(
  deps: AppDeps,
  scope: Scope,
  alvo: AlvoDocumento,
  asked: Conditions,
): Promise<BytesAnswer> {
  const { chave, nome, tamanho, empresaId, documentoId } = await requireDocument(deps.db, scope, alvo);
  if (chave === null)
    throw new AppError('sem_arquivo', 'O arquivo deste questionário não está mais disponível.');
  return answerObject(deps, asked, {
    key: chave,
    size: tamanho,
    // The file comes from outside, so a download type keeps browsers from opening it as a page of the product.
    contentType: isPdf(nome) ? 'application/pdf' : 'application/octet-stream',
    etag: `"${chave.split('/').at(-1)}"`,
    disposition: contentDisposition('attachment', nome),
    acesso: { tipo: 'download', alvo: 'documento_questionario', id: documentoId ?? alvo.id, empresaId },
  });
}

/**
 * Requests that a model reads the pages with unrecognised lines, each once; while a reading runs, returns its task. A
 * reading costs no credits, but is limited per project and company.
 * @throws AppError nao_encontrado, regra_violada, muitas_tentativas
 */
export async function askForReading(
  deps: AppDeps,
  { scope, actor }: Asked,
  alvo: AlvoDocumento,
): Promise<{ tarefaId: string }> {
  return deps.db.transaction(async (tx) => {
    const documento = await requireDocument(tx, scope, alvo);
    const { empresaId } = documento;
    // The lock gives concurrent requests the same task.
    await lock(tx, 'tarefas', empresaId);
    const running = await isBeingRead(tx, documento);
    if (running) return { tarefaId: running };
    const off = await switchedOff(deps, documento);
    if (off) throw new AppError('regra_violada', off);
    if (!documento.linhas)
      throw new AppError(
        'regra_violada',
        'Este documento foi lido por uma versão anterior da Escuta: leia o documento de novo.',
      );
    const paginas = pagesToAsk(documento, await readReadings(tx, documento)).length;
    if (paginas === 0)
      throw new AppError('regra_violada', 'A IA já leu todas as linhas não reconhecidas deste documento.');
    await assertRoomForPages(tx, empresaId, paginas);
    await assertMayPay(tx, documento);
    const tarefaId = await createTask(tx, {
      tipo: 'ler_com_ia',
      empresaId,
      actor,
      parametros: { alvo: documento.alvo },
      // Stores the number of pages at once, so that the next request's limit includes them.
      inicio: { total: paginas, cursor: {}, resultado: NADA },
    });
    return { tarefaId };
  });
}

/**
 * Discards a model's proposal, or restores it.
 * @throws AppError nao_encontrado
 */
export async function discardProposal(
  deps: AppDeps,
  { scope, actor }: Asked,
  alvo: AlvoDocumento,
  { proposta, descartada }: { proposta: string; descartada: boolean },
): Promise<DocumentoWire | null> {
  await deps.db.transaction(async (tx) => {
    const documento = await requireDocument(tx, scope, alvo);
    const reading = await findReading(tx, documento, Number(proposta.split('.')[0]));
    if (!reading) throw new AppError('nao_encontrado', 'Proposta não encontrada.');
    await saveDiscarded(tx, reading.id, proposta, descartada);
    await recordAction(tx, {
      ...actor,
      empresaId: documento.empresaId,
      acao: 'proposta_da_ia_descartada',
      recurso: alvo.tipo === 'preparo' ? 'auditoria_preparo' : 'questionario',
      recursoId: alvo.id,
      detalhes: { proposta, descartada },
    });
  });
  return showDocument(deps, scope, alvo);
}

/**
 * Assigns lines of a questionnaire's document to a question.
 * @throws AppError nao_encontrado, requisicao_invalida
 */
export async function giveLines(
  deps: AppDeps,
  { scope, actor }: Asked,
  questionarioId: string,
  { linhas: places, pergunta_id: perguntaId }: BodyOf<typeof giveLinhasAPergunta>,
): Promise<DocumentoWire | null> {
  const alvo = { tipo: 'questionario', id: questionarioId } as const;
  await deps.db.transaction(async (tx) => {
    await lockDocument(tx, scope, questionarioId);
    const { documentoId, empresaId, linhas, ids, perguntas } = await requireDocument(tx, scope, alvo);
    if (places.some((place) => !linhas?.[place]))
      throw new AppError('requisicao_invalida', 'Uma dessas linhas não existe no documento.');
    const question = perguntaId === null ? null : ids.indexOf(perguntaId);
    if (question === -1) throw new AppError('nao_encontrado', 'Pergunta não encontrada.');
    await saveLinesOf(tx, { id: documentoId ?? '', empresaId }, places, perguntaId);
    await recordAction(tx, {
      ...actor,
      empresaId,
      acao: 'linhas_do_documento_dadas',
      recurso: 'questionario',
      recursoId: questionarioId,
      detalhes: { linhas: places.length, pergunta: question === null ? null : perguntas[question]?.codigo },
    });
  });
  return showDocument(deps, scope, alvo);
}
