import type { Papel, UserPermissions } from '@escuta/shared/domain/accounts/permissions';
import type { Scope } from '@escuta/shared/domain/scope';
import type { Signer } from '../http/signed-url.ts';

/** What a session of a device knows besides whose it is. */
export type SessaoDeAparelho = {
  id: string;
  /** Its member's account is in use: what comes from another one's is held for a manager. */
  membroAtivo: boolean;
  /** Its authorisation was taken back. */
  revogado: boolean;
  /** Until when it may begin interviews, ms since 1970; what it began it may always send. */
  autorizadoAte: number;
  /** The manager who reads its export in its place; null: it speaks itself. */
  leitorId: string | null;
};

/** The caller. Only plugins/session/access.ts makes one. */
export type Session = {
  /**
   * How they proved it: session token, company API key, a signed URL (then only that URL's item is theirs), or the credential of a
   * device in the field, which is also what a manager is given who reads its export.
   */
  via: 'token' | 'chave' | 'assinatura' | 'aparelho';
  /** Of a device; null of everybody else. */
  aparelho: SessaoDeAparelho | null;
  /** Null for a company key and a signed URL. */
  usuarioId: string | null;
  membroId: string | null;
  /** The person behind it, of a signed URL too; null for a company key and a device whose member is gone. */
  pessoa: { usuarioId: string; papel: Papel } | null;
  empresaId: string;
  papel: Papel;
  permissions: UserPermissions;
  /** The company, or the whole installation for an administrator. */
  scope: Scope;
  /** The caller's own company, for an administrator too: lists that stay within it. */
  ownScope: Extract<Scope, { kind: 'empresa' }>;
  /** When the session token ends, ms since 1970; null for a key and a signed URL. */
  expiresAt: number | null;
  /** Whom a URL signed in this session is bound to, and ends with; of a signed URL who signed it. */
  signer: Signer;
};
