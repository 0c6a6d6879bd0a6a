import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Database } from '@escuta/prisma/db';
import { freePort } from '../scripts/lib/ports.mjs';
import { runSeed } from '../scripts/lib/stack.mjs';
import { ROOT, startProgram } from './support.ts';

type Login = { cnpj: string; email: string; senha: string };

/** Output of `npm run seed -- volume`. */
export type Volume = { empresaId: string; projetoId: string; ligacoes: number; login: Login };

/** Creates a project of `calls` calls by the `volume` scenario, always in the same company. */
export async function seedVolume(calls: number): Promise<Volume> {
  const made = (await runSeed(process.env, 'volume', { args: ['--ligacoes', String(calls)] })) as {
    empresaId: string;
    projetos: { projetoId: string; ligacoes: number }[];
    logins: Login[];
  };
  const [projeto] = made.projetos;
  const [login] = made.logins;
  if (!projeto || !login) throw new Error('the volume scenario made no project');
  return { empresaId: made.empresaId, ...projeto, login };
}

/** Creates a call-center project with its default audit. */
export async function createProject(pool: Database, empresaId: string, nome: string) {
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

/** Starts the API as in production; `env` overrides the measurements' defaults. */
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

/** The result of a sign-in, as the browser stores it. */
export type Session = { user: object; token: string };

/** Signs in. `headers`: headers of the sign-in request. @throws if the sign-in is refused */
export async function openSession(
  base: string,
  { cnpj, email, senha }: Login,
  headers: Record<string, string> = {},
): Promise<Session> {
  const response = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ cnpj, email, password: senha }),
  });
  if (!response.ok) throw new Error(`login: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { data: Session }).data;
}

/** Signs in and returns the authorization header. */
export async function signIn(...given: Parameters<typeof openSession>): Promise<Record<string, string>> {
  return { authorization: `Bearer ${(await openSession(...given)).token}` };
}

/** Runs a program to its end. @throws when it fails. */
export async function run(command: string, args: string[]): Promise<void> {
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject));
  if (code !== 0) throw new Error(`${command} ${args[0] ?? ''}: code ${String(code)}`);
}
