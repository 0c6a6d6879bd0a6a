import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import type { Database } from '@escuta/prisma/db';
import { signIn, startApi, type Volume } from './installation.ts';
import { getJson, latency, median, ROUNDS, type Row, row } from './support.ts';

const ATTEMPTS = 30;
const STORM = { atOnce: 20, signIns: 300 };
const ENTRIES = 200_000;
const CALLS = 20;

/**
 * Measures whether the time of a refused sign-in reveals that an account exists: attempts with and without an account
 * alternate.
 */
export async function measureSignIn(volume: Volume): Promise<Row[]> {
  const api = await startApi({ LOGIN_MAX_FAILURES: '1000000', TRUST_PROXY: '127.0.0.1' });
  try {
    let sent = 0;
    const attempt = async (email: string) => {
      const response = await fetch(`${api.base}/auth/login`, {
        method: 'POST',
        // Each attempt uses a different address, because one address may sign in only 60 times a minute.
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `10.0.${sent >> 8}.${sent++ & 255}`,
        },
        body: JSON.stringify({ cnpj: volume.login.cnpj, email, password: 'errada' }),
      });
      await response.arrayBuffer();
      if (response.status !== 401) throw new Error(`login: ${response.status}`);
    };
    await latency(ATTEMPTS, () => attempt(volume.login.email));
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const known = await latency(ATTEMPTS, () => attempt(volume.login.email));
      ratios.push((await latency(ATTEMPTS, () => attempt(`${randomUUID()}@exemplo.com.br`))) / known);
    }
    return [
      row('Acesso recusado: sem conta ÷ com conta', median(ratios), 0.8, 'min'),
      row('Acesso recusado: sem conta ÷ com conta', median(ratios), 1.25, 'max'),
    ];
  } finally {
    await api.stop();
  }
}

/** Measures the latency of a list during a storm of sign-ins, in which password hashing must leave a core free. */
export async function measureSignInStorm(volume: Volume): Promise<Row[]> {
  // A new API with a high limit, because the previous measurement has locked the account.
  const api = await startApi({ LOGIN_MAX_FAILURES: '1000000', TRUST_PROXY: '127.0.0.1' });
  try {
    const headers = await signIn(api.base, volume.login);
    const list = () => getJson(`${api.base}/projetos/${volume.projetoId}/auditoria-items?limit=10`, headers);
    await latency(50, list);
    const alone = await latency(100, list);
    let left = STORM.signIns;
    const enter = async () => {
      for (; left > 0; left -= 1) {
        const address = `10.1.${left >> 8}.${left & 255}`;
        await signIn(api.base, volume.login, { 'x-forwarded-for': address });
      }
    };
    const started = performance.now();
    let over = false;
    const storm = Promise.all(Array.from({ length: STORM.atOnce }, enter)).finally(() => {
      over = true;
    });
    const taken: number[] = [];
    while (!over) taken.push(await latency(1, list));
    await storm;
    const rate = STORM.signIns / ((performance.now() - started) / 1000);
    console.log(
      `  lista sozinha ${alone.toFixed(1)} ms, com ${STORM.atOnce} acessos simultâneos ${median(taken).toFixed(1)} ms (${taken.length} vezes); ${rate.toFixed(0)} acessos/s; carga ${loadavg()[0]?.toFixed(1)}`,
    );
    return [row(`Lista enquanto ${STORM.atOnce} pessoas entram: p50`, median(taken), 5, 'max', ' ms')];
  } finally {
    await api.stop();
  }
}

/** Measures the audit log of an old installation: its first page by each kind of filter. */
export async function measureAuditLog(pool: Database, volume: Volume): Promise<Row[]> {
  const { rows } = await pool.query<{ id: string; usuario_id: string }>(
    `select m.id, m.usuario_id from membros m join usuarios u on u.id = m.usuario_id
     where m.empresa_id = $1 and u.email = $2`,
    [volume.empresaId, volume.login.email],
  );
  const [member] = rows;
  if (!member) throw new Error('the volume scenario made no account');
  await pool.query(
    `insert into registros_acesso (id, empresa_id, usuario_id, acao, recurso, created_at)
     select gen_random_uuid(), $1, $2, 'login', 'sessao', timestamptz '2025-01-01' + n * interval '1 minute'
     from generate_series(1, $3::int) n`,
    [volume.empresaId, member.usuario_id, ENTRIES],
  );
  await pool.query('analyze registros_acesso');
  await pool.query(`update membros set papel = 'admin' where id = $1`, [member.id]);
  const api = await startApi();
  try {
    const headers = await signIn(api.base, volume.login);
    const filters = {
      'sem filtro': '',
      'ação rara': 'acao=projeto_excluido',
      'ação frequente': 'acao=login',
      empresa: `empresaId=${volume.empresaId}`,
      pessoa: `q=${volume.login.email}`,
      dias: 'de=2025-02-01&ate=2025-02-02',
    };
    const measured: Row[] = [];
    for (const [name, query] of Object.entries(filters)) {
      const call = () => getJson(`${api.base}/admin/registros?${query}`, headers);
      await latency(3, call);
      measured.push(
        row(
          `Registros, ${ENTRIES.toLocaleString('pt-BR')}: ${name}`,
          await latency(CALLS, call),
          15,
          'max',
          ' ms',
        ),
      );
    }
    return measured;
  } finally {
    await api.stop();
    await pool.query(`update membros set papel = 'gerente' where id = $1`, [member.id]);
  }
}
