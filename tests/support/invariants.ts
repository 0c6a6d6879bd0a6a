// Invariants of every product database, checked after each integration file.
import { readdirSync } from 'node:fs';
import { ANALISADO } from '@escuta/shared/platform/database/conditions/analysed';
import { runOfPresentRecording } from '@escuta/shared/platform/database/conditions/present-recording';
import { FilesystemStore } from '@escuta/shared/platform/storage/storage-filesystem';
import type { ClientBase } from 'pg';
import { ROLLUP_DRIFT } from '../../prisma/rollups/drift.ts';
import { BALANCE_DRIFT, BYTES_DRIFT } from '../../scripts/operations/database.ts';
import { knownKeys } from '../../scripts/operations/objects.ts';

/** The rows that break a rule: number, and an example. */
type Found = { n: number; example: string };

/** Makes a rule that is broken by every row of a query. */
const none =
  (query: string) =>
  async (db: ClientBase): Promise<Found | null> => {
    const { rows } = await db.query<Found>(
      `SELECT count(*)::int AS n, min(w::text) AS example FROM (${query}) AS w HAVING count(*) > 0`,
    );
    return rows[0] ?? null;
  };

/** Rows with a lease but no work, or work without a lease. */
const leases = (table: string, held: string) =>
  `SELECT '${table}' AS tabela, t::text FROM ${table} t WHERE (${held}) <> (lease_ate IS NOT NULL)`;

const RULES = {
  'objeto sem dono': async (db: ClientBase, folder: string): Promise<Found | null> => {
    // A store marks its folder with the first object, and refuses an unmarked one.
    if (readdirSync(folder).length === 0) return null;
    const keys: string[] = [];
    for await (const { key } of new FilesystemStore(folder).list()) keys.push(key);
    const known = await knownKeys(db, keys);
    const orphans = keys.filter((key) => !known.has(key)).sort();
    return orphans[0] === undefined ? null : { n: orphans.length, example: orphans[0] };
  },
  'item concluído sem resultado da gravação de agora': none(
    `SELECT i.id FROM auditoria_itens i WHERE i.status = 'concluido' AND i.dados_apagados_em IS NULL AND NOT EXISTS (
       SELECT FROM auditoria_resultados r WHERE r.item_id = i.id AND ${ANALISADO} AND ${runOfPresentRecording('r.execucao_id')})`,
  ),
  'par sem ligação': none(
    `SELECT l.id, l.situacao FROM lote_gravacoes l WHERE l.situacao IN ('pareada', 'ja_tem', 'substituir', 'anexada') AND l.item_id IS NULL`,
  ),
  'saldo que não é a soma do extrato': none(BALANCE_DRIFT),
  'bytes que não são a sua recontagem': none(BYTES_DRIFT),
  'soma que não é a sua recontagem': async (db: ClientBase): Promise<Found | null> => {
    const { rows } = await db.query<{ soma: string; n: number; exemplo: string }>(ROLLUP_DRIFT);
    const [first] = rows;
    return first
      ? {
          n: rows.reduce((sum, { n }) => sum + n, 0),
          example: `${rows.map(({ soma }) => soma).join(', ')}: ${first.exemplo}`,
        }
      : null;
  },
  'cota que não é a sua recontagem': none(
    `SELECT d.pergunta_id, d.opcao_id FROM (
       SELECT r.pergunta_id, o.id AS opcao_id, 1 AS n, (e.revisao = 'aprovada')::int AS aprovadas
       FROM entrevistas e JOIN respostas r ON r.entrevista_id = e.id CROSS JOIN LATERAL unnest(r.opcoes) AS o (id)
       WHERE e.situacao = 'concluida' AND e.quarentena IS NULL
       UNION ALL SELECT pergunta_id, opcao_id, -n, -aprovadas FROM cota_contagens
     ) d GROUP BY 1, 2 HAVING sum(d.n) <> 0 OR sum(d.aprovadas) <> 0`,
  ),
  'posse sem quem trabalhe': none(
    [
      leases('execucao_etapas', `t.status = 'executando'`),
      leases('tarefas', `t.status = 'executando'`),
      leases('testes_template', `t.status = 'executando'`),
      ...['entrevistas', 'entrevista_segundas'].map(
        (table) =>
          `SELECT '${table}' AS tabela, t::text FROM ${table} t WHERE t.montagem_ate IS NOT NULL AND t.montagem IS DISTINCT FROM 'pendente'`,
      ),
    ].join(' UNION ALL '),
  ),
};

/** The rules that a database and its object folder break, with number and example. */
export async function brokenRules(db: ClientBase, folder: string): Promise<Map<string, string>> {
  const broken = new Map<string, string>();
  for (const [rule, check] of Object.entries(RULES)) {
    const found = await check(db, folder);
    if (found) broken.set(rule, `${found.n}, como ${found.example}`);
  }
  return broken;
}
