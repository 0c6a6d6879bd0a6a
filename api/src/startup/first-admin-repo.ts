import type { Database, Db } from '@escuta/prisma/db';
import { INSTALACAO } from '@escuta/shared/domain/scope';
import { lock } from '@escuta/shared/platform/database/locks';

export type FirstAdmin = { email: string; senhaHash: string; cnpj: string; empresa: string };

/** How many administrators can sign in. */
export function countAdmins(db: Db): Promise<number> {
  return db
    .within(INSTALACAO)
    .membro.count({ where: { papel: 'admin', ativo: true, senhaHash: { not: null } } });
}

/** Whether the person already has an account in the company, of whatever role. */
export async function hasAccount(db: Db, cnpj: string, email: string): Promise<boolean> {
  return (await db.within(INSTALACAO).membro.count({ where: { empresa: { cnpj }, usuario: { email } } })) > 0;
}

/**
 * Creates the company (by its CNPJ), the person (by e-mail) and the administrator's account, each unless it exists. An
 * account that exists stays as it is: role and password. @returns whether an account was created
 */
export function createFirstAdmin(db: Database, admin: FirstAdmin): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Several processes may start at once.
    await lock(tx, 'primeiroAdministrador');
    const all = tx.within(INSTALACAO);
    const { cnpj, email } = admin;
    const id = { id: true } as const;
    const empresa =
      (await all.empresa.findFirst({ where: { cnpj }, select: id })) ??
      (await all.empresa.create({
        data: { cnpj, nome: admin.empresa, emailConfirmadoEm: new Date() },
        select: id,
      }));
    const usuario =
      (await all.usuario.findFirst({ where: { email }, select: id })) ??
      (await all.usuario.create({ data: { email }, select: id }));
    const key = { empresaId: empresa.id, usuarioId: usuario.id };
    const existing = await all.membro.findFirst({ where: key });
    if (existing) return false;
    await all.membro.create({ data: { ...key, papel: 'admin', senhaHash: admin.senhaHash } });
    return true;
  });
}
