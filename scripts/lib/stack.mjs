// The product's processes over an existing database and Redis: demo AI, API (with the web) and worker, for `npm start`
// and the browser tests.
import { join } from 'node:path';
import { runQuietly } from './commands.mjs';
import { compiledIn, HEAP_GROWING_PERCENT, SEMI_SPACE_MB } from './compiled.mjs';
import { UserError } from './console.mjs';
import { ROOT } from './paths.mjs';
import { freePort } from './ports.mjs';
import { logFileIn, tail } from './supervisor.mjs';

const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/**
 * Node's arguments for a program. Decision 1 gives the reasons for the young generation's size and the heap growth.
 * @param {string} [programs] folder of compiled programs; default: sources
 */
export const programArguments = (file, programs) => [
  `--max-semi-space-size=${SEMI_SPACE_MB}`,
  ...(file === 'worker/src/main.ts' ? [`--heap-growing-percent=${HEAP_GROWING_PERCENT}`] : []),
  ...(programs
    ? ['--enable-source-maps', compiledIn(programs, file)]
    : ['--import', 'tsx', join(ROOT, file)]),
];

/**
 * Waits for a 2xx answer.
 * @throws UserError with the end of the log if the process ends first or time is over
 */
async function waitForHttp(url, { name, child, logFile, limitMs = 60_000 }) {
  const until = Date.now() + limitMs;
  while (Date.now() < until && child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await delay(100);
  }
  throw new UserError(`${name} não ficou de pé. Fim do registro (${logFile}):\n${tail(logFile)}`);
}

/**
 * Runs a seed scenario (prisma/seed).
 * @param {Record<string, string | undefined>} environment
 * @param {string} scenario
 * @param {{ args?: string[], programs?: string }} options `args`: the scenario's own; `programs`: folder of compiled
 * programs
 * @returns its description: the logins and the sample call
 */
export async function runSeed(environment, scenario, { args = [], programs } = {}) {
  const command = [...programArguments('prisma/seed/main.ts', programs), scenario, ...args];
  const said = await runQuietly(process.execPath, command, {
    env: environment,
    label: `O cenário ${scenario}`,
  });
  const line = said.trimEnd().split('\n').at(-1) ?? '';
  try {
    return JSON.parse(line);
  } catch {
    throw new UserError(`O cenário ${scenario} não disse o que criou: ${line}`);
  }
}

/** Address of OpenAI's servers, the same as PUBLIC_OPENAI (shared/src/services/runs/model-catalog.ts). */
const PUBLIC_OPENAI = 'https://api.openai.com/v1';

/**
 * True if only the demo AI can be used: there is no key, and no server of the operator's own (such a server may need no
 * key).
 * @param {Record<string, string | undefined>} environment
 */
export function needsDemoAi({ OPENAI_API_KEY, OPENAI_BASE_URL }) {
  return !OPENAI_API_KEY && (!OPENAI_BASE_URL || OPENAI_BASE_URL.replace(/\/$/, '') === PUBLIC_OPENAI);
}

/**
 * Starts the demo AI (unless a provider is configured), the API and the worker, and waits until each is ready. NODE_ENV
 * is 'development' by default, so that e-mails go to the development mailbox if there is no SMTP_URL.
 * @param {{ supervisor: import('./supervisor.mjs').Supervisor, environment: NodeJS.ProcessEnv, logs: string, port:
 * number, webDist?: string, programs?: string, ffmpeg?: Promise<string>, onSignIn?: (there: { url: string, environment:
 * NodeJS.ProcessEnv }) => void }} options `programs`: folder of the compiled programs (compiled.mjs); otherwise they
 * run from their sources; `ffmpeg`: its path once it is installed, for which only the worker waits; default: that of
 * `environment`; `onSignIn`: called once the API answers and people may sign in
 * @returns {Promise<{ url: string, demo: boolean, mailbox: string | null, environment: NodeJS.ProcessEnv }>}
 */
export async function startStack({
  supervisor,
  environment,
  logs,
  port,
  webDist,
  programs,
  ffmpeg,
  onSignIn,
}) {
  const run = (name, file, env) => {
    const logFile = logFileIn(logs, file.split('/')[0]);
    const child = supervisor.start({
      name,
      command: process.execPath,
      args: programArguments(file, programs),
      env,
      cwd: ROOT,
      logFile,
      stopLimitMs: 30_000,
    });
    return { name, child, logFile };
  };
  const demo = needsDemoAi(environment);
  const host = environment.HOST ?? '127.0.0.1';
  const local = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`;
  const env = { ...environment, NODE_ENV: environment.NODE_ENV || 'development' };
  // Base of the links in e-mails.
  env.PUBLIC_URL ||= local;
  // Folder in which Node 22.1 and later cache compiled code; it is deleted with the programs.
  if (programs) env.NODE_COMPILE_CACHE ??= join(programs, 'compilado');
  let answering = Promise.resolve();
  if (demo) {
    const aiPort = await freePort();
    Object.assign(env, {
      OPENAI_BASE_URL: `http://127.0.0.1:${aiPort}/v1`,
      OPENAI_API_KEY: 'demo',
      IA_MODO_DEMONSTRACAO: 'true',
    });
    const ai = run('A IA de demonstração', 'demo-ai/src/main.ts', {
      ...env,
      HOST: '127.0.0.1',
      PORT: String(aiPort),
    });
    answering = waitForHttp(`${env.OPENAI_BASE_URL}/models`, ai);
    answering.catch(() => {}); // awaited below
  }
  const workerPort = await freePort();
  const api = run('A API', 'api/src/main.ts', {
    ...env,
    HOST: host,
    PORT: String(port),
    ...(webDist ? { WEB_DIST: webDist } : {}),
  });
  const startWorker = async () => {
    if (ffmpeg) env.FFMPEG_PATH = await ffmpeg;
    const worker = run('O worker', 'worker/src/main.ts', {
      ...env,
      METRICS_HOST: '127.0.0.1',
      METRICS_PORT: String(workerPort),
    });
    await waitForHttp(`http://127.0.0.1:${workerPort}/ready`, worker);
  };
  await Promise.all([
    answering,
    waitForHttp(`${local}/api/v1/health`, api).then(() => onSignIn?.({ url: local, environment: env })),
    startWorker(),
  ]);
  // The same condition as in hasDevMailbox (shared/src/services/tasks/mail-queue.ts).
  const mailbox = env.SMTP_URL || env.NODE_ENV === 'production' ? null : `${local}/caixa-de-email`;
  return { url: local, demo, mailbox, environment: env };
}
