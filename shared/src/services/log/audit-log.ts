import type { Db } from '@escuta/prisma/db';
import type { AcaoRegistrada } from '../../domain/log/audit-actions.ts';
import { newId } from '../../platform/database/ids.ts';

/** An action's channel: a person's session, a company's key, a field device, the product, or a link to a moment. */
export const VIAS = ['pessoa', 'chave', 'aparelho', 'sistema', 'link'] as const;
export type Via = (typeof VIAS)[number];

/** An action's actor, channel and origin. `viaId`: the key or device. */
export type Actor = {
  usuarioId: string | null;
  via: Via;
  viaId: string | null;
  enderecoIp: string | null;
  requestId: string | null;
};

export const SYSTEM_ACTOR: Actor = {
  usuarioId: null,
  via: 'sistema',
  viaId: null,
  enderecoIp: null,
  requestId: null,
};

/** A sensitive action. `detalhes` never holds a secret. */
export type ActionEntry = Actor & {
  empresaId: string | null;
  acao: AcaoRegistrada;
  /** Kind of subject: 'usuario', 'empresa', 'asterisk_config' … */
  recurso: string;
  recursoId?: string | null;
  detalhes?: Record<string, unknown>;
};

/** Details of row `g` without texts, which may name an erased person. */
export const SEM_TEXTOS = `coalesce((
      select jsonb_object_agg(d.key, d.value) from jsonb_each(g.detalhes) d
      where jsonb_typeof(d.value) in ('number', 'boolean', 'null')
        or (jsonb_typeof(d.value) = 'string'
          and d.value #>> '{}' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')), '{}')` as const;

/** Removes texts about erased things from the log, in the erasing transaction. */
export async function forgetTexts(db: Db, recurso: string, ids: readonly string[]): Promise<void> {
  await db.query({
    name: 'audit_log_forget',
    text: `update registros_acesso g set detalhes = ${SEM_TEXTOS}
           where g.recurso = $1 and g.recurso_id = any ($2::text[]) and jsonb_typeof(g.detalhes) = 'object'`,
    values: [recurso, ids],
  });
}

/** Writes an action to the audit log, in the change's transaction. */
export async function recordAction(db: Db, entry: ActionEntry): Promise<void> {
  await db.query({
    name: 'audit_log_write',
    text: `insert into registros_acesso
             (id, empresa_id, usuario_id, acao, recurso, recurso_id, detalhes, endereco_ip, request_id, via, via_id)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
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

/** Writes an actor's same action on many subjects, in the change's transaction. */
export async function recordActions(
  db: Db,
  { acao, recurso, ...actor }: Actor & Pick<ActionEntry, 'acao' | 'recurso'>,
  subjects: readonly { empresaId: string; recursoId: string; detalhes: Record<string, unknown> }[],
): Promise<void> {
  const rows = subjects.map(({ empresaId, recursoId, detalhes }) => ({
    id: newId(),
    empresa: empresaId,
    recurso: recursoId,
    detalhes,
  }));
  await db.query({
    name: 'audit_log_write_many',
    text: `insert into registros_acesso
             (id, empresa_id, usuario_id, acao, recurso, recurso_id, detalhes, endereco_ip, request_id, via, via_id)
           select x.id, x.empresa, $1, $4, $5, x.recurso, x.detalhes, $2, $3, $6, $8
           from jsonb_to_recordset($7::jsonb) as x (id uuid, empresa uuid, recurso text, detalhes jsonb)`,
    // Tests look for action and details at the same positions as in `recordAction`.
    values: [
      actor.usuarioId,
      actor.enderecoIp,
      actor.requestId,
      acao,
      recurso,
      actor.via,
      JSON.stringify(rows),
      actor.viaId,
    ],
  });
}
