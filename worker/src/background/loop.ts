import type { FimDeTrabalho, TrabalhoDeFundo } from '@escuta/shared/domain/background-work';
import type { Logger } from '@escuta/shared/platform/process/log';
import { withLimit } from '@escuta/shared/platform/process/with-limit';
import { PollLoop } from '../engine/poll-loop.ts';
import { LeaseLostError } from './lease.ts';

const CUT_MS = 5000;

/** Reason of an abort when the worker stops; the row is returned for another worker. */
export class WorkerEndsError extends Error {
  override readonly name = 'WorkerEndsError';
}

export type Hand = {
  /** Aborted with LeaseLostError (another worker has the row) or WorkerEndsError. */
  signal: AbortSignal;
  /** Polls again after this many ms. */
  againIn: (ms: number) => void;
  /** True if the worker is stopping, so that long work can pause. */
  isEnding: () => boolean;
  /** Stops renewing the lease; resolves when no renewal is in flight. */
  hold: () => Promise<void>;
};

export type Turn = ((everyMs: number) => boolean) | undefined;

type Common = {
  nome: TrabalhoDeFundo;
  /** Interval between polls while nothing wakes the loop, ms. */
  pollMs: number;
  isMyTurn?: Turn;
  /** Runs before the first round; after a failure, again before the next round. */
  begin?: () => Promise<void>;
  close?: () => void;
};

/** Work on rows. An error of any function but `run` means an unreachable database. */
export type RowWork<R extends { id: string }> = Common & {
  places: number;
  take: (free: number) => Promise<readonly R[]>;
  /** Length of a row's lease, ms, renewed every third of this length; absent: never renewed. */
  lease?: { ms: number; renew: (held: readonly R[]) => Promise<ReadonlySet<string>> };
  run: (row: R, hand: Hand) => Promise<FimDeTrabalho>;
  /** Handles an error of `run`: schedules a retry, or gives up. */
  failed: (row: R, error: Error) => Promise<FimDeTrabalho>;
  giveBack: (row: R) => Promise<unknown>;
  /** At the worker's stop, 'cut' aborts work and returns its row at once, 'grace' first waits, 'leave' lets it end. */
  atEnd: 'cut' | 'grace' | 'leave';
};

/** Work without rows; each round does all due work. @returns false if the round failed */
export type RoundWork = Common & {
  round: (progress: { isStopped: () => boolean; moved: () => void }) => Promise<boolean>;
};

// biome-ignore lint/suspicious/noExplicitAny: a loop knows of a row that it has an id; its own functions know the rest.
export type Work = RowWork<any> | RoundWork;

type LoopOptions = {
  log: Logger;
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
 * Runs one kind of background work: claims rows, renews leases, schedules retries, and returns rows when the worker
 * stops.
 */
export class Loop {
  readonly #work: Work;
  readonly #options: LoopOptions;
  readonly #held = new Map<string, Held>();
  readonly #poll = new PollLoop(() => this.#round());
  readonly #progress: Parameters<RoundWork['round']>[0];
  #beat: NodeJS.Timeout | null = null;
  #hasBegun = false;
  #isAway = false;
  #isRenewing = false;

  constructor(work: Work, options: LoopOptions) {
    this.#work = work;
    this.#options = options;
    this.#progress = { isStopped: () => this.#poll.stopped, moved: () => this.#poll.moved() };
  }

  get nome(): TrabalhoDeFundo {
    return this.#work.nome;
  }

  get active(): number {
    return this.#held.size;
  }

  /** Time by which a successful poll is overdue, ms; 0 if none is. */
  get stillForMs(): number {
    return Math.max(0, this.#poll.stillForMs - this.#work.pollMs);
  }

  start(): void {
    const { pollMs, isMyTurn = () => true } = this.#work;
    const leaseMs = 'take' in this.#work ? this.#work.lease?.ms : undefined;
    if (leaseMs !== undefined) this.#beat = setInterval(() => void this.#renew(), leaseMs / 3);
    const everyMs = Math.min(pollMs, leaseMs ?? pollMs);
    this.#poll.start(everyMs, () => isMyTurn(everyMs));
  }

  wake(): void {
    this.#poll.wake();
  }

  async #round(): Promise<boolean> {
    const { log } = this.#options;
    try {
      if (!this.#hasBegun && this.#work.begin) await this.#work.begin();
      this.#hasBegun = true;
      const came =
        'round' in this.#work ? await this.#work.round(this.#progress) : await this.#fill(this.#work);
      if (this.#isAway) log.info({ tipo: this.nome }, 'Trabalho de fundo de volta');
      this.#isAway = false;
      return came;
    } catch (error) {
      // Only logs a failure, because the loop polls again.
      const level = this.#isAway ? 'debug' : 'warn';
      log[level]({ tipo: this.nome, motivo: (error as Error).message }, 'Trabalho de fundo em espera');
      this.#isAway = true;
      return false;
    }
  }

  async #fill({ places, take }: RowWork<{ id: string }>): Promise<boolean> {
    for (;;) {
      const free = places - this.#held.size;
      if (this.#poll.stopped || free <= 0) return true;
      const rows = await take(free);
      for (const row of rows) this.#begin(row);
      this.#poll.moved();
      if (rows.length === 0) return true;
    }
  }

  #begin(row: { id: string }): void {
    // Aborts the first run of a row that was lost and claimed again; the fencing token refuses its writes in any case.
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
    if (this.#poll.stopped && this.#atEnd === 'cut') held.abort.abort(new WorkerEndsError());
  }

  /** Works on a row to its end; handles all errors, so that it never throws. */
  async #run(held: Held): Promise<void> {
    const { log, onEnd } = this.#options;
    const work = this.#work as RowWork<{ id: string }>;
    const { row, abort } = held;
    const about = { tipo: work.nome, alvo: row.id };
    const hand = {
      signal: abort.signal,
      isEnding: () => this.#poll.stopped,
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
      // Waits for a renewal in progress, because only the newest lease allows postponing or returning the row.
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
          // The database is not reachable; the row is tried again when its lease expires.
          log.warn({ ...about, motivo: failure.message }, 'Fim de trabalho de fundo não anotado');
          return 'perdido' as const;
        });
        if (!ends) log.warn({ ...about, err: error, fim }, 'Trabalho de fundo não feito');
      }
    }
    this.#poll.moved();
    onEnd?.(work.nome, fim);
  }

  async #renew(): Promise<void> {
    const { lease } = this.#work as RowWork<{ id: string }>;
    const held = [...this.#held.values()].filter(({ isHeld }) => !isHeld);
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

  /** Claims no more rows, and gives rows in progress `graceMs` to finish; returns aborted rows. */
  async stop(graceMs = CUT_MS): Promise<void> {
    const polls = this.#poll.stop();
    const cut = () => {
      for (const { abort } of this.#held.values()) abort.abort(new WorkerEndsError());
    };
    const done = () => Promise.all([...this.#held.values()].map((held) => held.done));
    if (this.#atEnd === 'cut') cut();
    await polls;
    const ended = await withLimit(done(), this.#atEnd === 'cut' ? CUT_MS : graceMs);
    if (!ended && this.#atEnd === 'grace') {
      cut();
      await withLimit(done(), CUT_MS);
    }
    if (this.#beat) clearInterval(this.#beat);
    this.#work.close?.();
  }
}
