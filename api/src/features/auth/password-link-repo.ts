// SQL: one lock covers the only use of a password link, the effects of this use and the notice by e-mail. Finding
// accounts takes the same time whether they exist or not.

import type { Database } from '@escuta/prisma/db';
import type { Papel } from '@escuta/shared/domain/accounts/permissions';
import { TERMOS_VERSAO } from '@escuta/shared/domain/accounts/terms';
import { WORKS_IN_OFFICE_TEXT } from '@escuta/shared/platform/database/conditions/field-only';
import {
  createPasswordLink,
  hashLinkToken,
  type LinkPurpose,
  lockLinkAccount,
} from '@escuta/shared/services/accounts/password-links';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { enqueueMails, type Mail, mailIsConfigured } from '@escuta/shared/services/tasks/mail-queue';
import { confirmCompany, lockUnconfirmed } from '../../accounts/email-confirmation.ts';
import { findInvitedOften } from '../../accounts/invitation-mails.ts';

import type { AppDeps } from '../../deps.ts';

/** An account that may get a password link, or has one. */
export type LinkAccount = {
  membroId: string;
  empresaId: string;
  usuarioId: string;
  email: string;
  empresa: string;
  cnpj: string;
  /** False while an invitation is open. */
  temSenha: boolean;
  /** True if the account only conducts interviews. */
  soCampo: boolean;
};

const IN_FORCE = 'm.ativo and e.ativa and e.arquivada_em is null';
const COLUMNS = `m.id as "membroId", m.empresa_id as "empresaId", m.usuario_id as "usuarioId", u.email,
  e.nome as empresa, e.cnpj, m.senha_hash is not null as "temSenha", not ${WORKS_IN_OFFICE_TEXT} as "soCampo"`;
const TABLES = 'membros m join usuarios u on u.id = m.usuario_id join empresas e on e.id = m.empresa_id';

/** Greatest number of accounts of a person that get a link in a request. */
const MAX_ACCOUNTS = 20;

/**
 * The active accounts of an e-mail, in all companies or the company with this normalised CNPJ. Uses no scope, because
 * the requester is anonymous; results are only sent by e-mail.
 */
export async function findLinkAccounts(
  db: Database,
  email: string,
  cnpj: string | null,
): Promise<LinkAccount[]> {
  const { rows } = await db.query<LinkAccount>({
    name: 'link_accounts',
    text: `select ${COLUMNS} from ${TABLES}
           where u.email = $1 and ($2::text is null or e.cnpj = $2) and ${IN_FORCE}
           order by m.id limit ${MAX_ACCOUNTS}`,
    values: [email, cnpj],
  });
  return rows;
}

/**
 * Creates a link per account, queues its e-mail and logs it; skips an invitation mailed too often today. `accounts`: in
 * id order.
 */
export async function sendLinks(
  deps: AppDeps,
  accounts: readonly LinkAccount[],
  from: { enderecoIp: string; requestId: string },
  mailFor: (account: LinkAccount, url: string) => Mail,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    for (const account of accounts) {
      const finalidade: LinkPurpose = account.temSenha ? 'redefinicao' : 'convite';
      await lockLinkAccount(tx, account);
      // Sends no further invitation today; the previous link stays valid.
      if (
        finalidade === 'convite' &&
        (await findInvitedOften(tx, account.empresaId, [account.email])).length > 0
      )
        continue;
      const { url } = await createPasswordLink(tx, deps.env, { ...account, finalidade });
      await enqueueMails(tx, deps, [mailFor(account, url)]);
      await recordAction(tx, {
        ...from,
        usuarioId: null,
        via: 'pessoa',
        viaId: null,
        empresaId: account.empresaId,
        acao: 'redefinicao_pedida',
        recurso: 'usuario',
        recursoId: account.membroId,
        detalhes: { finalidade },
      });
    }
  });
}

export type FoundLink = LinkAccount & {
  nome: string | null;
  papel: Papel;
  /** Rights beyond those of the role. */
  direitos: string[];
  /** True if the person has accounts in other companies; this link then does not set the name. */
  outrasContas: boolean;
  finalidade: LinkPurpose;
  expiraEm: Date;
  estado: 'aberto' | 'usado' | 'expirado';
};

