import type { AcaoRegistrada } from '../domain/audit-actions.ts';
import { newId } from './ids.ts';
import type { Queryable } from './transaction.ts';

/**
 * By what an act came in: a person's own session or signed address, a company's key, a device in the field, or the product by itself.
 * A person without `usuarioId` could not be identified.
 */
export const VIAS = ['pessoa', 'chave', 'aparelho', 'sistema'] as const;
export type Via = (typeof VIAS)[number];

/** Who acts, by what, and from where. `viaId`: the key or the device; null of a person and of the product. */
export type Actor = {
  usuarioId: string | null;
  via: Via;
  viaId: string | null;
  enderecoIp: string | null;
  requestId: string | null;
};

/** The product acts by itself: no person asked for it. */
export const SYSTEM_ACTOR: Actor = {
  usuarioId: null,
  via: 'sistema',
  viaId: null,
  enderecoIp: null,
  requestId: null,
};

/** A sensitive action. `detalhes` never holds a secret. */
export type ActionEntry = Actor & {
  /** The company that it concerns; null for the installation. */
  empresaId: string | null;
  acao: AcaoRegistrada;
  /** What kind of thing: 'usuario', 'empresa', 'asterisk_config' … */
  recurso: string;
  recursoId?: string | null;
  detalhes?: Record<string, unknown>;
};

/** Writes a sensitive action to the audit log, in the transaction of the change: both happen or neither. */
export async function recordAction(db: Queryable, entry: ActionEntry): Promise<void> {
  await db.query({
    name: 'audit-log-write',
    text: `INSERT INTO registros_acesso
             (id, empresa_id, usuario_id, acao, recurso, recurso_id, detalhes, endereco_ip, request_id, via, via_id)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      newId(),
      entry.empresaId,
      entry.usuarioId,
      entry.acao,
      entry.recurso,
      entry.recursoId ?? null,
      JSON.stringify(entry.detalhes ?? {}),
      entry.enderecoIp,
      entry.requestId,
      entry.via,
      entry.viaId,
    ],
  });
}
