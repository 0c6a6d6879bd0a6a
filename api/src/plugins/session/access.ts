import type { Contract } from '@escuta/shared/contracts/contract';
import {
  can,
  isFieldOnly,
  type Papel,
  PERMISSIONS,
  permissionsOf,
} from '@escuta/shared/domain/accounts/permissions';
import { AppError } from '@escuta/shared/domain/errors';
import { INSTALACAO } from '@escuta/shared/domain/scope';
import type { FastifyRequest } from 'fastify';
import type { AppDeps } from '../../deps.ts';
import { type Signer, verifyPath } from '../../http/signed-url.ts';
import { isReading, type Leitura, verifyReading } from '../../sign-in/reading-credential.ts';
import type { SessaoDeAparelho, Session } from '../../sign-in/session.ts';
import type { Account, Device } from './session-repo.ts';
import type { Claims } from './tokens.ts';

/** A request's credential; a token's signature and expiry are already checked. */
export type Credential =
  | { kind: 'token'; claims: Claims }
  | { kind: 'chave'; key: string }
  | { kind: 'aparelho'; segredo: string }
  | { kind: 'leitura'; leitura: Leitura }
  | { kind: 'invalida' }
  | { kind: 'nenhuma' };

export const API_PREFIX = '/api/v1';

/** A company key and a field device have the rights of the lowest role. */
const KEY_ROLE: Papel = 'usuario';

const FIELD_ONLY_REFUSAL =
  'A sua conta é só de campo: com ela, você faz entrevistas e vê as suas entrevistas e os seus aparelhos. Para outras telas, fale com o gerente da empresa.';

const unauthenticated = () => new AppError('nao_autenticado', 'Usuário não autenticado.');

/** Reads the request's credential once. */
export function credentialOf(deps: Pick<AppDeps, 'tokens' | 'env'>, request: FastifyRequest): Credential {
  request.credential ??= readCredential(deps, request);
  return request.credential;
}

function readCredential(deps: Pick<AppDeps, 'tokens' | 'env'>, request: FastifyRequest): Credential {
  const header = request.headers.authorization;
  const apiKey = request.headers['x-api-key'];
  const text = header === undefined ? apiKey : /^Bearer +(\S+)$/i.exec(header)?.[1];
  if (text === undefined) return { kind: header === undefined ? 'nenhuma' : 'invalida' };
  if (typeof text !== 'string' || text.length > 4096) return { kind: 'invalida' };
  if (text.startsWith('esc_')) return { kind: 'chave', key: text };
  if (header !== undefined && text.startsWith('apa_')) return { kind: 'aparelho', segredo: text };
  if (header !== undefined && isReading(text)) {
    const leitura = verifyReading(deps.env.URL_SIGNING_SECRET, text);
    return leitura ? { kind: 'leitura', leitura } : { kind: 'invalida' };
  }
  const claims = header === undefined ? null : deps.tokens.verify(text);
  return claims ? { kind: 'token', claims } : { kind: 'invalida' };
}

function sessionOf(
  via: Session['via'],
  who: {
    usuarioId: string | null;
    membroId: string | null;
    empresaId: string;
    papel: Papel;
    expiresAt: number | null;
    signer: Signer;
    pessoa: Session['pessoa'];
    aparelho?: SessaoDeAparelho;
  },
  direitos: readonly string[] = [],
): Session {
  const ownScope = { kind: 'empresa', empresaId: who.empresaId } as const;
  return {
    via,
    ...who,
    aparelho: who.aparelho ?? null,
    permissions: permissionsOf(who.papel, direitos),
    soCampo: isFieldOnly(who.papel, direitos),
    scope: who.papel === 'admin' ? INSTALACAO : ownScope,
    ownScope,
  };
}

