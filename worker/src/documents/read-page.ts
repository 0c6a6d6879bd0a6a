import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import type { AlvoModelo } from '@escuta/shared/domain/runs/default-models';
import { StageFailure } from '@escuta/shared/domain/runs/failures';
import {
  checkReading,
  type LeituraIa,
  leituraIaSchema,
} from '@escuta/shared/domain/survey-file/documents/ai-reading';
import {
  isOpenLine,
  type PaginaDoDocumento,
} from '@escuta/shared/domain/survey-file/documents/document-lines';
import type { DocumentoAoLado } from '@escuta/shared/services/documents/document';
import type { ModelCatalog } from '@escuta/shared/services/runs/model-catalog';
import { readJsonAnswer } from '../analysis/json-in-text.ts';
import type { AiProviders, RespostaTexto } from '../engine/ai-client.ts';
import { costOf } from '../engine/cost-of.ts';
import { isConnectionError } from '../engine/runner.ts';
import type { Paga } from '../engine/stage.ts';
import { readingPrompt } from './prompt.ts';
import { insertReading } from './reading-repo.ts';

/** Number of requests to a busy provider; few, because a person is waiting. */
const ATTEMPTS = 3;
const WAIT_MAX_MS = 10_000;
const STORE_LIMIT_MS = 120_000;
/** Tokens reserved for an answer: a base, plus an amount for each line not understood yet. */
const BASE_TOKENS = 600;
const TOKENS_PER_LINE = 90;
const TOKENS_MAX = 12_000;

export type ReadingAi = {
  of: AiProviders['of'];
  catalog: ModelCatalog;
  /** True: the demo AI answers, which knows only its samples. */
  demonstracao: boolean;
  onPaid: (alvo: AlvoModelo, paga: Paga<unknown>, usd: number) => void;
};

type Context = { db: Database; signal: AbortSignal; ia: ReadingAi };

/** Numbers of proposals for a page, and of those refused as absent from the document; `ilegivel`: unusable answer. */
export type LidaPorIa = { propostas: number; recusadas: number; ilegivel: boolean };

/** The parsed answer; null, without another request, if it does not fit the schema. */
function usable({ texto }: RespostaTexto): LeituraIa | null {
  const read = readJsonAnswer(leituraIaSchema, texto);
  return read.ok ? read.value : null;
}

/** Retries while the provider is busy. @throws AppError with a text for people */
async function patiently(signal: AbortSignal, ask: () => Promise<RespostaTexto>): Promise<RespostaTexto> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof StageFailure)) throw error;
      if (!error.retryable || attempt >= ATTEMPTS)
        throw new AppError('indisponivel', error.message, { cause: error });
      await sleep(Math.min(error.retryAfterMs ?? 1000 * attempt, WAIT_MAX_MS), undefined, { signal });
    }
  }
}

/**
 * Requests an answer about a document's page, and stores it before use. The idempotency key names document and page, so
 * that a provider bills a page once.
 * @throws AppError indisponivel; the signal's reason; the database's errors
 */
export async function readPage(
  { db, signal, ia }: Context,
  documento: DocumentoAoLado,
  page: PaginaDoDocumento,
  alvo: AlvoModelo,
): Promise<LidaPorIa> {
  const { alvo: dono, documentoId, hash, linhas } = documento;
  const open = page.linhas.filter((place) => linhas?.[place] && isOpenLine(linhas[place])).length;
  const mensagens = readingPrompt(documento, page);
  const pedido = createHash('sha256').update(JSON.stringify(mensagens)).digest('hex').slice(0, 12);
  const answer = await patiently(signal, () =>
    ia.of(`leitura:${dono.id}`).chat({
      alvo,
      chaveIdempotente: `leitura:${documentoId ?? dono.id}:${hash.slice(0, 12)}:${page.pagina}~${pedido}`,
      signal,
      tarefa: 'leitura_questionario',
      perfil: 'entrevista',
      mensagens,
      maxTokens: Math.min(TOKENS_MAX, BASE_TOKENS + TOKENS_PER_LINE * open),
      temperatura: 0,
    }),
  );
  const { uso, latenciaMs } = answer;
  const custos = await costOf(ia.catalog, alvo, uso);
  ia.onPaid(
    alvo,
    { resposta: answer, uso, latenciaMs },
    custos.reduce((sum, { usd }) => sum + usd, 0),
  );
  const resposta = usable(answer);
  const { propostas, recusadas } = resposta
    ? checkReading(resposta, { linhas: linhas ?? [], perguntas: documento.perguntas }, page)
    : { propostas: [], recusadas: 0 };
  const limit = Date.now() + STORE_LIMIT_MS;
  for (let wait = 100; ; wait = Math.min(wait * 2, 2000)) {
    try {
      await insertReading(db, documento, {
        ...{ pagina: page.pagina, alvo, resposta, custos, latenciaMs, recusadas },
      });
      break;
    } catch (error) {
      if (!isConnectionError(error) || Date.now() + wait > limit) throw error;
      await sleep(wait);
    }
  }
  return { propostas: propostas.length, recusadas, ilegivel: resposta === null };
}
