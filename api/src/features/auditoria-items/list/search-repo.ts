// SQL: the search reads each project through that project's part of the trigram index.

import type { Database } from '@escuta/prisma/db';
import { BUSCA_LIMITE, type ItemAchado } from '@escuta/shared/contracts/calls/auditoria-items';
import type { Scope } from '@escuta/shared/domain/scope';
import { ITEM_PRECISION } from '@escuta/shared/platform/database/conditions/start';
import { escapeLike } from '@escuta/shared/platform/database/like';
import { inScope, int, join, param, sql } from '@escuta/shared/platform/database/sql';
import { digitsOf, numberEnds, partCondition, plainTerm } from '@escuta/shared/services/calls/call-terms';

/** Greatest number of searched projects, recently changed first; each costs a look-up in its index part. */
const PROJETOS_LIMITE = 300;

/** Number of a code's characters that are searched: the index stores 64, and some letters become two as capitals. */
const CODE_INDEXED = 32;

const FOUND = sql`i.id, i.projeto_id, i.status, i.numero_destino, i.nome_entrevistado, i.ramal, i.call_start_time,
  ${ITEM_PRECISION} as inicio_precisao, i.created_at,
  coalesce(i.metadata ->> 'codigo_chamada', i.metadata ->> 'unique_id') as protocolo`;

/**
 * The newest calls in the scope, at most BUSCA_LIMITE, by beginning or end of the number; part of name, number or
 * extension; or beginning of protocol or telephony id.
 */
export async function searchItems(db: Database, scope: Scope, q: string): Promise<ItemAchado[]> {
  const term = plainTerm(q);
  const digits = digitsOf(term);
  const code = sql`upper(${param(escapeLike(term))}) || '%'`;
  const beginning = sql`upper(${param(escapeLike([...term].slice(0, CODE_INDEXED).join('')))}) || '%'`;
  const conditions = [...(digits ? numberEnds(digits) : []), partCondition(term)];
  const newest = sql`order by i.created_at desc, i.id desc limit ${int(BUSCA_LIMITE)}`;
  // These expressions must equal their indices' expressions.
  const byProtocol = [
    sql`upper(i.metadata ->> 'codigo_chamada')`,
    sql`upper(i.metadata ->> 'unique_id')`,
  ].map(
    (protocol) => sql`(select ${FOUND} from auditoria_itens i
      where left(${protocol}, 64) like ${beginning} and ${protocol} like ${code}
        and ${inScope(scope, sql`i.empresa_id`)}
      ${newest})`,
  );
  const byText = conditions.map(
    (condition) => sql`select a.* from alvo, lateral (
      select ${FOUND} from auditoria_itens i where i.projeto_id = alvo.id and ${condition} ${newest}) a`,
  );
  const { rows } = await db.sql<ItemAchado & { call_start_time: Date | null; created_at: Date }>(
    sql`with alvo as (
       select p.id from projetos p where ${inScope(scope, sql`p.empresa_id`)}
       order by p.updated_at desc, p.id desc limit ${int(PROJETOS_LIMITE)}
     ), achados as (${join([...byText, ...byProtocol], ' union ')})
     select a.*, p.nome as projeto_nome from achados a join projetos p on p.id = a.projeto_id
     order by a.created_at desc, a.id desc limit ${int(BUSCA_LIMITE)}`,
  );
  return rows.map((row) => ({
    ...row,
    call_start_time: row.call_start_time?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }));
}
