// SQL instead of Prisma, because finding an event's people joins their accounts with their choice of channels.

import type { Db } from '@escuta/prisma/db';
import { type Aviso, type CanalAviso, canaisDaPessoa } from '@escuta/shared/domain/accounts/notices';
import type { Papel } from '@escuta/shared/domain/accounts/permissions';
import { WORKS_IN_OFFICE } from '@escuta/shared/platform/database/conditions/field-only';
import { named, sheetIsThere, toVerify } from '@escuta/shared/platform/database/conditions/given-work';
import { int, type Sql, sql } from '@escuta/shared/platform/database/sql';
import type { Delivered } from './delivered.ts';

/** Greatest number of managers told of a failure if no person requested the work. */
const GESTORES_MAX = 20;
/** Greatest number of people notified of a fired alert rule, managers first. */
const PESSOAS_MAX = 500;

/** The kind of notice to which an event belongs. */
export function avisoOf(event: Delivered): Aviso {
  switch (event.tipo) {
    case 'tarefa_encerrada':
    case 'auditoria_concluida':
      return 'tarefa';
    case 'falha_definitiva':
      return 'falha';
    case 'regra_disparou':
      return `disparo_${event.dados.gravidade}`;
    case 'retorno_dado':
    case 'retorno_respondido':
      return 'retorno';
    case 'folha_enviada':
      return 'folha';
    case 'sinal_indicado':
    case 'verificacao_atribuida':
      return 'indicacao';
  }
}

/** The subject whose events of a kind share a notification; null if each event has its own. */
export function subjectOf(
  event: Delivered,
): { campo: 'projeto_id' | 'regra_id' | 'pesquisa_id'; id: string } | null {
  switch (event.tipo) {
    case 'tarefa_encerrada':
    case 'retorno_dado':
    case 'retorno_respondido':
    case 'folha_enviada':
    case 'sinal_indicado':
      return null;
    case 'verificacao_atribuida':
      return { campo: 'pesquisa_id', id: event.dados.pesquisa_id };
    case 'auditoria_concluida':
    case 'falha_definitiva':
      return { campo: 'projeto_id', id: event.dados.projeto_id };
    case 'regra_disparou':
      return { campo: 'regra_id', id: event.dados.regra_id };
  }
}

/** SQL condition for the people `u` whom an event concerns (`m`: their membership), and their greatest number. */
function concerned({ empresaId, tipo, alvoId, dados }: Delivered): { where: Sql; limit: number } {
  if ('conta_id' in dados) {
    // Notifies only if the assignment or the sheet was not withdrawn before the delivery.
    const given =
      tipo === 'sinal_indicado'
        ? named(sql`u.id`, sql`${alvoId}`)
        : tipo === 'verificacao_atribuida'
          ? sql`${toVerify(sql`u.id`, sql`${alvoId}`)} > 0`
          : tipo === 'folha_enviada'
            ? sheetIsThere(sql`${alvoId}`)
            : sql`true`;
    return { where: sql`u.id = ${dados.conta_id}::uuid and ${given}`, limit: 1 };
  }
  if ('autor_id' in dados) {
    return dados.autor_id === null
      ? { where: sql`m.ativo and m.papel = 'gerente'`, limit: GESTORES_MAX }
      : { where: sql`u.id = ${dados.autor_id}::uuid`, limit: 1 };
  }
  return { where: empresaId === null ? sql`false` : sql`m.ativo`, limit: PESSOAS_MAX };
}

/**
 * Ids of the people notified of an event through a channel, ascending. Administrators without a membership have the
 * default channels; field-only accounts are notified only of their own work sheets.
 */
export async function recipientsOf(db: Db, event: Delivered, canal: CanalAviso): Promise<string[]> {
  const { where, limit } = concerned(event);
  const aviso = avisoOf(event);
  const { rows } = await db.sql<{ id: string; papel: Papel | null; escolhidos: unknown }>(
    sql`select u.id, m.papel, f.valor as escolhidos from usuarios u
        left join membros m on m.usuario_id = u.id and m.empresa_id = ${event.empresaId}::uuid
        left join preferencias f on f.usuario_id = u.id and f.empresa_id = ${event.empresaId}::uuid
          and f.chave = 'avisos'
      where ${where} and (m.id is null or ${event.tipo === 'folha_enviada' ? sql`true` : WORKS_IN_OFFICE})
        order by m.papel = 'gerente' desc, m.id limit ${int(limit)}`,
  );
  return rows
    .filter(({ papel, escolhidos }) => canaisDaPessoa(papel ?? 'usuario', escolhidos)[aviso].includes(canal))
    .map(({ id }) => id)
    .sort();
}
