// SQL: the balance changes under a lock on the company; the ledger tells whether a company received credits.

import type { Database, Db } from '@escuta/prisma/db';
import { empresaIdOf, INSTALACAO, type Scope } from '@escuta/shared/domain/scope';
import { inScope } from '@escuta/shared/platform/database/sql';
import { RECEBEU_CREDITOS } from '@escuta/shared/services/credits/ledger';

/** A company's balance in credits, and whether it received credits after the initial ones. */
export async function findSaldo(
  db: Database,
  scope: Scope,
  empresaId: string,
): Promise<{ saldo: number; recebeu: boolean } | null> {
  const { rows } = await db.query<{ saldo: number; recebeu: boolean }>({
    name: 'creditos_saldo',
    text: `select e.saldo_creditos as saldo, ${RECEBEU_CREDITOS} as recebeu
      from empresas e where e.id = $1 and ${inScope('$2', 'e.id')}`,
    values: [empresaId, empresaIdOf(scope)],
  });
  return rows[0] ?? null;
}

export type EmpresaBloqueada = {
  id: string;
  nome: string;
  cnpj: string;
  saldo: number;
  arquivada: boolean;
};

/** Locks a company's row, which serialises changes of its balance. */
export async function lockEmpresa(db: Db, scope: Scope, empresaId: string): Promise<EmpresaBloqueada | null> {
  const { rows } = await db.query<EmpresaBloqueada>({
    name: 'creditos_empresa',
    text: `select id, nome, cnpj, saldo_creditos as saldo, arquivada_em is not null as arquivada
           from empresas where id = $1 and ${inScope('$2', 'id')} for no key update`,
    values: [empresaId, empresaIdOf(scope)],
  });
  return rows[0] ?? null;
}

/** E-mail of the acting person. The person is the caller, so there is no scope. */
export async function emailOf(db: Db, usuarioId: string | null): Promise<string | null> {
  if (usuarioId === null) return null;
  const person = await db
    .within(INSTALACAO)
    .usuario.findFirst({ where: { id: usuarioId }, select: { email: true } });
  return person?.email ?? null;
}
