// Processes the sample call through the API, like a person.
import { signInAs } from './api-client.mjs';
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

/** Longest duration of a request, ms. */
const ANSWER_MS = 15_000;

/**
 * Signs in, requests processing if the call has no run yet, and follows it to its end.
 * @param {{ url: string, login: { cnpj: string, email: string, senha: string }, itemId: string, onStage: (name: string)
 * => void, limitMs?: number }} options
 * @returns {Promise<string>} the item's final status
 */
export async function processSample({ url, login, itemId, onStage, limitMs = 120_000 }) {
  const { user, api } = await signInAs(url, login, { limitMs: ANSWER_MS });
  const read = () => api('GET', `/auditoria-items/${itemId}/resultados`);
  let result = await read();
  if (!result.execucao && result.auditoriaItem.status !== 'concluido')
    await api('POST', '/auditoria-resultado/processar', { auditoriaItemId: itemId, userId: user.id });
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
