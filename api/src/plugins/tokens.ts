import { PAPEIS } from '@escuta/shared/domain/permissions';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** What a session token carries (specification 1, §3), and what ends it early: the account and its token version. */
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
  /** Signs a session token; its end is `exp`, seconds since 1970. */
  sign: (claims: Claims) => string;
  /** The claims of a token that is ours and has not expired; null for any other text. */
  verify: (token: string) => Claims | null;
};

/** Session tokens (JWT, HS256) by the @fastify/jwt that is registered on `app`; usable once its plugins are loaded. */
export function createTokens(app: FastifyInstance): Tokens {
  return {
    sign: (claims) => app.jwt.sign(claims),
    verify: (token) => {
      try {
        const parsed = claimsSchema.safeParse(app.jwt.verify(token));
        return parsed.success ? parsed.data : null;
      } catch {
        return null;
      }
    },
  };
}
