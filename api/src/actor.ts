import type { Actor } from '@escuta/shared/node/audit-log';
import type { FastifyRequest } from 'fastify';
import type { Session } from './sign-in/session.ts';

/** Who acts in this request, for the audit log. */
export function actorOf(session: Session | null, request: FastifyRequest): Actor {
  return { usuarioId: session?.usuarioId ?? null, enderecoIp: request.ip, requestId: request.id };
}
