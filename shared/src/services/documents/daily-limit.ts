// SQL: counts, by an index, the pages of a company's last 24 hours and of its open tasks.

import type { Db } from '@escuta/prisma/db';
import { AppError } from '../../domain/errors.ts';
import { LEITURAS_POR_DIA_MAX } from '../../domain/survey-file/documents/ai-reading.ts';
import { sql } from '../../platform/database/sql.ts';

async function countReadings(db: Db, empresaId: string): Promise<{ lidas: number; pedidas: number }> {
  const { rows } = await db.sql<{ lidas: number; pedidas: number }>(
    sql`select (select count(*)::int from leituras_ia
        where empresa_id = ${empresaId}::uuid and created_at > now() - interval '24 hours') as lidas,
      (select coalesce(sum(greatest(coalesce(total, 0) - feito, 0)), 0)::int from tarefas
        where empresa_id = ${empresaId}::uuid and tipo = 'ler_com_ia'
          and status in ('pendente', 'executando')) as pedidas`,
    'leituras_do_dia',
  );
  return rows[0] ?? { lidas: 0, pedidas: 0 };
}

const refuseBeyond = (already: number, paginas: number) =>
  new AppError(
    'muitas_tentativas',
    `Sua empresa pode pedir à IA a leitura de até ${LEITURAS_POR_DIA_MAX} páginas em 24 horas. Já pediu ${already}, e este documento tem ${paginas}. Tente mais tarde.`,
    { retryAfterS: 3600 },
  );

/**
 * Checks that a company's daily limit has room for more pages. The caller holds the company's task lock.
 * @throws AppError muitas_tentativas
 */
export async function assertRoomForPages(db: Db, empresaId: string, paginas: number): Promise<void> {
  const { lidas, pedidas } = await countReadings(db, empresaId);
  if (lidas + pedidas + paginas > LEITURAS_POR_DIA_MAX) throw refuseBeyond(lidas + pedidas, paginas);
}

/**
 * Checks the daily limit before a task's next page.
 * @throws AppError muitas_tentativas
 */
export async function assertDayNotOver(db: Db, empresaId: string, paginas: number): Promise<void> {
  const { lidas } = await countReadings(db, empresaId);
  if (lidas >= LEITURAS_POR_DIA_MAX) throw refuseBeyond(lidas, paginas);
}
