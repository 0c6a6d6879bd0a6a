import type { Db } from '@escuta/prisma/db';
import type * as contracts from '@escuta/shared/contracts/calls/lotes-gravacao';
import type {
  GravacaoDoLote,
  LoteGravacao,
  LoteGravacaoDetalhe,
} from '@escuta/shared/contracts/calls/lotes-gravacao';
import { type Pagination, TOTAL_LIMITE } from '@escuta/shared/contracts/common';
import type { BodyOf, QueryOf } from '@escuta/shared/contracts/contract';
import { AppError } from '@escuta/shared/domain/errors';
import { ACTS } from '@escuta/shared/domain/intake/acts';
import { isLargeRar, RAR_GRANDE } from '@escuta/shared/domain/recordings/rar';
import {
  SITUACOES_A_ANEXAR,
  SITUACOES_A_DECIDIR,
  semLigacao,
} from '@escuta/shared/domain/recordings/recording-batch';
import type { Scope } from '@escuta/shared/domain/scope';
import {
  type Held,
  hasOpenTask,
  lockIntake,
  notFound,
  notNow,
  requireVersion,
} from '@escuta/shared/services/intake/held';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { discardBatch } from '@escuta/shared/services/recordings/recording-batches';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import {
  type Acting,
  actsOn,
  askFor,
  beginOnce,
  giveUp,
  requireTarget,
  requireUndoTerm,
} from '../../intake/acts.ts';
import { saveAct } from '../../intake/intake-repo.ts';
import { defaultAudit } from '../../reads/default-audit-repo.ts';
import type { Session } from '../../sign-in/session.ts';
import { type SoundPlace, soundsOf } from '../../sound/signed-sounds.ts';
import { presentDetail, presentGravacao, presentLote, readName } from './present.ts';
import {
  countSituacoes,
  countToRepeat,
  countWithout,
  createAll,
  type Decisao,
  discardAll,
  findGravacao,
  findLigacao,
  findLote,
  findSound,
  findTwin,
  type GravacaoRow,
  insertLote,
  insertNames,
  type LoteFilter,
  type LoteRow,
  listGravacoes,
  listLotes,
  type NovoLote,
  placeNames,
  readNames,
  releaseCall,
  releaseCopies,
  repeatRefused,
  replaceAll,
  saveConfirmed,
  saveCopy,
  saveDecisao,
} from './repo.ts';

const noRecording = () => new AppError('nao_encontrado', 'Gravação não encontrada.');

const MB = 1024 * 1024;

async function presented(deps: AppDeps, row: LoteRow): Promise<LoteGravacaoDetalhe> {
  const matched = row.estado !== 'enviando' && row.estado !== 'lendo' && row.estado !== 'cancelado';
  return presentDetail(row, {
    sem_gravacao: matched ? await countWithout(deps.db, row, TOTAL_LIMITE) : null,
    a_repetir: row.estado === 'concluido' ? await countToRepeat(deps.db, row.id) : 0,
  });
}

/**
 * A batch of recordings with the details for its page.
 * @throws AppError nao_encontrado
 */
export async function readLote(deps: AppDeps, scope: Scope, id: string): Promise<LoteGravacaoDetalhe> {
  const row = await findLote(deps.db, scope, id);
  if (!row) throw notFound('lote');
  return presented(deps, row);
}

/**
 * A page of a company's batches, newest first.
 * @throws AppError requisicao_invalida beyond the last allowed page
 */
export async function pageOfLotes(
  deps: AppDeps,
  scope: Scope,
  filter: LoteFilter,
): Promise<{ data: LoteGravacao[]; pagination: Pagination }> {
  return presentPage(filter, await listLotes(deps.db, scope, filter), presentLote);
}

/**
 * A page of a batch's recordings, those waiting for a decision first.
 * @throws AppError nao_encontrado, requisicao_invalida
 */
export async function pageOfGravacoes(
  deps: AppDeps,
  scope: Scope,
  id: string,
  query: QueryOf<typeof contracts.listGravacoesDoLote>,
): Promise<{ data: GravacaoDoLote[]; pagination: Pagination }> {
  if (!(await findLote(deps.db, scope, id))) throw notFound('lote');
  return presentPage(query, await listGravacoes(deps.db, id, query), presentGravacao);
}

const act = actsOn('lote', readLote);
type Lote = Held<'lote'>;

