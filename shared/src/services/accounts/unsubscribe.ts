/** Links by which a person stops one kind of mail without signing in (RFC 8058). */
import { EMAILS_DE_AVISO, type EmailDeAviso } from '../../domain/accounts/notices.ts';
import { type KeyRing, open, seal } from '../../platform/crypto/crypto.ts';
import type { Env } from '../../platform/process/env.ts';
import { publicLink } from './public-links.ts';

export type Descadastro = { empresaId: string; usuarioId: string; email: EmailDeAviso };

/** Context authenticated with a token, so that the token serves no other purpose. */
const CONTEXT = 'avisos:descadastro';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const CONTENT = new RegExp(`^(${UUID}) (${UUID}) (${EMAILS_DE_AVISO.join('|')})$`);

/** A link's secret: sealed, so that it reveals nothing about the account. */
export const unsubscribeToken = (keyRing: KeyRing, { empresaId, usuarioId, email }: Descadastro): string =>
  seal(keyRing, `${empresaId} ${usuarioId} ${email}`, CONTEXT);

/** Opens a token; null: it is forged, or its key is gone. */
export function readUnsubscribeToken(keyRing: KeyRing, token: string): Descadastro | null {
  let content: string;
  try {
    content = open(keyRing, token, CONTEXT);
  } catch {
    return null;
  }
  const [, empresaId, usuarioId, email] = CONTENT.exec(content) ?? [];
  return empresaId && usuarioId && email ? { empresaId, usuarioId, email: email as EmailDeAviso } : null;
}

/**
 * Path of the page that asks before it stops mail. The secret follows '#', which browsers never send. The secret is
 * encoded, because a forged one may contain line breaks and letters that a header refuses.
 */
export const unsubscribePage = (token: string): string => `/descadastro#${encodeURIComponent(token)}`;

/**
 * Addresses for a mail: `pagina` for its reader, `umClique` for the header that mail programs post to. Null without
 * PUBLIC_URL.
 */
export function unsubscribeLinks(
  env: Pick<Env, 'PUBLIC_URL'>,
  keyRing: KeyRing,
  what: Descadastro,
): { pagina: string; umClique: string } | null {
  const token = unsubscribeToken(keyRing, what);
  const pagina = publicLink(env, unsubscribePage(token));
  const umClique = publicLink(env, `/api/v1/avisos/descadastro?token=${token}`);
  return pagina !== null && umClique !== null ? { pagina, umClique } : null;
}
