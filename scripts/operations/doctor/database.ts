import {
  appliedMigrations,
  isTooOld,
  knownMigrations,
  missingMigrations,
  PASS_BY,
  unfinishedMigrations,
} from '@escuta/prisma/base';
import { dbOn } from '@escuta/prisma/db';
import { poolConfig } from '@escuta/prisma/pool';
import { hmacHex, open, parseKeyRing } from '@escuta/shared/platform/crypto/crypto';
import { readSealedRows } from '@escuta/shared/platform/crypto/sealed-values';
import { NA_FILA } from '@escuta/shared/platform/database/conditions/insight-attention';
import pg from 'pg';
import { BALANCE_DRIFT, BYTES_DRIFT, connectionProblem, EXTENSIONS } from '../database.ts';
import { type Check, count, ms, type Report } from './check.ts';

/**
 * Advice to repair sums. The repair locks rows in another order than the product's processes do, so that the repair or
 * a process may fail with a deadlock.
 */
const RECOUNT =
  "Pare os workers e refaça com: select escuta_recontar('<projeto>'). Se o PostgreSQL acusar um impasse (deadlock), repita.";

/** Clock differences that cause a warning, and that break sessions and leases, s. */
const CLOCK_WARN_S = 2;
const CLOCK_FAIL_S = 30;
/** Time limit of a query, ms: no check may burden a busy database. */
const STATEMENT_MS = 6000;

/**
 * Opens a read-only connection.
 * @throws pg's error
 */
async function connectReadOnly(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...poolConfig({ databaseUrl, poolSize: 1, name: 'escuta-operacao' }),
    connectionTimeoutMillis: 5000,
  });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`SET default_transaction_read_only = on; SET statement_timeout = ${STATEMENT_MS}`);
  return client;
}

/** Makes a check that runs `work` read-only. An unreachable database is a failure if `tells`, else a warning. */
export function withDatabase(
  work: (db: pg.Client, report: Report) => Promise<void>,
  tells = false,
): Check['run'] {
  return async ({ env }, report, signal) => {
    const url = env.DATABASE_URL ?? '';
    let db: pg.Client;
    try {
      db = await connectReadOnly(url);
    } catch (error) {
      if (tells) {
        report.falha(
          connectionProblem(error, url) ?? `O PostgreSQL não aceitou a conexão: ${(error as Error).message}`,
          'Confira servidor, porta, banco, usuário e senha em DATABASE_URL e se o PostgreSQL está no ar.',
        );
      } else report.aviso('Não verificado: o banco de dados não respondeu.', 'Resolva a conexão e repita.');
      return;
    }
    const stop = () => void db.end().catch(() => undefined);
    signal.addEventListener('abort', stop, { once: true });
    try {
      await work(db, report);
    } finally {
      signal.removeEventListener('abort', stop);
      await db.end().catch(() => undefined);
    }
  };
}

/** Reports a difference of clocks. @param s time of the other clock minus time of this machine, s */
export function reportClock(name: string, s: number, report: Report, tolerance = CLOCK_WARN_S): void {
  const size = Math.abs(s);
  const said = `${name} está ${size.toLocaleString('pt-BR', { maximumFractionDigits: 1 })} s ${s > 0 ? 'à frente' : 'atrás'} do relógio desta máquina`;
  const advice = 'Sincronize as máquinas por NTP (timedatectl set-ntp true).';
  if (size > CLOCK_FAIL_S) report.falha(`${said}: sessões, reservas e cobranças usam as duas horas.`, advice);
  else if (size > tolerance) report.aviso(`${said}.`, advice);
}

export const database: Check = {
  area: 'Banco de dados',
  limitMs: 30_000,
  needs: ['DATABASE_URL'],
  run: (context, report, signal) =>
    withDatabase(async (db) => {
      const begun = Date.now();
      const { rows } = await db.query<{
        versao: string;
        numero: number;
        agora: Date;
        codificacao: string;
        conexoes: number;
        maximo: number;
      }>(
        `select current_setting('server_version') as versao, current_setting('server_version_num')::int as numero,
           clock_timestamp() as agora, current_setting('server_encoding') as codificacao,
           (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as conexoes,
           current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as maximo`,
      );
      const [row] = rows;
      if (!row) return;
      const took = Date.now() - begun;
      const version = row.versao.split(' ')[0];
      if (row.numero < 150_000) {
        report.falha(
          `O PostgreSQL é o ${version}: a Escuta precisa do 15 ou mais novo.`,
          'Atualize o servidor.',
        );
      } else report.ok(`PostgreSQL ${version} responde em ${ms(took)}.`);
      if (row.codificacao !== 'UTF8') {
        report.falha(`O banco usa a codificação ${row.codificacao}.`, 'Crie o banco com ENCODING UTF8.');
      }
      reportClock('O PostgreSQL', (row.agora.getTime() - (begun + took / 2)) / 1000, report);
      const free = row.maximo - row.conexoes;
      const need = (context.env.DATABASE_POOL ?? 10) + 1;
      if (free < 5)
        report.falha(
          `Só há ${free} conexões livres de ${row.maximo}.`,
          'Aumente max_connections ou reduza DATABASE_POOL.',
        );
      else if (free < need) {
        report.aviso(
          `Há ${free} conexões livres de ${row.maximo}; mais um processo pode precisar de ${need}.`,
          'Aumente max_connections ou reduza DATABASE_POOL.',
        );
      } else report.ok(`${free} conexões livres de ${row.maximo}.`);
      await checkSchema(db, report);
    }, true)(context, report, signal),
};

