// SQL: these statements lock items against runs and erasure, insert one item per idempotency key, and read items on hot
// paths.

import type { Database, Db } from '@escuta/prisma/db';
import { NOMES_LIGACAO } from '@escuta/shared/contracts/calls/call-fields';
import { AppError } from '@escuta/shared/domain/errors';
import {
  AUDITORIA_PADRAO_ID,
  TIPOS_LIGACAO,
  type TipoItem,
  type TipoProjeto,
} from '@escuta/shared/domain/runs/status';
import { empresaIdOf, type Scope, whereScope } from '@escuta/shared/domain/scope';
import { isExample } from '@escuta/shared/platform/database/conditions/examples';
import { newId } from '@escuta/shared/platform/database/ids';
import { inScope, sql } from '@escuta/shared/platform/database/sql';
import { lockRamais } from '@escuta/shared/services/calls/call-agents';
import { callKeyOf } from '@escuta/shared/services/calls/call-key';
import { itemRefusal, requireAct } from '@escuta/shared/services/items/life';
import { removeItems } from '@escuta/shared/services/items/remove';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { DatabaseError } from 'pg';
import { diffOf } from '../../access/action-diff.ts';
import { defaultAudit } from '../../reads/default-audit-repo.ts';
import {
  CALL_COLUMNS,
  type CallValues,
  COLUMNS,
  callSets,
  callValues,
  type ItemRow,
} from './list/columns-repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Item de auditoria não encontrado.');

/** Finds an item by id; null if the scope has no such item. */
export async function findItem(db: Db, scope: Scope, id: string): Promise<ItemRow | null> {
  const { rows } = await db.sql<ItemRow>(
    sql`select ${COLUMNS} from auditoria_itens i
      where i.id = ${id} and ${inScope(scope, sql`i.empresa_id`)}`,
    'item_um',
  );
  return rows[0] ?? null;
}

/**
 * Locks an item.
 * @throws AppError nao_encontrado, dados_apagados
 */
export async function lockItem(db: Db, scope: Scope, id: string): Promise<ItemRow> {
  const { rows } = await db.sql<ItemRow>(
    sql`select ${COLUMNS} from auditoria_itens i
      where i.id = ${id} and ${inScope(scope, sql`i.empresa_id`)} for update of i`,
  );
  const row = rows[0];
  if (!row) throw notFound();
  if (row.dados_apagados_em) throw itemRefusal('dados_apagados');
  return row;
}

export type NovoItem = {
  tipoItem: TipoItem;
  campos: CallValues;
  pesquisaId: string | null;
  questionarioId: string | null;
  entrevistaId: string | null;
  metadata: Record<string, unknown>;
  criadoPor: string | null;
  /** The agent that a person chose; null: the extension determines the agent. */
  agenteId: string | null;
  /** Idempotency key: repeated requests give a single item. */
  chaveIdempotente: string | null;
};

type Destino = { id: string; empresa_id: string; projeto_id: string; tipo_projeto: TipoProjeto };

/**
 * Finds the target audit, and locks its project against deletion; creates a missing default audit.
 * @throws AppError requisicao_invalida, nao_encontrado, regra_violada (inactive project, or a project of another kind)
 */
