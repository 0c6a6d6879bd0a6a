import type { Db } from '@escuta/prisma/db';
import { sql } from '../../platform/database/sql.ts';

export const TITULO_MAX = 200;

/** A free title, if needed with a number: 'Pesquisa de transporte (2)'. */
export function numberedTitle(wanted: string, taken: ReadonlySet<string>): string {
  let title = wanted.slice(0, TITULO_MAX);
  for (let n = 2; taken.has(title); n += 1) {
    const number = ` (${n})`;
    title = wanted.slice(0, TITULO_MAX - number.length) + number;
  }
  return title;
}

/** A title unused in a project; the project's lock keeps it free until written. */
export async function freeSurveyTitle(db: Db, projetoId: string, wanted: string): Promise<string> {
  const { rows } = await db.sql<{ titulo: string }>(
    sql`select titulo from pesquisas where projeto_id = ${projetoId}::uuid
        and starts_with(titulo, ${wanted.slice(0, TITULO_MAX - 8)})`,
    'titulos_da_pesquisa',
  );
  return numberedTitle(wanted, new Set(rows.map(({ titulo }) => titulo)));
}
