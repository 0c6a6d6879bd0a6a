import { isValidCnpj, normalizeCnpj } from '@escuta/shared/domain/accounts/cnpj';
import { hashPassword } from '@escuta/shared/platform/crypto/password';
import type { Env } from '@escuta/shared/platform/process/env';
import type { Deps } from '../base-deps.ts';
import { passwordProblem } from '../sign-in/password-rules.ts';
import { countAdmins, createFirstAdmin, hasAccount } from './first-admin-repo.ts';

type AdminEnv = Pick<
  Env,
  | 'INIT_ADMIN_EMAIL'
  | 'INIT_ADMIN_PASSWORD'
  | 'INIT_ADMIN_CNPJ'
  | 'INIT_ADMIN_EMPRESA'
  | 'PASSWORD_MIN_LENGTH'
>;
type Wanted = { email: string; password: string; cnpj: string; empresa: string };

/**
 * The administrator of INIT_ADMIN_*; null if unset.
 * @throws Error in Portuguese if the variables are incomplete or wrong
 */
export function wantedAdmin(env: AdminEnv): Wanted | null {
  const { INIT_ADMIN_EMAIL: email, INIT_ADMIN_PASSWORD: password, INIT_ADMIN_CNPJ: cnpj } = env;
  if (email === undefined && password === undefined && cnpj === undefined) return null;
  if (email === undefined || password === undefined || cnpj === undefined) {
    throw new Error('INIT_ADMIN_*: informe INIT_ADMIN_EMAIL, INIT_ADMIN_PASSWORD e INIT_ADMIN_CNPJ juntos.');
  }
  if (!isValidCnpj(cnpj)) throw new Error('INIT_ADMIN_CNPJ: CNPJ inválido.');
  const problem = passwordProblem(password, env.PASSWORD_MIN_LENGTH, { email, cnpj });
  if (problem !== null) {
    throw new Error(
      `INIT_ADMIN_PASSWORD recusada: ${problem} O primeiro administrador não foi criado; troque a senha no .env.`,
    );
  }
  return {
    email: email.trim().toLowerCase(),
    password,
    cnpj: normalizeCnpj(cnpj),
    empresa: env.INIT_ADMIN_EMPRESA ?? 'Administração',
  };
}

/**
 * Creates the account of INIT_ADMIN_* if missing, and never changes an existing one. Without variables and
 * administrator, logs how to create one.
 */
export async function ensureFirstAdmin(deps: Deps, wanted: Wanted | null): Promise<void> {
  if (wanted === null) {
    if ((await countAdmins(deps.db)) > 0) return;
    deps.log.warn(
      'Não há administrador. Defina INIT_ADMIN_EMAIL, INIT_ADMIN_PASSWORD e INIT_ADMIN_CNPJ (e, se quiser, INIT_ADMIN_EMPRESA) e reinicie.',
    );
    return;
  }
  if (await hasAccount(deps.db, wanted.cnpj, wanted.email)) return;
  const senhaHash = await hashPassword(wanted.password);
  const { email, cnpj, empresa } = wanted;
  const created = await createFirstAdmin(deps.db, { email, cnpj, empresa, senhaHash });
  if (created) deps.log.info('Primeiro administrador criado');
}