async function findDestino(
  db: Db,
  scope: Scope,
  auditoriaId: string,
  projetoId: string | undefined,
  tipoItem: TipoItem,
): Promise<Destino> {
  const placeholder = auditoriaId === AUDITORIA_PADRAO_ID;
  if (placeholder && !projetoId) {
    throw new AppError(
      'requisicao_invalida',
      `Informe o projeto (projeto_id) para usar a auditoria '${AUDITORIA_PADRAO_ID}'.`,
      { errors: [{ campo: 'projeto_id', mensagem: 'Campo obrigatório.' }] },
    );
  }
  const { rows } = await db.query<{
    id: string;
    empresa_id: string;
    is_active: boolean;
    tipo_projeto: TipoProjeto;
    exemplo: boolean;
    auditoria_id: string | null;
  }>(
    placeholder
      ? `select p.id, p.empresa_id, p.is_active, p.tipo_projeto, ${isExample('p')} as exemplo,
           null::uuid as auditoria_id from projetos p
         where p.id = $1 and ${inScope('$2', 'p.empresa_id')} for key share of p`
      : `select p.id, p.empresa_id, p.is_active, p.tipo_projeto, ${isExample('p')} as exemplo,
           a.id as auditoria_id
         from auditorias a join projetos p on p.id = a.projeto_id
         where a.id = $1 and ${inScope('$2', 'a.empresa_id')} for key share of a, p`,
    [placeholder ? projetoId : auditoriaId, empresaIdOf(scope)],
  );
  const row = rows[0];
  if (!row) {
    throw new AppError(
      'nao_encontrado',
      placeholder ? 'Projeto não encontrado.' : 'Auditoria não encontrada.',
    );
  }
  if (projetoId && projetoId !== row.id) {
    throw new AppError('nao_encontrado', 'Auditoria não encontrada neste projeto.');
  }
  if (!row.is_active) {
    throw new AppError('regra_violada', 'Este projeto está inativo e não recebe novos itens.');
  }
  if (row.exemplo) {
    // The example project is excluded from figures and deleted as a whole, so that a real call in it would be lost.
    throw new AppError(
      'regra_violada',
      row.tipo_projeto === 'pesquisa'
        ? 'A pesquisa de exemplo não recebe entrevistas. Crie um projeto de pesquisa para as entrevistas da sua empresa.'
        : 'O projeto de exemplo não recebe ligações. Crie um projeto para as ligações da sua empresa.',
    );
  }
  if (row.tipo_projeto === 'pesquisa' && (tipoItem === 'ligacao' || tipoItem === 'call_data')) {
    throw new AppError('regra_violada', 'Projetos de pesquisa não recebem ligações.');
  }
  return {
    id: row.auditoria_id ?? (await defaultAudit(db, row.empresa_id, row.id)),
    empresa_id: row.empresa_id,
    projeto_id: row.id,
    tipo_projeto: row.tipo_projeto,
  };
}

/**
 * Refuses items other than calls in a call centre project, because the project's reports count calls.
 * @throws AppError regra_violada
 */
function assertKind(projeto: TipoProjeto, tipoItem: TipoItem): void {
  if (projeto !== 'call_center' || TIPOS_LIGACAO.some((tipo) => tipo === tipoItem)) return;
  throw new AppError(
    'regra_violada',
    'Projetos de call center só recebem ligações. Registre itens de pesquisa e de entrevista em projetos de pesquisa.',
  );
}

/**
 * Completes a new item with the data of its survey or interview, which must be in the item's project.
 * @throws AppError nao_encontrado
 */
async function withSurveyParts(db: Db, destino: Destino, novo: NovoItem): Promise<NovoItem> {
  if (novo.entrevistaId) {
    const { rows } = await db.query<{
      pesquisa_id: string;
      questionario_id: string;
      nome_entrevistado: string;
    }>(
      `select e.pesquisa_id, e.questionario_id, e.nome_entrevistado from entrevistas e
       join pesquisas q on q.id = e.pesquisa_id where e.id = $1 and q.projeto_id = $2 for no key update of e`,
      [novo.entrevistaId, destino.projeto_id],
    );
    const row = rows[0];
    if (!row) throw new AppError('nao_encontrado', 'Entrevista não encontrada neste projeto.');
    const outra =
      (novo.pesquisaId !== null && novo.pesquisaId !== row.pesquisa_id) ||
      (novo.questionarioId !== null && novo.questionarioId !== row.questionario_id);
    if (outra) {
      throw new AppError('nao_encontrado', 'Entrevista não encontrada nesta pesquisa e neste questionário.');
    }
    // Ignores a repeated request's item, which has the same key, because the insertion below finds this item.
    const { rowCount } = await db.query(
      'select from auditoria_itens where entrevista_id = $1 and (chave_idempotente is null or chave_idempotente is distinct from $2)',
      [novo.entrevistaId, novo.chaveIdempotente],
    );
    if (rowCount) throw new AppError('conflito', 'Esta entrevista já tem um item de auditoria.');
    const nome_entrevistado = novo.campos.nome_entrevistado ?? row.nome_entrevistado;
    return {
      ...novo,
      campos: { ...novo.campos, nome_entrevistado },
      pesquisaId: row.pesquisa_id,
      questionarioId: row.questionario_id,
    };
  }
  if (novo.pesquisaId) {
    const { rows } = await db.query<{ questionario: boolean }>(
      `select $3::uuid is null or exists (select from questionarios where id = $3
        and pesquisa_id = q.id) as questionario
       from pesquisas q where q.id = $1 and q.projeto_id = $2 for key share of q`,
      [novo.pesquisaId, destino.projeto_id, novo.questionarioId],
    );
    if (!rows[0]) throw new AppError('nao_encontrado', 'Pesquisa não encontrada neste projeto.');
    if (!rows[0].questionario) {
      throw new AppError('nao_encontrado', 'Questionário não encontrado nesta pesquisa.');
    }
  }
  return novo;
}

