import { z } from 'zod';
import { STATUS_PROCESSAMENTO } from '../../domain/runs/status.ts';
import { analiseIndividual, partesDoResultado } from '../calls/item-result.ts';
import { dateTime, idParams, ok, okMessage, okPage, pageQuery } from '../common.ts';
import { defineContract } from '../contract.ts';
import { figuras } from './confrontos.ts';

/** 0 to 100 with one decimal; null if the denominator is 0. */
const percentual = z.number().nullable();

const resumoDaAuditoria = z.object({
  percent_conversas_audiveis: percentual,
  percent_respostas_validadas: percentual,
  percent_respostas_corretas: percentual,
  analise_geral_pesquisa: z.string().nullable(),
  /** Figures of the AI's first verdicts (`ia`), and after people's review. */
  figuras: z.object({ ia: figuras, revisada: figuras }).nullable(),
});

export const getResumoDaAuditoria = defineContract({
  id: 'getResumoDaAuditoria',
  method: 'GET',
  path: '/auditorias/{id}/summary',
  access: { who: 'user', can: ['audit', 'read'], apiKey: true },
  summary: 'Resumo dos resultados de uma auditoria',
  tag: 'Auditorias',
  topic: 'confrontos',
  params: idParams,
  response: ok(resumoDaAuditoria),
});

/** Result of an audit's document, or of an item's recording. */
export const resultadoDeArquivo = z.object({
  id: z.uuid(),
  item_id: z.uuid().nullable(),
  entrevista_id: z.uuid().nullable(),
  arquivo_nome: z.string(),
  status: z.enum(['sucesso', 'pendente', 'processando', 'erro']),
  motivo: z.string().nullable(),
  /** The transcript's first 500 characters. */
  transcricao: z.string().nullable(),
  created_at: dateTime,
});
export type ResultadoDeArquivo = z.infer<typeof resultadoDeArquivo>;

export const listArquivosDaAuditoria = defineContract({
  id: 'listArquivosDaAuditoria',
  method: 'GET',
  path: '/auditorias/{id}/files',
  access: { who: 'user', can: ['audit', 'read'], apiKey: true },
  summary: 'Arquivos de uma auditoria e o que foi feito de cada um, do mais novo ao mais antigo',
  tag: 'Auditorias',
  topic: 'confrontos',
  params: idParams,
  query: pageQuery.extend({ limit: z.coerce.number().int().min(1).max(100).default(50) }),
  response: okPage(resultadoDeArquivo),
});

export const downloadArquivoDaAuditoria = defineContract({
  id: 'downloadArquivoDaAuditoria',
  method: 'GET',
  path: '/auditorias/{id}/files/{arquivoId}/download',
  // The spreadsheet contains all answers, so that only users who may export can download it; API keys cannot.
  access: {
    who: 'user',
    can: ['result', 'export'],
    denied:
      'Para baixar os documentos de uma auditoria, você precisa da permissão “Exportar dados”: peça a um gerente.',
  },
  summary:
    'Um arquivo que veio com uma auditoria (perguntas, planilha de respostas, áudios compactados, gravação não auditada), como foi enviado',
  tag: 'Auditorias',
  topic: null,
  kind: 'binary',
  params: idParams.extend({ arquivoId: z.uuid({ error: 'Identificador inválido.' }) }),
  response: z.string(),
});

export const deleteArquivoDaAuditoria = defineContract({
  id: 'deleteArquivoDaAuditoria',
  method: 'DELETE',
  path: '/auditorias/{id}/files/{arquivoId}',
  access: {
    who: 'user',
    can: ['result', 'delete'],
    denied: 'Só gerentes e administradores podem apagar os arquivos de uma auditoria.',
  },
  summary: 'Apagar, sem volta, um arquivo que veio com uma auditoria; o que foi auditado dele fica',
  tag: 'Auditorias',
  touches: ['confrontos'],
  params: idParams.extend({ arquivoId: z.uuid({ error: 'Identificador inválido.' }) }),
  response: okMessage,
});

/** A result in an audit, with the fields of specification 2, §3. */
const resultadoDaAuditoria = z.object({
  id: z.uuid(),
  entrevista_id: z.uuid().nullable(),
  status_processamento: z.enum(STATUS_PROCESSAMENTO),
  nome_entrevistado: z.string().nullable(),
  /** Texts are cut at 2,000 characters; a single result's contract returns full texts. */
  ...partesDoResultado,
  /** Analysis of the item's newest finished result. */
  analise_individual: analiseIndividual.nullable(),
});
export type ResultadoDaAuditoria = z.infer<typeof resultadoDaAuditoria>;

export const listResultadosDaAuditoria = defineContract({
  id: 'listResultadosDaAuditoria',
  method: 'GET',
  path: '/auditorias/{id}/resultados',
  access: { who: 'user', can: ['result', 'read'], apiKey: true },
  summary: 'Resultados de uma auditoria, item a item: resposta original e análise da IA',
  tag: 'Auditorias',
  topic: 'confrontos',
  params: idParams,
  query: pageQuery.extend({ limit: z.coerce.number().int().min(1).max(50).default(20) }),
  response: okPage(resultadoDaAuditoria),
});
