#!/usr/bin/env node
// npm run test:longo: the runs that take too long for npm test, each by its name; npm test does a part of each.
// npm run test:longo -- <name> …: only these; without a name all, one after the other.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { done, fail, step, UserError } from './lib/console.mjs';
import { generateClient } from './lib/database.mjs';
import { checkNode, ensureDependencies } from './lib/install.mjs';
import { ROOT } from './lib/paths.mjs';
import { ensurePrograms } from './lib/programs.mjs';

/** A test file that knows by ESCUTA_TESTES_LONGOS=1 to do all of what npm test does a part of; `only`: of it, the tests so named. */
const inFull = (project, file, only) => ({
  command: [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    project,
    file,
    '--reporter=default',
    ...(only ? ['-t', only] : []),
  ],
  env: { ESCUTA_TESTES_LONGOS: '1' },
});
const faults = (...scenarios) => ({
  command: [join(ROOT, 'scripts/faults.mjs'), ...scenarios.flatMap((name) => ['--cenario', name])],
  env: {},
});

/** The long runs: what each shows, what does it, and which tests of npm test are its short form. */
const RUNS = {
  'valores-hostis': {
    what: 'cada valor hostil em cada campo de cada contrato, por cada tipo de quem chama',
    ...inFull('integration', 'tests/access/hostile-values.test.ts'),
    short: ['tests/access/hostile-values.test.ts'],
  },
  'importacao-quedas': {
    what: 'um worker morto em sete pontos ao acaso de uma importação de 21.000 linhas',
    ...inFull('integration', 'tests/integration/importacao-kill.test.ts'),
    short: ['tests/integration/importacao-kill.test.ts'],
  },
  'lote-quedas': {
    what: 'workers mortos em sete pontos ao acaso de um lote de 42 ligações: itens = execuções = capturas',
    ...inFull('integration', 'tests/integration/tasks-kill.test.ts', 'um lote cujo worker morre'),
    short: ['tests/integration/tasks-kill.test.ts'],
  },
  'exportacao-quedas': {
    what: 'workers mortos em sete pontos ao acaso de exportações de 100.000 linhas em cada formato: o mesmo arquivo',
    ...inFull('integration', 'tests/integration/tasks-kill.test.ts', 'uma exportação cujo worker morre'),
    short: ['tests/integration/tasks-kill.test.ts'],
  },
  quedas: {
    what: 'workers mortos e congelados em cada etapa e no meio de uma tarefa, com 200 ligações e entrevistas',
    ...faults('worker-*'),
    short: ['tests/integration/pipeline-resilience.test.ts', 'tests/integration/tasks-kill.test.ts'],
  },
  falhas: {
    what: 'PostgreSQL, Redis, provedor e armazenamento parados e mortos, com 200 ligações e entrevistas',
    ...faults('postgres-*', 'redis-*', 'provedor-*', 'item-*', 'armazenamento'),
    short: [
      'tests/integration/provider-outage.test.ts',
      'tests/integration/standing-still.test.ts',
      'tests/integration/interview-freeze.test.ts',
    ],
  },
  campo: {
    what: 'um celular derrubado em 200 momentos de uma entrevista: o registro do servidor é o do aparelho',
    ...inFull('e2e', 'tests/e2e/entrevista-em-campo.test.ts'),
    short: ['tests/e2e/entrevista-em-campo.test.ts', 'web/src/field/sync/sync-interview.test.ts'],
  },
  portal: {
    what: 'um arquivo de 500 MB com 1.000 gravações lido por um worker que morre no meio: memória, e nada duas vezes',
    ...inFull('integration', 'tests/integration/portal-escala.test.ts'),
    short: ['tests/integration/portal-escala.test.ts'],
  },
  gravacoes: {
    what: '1.000 gravações em lote, 500 MB: envio cortado, memória, workers mortos lendo e anexando',
    ...inFull('integration', 'tests/integration/gravacoes-kill.test.ts'),
    short: ['tests/integration/gravacoes-kill.test.ts'],
  },
  verdade: {
    what: 'o confronto de entrevistas inventadas cuja verdade é conhecida, com 0 a 20 % das palavras mal ouvidas',
    ...inFull('unit', 'scripts/verdade/verdade.test.ts'),
    short: ['scripts/verdade/verdade.test.ts'],
  },
  sinais: {
    what: 'sinais de 40 pesquisas de 300 entrevistas honestas, e das mesmas com cinco que inventam',
    ...inFull('unit', 'shared/src/domain/interview/signals/survey-signals.test.ts'),
    short: ['shared/src/domain/interview/signals/survey-signals.test.ts'],
  },
  'verdade-som': {
    what: 'npm run verdade, com doze entrevistas faladas diante de um microfone: quem falou cada trecho',
    command: [join(ROOT, 'scripts/run.mjs'), 'scripts/verdade-command.ts', '--som', '--sem-demo'],
    env: {},
    short: ['shared/src/domain/interview/voice-roles.test.ts', 'worker/src/audio/voice-features.test.ts'],
  },
};

let child = null;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // The run stops its own servers.
  process.on(signal, () => child?.kill('SIGTERM'));
}

async function run({ command, env }) {
  child = spawn(process.execPath, command, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

try {
  checkNode();
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !(name in RUNS));
  if (unknown.length > 0) {
    throw new UserError(`Não conheço ${unknown.join(', ')}. Há: ${Object.keys(RUNS).join(', ')}.`);
  }
  for (const { short } of Object.values(RUNS)) {
    const missing = short.filter((file) => !existsSync(join(ROOT, file)));
    if (missing.length > 0) throw new UserError(`A forma curta não existe mais: ${missing.join(', ')}.`);
  }
  await ensureDependencies();
  ensurePrograms(['postgres', 'redis', 'ffmpeg']);
  await generateClient();
  for (const [name, long] of Object.entries(RUNS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const label = `${name}: ${long.what}`;
    step(label);
    if ((await run(long)) === 0) done(label);
    else {
      fail(label);
      process.exitCode = 1;
    }
  }
} catch (error) {
  fail(error instanceof UserError ? error.message : (error.stack ?? String(error)));
  process.exitCode = 1;
}