/** The key by which a sheet imported later recognises the call, hex; null if the item is no call. */
function keyOf({ tipoItem, campos }: NovoItem): string | null {
  if (!TIPOS_LIGACAO.some((tipo) => tipo === tipoItem)) return null;
  const { call_start_time: inicio, numero_destino: numero, ramal, asterisk_filename: arquivo } = campos;
  return callKeyOf({ inicio, numero, ramal, arquivo })?.toString('hex') ?? null;
}

/** Log entry of an item, without names. */
const entryOf = (actor: Actor, item: ItemRow) => ({
  ...{ ...actor, empresaId: item.empresa_id, recurso: 'auditoria_item', recursoId: item.id },
  detalhes: { projeto_id: item.projeto_id, tipo_item: item.tipo_item },
});

/**
 * Creates an item of an audit, or of a project's default audit. `novo`: false if an earlier request with the same key
 * created it.
 * @throws AppError like `findDestino`
 */
export function createItem(
  db: Database,
  scope: Scope,
  target: { auditoriaId: string; projetoId: string | undefined },
  given: NovoItem,
): Promise<{ item: ItemRow; auditoriaId: string; novo: boolean }> {
  return db.transaction(async (tx) => {
    const destino = await findDestino(tx, scope, target.auditoriaId, target.projetoId, given.tipoItem);
    const novo = await withSurveyParts(tx, destino, given);
    assertKind(destino.tipo_projeto, given.tipoItem);
    // Locks the extensions, so that a concurrent change of their agents sees the call.
    if (novo.campos.ramal !== null) await lockRamais(tx, destino.empresa_id, 'ficam');
    const insert = async (chave: string | null): Promise<ItemRow | undefined> => {
      const { rows } = await tx.sql<ItemRow>(
        sql`insert into auditoria_itens as i (id, empresa_id, projeto_id, auditoria_id, tipo_item, ${CALL_COLUMNS},
            pesquisa_id, questionario_id, entrevista_id, metadata, criado_por, chave_idempotente, chave_dup)
          values (${newId()}, ${destino.empresa_id}, ${destino.projeto_id}, ${destino.id}, ${novo.tipoItem},
            ${callValues(novo.campos)}, ${novo.pesquisaId}, ${novo.questionarioId}, ${novo.entrevistaId},
            ${novo.metadata}, ${novo.criadoPor}, ${novo.chaveIdempotente}, decode(${chave}, 'hex'))
          on conflict do nothing
          returning ${COLUMNS}`,
        'item_cria',
      );
      const [item] = rows;
      if (!item || novo.agenteId === null) return item;
      await saveAgente(tx, item, novo.agenteId);
      return (await findItem(tx, scope, item.id)) ?? undefined;
    };
    const chave = keyOf(novo);
    const made = await insert(chave);
    if (made) return { item: made, auditoriaId: destino.id, novo: true };
    // The insertion waited for the commit of the conflicting row, so the row is visible. A repeated request gets the
    // row of its key before unique_id is checked.
    const { rows: before } = await tx.sql<ItemRow>(
      sql`select ${COLUMNS} from auditoria_itens i
        where i.empresa_id = ${destino.empresa_id} and i.chave_idempotente = ${novo.chaveIdempotente}`,
    );
    if (!before[0]) await refuseSameCall(tx, scope, destino.projeto_id, novo.campos.unique_id);
    // Inserts a call equal to a stored call as another call, because a person who enters a single call is trusted.
    const other = before[0] || chave === null ? undefined : await insert(null);
    if (other) return { item: other, auditoriaId: destino.id, novo: true };
    if (!before[0])
      throw new AppError(
        'conflito',
        'Esta ligação acabou de ser excluída. Para registrar a ligação, envie os dados de novo.',
      );
    return { item: before[0], auditoriaId: destino.id, novo: false };
  });
}

