import type { Db } from '@escuta/prisma/db';
import type { BodyOf, ResponseOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/team/agentes';
import { type AgenteRamalWire, RAMAIS_MAX } from '@escuta/shared/contracts/team/agentes';
import { AppError } from '@escuta/shared/domain/errors';
import {
  countCalls,
  lockRamais,
  resolveStretches,
  type Trecho,
} from '@escuta/shared/services/calls/call-agents';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { createTask } from '@escuta/shared/services/tasks/tasks';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import {
  asTrecho,
  countRamais,
  findOverlap,
  findRamal,
  insertRamal,
  isOverlap,
  listRamais,
  type Periodo,
  type RamalRow,
  removeRamal,
  saveRamal,
} from './ramais-repo.ts';
import { type AgenteRow, lockAgentes } from './repo.ts';
import { requireAgente, requireOwn } from './service.ts';

/** Greatest number of calls that the request itself assigns; with more, a task assigns the calls. */
const AT_ONCE = 1000;
/** Greatest number of periods whose calls the request counts; with more, a task assigns the calls. */
const STRETCHES_AT_ONCE = 50;
/** Number of calls at which counting stops. */
const COUNT_MAX = 100_000;

type Resolvidas = ResponseOf<typeof contracts.addRamal>['data']['resolvidas'];

export const RAMAIS_DEMAIS = `Um agente pode ter até ${RAMAIS_MAX} períodos de ramal.`;

const notFound = () => new AppError('nao_encontrado', 'Período de ramal não encontrado.');

const present = ({ id, ramal, de, ate }: RamalRow): AgenteRamalWire => ({
  id,
  ramal,
  de: de?.toISOString() ?? null,
  ate: ate?.toISOString() ?? null,
});

const moment = (instant: Date): string =>
  instant.toLocaleString('pt-BR', {
    timeZone: 'America/Sao_Paulo',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });

/** Says in Portuguese which agent has the extension, and when. */
export function takenText(ramal: string, taken: { nome: string; de: Date | null; ate: Date | null }): string {
  const since = taken.de ? `de ${moment(taken.de)} ` : '';
  const until = taken.ate ? `até ${moment(taken.ate)}` : taken.de ? 'em diante' : 'por tempo indeterminado';
  return `O ramal ${ramal} está com ${taken.nome} ${since}${until}. Encerre ou altere esse período antes.`;
}

/**
 * Checks that no other agent has the extension in the period.
 * @throws AppError conflito naming the agent
 */
async function requireFree(
  db: Db,
  empresaId: string,
  periodo: Periodo,
  except: string | null,
): Promise<void> {
  const taken = await findOverlap(db, empresaId, periodo, except);
  if (!taken) return;
  const mensagem = takenText(periodo.ramal, taken);
  throw new AppError('conflito', mensagem, {
    errors: [{ campo: 'ramal', mensagem, agente_id: taken.agente_id, ramal_id: taken.id }],
  });
}

/**
 * Converts an overlap with a concurrent change to a conflict.
 * @throws AppError conflito for an overlap; every other error unchanged
 */
function refuseOverlap(error: unknown): never {
  if (isOverlap(error)) {
    throw new AppError(
      'conflito',
      'O ramal já está com outro agente nesse período. Atualize a página e tente de novo.',
    );
  }
  throw error;
}

/** Joins each extension's periods into one, from first start to last end, so that a long list gives few periods. */
function joinPeriods(trechos: readonly Trecho[]): Trecho[] {
  const byRamal = new Map<string, Trecho>();
  for (const one of trechos) {
    const key = one.ramal.toUpperCase();
    const known = byRamal.get(key);
    if (!known) byRamal.set(key, one);
    else {
      byRamal.set(key, {
        ramal: one.ramal,
        de: known.de === null || one.de === null ? null : ([known.de, one.de].sort()[0] as string),
        ate: known.ate === null || one.ate === null ? null : ([known.ate, one.ate].sort()[1] as string),
      });
    }
  }
  return [...byRamal.values()];
}

/** Assigns the calls within the given periods to agents again: at once, or by a task if there are many calls. */
export async function resolveAnew(
  db: Db,
  actor: Actor,
  empresaId: string,
  given: readonly Trecho[],
): Promise<Resolvidas> {
  const trechos = joinPeriods(given);
  if (trechos.length === 0) return { ligacoes: 0, tarefa_id: null };
  const many = trechos.length > STRETCHES_AT_ONCE;
  const ligacoes = many ? 0 : await countCalls(db, empresaId, trechos, COUNT_MAX);
  if (many || ligacoes > AT_ONCE) {
    const tarefa_id = await createTask(db, {
      tipo: 'resolver_agentes',
      empresaId,
      actor,
      parametros: { trechos },
    });
    return { ligacoes, tarefa_id };
  }
  await resolveStretches(db, empresaId, trechos, AT_ONCE);
  return { ligacoes, tarefa_id: null };
}

/** The periods in which an agent has extensions, newest first. @throws AppError nao_encontrado */
export async function ramaisOf(deps: AppDeps, session: Session, id: string): Promise<AgenteRamalWire[]> {
  await requireAgente(deps.db, session.scope, id);
  return (await listRamais(deps.db, session.scope, id, RAMAIS_MAX)).map(present);
}

type Changed = { row: RamalRow | null; trechos: Trecho[]; detalhes: Record<string, unknown> };

/** Changes an agent's periods under the company's lock, then assigns the affected calls again. */
function changePeriods(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  act: (db: Db, agente: AgenteRow) => Promise<Changed>,
): Promise<{ row: RamalRow | null; resolvidas: Resolvidas }> {
  return deps.db
    .transaction(async (tx) => {
      const { empresa_id: empresaId } = await requireAgente(tx, session.scope, id);
      await lockRamais(tx, empresaId, 'mudam');
      await lockAgentes(tx, session.scope, [id]);
      const agente = await requireAgente(tx, session.scope, id);
      requireOwn(agente);
      const { row, trechos, detalhes } = await act(tx, agente);
      await recordAction(tx, {
        ...actor,
        empresaId,
        acao: 'agente_ramal',
        recurso: 'agente',
        recursoId: id,
        detalhes,
      });
      return { row, resolvidas: await resolveAnew(tx, actor, empresaId, trechos) };
    })
    .catch(refuseOverlap);
}

/**
 * Assigns an extension to an agent.
 * @throws AppError nao_encontrado, conflito, regra_violada
 */
export async function giveRamal(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  body: BodyOf<typeof contracts.addRamal>,
) {
  const periodo: Periodo = { ramal: body.ramal, de: body.de ?? null, ate: body.ate ?? null };
  const { row, resolvidas } = await changePeriods(deps, session, actor, id, async (db, agente) => {
    await requireFree(db, agente.empresa_id, periodo, null);
    if ((await countRamais(db, session.scope, id)) >= RAMAIS_MAX) {
      throw new AppError('regra_violada', RAMAIS_DEMAIS);
    }
    const made = await insertRamal(db, agente, periodo);
    return { row: made, trechos: [asTrecho(made)], detalhes: { depois: asTrecho(made) } };
  });
  return { ...present(row as RamalRow), resolvidas };
}

/**
 * Changes or ends a period.
 * @throws AppError nao_encontrado, conflito, requisicao_invalida
 */
export async function changeRamal(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  { id, ramalId }: { id: string; ramalId: string },
  body: BodyOf<typeof contracts.updateRamal>,
) {
  const { row, resolvidas } = await changePeriods(deps, session, actor, id, async (db, agente) => {
    const before = await findRamal(db, session.scope, id, ramalId);
    if (!before) throw notFound();
    const old = asTrecho(before);
    const next: Periodo = {
      ramal: body.ramal ?? old.ramal,
      de: body.de === undefined ? old.de : body.de,
      ate: body.ate === undefined ? old.ate : body.ate,
    };
    if (next.de && next.ate && Date.parse(next.ate) <= Date.parse(next.de)) {
      const mensagem = 'O fim do período deve ser posterior ao início.';
      throw new AppError('requisicao_invalida', mensagem, { errors: [{ campo: 'ate', mensagem }] });
    }
    await requireFree(db, agente.empresa_id, next, ramalId);
    const after = await saveRamal(db, ramalId, next);
    return { row: after, trechos: [old, asTrecho(after)], detalhes: { antes: old, depois: asTrecho(after) } };
  });
  return { ...present(row as RamalRow), resolvidas };
}

/**
 * Deletes a period, and assigns the affected calls again.
 * @throws AppError nao_encontrado
 */
export async function takeRamal(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  { id, ramalId }: { id: string; ramalId: string },
): Promise<void> {
  await changePeriods(deps, session, actor, id, async (db) => {
    const before = await findRamal(db, session.scope, id, ramalId);
    if (!before) throw notFound();
    await removeRamal(db, session.scope, ramalId);
    return { row: null, trechos: [asTrecho(before)], detalhes: { antes: asTrecho(before) } };
  });
}
