import { loadavg } from 'node:os';
import type { Database } from '@escuta/prisma/db';
import { signIn, startApi, type Volume } from './installation.ts';
import { cpuSeconds, getJson, median, percentile, type Row, row, visitor } from './support.ts';

const ANALYSTS = 30;
const ROUND_MS = 15_000;
const ROUNDS = 3;
const WORDS = ['bom', 'posso', 'ajudar', 'dia', 'segunda', 'via', 'cancelar', 'inexistente'];

/** A request in a tour of the product: its name, and its path for the n-th request. */
type Step = readonly [name: string, path: (n: number) => string];

async function stepsOf(pool: Database, { projetoId }: Volume): Promise<Step[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select i.id from auditoria_itens i where i.projeto_id = $1
      and exists (select from transcricoes t where t.item_id = i.id)
     order by i.created_at desc limit 50`,
    [projetoId],
  );
  if (rows.length === 0) throw new Error('nothing to look at: no call has a transcript');
  const list = `/projetos/${projetoId}/auditoria-items?limit=10&ordem=ligacao`;
  return [
    ['lista', () => `${list}&page=1`],
    ['seguinte', () => `${list}&page=2`],
    ['busca', (n) => `/busca?q=${WORDS[n % WORDS.length]}`],
    ['resultados', (n) => `/auditoria-items/${rows[n % rows.length]?.id}/resultados`],
    ['início', () => '/dashboard'],
    ['revisão', () => '/insights/revisao'],
  ];
}

/** Creates people of the company with accounts of their own, so that caches are not shared. */
async function createAnalysts(pool: Database, { empresaId, login }: Volume): Promise<string[]> {
  const { rows } = await pool.query<{ email: string }>(
    `with pessoas as (insert into usuarios (id, email, nome) select gen_random_uuid(),
      'analista' || n || '@medida.example', 'Analista ' || n
       from generate_series(1, $3::int) n on conflict (email) do update set nome = excluded.nome returning id, email),
     membros as (insert into membros (id, empresa_id, usuario_id, papel, senha_hash, termos_versao, termos_aceitos_em)
       select gen_random_uuid(), m.empresa_id, p.id, m.papel, m.senha_hash, m.termos_versao, m.termos_aceitos_em
       from pessoas p, membros m join usuarios u on u.id = m.usuario_id where m.empresa_id = $1 and u.email = $2
         on conflict do nothing)
     select email from pessoas`,
    [empresaId, login.email, ANALYSTS],
  );
  return rows.map(({ email }) => email);
}

/**
 * Measures thirty people who make the same tour without pauses.
 * @param postgres ids of PostgreSQL's processes, whose CPU time per request is measured
 */
export async function measureAnalysts(
  pool: Database,
  volume: Volume,
  postgres: readonly number[],
): Promise<Row[]> {
  const steps = await stepsOf(pool, volume);
  const emails = await createAnalysts(pool, volume);
  const visitors = emails.map(visitor);
  const api = await startApi({ TRUST_PROXY: '127.0.0.1' });
  try {
    const analysts: Record<string, string>[] = [];
    for (const [n, email] of emails.entries()) {
      analysts.push(await signIn(api.base, { ...volume.login, email }, { 'x-forwarded-for': `10.2.0.${n}` }));
    }
    const taken = new Map<string, number[]>(steps.map(([name]) => [name, []]));
    const cost: number[] = [];
    const rate: number[] = [];
    let n = 0;
    const go = async (until: number, keep: boolean) => {
      let done = 0;
      await Promise.all(
        visitors.map(async (person, analyst) => {
          // Each person starts at another page, because people do not open the same page at the same moment.
          for (let step = analyst; performance.now() < until; step += 1) {
            const [name, path] = steps[step % steps.length] as Step;
            n += 1;
            const start = performance.now();
            await person.get(api.base + path(n), analysts[analyst] ?? {});
            done += 1;
            if (keep) taken.get(name)?.push(performance.now() - start);
          }
        }),
      );
      return done;
    };
    // A first turn warms up plans, caches and compiled code.
    await go(performance.now() + ROUND_MS / 3, false);
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = cpuSeconds(postgres);
      const start = performance.now();
      const done = await go(start + ROUND_MS, true);
      cost.push(((cpuSeconds(postgres) - before) * 1000) / done);
      rate.push((done * 1000) / (performance.now() - start));
    }
    for (const [name, values] of taken) {
      console.log(
        `  ${name}: p50 ${percentile(values, 0.5).toFixed(0)}, p95 ${percentile(values, 0.95).toFixed(0)} ms (${values.length})`,
      );
    }
    // Measures each request by itself, to find its cost.
    const [headers = {}] = analysts;
    for (const [name, path] of steps) {
      const before = cpuSeconds(postgres);
      for (let time = 0; time < 100; time += 1) await getJson(api.base + path(time), headers);
      console.log(`  ${name}: ${((cpuSeconds(postgres) - before) * 10).toFixed(1)} ms de CPU do PostgreSQL`);
    }
    console.log(`  ${median(rate).toFixed(0)} pedidos/s; carga ${loadavg()[0]?.toFixed(1)}`);
    return [
      row(`${ANALYSTS} analistas sem pausa: CPU do PostgreSQL por pedido`, median(cost), 2, 'max', ' ms'),
      row(
        `${ANALYSTS} analistas sem pausa: lista, p95`,
        percentile(taken.get('lista') ?? [], 0.95),
        50,
        'max',
        ' ms',
      ),
    ];
  } finally {
    for (const one of visitors) one.close();
    await api.stop();
  }
}
