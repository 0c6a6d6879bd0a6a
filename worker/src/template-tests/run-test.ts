import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@escuta/prisma/db';
import {
  type LadoTeste,
  type ResultadoTeste,
  rascunhoTemplate,
} from '@escuta/shared/contracts/insights/template-tests';
import { AppError } from '@escuta/shared/domain/errors';
import { alertKey } from '@escuta/shared/domain/insights/insight-result';
import { profileOf } from '@escuta/shared/domain/profiles/profile';
import { FALHAS, StageFailure } from '@escuta/shared/domain/runs/failures';
import type { SentencaOrdenada } from '@escuta/shared/domain/transcripts/transcript';
import type { ModelCatalog } from '@escuta/shared/services/runs/model-catalog';
import { loadReadings, loadSentences } from '../analysis/sentences-repo.ts';
import {
  type Attempt,
  type JudgedTemplate,
  type Judgement,
  judgeTemplate,
  readTranscript,
  TAG_ABAIXO_DO_LIMIAR,
  type Transcript,
} from '../analysis/templates/judge-template.ts';
import type { AiClient } from '../engine/ai-client.ts';
import type { TestCalls } from './test-calls.ts';
import { type ClaimedTest, loadCurrentInsight, loadSavedVersion } from './test-repo.ts';

/** Number of requests to a busy provider; few, because a person is waiting. */
const ATTEMPTS = 3;
const WAIT_MAX_MS = 10_000;

export type TestContext = {
  db: Database;
  ai: AiClient;
  catalog: ModelCatalog;
  /** Aborts if another worker has claimed the test, or the test takes too long. */
  signal: AbortSignal;
  /** Returns a side's paid calls. */
  callsOf: (side: 'rascunho' | 'salvo' | 'sugestao') => TestCalls;
};

/**
 * Judges a transcript by the draft and by the saved version. Reuses the call's present analysis if the saved version
 * made it.
 * @throws StageFailure sem_transcricao; the database's errors; the signal's reason
 */
export async function runTest(context: TestContext, test: ClaimedTest): Promise<ResultadoTeste> {
  const draft = { ...rascunhoTemplate.parse(test.rascunho), parametros: test.parametros };
  const [sentences, lidas] = await Promise.all([
    loadSentences(context.db, test),
    loadReadings(context.db, test),
  ]);
  const transcript = readTranscript(profileOf(test.tipoItem), sentences, lidas);
  const [rascunho, salvo] = await Promise.allSettled([
    ask(context, 'rascunho', draft, null, transcript, sentences),
    savedSide(context, test, transcript, sentences),
  ]);
  // Waits for both sides, so that every paid answer is stored even if one side failed.
  if (rascunho.status === 'rejected') throw rascunho.reason;
  if (salvo.status === 'rejected') throw salvo.reason;
  return { rascunho: rascunho.value, salvo: salvo.value };
}

async function savedSide(
  context: TestContext,
  test: ClaimedTest,
  transcript: Transcript,
  sentences: readonly SentencaOrdenada[],
): Promise<LadoTeste | null> {
  const saved = await loadSavedVersion(context.db, test);
  if (!saved) return null;
  const current = await loadCurrentInsight(context.db, test, saved.versaoId);
  if (!current) {
    // Uses the project's parameters; for a missing one, uses the parameter typed for the test.
    const parametros = { ...test.parametros, ...withoutEmpty(saved.parametros) };
    return ask(context, 'salvo', { ...saved, parametros }, test.versaoSalva, transcript, sentences);
  }
  const { chamadas, tokensEntrada, tokensSaida, custoUsd, ...judgement } = current;
  return {
    ...sideOf(judgement, sentences),
    origem: 'insight',
    versao: test.versaoSalva,
    avisoModelo: null,
    uso: { chamadas, tokensEntrada, tokensSaida },
    custoUsd,
    semPreco: [],
  };
}

const withoutEmpty = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => String(value).trim() !== ''));

async function ask(
  context: TestContext,
  side: 'rascunho' | 'salvo',
  template: JudgedTemplate,
  versao: number | null,
  transcript: Transcript,
  sentences: readonly SentencaOrdenada[],
): Promise<LadoTeste> {
  const paid = context.callsOf(side);
  const attempt = await sideOrReason(context.signal, () =>
    judgeTemplate(
      { ai: context.ai, catalog: context.catalog, signal: context.signal, paid },
      'insight',
      template,
      transcript,
    ),
  );
  return {
    ...sideOf(attempt.insight, sentences),
    origem: 'teste',
    versao,
    avisoModelo: attempt.modelo?.observacao ?? null,
    uso: paid.usage,
    custoUsd: paid.usd,
    semPreco: paid.unpriced,
  };
}

/** Turns a permanent failure into the side's result, because the other side's result is still useful. */
async function sideOrReason(signal: AbortSignal, work: () => Promise<Attempt>): Promise<Attempt> {
  try {
    return await patiently(signal, work);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof StageFailure)) throw error;
    return nothing(error.message);
  }
}

/** Retries temporary failures. @throws StageFailure of the last attempt; the signal's reason */
export async function patiently<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof StageFailure) || !error.retryable || attempt >= ATTEMPTS) throw error;
      await sleep(Math.min(error.retryAfterMs ?? 1000 * attempt, WAIT_MAX_MS), undefined, { signal });
    }
  }
}

function nothing(motivo: string): Attempt {
  return {
    modelo: null,
    semResposta: true,
    insight: {
      status: 'erro',
      motivo,
      modelo: null,
      parametrosOmitidos: [],
      resultado: null,
      resumo: null,
      pontuacao: null,
      scoreConfianca: null,
      alertas: [],
      semEvidencia: false,
      tags: [],
      quotes: [],
    },
  };
}

type Side = Omit<LadoTeste, 'origem' | 'versao' | 'avisoModelo' | 'uso' | 'custoUsd' | 'semPreco'>;

function sideOf(judgement: Judgement, sentences: readonly SentencaOrdenada[]): Side {
  const byNumber = new Map(sentences.map((sentence) => [sentence.ordem, sentence]));
  const quotesOf = (key: string) =>
    judgement.quotes
      .filter(({ criterio }) => criterio === key)
      .map(({ criterio: _, ...quote }) => {
        const sentence = quote.sentencaOrdem === null ? undefined : byNumber.get(quote.sentencaOrdem);
        return { ...quote, falante: sentence?.falante ?? null, sentenca: sentence?.texto ?? null };
      });
  return {
    status: judgement.status,
    motivo: judgement.motivo,
    modelo: judgement.modelo,
    parametrosOmitidos: judgement.parametrosOmitidos,
    resumo: judgement.resumo,
    pontuacao: judgement.pontuacao,
    pontuacaoIa: judgement.resultado?.pontuacaoIa ?? null,
    scoreConfianca: judgement.scoreConfianca,
    abaixoDoLimiar: judgement.tags.includes(TAG_ABAIXO_DO_LIMIAR),
    semEvidencia: judgement.semEvidencia,
    criterios: (judgement.resultado?.criterios ?? []).map((criterio) => ({
      ...criterio,
      evidencias: quotesOf(criterio.id),
    })),
    alertas: judgement.alertas.map((alerta, index) => ({ ...alerta, evidencias: quotesOf(alertKey(index)) })),
  };
}

/** Reason for a failed test, for people. */
export function reasonOf(error: unknown): string {
  return error instanceof StageFailure || error instanceof AppError
    ? error.message
    : FALHAS.erro_interno.mensagem;
}
