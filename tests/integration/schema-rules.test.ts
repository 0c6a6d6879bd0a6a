// Rules and search columns that hand-written SQL of the migrations adds to the database.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createPrisma } from '@escuta/prisma/client';
import { openDatabase } from '@escuta/prisma/db';
import { FilesystemStore } from '@escuta/shared/platform/storage/storage-filesystem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLLUP_DRIFT } from '../../prisma/rollups/drift.ts';
import { INSIGHT_DRIFT } from '../../prisma/rollups/insights.ts';
import { ROLLUPS } from '../../prisma/rollups/table.ts';
import { brokenRules } from '../support/invariants.ts';

const databaseUrl = process.env.DATABASE_URL!;
const pool = openDatabase({ databaseUrl, poolSize: 4 });
const empresa = randomUUID();
const projeto = randomUUID();
const auditoria = randomUUID();

const prismaCli = (url: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, ['node_modules/prisma/build/index.js', ...args], {
    env: { ...process.env, DATABASE_URL: url },
  });

beforeAll(async () => {
  await pool.query(`insert into empresas (id, nome, cnpj) values ($1, 'E', '11222333000181')`, [empresa]);
  await pool.query(
    `insert into projetos (id, empresa_id, nome, tipo_projeto) values ($1, $2, 'P', 'call_center')`,
    [projeto, empresa],
  );
  await pool.query(
    `insert into auditorias (id, empresa_id, projeto_id, nome, padrao) values ($1, $2, $3, 'A', true)`,
    [auditoria, empresa, projeto],
  );
});
afterAll(() => pool.end());

