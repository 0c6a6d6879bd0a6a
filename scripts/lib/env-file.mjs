import { randomBytes } from 'node:crypto';
import { appendFileSync, chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ROOT } from './paths.mjs';

const FILE = join(ROOT, '.env');
const secret = () => randomBytes(36).toString('base64url');

/** Secrets that the product requires (shared/src/platform/process/env.ts), with their generators. */
export const SECRETS = {
  JWT_SECRET: secret,
  API_KEY_HMAC_SECRET: secret,
  URL_SIGNING_SECRET: secret,
  ENCRYPTION_KEYS: () => `k1:${randomBytes(32).toString('base64')}`,
};

/** The environment, with `.env` as defaults; empty variables count as absent. */
export function readEnvironment() {
  const file = existsSync(FILE) ? parseEnv(readFileSync(FILE, 'utf8')) : {};
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  return { ...file, ...given };
}

/**
 * Adds missing secrets to `.env`, the only place that holds them: without them the encrypted data are lost.
 * @returns the environment with the secrets, and the names of the new secrets
 */
export function ensureSecrets(environment) {
  const made = Object.entries(SECRETS)
    .filter(([name]) => !environment[name])
    .map(([name, make]) => [name, make()]);
  if (made.length > 0) {
    const isNew = !existsSync(FILE);
    const head = isNew
      ? '# Segredos criados por npm start. Guarde uma cópia: sem eles, senhas de telefonia e chaves não abrem.\n'
      : '\n';
    appendFileSync(FILE, `${head}${made.map(([name, value]) => `${name}="${value}"`).join('\n')}\n`, {
      mode: 0o600,
    });
    chmodSync(FILE, 0o600);
  }
  return { environment: { ...environment, ...Object.fromEntries(made) }, made: made.map(([name]) => name) };
}