async function checkSchema(db: pg.Client, report: Report): Promise<void> {
  const { rows } = await db.query<{ nome: string }>(
    'select extname as nome from pg_extension where extname = any($1)',
    [EXTENSIONS],
  );
  const missing = EXTENSIONS.filter((name) => !rows.some(({ nome }) => nome === name));
  const exists = await db.query<{ ok: boolean }>(
    `select to_regclass('_prisma_migrations') is not null as ok`,
  );
  const migrate = 'Rode npm run db:deploy (ou docker compose run --rm migrate).';
  if (!exists.rows[0]?.ok) {
    report.falha('O banco está vazio: nenhuma migração foi aplicada.', migrate);
    return;
  }
  if (missing.length > 0) {
    report.falha(
      `Faltam extensões: ${missing.join(', ')}.`,
      `CREATE EXTENSION, com um usuário que possa (pacote postgresql-contrib).`,
    );
  }
  const applied = await appliedMigrations(db);
  const pending = missingMigrations(applied);
  const known = new Set(knownMigrations());
  const unknown = applied.filter((name) => !known.has(name));
  const unfinished = await unfinishedMigrations(db);
  for (const { nome, logs } of unfinished) {
    report.falha(
      `A migração ${nome} parou no meio.`,
      // A failed migration is not repeated automatically.
      logs === null
        ? migrate
        : 'Veja o erro em _prisma_migrations.logs, corrija e use prisma migrate resolve.',
    );
  }
  if (isTooOld(applied)) {
    report.falha(
      `O banco é de uma versão da Escuta anterior a ${PASS_BY}, que esta não atualiza direto.`,
      `Instale a versão do commit ${PASS_BY}, inicie-a uma vez e depois instale esta.`,
    );
    return;
  }
  if (pending.length > 0) report.falha(`Migrações pendentes: ${pending.join(', ')}.`, migrate);
  if (unknown.length > 0) {
    report.aviso(
      `O banco tem migrações que esta versão não conhece: ${unknown.join(', ')}.`,
      'Ele já foi usado por uma versão mais nova: atualize a Escuta.',
    );
  }
  // An interrupted migration leaves an invalid index, which IF NOT EXISTS skips at the next attempt.
  const unusable = await db.query<{ nome: string }>(
    `select c.relname as nome from pg_index x join pg_class c on c.oid = x.indexrelid
     where not x.indisvalid and c.relkind = 'i' and c.relnamespace = (select oid from pg_namespace
       where nspname = current_schema())
       and not exists (select from pg_stat_progress_create_index p where p.index_relid = c.oid) order by 1`,
  );
  for (const { nome } of unusable.rows) {
    report.falha(
      `O índice ${nome} ficou pela metade: o PostgreSQL o mantém e não o usa.`,
      `Com a instalação no ar: REINDEX INDEX CONCURRENTLY "${nome}".`,
    );
  }
  if (pending.length + unknown.length + unfinished.length === 0)
    report.ok(`${applied.length} migrações aplicadas, nenhuma pendente.`);
}

/** Tables partitioned by month (docs/decisions/0028-growth.md). */
const BY_MONTHS = ['busca_falas', 'eventos_timeline', 'chamadas_provedor', 'registros_acesso', 'acessos'];

/** Number of most recently changed projects that are recounted. */
const PROJECTS = 5;

