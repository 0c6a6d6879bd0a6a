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
      `select count(*)::int as n, min(w::text) as example from (${query}) as w having count(*) > 0`,
    );
    return rows[0] ?? null;
  };

/** SQL that finds rows with a lease but no work, or with work but no lease. */
const leases = (table: string, held: string) =>
  `select '${table}' as tabela, t::text from ${table} t where (${held}) <> (lease_ate is not null)`;

const RULES = {
  'objeto sem dono': async (db: ClientBase, folder: string): Promise<Found | null> => {
    // An empty folder breaks no rule. It must not be opened as a store: a store marks its folder with the first object,
    // and refuses an unmarked folder with files.
    if (readdirSync(folder).length === 0) return null;
    const keys: string[] = [];
    for await (const { key } of new FilesystemStore(folder).list()) keys.push(key);
    const known = await knownKeys(db, keys);
    const orphans = keys.filter((key) => !known.has(key)).sort();
    return orphans[0] === undefined ? null : { n: orphans.length, example: orphans[0] };
  },
  'item concluído sem resultado da gravação de agora': none(
    `select i.id from auditoria_itens i where i.status = 'concluido' and i.dados_apagados_em is null and not exists (
       select from auditoria_resultados r where r.item_id = i.id and ${ANALISADO}
         and ${runOfPresentRecording('r.execucao_id')})`,
  ),
  'par sem ligação': none(
    `select l.id, l.situacao from lote_gravacoes l where l.situacao in ('pareada', 'ja_tem', 'substituir', 'anexada')
      and l.item_id is null`,
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
    `select d.pergunta_id, d.opcao_id from (
       select r.pergunta_id, o.id as opcao_id, 1 as n, (e.revisao = 'aprovada')::int as aprovadas
       from entrevistas e join respostas r on r.entrevista_id = e.id cross join lateral unnest(r.opcoes) as o (id)
       where e.situacao = 'concluida' and e.quarentena is null and e.revisao not in ('em_espera', 'rejeitada')
       union all select pergunta_id, opcao_id, -n, -aprovadas from cota_contagens
     ) d group by 1, 2 having sum(d.n) <> 0 or sum(d.aprovadas) <> 0`,
  ),
  'meta que não é a sua recontagem': none(
    `select d.tabela_id, d.chave, d.agente_id from (
       select tabela_id, chave, agente_id, 1 as n, aprovada::int as aprovadas from meta_entrevistas
       union all select tabela_id, chave, agente_id, -n, -aprovadas from meta_contagens
     ) d group by 1, 2, 3 having sum(d.n) <> 0 or sum(d.aprovadas) <> 0`,
  ),
  'entrevista fora da sua célula': none(
    `select coalesce(c.id, m.entrevista_id), t.id from meta_tabelas t
       join entrevistas c on c.questionario_id = t.questionario_id and escuta_conta_na_cota(c)
         and exists (select from respostas r where r.entrevista_id = c.id)
       full join meta_entrevistas m on m.tabela_id = t.id and m.entrevista_id = c.id
     where c.id is null or m.entrevista_id is null
       or (m.agente_id, m.aprovada) is distinct from (c.agente_id, c.revisao = 'aprovada')`,
  ),
  'posse sem quem trabalhe': none(
    [
      leases('execucao_etapas', `t.status = 'executando'`),
      leases('tarefas', `t.status = 'executando'`),
      leases('testes_template', `t.status = 'executando'`),
      ...['entrevistas', 'entrevista_segundas'].map(
        (table) =>
          `select '${table}' as tabela, t::text from ${table} t where t.montagem_ate is not null
            and t.montagem is distinct from 'pendente'`,
      ),
    ].join(' UNION ALL '),
  ),
};

/** Finds the rules that a database and its object folder break. @returns by rule: the number of rows and an example */
export async function brokenRules(db: ClientBase, folder: string): Promise<Map<string, string>> {
  const broken = new Map<string, string>();
  for (const [rule, check] of Object.entries(RULES)) {
    const found = await check(db, folder);
    if (found) broken.set(rule, `${found.n}, como ${found.example}`);
  }
  return broken;
}
