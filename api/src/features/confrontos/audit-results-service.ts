import type {
  getResumoDaAuditoria,
  ResultadoDaAuditoria,
  ResultadoDeArquivo,
} from '@escuta/shared/contracts/auditoria-resultados';
import type { Pagination } from '@escuta/shared/contracts/common';
import type { ResponseOf } from '@escuta/shared/contracts/contract';
import { AppError } from '@escuta/shared/domain/errors';
import { overallAnalysis } from '@escuta/shared/domain/interview/overall-analysis';
import type { Proporcao } from '@escuta/shared/domain/interview/proportion';
import { verdictSummary } from '@escuta/shared/domain/interview/verdict-summary';
import type { Scope } from '@escuta/shared/domain/scope';
import { paginationOf } from '../../answers.ts';
import type { AppDeps } from '../../deps.ts';
import {
  type ArquivoRow,
  hasAudit,
  listFiles,
  listResults,
  type ResultadoRow,
} from './audit-results-repo.ts';
import { readTotals } from './figures-repo.ts';
import { presentFigures } from './figures-service.ts';

/** Pages beyond this row are not asked for, and counts stop here. */
const MAX_ROWS = 10_000;

const notFound = () => new AppError('nao_encontrado', 'Auditoria não encontrada.');
const iso = (value: Date | null) => value?.toISOString() ?? null;
/** As a percentage with one decimal. */
const percent = (share: Proporcao | null) => (share ? Math.round(share.valor * 1000) / 10 : null);

/** What an audit's interviews say in sum; nulls of an audit without any. @throws AppError nao_encontrado */
export async function summaryOf(
  deps: AppDeps,
  scope: Scope,
  id: string,
): Promise<ResponseOf<typeof getResumoDaAuditoria>['data']> {
  const totais = await readTotals(deps.pool, scope, { tipo: 'auditoria', id }, {});
  if (!totais) throw notFound();
  if (totais.auditadas + totais.inaudiveis === 0) {
    return {
      percent_conversas_audiveis: null,
      percent_respostas_validadas: null,
      percent_respostas_corretas: null,
      analise_geral_pesquisa: null,
      figuras: null,
    };
  }
  const revisada = presentFigures(totais, totais.revisada);
  return {
    percent_conversas_audiveis: percent(revisada.audiveis),
    percent_respostas_validadas: percent(revisada.validadas),
    percent_respostas_corretas: percent(revisada.corretas),
    analise_geral_pesquisa: overallAnalysis({ ...totais, figuras: revisada, perguntasComProblema: null }),
    figuras: { ia: presentFigures(totais, totais.ia), revisada },
  };
}

/** @throws AppError nao_encontrado, requisicao_invalida for a page that lies too far behind */
async function checkPage(
  deps: AppDeps,
  scope: Scope,
  id: string,
  page: { page: number; limit: number },
): Promise<void> {
  if (!(await hasAudit(deps.pool, scope, id))) throw notFound();
  if (page.page * page.limit > MAX_ROWS) throw new AppError('requisicao_invalida', 'Página distante demais.');
}

const STATUS_DO_ARQUIVO = {
  concluido: 'sucesso',
  pendente: 'pendente',
  processando: 'processando',
  erro: 'erro',
} as const satisfies Record<ArquivoRow['status'], ResultadoDeArquivo['status']>;

/** A page of an audit's files. @throws AppError as `checkPage` */
export async function pageOfFiles(
  deps: AppDeps,
  scope: Scope,
  id: string,
  page: { page: number; limit: number },
): Promise<{ data: ResultadoDeArquivo[]; pagination: Pagination }> {
  await checkPage(deps, scope, id, page);
  const { rows, counted } = await listFiles(deps.pool, id, page, MAX_ROWS);
  return {
    data: rows.map(({ nome, status, created_at, ...row }) => ({
      ...row,
      arquivo_nome: nome,
      status: STATUS_DO_ARQUIVO[status],
      created_at: created_at.toISOString(),
    })),
    pagination: paginationOf(page, Math.min(counted, MAX_ROWS), counted <= MAX_ROWS),
  };
}

type Resposta = ResultadoDaAuditoria['respostas_coletadas'][number];

function presentResult(row: ResultadoRow): ResultadoDaAuditoria {
  const vereditos = row.respostas.flatMap(({ veredito }) =>
    veredito ? [veredito as NonNullable<Resposta['veredito']>] : [],
  );
  return {
    id: row.id,
    entrevista_id: row.entrevista_id,
    status_processamento: row.status,
    nome_arquivo: row.nome_arquivo,
    nome_entrevistado: row.nome_entrevistado,
    transcricao_agente: row.transcricao_agente,
    transcricao_cliente: row.transcricao_cliente,
    call_data: {
      ramal: row.ramal,
      numero_destino: row.numero_destino,
      upload_date: iso(row.arquivo_recebido_em),
      processing_status: row.status,
    },
    analise_individual:
      row.resultado_id === null
        ? null
        : {
            processed_at: iso(row.processado_em),
            resultado: row.resumo || verdictSummary(vereditos),
            pontuacao: row.pontuacao,
          },
    respostas_coletadas: row.respostas.map((one) => ({
      pergunta_id: one.perguntaId,
      codigo: one.codigo,
      texto_pergunta: one.texto,
      texto_resposta: one.digitado,
      falado: one.falado,
      veredito: one.veredito as Resposta['veredito'],
    })),
  };
}

/** A page of an audit's results. @throws AppError as `checkPage` */
export async function pageOfResults(
  deps: AppDeps,
  scope: Scope,
  id: string,
  page: { page: number; limit: number },
): Promise<{ data: ResultadoDaAuditoria[]; pagination: Pagination }> {
  await checkPage(deps, scope, id, page);
  const { rows, counted } = await listResults(deps.pool, id, page, MAX_ROWS);
  return {
    data: rows.map(presentResult),
    pagination: paginationOf(page, Math.min(counted, MAX_ROWS), counted <= MAX_ROWS),
  };
}