export const bookkeeping: Check = {
  area: 'Dados',
  limitMs: 25_000,
  needs: ['DATABASE_URL'],
  run: withDatabase(async (db, report) => {
    const within = async (what: string, work: () => Promise<void>) => {
      try {
        await work();
      } catch (error) {
        if ((error as { code?: string }).code !== '57014') throw error;
        report.aviso(
          `${what}: a conta não terminou em ${STATEMENT_MS / 1000} s.`,
          'Repita com o sistema mais tranquilo.',
        );
      }
    };
    await within('Extrato de créditos', async () => {
      const { rows } = await db.query(`${BALANCE_DRIFT} LIMIT 100`);
      if (rows.length === 0) report.ok('O saldo de cada empresa é a soma do seu extrato.');
      else
        report.falha(
          `O saldo de ${count(rows.length, 'empresa', 'empresas')} não é a soma do extrato.`,
          'Não ajuste à mão: guarde uma cópia e procure o que alterou o banco por fora.',
        );
    });
    await within('Totais por dia', async () => {
      const { rows } = await db.query<{ id: string; n: number }>(
        `with p as (select distinct projeto_id as id from (
             select projeto_id from auditoria_itens order by id desc limit 2000) i limit ${PROJECTS})
         select p.id, abs((select coalesce(sum(r.n), 0) from projeto_rollup_dia r where r.projeto_id = p.id)
           - (select count(*) from auditoria_itens i where i.projeto_id = p.id))::int
           + abs((select coalesce(sum(r.n), 0) from projeto_qualidade_dia r where r.projeto_id = p.id)
           - (select count(*) from item_qualidade q where q.projeto_id = p.id))::int
           + abs((select coalesce(sum(r.n), 0) from chamada_dia r where r.projeto_id = p.id)
           - (select count(*) from auditoria_itens i where i.projeto_id = p.id))::int
           + abs((select coalesce(sum(r.n), 0) from projeto_chamada_dia r where r.projeto_id = p.id)
           - (select count(*) from auditoria_itens i where i.projeto_id = p.id))::int
           + abs((select coalesce(sum(r.n), 0) from chamada_qualidade_dia r where r.projeto_id = p.id)
           - (select count(*) from item_qualidade q where q.projeto_id = p.id))::int
           + abs((select coalesce(sum(r.n), 0) from chamada_mes r where r.projeto_id = p.id)
           - (select count(*) from auditoria_itens i where i.projeto_id = p.id))::int
           + abs((select coalesce(sum(r.n), 0) from chamada_hora r where r.projeto_id = p.id)
           - (select count(call_start_time) from auditoria_itens i where i.projeto_id = p.id))::int
           + abs((select coalesce(sum(r.n), 0) from chamada_qualidade_soma r where r.projeto_id = p.id)
           - (select count(*) from item_qualidade q where q.projeto_id = p.id))::int
           + abs((select coalesce(sum(r.n), 0) from chamada_qualidade_mes r where r.projeto_id = p.id)
           - (select count(*) from item_qualidade q where q.projeto_id = p.id))::int
           + (select count(*) from escuta_consumo_contado(p.id) n left
             join projeto_consumo_mes c on c.projeto_id = p.id and c.mes = n.mes
             where n.mes >= date_trunc('month', now())
               and (coalesce(c.creditos, 0) < n.creditos or coalesce(c.itens, 0) < n.itens))::int
           + (select count(*) from escuta_consumo_contado_por_dia(p.id) n
             left join projeto_consumo_dia c on c.projeto_id = p.id and c.dia = n.dia
             where coalesce(c.creditos, 0) < n.creditos or coalesce(c.itens, 0) < n.itens)::int as n
         from p`,
      );
      const wrong = rows.filter(({ n }) => n !== 0);
      if (wrong.length === 0)
        report.ok(
          `Os totais por dia conferem (${count(rows.length, 'projeto recontado', 'projetos recontados')}).`,
        );
      else
        report.falha(`Os totais por dia não conferem em: ${wrong.map(({ id }) => id).join(', ')}.`, RECOUNT);
    });
    await within('Totais de insights', async () => {
      const { rows } = await db.query<{ id: string; n: number }>(
        `with p as (select distinct projeto_id as id from (
             select projeto_id from insights order by id desc limit 2000) g limit ${PROJECTS})
         select p.id,
         (abs(a.n - c.n) + abs(b.n - c.n) + abs(a.na_fila - c.na_fila) + abs(b.na_fila - c.na_fila) + abs(d.n - v.n) +
           abs(e.n - v.n)
           + abs(d.rejeitados - v.rejeitados) + abs(e.rejeitados - v.rejeitados))::int as n
         from p, lateral (select coalesce(sum(n), 0) as n, coalesce(sum(na_fila), 0) as na_fila from insight_dia r
           where r.projeto_id = p.id) a,
           lateral (select coalesce(sum(n), 0) as n, coalesce(sum(na_fila), 0) as na_fila from insight_chamada_dia r
             where r.projeto_id = p.id) b,
           lateral (select (select count(*) from insights g where g.projeto_id = p.id and g.vigente) as n,
             (select count(*) from insights g where g.projeto_id = p.id and ${NA_FILA}) as na_fila) c,
           lateral (select coalesce(sum(n), 0) as n, coalesce(sum(rejeitados), 0) as rejeitados from concordancia_dia r
             where r.projeto_id = p.id and r.criterio = '') d,
           lateral (select coalesce(sum(n), 0) as n, coalesce(sum(rejeitados), 0) as rejeitados
             from concordancia_chamada_dia r
             where r.projeto_id = p.id and r.criterio = '') e,
           lateral (select count(*) as n, count(*) filter (where r.veredito = 'rejeitado') as rejeitados
             from insight_revisoes r join insights g on g.id = r.insight_id
             where r.em_vigor and g.levado_para is null and g.projeto_id = p.id) v`,
      );
      const wrong = rows.filter(({ n }) => n !== 0);
      if (wrong.length === 0)
        report.ok(
          `Os totais de insights e vereditos conferem (${count(rows.length, 'projeto recontado', 'projetos recontados')}).`,
        );
      else
        report.falha(
          `Os totais de insights e vereditos não conferem em: ${wrong.map(({ id }) => id).join(', ')}.`,
          RECOUNT,
        );
    });
    await within('Armazenamento das empresas', async () => {
      const { rows } = await db.query<{ id: string }>(`${BYTES_DRIFT} order by 1 limit 20`);
      if (rows.length === 0) report.ok('O que os arquivos de cada empresa ocupam confere.');
      else
        report.falha(
          `O que os arquivos ocupam não confere em: ${[...new Set(rows.map(({ id }) => id))].join(', ')}.`,
          'Refaça com: select escuta_recontar_bytes(). Ninguém espera por isso.',
        );
    });
    await within('Meses', async () => {
      const missing = await db.query<{ tabela: string }>(
        `select f.tabela from unnest($1::text[]) as f (tabela) where not exists (
           select from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = f.tabela::regclass
             and c.relname = f.tabela || to_char(now() at time zone 'America/Sao_Paulo' + interval '2 months',
               '_YYYYMM'))`,
        [BY_MONTHS],
      );
      if (missing.rows.length === 0) report.ok('As partições dos próximos meses já existem.');
      else
        report.aviso(
          `Faltam as partições dos próximos meses de: ${missing.rows.map(({ tabela }) => tabela).join(', ')}.`,
          'O worker as cria: confira se há um no ar e o que o log dele diz. Sem elas as linhas vão para a partição resto, e nada se perde.',
        );
      const astray = await db.query<{ tabela: string }>(
        `select 'eventos_timeline' as tabela where exists (select from eventos_timeline_resto
          where timestamp > now() - interval '60 days')
         union all select 'chamadas_provedor' where exists (select from chamadas_provedor_resto
           where created_at > now() - interval '60 days')
         union all select 'registros_acesso' where exists (select from registros_acesso_resto)
         union all select 'acessos' where exists (select from acessos_resto)`,
      );
      if (astray.rows.length > 0)
        report.aviso(
          `Há linhas recentes fora dos seus meses em: ${astray.rows.map(({ tabela }) => tabela).join(', ')}.`,
          'O relógio de alguma máquina está ou esteve errado: sincronize-as por NTP.',
        );
    });
  }),
};

