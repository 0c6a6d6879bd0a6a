import { createHmac } from 'node:crypto';
import { equalSecrets } from '@escuta/shared/platform/crypto/crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import { API_PREFIX } from '../session/access.ts';

/** Address of the board, and path of its cookie. */
export const BOARD_PATH = `${API_PREFIX}/admin/filas/painel`;
/** Time for which the board stays open, s. */
export const BOARD_TTL_S = 600;
const COOKIE = 'escuta_filas';

const ticketSchema = z.object({
  membro: z.uuid(),
  versao: z.number().int(),
  /** Expiry, s since 1970. */
  exp: z.number().int(),
});

type Secrets = { env: Pick<AppDeps['env'], 'JWT_SECRET' | 'PUBLIC_URL'> };

/**
 * Signs the content of the board's cookie. The prefix prevents the cookie from being accepted as a session token, and
 * the reverse.
 */
const signature = ({ env }: Secrets, payload: string) =>
  createHmac('sha256', env.JWT_SECRET).update(`painel-das-filas\n${payload}`).digest('base64url');

/**
 * The cookie that opens the board for an administrator, hidden from scripts and from other sites and paths. Valid for
 * BOARD_TTL_S, at most until the session's end.
 */
export function boardCookie(
  deps: Secrets,
  account: { membroId: string; versao: number; expiresAt: number },
  now: number = Date.now(),
): { header: string; expiresAt: number } {
  const exp = Math.min(Math.floor(now / 1000) + BOARD_TTL_S, Math.floor(account.expiresAt / 1000));
  const payload = Buffer.from(
    JSON.stringify({ membro: account.membroId, versao: account.versao, exp }),
  ).toString('base64url');
  const secure = deps.env.PUBLIC_URL?.startsWith('https:') ? '; Secure' : '';
  return {
    header: `${COOKIE}=${payload}.${signature(deps, payload)}; Path=${BOARD_PATH}; Max-Age=${Math.max(0, exp - Math.floor(now / 1000))}; HttpOnly; SameSite=Strict${secure}`,
    expiresAt: exp * 1000,
  };
}

function readTicket(deps: Secrets, request: Pick<FastifyRequest, 'headers'>) {
  const value = (request.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
  const [payload = '', signed = ''] = (value ?? '').split('.');
  if (payload === '' || payload.length > 500 || !equalSecrets(signed, signature(deps, payload))) return null;
  const parsed = ticketSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  return parsed.success && parsed.data.exp * 1000 > Date.now() ? parsed.data : null;
}

/** The administrator of a request's valid cookie; else null, also if the account's sessions were ended. */
export async function boardVisitor(
  deps: Secrets & Pick<AppDeps, 'sessions'>,
  request: Pick<FastifyRequest, 'headers'>,
): Promise<Pick<Session, 'usuarioId' | 'membroId' | 'empresaId'> | null> {
  const ticket = readTicket(deps, request);
  const account = ticket && (await deps.sessions.account(ticket.membro));
  if (!account?.ativo || account.papel !== 'admin' || account.versao !== ticket?.versao) return null;
  const { usuarioId, membroId, empresaId } = account;
  return { usuarioId, membroId, empresaId };
}
