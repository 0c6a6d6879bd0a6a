import type { Db } from '@escuta/prisma/db';
import type { BodyOf, QueryOf, ResponseOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/team/folhas';
import { FOLHAS_POR_VEZ, type PreviaDeFolha } from '@escuta/shared/contracts/team/folhas';
import { AppError, type ErrorCode } from '@escuta/shared/domain/errors';
import { groupBy } from '@escuta/shared/domain/group-by';
import { dayInWords } from '@escuta/shared/domain/interview/sheet/day-sheet';
import type { Scope } from '@escuta/shared/domain/scope';
import { dayInSaoPaulo } from '@escuta/shared/domain/zone-clock';
import { newId } from '@escuta/shared/platform/database/ids';
import { type Actor, recordActions } from '@escuta/shared/services/log/audit-log';
import { recordEvents } from '@escuta/shared/services/log/record-event';
import { personOf } from '../../../access/person.ts';
import type { AppDeps } from '../../../deps.ts';
import { isThere } from '../../../reads/scoped-repo.ts';
import type { Session } from '../../../sign-in/session.ts';
import { lockAgentes } from '../repo.ts';
import { removeRetornoRows } from '../retornos-repo.ts';
import { buildSheets, digestOf, type Folha, type Linha } from './build-sheets.ts';
import {
  cutAnew,
  findLastDay,
  insertRows,
  listAgentsOfDay,
  listSentRows,
  lockRecordings,
  lockSentRows,
  type NewRow,
  readSheetAgents,
  type SentRow,
  type SheetAgent,
  type SoundOf,
  updateRows,
} from './sheet-repo.ts';

type Enviadas = ResponseOf<typeof contracts.sendFolhas>['data'];

function requirePast(dia: string): void {
  if (dia > dayInSaoPaulo(new Date())) {
    throw new AppError(
      'requisicao_invalida',
      `O dia ${dayInWords(dia)} ainda não chegou. Selecione hoje ou um dia anterior.`,
    );
  }
}

/** The requested agents, each once. @throws AppError nao_encontrado */
async function requireAgents(db: Db, scope: Scope, ids: readonly string[]): Promise<SheetAgent[]> {
  const found = await readSheetAgents(db, scope, ids);
  const known = new Set(found.map(({ pedido }) => pedido));
  if (ids.some((id) => !known.has(id.toLowerCase()))) {
    throw new AppError('nao_encontrado', 'Agente não encontrado.');
  }
  return [...new Map(found.map((agent) => [agent.id, agent])).values()];
}

/** The reason why an agent's sheet of a day may not be sent; null if it may. */
function refusalOf(
  { nome, usuario_id, anonimo }: SheetAgent,
  dia: string,
  autorId: string,
  folha: Folha,
  sent: readonly SentRow[],
): string | null {
  const day = dayInWords(dia);
  if (usuario_id === autorId) return 'Esta folha é sua: outra pessoa precisa enviar a folha.';
  if (anonimo) return `O cadastro de ${nome} foi anonimizado e não recebe mais folhas.`;
  if (folha.linhas.length === 0) return `${nome} não fez entrevistas em ${day}.`;
  if (sent.some(({ respondida }) => respondida)) {
    return `${nome} já respondeu à folha de ${day}, que não pode mais ser alterada.`;
  }
  return null;
}

/** The sent row that matches a newly built row: the same moment of the same interview, or the row of figures. */
const sentAs = (sent: readonly SentRow[], { titulo, itemId, trecho }: Linha): SentRow | undefined =>
  sent.find((row) =>
    itemId === null
      ? row.itemId === null
      : row.criterio === titulo && row.itemId === itemId && row.inicioMs === trecho?.inicioMs,
  );

const isSame = (sent: readonly SentRow[], linhas: readonly Linha[]): boolean =>
  sent.length === linhas.length &&
  linhas.every((linha) => {
    const row = sentAs(sent, linha);
    return row?.texto === linha.texto && !row.semSom;
  });

const presentLinha = ({ tipo, titulo, texto, itemId, entrevistaEm, trecho }: Linha) => ({
  ...{ tipo, titulo, texto, item_id: itemId, entrevista_em: entrevistaEm?.toISOString() ?? null },
  trecho: trecho && { inicio_ms: trecho.inicioMs, fim_ms: trecho.fimMs },
});

/**
 * The sheets of a day before sending: of one agent, or of each interviewer of a survey.
 * @throws AppError nao_encontrado, requisicao_invalida
 */
export async function previewSheets(
  { db }: AppDeps,
  session: Session,
  { dia: given, agente_id: agenteId, pesquisa_id: pesquisaId }: QueryOf<typeof contracts.listPreviasDeFolha>,
): Promise<ResponseOf<typeof contracts.listPreviasDeFolha>['data']> {
  const { scope } = session;
  const autorId = personOf(session);
  const asked = agenteId === undefined ? null : await requireAgents(db, scope, [agenteId]);
  if (pesquisaId !== undefined && !(await isThere(db, scope, 'pesquisa', pesquisaId))) {
    throw new AppError('nao_encontrado', 'Pesquisa não encontrada.');
  }
  if (given !== undefined) requirePast(given);
  const where = asked ? { ids: asked.flatMap(({ ids }) => ids) } : { pesquisaId: pesquisaId ?? '' };
  const dia = given ?? (await findLastDay(db, scope, where, dayInSaoPaulo(new Date())));
  if (dia === null) return { dia, previas: [], mais: 0 };
  const ofDay = asked ? null : await listAgentsOfDay(db, scope, pesquisaId ?? '', dia, FOLHAS_POR_VEZ);
  const agents = asked ?? (await requireAgents(db, scope, ofDay?.ids ?? []));
  const sheets = await buildSheets(db, scope, agents, dia);
  const sent = groupBy(
    await listSentRows(
      db,
      scope,
      agents.flatMap(({ ids }) => ids),
      dia,
    ),
    (row) => row.agenteId,
  );
  const previas = agents.map((agent): PreviaDeFolha => {
    const folha = sheets.get(agent.id) as Folha;
    const rows = sent.get(agent.id) ?? [];
    const general = rows.find(({ itemId }) => itemId === null) ?? rows[0];
    return {
      agente: { id: agent.id, nome: agent.nome },
      dia,
      tem_conta: agent.tem_conta,
      recusa: refusalOf(agent, dia, autorId, folha, rows),
      linhas: folha.linhas.map(presentLinha),
      a_confirmar: folha.aConfirmar,
      versao: digestOf(folha.linhas),
      enviada: general
        ? {
            em: general.em.toISOString(),
            por: general.autor,
            vista: rows.every(({ vistoEm }) => vistoEm !== null),
            respondida: rows.some(({ respondida }) => respondida),
            igual: isSame(rows, folha.linhas),
          }
        : null,
    };
  });
  return { dia, previas, mais: ofDay?.mais ?? 0 };
}

type Changes = {
  insert: NewRow[];
  update: { id: string; texto: string }[];
  remove: string[];
  /** Sent moments whose sound is cut again. */
  cut: SoundOf[];
};

function changesOf(
  { empresa_id: empresaId }: SheetAgent,
  linhas: readonly Linha[],
  sent: readonly SentRow[],
): Changes {
  const kept = new Set<string>();
  const changes: Changes = { insert: [], update: [], remove: [], cut: [] };
  for (const linha of linhas) {
    const row = sentAs(sent, linha);
    if (row) {
      kept.add(row.id);
      changes.update.push({ id: row.id, texto: linha.texto });
      const { itemId, trecho } = linha;
      if (row.semSom && itemId && trecho) changes.cut.push({ id: row.id, empresaId, itemId, trecho });
    } else {
      const { agenteId, titulo: criterio, texto, itemId, trecho } = linha;
      changes.insert.push({ id: newId(), empresaId, agenteId, criterio, texto, itemId, trecho });
    }
  }
  changes.remove = sent.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  return changes;
}

/**
 * Sends sheets of a day, or updates sent ones; an account is told of each sheet once. Sheets that may not be sent stay
 * unchanged, and the answer names them; a refused sheet of the only requested agent throws.
 * @throws AppError nao_encontrado, requisicao_invalida, regra_violada, conflito
 */
export async function sendSheets(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  { dia, folhas: asked }: BodyOf<typeof contracts.sendFolhas>,
): Promise<Enviadas> {
  requirePast(dia);
  const autorId = personOf(session);
  const { scope } = session;
  return deps.db.transaction(async (tx) => {
    const ids = asked.map((one) => one.agente_id.toLowerCase());
    await lockAgentes(
      tx,
      scope,
      (await requireAgents(tx, scope, ids)).map(({ id }) => id),
    );
    // Reads the agents again under the lock, because a merge may have ended meanwhile.
    const agents = await requireAgents(tx, scope, ids);
    const sheets = await buildHeld(tx, scope, agents, dia);
    const everyone = agents.flatMap((agent) => agent.ids);
    await lockSentRows(tx, scope, everyone, dia);
    const sent = groupBy(await listSentRows(tx, scope, everyone, dia), (row) => row.agenteId);
    const versions = new Map(asked.map(({ agente_id, versao }) => [agente_id.toLowerCase(), versao]));
    const answer: Enviadas = { enviadas: 0, atualizadas: 0, iguais: 0, sem_conta: [], recusadas: [] };
    const all: Changes = { insert: [], update: [], remove: [], cut: [] };
    const told: { agent: SheetAgent; folhaId: string }[] = [];
    const logged: Parameters<typeof recordActions>[2][number][] = [];
    let code: ErrorCode = 'regra_violada';
    for (const agent of agents) {
      const agente = { id: agent.id, nome: agent.nome };
      const folha = sheets.get(agent.id) as Folha;
      const rows = sent.get(agent.id) ?? [];
      const version = versions.get(agent.pedido) ?? versions.get(agent.id);
      const refused = refusalOf(agent, dia, autorId, folha, rows);
      const isStale = version !== undefined && version !== digestOf(folha.linhas);
      if (refused !== null || isStale) {
        if (refused === null) code = 'conflito';
        const stale = `A folha de ${agent.nome} mudou depois da prévia. Confira-a de novo antes de enviar.`;
        answer.recusadas.push({ agente, motivo: refused ?? stale });
        continue;
      }
      if (!agent.tem_conta) answer.sem_conta.push(agente);
      if (isSame(rows, folha.linhas)) {
        answer.iguais += 1;
        continue;
      }
      const changes = changesOf(agent, folha.linhas, rows);
      all.insert.push(...changes.insert);
      all.update.push(...changes.update);
      all.remove.push(...changes.remove);
      all.cut.push(...changes.cut);
      // After a merge was undone, a sheet may have moments but no row of figures, and counts as new.
      const first = changes.insert.find(({ itemId }) => itemId === null);
      if (first) {
        answer.enviadas += 1;
        told.push({ agent, folhaId: first.id });
      } else answer.atualizadas += 1;
      logged.push({
        empresaId: agent.empresa_id,
        recursoId: agent.id,
        detalhes: { dia, momentos: folha.linhas.length - 1, atualizada: first === undefined },
      });
    }
    const [only] = answer.recusadas;
    if (only && agents.length === 1) throw new AppError(code, only.motivo);
    await removeRetornoRows(tx, scope, all.remove);
    await updateRows(tx, autorId, all.update);
    await insertRows(tx, { dia, autorId }, all.insert);
    await cutAnew(tx, autorId, all.cut);
    if (logged.length > 0) {
      await recordActions(tx, { ...actor, acao: 'folha_enviada', recurso: 'agente' }, logged);
    }
    await recordEvents(
      tx,
      'folha_enviada',
      told.flatMap(({ agent: { id, empresa_id: empresaId, usuario_id: conta_id }, folhaId }) =>
        conta_id === null ? [] : [{ empresaId, alvoId: folhaId, dados: { conta_id, agente_id: id, dia } }],
      ),
    );
    return answer;
  });
}

/** Greatest number of attempts to build sheets; an attempt fails if a recording is erased meanwhile. */
const TRIES = 3;

/**
 * Builds the sheets and locks their recordings against erasure until the transaction ends.
 * @throws AppError conflito if recordings are erased during every attempt
 */
async function buildHeld(
  tx: Db,
  scope: Scope,
  agents: readonly SheetAgent[],
  dia: string,
): Promise<Map<string, Folha>> {
  for (let n = 0; n < TRIES; n += 1) {
    const sheets = await buildSheets(tx, scope, agents, dia);
    const items = [...sheets.values()].flatMap(({ linhas }) => linhas.flatMap(({ itemId }) => itemId ?? []));
    const held = items.length === 0 ? new Set() : await lockRecordings(tx, scope, items);
    // Rebuilds the sheets if a recording was erased before the lock, so that another moment takes its place.
    if (items.every((id) => held.has(id))) return sheets;
  }
  throw new AppError('conflito', 'As gravações do dia estão sendo apagadas. Tente de novo em instantes.');
}
