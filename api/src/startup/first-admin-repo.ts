import type { Database, Db } from '@escuta/prisma/db';
import { INSTALACAO } from '@escuta/shared/domain/scope';
import { lock } from '@escuta/shared/platform/database/locks';

export type FirstAdmin = { email: string; senhaHash: string; cnpj: string; empresa: string };

export function countAdmins(db: Db): Promise<number> {
  return db
    .within(INSTALACAO)
    .membro.count({ where: { papel: 'admin', ativo: true, senhaHash: { not: null } } });
}

/** True if the person has an account in the company, in any role. */
export async function hasAccount(db: Db, cnpj: string, email: string): Promise<boolean> {
  return (await db.within(INSTALACAO).membro.count({ where: { empresa: { cnpj }, usuario: { email } } })) > 0;
}

/**
 * Creates company (by CNPJ), person (by e-mail) and administrator's account if missing. An existing account keeps role
 * and password.
 * @returns true if an account was created
 */
export function createFirstAdmin(db: Database, admin: FirstAdmin): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Several processes may start at the same time.
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