const isSame = (row: LoteRow, novo: Omit<NovoLote, 'empresaId'>): boolean =>
  row.projeto_id === novo.projetoId &&
  row.origem === novo.origem &&
  row.nome === novo.nome &&
  row.tamanho === novo.tamanho &&
  row.arquivos === novo.arquivos;

/**
 * Begins a batch, whose recordings are uploaded afterwards; idempotent by id.
 * @throws AppError nao_encontrado, regra_violada, corpo_grande, cota_atingida, muitas_tentativas, conflito for another
 * batch's id
 */
export async function beginLote(
  deps: AppDeps,
  { ownScope: scope, usuarioId: autorId }: Session,
  body: BodyOf<typeof contracts.createLoteGravacoes>,
): Promise<LoteGravacaoDetalhe> {
  const { id, projeto_id: projetoId, origem, nome, tamanho } = body;
  if (origem === 'arquivo' && isLargeRar(nome, tamanho)) {
    throw new AppError('corpo_grande', RAR_GRANDE, { errors: [{ campo: 'tamanho', mensagem: RAR_GRANDE }] });
  }
  const arquivos = origem === 'pasta' ? body.arquivos : 0;
  const novo = { id, projetoId, autorId, origem, nome, tamanho, arquivos };
  const row = await beginOnce('lote', deps, scope, {
    id,
    bytes: tamanho,
    find: findLote,
    isSame: (lote) => isSame(lote, novo),
    target: (tx) => requireTarget(tx, 'lote', scope, { projetoId }),
    insert: (tx, { empresaId }) => insertLote(tx, { ...novo, empresaId }),
  });
  return presented(deps, row);
}

/**
 * Saves names of a folder's files. Idempotent.
 * @throws AppError nao_encontrado, conflito, regra_violada, corpo_grande
 */
export async function announceNames(
  deps: AppDeps,
  scope: Scope,
  id: string,
  { de, arquivos }: BodyOf<typeof contracts.announceGravacoesDoLote>,
): Promise<{ anunciados: number }> {
  const large = arquivos.find(({ tamanho }) => tamanho > deps.env.UPLOAD_MAX_MB * MB);
  if (large) {
    throw new AppError(
      'corpo_grande',
      `A gravação “${large.nome}” passa do limite de ${deps.env.UPLOAD_MAX_MB} MB.`,
    );
  }
  return deps.db.transaction(async (tx) => {
    const held = await lockIntake(tx, 'lote', scope, id);
    if (held.origem !== 'pasta') {
      throw new AppError(
        'regra_violada',
        'Não envie a lista de nomes deste lote: a Escuta lê os nomes no arquivo compactado.',
      );
    }
    if (de + arquivos.length > held.arquivos) {
      throw new AppError(
        'regra_violada',
        `Este lote foi iniciado com ${held.arquivos} ${held.arquivos === 1 ? 'arquivo' : 'arquivos'}, e a lista de nomes tem mais.`,
      );
    }
    if (held.estado === 'enviando') await insertNames(tx, held, de, arquivos);
    return { anunciados: (await readNames(tx, id)).n };
  });
}

/** @throws AppError conflito for an incomplete batch */
async function assertComplete(db: Db, scope: Scope, held: Lote): Promise<void> {
  const row = await findLote(db, scope, held.id);
  if (!row?.envio_completo) {
    throw new AppError('conflito', 'As gravações deste lote ainda não foram recebidas por inteiro.');
  }
  if (held.origem === 'arquivo') return;
  const { n, ultimo, bytes } = await readNames(db, held.id);
  if (n !== held.arquivos || ultimo !== held.arquivos - 1 || bytes !== held.tamanho) {
    throw new AppError(
      'conflito',
      'Faltam nomes de arquivos deste lote, ou a soma dos tamanhos é diferente da informada no envio.',
    );
  }
  await placeNames(db, held.id);
}

/**
 * Starts reading a complete batch; a batch read before is matched again, except recordings whose call a person chose.
 * @throws AppError nao_encontrado, conflito, muitas_tentativas
 */
export function askToRead(deps: AppDeps, { scope, actor }: Acting, id: string): Promise<LoteGravacaoDetalhe> {
  return act(deps, scope, id, async (tx, held) => {
    if (held.estado === 'lendo') return;
    if (held.estado !== 'enviando' && held.estado !== 'falhou' && held.estado !== 'pronto')
      throw notNow('lote', held);
    assertUnattached(held);
    if (held.estado === 'enviando') await assertComplete(tx, scope, held);
    const tarefaId = await askFor(tx, 'lote', held, actor, 'ler_gravacoes');
    await saveAct(tx, 'lote', id, { estado: 'lendo', tarefaId });
  });
}

