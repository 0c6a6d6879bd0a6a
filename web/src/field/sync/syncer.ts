/**
 * Decides when the device sends: after each act, when the network returns, when a person looks at the page, and each
 * minute. Only one tab sends at a time.
 */

import { backOff } from '../../lib/field-sync/back-off.ts';
import { failureOf, NotTaken } from '../../lib/field-sync/field-error.ts';
import { isEnded } from '../../lib/field-sync/model.ts';
import { syncInterview } from '../../lib/field-sync/sync-interview.ts';
import type { Transport } from '../../lib/field-sync/transport.ts';
import { ApiError, errorMessage } from '../../lib/network/api.ts';
import type { EntrevistaLocal, FieldStore, Fila } from '../log/model.ts';

/** Cause of a run: 'ato', an act on the device; 'minuto', each minute; 'agora', a person or a regained network. */
export type Wake = 'ato' | 'minuto' | 'agora';

/**
 * State of sending. 'parado': nothing has to be sent, or the next send is not due. 'autorizacao': the same person has
 * to sign in again. 'aparelho': the store of the device failed.
 */
export type Situacao = 'parado' | 'enviando' | 'sem_rede' | 'autorizacao' | 'aparelho';

/** Message for an interview that failed on the device itself. */
export const FALHA_DO_APARELHO =
  'O envio falhou neste aparelho. A entrevista continua salva nele, e a Escuta tenta de novo automaticamente.';

/** Time after an act during which further acts are gathered before sending, ms. */
const GATHER_MS = 2000;
const EACH_MS = 60_000;
/** Least time between sends of an unfinished interview, ms, unless many pieces wait; a send takes several requests. */
const UNDER_WAY_MS = 30_000;
const UNDER_WAY_PIECES = 6;
/** Time until the next try if another tab is sending, ms. */
const OTHER_TAB_MS = 3000;

export interface SyncerDeps {
  store: FieldStore;
  transport: Transport;
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;
  /**
   * Reports to the server the number of interviews that the server lacks.
   * @returns whether the device may send
   * @throws if the server does not answer
   */
  contact: () => Promise<boolean>;
  /** Called if the server does not accept the device's credential. */
  refused: () => Promise<void>;
  /** Runs `work` unless another tab is sending. Returns true if `work` ran in this tab. */
  alone: (work: () => Promise<void>) => Promise<boolean>;
  now?: () => number;
  random?: () => number;
}

/** True if the server lacks something of an interview that can be sent now. */
export function hasNews(entrevista: EntrevistaLocal, fila: Fila | undefined, partes: number): boolean {
  if (isEnded(entrevista)) return true;
  // Nothing is sent before the respondent was asked for consent, because the data contain a name.
  if (entrevista.fase === 'consentimento') return false;
  if (!fila || fila.ate < entrevista.seq) return true;
  return entrevista.consentimento === 'aceito' && fila.partes < partes;
}

const countOf = (partes: ReadonlyMap<number, readonly number[]>): number =>
  [...partes.values()].reduce((sum, numbers) => sum + numbers.length, 0);

export class Syncer {
  readonly #deps: SyncerDeps;
  readonly #listeners = new Set<() => void>();
  #situacao: Situacao = 'parado';
  #running: Promise<void> | null = null;
  #again: Wake | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #timerAt = 0;
  #contactAt = Number.NEGATIVE_INFINITY;
  #ended = false;
  /** Time of the last send of each interview, by the interview's id. */
  readonly #sentAt = new Map<string, number>();

  constructor(deps: SyncerDeps) {
    this.#deps = deps;
  }

