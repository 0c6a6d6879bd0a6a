import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type pg from 'pg';
import { freePort } from '../scripts/lib/ports.mjs';
import { ROOT, startProgram } from './support.ts';

const CNPJ = '11222333000181';
const EMAIL = 'bench@escuta.local';
const PASSWORD = 'senha-do-bench-2026';

/** The company that everything is measured in, with one gerente and credits to spare. */
export async function createCompany(pool: pg.Pool): Promise<{ empresaId: string; usuarioId: string }> {
  const empresaId = randomUUID();
  const usuarioId = randomUUID();
  const credits = 1_000_000;
  await pool.query('insert into empresas (id, nome, cnpj, saldo_creditos) values ($1, $2, $3, $4)', [
    empresaId,
    'Bench',
    CNPJ,
    credits,
  ]);
  await pool.query(
    `insert into credito_lancamentos (id, empresa_id, tipo, quantidade, saldo_apos) values ($1, $2, 'ajuste', $3, $3)`,
    [randomUUID(), empresaId, credits],
  );
  await pool.query('insert into usuarios (id, email, nome) values ($1, $2, $3)', [usuarioId, EMAIL, 'Bench']);
  await pool.query(
    `insert into membros (id, empresa_id, usuario_id, papel, senha_hash) values ($1, $2, $3, 'gerente', $4)`,
    [
      randomUUID(),
      empresaId,
      usuarioId,
      await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
    ],
  );
  return { empresaId, usuarioId };
}

/** A call-center project with its default audit. */
export async function createProject(pool: pg.Pool, empresaId: string, nome: string) {
  const projetoId = randomUUID();
  const auditoriaId = randomUUID();
  await pool.query(
    `insert into projetos (id, empresa_id, nome, tipo_projeto) values ($1, $2, $3, 'call_center')`,
    [projetoId, empresaId, nome],
  );
  await pool.query(
    'insert into auditorias (id, empresa_id, projeto_id, nome, padrao) values ($1, $2, $3, $4, true)',
    [auditoriaId, empresaId, projetoId, 'Ligações'],
  );
  return { projetoId, auditoriaId };
}

/** Starts the API as production runs it. */
export async function startApi(env: Record<string, string> = {}) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}/api/v1`;
  const api = await startProgram(
    'api/src/main.ts',
    { PORT: String(port), RATE_LIMIT_MAX: '100000000', LOG_LEVEL: 'info', ...env },
    async () => (await fetch(`${base}/version`)).ok,
  );
  return { ...api, base };
}

/** Signs in and gives the header that calls carry. */
export async function signIn(base: string): Promise<Record<string, string>> {
  const response = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cnpj: CNPJ, email: EMAIL, password: PASSWORD }),
  });
  if (!response.ok) throw new Error(`login: ${response.status} ${await response.text()}`);
  const { data } = (await response.json()) as { data: { token: string } };
  return { authorization: `Bearer ${data.token}` };
}

/** Runs a program to its end. @throws when it fails. */
export async function run(command: string, args: string[]): Promise<void> {
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject));
  if (code !== 0) throw new Error(`${command} ${args[0] ?? ''}: code ${String(code)}`);
}
