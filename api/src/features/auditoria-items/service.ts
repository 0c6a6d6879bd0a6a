import type * as contracts from '@escuta/shared/contracts/calls/auditoria-items';
import type { BodyOf, QueryOf } from '@escuta/shared/contracts/contract';
import { saysNoNumber } from '@escuta/shared/domain/call-sheet/phone-text';
import { AppError } from '@escuta/shared/domain/errors';
import { AUDITORIA_PADRAO_ID, TIPOS_LIGACAO, type TipoItem } from '@escuta/shared/domain/runs/status';
import type { Scope } from '@escuta/shared/domain/scope';
import { isDialled, TELEFONE_INVALIDO } from '@escuta/shared/domain/text/phone';
import type { Actor } from '@escuta/shared/services/log/audit-log';
import type { AppDeps } from '../../deps.ts';
import type { Signer } from '../../http/signed-url.ts';
import type { Session } from '../../sign-in/session.ts';
import { signedSound } from '../../sound/signed-sounds.ts';
import { countByStatus, findAuditoria } from './audit-repo.ts';
import { changedCall, givenCall, type ItemRow, isSameCall, type NewCall } from './list/columns-repo.ts';
import { addItemFields, listAuditItems, listProjectItems } from './list/list-repo.ts';
import type { ItemFilter, ItemPage } from './list/list-row.ts';
import { searchItems } from './list/search-repo.ts';
import { presentEstatisticas, presentItem, presentPage } from './present.ts';
import { detachRecording } from './recording/recording-repo.ts';
import { createItem, deleteItem, editItem, findItem, type ItemEditavel, type NovoItem } from './repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Item de auditoria não encontrado.');

/** Tells open pages about a committed change. */
export function announceItem(deps: AppDeps, item: ItemRow): void {
  deps.publish([
    {
      tipo: 'item',
      empresaId: item.empresa_id,
      projetoId: item.projeto_id,
      itemId: item.id,
      status: item.status,
    },
  ]);
}

// ───────────────────────────── lists ─────────────────────────────

async function serializePage({ db }: AppDeps, page: ItemPage, filter: ItemFilter): Promise<string> {
  const whole = filter.completo ? { ...page, linhas: await addItemFields(db, page.linhas) } : page;
  return presentPage(whole, filter);
}

/**
 * A page of a project's items as JSON text.
 * @throws AppError nao_encontrado
 */
export async function pageOfProjectItems(
  deps: AppDeps,
  scope: Scope,
  projetoId: string,
  filter: ItemFilter,
): Promise<string> {
  const page = await listProjectItems(deps.db, scope, projetoId, filter);
  if (!page) throw new AppError('nao_encontrado', 'Projeto não encontrado.');
  return serializePage(deps, page, filter);
}

/** The newest calls in the scope that match a term, at most BUSCA_LIMITE. */
export function itemsFound(deps: AppDeps, scope: Scope, q: string) {
  return searchItems(deps.db, scope, q);
}

async function audit(deps: AppDeps, scope: Scope, auditoriaId: string, projetoId: string | undefined) {
  if (auditoriaId === AUDITORIA_PADRAO_ID && !projetoId) {
    throw new AppError(
      'requisicao_invalida',
      `Informe o projeto (projetoId) para usar a auditoria '${AUDITORIA_PADRAO_ID}'.`,
    );
  }
  const found = await findAuditoria(
    deps.db,
    scope,
    auditoriaId === AUDITORIA_PADRAO_ID ? { projetoId: projetoId as string } : { auditoriaId },
  );
  if (!found || (projetoId && found.projeto_id !== projetoId)) {
    throw new AppError('nao_encontrado', 'Auditoria não encontrada.');
  }
  return found;
}

/** A page of an audit's items as JSON text; a project's only audit uses the project's pages. */
export async function pageOfAuditItems(
  deps: AppDeps,
  scope: Scope,
  auditoriaId: string,
  projetoId: string | undefined,
  filter: ItemFilter,
): Promise<string> {
  const found = await audit(deps, scope, auditoriaId, projetoId);
  if (found.unica) return pageOfProjectItems(deps, scope, found.projeto_id, filter);
  const page = await listAuditItems(deps.db, scope, found, filter);
  if (!page) throw new AppError('nao_encontrado', 'Auditoria não encontrada.');
  return serializePage(deps, page, filter);
}

/**
 * Counts and durations of an audit's items.
 * @throws AppError nao_encontrado, requisicao_invalida
 */
export async function estatisticasOf(
  deps: AppDeps,
  scope: Scope,
  auditoriaId: string,
  { projetoId, ...days }: QueryOf<typeof contracts.getEstatisticasItens>,
) {
  return presentEstatisticas(
    await countByStatus(deps.db, await audit(deps, scope, auditoriaId, projetoId), days),
  );
}

// ───────────────────────────── creating ─────────────────────────────

/** A text field of the metadata; null if absent, blank or of another type. */
function textOf(metadata: Record<string, unknown>, key: string, max: number): string | null {
  const value = metadata[key];
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' || text.length > max || text.includes('\u0000') ? null : text;
}

