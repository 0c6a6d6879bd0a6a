import type { Papel, UserPermissions } from '@escuta/shared/domain/accounts/permissions';
import type { Scope } from '@escuta/shared/domain/scope';
import type { Signer } from '../http/signed-url.ts';

export type SessaoDeAparelho = {
  id: string;
  /** True while the device's member can sign in; otherwise the device's data go into quarantine. */
  membroAtivo: boolean;
  revogado: boolean;
  /** Latest time at which the device may begin interviews, ms since 1970; begun interviews may always be sent. */
  autorizadoAte: number;
  /** The manager who sends the device's export; null: the device itself sends. */
  leitorId: string | null;
};

/** The caller. Only plugins/session/access.ts creates one. */
export type Session = {
  /**
   * Means of authentication: session token, company API key, signed URL (only for the URL's item), credential of a
   * field device, or credential of a manager who sends a device's export.
   */
  via: 'token' | 'chave' | 'assinatura' | 'aparelho';
  /** Null if the caller is not a device. */
  aparelho: SessaoDeAparelho | null;
  /** The caller's user; null for a company key or a signed URL. */
  usuarioId: string | null;
  membroId: string | null;
  /** The session's person, also for a signed URL; null for a company key, and for a device without member. */
  pessoa: { usuarioId: string; papel: Papel } | null;
  empresaId: string;
  papel: Papel;
  permissions: UserPermissions;
  /** True if the account is limited to field work. */
  soCampo: boolean;
  /** The company whose data the caller may access; the whole installation for an administrator. */
  scope: Scope;
  /** The caller's own company, also for an administrator. */
  ownScope: Extract<Scope, { kind: 'empresa' }>;
  /** Expiry of the session token, ms since 1970; null for an API key and a signed URL. */
  expiresAt: number | null;
  /** Signer of the URLs made in this session, which end with the session. For a signed URL: the URL's signer. */
  signer: Signer;
};
