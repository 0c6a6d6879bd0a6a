import { ApiError } from '../../../lib/network/api.ts';

const unexpected = () => new ApiError(200, 'desconhecido', 'Resposta inesperada da API');

/** The list in a response. @throws ApiError if it reports a failure or has an unknown shape, such as a proxy's page */
export function listOf<T>(answer: { success: boolean; data: T[] }): T[] {
  if (answer?.success !== true || !Array.isArray(answer.data)) throw unexpected();
  return answer.data;
}

/** The balance in a response. @throws ApiError if the response reports a failure or has an unknown shape */
export function balanceOf<T extends { saldo: number }>(answer: { success: boolean; data: T }): T {
  if (answer?.success !== true || typeof answer.data?.saldo !== 'number') throw unexpected();
  return answer.data;
}
