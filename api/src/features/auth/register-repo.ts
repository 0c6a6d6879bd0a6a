// SQL: one transaction registers a company with ledger, audit log and e-mail, and inserts or locks the person's row.

import type { Db } from '@escuta/prisma/db';
import { TERMOS_VERSAO } from '@escuta/shared/domain/accounts/terms';
import { newId } from '@escuta/shared/platform/database/ids';
import { createCompany } from '@escuta/shared/services/accounts/companies';
import { recordAction } from '@escuta/shared/services/log/audit-log';
import { enqueueMails, type Mail, mailIsConfigured } from '@escuta/shared/services/tasks/mail-queue';
import { createConfirmationLink } from '../../accounts/email-confirmation.ts';
import type { AppDeps } from '../../deps.ts';
import type { SignedInAccount } from '../../sign-in/session-token.ts';

export type Registration = {
  cnpj: string;
  empresa: string;
  email: string;
  nome: string | null;
  senhaHash: string;
  /** True if the person accepted the present terms of use. */
  aceitou: boolean;
  enderecoIp: string;
  requestId: string;
};

/**
 * Finds or creates the person with this e-mail, locked against deletion. An existing person keeps the name, because
 * registering does not prove that the caller owns the address.
 */
async function ensurePerson(
  client: Db,
  email: string,
  nome: string | null,
): Promise<{ id: string; nome: string | null }> {
  const { rows } = await client.query<{ id: string; nome: string | null }>({
    name: 'register_person',
    text: `insert into usuarios (id, email, nome) values ($1, $2, $3)
           on conflict (email) do update set email = excluded.email returning id, nome`,
    values: [newId(), email, nome],
  });
  return rows[0] as { id: string; nome: string | null };
}

/**
 * Registers a company with its API key and first account (gerente), without a scope, and queues the welcome e-mail.
 * @param welcome `confirmar`: the confirmation link; null if the installation sends no e-mail
 * @throws AppError conflito if a company has this CNPJ
 */
export async function registerCompany(
  deps: AppDeps,
  registration: Registration,
  welcome: (empresaId: string, confirmar: string | null) => Mail,
): Promise<SignedInAccount> {
  const { email, cnpj, empresa, senhaHash, enderecoIp, requestId } = registration;
  return deps.db.transaction(async (tx) => {
    const empresaId = await createCompany(tx, deps, { cnpj, nome: empresa }, { emailConfirmado: false });
    const { id: usuarioId, nome } = await ensurePerson(tx, email, registration.nome);
    const membroId = newId();
    const termosVersao = registration.aceitou ? TERMOS_VERSAO : null;
    await tx.query({
      name: 'register_account',
      text: `insert into membros (id, empresa_id, usuario_id, papel, senha_hash, termos_versao, termos_aceitos_em,
               termos_pendentes, ultimo_acesso)
             values ($1, $2, $3, 'gerente', $4, $5, case when $5::text is not null then now() end, $5::text
               is null, now())`,
      values: [membroId, empresaId, usuarioId, senhaHash, termosVersao],
    });
    await recordAction(tx, {
      usuarioId,
      via: 'pessoa',
      viaId: null,
      enderecoIp,
      requestId,
      empresaId,
      acao: 'registro',
      recurso: 'empresa',
      recursoId: empresaId,
      detalhes: { membroId, termosVersao },
    });
    const confirmar = mailIsConfigured(deps.env)
      ? await createConfirmationLink(tx, deps.env, { empresaId, membroId })
      : null;
    await enqueueMails(tx, deps, [welcome(empresaId, confirmar)]);
    return { membroId, usuarioId, empresaId, email, nome, papel: 'gerente', direitos: [], versao: 1 };
  });
}
