import type { Database } from '@escuta/prisma/db';
import {
  readStoredExtraction,
  reuseEarlierAnswers,
} from '@escuta/shared/domain/interview/questionnaire/stored-answers';
import type { LivePublisher } from '@escuta/shared/platform/redis/live-events';
import {
  type CelulasEmVigor,
  deriveCells,
  readCellsInForce,
  saveRoles,
  updateCells,
} from '@escuta/shared/services/verdicts/interview-cells';
import {
  type EntrevistaAuditada,
  readAuditedInterview,
} from '@escuta/shared/services/verdicts/interview-input';
import { saveMatrixRow } from '@escuta/shared/services/verdicts/interview-matrix';
import { loadMaterial, type MaterialLido } from './analysis/interview/material.ts';
import type { Lease } from './background/lease.ts';
import type { RowWork, Turn } from './background/loop.ts';
import { wishWork } from './background/wish.ts';

type Wish = Lease & {
  empresaId: string;
  /** Time of the wish as PostgreSQL text, because a Date would lose the microseconds. */
  desde: string;
  /** True if the interview's sheet was read again. */
  relida: boolean;
};

type Options = { db: Database; publish: LivePublisher; isMyTurn?: Turn };

/**
 * Derives an interview's verdicts again from the models' stored answers, at no cost, after a sentence was corrected
 * (shared/src/services/verdicts/interview-rejudge.ts) or a sheet was read again. Repeatable, because one transaction
 * writes the verdicts and deletes the wish.
 */
export function rejudging({ db, publish, isMyTurn }: Options): RowWork<Wish> {
  return wishWork<Wish>({
    nome: 'rejulgamento',
    db,
    pollMs: 2000,
    isMyTurn,
    atEnd: 'leave',
    leaseMs: 120_000,
    backoff: { firstMs: 30_000, maxMs: 30_000 },
    wishes: [
      {
        row: 'e',
        columns: `e.empresa_id AS "empresaId", e.rejulgar_em::text AS desde,
          coalesce(e.celulas_planilha = 'a_julgar', false) AS relida`,
        from: 'entrevistas e',
        where: 'e.rejulgar_em is not null',
        order: 'e.rejulgar_em',
      },
    ],
    run: (wish) => rejudge(db, publish, wish),
  });
}

/** Thrown if a newer correction arrived, so that the interview must be judged again. */
class SupersededError extends Error {
  override readonly name = 'SupersededError';
}

async function rejudge(
  db: Database,
  publish: LivePublisher,
  { id: entrevistaId, empresaId, desde, relida }: Wish,
): Promise<void> {
  const now = await readCellsInForce(db, entrevistaId);
  const entrevista = now && (await readAuditedInterview(db, now.itemId));
  const derived = now && entrevista ? await derive(db, now, entrevista, relida) : null;
  const written = db.transaction(async (tx) => {
    if (now && derived) {
      // Writes cells before sentences, in the order in which an erasure locks them.
      await updateCells(tx, { empresaId, execucaoId: now.execucaoId }, derived.cells, derived.first);
      await saveRoles(tx, empresaId, now.resultadoId, derived.material.papeis);
      await saveMatrixRow(tx, entrevistaId);
    }
    const { rowCount } = await tx.query({
      name: 'rejudge_done',
      text: `update entrevistas set rejulgar_em = null,
               celulas_planilha = case when $3 then 'guardadas' else celulas_planilha end
             where id = $1 and rejulgar_em = $2::timestamptz`,
      values: [entrevistaId, desde, relida],
    });
    if (!rowCount) throw new SupersededError();
    const { rows } = await tx.query<{ projetoId: string; status: 'concluido' }>({
      name: 'rejudge_item',
      text: `select projeto_id as "projetoId", status::text as status from auditoria_itens where id = $1`,
      values: [now?.itemId ?? null],
    });
    return rows[0] ?? null;
  });
  const item = await written.catch((error: unknown) => {
    if (error instanceof SupersededError) return null;
    throw error;
  });
  if (now && item) publish([{ tipo: 'item', empresaId, itemId: now.itemId, ...item }]);
}

/** `first`: verdicts without people's corrections; null if no sheet was read again, which leaves them unchanged. */
async function derive(db: Database, now: CelulasEmVigor, entrevista: EntrevistaAuditada, relida: boolean) {
  const stored = new Map(now.celulas.map((cell) => [cell.perguntaId, readStoredExtraction(cell.extracao)]));
  const cellsOf = async (material: MaterialLido) =>
    deriveCells(material, await reuseEarlierAnswers(material, stored));
  const material = await loadMaterial(db, entrevista, now.resultadoId);
  const cells = await cellsOf(material);
  if (!relida) return { material, cells, first: null };
  const original = material.corrigida
    ? await cellsOf(await loadMaterial(db, entrevista, now.resultadoId, 'original'))
    : cells;
  return { material, cells, first: original };
}
