import type { FimDeTrabalho, TrabalhoDeFundo } from '@escuta/shared/domain/background-work';
import type { Logger } from '@escuta/shared/platform/process/log';
import { withLimit } from '@escuta/shared/platform/process/with-limit';
import { Rounds } from '../engine/rounds.ts';
import { LeaseLostError } from './lease.ts';

/** The time that cut work gets to end, ms. */
const CUT_MS = 5000;

/** The worker is shutting down: what is in hand is cut short and given back. */
export class WorkerEndsError extends Error {
  override readonly name = 'WorkerEndsError';
}

/** The loop's side of the work on a row. */
export type Hand = {
  /** Aborted once the row is somebody else's (LeaseLostError), or the worker ends (WorkerEndsError). */
  signal: AbortSignal;
  /** Looks for work again after so long, ms. */
  againIn: (ms: number) => void;
  /** The worker ends: what can be left between two steps is. */
  isEnding: () => boolean;
  /** The lease stands still from now on: it is looked at for the last time. Resolves when no renewal is under way. */
  hold: () => Promise<void>;
};

/** Tells whether the clock's look every `everyMs` is this worker's: workers take turns. */
export type Turn = ((everyMs: number) => boolean) | undefined;

type Common = {
  nome: TrabalhoDeFundo;
  /** Without a wake-up it is looked at this often, ms. */
  pollMs: number;
  /** By default it always is. */
  isMyTurn?: Turn;
  /** Lets go of what the work holds, once its loop has stopped. */
  close?: () => void;
};

/** Work on rows, several at once. What a function throws means that the database is away, but for `run`. */
export type RowWork<R extends { id: string }> = Common & {
  /** Rows at once in one worker. */
  places: number;
  /** Takes up to `free` rows that are due. */
  take: (free: number) => Promise<readonly R[]>;
  /** The lease of a row, ms, renewed after each third of it. Without one, a row outlasts its work. */
  lease?: { ms: number; renew: (held: readonly R[]) => Promise<ReadonlySet<string>> };
  /** @returns how it ended */
  run: (row: R, hand: Hand) => Promise<FimDeTrabalho>;
  /** `run` threw: tries again later, or gives up. */
  failed: (row: R, error: Error) => Promise<FimDeTrabalho>;
  /** The worker ended before the row's work did. */
  giveBack: (row: R) => Promise<unknown>;
  /** The end of a row's work when the worker ends: cut and given back at once, after a grace, or left to end by itself. */
  atEnd: 'cut' | 'grace' | 'leave';
};

/** Work that has no row of its own: a round does all there is, and says itself on its way that it moves. @returns false: it came to nothing */
export type RoundWork = Common & {
  round: (progress: { isStopped: () => boolean; moved: () => void }) => Promise<boolean>;
};

// biome-ignore lint/suspicious/noExplicitAny: a loop knows of a row that it has an id; its own functions know the rest.
export type Work = RowWork<any> | RoundWork;

type LoopOptions = {
  log: Logger;
  /** Told of every end, for metrics. */
  onEnd?: (nome: TrabalhoDeFundo, fim: FimDeTrabalho) => void;
};

type Held = {
  row: { id: string };
  abort: AbortController;
  renewal: Promise<unknown>;
  isHeld: boolean;
  done: Promise<void>;
};

/**
 * Does background work of one kind: takes rows into free places, renews their leases, has done what fails later, and gives back what it
 * holds when the worker ends. A worker that dies loses nothing: its leases run out.
 */
export class Loop {
  readonly #work: Work;
  readonly #options: LoopOptions;
  readonly #held = new Map<string, Held>();
  readonly #rounds = new Rounds(() => this.#round());
  readonly #progress: Parameters<RoundWork['round']>[0];
  #beat: NodeJS.Timeout | null = null;
  #isAway = false;
  #isRenewing = false;

  constructor(work: Work, options: LoopOptions) {
    this.#work = work;
    this.#options = options;
    this.#progress = { isStopped: () => this.#rounds.stopped, moved: () => this.#rounds.moved() };
  }

  get nome(): TrabalhoDeFundo {
    return this.#work.nome;
  }

  /** Rows in hand. */
  get active(): number {
    return this.#held.size;
  }

