// Has the sample call processed through the API, as a person would.
import { UserError } from './console.mjs';

const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Names of the pipeline's stages, for people. */
const STAGES = {
  audio: 'áudio',
  transcricao: 'transcrição',
  analise_texto: 'análise do texto',
  negocio: 'critérios e insights',
  contabilizacao: 'custos',
};

async function call(url, options = {}) {
  const answer = await fetch(url, { ...options, signal: AbortSignal.timeout(15_000) });
  const body = await answer.json();
  if (!answer.ok) throw new UserError(`${options.method ?? 'GET'} ${url}: ${body.message ?? answer.status}`);
  return body.data ?? body;
}

/**
 * Signs in, asks for processing if the call has no run yet, and follows it to its end.
 * @param {{ url: string, login: { cnpj: string, email: string, senha: string }, itemId: string, onStage: (name: string) => void, limitMs?: number }} options
 * @returns {Promise<string>} the item's final status
 */
export async function processSample({ url, login, itemId, onStage, limitMs = 120_000 }) {
  const api = `${url}/api/v1`;
  const json = { 'content-type': 'application/json' };
  const { token, user } = await call(`${api}/auth/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ cnpj: login.cnpj, email: login.email, password: login.senha }),
  });
  const headers = { ...json, authorization: `Bearer ${token}` };
  const read = () => call(`${api}/auditoria-items/${itemId}/resultados`, { headers });
  let result = await read();
  if (!result.execucao && result.auditoriaItem.status !== 'concluido') {
    await call(`${api}/auditoria-resultado/processar`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ auditoriaItemId: itemId, userId: user.id }),
    });
  }
  const until = Date.now() + limitMs;
  let stage = '';
  for (;;) {
    result = await read();
    const { status, motivo } = result.auditoriaItem;
    const open = ['na_fila', 'executando'].includes(result.execucao?.status);
    if (!open && (status === 'concluido' || status === 'erro')) {
      if (status === 'erro')
        throw new UserError(`A ligação de amostra terminou com erro: ${motivo ?? 'sem motivo'}`);
      return status;
    }
    if (Date.now() > until)
      throw new UserError('A ligação de amostra não terminou a tempo; veja .data/logs/worker.log.');
    const current = STAGES[result.execucao?.etapaAtual] ?? 'na fila';
    if (open && current !== stage) {
      stage = current;
      onStage(stage);
    }
    await delay(250);
  }
}
