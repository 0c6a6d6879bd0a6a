import { BUSCA_LIMITE, type ItemAchado } from '@escuta/shared/contracts/auditoria-items';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import type { Pool } from 'pg';
import { digitsOf, numberEnds, Params, partCondition, plainTerm } from '../../call-terms.ts';
import { escapeLike } from '../../like.ts';

/** Most projects that are looked into, those with news first: each costs a look into its own part of the indices. */
const PROJETOS_LIMITE = 300;

/** Characters of a code that are looked up; the index knows its first 64, of which some letters take two as capitals. */
const CODE_INDEXED = 32;

const FOUND = `i.id, i.projeto_id, i.status, i.numero_destino, i.nome_entrevistado, i.ramal, i.call_start_time, i.created_at,
  coalesce(i.metadata ->> 'codigo_chamada', i.metadata ->> 'unique_id') as protocolo`;

/**
 * The newest calls within the scope, at most BUSCA_LIMITE, whose number begins or ends with the term, whose name, number or
 * extension holds it, or whose protocol or telephony id begins with it. Raw SQL: the trigram index begins with the project,
 * so each project is looked into by itself.
 */
export async function searchItems(pool: Pool, scope: Scope, q: string): Promise<ItemAchado[]> {
  const params = new Params();
  const empresa = params.add(empresaIdOf(scope));
  const term = plainTerm(q);
  const digits = digitsOf(term);
  const code = `upper(${params.add(escapeLike(term))}) || '%'`;
  const beginning = `upper(${params.add(escapeLike([...term].slice(0, CODE_INDEXED).join('')))}) || '%'`;
  const conditions = [...(digits ? numberEnds(digits, params) : []), partCondition(term, params)];
  const newest = `order by i.created_at desc, i.id desc limit ${BUSCA_LIMITE}`;
  const byProtocol = (key: string) =>
    `(select ${FOUND} from auditoria_itens i
      where left(upper(i.metadata ->> '${key}'), 64) like ${beginning} and upper(i.metadata ->> '${key}') like ${code} and (${empresa}::uuid is null or i.empresa_id = ${empresa})
      ${newest})`;
  const { rows } = await pool.query<ItemAchado & { call_start_time: Date | null; created_at: Date }>(
    `with alvo as (
       select p.id from projetos p where ${empresa}::uuid is null or p.empresa_id = ${empresa}
       order by p.updated_at desc, p.id desc limit ${PROJETOS_LIMITE}
     ), achados as (
       ${conditions
         .map(
           (condition) =>
             `select a.* from alvo, lateral (
                select ${FOUND} from auditoria_itens i where i.projeto_id = alvo.id and ${condition} ${newest}) a`,
         )
         .join(' union ')}
       union ${byProtocol('codigo_chamada')} union ${byProtocol('unique_id')}
     )
     select a.*, p.nome as projeto_nome from achados a join projetos p on p.id = a.projeto_id
     order by a.created_at desc, a.id desc limit ${BUSCA_LIMITE}`,
    params.values,
  );
  return rows.map((row) => ({
    ...row,
    call_start_time: row.call_start_time?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }));
}