async function sessionFromToken(deps: AppDeps, claims: Claims): Promise<Session> {
  const account = await deps.sessions.account(claims.membro);
  if (!account?.ativo || account.versao !== claims.versao || account.usuarioId !== claims.sub) {
    throw unauthenticated();
  }
  const { usuarioId, membroId, empresaId, papel } = account;
  const signer = { kind: 'membro', membroId, versao: account.versao } as const;
  const expiresAt = claims.exp * 1000;
  return sessionOf(
    'token',
    { usuarioId, membroId, empresaId, papel, expiresAt, signer, pessoa: { usuarioId, papel } },
    // Rights belong to a person, so keys, devices and signed URLs have none.
    account.direitos,
  );
}

async function sessionFromKey(deps: AppDeps, key: string): Promise<Session> {
  const found = await deps.sessions.apiKey(key);
  if (!found) throw unauthenticated();
  return sessionOf('chave', {
    usuarioId: null,
    membroId: null,
    empresaId: found.empresaId,
    papel: KEY_ROLE,
    expiresAt: null,
    signer: { kind: 'chave', chaveId: found.chaveId },
    pessoa: null,
  });
}

/**
 * Makes the session of a device, which acts for its member in its company, even after the member's account ended, so
 * that field work is accepted.
 * @throws AppError nao_autenticado, aparelho_revogado
 */
async function sessionFromDevice(deps: AppDeps, segredo: string): Promise<Session> {
  const found = await deps.sessions.device(segredo);
  if (!found) throw unauthenticated();
  // A disabled member cannot authorise the device again, so the device's data are accepted, into quarantine.
  if (found.aApagar || (found.revogado && found.membroAtivo)) {
    throw new AppError(
      'aparelho_revogado',
      found.aApagar
        ? 'Este aparelho foi marcado para ser apagado: abra a coleta neste aparelho, com internet. O aparelho apaga os dados salvos e, depois disso, pode ser autorizado de novo.'
        : 'A autorização deste aparelho foi revogada: entre de novo neste aparelho com o seu usuário para enviar as entrevistas salvas.',
    );
  }
  return deviceSession(found, null);
}

/**
 * Makes the session of a manager who sends a device's exported file. The session acts for the device, as long as the
 * manager may manage surveys of the device's company. Accepts a revoked device, because its data go into quarantine.
 * @throws AppError nao_autenticado
 */
async function sessionFromReading(
  deps: AppDeps,
  { aparelhoId, membroId, versao }: Leitura,
): Promise<Session> {
  const [reader, found] = await Promise.all([
    deps.sessions.account(membroId),
    deps.sessions.deviceById(aparelhoId),
  ]);
  if (!reader?.ativo || reader.versao !== versao || !found) throw unauthenticated();
  const manages = can(reader.papel, PERMISSIONS[reader.papel], 'project', 'delete');
  const reaches = reader.papel === 'admin' || reader.empresaId === found.empresaId;
  if (!manages || !reaches) throw unauthenticated();
  return deviceSession(found, reader);
}

function deviceSession(found: Device, leitor: Account | null): Session {
  const { aparelhoId: id, usuarioId, membroId, empresaId, versao, membroAtivo, autorizadoAte } = found;
  return sessionOf('aparelho', {
    usuarioId,
    membroId,
    empresaId,
    papel: KEY_ROLE,
    expiresAt: null,
    // Devices never request signed URLs; a device's URL would end with the member's account.
    signer: { kind: 'membro', membroId: membroId ?? id, versao },
    pessoa: leitor ?? { usuarioId, papel: KEY_ROLE },
    // `autorizadoAte` is 0 for a manager who sends the device's export, because the manager may not begin interviews.
    aparelho: {
      id,
      membroAtivo,
      autorizadoAte: leitor === null ? autorizadoAte : 0,
      revogado: found.revogado,
      leitorId: leitor?.usuarioId ?? null,
    },
  });
}

/**
 * The account that signed a URL; null if a company key did. A URL is valid only as long as the session or key that
 * signed it.
 * @throws AppError nao_autenticado
 */
