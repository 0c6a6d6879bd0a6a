import type { Db } from '@escuta/prisma/db';
import type * as contracts from '@escuta/shared/contracts/accounts/confirmacao';
import type { LimitesWire } from '@escuta/shared/contracts/accounts/confirmacao';
import type { BodyOf, ResponseOf } from '@escuta/shared/contracts/contract';
import { CONFIRMACOES_POR_DIA } from '@escuta/shared/domain/accounts/invite-limits';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { enqueueMails, mailIsConfigured } from '@escuta/shared/services/tasks/mail-queue';
import {
  confirmCompany,
  createConfirmationLink,
  lockUnconfirmed,
} from '../../accounts/email-confirmation.ts';
import { readOpenInvitations } from '../../accounts/open-invitations.ts';
import { confirmationMail } from '../../accounts/password-mails.ts';
import { readPurchaseLimit } from '../../accounts/purchase-limit.ts';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import { countConfirmationLinks, findLimits, findOwnConfirmation, saveLimits } from './limits-repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Empresa não encontrada.');

/**
 * Tells if the e-mail of the caller's company is confirmed, and if the caller can be mailed a confirmation link.
 * @throws AppError nao_encontrado
 */
export async function readConfirmation(
  deps: AppDeps,
  session: Session,
): Promise<ResponseOf<typeof contracts.getConfirmacao>['data']> {
  const found = await findOwnConfirmation(deps.db, session.ownScope, session.membroId);
  if (!found) throw notFound();
  return {
    confirmado: found.confirmado,
    email: found.email ?? '',
    por_email: mailIsConfigured(deps.env),
  };
}

/**
 * Mails the caller another confirmation link, except for a confirmed e-mail; older links stay valid.
 * @returns message
 * @throws AppError nao_encontrado, nao_configurado, muitas_tentativas
 */
export async function resendConfirmation(deps: AppDeps, session: Session, actor: Actor): Promise<string> {
  const { empresaId, membroId } = session;
  return deps.db.transaction(async (tx) => {
    const open = await lockUnconfirmed(tx, empresaId);
    if (!open) return 'O e-mail da empresa já está confirmado.';
    const found = await findOwnConfirmation(tx, session.ownScope, membroId);
    if (membroId === null || !found?.email) throw notFound();
    if (!mailIsConfigured(deps.env)) {
      throw new AppError(
        'nao_configurado',
        'Esta instalação não envia e-mails. Peça ao administrador da instalação que confirme o e-mail da empresa.',
      );
    }
    if ((await countConfirmationLinks(tx, session.ownScope, membroId)) > CONFIRMACOES_POR_DIA) {
      throw new AppError(
        'muitas_tentativas',
        `O link já foi reenviado ${CONFIRMACOES_POR_DIA} vezes nas últimas 24 horas. Procure também na caixa de spam, ou peça ao administrador da instalação que confirme o e-mail.`,
        { retryAfterS: 3600 },
      );
    }
    const url = await createConfirmationLink(tx, deps.env, { empresaId, membroId });
    if (url === null) throw new Error('mail is configured without PUBLIC_URL');
    await enqueueMails(tx, deps, [
      { empresaId, para: found.email, ...confirmationMail({ ...found, email: found.email }, url) },
    ]);
    await recordAction(tx, {
      ...actor,
      empresaId,
      acao: 'confirmacao_pedida',
      recurso: 'empresa',
      recursoId: empresaId,
    });
    return `Enviamos outro link para ${found.email}. Ele vale por 3 dias.`;
  });
}

/**
 * Records that an administrator confirms a company's e-mail. Idempotent.
 * @throws AppError nao_encontrado
 */
export async function confirmByAdmin(
  deps: AppDeps,
  scope: Scope,
  actor: Actor,
  empresaId: string,
): Promise<string> {
  const confirmou = await deps.db.transaction(async (tx) => {
    const limits = await findLimits(tx, scope, empresaId);
    if (!limits) throw notFound();
    return confirmCompany(tx, deps.env, actor, { empresaId, membroId: null, por: 'administrador' });
  });
  if (confirmou) deps.publish([{ tipo: 'creditos', empresaId }]);
  return confirmou ? 'E-mail da empresa confirmado.' : 'O e-mail da empresa já estava confirmado.';
}

async function present(deps: AppDeps, db: Db, scope: Scope, empresaId: string): Promise<LimitesWire> {
  const [limits, convites, compras] = [
    await findLimits(db, scope, empresaId),
    await readOpenInvitations(db, empresaId),
    await readPurchaseLimit(db, deps.env, empresaId),
  ];
  if (!limits || !convites || !compras) throw notFound();
  const { abertos, max, proprio } = convites;
  return {
    email_confirmado_em: limits.email_confirmado_em?.toISOString() ?? null,
    convites: { abertos, max, proprio },
    compras,
  };
}

/**
 * Limits up to which a company may act without approval, and their used part.
 * @throws AppError nao_encontrado
 */
export function readLimits(deps: AppDeps, scope: Scope, empresaId: string): Promise<LimitesWire> {
  return deps.db.transaction((tx) => present(deps, tx, scope, empresaId));
}

/**
 * Changes a company's limits; logs only real changes.
 * @throws AppError nao_encontrado
 */
export function changeLimits(
  deps: AppDeps,
  scope: Scope,
  actor: Actor,
  empresaId: string,
  body: BodyOf<typeof contracts.updateLimites>,
): Promise<LimitesWire> {
  return deps.db.transaction(async (tx) => {
    const before = await findLimits(tx, scope, empresaId, { lock: true });
    if (!before) throw notFound();
    const changed = (['convites_max', 'compras_mes_max'] as const).filter(
      (field) => before[field] !== body[field],
    );
    if (changed.length > 0) {
      await saveLimits(tx, scope, empresaId, body);
      await recordAction(tx, {
        ...actor,
        empresaId,
        acao: 'empresa_limites',
        recurso: 'empresa',
        recursoId: empresaId,
        detalhes: {
          campos: Object.fromEntries(
            changed.map((field) => [field, { de: before[field], para: body[field] }]),
          ),
        },
      });
    }
    return present(deps, tx, scope, empresaId);
  });
}
