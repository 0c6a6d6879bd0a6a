// SQL, not Prisma, because one statement finds the owners of a batch's extensions, and another assigns extensions.

import type { Db } from '@escuta/prisma/db';
import { AGENTES_DEMAIS, plainName, plannedAgents } from '@escuta/shared/domain/call-sheet/agents';
import type { Contagens } from '@escuta/shared/domain/call-sheet/fields';
import { LIMITES_IMPORTACAO } from '@escuta/shared/domain/call-sheet/limits';
import type { LigacaoLida } from '@escuta/shared/domain/call-sheet/row';
import { AppError } from '@escuta/shared/domain/errors';
import { newId } from '@escuta/shared/platform/database/ids';
import { countCalls, lockRamais } from '@escuta/shared/services/calls/call-agents';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { createTask } from '@escuta/shared/services/tasks/tasks';
import { agentsByName, knownAgents } from '../portal/agents.ts';
import type { Importacao } from './import-repo.ts';

type Nova = { ligacao: LigacaoLida };

/**
 * Finds new calls' agents by the names in the rows. Counts in `contagens` names and extensions without an agent.
 * @returns ids of the agents, by name
 * @throws AppError regra_violada if there are too many new names
 */
export async function agentsOf(
  db: Db,
  importacao: Importacao,
  novas: readonly Nova[],
  contagens: Contagens,
): Promise<ReadonlyMap<string, string>> {
  const { empresaId, estado, mapeamento } = importacao;
  const nomes = [
    ...new Set(novas.flatMap(({ ligacao }) => (ligacao.agente === null ? [] : [ligacao.agente]))),
  ];
  const known = nomes.length === 0 ? new Map<string, string>() : await knownAgents(db, empresaId, nomes);
  const seen = new Set(contagens.agentes_novos.map(plainName));
  for (const nome of nomes) {
    if (known.has(nome) || seen.has(plainName(nome)) || seen.size > LIMITES_IMPORTACAO.agentesNovos) continue;
    seen.add(plainName(nome));
    contagens.agentes_novos.push(nome);
  }
  const creates = mapeamento?.criar_agentes === true;
  if (creates && contagens.agentes_novos.length > LIMITES_IMPORTACAO.agentesNovos)
    throw new AppError('regra_violada', AGENTES_DEMAIS);
  if (estado === 'simulando' || !creates) {
    const alone = await withoutOwner(db, empresaId, novas);
    countExtensions(contagens, alone);
    if (!creates) {
      const nobodys = new Set(alone.map(({ ligacao }) => ligacao));
      contagens.sem_agente += novas.filter(({ ligacao }) =>
        ligacao.agente === null ? nobodys.has(ligacao) : !known.has(ligacao.agente),
      ).length;
    }
    return known;
  }
  return agentsByName(db, empresaId, nomes);
}

/** The calls whose extension had no agent when the call began. */
async function withoutOwner<N extends Nova>(db: Db, empresaId: string, novas: readonly N[]): Promise<N[]> {
  const asked = novas.filter(({ ligacao }) => ligacao.ramal !== null);
  if (asked.length === 0) return [];
  const { rows } = await db.query<{ n: number }>({
    name: 'importacao_ramais',
    text: `select a.n::int as n from unnest($2::text[], $3::float8[]) with ordinality as a (ramal, ms, n)
           where escuta_agente_do_ramal($1, a.ramal, to_timestamp(a.ms / 1000)) is null`,
    values: [
      empresaId,
      asked.map(({ ligacao }) => ligacao.ramal),
      asked.map(({ ligacao }) => ligacao.inicio),
    ],
  });
  return rows.flatMap(({ n }) => asked[n - 1] ?? []);
}

function countExtensions(contagens: Contagens, alone: readonly Nova[]): void {
  const ramais = (contagens.ramais_sem_agente ?? []).map(({ ramal, nomes }) => ({
    ramal,
    nomes: [...nomes],
  }));
  const byRamal = new Map(ramais.map((one) => [one.ramal.toUpperCase(), one]));
  for (const { ligacao } of alone) {
    const { agente } = ligacao;
    const ramal = ligacao.ramal?.trim();
    if (!ramal) continue;
    let one = byRamal.get(ramal.toUpperCase());
    if (!one) {
      if (ramais.length >= LIMITES_IMPORTACAO.agentesNovos) continue;
      one = { ramal, nomes: [] };
      byRamal.set(ramal.toUpperCase(), one);
      ramais.push(one);
    }
    const { nomes } = one;
    if (agente === null || nomes.length > 1 || nomes.some((nome) => plainName(nome) === plainName(agente)))
      continue;
    nomes.push(agente);
  }
  contagens.ramais_sem_agente = ramais;
}

/**
 * Creates the agents that the dry run announced and assigns their extensions, if the person allowed this; starts a task
 * that assigns these extensions' earlier calls.
 * @throws AppError muitas_tentativas if the company already has too many tasks
 */
export async function makePlannedAgents(
  db: Db,
  actor: Actor,
  { id, empresaId, estado, mapeamento, simulacao }: Importacao,
  contagens: Contagens,
): Promise<void> {
  if (estado !== 'importando' || !mapeamento?.criar_agentes || !simulacao) return;
  const planned = plannedAgents(simulacao);
  if (planned.length === 0) return;
  contagens.agentes_novos = simulacao.agentes_novos;
  contagens.ramais_sem_agente = simulacao.ramais_sem_agente;
  const ids = await agentsByName(
    db,
    empresaId,
    planned.map(({ nome }) => nome),
  );
  const pairs = planned.flatMap(({ nome, ramais }) =>
    ramais.map((ramal) => ({ id: newId(), ramal, agenteId: ids.get(nome) })),
  );
  if (pairs.length > 0) await lockRamais(db, empresaId, 'mudam');
  // An extension assigned after the dry run keeps its agent.
  const { rows } = await db.query<{ ramal: string }>({
    name: 'importacao_ramais_novos',
    text: `insert into agente_ramais (id, empresa_id, agente_id, ramal)
           select n.id, $1, n."agenteId", escuta_ramal(n.ramal)
           from jsonb_to_recordset($2::jsonb) as n (id uuid, ramal text, "agenteId" uuid)
           where not exists (select from agente_ramais r where r.empresa_id = $1 and r.ramal = escuta_ramal(n.ramal))
           returning ramal`,
    values: [empresaId, JSON.stringify(pairs)],
  });
  const trechos = rows.map(({ ramal }) => ({ ramal, de: null, ate: null }));
  await recordAction(db, {
    ...{ ...actor, empresaId, acao: 'agentes_importados', recurso: 'importacao', recursoId: id },
    detalhes: { criados: planned.length, ramais: trechos.length },
  });
  if ((await countCalls(db, empresaId, trechos, 1)) > 0)
    await createTask(db, { tipo: 'resolver_agentes', empresaId, actor, parametros: { trechos } });
}
