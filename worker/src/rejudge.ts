import type { Database } from '@escuta/prisma/db';
import { answersOfBefore, readStoredExtraction } from '@escuta/shared/domain/interview/stored-answers';
import {
  type CelulasEmVigor,
  deriveCells,
  readCellsInForce,
  saveRoles,
  updateCells,
} from '@escuta/shared/node/interview-cells';
import { type EntrevistaAuditada, readAuditedInterview } from '@escuta/shared/node/interview-input';
import { saveMatrixRow } from '@escuta/shared/node/interview-matrix';
import type { LivePublisher } from '@escuta/shared/node/live-events';
import type { Logger } from '@escuta/shared/node/log';
import { Rounds } from '@escuta/shared/node/rounds';

import { loadMaterial, type MaterialLido } from './analysis/interview/material.ts';

/** Without a wake-up the interviews are looked at this often, ms. */
const POLL_MS = 2000;
/** One that could not be judged is tried again after this long, ms. */
const RETRY_MS = 30_000;

type Wish = {
  entrevistaId: string;
  empresaId: string;
  /** To the microsecond, as PostgreSQL writes it. */
  desde: string;
  /** Its sheet was read again (tasks/kinds/reler-planilhas.ts). */
  relida: boolean;
};

/** Another correction came meanwhile: nothing is written, and the interview is judged again. */
class SupersededError extends Error {
  override readonly name = 'SupersededError';
}

type RejudgerOptions = {
  db: Database;
  log: Logger;
  publish: LivePublisher;
  isMyTurn?: (everyMs: number) => boolean;
};

/**
 * Derives verdicts anew where a person corrected a sentence (shared/src/node/interview-rejudge.ts) or a sheet was read
 * again, from the stored answers of the models and the sentences as they stand now. No model is asked, nothing is paid.
 * The wish is taken back in the transaction that writes the verdicts: a worker that dies leaves it, and two that do the
 * same write the same.
 */
export class Rejudger {
  readonly #options: RejudgerOptions;
  readonly #rounds = new Rounds(() => this.#round());
  /** Interviews that could not be judged, until when they are left alone, ms of the process's clock. */
  readonly #later = new Map<string, number>();

  constructor(options: RejudgerOptions) {
    this.#options = options;
  }

  start(): void {
    const { isMyTurn = () => true } = this.#options;
    this.#rounds.start(POLL_MS, () => isMyTurn(POLL_MS));
  }

  /** Somebody may have corrected something. */
  wake(): void {
    this.#rounds.wake();
  }

  async #round(): Promise<boolean> {
    const { log } = this.#options;
    try {
      for (;;) {
        const wish = this.#rounds.stopped ? null : await this.#next();
        if (!wish) return true;
        try {
          await this.#rejudge(wish);
        } catch (error) {
          if (error instanceof SupersededError) continue;
          this.#later.set(wish.entrevistaId, performance.now() + RETRY_MS);
          log.error({ err: error, entrevistaId: wish.entrevistaId }, 'Entrevista não julgada de novo');
        }
        this.#rounds.moved();
      }
    } catch (error) {
      // The database is away: looked for again in a moment.
      log.debug({ motivo: (error as Error).message }, 'Entrevistas a julgar em espera');
      return false;
    }
  }

  async #next(): Promise<Wish | null> {
    const now = performance.now();
    for (const [id, until] of this.#later) if (until <= now) this.#later.delete(id);
    const { rows } = await this.#options.db.query<Wish>({
      name: 'rejudge-next',
      text: `SELECT id AS "entrevistaId", empresa_id AS "empresaId", rejulgar_em::text AS desde,
               coalesce(celulas_planilha = 'a_julgar', false) AS relida FROM entrevistas
             WHERE rejulgar_em IS NOT NULL AND NOT (id = ANY ($1::uuid[])) ORDER BY rejulgar_em LIMIT 1`,
      values: [[...this.#later.keys()]],
    });
    return rows[0] ?? null;
  }

  async #rejudge({ entrevistaId, empresaId, desde, relida }: Wish): Promise<void> {
    const { db, publish } = this.#options;
    const now = await readCellsInForce(db, entrevistaId);
    const entrevista = now && (await readAuditedInterview(db, now.itemId));
    const derived = now && entrevista ? await this.#derive(now, entrevista, relida) : null;
    const item = await db.transaction(async (tx) => {
      if (now && derived) {
        // Cells before sentences, as whoever erases locks them.
        await updateCells(tx, { empresaId, execucaoId: now.execucaoId }, derived.cells, derived.first);
        await saveRoles(tx, empresaId, now.resultadoId, derived.material.papeis);
        await saveMatrixRow(tx, entrevistaId);
      }
      const { rowCount } = await tx.query({
        name: 'rejudge-done',
        text: `UPDATE entrevistas SET rejulgar_em = NULL,
                 celulas_planilha = CASE WHEN $3 THEN 'guardadas' ELSE celulas_planilha END
               WHERE id = $1 AND rejulgar_em = $2::timestamptz`,
        values: [entrevistaId, desde, relida],
      });
      if (!rowCount) throw new SupersededError();
      const { rows } = await tx.query<{ projetoId: string; status: 'concluido' }>({
        name: 'rejudge-item',
        text: `SELECT projeto_id AS "projetoId", status::text AS status FROM auditoria_itens WHERE id = $1`,
        values: [now?.itemId ?? null],
      });
      return rows[0] ?? null;
    });
    if (now && item) publish([{ tipo: 'item', empresaId, itemId: now.itemId, ...item }]);
  }

  /** `first`: the verdicts without people's corrections; null: those of the run stay the AI's first. */
  async #derive(now: CelulasEmVigor, entrevista: EntrevistaAuditada, relida: boolean) {
    const stored = new Map(now.celulas.map((cell) => [cell.perguntaId, readStoredExtraction(cell.extracao)]));
    const cellsOf = async (material: MaterialLido) =>
      deriveCells(material, await answersOfBefore(material, stored));
    const material = await loadMaterial(this.#options.db, entrevista, now.resultadoId);
    const cells = await cellsOf(material);
    if (!relida) return { material, cells, first: null };
    const original = material.corrigida
      ? await cellsOf(await loadMaterial(this.#options.db, entrevista, now.resultadoId, 'original'))
      : cells;
    return { material, cells, first: original };
  }

  /** Resolves when the interview in hand is done. */
  stop(): Promise<void> {
    return this.#rounds.stop();
  }
}
