// What was analysed before the search's index existed is indexed by a task of each company, not by the migration.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOldDatabase, type OldDatabase } from '../support/old-database.ts';

let old: OldDatabase;
beforeAll(async () => {
  old = await createOldDatabase(process.env.DATABASE_URL!, '20261130500001_busca_nas_conversas');
});
afterAll(() => old.close());

it('asks for the index of companies with analysed conversations, and finds them once it is built', async () => {
  const [empresa, vazia, projeto, auditoria, item, run, resultado, transcricao] = Array.from(
    { length: 8 },
    () => randomUUID(),
  );
  const place = [empresa, projeto];
  await old.query(
    `insert into empresas (id, nome, cnpj) values ($1, 'E', '11222333000181'), ($2, 'Vazia', '11444777000161')`,
    [empresa, vazia],
  );
  await old.query(
    `insert into projetos (id, empresa_id, nome, tipo_projeto) values ($2, $1, 'P', 'call_center')`,
    place,
  );
  await old.query(
    `insert into auditorias (id, empresa_id, projeto_id, nome, padrao) values ($3, $1, $2, 'A', true)`,
    [...place, auditoria],
  );
  await old.query(
    `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, call_start_time) values ($4, $1, $2, $3, '2019-01-15 12:00Z')`,
    [...place, auditoria, item],
  );
  await old.query(
    `insert into execucoes (id, empresa_id, projeto_id, item_id, status, origem, configuracao) values ($4, $1, $2, $3, 'concluida', 'manual', '{}')`,
    [...place, item, run],
  );
  await old.query(
    `insert into auditoria_resultados (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id) values ($6, $1, $2, $3, $4, $5)`,
    [...place, auditoria, item, run, resultado],
  );
  await old.query(
    `insert into transcricoes (id, empresa_id, projeto_id, item_id, resultado_id, canal, modelo, full_text) values ($5, $1, $2, $3, $4, 'left', 'm', 'Três ligações.')`,
    [...place, item, resultado, transcricao],
  );
  await old.query(
    `insert into sentencas (id, empresa_id, transcricao_id, ordem, texto, start_ms, end_ms, falante)
     values (gen_random_uuid(), $1, $2, 1, 'Três ligações.', 0, 900, 'cliente')`,
    [empresa, transcricao],
  );
  await old.query(`select escuta_grava_qualidade(array[$1::uuid])`, [run]);
  await old.migrate();

  const tasks = await old.query(`select empresa_id, status from tarefas where tipo = 'reindexar'`);
  expect(tasks.rows).toEqual([{ empresa_id: empresa, status: 'pendente' }]);
  expect((await old.query('select 1 from busca_falas')).rowCount).toBe(0);
  // As the task does it; twice changes nothing. A month that nobody made a partition for has a place too.
  for (let times = 0; times < 2; times++) await old.query('select escuta_indexa(array[$1::uuid])', [item]);
  const found = await old.query(
    `select tableoid::regclass::text ~ 'resto$' as resto, papel, marcos, ordens from busca_falas where vetor @@ 'ligaca'`,
  );
  expect(found.rows).toEqual([{ resto: true, papel: 'cliente', marcos: [1], ordens: [1] }]);
  expect((await old.query(`select docs from lexico_mes where forma = 'ligações'`)).rows).toEqual([
    { docs: 1 },
  ]);
  // And months to come get theirs, once.
  const made = async () =>
    (await old.query(`select escuta_busca_meses('2030-01-10', '2030-03-01') as n`)).rows[0].n;
  expect([await made(), await made()]).toEqual([3, 0]);
});