const insertItem = async (fields: Record<string, unknown>) => {
  const all = {
    id: randomUUID(),
    empresa_id: empresa,
    projeto_id: projeto,
    auditoria_id: auditoria,
    ...fields,
  };
  const names = Object.keys(all);
  await pool.query(
    `insert into auditoria_itens (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(all),
  );
  return all.id;
};

describe('migrations and schema.prisma', () => {
  it('say the same: a new migration would be empty', async () => {
    const { stdout } = await prismaCli(
      databaseUrl,
      'migrate',
      'diff',
      // This test file's database was built by running every migration in order.
      '--from-config-datasource',
      '--to-schema',
      'prisma/schema.prisma',
      '--script',
    );
    expect(stdout.trim()).toBe('-- This is an empty migration.');
  });

  it('run in a schema of another name, beside the first one, and stay apart from it', async () => {
    const url = new URL(databaseUrl);
    url.searchParams.set('schema', 'teste_1');
    await prismaCli(url.href, 'migrate', 'deploy');
    const prisma = createPrisma({ databaseUrl: url.href, poolSize: 2 });
    const raw = openDatabase({ databaseUrl: url.href, poolSize: 2 });
    const company = await prisma.empresa.create({ data: { nome: 'Outra', cnpj: '11222333000181' } });
    const { id } = await prisma.projeto.create({
      data: { empresaId: company.id, nome: 'P', tipoProjeto: 'call_center' },
    });
    const audit = await prisma.auditoria.create({
      data: { empresaId: company.id, projetoId: id, nome: 'A' },
    });
    const owner = { empresaId: company.id, projetoId: id, auditoriaId: audit.id };
    await prisma.auditoriaItem.createMany({ data: [owner, owner] });
    expect((await raw.query('select sum(n)::int as n from projeto_rollup_dia')).rows).toEqual([{ n: 2 }]);
    expect(
      (await pool.query('select count(*)::int as n from projeto_rollup_dia where projeto_id = $1', [id]))
        .rows,
    ).toEqual([{ n: 0 }]);
    await prisma.$disconnect();
    await raw.end();
  });
});

describe('search columns', () => {
  it('find a part of a name without accents or case, and numbers and extensions', async () => {
    const id = await insertItem({
      nome_entrevistado: 'João Conceição',
      numero_destino: '(11) 98765-4321',
      ramal: '2001',
      metadata: { telefone_entrevistado: '2133334444' },
    });
    const found = async (term: string) => {
      const { rows } = await pool.query(
        `select id from auditoria_itens where projeto_id = $1 and busca like '%' || escuta_normaliza($2) || '%'`,
        [projeto, term],
      );
      return rows.map((row) => row.id).includes(id);
    };
    expect(await Promise.all(['joao conc', 'CONCEIÇÃO', '2001', '33334', '98765-43'].map(found))).toEqual(
      Array(5).fill(true),
    );
    expect(await found('maria')).toBe(false);
  });

  it('hold the digits of the number, or of the interviewed person when there is none', async () => {
    const a = await insertItem({ numero_destino: '+55 (11) 98765-4321' });
    const b = await insertItem({ metadata: { telefone_entrevistado: '21 3333-4444' } });
    const c = await insertItem({ nome_entrevistado: 'sem número' });
    const { rows } = await pool.query(
      'select id, numero_digitos from auditoria_itens where id = any($1::uuid[])',
      [[a, b, c]],
    );
    expect(Object.fromEntries(rows.map((row) => [row.id, row.numero_digitos]))).toEqual({
      [a]: '5511987654321',
      [b]: '2133334444',
      [c]: null,
    });
  });

  it('are served by their indices, each kind of term by its own', async () => {
    await pool.query(
      `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, nome_entrevistado, numero_destino)
       select gen_random_uuid(), $1, $2, $3, md5(i::text), (11000000000 + i * 7919)::text
         from generate_series(1, 6000) i`,
      [empresa, projeto, auditoria],
    );
    await pool.query(`select gin_clean_pending_list('auditoria_itens_projeto_id_busca_idx')`);
    await pool.query('ANALYZE auditoria_itens');
    const plan = async (condition: string) => {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
        `explain select id from auditoria_itens where projeto_id = '${projeto}' and ${condition}`,
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    expect(await plan(`busca LIKE '%joao%'`)).toContain('auditoria_itens_projeto_id_busca_idx');
    expect(await plan(`left(busca, 16) LIKE 'jo%'`)).toContain('auditoria_itens_busca_prefixo_idx');
    expect(await plan(`left(numero_digitos, 32) like '1198%' and numero_digitos is not null`)).toContain(
      'auditoria_itens_numero_digitos_idx',
    );
    expect(
      await plan(
        `left(reverse(numero_digitos), 32) like reverse('4321') || '%' and numero_digitos is not null`,
      ),
    ).toContain('auditoria_itens_numero_reverso_idx');
  });
});

describe('what goes with its parent', () => {
  it('is found by an index: to delete one row never reads a whole table', async () => {
    // An index serves a foreign key if the index's first column belongs to the key, and the index's condition, if any,
    // excludes only rows without a parent.
    const { rows } = await pool.query<{ chave: string }>(
      `select c.conrelid::regclass || ' (' || string_agg(a.attname, ', ' order by k.n) || ')' as chave
       from pg_constraint c cross join unnest(c.conkey) with ordinality k (attnum, n)
         join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
       where c.contype = 'f' and c.confdeltype in ('c', 'n') and c.conparentid = 0
         and c.connamespace = current_schema()::regnamespace
         and not exists (
           select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = any (c.conkey)
             and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ ('^\\(' || (
               select attname from pg_attribute where attrelid = c.conrelid
                 and attnum = i.indkey[0]) || ' IS NOT NULL\\)$')))
       group by c.oid, c.conrelid order by 1`,
    );
    // Foreign keys that need no index, because their tables have few rows per project or survey, even a large one.
    const SMALL = [
      'auditoria_preparos (auditoria_id)',
      'auditoria_preparos (pesquisa_id)',
      'configuracoes_processamento (projeto_id)',
      'cotas (pergunta_id)',
      'importacoes (auditoria_id)',
    ];
    expect(rows.map(({ chave }) => chave)).toEqual(SMALL);
  });
});

it('counts anew the bytes of every table whose bytes are summed', async () => {
  const { rows } = await pool.query<{ tabela: string }>(
    `select distinct c.relname as tabela from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      join pg_class c on c.oid = t.tgrelid
     where p.proname = 'escuta_conta_bytes' and not exists (select from pg_proc f
       where f.proname = 'escuta_bytes_contados' and strpos(f.prosrc, '"' || c.relname || '"') > 0)`,
  );
  expect(rows).toEqual([]);
});

describe('rules', () => {
  const refused = (sql: string, values: unknown[] = []) =>
    pool.query(sql, values).then(
      () => 'aceito',
      (error: { code: string }) => error.code,
    );
  const UNIQUE = '23505';
  const CHECK = '23514';

  it('the ledger takes additions only', async () => {
    const id = randomUUID();
    await pool.query(
      `insert into credito_lancamentos (id, empresa_id, tipo, quantidade, saldo_apos) values ($1, $2, 'compra', 5, 5)`,
      [id, empresa],
    );
    expect(await refused('update credito_lancamentos set quantidade = 9 where id = $1', [id])).toBe('23001');
    expect(await refused('delete from credito_lancamentos where id = $1', [id])).toBe('23001');
  });

  it('a balance never goes below 0', async () => {
    expect(await refused('update empresas set saldo_creditos = -1 where id = $1', [empresa])).toBe(CHECK);
  });

  it('a project has one default audit', async () => {
    const insert = (padrao: boolean) =>
      refused(
        'insert into auditorias (id, empresa_id, projeto_id, nome, padrao) values ($1, $2, $3, $4, $5)',
        [randomUUID(), empresa, projeto, 'B', padrao],
      );
    expect(await insert(false)).toBe('aceito');
    expect(await insert(true)).toBe(UNIQUE);
  });

  it('an item has one open run', async () => {
    const item = await insertItem({});
    const insert = (status: string) =>
      refused(
        `insert into execucoes (id, empresa_id, projeto_id, item_id, status, origem, configuracao)
          values ($1, $2, $3, $4, $5, 'manual', '{}')`,
        [randomUUID(), empresa, projeto, item, status],
      );
    expect([await insert('concluida'), await insert('erro'), await insert('na_fila')]).toEqual(
      Array(3).fill('aceito'),
    );
    expect(await insert('executando')).toBe(UNIQUE);
  });

  it('a company has one processing configuration of its own and one a project', async () => {
    const insert = (project: string | null) =>
      refused('insert into configuracoes_processamento (id, empresa_id, projeto_id) values ($1, $2, $3)', [
        randomUUID(),
        empresa,
        project,
      ]);
    expect([await insert(null), await insert(projeto)]).toEqual(['aceito', 'aceito']);
    expect([await insert(null), await insert(projeto)]).toEqual([UNIQUE, UNIQUE]);
  });

  it('a company has one API key in force and one active telephony server', async () => {
    const key = (hmac: string, revoked: Date | null) =>
      refused(
        'insert into chaves_api (id, empresa_id, cifra, hmac, revogada_em) values ($1, $2, $3, $4, $5)',
        [randomUUID(), empresa, 'c', hmac, revoked],
      );
    expect([await key('a', null), await key('b', new Date()), await key('c', null)]).toEqual([
      'aceito',
      'aceito',
      UNIQUE,
    ]);
    const server = (active: boolean) =>
      refused(
        `insert into asterisk_configs (id, empresa_id, name, asterisk_url, username, senha_cifra, is_active)
          values ($1, $2, 'n', 'u', 'x', 'c', $3)`,
        [randomUUID(), empresa, active],
      );
    expect([await server(true), await server(false), await server(true)]).toEqual([
      'aceito',
      'aceito',
      UNIQUE,
    ]);
  });
});

describe('what is asked of the database of each integration file', () => {
  /** SQL: a valid value for each column type; -1 for numbers, because no count yields -1. */
  const VALUE = `case when data_type in ('smallint', 'integer', 'bigint', 'numeric') then '-1'
    when data_type = 'uuid' then 'gen_random_uuid()' when data_type = 'date' then 'current_date'
    when data_type = 'boolean' then 'true' when data_type = 'text' then quote_literal('x')
    when data_type = 'ARRAY' then 'array_fill(-1::bigint, ARRAY[10])'
    else format('(enum_range(NULL::%I))[1]', udt_name) end`;

  it('finds what cannot be', async () => {
    const folder = process.env.STORAGE_DIR!;
    const store = new FilesystemStore(folder);
    const client = await pool.pool.connect();
    try {
      await client.query('begin; set local session_replication_role = replica');
      const run = randomUUID();
      await store.put(`${empresa}/solto`, Readable.from(['x']), { contentType: 'text/plain' });
      await client.query(
        `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, status)
          values ('${run}', '${empresa}', '${projeto}', '${auditoria}', 'concluido');
         update empresas set saldo_creditos = 7 where id = '${empresa}';
         insert into empresa_bytes (empresa_id, tipo, n, bytes) values ('${empresa}', 'gravacao', 1, 1);
         insert into cota_contagens (empresa_id, pergunta_id, opcao_id, n, aprovadas)
           values ('${empresa}', '${run}', '${run}', 1, 0);
         insert into meta_contagens (empresa_id, tabela_id, chave, n, aprovadas)
           values ('${empresa}', '${run}', '', 1, 0);
         insert into meta_entrevistas (tabela_id, entrevista_id, empresa_id, chave, aprovada)
           values ('${run}', '${run}', '${empresa}', '0', true);
         insert into lote_gravacoes (id, lote_id, empresa_id, indice, nome, situacao)
           values ('${run}', '${run}', '${empresa}', 1, 'a.wav', 'pareada');
         insert into execucao_etapas (execucao_id, etapa, ordem, empresa_id, status, lease_ate)
           values ('${run}', 'audio', 1, '${empresa}', 'concluida', now());`,
      );
      expect([...(await brokenRules(client, folder)).keys()]).toEqual([
        'objeto sem dono',
        'item concluído sem resultado da gravação de agora',
        'par sem ligação',
        'saldo que não é a soma do extrato',
        'bytes que não são a sua recontagem',
        'soma que não é a sua recontagem',
        'cota que não é a sua recontagem',
        'meta que não é a sua recontagem',
        'entrevista fora da sua célula',
        'posse sem quem trabalhe',
      ]);

      const sums = [...new Set([...ROLLUPS.map(({ target }) => target), ...Object.keys(INSIGHT_DRIFT)])];
      for (const table of sums) {
        const { rows } = await client.query<{ columns: string; values: string }>(
          `select string_agg(quote_ident(column_name), ', ') as columns, string_agg(${VALUE}, ', ') as values
           from information_schema.columns
           where table_schema = current_schema() and table_name = $1 and is_identity = 'NO' and is_generated = 'NEVER'`,
          [table],
        );
        await client.query(`insert into ${table} (${rows[0]?.columns}) values (${rows[0]?.values})`);
      }
      const { rows } = await client.query<{ soma: string }>(ROLLUP_DRIFT);
      const found = new Set(rows.map(({ soma }) => soma));
      expect(sums.filter((table) => !found.has(table))).toEqual([]);
    } finally {
      await client.query('rollback');
      client.release();
      await store.delete(`${empresa}/solto`);
    }
  });
});
