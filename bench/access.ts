import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { signIn, startApi, type Volume } from './installation.ts';
import { getJson, latency, median, ROUNDS, type Row, row } from './support.ts';

const ATTEMPTS = 30;
const ENTRIES = 200_000;
const CALLS = 20;

/** Whether the time of a refused sign-in tells that there is such an account: without and with one, in turn. */
export async function measureSignIn(volume: Volume): Promise<Row[]> {
  const api = await startApi({ LOGIN_MAX_FAILURES: '1000000', TRUST_PROXY: '127.0.0.1' });
  try {
    let sent = 0;
    const attempt = async (email: string) => {
      const response = await fetch(`${api.base}/auth/login`, {
        method: 'POST',
        // From another address each time: one address may sign in 60 times a minute.
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

/** The audit log of an installation that has kept it for long: its first page by each kind of filter. */
export async function measureAuditLog(pool: pg.Pool, volume: Volume): Promise<Row[]> {
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
