// Every route that a screen calls, as a request: what `npm run bench -- telas` measures, and what is left out with its reason. It reads the
// contracts: a new one that reads joins by itself; one that writes is left out as writes are, unless it is named in WRITES.
import type { Contract } from '@escuta/shared/contracts/contract';
import { type ContractRequest, type FullTenant, requestFor } from './contract-requests.ts';

/** Of a kind of answer that no screen waits for as a whole. */
const BY_KIND: Partial<Record<Contract['kind'], string>> = {
  binary: 'bytes: dura o que o arquivo e a rede duram (bench exportacao, uploads)',
  bytes: 'bytes: dura o que a rede dura (bench uploads)',
  multipart: 'um arquivo que chega: dura o que a rede dura (bench uploads, importacao)',
  sse: 'um fluxo de eventos, que não termina',
};

/** Reads that are no screen's, or not ours to make fast. */
const BY_ID: Record<string, string> = {
  getLoteFalhas: 'lê a linha que getTarefa lê',
  lookupCep: 'pergunta a um serviço de fora',
  ready: 'sonda de quem opera: espera por banco, Redis e armazenamento',
  getMapaDaAuditoria: 'em massa: todas as entrevistas de uma vez (bench mapa)',
  getMapaDaPesquisa: 'em massa: todas as entrevistas de uma vez (bench mapa)',
  getResultadosDaPesquisa: 'em massa: cada resposta de cada entrevista, em segundos com aviso (bench mapa)',
  getNumerosDaAuditoria: 'em massa: cada resposta de cada entrevista, em segundos com aviso (bench mapa)',
  getDistribuicaoDaPesquisa: 'em massa: cada resposta de cada entrevista',
  getMicrodados: 'em massa: a prévia lê o que a exportação lê',
};

/** What changes something is left out: the second call would measure another thing than the first. */
const A_WRITE = 'muda o que a chamada seguinte mediria';

/** Writes that a person waits for and that can be made again and again. */
const WRITES: ReadonlySet<string> = new Set([
  'contarExportacao',
  'lerNotificacoes',
  'createLigacao',
  'updateItem',
  'updateContato',
  'updateProjeto',
  'updateProfile',
  'createTicket',
  'answerTicket',
  'insightFeedback',
  'testarPadraoGravacao',
]);

/** Why a route is not measured; null of one that is. */
export function reasonLeftOut(contract: Contract): string | null {
  const reason = BY_KIND[contract.kind] ?? BY_ID[contract.id];
  if (reason) return reason;
  return contract.method === 'GET' || WRITES.has(contract.id) ? null : A_WRITE;
}

/** Names in the tables above that no contract has. */
export function unknownNames(contracts: readonly Contract[]): string[] {
  const ids = new Set(contracts.map(({ id }) => id));
  return [...Object.keys(BY_ID), ...WRITES, ...Object.keys(BODY)].filter((id) => !ids.has(id));
}

/** What a query must say. */
const QUERY: Record<string, string> = {
  buscarConversas: 'q=ajudar',
  listMesesDaBusca: 'q=ajudar',
  searchItens: 'q=silva',
};

/** What a write must say, and its sample from the contract does not: fields of which one is required, or that only fit together. */
const BODY: Record<string, object> = {
  updateProfile: { nome: 'Pessoa Medida' },
  updateProjeto: { nome: 'Projeto medido' },
};

/** A screen's request beside the plainest one. */
export type ScreenRequest = ContractRequest & { name: string };

/** The plainest request of a screen by a contract: the first page, without filters. */
export function screenRequest(
  tenant: FullTenant,
  contract: Contract,
  headers: Record<string, string>,
): ScreenRequest {
  const request = requestFor(tenant, contract, headers);
  const query = QUERY[contract.id];
  const payload = BODY[contract.id];
  return {
    ...request,
    ...(payload ? { payload } : {}),
    url: query ? `${request.url}?${query}` : request.url,
    name: contract.id,
  };
}