  get = (): Situacao => this.#situacao;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(situacao: Situacao): void {
    if (situacao === this.#situacao) return;
    this.#situacao = situacao;
    for (const listener of this.#listeners) listener();
  }

  readonly #now = (): number => (this.#deps.now ?? Date.now)();

  #plan(ms: number, wake: Wake): void {
    if (this.#ended) return;
    const at = this.#now() + ms;
    if (this.#timer !== null) {
      if (this.#timerAt <= at) return;
      clearTimeout(this.#timer);
    }
    this.#timerAt = at;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.run(wake);
    }, ms);
  }

  /** Called after an act on the device: sends soon, unless earlier failures have set a later time. */
  noticed = (): void => {
    if (this.#failures === 0) this.#plan(GATHER_MS, 'ato');
  };

  /**
   * Sends at once, and then whenever the page's events or the store's changes demand it.
   * @returns a function that stops sending for good; its promise resolves when no run is in progress
   */
  start(): () => Promise<void> {
    const now = (): void => void this.run('agora');
    const seen = (): void => {
      if (document.visibilityState === 'visible') now();
    };
    window.addEventListener('online', now);
    window.addEventListener('focus', now);
    document.addEventListener('visibilitychange', seen);
    const minute = setInterval(() => void this.run('minuto'), EACH_MS);
    const stop = this.#deps.store.subscribe(this.noticed);
    now();
    return async () => {
      this.#ended = true;
      window.removeEventListener('online', now);
      window.removeEventListener('focus', now);
      document.removeEventListener('visibilitychange', seen);
      clearInterval(minute);
      if (this.#timer !== null) clearTimeout(this.#timer);
      stop();
      await this.#running;
    };
  }

  /** Sends waiting data. Only one run is active at a time; a request during a run adds another run. */
  run(wake: Wake): Promise<void> {
    if (this.#ended) return Promise.resolve();
    if (this.#running) {
      if (this.#again !== 'agora') this.#again = wake;
      return this.#running;
    }
    const done = this.#once(wake).finally(() => {
      this.#running = null;
      const again = this.#again;
      this.#again = null;
      if (again) this.#plan(again === 'agora' ? 0 : GATHER_MS, again);
    });
    this.#running = done;
    return done;
  }

  async #once(wake: Wake): Promise<void> {
    const here = await this.#deps.alone(() => this.#round(wake));
    if (!here) this.#plan(OTHER_TAB_MS, 'ato');
  }

  /** Reports to the server. Returns whether the device may send; notes the time if it may, else sets 'autorizacao'. */
  async #report(): Promise<boolean> {
    const maySend = await this.#deps.contact();
    if (maySend) this.#contactAt = this.#now();
    else this.#set('autorizacao');
    return maySend;
  }

  async #round(wake: Wake): Promise<void> {
    const { store } = this.#deps;
    try {
      const due =
        wake !== 'ato' || this.#now() - this.#contactAt >= EACH_MS || this.#situacao === 'autorizacao';
      if (due && !(await this.#report())) return;
      const filas = new Map((await store.filas()).map((fila) => [fila.id, fila]));
      const entrevistas = (await store.entrevistas()).sort((a, b) => a.iniciadaEm - b.iniciadaEm);
      let faulty: unknown = null;
      for (const entrevista of entrevistas) {
        if (this.#ended) return;
        const fila = filas.get(entrevista.id);
        // An interview with a failure is tried again only at a person's request or each minute, not after each act.
        if (wake === 'ato' && fila?.falha) continue;
        const partes = countOf(await store.partes(entrevista.id));
        if (!hasNews(entrevista, fila, partes)) continue;
        const wait = wake === 'ato' ? this.#waitOf(entrevista, fila, partes) : 0;
        if (wait > 0) {
          this.#plan(wait, 'ato');
          continue;
        }
        this.#sentAt.set(entrevista.id, this.#now());
        this.#set('enviando');
        try {
          await this.#send(entrevista, fila);
        } catch (error) {
          // A server error in one interview does not keep the others from being sent.
          if (!(error instanceof ApiError) || error.status < 500) throw error;
          faulty = error;
        }
      }
      // Reports again, because the first report counted interviews that have been sent since.
      const sent = (await store.entrevistas()).length < entrevistas.length;
      if (sent && !this.#ended && !(await this.#report())) return;
      if (faulty !== null) throw faulty;
      this.#failures = 0;
      this.#set('parado');
    } catch (error) {
      if (this.#ended) return;
      const failure = failureOf(error);
      if (failure === 'autorizacao') {
        await this.#deps.refused();
        this.#set('autorizacao');
        return;
      }
      this.#failures += 1;
      this.#set(failure === 'aparelho' ? 'aparelho' : 'sem_rede');
      this.#plan(backOff(this.#failures, this.#deps.random?.()), 'agora');
    }
  }

  /** Time that an interview's data may still wait after an act, ms; 0 for a finished interview. */
  #waitOf(entrevista: EntrevistaLocal, fila: Fila | undefined, partes: number): number {
    const sentAt = this.#sentAt.get(entrevista.id);
    if (sentAt === undefined || isEnded(entrevista)) return 0;
    if (entrevista.consentimento === 'aceito' && partes - (fila?.partes ?? 0) >= UNDER_WAY_PIECES) return 0;
    return sentAt + UNDER_WAY_MS - this.#now();
  }

  /** Sends an interview; stores the reason of a failure. @throws errors that concern all interviews (no network) */
  async #send(entrevista: EntrevistaLocal, fila: Fila | undefined): Promise<void> {
    const { store } = this.#deps;
    try {
      await syncInterview({ ...this.#deps, now: this.#now }, entrevista.id);
    } catch (error) {
      const failure = failureOf(error);
      if (this.#ended || failure === 'sem_rede' || failure === 'autorizacao') throw error;
      const known = (await store.filas()).find(({ id }) => id === entrevista.id) ?? fila;
      const mensagem =
        failure === 'aparelho'
          ? FALHA_DO_APARELHO
          : error instanceof NotTaken
            ? error.message
            : errorMessage(error, 'O servidor recusou o envio. Fale com o coordenador da pesquisa.');
      if (known?.falha?.mensagem === mensagem) return;
      await store.setFila({
        id: entrevista.id,
        ate: known?.ate ?? 0,
        partes: known?.partes ?? 0,
        falha: { mensagem, em: this.#now() },
      });
    }
  }
}
