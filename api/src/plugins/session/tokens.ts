import { PAPEIS } from '@escuta/shared/domain/accounts/permissions';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** Claims of a session token (specification 1, §3); `membro` and `versao` let the API end the session early. */
const claimsSchema = z.object({
  sub: z.uuid(),
  exp: z.number().int(),
  user_metadata: z.object({ role: z.enum(PAPEIS), empresa_id: z.uuid() }),
  empresa_id: z.uuid(),
  membro: z.uuid(),
  versao: z.number().int(),
});
export type Claims = z.infer<typeof claimsSchema>;

export type Tokens = {
  /** Signs a session token; `exp`: expiry, s since 1970. */
  sign: (claims: Claims) => string;
  /** The claims of a valid, unexpired token; else null. */
  verify: (token: string) => Claims | null;
};

/** Greatest number of tokens with a cached signature check. */
const MAX_CHECKED = 10_000;

/**
 * Session tokens (JWT, HS256) by the @fastify/jwt plugin of `app`; usable once the app's plugins are loaded. A token's
 * signature is checked once, its expiry every time.
 */
export function createTokens(app: FastifyInstance): Tokens {
  const checked = new Map<string, Claims>();
  const check = (token: string): Claims | null => {
    try {
      const parsed = claimsSchema.safeParse(app.jwt.verify(token));
      return parsed.success ? parsed.data : null;
    } catch {
      return null;
    }
  };
  return {
    sign: (claims) => app.jwt.sign(claims),
    verify: (token) => {
      const known = checked.get(token);
      if (known) {
        if (known.exp * 1000 > Date.now()) return known;
        checked.delete(token);
        return null;
      }
      const claims = check(token);
      if (!claims) return null;
      const oldest = checked.size >= MAX_CHECKED ? checked.keys().next().value : undefined;
      if (oldest !== undefined) checked.delete(oldest);
      checked.set(token, claims);
      return claims;
    },
  };
}
