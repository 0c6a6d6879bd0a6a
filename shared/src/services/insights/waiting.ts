// SQL: the review queue, in two streams that each follow an index: insights that need attention, and insights with an
// unresolved firing of a rule.

import type { Scope } from '../../domain/scope.ts';
import { semExemplos } from '../../platform/database/conditions/examples.ts';
import { NA_FILA, ORDEM_NA_FILA } from '../../platform/database/conditions/insight-attention.ts';
import { all, int, literal, ofScope, type Sql, sql, when } from '../../platform/database/sql.ts';
import { notOwnInsight } from '../interviews/own-interview.ts';

/** Owner of the queue. `usuario`: an id or column of ids; null: all people. */
export type QueueOf = {
  scope: Scope;
  usuario: string | Sql | null;
  /** Conditions on insight `g`. */
  where?: readonly (Sql | null)[];
  /** True for the example project's own queue. */
  comExemplo?: boolean;
};

/** True if firing `d` is of a call and unresolved; written like the partial index (migration disparos_na_fila). */
export const POR_RESOLVER = 'd.ordem < 20 and d.item_id is not null' as const;
/** A firing's queue order: 0 for gravity alta, 1 for others. */
export const ORDEM_DO_DISPARO = "(case when d.gravidade = 'alta' then 0 else 1 end)" as const;

const shared = ({ scope, usuario, where = [], comExemplo = false }: QueueOf): (Sql | null)[] => [
  comExemplo ? null : semExemplos(sql`g.projeto_id`, scope),
  ...where,
  when(usuario, (id) => notOwnInsight(id, scope)),
];

/** True if insight `g` itself needs attention and waits for a review. */
export const asksAndWaits = (queue: QueueOf): Sql =>
  all([literal(NA_FILA), ofScope(queue.scope, sql`g.empresa_id`), ...shared(queue)]);

/**
 * The insight at which firing `d` (or `o`) waits: one that the firing lists, or, if it lists none, any of the call.
 * Insights listed by any firing come first, then those that need attention, then the lowest score.
 */
const chosenFor = <D extends 'd' | 'o'>(d: D) =>
  `(select g.id from insights g
  where g.item_id = ${d}.item_id and g.vigente and not g.validado_humano
    and (${d}.insights = '{}' or g.id = any(${d}.insights))
  order by exists (select from regra_disparos c where c.item_id = ${d}.item_id and c.ordem < 20
    and g.id = any(c.insights)) desc, (${NA_FILA}) is true desc, g.pontuacao nulls last, g.id limit 1)` as const;
const CHOSEN = chosenFor('d');

/** True if unresolved firing `d` waits at insight `g`. */
export const ESPERA_AQUI = `d.item_id = g.item_id and ${POR_RESOLVER} and g.id = ${CHOSEN}` as const;

/** True if insight `g` waits for a firing. */
export const waitsByFiring: Sql = sql`exists (select from regra_disparos d where ${literal(ESPERA_AQUI)})`;

/** FROM and WHERE: insights `g` with an unresolved firing. `d`: each insight's gravest, then oldest, firing. */
export const firedAndWaits = (
  queue: QueueOf,
): Sql => sql`from regra_disparos d join insights g on g.id = ${literal(CHOSEN)}
  where ${literal(POR_RESOLVER)} and ${all([ofScope(queue.scope, sql`d.empresa_id`), ...shared(queue)])}
    and not exists (select from regra_disparos o where o.item_id = d.item_id and o.ordem < 20
      and (case o.gravidade when 'alta' then 0 when 'media' then 1 else 2 end, o.momento, o.id)
        < (case d.gravidade when 'alta' then 0 when 'media' then 1 else 2 end, d.momento, d.id)
      and ${literal(chosenFor('o'))} = g.id)`;

/**
 * Counts waiting insights up to `cap` + 1. `fired`: other conditions for insights of firings. Insights that need
 * attention are counted by the company's queue index; another index would read all companies' insights.
 */
export const countOfWaiting = (
  queue: QueueOf,
  cap: number,
  fired: QueueOf = queue,
): Sql => sql`(select least(${int(cap + 1)}, (
    select count(*) from (select from insights g where ${asksAndWaits(queue)}
      order by ${literal(ORDEM_NA_FILA)}, g.created_at, g.id limit ${int(cap + 1)}) pedem) + (
    select count(*) from (select ${firedAndWaits(fired)} and (${literal(NA_FILA)}) is not true
      limit ${int(cap + 1)}) disparadas))::int)`;