/**
 * Cancels an unconfirmed batch and schedules its files for deletion. Idempotent.
 * @throws AppError nao_encontrado, conflito
 */
export function cancel(deps: AppDeps, { scope, actor }: Acting, id: string): Promise<LoteGravacaoDetalhe> {
  return act(deps, scope, id, async (tx, held) => {
    if (held.estado === 'pronto') assertUnattached(held);
    await giveUp(tx, 'lote', held, {
      actor,
      throwAway: async () => {
        await discardBatch(tx, id);
        await saveAct(tx, 'lote', id, { estado: 'cancelado' });
      },
    });
  });
}

/** @throws AppError conflito for a batch with recordings attached to calls */
function assertUnattached({ confirmado_em }: Lote): void {
  if (confirmado_em === null) return;
  throw new AppError(
    'conflito',
    'Parte deste lote já foi anexada: decida sobre as gravações restantes, ou desfaça o lote.',
  );
}

const NENHUMA = { itemId: null, regra: null, substitui: null, lido: null };

/**
 * Converts a person's decision on a recording to its stored form.
 * @throws AppError nao_encontrado, regra_violada, conflito
 */
async function decisionOf(
  db: Db,
  held: Lote,
  before: Pick<GravacaoRow, 'id' | 'lido'> & { sha256: string | null },
  body: BodyOf<typeof contracts.decideGravacao>,
): Promise<Decisao> {
  if (body.acao === 'descartar') return { ...NENHUMA, situacao: 'descartada', porPessoa: true };
  if (body.acao === 'devolver') return { ...NENHUMA, situacao: 'orfa', porPessoa: false };
  if (body.acao === 'criar') {
    const { momento, numero, ramal } = body;
    if (!momento && !numero && !ramal) {
      throw new AppError('regra_violada', 'Informe a data da ligação e o número ou o ramal.');
    }
    // The form has no field for the agent, so the agent read from the file's name stays.
    const { agente } = readName(before);
    const lido = { momento, numero: numero || null, ramal: ramal || null, agente };
    return { ...NENHUMA, situacao: 'criar', porPessoa: true, lido };
  }
  const ligacao = await findLigacao(db, held.projeto_id, body.ligacao_id);
  if (!ligacao) throw new AppError('nao_encontrado', 'Ligação não encontrada neste projeto.');
  if (ligacao.arquivo_sha256 !== null && ligacao.arquivo_sha256 === before.sha256) {
    throw new AppError('regra_violada', 'Esta ligação já tem esta mesma gravação.');
  }
  await releaseCall(db, held, { ligacaoId: ligacao.id, except: before.id });
  const has = ligacao.arquivo_path !== null;
  const situacao = has ? (body.substituir ? 'substituir' : 'ja_tem') : 'pareada';
  const substitui = situacao === 'substituir' ? ligacao.arquivo_path : null;
  return { situacao, itemId: ligacao.id, regra: 'pessoa', substitui, porPessoa: true, lido: null };
}

/**
 * Saves a person's decision on a recording: its call, a new call, or discard. The last of two concurrent decisions
 * wins; the confirmation shows the stored one.
 * @throws AppError nao_encontrado, regra_violada, conflito
 */
export async function decide(
  deps: AppDeps,
  scope: Scope,
  { id, gravacaoId }: { id: string; gravacaoId: string },
  body: BodyOf<typeof contracts.decideGravacao>,
): Promise<{ gravacao: GravacaoDoLote; lote: LoteGravacaoDetalhe }> {
  const lote = await act(deps, scope, id, async (tx, held) => {
    const before = await findGravacao(tx, id, gravacaoId);
    if (!before) throw noRecording();
    if (held.estado !== 'pronto') throw notNow('lote', held);
    if (before.situacao === 'recusada') {
      throw new AppError(
        'regra_violada',
        `Esta gravação não pode ser usada. Motivo: ${before.motivo ?? 'o arquivo foi recusado.'}`,
      );
    }
    const twin = before.situacao === 'descartada' ? await findTwin(tx, id, gravacaoId) : null;
    if (
      before.situacao === 'repetida' ||
      (twin !== null && (body.acao === 'anexar' || body.acao === 'criar'))
    ) {
      throw new AppError(
        'regra_violada',
        'O mesmo áudio já está em outra gravação do lote ou em uma ligação: a Escuta guarda só uma cópia.',
      );
    }
    const sound = await findSound(tx, id, gravacaoId);
    const decisao = await decisionOf(
      tx,
      held,
      { id: gravacaoId, lido: before.lido, sha256: sound?.sha256 ?? null },
      body,
    );
    await saveDecisao(tx, id, gravacaoId, decisao);
    if (body.acao === 'descartar') await releaseCopies(tx, id);
    // The restored recording becomes a copy of another copy that meanwhile took the place of the discarded recording.
    if (body.acao === 'devolver' && twin !== null) await saveCopy(tx, held, gravacaoId, twin);
    await saveAct(tx, 'lote', id, { estado: 'pronto' });
  });
  const row = await findGravacao(deps.db, id, gravacaoId);
  if (!row) throw noRecording();
  return { gravacao: presentGravacao(row), lote };
}