/** The link with this secret and its account; null also if the account is inactive. */
export async function findLink(db: Database, token: string): Promise<FoundLink | null> {
  const { rows } = await db.query<FoundLink>({
    name: 'link_find',
    text: `select ${COLUMNS}, u.nome, m.papel,
             array(select d.direito from membro_direitos d where d.membro_id = m.id) as direitos,
             exists (select from membros o where o.usuario_id = m.usuario_id and o.id <> m.id) as "outrasContas",
             t.finalidade, t.expira_em as "expiraEm",
             case when t.usado_em is not null then 'usado' when t.expira_em <= now() then 'expirado' else 'aberto' end
               as estado
           from tokens_redefinicao_senha t join ${TABLES} on m.id = t.membro_id and m.empresa_id = t.empresa_id
           where t.token_hash = $1 and ${IN_FORCE}`,
    values: [hashLinkToken(token)],
  });
  return rows[0] ?? null;
}

/**
 * Uses a link and sets its account's password; ends all sessions, logs and notifies. A mailed link also confirms the
 * company's e-mail. `nome`: the person's new name; null: unchanged.
 * @returns null if the link was not open; `confirmou`: the e-mail was confirmed; `versao`: the account's token version
 */
export async function useLink(
  deps: AppDeps,
  use: {
    token: string;
    link: FoundLink;
    senhaHash: string;
    nome: string | null;
    enderecoIp: string;
    requestId: string;
  },
  notice: Mail,
): Promise<{ confirmou: boolean; versao: number } | null> {
  const { link, senhaHash, nome, enderecoIp, requestId } = use;
  const { membroId, empresaId, usuarioId, finalidade } = link;
  return deps.db.transaction(async (tx) => {
    // Only a mailed link proves the address; without a mail server the requester got the link in the answer.
    const confirms = mailIsConfigured(deps.env) && (await lockUnconfirmed(tx, empresaId));
    // Locks the account before the link, as for new links.
    const { rowCount: inForce } = await tx.query({
      name: 'link_account_lock',
      text: `select 1 from membros m join empresas e on e.id = m.empresa_id
             where m.id = $1 and m.empresa_id = $2 and ${IN_FORCE} for no key update of m`,
      values: [membroId, empresaId],
    });
    if (!inForce) return null;
    const { rowCount: used } = await tx.query({
      name: 'link_use',
      text: `update tokens_redefinicao_senha set usado_em = now()
             where token_hash = $1 and empresa_id = $2 and usado_em is null and expira_em > now()`,
      values: [hashLinkToken(use.token), empresaId],
    });
    if (!used) return null;
    const { rows } = await tx.query<{ versao: number }>({
      name: 'link_password',
      text: `update membros set senha_hash = $3, versao_token = versao_token + 1, updated_at = now(),
               termos_versao = case when $4 then $5 else termos_versao end,
               termos_aceitos_em = case when $4 then now() else termos_aceitos_em end
             where id = $1 and empresa_id = $2 returning versao_token as versao`,
      values: [membroId, empresaId, senhaHash, finalidade === 'convite', TERMOS_VERSAO],
    });
    if (nome !== null) {
      await tx.query({
        name: 'link_name',
        text: `update usuarios u set nome = $3, updated_at = now() from membros m
               where m.id = $1 and m.empresa_id = $2 and u.id = m.usuario_id
                 and not exists (select from membros o where o.usuario_id = m.usuario_id and o.id <> m.id)`,
        values: [membroId, empresaId, nome],
      });
    }
    const actor: Actor = { usuarioId, via: 'pessoa', viaId: null, enderecoIp, requestId };
    await recordAction(tx, {
      ...actor,
      empresaId,
      acao: 'senha_redefinida',
      recurso: 'usuario',
      recursoId: membroId,
      detalhes: { finalidade, ...(finalidade === 'convite' ? { termosVersao: TERMOS_VERSAO } : {}) },
    });
    await enqueueMails(tx, deps, [notice]);
    const confirmou =
      confirms && (await confirmCompany(tx, deps.env, actor, { empresaId, membroId, por: finalidade }));
    return { confirmou, versao: (rows[0] as { versao: number }).versao };
  });
}
