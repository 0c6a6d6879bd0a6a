import type { Db } from '@escuta/prisma/db';
import type { BodyOf, ResponseOf } from '@escuta/shared/contracts/contract';
import type { correctSentenca, swapVozes, undoCorrecao } from '@escuta/shared/contracts/surveys/confrontos';
import { AppError } from '@escuta/shared/domain/errors';
import { profileOf } from '@escuta/shared/domain/profiles/profile';
import { PAPEL_LABEL, type Papel } from '@escuta/shared/domain/profiles/roles';
import { PROFILES } from '@escuta/shared/domain/profiles/table';
import type { Scope } from '@escuta/shared/domain/scope';
import { refuseOwnInterview } from '@escuta/shared/services/interviews/own-interview';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { requestRejudge } from '@escuta/shared/services/verdicts/interview-rejudge';
import type { AppDeps } from '../../../deps.ts';
import { staleRecord } from '../../../reads/stale-record.ts';
import type { Session } from '../../../sign-in/session.ts';
import { findSentence } from '../cell-repo.ts';
import { personOf } from '../review/review-service.ts';
import {
  dropCorrection,
  findHeldSentence,
  type HeldSentence,
  insertCorrection,
  lockTranscribedItem,
  readVoices,
  swapVoices,
  type TranscribedItem,
} from './correction-repo.ts';

type Transcribed = TranscribedItem & { resultadoId: string };

const nounOf = ({ tipoItem }: TranscribedItem): string =>
  PROFILES[profileOf(tipoItem)].pagina.nome.toLowerCase();

/**
 * Locks an item whose transcript the person may correct.
 * @throws AppError nao_encontrado, sem_permissao, conflito
 */
async function lockFor(db: Db, scope: Scope, usuarioId: string, itemId: string): Promise<Transcribed> {
  const item = await lockTranscribedItem(db, scope, itemId);
  if (!item) throw new AppError('nao_encontrado', 'Item de auditoria não encontrado.');
  await refuseOwnInterview(db, usuarioId, item.id);
  const { resultadoId } = item;
  if (item.status === 'processando') {
    throw new AppError(
      'conflito',
      `Esta ${nounOf(item)} está sendo processada. Corrija a transcrição depois que o processamento terminar.`,
    );
  }
  if (resultadoId === null) throw new AppError('conflito', `Esta ${nounOf(item)} ainda não foi transcrita.`);
  return { ...item, resultadoId };
}

/**
 * Runs a correction and notifies open pages; for an interview, the same transaction requests new verdicts from the
 * workers. A call's analysis was paid and stays: its quotes show the corrected words beside the original ones.
 */
async function runCorrection<T>(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  itemId: string,
  work: (
    db: Db,
    item: Transcribed,
    usuarioId: string,
  ) => Promise<{ answer: T; detalhes: Record<string, unknown> }>,
): Promise<T> {
  const usuarioId = personOf(session);
  const { answer, item } = await deps.db.transaction(async (tx) => {
    const item = await lockFor(tx, session.scope, usuarioId, itemId);
    const { answer, detalhes } = await work(tx, item, usuarioId);
    const { empresaId, entrevistaId } = item;
    if (entrevistaId !== null) await requestRejudge(tx, { empresaId, entrevistaId });
    await recordAction(tx, {
      ...actor,
      empresaId,
      acao: 'transcricao_corrigida',
      recurso: 'item',
      recursoId: item.id,
      detalhes: { ...detalhes, ...(entrevistaId === null ? {} : { entrevistaId }) },
    });
    return { answer, item };
  });
  const { empresaId, projetoId, status } = item;
  deps.publish([{ tipo: 'item', empresaId, projetoId, itemId: item.id, status }]);
  return answer;
}

async function sentenceOf(db: Db, item: Transcribed, ordem: number): Promise<HeldSentence> {
  const sentence = await findHeldSentence(db, item.resultadoId, ordem);
  if (!sentence)
    throw new AppError(
      'nao_encontrado',
      `A ${nounOf(item)} não tem mais esta frase. Atualize a página e tente de novo.`,
    );
  return sentence;
}

const MUDOU = {
  mensagem: 'Esta frase mudou: outra pessoa a corrigiu ou a gravação foi processada de novo. Nada foi salvo.',
  campo: 'A frase mudou depois que você a abriu.',
  campos: { texto: 'texto', falante: 'falante' },
} as const;

