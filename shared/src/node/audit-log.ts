import type { AcaoRegistrada } from '../domain/audit-actions.ts';
import { newId } from './ids.ts';
import type { Queryable } from './transaction.ts';

/** Who acts, and from where. */
export type Actor = {
  usuarioId: string | null;
  enderecoIp: string | null;
  requestId: string | null;
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
             (id, empresa_id, usuario_id, acao, recurso, recurso_id, detalhes, endereco_ip, request_id)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
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
    ],
  });
}