/** Decisions allowed for a whole group, by state. */
const JUNTAS = { orfa: ['descartar', 'criar'], ambigua: ['descartar'], ja_tem: ['descartar', 'substituir'] };

/**
 * Applies a decision to all recordings in a state.
 * @throws AppError nao_encontrado, conflito, regra_violada
 */
export async function decideAll(
  deps: AppDeps,
  scope: Scope,
  id: string,
  { versao, situacao, acao }: BodyOf<typeof contracts.decideGravacoes>,
): Promise<{ n: number; lote: LoteGravacaoDetalhe }> {
  if (!JUNTAS[situacao].includes(acao)) {
    throw new AppError(
      'regra_violada',
      'Esta decisão não pode ser aplicada a todas as gravações de uma vez: decida uma a uma.',
    );
  }
  let n = 0;
  const lote = await act(deps, scope, id, async (tx, held) => {
    if (held.estado !== 'pronto') throw notNow('lote', held);
    requireVersion('lote', held, versao);
    n =
      acao === 'criar'
        ? await createAll(tx, id)
        : acao === 'substituir'
          ? await replaceAll(tx, id)
          : await discardAll(tx, held, situacao);
    if (acao === 'descartar') await releaseCopies(tx, id);
    await saveAct(tx, 'lote', id, { estado: 'pronto' });
  });
  return { n, lote };
}

/** Says in Portuguese how many recordings wait for a decision, for a batch with nothing else to attach. */
function aDecidir({ ambigua = 0, orfa = 0, ja_tem: jaTem = 0 }: Awaited<ReturnType<typeof countSituacoes>>) {
  if (orfa > 0) return semLigacao(orfa);
  if (ambigua > 0) {
    return ambigua === 1
      ? '1 gravação pode ser de mais de uma ligação: selecione a ligação ou descarte a gravação.'
      : `${ambigua} gravações podem ser de mais de uma ligação: selecione a ligação de cada uma ou descarte as gravações.`;
  }
  return jaTem === 1
    ? '1 gravação é de uma ligação que já tem gravação: substitua a atual ou descarte a nova.'
    : `${jaTem} gravações são de ligações que já têm gravação: substitua as atuais ou descarte as novas.`;
}

/**
 * Starts attaching a batch's decided recordings, free of charge; recordings that wait for a decision keep the batch
 * open. Resumes a stopped batch; ends a batch whose last recordings were discarded. Idempotent.
 * @throws AppError nao_encontrado, conflito, regra_violada, muitas_tentativas
 */
export function confirm(
  deps: AppDeps,
  { scope, actor }: Acting,
  id: string,
  { versao }: BodyOf<typeof contracts.confirmLoteGravacoes>,
): Promise<LoteGravacaoDetalhe> {
  return act(deps, scope, id, async (tx, held) => {
    if (held.confirmado_em !== null && held.estado !== 'pronto') {
      if (held.estado === 'anexando' && !(await hasOpenTask(tx, held))) await attach(tx, held, actor);
      return;
    }
    if (held.estado !== 'pronto') throw notNow('lote', held);
    requireVersion('lote', held, versao);
    const counts = await countSituacoes(tx, id);
    const sum = (which: readonly (keyof typeof counts)[]) =>
      which.reduce((n, one) => n + (counts[one] ?? 0), 0);
    const gravacoes = sum(SITUACOES_A_ANEXAR);
    const open = sum(SITUACOES_A_DECIDIR);
    if (gravacoes === 0 && open > 0) throw new AppError('regra_violada', aDecidir(counts));
    if (gravacoes === 0 && held.confirmado_em === null) {
      throw new AppError(
        'regra_violada',
        'Nenhuma gravação deste lote corresponde a uma ligação: não há nada a anexar.',
      );
    }
    await requireTarget(tx, 'lote', scope, { projetoId: held.projeto_id });
    if (counts.criar) await defaultAudit(tx, held.empresa_id, held.projeto_id);
    await attach(tx, held, actor);
    await recordConfirmed(tx, held, actor, {
      ...{ gravacoes, substituem: counts.substituir ?? 0, criam: counts.criar ?? 0, a_decidir: open },
    });
  });
}

