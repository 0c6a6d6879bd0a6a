import type { Db } from '@escuta/prisma/db';
import { AppError } from '../../domain/errors.ts';
import { CHAVE_BOAS_VINDAS } from '../../domain/runs/credits.ts';
import { companyScope } from '../../domain/scope.ts';
import { hmacHex, type KeyRing, newApiKey, seal } from '../../platform/crypto/crypto.ts';
import { newId } from '../../platform/database/ids.ts';
import type { Env } from '../../platform/process/env.ts';
import { bookChange } from '../credits/ledger.ts';

export type CompanyDeps = { env: Pick<Env, 'API_KEY_HMAC_SECRET'>; keyRing: KeyRing };

export type NewCompany = {
  nome: string;
  /** Normalised: 14 characters without punctuation. */
  cnpj: string;
  rua?: string | null | undefined;
  numero?: string | null | undefined;
  bairro?: string | null | undefined;
  cep?: string | null | undefined;
  cidade?: string | null | undefined;
  estado?: string | null | undefined;
  segmento?: string | null | undefined;
  volume_auditorias_mensal?: number | null | undefined;
};

export const apiKeyContext = (keyId: string, empresaId: string) => `chaves_api:${keyId}:${empresaId}`;

/** Adds an API key to a company; returns the key, which is stored sealed. */
export async function issueApiKey(db: Db, deps: CompanyDeps, empresaId: string): Promise<string> {
  const id = newId();
  const key = newApiKey();
  const cifra = seal(deps.keyRing, key, apiKeyContext(id, empresaId));
  const hmac = hmacHex(deps.env.API_KEY_HMAC_SECRET, key);
  await db.within(companyScope(empresaId)).chaveApi.create({
    data: { id, empresaId, cifra, hmac },
    select: { id: true },
  });
  return key;
}

/**
 * Creates a company with an API key; waits for a concurrent creation with the same CNPJ. `emailConfirmado`: true if no
 * confirmation is needed.
 * @throws AppError conflito for a used CNPJ, before any write
 */
export async function createCompany(
  db: Db,
  deps: CompanyDeps,
  company: NewCompany,
  { emailConfirmado }: { emailConfirmado: boolean },
): Promise<string> {
  const { rows } = await db.query<{ id: string }>({
    name: 'company_create',
    text: `insert into empresas (id, nome, cnpj, rua, numero, bairro, cep, cidade, estado, segmento,
             volume_auditorias_mensal, email_confirmado_em)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, case when $12 then now() end)
           on conflict (cnpj) do nothing returning id`,
    values: [
      newId(),
      company.nome,
      company.cnpj,
      company.rua ?? null,
      company.numero ?? null,
      company.bairro ?? null,
      company.cep ?? null,
      company.cidade ?? null,
      company.estado ?? null,
      company.segmento ?? null,
      company.volume_auditorias_mensal ?? null,
      emailConfirmado,
    ],
  });
  const id = rows[0]?.id;
  if (id === undefined) throw new AppError('conflito', 'Já existe uma empresa cadastrada com este CNPJ.');
  await issueApiKey(db, deps, id);
  return id;
}

/** Grants a new company's credits (CREDITOS_BOAS_VINDAS) once, in the transaction that confirms its e-mail. */
export async function grantWelcomeCredits(
  db: Db,
  env: Pick<Env, 'CREDITOS_BOAS_VINDAS'>,
  empresaId: string,
): Promise<void> {
  if (env.CREDITOS_BOAS_VINDAS === 0) return;
  await bookChange(db, {
    empresaId,
    tipo: 'ajuste',
    quantidade: env.CREDITOS_BOAS_VINDAS,
    chaveIdempotente: CHAVE_BOAS_VINDAS,
    descricao: 'Créditos de boas-vindas',
  });
}
