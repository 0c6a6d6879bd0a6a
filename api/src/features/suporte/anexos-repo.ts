// SQL: one statement under the ticket's lock reads the counts that a new attachment must respect.

import type { Db } from '@escuta/prisma/db';
import { empresaIdOf, type Scope, whereScope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { inScope } from '@escuta/shared/platform/database/sql';
import { ANEXO_JSON, type ConversaRow } from './conversation-repo.ts';

export type AnexoRow = ConversaRow['anexos'][number];

/** Author of a ticket's answer, or of its description (`mensagemId` null); undefined if the text does not exist. */
export async function findTextAuthor(
  db: Db,
  scope: Scope,
  { ticketId, mensagemId }: { ticketId: string; mensagemId: string | null },
): Promise<string | null | undefined> {
  const rows = db.within(scope);
  if (mensagemId === null) {
    const ticket = await rows.ticket.findFirst({
      where: { id: ticketId, ...whereScope(scope) },
      select: { criadoPor: true },
    });
    return ticket?.criadoPor;
  }
  const answer = await rows.ticketMensagem.findFirst({
    where: { id: mensagemId, ticketId, ...whereScope(scope) },
    select: { usuarioId: true },
  });
  return answer?.usuarioId;
}

/** Numbers of attachments of a locked ticket and of one of its texts. */
export async function countAnexos(
  db: Db,
  scope: Scope,
  { ticketId, mensagemId }: { ticketId: string; mensagemId: string | null },
): Promise<{ ticket: number; texto: number }> {
  const { rows } = await db.query<{ ticket: number; texto: number }>({
    name: 'ticket_anexos_conta',
    text: `select count(*)::int as ticket, (count(*) filter (where mensagem_id is not distinct from $3::uuid))::int
      as texto
      from ticket_anexos where ticket_id = $1 and ${inScope('$2', 'empresa_id')}`,
    values: [ticketId, empresaIdOf(scope), mensagemId],
  });
  return rows[0] ?? { ticket: 0, texto: 0 };
}

export async function insertAnexo(
  db: Db,
  scope: Scope,
  novo: {
    ticketId: string;
    mensagemId: string | null;
    usuarioId: string;
    envioId: string | null;
    nome: string;
    tipo: AnexoRow['tipo'];
    tamanho: number;
    chave: string;
  },
): Promise<AnexoRow> {
  const { rows } = await db.query<{ anexo: AnexoRow }>(
    `with x as (
       insert into ticket_anexos (id, empresa_id, ticket_id, mensagem_id, usuario_id, nome, tipo, tamanho, chave_objeto,
         envio_id, created_at)
       select $3, t.empresa_id, t.id, $4, $5, $6, $7, $8, $9, $10, clock_timestamp() from tickets t
       where t.id = $1 and ${inScope('$2', 't.empresa_id')} returning *
     )
     select ${ANEXO_JSON} as anexo from x left join usuarios u on u.id = x.usuario_id`,
    [
      novo.ticketId,
      empresaIdOf(scope),
      newId(),
      novo.mensagemId,
      novo.usuarioId,
      novo.nome,
      novo.tipo,
      novo.tamanho,
      novo.chave,
      novo.envioId,
    ],
  );
  return (rows[0] as { anexo: AnexoRow }).anexo;
}

/** The attachment that a ticket's upload became; null: none yet. */
export async function findSentAnexo(
  db: Db,
  scope: Scope,
  { ticketId, envioId }: { ticketId: string; envioId: string },
): Promise<AnexoRow | null> {
  const { rows } = await db.query<{ anexo: AnexoRow }>({
    name: 'ticket_anexo_enviado',
    text: `select ${ANEXO_JSON} as anexo from ticket_anexos x left join usuarios u on u.id = x.usuario_id
      where x.ticket_id = $1 and x.envio_id = $3 and ${inScope('$2', 'x.empresa_id')}`,
    values: [ticketId, empresaIdOf(scope), envioId],
  });
  return rows[0]?.anexo ?? null;
}

/** An attachment of a ticket; null outside the scope. */
export function findAnexo(db: Db, scope: Scope, ticketId: string, id: string) {
  return db.within(scope).ticketAnexo.findFirst({ where: { id, ticketId, ...whereScope(scope) } });
}

/** Deletes an attachment; a trigger schedules its object for deletion. */
export async function deleteAnexo(db: Db, scope: Scope, id: string): Promise<void> {
  await db.within(scope).ticketAnexo.deleteMany({ where: { id, ...whereScope(scope) } });
}
