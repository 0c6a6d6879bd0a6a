import type { LoteWire } from '@escuta/shared/contracts/operacao';
import { MAX_LOTE } from '@escuta/shared/contracts/operacao';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import type { Actor } from '@escuta/shared/node/audit-log';
import { newId } from '@escuta/shared/node/ids';
import { createLivePublisher } from '@escuta/shared/node/live-events';
import { retryDeadLetter } from '@escuta/shared/node/runs';
import { Background } from '../../background.ts';
import type { AppDeps } from '../../deps.ts';
import { ALIVE_S, BatchStore } from './batch-store.ts';
import {
  countProcessedSince,
  type FalhaFilter,
  findOpenFalhas,
  isFilterInScope,
  type OpenFalha,
} from './repo.ts';

/** Reasons that one answer holds. */
const MAX_PROBLEMS = 50;
/** Where `restantes` stops being counted. */
const COUNT_LIMIT = 10_000;
/** Progress is written at most this often, ms. */
const SAVE_MS = 200;

export type BatchRequest = { scope: Scope; actor: Actor; membroId: string; filter: FalhaFilter };

/**
 * Runs many dead letters again, one after the other, after the answer went out. Each is a transaction of its own: a
 * server that ends meanwhile leaves the rest open. A company whose credits run out keeps its other letters open, too.
 */
export class RetryBatches {
  readonly #deps: AppDeps;
  readonly #store: BatchStore;
  readonly #background: Background;
  #stopping = false;

  constructor(deps: AppDeps) {
    this.#deps = deps;
    this.#store = new BatchStore(deps.redis, deps.env.REDIS_PREFIX);
    // Before the background waits for what is under way.
    deps.onStop(() => {
      this.#stopping = true;
    });
    this.#background = new Background(deps);
  }

  /**
   * Begins a batch. @throws AppError nao_encontrado (a company or project outside the scope), regra_violada when nothing
   * matches, indisponivel while Redis is away
   */
  async start(request: BatchRequest): Promise<LoteWire> {
    const { pool } = this.#deps;
    if (!(await isFilterInScope(pool, request.scope, request.filter))) {
      throw new AppError('nao_encontrado', 'Empresa ou projeto não encontrado.');
    }
    const [{ rows, more }, processedSince] = await Promise.all([
      findOpenFalhas(pool, request.scope, request.filter, MAX_LOTE, COUNT_LIMIT),
      countProcessedSince(pool, request.scope, request.filter, COUNT_LIMIT),
    ]);
    if (rows.length === 0 && processedSince > 0) {
      throw new AppError(
        'regra_violada',
        'As falhas abertas deste filtro são de ligações processadas depois: reprocessá-las consome outro crédito e substitui a análise. Reprocesse uma a uma, ou descarte-as.',
      );
    }
    if (rows.length === 0) {
      throw new AppError('regra_violada', 'Não há falhas abertas para reprocessar com este filtro.');
    }
    const batch: LoteWire = {
      id: newId(),
      status: 'em_andamento',
      total: rows.length,
      restantes: more,
      processadasDepois: processedSince,
      reprocessadas: 0,
      jaTratadas: 0,
      recusadas: 0,
      semCredito: 0,
      problemas: [],
      empresasSemCredito: [],
    };
    await this.#store.save(request.membroId, batch).catch((error: unknown) => {
      throw new AppError('indisponivel', 'Não foi possível começar agora. Tente de novo em instantes.', {
        cause: error,
        retryAfterS: 5,
      });
    });
    await this.#background.run('Reprocessamento em lote interrompido', () =>
      this.#run(request, rows, structuredClone(batch)),
    );
    return batch;
  }

  /** How far a batch has come; null when the account asked for no such one. */
  find(membroId: string, id: string): Promise<LoteWire | null> {
    return this.#store.find(membroId, id);
  }

  async #run(request: BatchRequest, letters: readonly OpenFalha[], batch: LoteWire): Promise<void> {
    let savedAt = Date.now();
    let end: LoteWire['status'] = 'concluido';
    const broke = new Set<string>();
    // One letter may take long: that the process lives is said apart from how far it is.
    const beat = setInterval(() => void this.#save(request, batch), (ALIVE_S * 1000) / 4);
    try {
      for (const letter of letters) {
        if (this.#stopping || this.#deps.isStopping()) {
          end = 'interrompido';
          break;
        }
        if (broke.has(letter.empresa_id)) batch.semCredito += 1;
        else await this.#retry(request, letter, batch, broke);
        if (Date.now() - savedAt >= SAVE_MS) {
          savedAt = Date.now();
          await this.#save(request, batch);
        }
      }
    } catch (error) {
      end = 'interrompido';
      throw error;
    } finally {
      clearInterval(beat);
      batch.status = end;
      await this.#save(request, batch);
    }
  }

  async #retry(
    { scope, actor }: BatchRequest,
    letter: OpenFalha,
    batch: LoteWire,
    broke: Set<string>,
  ): Promise<void> {
    const { pool, redis, log } = this.#deps;
    try {
      const publish = createLivePublisher(redis, log, this.#deps.env.REDIS_PREFIX);
      await retryDeadLetter(pool, { scope, letraId: letter.id, actor }, publish, this.#deps);
      batch.reprocessadas += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'confirmacao_necessaria') {
        // Processed since the batch began: not taken, as those that were before.
        batch.total -= 1;
        batch.processadasDepois += 1;
        return;
      }
      if (error.code === 'conflito' || error.code === 'nao_encontrado') {
        batch.jaTratadas += 1;
        return;
      }
      if (error.code === 'creditos_insuficientes') {
        broke.add(letter.empresa_id);
        batch.semCredito += 1;
        batch.empresasSemCredito.push({ id: letter.empresa_id, nome: letter.empresa_nome });
      } else batch.recusadas += 1;
      if (batch.problemas.length < MAX_PROBLEMS) {
        const { id: falhaId, item_id: itemId } = letter;
        batch.problemas.push({ falhaId, itemId, codigo: error.code, mensagem: error.message });
      }
    }
  }

  /** The batch goes on without Redis: only its progress is not seen. */
  async #save({ membroId }: BatchRequest, batch: LoteWire): Promise<void> {
    await this.#store.save(membroId, batch).catch((error: unknown) => {
      this.#deps.log.warn({ err: error }, 'Andamento de um lote não gravado');
    });
  }
}
