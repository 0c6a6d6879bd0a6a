// A container's worker starts without secrets that another process could read from /proc.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

/** Runs the entry point with a fake program, which reports its environment at its start and after the handover. */
function start(
  program: string,
  env: Record<string, string>,
): { began: string; knows: Record<string, string> } {
  const folder = mkdtempSync(join(tmpdir(), 'entrada-'));
  try {
    for (const name of ['deploy', 'dist']) mkdirSync(join(folder, name));
    copyFileSync('deploy/entrypoint.sh', join(folder, 'deploy', 'entrypoint.sh'));
    const [tsx, taking] = [
      'node_modules/tsx/dist/esm/index.mjs',
      'shared/src/platform/process/handed-environment.ts',
    ].map((path) => pathToFileURL(path).href);
    writeFileSync(
      join(folder, 'dist', `${program}.mjs`),
      `import { readFileSync } from 'node:fs';
      await import(${JSON.stringify(tsx)});
      const { takeHandedEnvironment } = await import(${JSON.stringify(taking)});
      takeHandedEnvironment(process.env);
      console.log(JSON.stringify({ began: readFileSync('/proc/self/environ', 'latin1'), knows: process.env }));`,
    );
    const { stdout, stderr } = spawnSync('sh', [join(folder, 'deploy', 'entrypoint.sh'), program], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', ...env },
    });
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('knows its secrets and did not begin with them', () => {
  const long = 'x'.repeat(9000);
  const given = {
    ENCRYPTION_KEYS: 'k1:muito-secreto',
    DATABASE_URL: 'postgresql://escuta:a=b c@postgres/escuta?x="1"&y=$HOME',
    OPENAI_API_KEY: `duas\nlinhas ${long}`,
    VAZIA: '',
    NODE_ENV: 'production',
  };
  const { began, knows } = start('worker', given);
  expect(knows).toMatchObject(given);
  expect(knows).not.toHaveProperty('ESCUTA_AMBIENTE');
  expect(began).toContain('NODE_ENV=production');
  for (const secret of ['muito-secreto', 'a=b c', 'linhas', 'VAZIA']) expect(began).not.toContain(secret);
});

it('hands the API its environment as ever: it starts no process over a stranger’s file', () => {
  expect(start('api', { JWT_SECRET: 'segredo' }).began).toContain('JWT_SECRET=segredo');
});