/**
 * Refuses a correction of a sentence that changed since it was displayed.
 * @throws AppError conflito with the sentence's present text and speaker
 */
function assertSeen(held: HeldSentence, visto: BodyOf<typeof correctSentenca>['visto']): void {
  if (!visto) return;
  // Trims the stored text, because texts of requests are trimmed.
  const stale = staleRecord(visto, { texto: held.texto.trim(), falante: held.falante }, MUDOU);
  if (stale) throw stale;
}

/**
 * Refuses a speaker role that the item's kind of conversation lacks.
 * @throws AppError regra_violada
 */
function assertRole(item: TranscribedItem, falante: Papel | undefined): void {
  if (falante === undefined || falante === 'desconhecido') return;
  const { agente, cliente } = PROFILES[profileOf(item.tipoItem)].papeis;
  if (falante === agente || falante === cliente) return;
  throw new AppError(
    'regra_violada',
    `Os falantes desta ${nounOf(item)} só podem ser ${PAPEL_LABEL[agente].toLowerCase()} e ${PAPEL_LABEL[cliente].toLowerCase()}.`,
  );
}

/** Corrects the text or speaker of a sentence; an absent field keeps its earlier correction. */
export function correct(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  itemId: string,
  ordem: number,
  body: BodyOf<typeof correctSentenca>,
): Promise<ResponseOf<typeof correctSentenca>['data']> {
  return runCorrection(deps, session, actor, itemId, async (db, item, usuarioId) => {
    const held = await sentenceOf(db, item, ordem);
    assertSeen(held, body.visto);
    const texto = body.texto ?? held.texto;
    const falante = body.falante ?? held.falante;
    assertRole(item, body.falante);
    await dropCorrection(db, item, held.id);
    const correction = {
      texto: texto === held.textoOriginal ? null : texto,
      falante: falante === held.falanteOriginal ? null : falante,
    };
    if (correction.texto !== null || correction.falante !== null) {
      await insertCorrection(db, item, usuarioId, held.id, correction);
    }
    return {
      answer: { sentenca: await findSentence(db, held.id), recalculando: item.entrevistaId !== null },
      detalhes: { ordem, texto: correction.texto !== null, falante: correction.falante },
    };
  });
}

/**
 * Withdraws a sentence's correction.
 * @throws AppError nao_encontrado, sem_permissao, conflito (also if nothing was corrected)
 */
export function uncorrect(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  itemId: string,
  ordem: number,
): Promise<ResponseOf<typeof undoCorrecao>['data']> {
  return runCorrection(deps, session, actor, itemId, async (db, item) => {
    const held = await sentenceOf(db, item, ordem);
    if (!(await dropCorrection(db, item, held.id))) {
      throw new AppError('conflito', 'Esta frase não tem correção para desfazer.');
    }
    return {
      answer: { sentenca: await findSentence(db, held.id), recalculando: item.entrevistaId !== null },
      detalhes: { ordem, desfeita: true },
    };
  });
}

const VOZES_MUDARAM =
  'As vozes desta entrevista mudaram depois que você a abriu: outra pessoa trocou as vozes ou corrigiu uma frase, ou a entrevista foi processada de novo. Nada foi trocado.';

/**
 * Swaps interviewer and respondent in a whole interview; a second swap restores the speakers.
 * @throws AppError like `correct`; also conflito if somebody changed the speakers since they were displayed
 */
export function swap(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  itemId: string,
  { visto }: BodyOf<typeof swapVozes>,
): Promise<ResponseOf<typeof swapVozes>['data']> {
  return runCorrection(deps, session, actor, itemId, async (db, item, usuarioId) => {
    if (item.entrevistaId === null) {
      throw new AppError('regra_violada', 'Só as vozes de uma entrevista podem ser trocadas.');
    }
    const before = await readVoices(db, item);
    if (!before) {
      throw new AppError(
        'conflito',
        'As vozes desta entrevista não foram identificadas: não há vozes para trocar.',
      );
    }
    if (before.visto !== visto) throw new AppError('conflito', VOZES_MUDARAM);
    await swapVoices(db, item, usuarioId);
    const after = await readVoices(db, item);
    return {
      answer: { sentencas: before.frases, visto: after?.visto ?? '', recalculando: true },
      detalhes: { vozesTrocadas: before.frases, desfeita: before.trocadas !== null },
    };
  });
}
