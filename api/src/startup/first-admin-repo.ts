import type { createPrisma } from '@escuta/prisma/client';
import { TRAVAS } from '@escuta/shared/node/locks';

type Prisma = ReturnType<typeof createPrisma>;

export type FirstAdmin = { email: string; senhaHash: string; cnpj: string; empresa: string };

/** How many administrators can sign in. */
export function countAdmins(prisma: Prisma): Promise<number> {
  return prisma.membro.count({ where: { papel: 'admin', ativo: true, senhaHash: { not: null } } });
}

/** Whether the person already has an account in the company, of whatever role. */
export async function hasAccount(prisma: Prisma, cnpj: string, email: string): Promise<boolean> {
  return (await prisma.membro.count({ where: { empresa: { cnpj }, usuario: { email } } })) > 0;
}

/**
 * Creates the company (by its CNPJ), the person (by e-mail) and the administrator's account, each unless it exists. An
 * account that exists stays as it is: role and password. @returns whether an account was created
 */
export function createFirstAdmin(prisma: Prisma, admin: FirstAdmin): Promise<boolean> {
  return prisma.$transaction(async (tx) => {
    // Several processes may start at once.
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('', ${TRAVAS.primeiroAdministrador}))`;
    const empresa = await tx.empresa.upsert({
      where: { cnpj: admin.cnpj },
      create: { cnpj: admin.cnpj, nome: admin.empresa, emailConfirmadoEm: new Date() },
      update: {},
    });
    const usuario = await tx.usuario.upsert({
      where: { email: admin.email },
      create: { email: admin.email },
      update: {},
    });
    const key = { empresaId: empresa.id, usuarioId: usuario.id };
    const existing = await tx.membro.findUnique({ where: { empresaId_usuarioId: key } });
    if (existing) return false;
    await tx.membro.create({ data: { ...key, papel: 'admin', senhaHash: admin.senhaHash } });
    return true;
  });
}
