// The API client of the scripts.
import { UserError } from './console.mjs';

/**
 * Makes a client for the product's API.
 * @param {string} url address of the product
 * @param {{ token?: string, limitMs?: number }} options `token`: session token of a person; `limitMs`: time limit of a
 * request
 * @returns {(method: string, path: string, body?: unknown, headers?: object) => Promise<any>} a function that sends a
 * request, as JSON unless the body is a form or bytes. It returns the answer's `data`, and throws UserError with the
 * API's message
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
 * Signs in as a person of the demonstration.
 * @param {{ cnpj: string, email: string, senha: string }} login
 * @param {{ limitMs?: number }} options like in `apiClient`
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
