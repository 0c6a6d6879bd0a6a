import type { Actor } from '@escuta/shared/node/audit-log';
import type { FastifyRequest } from 'fastify';
import type { Session } from './sign-in/session.ts';

/** Who acts in this request, for the audit log. */
export function actorOf(session: Session | null, request: FastifyRequest): Actor {
  const usuarioId = session?.aparelho?.leitorId ?? session?.usuarioId ?? null;
  return { usuarioId, enderecoIp: request.ip, requestId: request.id };
}
