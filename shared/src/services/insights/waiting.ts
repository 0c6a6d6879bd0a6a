// SQL: the review queue's insights, as home, mails and the queue itself count them.

import type { Scope } from '../../domain/scope.ts';
import { semExemplos } from '../../platform/database/conditions/examples.ts';
import { NA_FILA, ORDEM_NA_FILA } from '../../platform/database/conditions/insight-attention.ts';
import { all, int, literal, ofScope, type Sql, sql, when } from '../../platform/database/sql.ts';
import { notOwnInsight } from '../interviews/own-interview.ts';

/** Condition on insight `g`: it waits for the person (an id, or a column of one; null: for anybody). */
export const waitsFor = (scope: Scope, usuario: string | Sql | null): Sql =>
  all([
    literal(NA_FILA),
    ofScope(scope, sql`g.empresa_id`),
    semExemplos(sql`g.projeto_id`, scope),
    when(usuario, (id) => notOwnInsight(id, scope)),
  ]);

/**
 * Up to `limit` rows, one for each insight that waits for the person. In the order of the company's queue index;
 * another index would read all companies' rows.
 */
export const waitingFor = (scope: Scope, usuario: string | Sql | null, limit: number): Sql =>
  sql`select from insights g where ${waitsFor(scope, usuario)}
    order by ${literal(ORDEM_NA_FILA)}, g.created_at, g.id limit ${int(limit)}`;
