import type { Actor } from '@escuta/shared/services/log/audit-log';
import type { FastifyRequest } from 'fastify';
import type { Session } from '../sign-in/session.ts';

export function actorOf(session: Session | null, request: FastifyRequest): Actor {
  const usuarioId = session?.pessoa?.usuarioId ?? null;
  return { usuarioId, ...viaOf(session), enderecoIp: request.ip, requestId: request.id };
}

/** Kind and id of the actor: for a signed address its signer, for a device's export the manager who sends it. */
function viaOf(session: Session | null): Pick<Actor, 'via' | 'viaId'> {
  if (session?.aparelho && session.aparelho.leitorId === null)
    return { via: 'aparelho', viaId: session.aparelho.id };
  if (session?.signer.kind === 'chave') return { via: 'chave', viaId: session.signer.chaveId };
  return { via: 'pessoa', viaId: null };
}