/**
 * Retries recordings refused for a temporary reason (an open run, another recording attached). Does nothing while the
 * task runs.
 * @throws AppError nao_encontrado, conflito, regra_violada, muitas_tentativas
 */
export function repeat(deps: AppDeps, { scope, actor }: Acting, id: string): Promise<LoteGravacaoDetalhe> {
  return act(deps, scope, id, async (tx, held) => {
    if (held.estado === 'anexando' && (await hasOpenTask(tx, held))) return;
    if (held.estado !== 'concluido') throw notNow('lote', held);
    const gravacoes = await repeatRefused(tx, id);
    if (gravacoes === 0) {
      throw new AppError('regra_violada', 'Este lote não tem gravações para anexar de novo.');
    }
    await requireTarget(tx, 'lote', scope, { projetoId: held.projeto_id });
    await attach(tx, held, actor);
    await recordConfirmed(tx, held, actor, { gravacoes, de_novo: true });
  });
}

async function attach(db: Db, held: Lote, actor: Actor): Promise<void> {
  const tarefaId = await askFor(db, 'lote', held, actor, 'anexar_gravacoes');
  await saveConfirmed(db, held.id, { estado: 'anexando', tarefaId, usuarioId: actor.usuarioId });
}

async function recordConfirmed(
  db: Db,
  { id: recursoId, empresa_id: empresaId }: Lote,
  actor: Actor,
  detalhes: Record<string, unknown>,
): Promise<void> {
  const { recurso } = ACTS.lote.log;
  await recordAction(db, {
    ...actor,
    empresaId,
    acao: 'gravacoes_confirmadas',
    recurso,
    recursoId,
    detalhes,
  });
}

/**
 * Detaches the recordings that a batch attached and nobody has processed since, and discards those not yet attached;
 * resumes a stopped undo. Idempotent.
 * @throws AppError nao_encontrado, conflito, regra_violada, muitas_tentativas
 */
export function undo(deps: AppDeps, { scope, actor }: Acting, id: string): Promise<LoteGravacaoDetalhe> {
  return act(deps, scope, id, async (tx, held) => {
    const works =
      held.estado === 'desfazendo' || held.estado === 'anexando' ? await hasOpenTask(tx, held) : false;
    if (held.estado === 'desfeito' || (held.estado === 'desfazendo' && works)) return;
    if (held.confirmado_em === null) throw notNow('lote', held);
    // A batch whose attaching stopped for good can be undone, too.
    if (held.estado === 'anexando' && works) {
      throw new AppError(
        'conflito',
        'As gravações ainda estão sendo anexadas. Aguarde o fim para desfazer o lote.',
      );
    }
    requireUndoTerm('lote', held, held.confirmado_em);
    const tarefaId = await askFor(tx, 'lote', held, actor, 'desfazer_gravacoes');
    await saveConfirmed(tx, id, { estado: 'desfazendo', tarefaId, usuarioId: actor.usuarioId });
  });
}

/**
 * Requires a playable recording that no call has yet.
 * @throws AppError nao_encontrado, sem_arquivo
 */
async function requireSound(deps: AppDeps, scope: Scope, { id, gravacaoId }: SoundPlace) {
  const lote = await findLote(deps.db, scope, id);
  if (!lote) throw notFound('lote');
  const sound = await findSound(deps.db, id, gravacaoId);
  if (!sound) throw noRecording();
  const { chave: key, tamanho: size } = sound;
  if (key === null) {
    throw new AppError(
      'sem_arquivo',
      'O áudio desta gravação não está mais no lote: ouça a gravação na ligação.',
    );
  }
  return { ...sound, key, size, id: gravacaoId, empresaId: lote.empresa_id };
}

export const sounds = soundsOf('gravacao_lote', '/lotes-gravacao', requireSound);
