import { loadavg } from 'node:os';
import type { Database } from '@escuta/prisma/db';
import type pg from 'pg';
import { searchPage } from '../api/src/features/busca/service.ts';
import { createProject } from './installation.ts';
import { median, percentile, type Row, row } from './support.ts';

const MONTHS = 12;
/** SQL of the word at `rank` in the vocabulary, in letters that no stemmer removes; words of low rank are frequent. */
const WORD = `'z' || translate(rank::text, '0123456789', 'bcdfghjlmn') || 'x'`;
const wordOf = (rank: number) =>
  `z${String(rank).replace(/\d/gu, (digit) => 'bcdfghjlmn'.charAt(Number(digit)))}x`;
/** Two frequent words: about half of all sides (a conversation's parties) say the first, two in five the second. */
const [MANY, MANY_TOO] = [wordOf(72), wordOf(100)];
const QUERIES = {
  'palavra rara': 'rarox',
  'palavra comum': MANY,
  'duas comuns': `${MANY} ${MANY_TOO}`,
  frase: `"${MANY_TOO} ${MANY}"`,
  exclusão: `${MANY} -${MANY_TOO}`,
  'nada encontrado': `${MANY} inexistentex`,
} as const;
const TIMES = 60;
/** Number of conversation sides (a side: all that one party says); BENCH_LADOS sets a smaller number for a trial. */
const SIDES = Number(process.env.BENCH_LADOS ?? 20_000);
/**
 * One side in RARE says the rare word: 50 of 20,000 and 500 of 200,000, so both sets fill a page of 25 hits and must
 * count further hits. With one in 2,000 the smaller set would have only 10 hits, so the comparison would be unfair.
 */
const RARE = 400;

type Ground = { client: pg.PoolClient; empresaId: string; projetoId: string };

/**
 * Creates a project with a year of conversation sides, each with item, run, result and transcript; `say` writes the
 * speech of the sides, which the temporary table `lados` lists. Rows are written in their final state without triggers,
 * because the caller has a private database.
 */
async function seedSides(
  pool: Database,
  { empresaId, sides }: { empresaId: string; sides: number },
  say: (ground: Ground) => Promise<void>,
): Promise<string> {
  const { projetoId, auditoriaId } = await createProject(pool, empresaId, `Conversas ${sides}`);
  const client = await pool.pool.connect();
  try {
    await client.query(`set session_replication_role = replica`);
    await client.query(`set work_mem = '128MB'`);
    await client.query(`select setseed(0.5)`);
    await client.query(
      `create temp table lados as select gen_random_uuid() as item, gen_random_uuid() as run,
        gen_random_uuid() as resultado,
         gen_random_uuid() as transcricao, now() - random() * interval '${MONTHS * 30} days' as quando, n
           from generate_series(1, ${sides}) n`,
    );
    const owner = [empresaId, projetoId, auditoriaId];
    await client.query(
      `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, tipo_item, status, call_start_time,
        numero_destino, call_duration)
       select item, $1, $2, $3, 'ligacao', 'concluido', quando, '1190000' || n, 240 from lados`,
      owner,
    );
    await client.query(
      `insert into execucoes (id, empresa_id, projeto_id, item_id, status, origem, configuracao) select run, $1, $2,
        item, 'concluida', 'manual', '{}' from lados`,
      owner.slice(0, 2),
    );
    await client.query(
      `insert into auditoria_resultados (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id,
        status_processamento)
       select resultado, $1, $2, $3, item, run, 'concluido' from lados`,
      owner,
    );
    await client.query(
      `insert into transcricoes (id, empresa_id, projeto_id, item_id, resultado_id, canal, modelo, full_text)
       select transcricao, $1, $2, item, resultado, 'left', 'bench', '' from lados`,
      owner.slice(0, 2),
    );
    // The index is dropped here and built once over all rows, because building it row by row takes half an hour.
    await client.query('drop index busca_falas_projeto_id_vetor_idx');
    await say({ client, empresaId, projetoId });
    await client.query(
      'create index busca_falas_projeto_id_vetor_idx on busca_falas using gin (projeto_id, vetor) with (fastupdate = off)',
    );
    for (const word of ['', MANY, MANY_TOO, 'rarox']) {
      await client.query(
        `insert into lexico_mes (empresa_id, projeto_id, mes, forma, lexema, raiz, docs, n)
         select $1, $2, escuta_mes(quando), $3, $3, $3, count(*), count(*) from busca_falas
         where projeto_id = $2 and ($3 = '' or vetor @@ quote_literal($3)::tsquery) group by escuta_mes(quando)`,
        [empresaId, projetoId, word],
      );
    }
    await client.query('reset session_replication_role; drop table lados');
  } finally {
    client.release();
  }
  await pool.query(
    'vacuum analyze busca_falas, lexico_mes, auditoria_itens, sentencas, transcricoes, auditoria_resultados',
  );
  return projetoId;
}

