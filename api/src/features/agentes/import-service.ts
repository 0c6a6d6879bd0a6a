import type { Db } from '@escuta/prisma/db';
import type { BodyOf, ResponseOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/team/agentes';
import { RAMAIS_MAX } from '@escuta/shared/contracts/team/agentes';
import {
  AGENTES_POR_LISTA,
  type LinhaDeAgente,
  type LinhaDeAgenteRecusada,
  readAgentSheet,
} from '@escuta/shared/domain/calls/agent-sheet';
import { AppError } from '@escuta/shared/domain/errors';
import { countCalls, lockRamais, type Trecho } from '@escuta/shared/services/calls/call-agents';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import {
  type Conhecido,
  findOverlap,
  insertRamal,
  instantsOf,
  knownAgentes,
  normaliseNames,
  ramaisPerAgente,
} from './ramais-repo.ts';
import { RAMAIS_DEMAIS, resolveAnew, takenText } from './ramais-service.ts';
import { insertAgente, saveAgente } from './repo.ts';

type Relatorio = ResponseOf<typeof contracts.importAgentes>['data'];

/** Thrown to roll back a check of a list. A check runs the whole import, so that its counts are exact. */
class Undo extends Error {
  readonly relatorio: Relatorio;
  constructor(relatorio: Relatorio) {
    super('conferência');
    this.relatorio = relatorio;
  }
}

const CHECKED_CALLS_MAX = 100_000;

/** Finds the agent of a line by the number, else by a name that only one agent has. */
class People {
  readonly #byMatricula = new Map<string, Conhecido>();
  readonly #byName = new Map<string, Conhecido[]>();

  constructor(known: readonly (Conhecido & { apelidos: string[] })[]) {
    for (const one of known) {
      if (one.matricula !== null) this.#byMatricula.set(one.matricula, one);
      for (const name of new Set([one.normal, ...one.apelidos])) this.#name(name, one);
    }
  }

  #name(name: string, one: Conhecido): void {
    this.#byName.set(name, [...(this.#byName.get(name) ?? []), one]);
  }

  /** Finds the agent of a line. @returns the agent, null for a new agent, or the reason why the line is ambiguous */
  find({ matricula }: LinhaDeAgente, normal: string): Conhecido | null | string {
    const numbered = matricula === null ? undefined : this.#byMatricula.get(matricula);
    if (numbered) return numbered;
    const named = (this.#byName.get(normal) ?? []).filter(
      // A line with a number does not match an agent of the same name with another number.
      (one) => matricula === null || one.matricula === null,
    );
    if (named.length > 1) return 'Mais de um agente tem este nome: informe a matrícula.';
    return named[0] ?? null;
  }

  add(one: Conhecido): void {
    if (one.matricula !== null) this.#byMatricula.set(one.matricula, one);
    this.#name(one.normal, one);
  }

  number(one: Conhecido, matricula: string): void {
    one.matricula = matricula;
    this.#byMatricula.set(matricula, one);
  }
}

async function takeLines(db: Db, empresaId: string, linhas: readonly LinhaDeAgente[]) {
  const people = new People(await knownAgentes(db, empresaId));
  const held = await ramaisPerAgente(db, empresaId);
  const normals = await normaliseNames(
    db,
    linhas.map(({ nome }) => nome),
  );
  const times = [...new Set(linhas.flatMap(({ de, ate }) => [de, ate]).filter((one) => one !== null))];
  const instants = await instantsOf(db, times);
  const at = (local: string | null): string | null =>
    local === null ? null : (instants[times.indexOf(local)] as string);
  const done = { novos: 0, alterados: 0, ramais: 0, iguais: 0 };
  const recusadas: LinhaDeAgenteRecusada[] = [];
  const trechos: Trecho[] = [];
  for (const [n, line] of linhas.entries()) {
    const { linha, texto, nome, matricula } = line;
    const normal = normals[n] as string;
    const who = people.find(line, normal);
    if (typeof who === 'string') {
      recusadas.push({ linha, texto, motivo: who });
      continue;
    }
    const periodo = line.ramal === null ? null : { ramal: line.ramal, de: at(line.de), ate: at(line.ate) };
    const taken = periodo && (await findOverlap(db, empresaId, periodo, null));
    const isSame =
      taken !== null &&
      who !== null &&
      taken.agente_id === who.id &&
      (taken.de?.toISOString() ?? null) === periodo?.de &&
      (taken.ate?.toISOString() ?? null) === periodo?.ate;
    // Refuses the whole line if another period overlaps.
    if (taken && !isSame) {
      recusadas.push({ linha, texto, motivo: takenText(periodo.ramal, taken) });
      continue;
    }
    if (periodo && !taken && who !== null && (held.get(who.id) ?? 0) >= RAMAIS_MAX) {
      recusadas.push({ linha, texto, motivo: RAMAIS_DEMAIS });
      continue;
    }
    let agente = who;
    let changed = false;
    if (agente === null) {
      const id = await insertAgente(db, empresaId, { nome, matricula, usuario_id: null });
      agente = { id, nome, normal, matricula };
      people.add(agente);
      done.novos += 1;
      changed = true;
    } else if (matricula !== null && agente.matricula === null) {
      await saveAgente(db, agente.id, { matricula });
      people.number(agente, matricula);
      done.alterados += 1;
      changed = true;
    }
    if (periodo && !taken) {
      await insertRamal(db, { id: agente.id, empresa_id: empresaId }, periodo);
      held.set(agente.id, (held.get(agente.id) ?? 0) + 1);
      trechos.push(periodo);
      done.ramais += 1;
      changed = true;
    }
    if (!changed) done.iguais += 1;
  }
  return { done, recusadas, trechos };
}

/**
 * Checks or imports a list of agents of the caller's company.
 * @throws AppError requisicao_invalida, muitas_tentativas
 */
export async function importList(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  { texto, confirmado }: BodyOf<typeof contracts.importAgentes>,
): Promise<Relatorio> {
  const { empresaId } = session.ownScope;
  const sheet = readAgentSheet(texto);
  if (sheet.excesso) {
    throw new AppError(
      'requisicao_invalida',
      `A lista tem mais de ${AGENTES_POR_LISTA} linhas. Divida a lista em partes.`,
    );
  }
  try {
    return await deps.db.transaction(async (tx) => {
      await lockRamais(tx, empresaId, 'mudam');
      const { done, recusadas, trechos } = await takeLines(tx, empresaId, sheet.linhas);
      const relatorio = {
        linhas: sheet.linhas.length + sheet.recusadas.length,
        ...done,
        recusadas: [...sheet.recusadas, ...recusadas].sort((a, b) => a.linha - b.linha),
      };
      if (!confirmado) {
        const ligacoes = await countCalls(tx, empresaId, trechos.slice(0, 200), CHECKED_CALLS_MAX);
        throw new Undo({ ...relatorio, resolvidas: { ligacoes, tarefa_id: null } });
      }
      await recordAction(tx, {
        ...actor,
        empresaId,
        acao: 'agentes_importados',
        recurso: 'empresa',
        recursoId: empresaId,
        detalhes: { ...done, recusadas: relatorio.recusadas.length },
      });
      return { ...relatorio, resolvidas: await resolveAnew(tx, actor, empresaId, trechos) };
    });
  } catch (error) {
    if (error instanceof Undo) return error.relatorio;
    throw error;
  }
}
