import { ApiError } from '../../../lib/network/api.ts';

const unexpected = () => new ApiError(200, 'desconhecido', 'Resposta inesperada da API');

/** The list of an answer. Throws ApiError if the answer failed or has an unknown shape (an old server, a proxy). */
export function listOf<T>(answer: { success: boolean; data: T[] }): T[] {
  if (answer?.success !== true || !Array.isArray(answer.data)) throw unexpected();
  return answer.data;
}

/** The balance of an answer. Throws ApiError if the answer failed or has an unknown shape. */
export function balanceOf<T extends { saldo: number }>(answer: { success: boolean; data: T }): T {
  if (answer?.success !== true || typeof answer.data?.saldo !== 'number') throw unexpected();
  return answer.data;
}