/** The telephony's id of a call, from the metadata; null if absent. */
const uniqueIdOf = (metadata: Record<string, unknown>) => textOf(metadata, 'unique_id', 200);

const LONGEST_CALL_S = 86_400;

/**
 * Whole seconds from start to end of a call; null if start or end is missing.
 * @throws AppError requisicao_invalida
 */
function secondsBetween(start: Date | string | null, end: Date | string | null): number | null {
  if (!start || !end) return null;
  const seconds = Math.round((new Date(end).getTime() - new Date(start).getTime()) / 1000);
  if (seconds < 0) {
    throw new AppError('requisicao_invalida', 'Horário de fim deve ser posterior ao de início.');
  }
  if (seconds > LONGEST_CALL_S) {
    throw new AppError('requisicao_invalida', 'A ligação não pode durar mais de 24 horas.');
  }
  return seconds;
}

/** Rounded minutes as text, as the specification stores them. */
const minutesText = (seconds: number) => String(Math.round(seconds / 60));

/** Clears a text by which telephony says that there is no number ('anonymous'). */
const numberOf = (given: string | null): string | null =>
  given === null || saysNoNumber(given) ? null : given;

type CallBody = NewCall & {
  projeto_id?: string | undefined;
  pesquisa_id?: string | null | undefined;
  questionario_id?: string | null | undefined;
  entrevista_id?: string | null | undefined;
  agente_id?: string | undefined;
  metadata: Record<string, unknown>;
};

/** Takes name, phone and extension from the metadata if the body lacks them, because searches use the columns. */
function toNovoItem(
  tipoItem: TipoItem,
  body: CallBody,
  session: Session,
  chaveIdempotente: string | null,
): NovoItem {
  const { metadata } = body;
  const given = givenCall(body);
  const seconds = given.call_duration ?? secondsBetween(given.call_start_time, given.call_end_time);
  const isCall = tipoItem === 'ligacao' || tipoItem === 'call_data';
  // A unique id only in the metadata is copied to its column, and stays in the metadata.
  const fromMetadata = TIPOS_LIGACAO.some((tipo) => tipo === tipoItem) ? uniqueIdOf(metadata) : null;
  return {
    tipoItem,
    campos: {
      ...given,
      numero_destino: numberOf(given.numero_destino ?? textOf(metadata, 'telefone_entrevistado', 64)),
      ramal: given.ramal ?? textOf(metadata, 'ramal', 64),
      unique_id: given.unique_id ?? fromMetadata,
      nome_entrevistado: textOf(metadata, 'nome_entrevistado', 200),
      call_duration: seconds,
    },
    pesquisaId: body.pesquisa_id ?? null,
    questionarioId: body.questionario_id ?? null,
    entrevistaId: body.entrevista_id ?? null,
    metadata:
      isCall && seconds !== null
        ? { ...metadata, tipo: metadata.tipo ?? 'ligacao', duracao: metadata.duracao ?? minutesText(seconds) }
        : metadata,
    criadoPor: session.usuarioId,
    agenteId: body.agente_id ?? null,
    chaveIdempotente,
  };
}

/** True if a stored item equals the requested one; false if another request used the same key. */
function isSame(item: ItemRow, auditoriaId: string, asked: NovoItem): boolean {
  return (
    item.auditoria_id === auditoriaId &&
    item.tipo_item === asked.tipoItem &&
    item.entrevista_id === asked.entrevistaId &&
    // An interview determines its survey and questionnaire.
    (asked.entrevistaId !== null ||
      (item.pesquisa_id === asked.pesquisaId && item.questionario_id === asked.questionarioId)) &&
    isSameCall(item, asked.campos)
  );
}

/**
 * Creates an item of a kind, once per idempotency key.
 * @throws AppError requisicao_invalida, nao_encontrado, regra_violada, conflito for a key of another item, or a
 * unique_id of another call of the project
 */
export async function addItem(
  deps: AppDeps,
  session: Session,
  auditoriaId: string,
  tipoItem: TipoItem,
  body: CallBody,
  chave: string | null,
) {
  const asked = toNovoItem(tipoItem, body, session, chave);
  const target = { auditoriaId, projetoId: body.projeto_id };
  const made = await createItem(deps.db, session.scope, target, asked);
  if (made.novo) announceItem(deps, made.item);
  else if (!isSame(made.item, made.auditoriaId, asked)) {
    throw new AppError(
      'conflito',
      'Esta ligação já foi registrada com outros dados: confira a lista. Para registrar outra ligação, envie os dados de novo (pela API, com outra Idempotency-Key).',
    );
  }
  return presentItem(made.item);
}

// ───────────────────────────── one item ─────────────────────────────

/** An item in the scope. @throws AppError nao_encontrado */
export async function readItem(deps: AppDeps, scope: Scope, id: string) {
  const item = await findItem(deps.db, scope, id);
  if (!item) throw notFound();
  return presentItem(item);
}

