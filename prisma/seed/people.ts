import { isValidCnpj } from '@escuta/shared/domain/accounts/cnpj';
import type { Papel } from '@escuta/shared/domain/accounts/permissions';
import { parseKeyRing } from '@escuta/shared/platform/crypto/crypto';
import { hashPassword } from '@escuta/shared/platform/crypto/password';
import { createCompany, type NewCompany } from '@escuta/shared/services/accounts/companies';

import type { SeedContext } from './context.ts';

/**
 * Finds a company by CNPJ, or creates it with an API key.
 * @returns the company's id
 */
export async function ensureCompany(
  { prisma, db: pool, env }: SeedContext,
  company: NewCompany,
): Promise<string> {
  if (!isValidCnpj(company.cnpj)) throw new Error(`CNPJ inválido no cenário: ${company.cnpj}`);
  const existing = await prisma.empresa.findUnique({ where: { cnpj: company.cnpj }, select: { id: true } });
  if (existing) return existing.id;
  const deps = { env, keyRing: parseKeyRing(env.ENCRYPTION_KEYS) };
  return pool.transaction((tx) => createCompany(tx, deps, company, { emailConfirmado: true }));
}

/**
 * Finds or creates a person's account.
 * @returns the person's id
 */
export async function ensureAccount(
  { prisma }: SeedContext,
  empresaId: string,
  account: { email: string; nome: string; papel: Papel; senha: string },
): Promise<string> {
  const usuario = await prisma.usuario.upsert({
    where: { email: account.email },
    create: { email: account.email, nome: account.nome },
    update: {},
    select: { id: true },
  });
  const key = { empresaId, usuarioId: usuario.id };
  const existing = await prisma.membro.findUnique({ where: { empresaId_usuarioId: key } });
  if (!existing) {
    await prisma.membro.create({
      data: { ...key, papel: account.papel, senhaHash: await hashPassword(account.senha) },
    });
  }
  return usuario.id;
}
