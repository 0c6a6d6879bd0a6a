import type { Papel, UserPermissions } from '@escuta/shared/domain/accounts/permissions';
import type { Scope } from '@escuta/shared/domain/scope';
import type { Signer } from '../http/signed-url.ts';

export type SessaoDeAparelho = {
  id: string;
  /** True while the device's member can sign in; otherwise the device's data go into quarantine. */
  membroAtivo: boolean;
  /** True if the device's authorisation was revoked. */
  revogado: boolean;
  /** Last time to begin interviews, ms since 1970; begun interviews may always be sent. */
  autorizadoAte: number;
  /** The manager who sends the device's export; null: the device itself sends. */
  leitorId: string | null;
};

/** The caller. Only plugins/session/access.ts creates one. */
export type Session = {
  /**
   * The proof: session token, company API key, signed URL (only for its item), or a field device's credential, also
   * given to a manager who sends its export.
   */
  via: 'token' | 'chave' | 'assinatura' | 'aparelho';
  /** Null unless the caller is a device. */
  aparelho: SessaoDeAparelho | null;
  /** Null for a company key and a signed URL. */
  usuarioId: string | null;
  membroId: string | null;
  /** The person of the session, also for a signed URL; null for a company key, and for a device without member. */
  pessoa: { usuarioId: string; papel: Papel } | null;
  empresaId: string;
  papel: Papel;
  permissions: UserPermissions;
  /** The person's account is limited to field work; the device is treated like any other. */
  soCampo: boolean;
  /** The company; the whole installation for an administrator. */
  scope: Scope;
  /** The caller's own company, also for an administrator. */
  ownScope: Extract<Scope, { kind: 'empresa' }>;
  /** Expiry of the session token, ms since 1970; null for an API key and a signed URL. */
  expiresAt: number | null;
  /** Signer of URLs made in this session, which end with it; for a signed URL its own signer. */
  signer: Signer;
};