async function personOf(deps: AppDeps, signer: Signer): Promise<Account | null> {
  if (signer.kind === 'chave') {
    if (!(await deps.sessions.keyInForce(signer.chaveId))) throw unauthenticated();
    return null;
  }
  const account = await deps.sessions.account(signer.membroId);
  if (!account?.ativo || account.versao !== signer.versao) throw unauthenticated();
  return account;
}

async function sessionFromSignature(
  deps: AppDeps,
  request: FastifyRequest,
  assinadoComo: string | undefined,
): Promise<Session> {
  const { expira, assinatura } = request.query as { expira?: unknown; assinatura?: unknown };
  if (typeof expira !== 'string' || typeof assinatura !== 'string') throw unauthenticated();
  const asked = request.url.split('?', 1)[0]?.slice(API_PREFIX.length) ?? '';
  const path = assinadoComo === undefined ? asked : asked.replace(/[^/]+$/, assinadoComo);
  const signed = verifyPath(deps.env.URL_SIGNING_SECRET, path, { expira, assinatura });
  if (!signed) throw unauthenticated();
  const pessoa = await personOf(deps, signed.signer);
  // An administrator may sign for any company's recordings, so that company must be active too.
  if (!(await deps.sessions.companyInUse(signed.empresaId))) throw unauthenticated();
  const session = sessionOf('assinatura', {
    usuarioId: null,
    membroId: null,
    empresaId: signed.empresaId,
    papel: KEY_ROLE,
    expiresAt: null,
    signer: signed.signer,
    pessoa,
  });
  return { ...session, soCampo: pessoa !== null && isFieldOnly(pessoa.papel, pessoa.direitos) };
}

function isSigned(request: FastifyRequest): boolean {
  return typeof request.query === 'object' && request.query !== null && 'assinatura' in request.query;
}

/**
 * Finds the caller and checks access before the body is read. Answers 401 to an unknown caller; 403 to a key or device
 * on a route closed to it, to a field-only account outside field routes, and to a role without permission.
 * @throws AppError nao_autenticado, aparelho_revogado, chave_nao_permitida, so_campo, sem_permissao
 */
export async function authorize(
  deps: AppDeps,
  contract: Pick<Contract, 'access'>,
  request: FastifyRequest,
): Promise<Session | null> {
  const { access } = contract;
  if (access.who === 'public') return null;
  const credential = credentialOf(deps, request);
  let session: Session;
  if (credential.kind === 'token') session = await sessionFromToken(deps, credential.claims);
  else if (credential.kind === 'chave') session = await sessionFromKey(deps, credential.key);
  else if (credential.kind === 'aparelho') session = await sessionFromDevice(deps, credential.segredo);
  else if (credential.kind === 'leitura') session = await sessionFromReading(deps, credential.leitura);
  else if (credential.kind === 'nenhuma' && access.who === 'user' && access.assinatura && isSigned(request)) {
    session = await sessionFromSignature(deps, request, access.assinadoComo);
  } else throw unauthenticated();

  if (session.via === 'chave' && !(access.who === 'user' && access.apiKey)) {
    throw new AppError('chave_nao_permitida', 'Esta operação não aceita chave de API: entre com um usuário.');
  }
  if (session.via === 'aparelho' && !(access.who === 'user' && access.aparelho)) {
    throw new AppError(
      'sem_permissao',
      'Um aparelho autorizado só faz e envia entrevistas: para outras ações, entre com o seu usuário.',
    );
  }
  // A field-only account may call only routes whose contracts say so; new routes are closed by default.
  if (session.soCampo && !(access.who === 'user' && access.campo)) {
    throw new AppError('so_campo', FIELD_ONLY_REFUSAL);
  }
  const allowed =
    access.who === 'admin'
      ? session.papel === 'admin'
      : can(session.papel, session.permissions, access.can[0], access.can[1]);
  if (!allowed) {
    const denied = access.who === 'user' ? access.denied : undefined;
    throw new AppError('sem_permissao', denied ?? 'Você não tem permissão para esta operação.');
  }
  return session;
}

declare module 'fastify' {
  interface FastifyRequest {
    credential: Credential | null;
  }
}
