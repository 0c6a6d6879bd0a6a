import type { Pagination } from '@escuta/shared/contracts/common';
import type { ResponseOf } from '@escuta/shared/contracts/contract';
import type {
  getResumoDaAuditoria,
  ResultadoDaAuditoria,
  ResultadoDeArquivo,
} from '@escuta/shared/contracts/surveys/auditoria-resultados';
import { AppError } from '@escuta/shared/domain/errors';
import type { Proporcao } from '@escuta/shared/domain/intervals/proportion';
import type { Scope } from '@escuta/shared/domain/scope';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import type { AppDeps } from '../../../deps.ts';
import { presentPage } from '../../../http/answers.ts';
import {
  answerObject,
  type BytesAnswer,
  type Conditions,
  contentDisposition,
} from '../../../http/object-bytes.ts';
import { presentIndividual, presentParts } from '../../../item-result/present.ts';
import { isThere } from '../../../reads/scoped-repo.ts';
import { discardStored } from '../../../sound/discard-object.ts';
import {
  type ArquivoRow,
  deleteDocument,
  findDocument,
  listFiles,
  listResults,
  type ResultadoRow,
} from './audit-results-repo.ts';
import { resultsOf } from './figures-service.ts';

const notFound = () => new AppError('nao_encontrado', 'Auditoria não encontrada.');
const percent = (share: Proporcao | null) => (share ? Math.round(share.valor * 1000) / 10 : null);

/**
 * Summary of an audit's interviews; means and rates are null without interviews.
 * @throws AppError nao_encontrado
 */
export async function summaryOf(
  deps: AppDeps,
  scope: Scope,
  id: string,
): Promise<ResponseOf<typeof getResumoDaAuditoria>['data']> {
  const { entrevistas, ia, revisada, analise_geral_pesquisa } = await resultsOf(
    deps,
    scope,
    { tipo: 'auditoria', id },
    {},
  );
  if (entrevistas.auditadas + entrevistas.inaudiveis === 0) {
    return {
      percent_conversas_audiveis: null,
      percent_respostas_validadas: null,
      percent_respostas_corretas: null,
      analise_geral_pesquisa: null,
      figuras: null,
    };
  }
  return {
    percent_conversas_audiveis: percent(revisada.audiveis),
    percent_respostas_validadas: percent(revisada.validadas),
    percent_respostas_corretas: percent(revisada.corretas),
    analise_geral_pesquisa,
    figuras: { ia, revisada },
  };
}

/**
 * Reads a document's bytes exactly as uploaded, and logs the download.
 * @throws AppError nao_encontrado
 */
export async function readDocument(
  deps: AppDeps,
  { scope, actor }: { scope: Scope; actor: Actor },
  { id, arquivoId }: { id: string; arquivoId: string },
  asked: Conditions,
): Promise<BytesAnswer> {
  const found = await findDocument(deps.db, scope, id, arquivoId);
  if (!found) throw new AppError('nao_encontrado', 'Arquivo não encontrado.');
  const answer = await answerObject(deps, asked, {
    key: found.chave_objeto,
    size: found.tamanho,
    contentType: 'application/octet-stream',
    etag: `"${found.sha256}"`,
    disposition: contentDisposition('attachment', found.nome),
    acesso: { tipo: 'download', alvo: 'documento', id: arquivoId, empresaId: found.empresa_id },
  });
  if (asked.method === 'GET' && answer.body) {
    await recordAction(deps.db, {
      ...actor,
      empresaId: found.empresa_id,
      acao: 'documento_baixado',
      recurso: 'auditoria',
      recursoId: id,
      detalhes: { arquivoId },
    });
  }
  return answer;
}

/**
 * Deletes a document for good; logs the deletion.
 * @throws AppError nao_encontrado
 */
export async function removeDocument(
  deps: AppDeps,
  { scope, actor }: { scope: Scope; actor: Actor },
  { id, arquivoId }: { id: string; arquivoId: string },
): Promise<void> {
  const chave = await deps.db.transaction(async (tx) => {
    const gone = await deleteDocument(tx, scope, id, arquivoId);
    if (!gone) throw new AppError('nao_encontrado', 'Arquivo não encontrado.');
    await recordAction(tx, {
      ...actor,
      empresaId: gone.empresa_id,
      acao: 'documento_apagado',
      recurso: 'auditoria',
      recursoId: id,
      detalhes: { arquivoId, papel: gone.papel },
    });
    return gone.chave;
  });
  await discardStored(deps, chave);
}

const STATUS_DO_ARQUIVO = {
  concluido: 'sucesso',
  pendente: 'pendente',
  processando: 'processando',
  erro: 'erro',
} as const satisfies Record<ArquivoRow['status'], ResultadoDeArquivo['status']>;

/**
 * A page of an audit's documents and recordings, newest first.
 * @throws AppError nao_encontrado, requisicao_invalida beyond the last allowed page
 */
export async function pageOfFiles(
  deps: AppDeps,
  scope: Scope,
  id: string,
  page: { page: number; limit: number },
): Promise<{ data: ResultadoDeArquivo[]; pagination: Pagination }> {
  if (!(await isThere(deps.db, scope, 'auditoria', id))) throw notFound();
  return presentPage(page, await listFiles(deps.db, id, page), ({ nome, status, created_at, ...row }) => ({
    ...row,
    arquivo_nome: nome,
    status: STATUS_DO_ARQUIVO[status],
    created_at: created_at.toISOString(),
  }));
}

function presentResult(row: ResultadoRow): ResultadoDaAuditoria {
  return {
    id: row.id,
    entrevista_id: row.entrevista_id,
    status_processamento: row.status,
    nome_entrevistado: row.nome_entrevistado,
    ...presentParts(row, row, row.status),
    analise_individual: row.resultado_id === null ? null : presentIndividual(row),
  };
}

/**
 * A page of an audit's items, newest first, each with its newest finished result.
 * @throws AppError like `pageOfFiles`
 */
export async function pageOfResults(
  deps: AppDeps,
  scope: Scope,
  id: string,
  page: { page: number; limit: number },
): Promise<{ data: ResultadoDaAuditoria[]; pagination: Pagination }> {
  if (!(await isThere(deps.db, scope, 'auditoria', id))) throw notFound();
  return presentPage(page, await listResults(deps.db, id, page), presentResult);
}
