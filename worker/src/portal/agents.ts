// SQL finds agents by the names in sheets under a lock, so that two imports do not create the same agent twice.

import type { Db } from '@escuta/prisma/db';
import { newId } from '@escuta/shared/platform/database/ids';
import { lock } from '@escuta/shared/platform/database/locks';
import { lockAgents } from '@escuta/shared/services/calls/agent-merges';

type Achado = { nome: string; id: string };

/** Finds agents by name or alias, following merges; if two have the same name, takes the older. */
export async function knownAgents(
  db: Db,
  empresaId: string,
  nomes: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.query<Achado>({
    name: 'portal_agents',
    text: `select distinct on (n.nome) n.nome, coalesce(a.fundido_em_id, a.id) as id
           from unnest($2::text[]) as n (nome) join agentes a on a.empresa_id = $1
             and (escuta_normaliza(a.nome) = escuta_normaliza(n.nome)
             or a.id = (select p.agente_id from agente_apelidos p where p.empresa_id = $1
               and p.apelido = escuta_normaliza(n.nome)))
           order by n.nome, a.created_at, a.id`,
    values: [empresaId, nomes],
  });
  return new Map(rows.map(({ nome, id }) => [nome, id]));
}

/**
 * Finds or creates a sheet's agents in the caller's transaction, which blocks merges until its end.
 * @returns agents' ids, by name
 */
export async function agentsByName(
  db: Db,
  empresaId: string,
  nomes: readonly string[],
): Promise<Map<string, string>> {
  const asked = [...new Set(nomes)].filter((nome) => nome !== '');
  if (asked.length === 0) return new Map();
  await lockAgents(db, empresaId, 'ficam');
  const known = await knownAgents(db, empresaId, asked);
  if (asked.every((nome) => known.has(nome))) return known;
  await lock(db, 'nomesDeAgentes', empresaId);
  const later = await knownAgents(db, empresaId, asked);
  const missing = asked.filter((nome) => !later.has(nome));
  await db.query({
    name: 'portal_agents_make',
    text: `insert into agentes (id, empresa_id, nome, updated_at)
           select distinct on (escuta_normaliza(n.nome)) n.id, $1, n.nome, now()
           from unnest($2::uuid[], $3::text[]) as n (id, nome) order by escuta_normaliza(n.nome), n.id`,
    values: [empresaId, missing.map(() => newId()), missing],
  });
  return knownAgents(db, empresaId, asked);
}