/** Generates and stores 50 sentences of 10 words for each side. */
async function sayAll({ client, empresaId, projetoId }: Ground): Promise<void> {
  await client.query(
    `create temp table ditas as select l.transcricao, l.n, s.ordem, (
       select string_agg(${WORD}, ' ')
         from (select floor(exp(random() * ln(20000) + 0 * (l.n + s.ordem + w)))::int as rank
         from generate_series(1, 10) w) x)
       || case when l.n % ${RARE} = 0 and s.ordem = 7 then ' rarox' else '' end
       || case when l.n % 100 = 0 and s.ordem = 20 then ' ${MANY_TOO} ${MANY}' else '' end as texto
     from lados l, generate_series(1, 50) s (ordem)`,
  );
  await client.query(
    `insert into sentencas (id, empresa_id, transcricao_id, ordem, texto, start_ms, end_ms, falante)
     select gen_random_uuid(), $1, transcricao, ordem, texto, ordem * 4000, ordem * 4000 + 3900, 'cliente' from ditas`,
    [empresaId],
  );
  await client.query(
    `insert into busca_falas (id, empresa_id, projeto_id, item_id, execucao_id, papel, bloco, quando, vetor, marcos,
      ordens, formas, vezes)
     select gen_random_uuid(), $1, $2, l.item, l.run, 'cliente', 0, l.quando, to_tsvector('simple', t.texto), t.marcos,
     t.ordens, '{}', '{}'
     from lados l join (
       select n, string_agg(texto, ' ' order by ordem) as texto, array_agg(antes + 1 order by ordem) as marcos,
         array_agg(ordem order by ordem) as ordens
       from (select *, (sum(k) over (partition by n order by ordem) - k)::int as antes
         from (select *, array_length(string_to_array(texto, ' '), 1) as k from ditas) d) d group by n
     ) t on t.n = l.n`,
    [empresaId, projetoId],
  );
  await client.query('drop table ditas');
}

/** Makes a function that copies speech from the project `other`, because generating new words would take minutes. */
const repeat =
  (other: string) =>
  async ({ client, empresaId, projetoId }: Ground): Promise<void> => {
    await client.query(
      `create temp table ditas as select row_number() over (order by f.id) as n, f.vetor, f.marcos, s.texto
       from busca_falas f join transcricoes t on t.item_id = f.item_id join sentencas s on s.transcricao_id = t.id
         and s.ordem = 1
       where f.projeto_id = $1`,
      [other],
    );
    await client.query(
      'create temp table ditos as select l.*, d.n as fonte from lados l join ditas d on d.n = 1 + l.n % (select count(*) from ditas)',
    );
    await client.query(
      `insert into sentencas (id, empresa_id, transcricao_id, ordem, texto, start_ms, end_ms, falante)
       select gen_random_uuid(), $1, l.transcricao, 1, d.texto, 4000, 7900, 'cliente' from ditos l
         join ditas d on d.n = l.fonte`,
      [empresaId],
    );
    await client.query(
      `insert into busca_falas (id, empresa_id, projeto_id, item_id, execucao_id, papel, bloco, quando, vetor, marcos,
        ordens, formas, vezes)
       select gen_random_uuid(), $1, $2, l.item, l.run, 'cliente', 0, l.quando, d.vetor, d.marcos,
       array_fill(1, array[50]), '{}', '{}'
       from ditos l join ditas d on d.n = l.fonte`,
      [empresaId, projetoId],
    );
    await client.query('drop table ditas, ditos');
  };

type Measured = Map<string, { taken: number[]; partial: number; found: number }>;

/** Runs all queries on the projects in turn, so that compared figures come from the same state of the machine. */
async function measure(
  pool: Database,
  empresaId: string,
  projetos: readonly string[],
): Promise<readonly Measured[]> {
  const measured = projetos.map((): Measured => new Map());
  for (let time = -3; time < TIMES; time++) {
    for (const [name, q] of Object.entries(QUERIES)) {
      for (const [index, projeto_id] of projetos.entries()) {
        const start = performance.now();
        const page = await searchPage({ db: pool }, { kind: 'empresa', empresaId }, null, {
          q,
          projeto_id,
          data: 'ligacao',
        });
        if (time < 0) continue;
        const ms = performance.now() - start;
        const one = measured[index]?.get(name) ?? { taken: [], partial: 0, found: 0 };
        one.taken.push(ms);
        one.partial += page.parcial ? 1 : 0;
        one.found = page.conversas.length;
        measured[index]?.set(name, one);
      }
    }
  }
  return measured;
}

/**
 * Measures the search in speech: the service's whole answer over one connection, in a project with 1,000,000 sentences;
 * then compares this project with another of ten times as many sides.
 */
export async function measureConversations(pool: Database, empresaId: string): Promise<Row[]> {
  const projeto = await seedSides(pool, { empresaId, sides: SIDES }, sayAll);
  const [alone = new Map() as Measured] = await measure(pool, empresaId, [projeto]);
  const both = [projeto, await seedSides(pool, { empresaId, sides: 10 * SIDES }, repeat(projeto))];
  const [one, ten] = await measure(pool, empresaId, both);
  const rows: Row[] = [];
  for (const [name, { taken, partial, found }] of alone) {
    rows.push(
      row(
        `Busca nas conversas, 1.000.000 de frases, ${name} (${found}): p99`,
        percentile(taken, 0.99),
        100,
        'max',
        ' ms',
      ),
    );
    rows.push(row('  respostas parciais', partial, 0, 'max'));
    const [few, many] = [median(one?.get(name)?.taken ?? []), median(ten?.get(name)?.taken ?? [])];
    rows.push(
      row(
        `  200.000 lados ÷ 20.000 lados (p50 ${many.toFixed(1)} ÷ ${few.toFixed(1)} ms)`,
        many / few,
        1.5,
        'max',
        '×',
      ),
    );
  }
  console.log(`  carga da máquina ${loadavg()[0]?.toFixed(1)}`);
  return rows;
}