const textOr = (given: string | null | undefined, kept: string | null) =>
  given === undefined ? kept : given || null;

function applyUpdate(item: ItemRow, body: BodyOf<typeof contracts.updateItem>): ItemEditavel {
  const given = changedCall(item, body);
  const changed = { ...given, numero_destino: numberOf(given.numero_destino) };
  const isCall = TIPOS_LIGACAO.some((tipo) => tipo === item.tipo_item);
  if (body.agente_id !== undefined && !isCall) {
    throw new AppError('regra_violada', 'Só ligações têm agente: entrevistas têm entrevistador.');
  }
  if (isCall && body.unique_id === undefined && body.metadata && 'unique_id' in body.metadata) {
    changed.unique_id = uniqueIdOf(body.metadata);
  }
  const { call_start_time: start, call_end_time: end } = changed;
  const seconds = secondsBetween(start, end);
  if (start && end && end.getTime() <= start.getTime()) {
    throw new AppError('requisicao_invalida', 'Horário de fim deve ser posterior ao de início.');
  }
  const timesChanged = body.call_start_time !== undefined || body.call_end_time !== undefined;
  // The decoded length of a recording takes precedence over the call's times.
  const measured = timesChanged && seconds !== null && !item.arquivo_path ? seconds : item.call_duration;
  const metadata = body.metadata ?? item.metadata;
  return {
    ...changed,
    nome_entrevistado:
      body.metadata && 'nome_entrevistado' in body.metadata
        ? textOf(body.metadata, 'nome_entrevistado', 200)
        : item.nome_entrevistado,
    call_duration: body.call_duration === undefined ? measured : body.call_duration,
    metadata,
    agente_id: body.agente_id,
  };
}

/**
 * Changes an item's data; absent fields stay.
 * @throws AppError nao_encontrado, requisicao_invalida
 */
export async function changeItem(
  deps: AppDeps,
  { scope, actor }: { scope: Scope; actor: Actor },
  id: string,
  body: BodyOf<typeof contracts.updateItem>,
) {
  const item = await editItem(deps.db, scope, actor, id, (current) => applyUpdate(current, body));
  announceItem(deps, item);
  return presentItem(item);
}

/**
 * Refuses an invalid phone number, except the stored one, because clients send whole contacts back.
 * @throws AppError requisicao_invalida
 */
function assertPhone(telefone: string | null | undefined, kept: unknown): void {
  if (!telefone || telefone === kept || isDialled(telefone)) return;
  throw new AppError('requisicao_invalida', TELEFONE_INVALIDO, {
    errors: [{ campo: 'telefone_entrevistado', mensagem: TELEFONE_INVALIDO }],
  });
}

/**
 * Changes name, phone and notes of the contact; null or empty clears a field.
 * @throws AppError nao_encontrado, requisicao_invalida
 */
export async function changeContato(
  deps: AppDeps,
  { scope, actor }: { scope: Scope; actor: Actor },
  id: string,
  body: BodyOf<typeof contracts.updateContato>,
) {
  const item = await editItem(deps.db, scope, actor, id, (current) => {
    const metadata = { ...current.metadata };
    assertPhone(body.telefone_entrevistado, metadata.telefone_entrevistado);
    for (const key of ['nome_entrevistado', 'telefone_entrevistado', 'observacoes'] as const) {
      const value = body[key];
      if (value) metadata[key] = value;
      else if (value !== undefined) delete metadata[key];
    }
    return {
      ...current,
      nome_entrevistado: textOr(body.nome_entrevistado, current.nome_entrevistado),
      metadata,
    };
  });
  announceItem(deps, item);
  return presentItem(item);
}

/**
 * Deletes an item that was never analysed.
 * @throws AppError nao_encontrado, item_com_resultados, execucao_em_andamento
 */
export async function removeItem(deps: AppDeps, scope: Scope, actor: Actor, id: string): Promise<void> {
  announceItem(deps, await deleteItem(deps.db, scope, actor, id));
}

/**
 * Detaches an item's recording; the item becomes pendente.
 * @throws AppError nao_encontrado, sem_arquivo, execucao_em_andamento, sem_permissao
 */
export async function removeRecording(
  deps: AppDeps,
  scope: Scope,
  actor: Actor,
  id: string,
  motivo: string | null,
) {
  const item = await detachRecording(deps.db, scope, actor, id, motivo);
  announceItem(deps, item);
  return presentItem(item);
}

/**
 * A signed URL of the recording, valid for 15 minutes.
 * @throws AppError nao_encontrado, sem_arquivo
 */
export async function signAudio(deps: AppDeps, scope: Scope, signer: Signer, id: string) {
  const item = await findItem(deps.db, scope, id);
  if (!item) throw notFound();
  if (!item.arquivo_path) throw new AppError('sem_arquivo', 'Este item não tem gravação.');
  const path = `/auditoria-item/${item.id}/download`;
  return signedSound(deps, { path, empresaId: item.empresa_id, key: item.arquivo_path }, signer);
}
