import { AppError } from '@escuta/shared/domain/errors';
import { ACESSO_JUNTA_MIN } from '@escuta/shared/domain/log/accesses';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../base-deps.ts';
import { RecentValues } from '../reads/recent-values.ts';
import type { Session } from '../sign-in/session.ts';
import {
  type Access,
  insertAccesses,
  type Piece,
  placeOf,
  type Reader,
  readerKey,
  type Written,
} from './accesses-repo.ts';
import { actorOf } from './actor.ts';

export function readerOf(session: Session, request: FastifyRequest): Reader {
  const { via, viaId, usuarioId, enderecoIp } = actorOf(session, request);
  return { via, viaId, usuarioId, enderecoIp, administrador: session.pessoa?.papel === 'admin' };
}

const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' });

/** Time for which this process does not write a row again, ms; shorter than the database's time for extending a row. */
const KNOWN_MS = (ACESSO_JUNTA_MIN - 1) * 60_000;
const KNOWN_MAX = 20_000;
/** Interval for adding sent bytes to their rows, ms. */
const FLUSH_MS = 1000;
/** Limit of rows with pending bytes; further rows are written without their bytes. */
const WAITING_MAX = 10_000;

const REFUSED = 'Não foi possível registrar o acesso; por isso';
function refusal({ tipo, alvo }: Access, cause: unknown): AppError {
  const opened = tipo === 'aberta' || tipo === 'trecho';
  const sound = tipo === 'som' || alvo === 'item' || alvo === 'gravacao_lote' || alvo === 'gravacao_preparo';
  const message = opened
    ? `${REFUSED} o conteúdo não foi aberto. Tente de novo em instantes.`
    : sound && tipo !== 'dossie'
      ? `${REFUSED} o áudio não foi aberto. Tente de novo em instantes.`
      : `${REFUSED} o arquivo não foi enviado. Tente de novo em instantes.`;
  return new AppError('indisponivel', message, { retryAfterS: 5, cause });
}

/**
 * Logs each access before the first byte is sent. Accesses of the same reader to the same thing within ten minutes
 * share a row. The caller does not wait again for a row that this process wrote recently.
 */
export class Accesses {
  readonly #db: Deps['db'];
  readonly #log: Deps['log'];
  readonly #known = new RecentValues<Promise<string>>({ ttlMs: KNOWN_MS, max: KNOWN_MAX });
  #waiting = new Map<string, Written>();
  #timer: NodeJS.Timeout | null = null;

  constructor({ db, log }: Pick<Deps, 'db' | 'log'>) {
    this.#db = db;
    this.#log = log;
  }

  /**
   * Writes a reader's accesses.
   * @throws AppError indisponivel if writing fails: the caller then sends no data
   */
  async write(reader: Reader, accesses: readonly Access[]): Promise<void> {
    const wanted = new Map(accesses.map((access) => [this.#key(reader, access), access]));
    const fresh = [...wanted].filter(([key]) => this.#known.get(key) === undefined);
    if (fresh.length > 0) {
      const written = insertAccesses(
        this.#db,
        fresh.map(([, access]) => ({ reader, access, pieces: [], row: null })),
        'enviado',
      );
      for (const [key, access] of fresh) {
        const row = written.then((rows) => rows.get(placeOf(access)) as string);
        this.#known.set(key, row);
        row.catch(() => this.#known.delete(key));
      }
    }
    for (const [key, access] of wanted) {
      await this.#known.get(key)?.catch((cause: unknown) => {
        throw refusal(access, cause);
      });
    }
  }

  /** Adds sent bytes to the row of their access; `flush` writes them after at most FLUSH_MS. */
  sent(reader: Reader, access: Access, piece: Piece): void {
    if (piece.end <= piece.start) return;
    const key = this.#key(reader, access);
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.pieces.push(piece);
    else if (this.#waiting.size < WAITING_MAX) {
      const entry: Written = { reader, access, pieces: [piece], row: null };
      this.#waiting.set(key, entry);
      this.#known.get(key)?.then(
        (row) => {
          entry.row = row;
        },
        () => undefined,
      );
    }
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /**
   * Adds the pieces of a recording (in ms) that a player reports as played.
   * @throws AppError indisponivel
   */
  async heard(reader: Reader, access: Access, pieces: readonly Piece[]): Promise<void> {
    await insertAccesses(this.#db, [{ reader, access, pieces: [...pieces], row: null }], 'ouvido').catch(
      (cause: unknown) => {
        throw new AppError(
          'indisponivel',
          'Não foi possível registrar o trecho ouvido. Tente de novo em instantes.',
          {
            retryAfterS: 5,
            cause,
          },
        );
      },
    );
  }

  /** Writes the pending bytes. Bytes that the database refuses stay pending. */
  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const entries = this.#waiting;
    if (entries.size === 0) return;
    this.#waiting = new Map();
    try {
      await insertAccesses(this.#db, [...entries.values()], 'enviado');
    } catch (error) {
      this.#log.warn(
        { motivo: (error as Error).message, acessos: entries.size },
        'Bytes enviados ainda não registrados',
      );
      for (const { reader, access, pieces } of entries.values())
        for (const piece of pieces) this.sent(reader, access, piece);
    }
  }

  /** Writes the pending bytes and stops the timer. Bytes that the database now refuses are lost. */
  async close(): Promise<void> {
    await this.flush();
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** The key includes the day in São Paulo, because no row spans midnight. */
  #key(reader: Reader, access: Access): string {
    return `${readerKey(reader)} ${placeOf(access)} ${DAY.format(Date.now())}`;
  }
}

export const describeOpening = (alvo: 'item' | 'entrevista', id: string): Access => ({
  tipo: 'aberta',
  alvo,
  id,
});
/** The access 'excerpt read' (`trecho`), for a list or panel that shows part of an item or interview. */
export const describeExcerpt = (alvo: 'item' | 'entrevista', id: string): Access => ({
  tipo: 'trecho',
  alvo,
  id,
});

/**
 * Returns a handler's answer after writing the reader's accesses.
 * @throws AppError indisponivel if writing the accesses fails
 */
export async function answerLogged<T>(
  { accesses }: { accesses: Accesses },
  { session, request }: { session: Session; request: FastifyRequest },
  answer: T,
  read: readonly Access[],
): Promise<T> {
  await accesses.write(readerOf(session, request), read);
  return answer;
}
