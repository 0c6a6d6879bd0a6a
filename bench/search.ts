import type { Database } from '@escuta/prisma/db';
import { listProjectItems } from '../api/src/features/auditoria-items/list/list-repo.ts';
import type { Volume } from './installation.ts';
import { latency, median, ROUNDS, type Row, row } from './support.ts';

/**
 * Typical search terms. Names: one, two, a part of a name. Numbers: a part, the beginning and the end. One term of each
 * kind has no hits.
 */
const TERMS = {
  nome: ['Zélia Werneck', 'maria silva', 'rogerio', 'gonçal', 'dos Santos', 'Fulano Inexistente'],
  telefone: ['50007', '119500', '79190', '4321', '00000000000'],
};
const CALLS = 15;

/** Measures the search by name and by a part of the number: the list's statement, rows and total, on one connection. */
export async function measureSearch(pool: Database, volume: Volume): Promise<Row[]> {
  const scope = { kind: 'empresa', empresaId: volume.empresaId } as const;
  const rows: Row[] = [];
  for (const [what, terms] of Object.entries(TERMS)) {
    const times = new Map<string, number[]>(terms.map((q) => [q, []]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const [q, taken] of times) {
        taken.push(
          await latency(CALLS, () =>
            listProjectItems(pool, scope, volume.projetoId, { q, page: 1, limit: 10 }),
          ),
        );
      }
    }
    rows.push(
      row(
        `Busca por ${what}, 1.000.000 de ligações: p50`,
        median([...times.values()].flat()),
        20,
        'max',
        ' ms',
      ),
    );
    const [worst, ms] = [...times]
      .map(([q, taken]) => [q, median(taken)] as const)
      .sort((a, b) => b[1] - a[1])[0] ?? ['', Number.NaN];
    rows.push({
      measure: `  o termo mais lento: "${worst}"`,
      value: `${ms.toFixed(1)} ms`,
      limit: '',
      ok: true,
    });
  }
  return rows;
}