export const keyRing: Check = {
  area: 'Chaves',
  limitMs: 20_000,
  needs: ['DATABASE_URL', 'ENCRYPTION_KEYS'],
  run: (context, report, signal) =>
    withDatabase(async (db) => {
      const ring = parseKeyRing(context.env.ENCRYPTION_KEYS ?? '');
      const rows = await readSealedRows(dbOn(db));
      const advice =
        'Ponha de volta no .env a ENCRYPTION_KEYS com que a instalação nasceu (ou a da cópia restaurada).';
      let isFine = true;
      for (const row of rows) {
        const where = `${row.tabela} tem segredos cifrados com a chave "${row.chave}"`;
        if (!ring.keys.has(row.chave)) {
          isFine = false;
          report.falha(`${where}, que não está em ENCRYPTION_KEYS.`, advice);
          continue;
        }
        try {
          const plain = open(ring, row.cifra, row.contexto);
          const secret = context.env.API_KEY_HMAC_SECRET;
          if (
            row.tabela === 'chaves_api' &&
            secret &&
            !(await isLookedUp(db, row.id, hmacHex(secret, plain)))
          ) {
            isFine = false;
            report.falha(
              'API_KEY_HMAC_SECRET não é o desta instalação: as chaves de API das empresas não são reconhecidas.',
              'Ponha o valor original de volta no .env.',
            );
          }
        } catch {
          isFine = false;
          report.falha(`${where}, e a chave "${row.chave}" de ENCRYPTION_KEYS não os abre.`, advice);
        }
      }
      if (isFine)
        report.ok(
          rows.length > 0
            ? 'ENCRYPTION_KEYS abre o que o banco guarda.'
            : 'O banco ainda não guarda segredos.',
        );
    })(context, report, signal),
};

async function isLookedUp(db: pg.Client, id: string, hmac: string): Promise<boolean> {
  const { rows } = await db.query('select from chaves_api where id = $1 and hmac = $2', [id, hmac]);
  return rows.length > 0;
}