/**
 * Refuses a unique_id that another call of the project has.
 * @throws AppError conflito with the id of that call
 */
async function refuseSameCall(
  db: Db,
  scope: Scope,
  projetoId: string,
  uniqueId: string | null,
): Promise<void> {
  if (uniqueId === null) return;
  const where = { projetoId, uniqueId, ...whereScope(scope) };
  const same = await db.within(scope).auditoriaItem.findFirst({ where, select: { id: true } });
  if (!same) return;
  const mensagem = `Este projeto já tem uma ligação com o identificador na telefonia “${uniqueId}”.`;
  throw new AppError('conflito', mensagem, {
    errors: [{ campo: 'unique_id', mensagem, item_id: same.id }],
  });
}

const isUniqueIdTaken = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  error.code === '23505' &&
  error.constraint === 'auditoria_itens_unique_id_key';

/** The fields that an edit writes. `agente_id`: absent keeps the agent; empty: the extension determines the agent. */
export type ItemEditavel = CallValues & Pick<ItemRow, 'metadata'> & { agente_id?: string | undefined };

/**
 * Sets the agent of a locked item after an edit wrote the other fields; empty `agenteId`: the extension's agent.
 * @throws AppError nao_encontrado for an unknown agent
 */
async function saveAgente(db: Db, item: ItemRow, agenteId: string): Promise<void> {
  if (agenteId === '') {
    await db.sql(
      sql`update auditoria_itens i set agente_id = d.agente_id,
          agente_origem = case when d.agente_id is not null then 'ramal' end
        from (select escuta_agente_do_ramal(o.empresa_id, o.ramal, o.momento_chamada) as agente_id
          from auditoria_itens o where o.id = ${item.id}) d
        where i.id = ${item.id}`,
    );
    return;
  }
  const { rowCount } = await db.sql(
    sql`update auditoria_itens i set agente_id = coalesce(a.fundido_em_id, a.id), agente_origem = 'pessoa'
      from agentes a where i.id = ${item.id} and a.id = ${agenteId} and a.empresa_id = i.empresa_id`,
  );
  if (!rowCount) throw new AppError('nao_encontrado', 'Agente não encontrado.');
}

/** The logged fields of an item; an erasure removes them from the log too. */
const loggedFieldsOf = (
  item: Omit<ItemEditavel, 'agente_id'> & Pick<ItemRow, 'agente' | 'agente_origem'>,
) => ({
  ...Object.fromEntries(
    NOMES_LIGACAO.map((nome) => [nome, item[nome] instanceof Date ? item[nome].toISOString() : item[nome]]),
  ),
  agente_id: item.agente?.id ?? null,
  agente_origem: item.agente_origem,
  ...Object.fromEntries(Object.entries(item.metadata).map(([key, value]) => [`metadata.${key}`, value])),
});

/**
 * Changes an item under its lock: `change` maps the present row to the new values.
 * @throws AppError nao_encontrado, conflito for a unique_id that another call of the project has
 */
