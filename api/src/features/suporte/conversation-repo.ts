// SQL: messages and changes form one list by time; each is written in the transaction of its cause.

import type { Db } from '@escuta/prisma/db';
import type { AnexoDoTicket } from '@escuta/shared/contracts/accounts/suporte';
import { empresaIdOf, type Scope, whereScope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { inScope } from '@escuta/shared/platform/database/sql';

/** A conversation as PostgreSQL's JSON: times are text with an offset. */
export type ConversaRow = {
  anexos: {
    id: string;
    nome: string;
    tipo: AnexoDoTicket['tipo'];
    tamanho: number;
    mensagemId: string | null;
    por: { id: string; nome: string | null } | null;
    em: string;
  }[];
  mensagens: {
    id: string;
    texto: string;
    doOperador: boolean;
    por: { id: string; nome: string | null } | null;
    em: string;
  }[];
  mudancas: {
    id: string;
    campo: 'status' | 'severidade' | 'responsavel';
    de: string | null;
    para: string | null;
    por: { id: string; nome: string | null } | null;
    em: string;
  }[];
};

/** Greatest number of changes shown: the newest. */
const MUDANCAS_MAX = 200;

const AUTHOR = (row: string) =>
  `case when ${row}.usuario_id is not null then json_build_object('id', ${row}.usuario_id,
    'nome', coalesce(u.nome, u.email)) end`;

/** Puts the fields that one edit changed in the form's order. */
const FIELD_ORDER = `array_position(array['status', 'severidade', 'responsavel'], c.campo)`;

/** SQL: a ticket's attachment `x` and its author `u` as JSON. */
export const ANEXO_JSON = `json_build_object('id', x.id, 'nome', x.nome, 'tipo', x.tipo, 'tamanho', x.tamanho,
  'mensagemId', x.mensagem_id, 'por', ${AUTHOR('x')}, 'em', x.created_at)`;

/** A ticket's messages, changes and attachments, oldest first; null outside the scope. */
export async function readConversation(db: Db, scope: Scope, ticketId: string): Promise<ConversaRow | null> {
  const { rows } = await db.query<ConversaRow>({
    name: 'tickets_conversa',
    text: `select
        coalesce((select json_agg(${ANEXO_JSON} order by x.created_at, x.id)
          from ticket_anexos x left join usuarios u on u.id = x.usuario_id where x.ticket_id = t.id), '[]') as anexos,
        coalesce((select json_agg(json_build_object('id', m.id, 'texto', m.texto, 'doOperador', m.do_operador,
            'por', ${AUTHOR('m')}, 'em', m.created_at) order by m.created_at, m.id)
          from ticket_mensagens m left join usuarios u on u.id = m.usuario_id where m.ticket_id = t.id),
          '[]') as mensagens,
        coalesce((select json_agg(json_build_object('id', c.id, 'campo', c.campo, 'de', c.de, 'para', c.para,
            'por', ${AUTHOR('c')}, 'em', c.created_at) order by c.created_at, ${FIELD_ORDER}, c.id)
          from (select * from ticket_mudancas where ticket_id = t.id
            order by created_at desc, id desc limit ${MUDANCAS_MAX}) c
          left join usuarios u on u.id = c.usuario_id), '[]') as mudancas
      from tickets t where t.id = $1 and ${inScope('$2', 't.empresa_id')}`,
    values: [ticketId, empresaIdOf(scope)],
  });
  return rows[0] ?? null;
}

/** Number of messages of a locked ticket. */
export function countMessages(db: Db, scope: Scope, ticketId: string): Promise<number> {
  return db.within(scope).ticketMensagem.count({ where: { ticketId, ...whereScope(scope) } });
}

/**
 * Adds a message to a locked ticket, which updates the ticket's time.
 * @returns its id
 */
export async function insertMessage(
  db: Db,
  scope: Scope,
  ticketId: string,
  message: { usuarioId: string | null; doOperador: boolean; texto: string },
): Promise<string> {
  const id = newId();
  await db.query(
    `with t as (
       update tickets set updated_at = now() where id = $1 and ${inScope('$2', 'empresa_id')}
       returning id, empresa_id
     )
     insert into ticket_mensagens (id, empresa_id, ticket_id, usuario_id, do_operador, texto, created_at)
     select $3, empresa_id, id, $4, $5, $6, clock_timestamp() from t`,
    [ticketId, empresaIdOf(scope), id, message.usuarioId, message.doOperador, message.texto],
  );
  return id;
}

/** A field's change, with the stored values, or with names for an assignee. */
export type TicketChange = {
  campo: 'status' | 'severidade' | 'responsavel';
  de: string | null;
  para: string | null;
};

export async function insertChanges(
  db: Db,
  scope: Scope,
  ticketId: string,
  usuarioId: string | null,
  changes: readonly TicketChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await db.query(
    `insert into ticket_mudancas (id, empresa_id, ticket_id, usuario_id, campo, de, para, created_at)
     select c.id, t.empresa_id, t.id, $3, c.campo, c.de, c.para, clock_timestamp()
     from tickets t, jsonb_to_recordset($4::jsonb) as c (id uuid, campo text, de text, para text)
     where t.id = $1 and ${inScope('$2', 't.empresa_id')}`,
    [
      ticketId,
      empresaIdOf(scope),
      usuarioId,
      JSON.stringify(changes.map((change) => ({ id: newId(), ...change }))),
    ],
  );
}
