// Every route that screens call, as a request for `npm run bench -- telas`; other routes are left out with a reason.
// New contracts that read are measured without a change here. Contracts that write are left out, unless WRITES names
// them.
import type { Contract } from '@escuta/shared/contracts/contract';
import { type ContractRequest, type FullTenant, requestFor } from './contract-requests.ts';

/** Kinds of answers that no screen waits for as a whole, each with the reason why it is not measured. */
const BY_KIND: Partial<Record<Contract['kind'], string>> = {
  binary: 'bytes: dura o que o arquivo e a rede duram (bench exportacao, uploads)',
  bytes: 'bytes: dura o que a rede dura (bench uploads)',
  multipart: 'um arquivo que chega: dura o que a rede dura (bench uploads, importacao)',
  redirect: 'leva a uma página, sem ler nada',
  sse: 'um fluxo de eventos, que não termina',
};

/** Contracts that read, but that no screen calls or this product cannot speed up, each with its reason. */
const BY_ID: Record<string, string> = {
  getLoteFalhas: 'lê a linha que getTarefa lê',
  getMinhaFolha: 'lê as linhas que listMinhasFolhas lê',
  lookupCep: 'pergunta a um serviço de fora',
  askModeloServidor: 'pergunta ao servidor de IA da instalação',
  getReadiness: 'sonda de quem opera: espera por banco, Redis e armazenamento',
  getMapaDaAuditoria: 'em massa: todas as entrevistas de uma vez (bench mapa)',
  getMapaDaPesquisa: 'em massa: todas as entrevistas de uma vez (bench mapa)',
  getResultadosDaPesquisa: 'em massa: cada resposta de cada entrevista, em segundos com aviso (bench mapa)',
  getNumerosDaAuditoria: 'em massa: cada resposta de cada entrevista, em segundos com aviso (bench mapa)',
  getDistribuicaoDaPesquisa: 'em massa: cada resposta de cada entrevista',
  getMicrodados: 'em massa: a prévia lê o que a exportação lê',
};

/** Reason for leaving out contracts that write: a request changes what a second request would measure. */
const A_WRITE = 'muda o que a chamada seguinte mediria';

/** Contracts that write but are measured, because a person waits for their answer and they can be repeated. */
const WRITES: ReadonlySet<string> = new Set([
  'countExportacao',
  'readNotificacoes',
  'createLigacao',
  'updateItem',
  'updateContato',
  'updateProjeto',
  'updateProfile',
  'createTicket',
  'answerTicket',
  'giveInsightFeedback',
  'testPadraoGravacao',
]);

/** Finds the reason why a route is not measured; null if it is measured. */
export function reasonLeftOut(contract: Contract): string | null {
  const reason = BY_KIND[contract.kind] ?? BY_ID[contract.id];
  if (reason) return reason;
  return contract.method === 'GET' || WRITES.has(contract.id) ? null : A_WRITE;
}

/** Finds the names in BY_ID, WRITES and BODY that no contract has. */
export function unknownNames(contracts: readonly Contract[]): string[] {
  const ids = new Set(contracts.map(({ id }) => id));
  return [...Object.keys(BY_ID), ...WRITES, ...Object.keys(BODY)].filter((id) => !ids.has(id));
}

/** Queries of contracts that require a query. */
const QUERY: Record<string, string | ((tenant: FullTenant) => string)> = {
  searchConversas: 'q=ajudar',
  listMesesDaBusca: 'q=ajudar',
  searchItens: 'q=silva',
  listPreviasDeFolha: ({ pesquisaAuditada }) => `pesquisa_id=${pesquisaAuditada.id}`,
  listLigacoesDoCriterio: ({ template }) => `template_id=${template.id}&criterio=saudacao&serie=00000000`,
};

/**
 * Bodies that the contract's sample does not give: bodies with a choice of required fields, or with fields that must
 * fit together.
 */
const BODY: Record<string, object> = {
  updateProfile: { nome: 'Pessoa Medida' },
  updateProjeto: { nome: 'Projeto medido' },
};

export type ScreenRequest = ContractRequest & { name: string };

/** Builds the simplest request that a screen sends to a contract's route: the first page, without filters. */
export function screenRequest(
  tenant: FullTenant,
  contract: Contract,
  headers: Record<string, string>,
): ScreenRequest {
  const request = requestFor(tenant, contract, headers);
  const known = QUERY[contract.id];
  const query = typeof known === 'function' ? known(tenant) : known;
  const payload = BODY[contract.id];
  return {
    ...request,
    ...(payload ? { payload } : {}),
    url: query ? `${request.url}?${query}` : request.url,
    name: contract.id,
  };
}