export async function editItem(
  db: Database,
  scope: Scope,
  actor: Actor,
  id: string,
  change: (item: ItemRow) => ItemEditavel,
): Promise<ItemRow> {
  let asked: { projetoId: string; uniqueId: string | null } | null = null;
  try {
    return await db.transaction(async (tx) => {
      // Lock order: extensions before the call.
      const where = { id, ...whereScope(scope) };
      const of = await tx.within(scope).auditoriaItem.findFirst({ where, select: { empresaId: true } });
      if (of) await lockRamais(tx, of.empresaId, 'ficam');
      const item = await lockItem(tx, scope, id);
      const next = change(item);
      if (next.agente_id === undefined && !diffOf(loggedFieldsOf(item), loggedFieldsOf({ ...item, ...next })))
        return item;
      asked = { projetoId: item.projeto_id, uniqueId: next.unique_id };
      await tx.sql(
        // A typed time is exact; an unchanged time keeps the precision of its sheet.
        sql`update auditoria_itens i set ${callSets(next)}, inicio_precisao = case
            when i.call_start_time is distinct from ${next.call_start_time}::timestamptz then 'instante'
              else i.inicio_precisao end,
          metadata = ${next.metadata}, updated_at = now()
          where i.id = ${id}`,
      );
      if (next.agente_id !== undefined) await saveAgente(tx, item, next.agente_id);
      const changed = (await findItem(tx, scope, id)) as ItemRow;
      const entry = entryOf(actor, item);
      await recordAction(tx, {
        ...entry,
        acao: 'item_alterado',
        detalhes: { ...entry.detalhes, ...diffOf(loggedFieldsOf(item), loggedFieldsOf(changed)) },
      });
      return changed;
    });
  } catch (error) {
    const given = asked as { projetoId: string; uniqueId: string | null } | null;
    if (given && isUniqueIdTaken(error)) await refuseSameCall(db, scope, given.projetoId, given.uniqueId);
    throw error;
  }
}

/**
 * Refuses to delete an interview made on a device, because the device would send the interview again. Erasing keeps a
 * tombstone, which prevents the sending.
 * @throws AppError conflito
 */
async function refuseFromDevice(db: Db, scope: Scope, id: string): Promise<void> {
  const where = { id, sincronia: { not: null }, ...whereScope(scope) };
  if (!(await db.within(scope).entrevista.findFirst({ where, select: { id: true } }))) return;
  throw new AppError(
    'conflito',
    'Este item é de uma entrevista feita em um aparelho: em vez de excluir, use “Apagar dados”.',
  );
}

/**
 * Refuses to delete an interview with answers; erasing such an interview keeps a tombstone.
 * @throws AppError conflito
 */
async function refuseAnswered(db: Db, scope: Scope, entrevistaId: string): Promise<void> {
  // Locks the interview first, so that an answer being saved is visible here or refused.
  await db.query('select from entrevistas where id = $1 for update', [entrevistaId]);
  const where = { entrevistaId, ...whereScope(scope) };
  if (await db.within(scope).resposta.findFirst({ where, select: { id: true } })) {
    throw new AppError(
      'conflito',
      'Este item é de uma entrevista que tem respostas: em vez de excluir, use “Apagar dados”.',
    );
  }
}

/**
 * Deletes an item that was never analysed, with its recording; a failed run is no analysis.
 * @throws AppError nao_encontrado, execucao_em_andamento, item_com_resultados
 */
export function deleteItem(db: Database, scope: Scope, actor: Actor, id: string): Promise<ItemRow> {
  return db.transaction(async (tx) => {
    const item = await lockItem(tx, scope, id);
    await requireAct(tx, item, 'excluir', actor);
    if (item.entrevista_id) {
      await refuseAnswered(tx, scope, item.entrevista_id);
      await refuseFromDevice(tx, scope, item.entrevista_id);
    }
    const where = { id, ...whereScope(scope) };
    const born = await tx.within(scope).auditoriaItem.findFirst({ where, select: { criadoPor: true } });
    await removeItems(tx, [id]);
    const entry = entryOf(actor, item);
    await recordAction(tx, {
      ...entry,
      acao: 'item_excluido',
      // Logs author and date, which only the deleted row contained.
      detalhes: {
        ...entry.detalhes,
        auditoria_id: item.auditoria_id,
        criado_por: born?.criadoPor ?? null,
        criado_em: item.created_at.toISOString(),
      },
    });
    return item;
  });
}
