// The API as the scripts ask it.
import { UserError } from './console.mjs';

/**
 * @param {string} url of the product
 * @param {{ token?: string, limitMs?: number }} options `token`: of whoever asks, nobody's without; `limitMs`: how long an answer may take
 * @returns {(method: string, path: string, body?: unknown, headers?: object) => Promise<any>} a request, with JSON unless the body is a form or bytes, that
 *   gives what stands in `data`. It throws UserError with the API's words when it refuses
 */
export function apiClient(url, { token, limitMs = 60_000 } = {}) {
  return async (method, path, body, headers = {}) => {
    const isJson = body !== undefined && !(body instanceof FormData || body instanceof Uint8Array);
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      body: isJson ? JSON.stringify(body) : body,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      signal: AbortSignal.timeout(limitMs),
    });
    const said = await answer.json();
    if (!answer.ok) throw new UserError(`${method} ${path}: ${said.message ?? answer.status}`);
    return said.data ?? said;
  };
}

/**
 * Signs in as somebody of the demonstration.
 * @param {{ cnpj: string, email: string, senha: string }} login
 * @param {{ limitMs?: number }} options as of `apiClient`
 * @returns {Promise<{ token: string, user: any, api: ReturnType<typeof apiClient> }>}
 */
export async function signInAs(url, { cnpj, email, senha }, options = {}) {
  const { token, user } = await apiClient(url, options)('POST', '/auth/login', {
    cnpj,
    email,
    password: senha,
  });
  return { token, user, api: apiClient(url, { ...options, token }) };
}