  /** For how long it could not look for work although its clock asked for it, ms. */
  get stillForMs(): number {
    return Math.max(0, this.#rounds.stillForMs - this.#work.pollMs);
  }

  start(): void {
    const { pollMs, isMyTurn = () => true } = this.#work;
    const leaseMs = 'take' in this.#work ? this.#work.lease?.ms : undefined;
    if (leaseMs !== undefined) this.#beat = setInterval(() => void this.#renew(), leaseMs / 3);
    const everyMs = Math.min(pollMs, leaseMs ?? pollMs);
    this.#rounds.start(everyMs, () => isMyTurn(everyMs));
  }

  /** There may be something to do. */
  wake(): void {
    this.#rounds.wake();
  }

  async #round(): Promise<boolean> {
    const { log } = this.#options;
    try {
      const came =
        'round' in this.#work ? await this.#work.round(this.#progress) : await this.#fill(this.#work);
      if (this.#isAway) log.info({ tipo: this.nome }, 'Trabalho de fundo de volta');
      this.#isAway = false;
      return came;
    } catch (error) {
      // The database or Redis is away: looked for again in a moment, and the leases of what was in hand run out.
      const level = this.#isAway ? 'debug' : 'warn';
      log[level]({ tipo: this.nome, motivo: (error as Error).message }, 'Trabalho de fundo em espera');
      this.#isAway = true;
      return false;
    }
  }

  async #fill({ places, take }: RowWork<{ id: string }>): Promise<boolean> {
    for (;;) {
      const free = places - this.#held.size;
      if (this.#rounds.stopped || free <= 0) return true;
      const rows = await take(free);
      for (const row of rows) this.#begin(row);
      this.#rounds.moved();
      if (rows.length === 0) return true;
    }
  }

  #begin(row: { id: string }): void {
    // Lost and taken again by this very worker: what the first one still does is refused anyway.
    this.#held.get(row.id)?.abort.abort(new LeaseLostError());
    const held: Held = {
      row,
      abort: new AbortController(),
      renewal: Promise.resolve(),
      isHeld: false,
      done: Promise.resolve(),
    };
    this.#held.set(row.id, held);
    held.done = this.#run(held).finally(() => {
      if (this.#held.get(row.id) === held) this.#held.delete(row.id);
      this.wake();
    });
    if (this.#rounds.stopped && this.#atEnd === 'cut') held.abort.abort(new WorkerEndsError());
  }

  /** One row, from its claim to its end. Never throws. */
  async #run(held: Held): Promise<void> {
    const { log, onEnd } = this.#options;
    const work = this.#work as RowWork<{ id: string }>;
    const { row, abort } = held;
    const about = { tipo: work.nome, alvo: row.id };
    const hand = {
      signal: abort.signal,
      isEnding: () => this.#rounds.stopped,
      againIn: (ms: number) => void setTimeout(() => this.wake(), ms).unref(),
      hold: async () => {
        held.isHeld = true;
        await held.renewal;
      },
    };
    let fim: FimDeTrabalho;
    try {
      fim = await work.run(row, hand);
    } catch (thrown) {
      const error = thrown as Error;
      // The lease that is put off or given back is the last that was renewed.
      await hand.hold();
      const ends = abort.signal.reason instanceof WorkerEndsError;
      if (error instanceof LeaseLostError || abort.signal.reason instanceof LeaseLostError) {
        fim = 'perdido';
        log.warn(about, 'Trabalho de fundo assumido por outro worker, ou cancelado');
      } else {
        fim = await (ends
          ? work.giveBack(row).then(() => 'devolvido' as const)
          : work.failed(row, error)
        ).catch((failure: Error) => {
          // The database is away: its lease ends, and it is tried again.
          log.warn({ ...about, motivo: failure.message }, 'Fim de trabalho de fundo não anotado');
          return 'perdido' as const;
        });
        if (!ends) log.warn({ ...about, err: error, fim }, 'Trabalho de fundo não feito');
      }
    }
    this.#rounds.moved();
    onEnd?.(work.nome, fim);
  }

  async #renew(): Promise<void> {
    const { lease } = this.#work as RowWork<{ id: string }>;
    const held = [...this.#held.values()].filter(({ isHeld }) => !isHeld);
    // One that is under way has the times that the next one would ask for.
    if (!lease || held.length === 0 || this.#isRenewing) return;
    this.#isRenewing = true;
    const renewal = lease
      .renew(held.map(({ row }) => row))
      .then((own) => {
        for (const one of held) if (!own.has(one.row.id)) one.abort.abort(new LeaseLostError());
      })
      .catch((error: Error) => {
        this.#options.log.debug({ tipo: this.nome, motivo: error.message }, 'Reserva não renovada');
      })
      .finally(() => {
        this.#isRenewing = false;
      });
    for (const one of held) one.renewal = renewal;
    await renewal;
  }

  get #atEnd(): RowWork<{ id: string }>['atEnd'] {
    return 'take' in this.#work ? this.#work.atEnd : 'leave';
  }

  /** Takes no more rows. Those in hand get `graceMs` to end, or less (`atEnd`); what is cut short is given back. */
  async stop(graceMs = CUT_MS): Promise<void> {
    const rounds = this.#rounds.stop();
    const cut = () => {
      for (const { abort } of this.#held.values()) abort.abort(new WorkerEndsError());
    };
    const done = () => Promise.all([...this.#held.values()].map((held) => held.done));
    if (this.#atEnd === 'cut') cut();
    await rounds;
    const ended = await withLimit(done(), this.#atEnd === 'cut' ? CUT_MS : graceMs);
    if (!ended && this.#atEnd === 'grace') {
      cut();
      await withLimit(done(), CUT_MS);
    }
    if (this.#beat) clearInterval(this.#beat);
    this.#work.close?.();
  }
}
