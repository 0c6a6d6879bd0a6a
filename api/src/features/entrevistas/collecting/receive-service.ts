import type { Db } from '@escuta/prisma/db';
import type { BodyOf, ResponseOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/surveys/campo';
import type { EntrevistaRecebida } from '@escuta/shared/contracts/surveys/campo';
import { AppError } from '@escuta/shared/domain/errors';
import {
  type EventoAparelho,
  LIMITES_REGISTRO,
  type Quarentena,
} from '@escuta/shared/domain/interview/device/device-log';
import { eventLine } from '@escuta/shared/domain/interview/device/log-digest';
import type { PerguntaCongelada } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { DESFECHO_LABEL, screenedOutBy } from '@escuta/shared/domain/interview/questionnaire/screening';
import type { AcaoRegistrada } from '@escuta/shared/domain/log/audit-actions';
import type { StatusProcessamento } from '@escuta/shared/domain/runs/status';
import { requestAssembly } from '@escuta/shared/services/interviews/joining';
import { interviewRefusal, requireInterviewAct } from '@escuta/shared/services/interviews/life';
import {
  closeReceiving,
  followDeviceLog,
  quarantineInterview,
  recordConsent,
  takeLogBytes,
} from '@escuta/shared/services/interviews/receiving';
import { reopenReview } from '@escuta/shared/services/interviews/review';
import { requestSecond } from '@escuta/shared/services/interviews/second';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import type { Versao } from '@escuta/shared/services/surveys/questionnaire-draft';
import { mayCollect } from '../../../accounts/collectors.ts';
import type { AppDeps } from '../../../deps.ts';
import {
  type EntrevistaDeCampo,
  findById,
  lockToReceive,
  receptionOf,
  requireSender,
} from '../../../field/field-interview-repo.ts';
import type { Session } from '../../../sign-in/session.ts';
import { firstMissing, typedOf } from '../missing.ts';
import { type Projecao, projectLog } from '../project-log.ts';
import { readRespostas, saveResposta } from '../repo.ts';
import { agenteOf, insertEntrevista, lockDestino } from './begin-repo.ts';
import { appendDeviceEvents, digestOfRows, lastDeviceEvent, readDeviceEvents } from './device-log-repo.ts';
import { endUploads, findVersao, readGravacoes } from './receive-repo.ts';

/** Greatest number of missing parts listed in an answer; the device asks again after sending them. */
const FALTAM_MAX = 1000;

/** The person of a session; a device acts for its member, even after the account's end. */
function personOf({ usuarioId }: Session): string {
  if (usuarioId === null) throw new Error('an interview is sent by a person');
  return usuarioId;
}

/** The reason to quarantine everything that a device sends; null if there is none. */
const quarantineReasonOf = ({ aparelho }: Session): Quarentena | null =>
  aparelho?.revogado ? 'aparelho_revogado' : aparelho?.membroAtivo === false ? 'membro_desativado' : null;

/** Tells open pages about an interview's new state. */
export function announce(
  deps: AppDeps,
  { item_id, status, empresa_id, projeto_id }: EntrevistaDeCampo,
): void {
  if (item_id === null) return;
  deps.publish([
    {
      tipo: 'item',
      empresaId: empresa_id,
      projetoId: projeto_id,
      itemId: item_id,
      status: status as StatusProcessamento,
    },
  ]);
}

// ───────────────────────────── announcing ─────────────────────────────

async function readReceived(db: Db, row: EntrevistaDeCampo): Promise<EntrevistaRecebida> {
  const gravacoes = await readGravacoes(db, row.id);
  return {
    id: row.id,
    ate: await lastDeviceEvent(db, row.id),
    gravacoes: gravacoes.map(({ n, envio_id, recebidas, concluida }) => ({
      n,
      envio_id,
      recebidas,
      concluida,
    })),
    sincronia: row.sincronia ?? 'parcial',
    quarentena: row.quarentena,
  };
}

/** True if an announcement equals the first one. Names of people who refused are deleted and not compared. */
function isSame(row: EntrevistaDeCampo, body: BodyOf<typeof contracts.putEntrevista>): boolean {
  if (row.questionario_versao_id !== body.questionario_versao_id) return false;
  if (row.consentimento === 'recusou' || body.nome_entrevistado === '') return true;
  return (
    row.nome_entrevistado === body.nome_entrevistado &&
    row.telefone_entrevistado === (body.telefone_entrevistado || null)
  );
}

/**
 * Accepts an interview begun on a device, even for a closed questionnaire; a repetition returns the data received
 * before.
 * @throws AppError nao_encontrado (interview of another company, or unknown version), conflito (interview of another
 * device, or with other data), dados_apagados
 */
export async function announceInterview(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  body: BodyOf<typeof contracts.putEntrevista>,
): Promise<EntrevistaRecebida> {
  const known = await findById(deps.db, id, { lock: false });
  // Most announcements are repetitions, and take no lock. An announcement with another version, possibly of another
  // company, is checked below.
  if (known?.questionario_versao_id === body.questionario_versao_id) {
    return readReceived(deps.db, requireSame(known, session, body));
  }
  const { row, recebida, isNew } = await deps.db.transaction(async (tx) => {
    const versao = await findVersao(tx, session.ownScope, body.questionario_versao_id);
    if (!versao) throw new AppError('nao_encontrado', 'Versão do questionário não encontrada.');
    const isNew = await begin(tx, session, versao, id, body);
    const row = requireSame(await findById(tx, id, { lock: false }), session, body);
    if (isNew) await noteReading(tx, session, actor, row, 'anunciada');
    return { row, isNew, recebida: await readReceived(tx, row) };
  });
  if (isNew) announce(deps, row);
  return recebida;
}

/**
 * The interview found, if this sender announced it before with the same data.
 * @throws AppError nao_encontrado, conflito, dados_apagados
 */
function requireSame(
  found: EntrevistaDeCampo | null,
  session: Session,
  body: BodyOf<typeof contracts.putEntrevista>,
): EntrevistaDeCampo {
  const row = requireSender(found, session);
  if (isSame(row, body)) return row;
  throw new AppError(
    'conflito',
    'Esta entrevista já foi registrada com outros dados. Avise o coordenador da pesquisa.',
  );
}

/** Inserts an interview. @returns false if a concurrent announcement began the interview */
async function begin(
  db: Db,
  session: Session,
  versao: Versao & { questionario_id: string; created_at: Date },
  id: string,
  body: BodyOf<typeof contracts.putEntrevista>,
): Promise<boolean> {
  const usuarioId = personOf(session);
  const destino = await lockDestino(db, session.ownScope, versao.questionario_id);
  if (!destino) throw new AppError('nao_encontrado', 'Versão do questionário não encontrada.');
  // Interviews of a questionnaire begin one at a time, so an interview begun by a concurrent request is visible here.
  if (await findById(db, id, { lock: false })) return false;
  const agora = Date.now();
  const comecouEm = clampTime(body.iniciada_em - (body.relogio - agora), versao.created_at.getTime(), agora);
  const made = await insertEntrevista(db, {
    destino,
    versao,
    usuarioId,
    agenteId: await agenteOf(db, destino.empresa_id, usuarioId),
    nome: body.nome_entrevistado,
    telefone: body.nome_entrevistado === '' ? null : body.telefone_entrevistado || null,
    chave: null,
    campo: {
      id,
      aparelhoId: session.aparelho?.id ?? null,
      iniciadaEm: new Date(body.iniciada_em),
      desvioMs: body.iniciada_em - comecouEm.getTime(),
      comecouEm,
      quarentena:
        quarantineReasonOf(session) ??
        ((await mayCollect(db, destino.questionario_id, usuarioId)) ? null : 'fora_da_lista'),
    },
  });
  if (!made)
    throw new AppError('conflito', 'Esta entrevista já está sendo registrada. Tente de novo em instantes.');
  return true;
}

/** Limits a time to the range from the version's creation to now, because the device's clock may be wrong. */
function clampTime(ms: number, from: number, until: number): Date {
  return new Date(Math.max(Math.min(from, until), Math.min(until, ms)));
}

/** Logs each interview that a manager sends from a device's export. */
async function noteReading(
  db: Db,
  { aparelho }: Session,
  actor: Actor,
  row: EntrevistaDeCampo,
  como: 'anunciada' | 'completa',
): Promise<void> {
  if (!aparelho || aparelho.leitorId === null) return;
  await writeDown(db, actor, row, 'entrevista_lida', { aparelho_id: aparelho.id, como });
}

// ───────────────────────────── events ─────────────────────────────

/** The numbers of the first and the last event. @throws AppError requisicao_invalida if the numbers have a gap */
function assertGapless(eventos: readonly EventoAparelho[]): { de: number; ate: number } {
  const de = eventos[0]?.seq ?? 1;
  if (eventos.some(({ seq }, index) => seq !== de + index)) {
    throw new AppError('requisicao_invalida', 'Os eventos devem ser enviados em ordem, sem pular números.');
  }
  return { de, ate: de + eventos.length - 1 };
}

/**
 * The events not stored yet.
 * @throws AppError conflito if a stored event differs, or earlier events are missing
 */
async function newEvents(
  db: Db,
  id: string,
  eventos: readonly EventoAparelho[],
): Promise<{ novos: EventoAparelho[]; ate: number }> {
  const { de, ate } = assertGapless(eventos);
  const last = await lastDeviceEvent(db, id);
  if (de > last + 1) {
    throw new AppError(
      'conflito',
      `Faltam eventos da entrevista antes do evento ${de}: envie os eventos a partir do ${last + 1}.`,
      {
        dados: { ate: last },
      },
    );
  }
  const here = await readDeviceEvents(db, id, { de, ate: Math.min(ate, last) });
  const other = here.find(
    (evento, index) => eventLine(evento) !== eventLine(eventos[index] as EventoAparelho),
  );
  if (other) {
    throw new AppError(
      'conflito',
      `O evento ${other.seq} desta entrevista já foi recebido com outro conteúdo. Avise o coordenador da pesquisa.`,
      {
        dados: { seq: other.seq },
      },
    );
  }
  return { novos: eventos.slice(here.length), ate: Math.max(ate, last) };
}

/**
 * Appends events to a device's log and updates its interview. Repeated events change nothing.
 * @throws AppError nao_encontrado, requisicao_invalida, conflito, dados_apagados
 */
export async function receiveEvents(
  deps: AppDeps,
  session: Session,
  id: string,
  eventos: readonly EventoAparelho[],
): Promise<{ ate: number }> {
  const { row, ate } = await deps.db.transaction(async (tx) => {
    const row = await lockToReceive(tx, session, id);
    const { novos, ate } = await newEvents(tx, id, eventos);
    if (novos.length === 0) return { row: null, ate };
    await requireInterviewAct(tx, id, 'enviar_registro', session);
    if (
      ate > LIMITES_REGISTRO.eventos ||
      !(await takeLogBytes(tx, row.id, bytesOf(novos), LIMITES_REGISTRO.bytes))
    ) {
      // The quarantine commits before the refusal, so that the manager sees the reason and earlier events stay.
      await quarantineInterview(tx, row.id, 'registro_excessivo');
      return { row, ate: null };
    }
    await appendDeviceEvents(tx, row, session.usuarioId, novos);
    await project(tx, session, row, novos);
    return { row, ate };
  });
  if (row) announce(deps, row);
  if (ate === null) throw tooLong();
  return { ate };
}

const bytesOf = (eventos: readonly EventoAparelho[]): number => Buffer.byteLength(JSON.stringify(eventos));

const tooLong = () =>
  new AppError(
    'regra_violada',
    'O registro desta entrevista passa do limite de 20.000 eventos ou 20 MB. Peça a um gerente para conferir os dados recebidos.',
  );

/** Sets the state to interrupted if an answer ends the interview early, even if the device finished the interview. */
async function withoutScreenedOut(
  db: Db,
  row: EntrevistaDeCampo,
  perguntas: readonly PerguntaCongelada[],
  found: Projecao,
): Promise<Projecao> {
  if (found.situacao !== 'concluida' || row.situacao === 'concluida') return found;
  const stored = (await readRespostas(db, row.id)).map((one) => [one.pergunta_id, typedOf(one)] as const);
  const now = [...found.respostas].map(([id, { resposta }]) => [id, resposta] as const);
  if (!screenedOutBy(perguntas, new Map([...stored, ...now]))) return found;
  return { ...found, situacao: 'interrompida', desfecho: 'filtro', motivo: `${DESFECHO_LABEL.filtro}.` };
}

async function project(
  db: Db,
  session: Session,
  row: EntrevistaDeCampo,
  novos: readonly EventoAparelho[],
): Promise<void> {
  const versao = await findVersao(db, session.ownScope, row.questionario_versao_id);
  const perguntas = versao?.conteudo.perguntas ?? [];
  const projected = projectLog(perguntas, { ...row, motivo: null }, novos);
  const { motivo, ...found } = await withoutScreenedOut(db, row, perguntas, projected);
  for (const [perguntaId, { resposta, seq }] of found.respostas) {
    await saveResposta(db, row, perguntaId, resposta, seq);
  }
  for (const said of found.consentimentos) await recordConsent(db, row.id, said);
  if (row.situacao === 'interrompida' && found.situacao !== 'interrompida') {
    await reopenReview(db, row.id, personOf(session), 'O aparelho continuou a entrevista depois da decisão.');
  }
  const isOver = found.situacao === 'concluida' && found.fim !== null;
  await followDeviceLog(db, row.id, {
    situacao: found.situacao,
    desfecho: found.desfecho,
    motivo,
    mantemMotivo: found.situacao === row.situacao && motivo === null,
    semSom: found.semSom,
    concluidaEm: isOver
      ? // Uses the interview's clock, because the wall clock may have been changed meanwhile.
        clampTime(
          (row.comecou_ms ?? 0) + (found.fim?.mono_ms ?? 0),
          versao?.created_at.getTime() ?? 0,
          Date.now(),
        )
      : null,
  });
  const held = quarantineReasonOf(session);
  if (held) await quarantineInterview(db, row.id, held);
  if (found.invalido) await quarantineInterview(db, row.id, 'registro_invalido');
}

// ───────────────────────────── closing an interview ─────────────────────────────

type Fechamento = ResponseOf<typeof contracts.closeEntrevista>['data'];

/** The recordings that contain sound; none if the respondent did not agree. */
const recordingsWithSound = (
  row: EntrevistaDeCampo,
  { gravacoes }: BodyOf<typeof contracts.closeEntrevista>,
) => (row.consentimento === 'aceito' ? gravacoes.filter(({ partes }) => partes > 0) : []);

/**
 * The parts of the device's recordings that have not arrived.
 * @throws AppError conflito if the stored recordings differ from the device's
 */
async function missingParts(
  db: Db,
  id: string,
  gravacoes: BodyOf<typeof contracts.closeEntrevista>['gravacoes'],
): Promise<Fechamento['faltam']['gravacoes']> {
  const partes = new Map(gravacoes.map((one) => [one.envio_id, one.partes]));
  const here = new Map((await readGravacoes(db, id, partes, FALTAM_MAX)).map((one) => [one.envio_id, one]));
  let room = FALTAM_MAX;
  return gravacoes.flatMap(({ n, envio_id, partes }) => {
    const found = here.get(envio_id);
    if (found && (found.n !== n || found.ultima > partes)) {
      throw new AppError(
        'conflito',
        `A gravação ${n} recebida é diferente da gravação do aparelho. Avise o coordenador da pesquisa.`,
      );
    }
    const faltam =
      found?.faltam.slice(0, room) ?? Array.from({ length: Math.min(partes, room) }, (_, i) => i + 1);
    room -= faltam.length;
    return faltam.length > 0 ? [{ n, partes: faltam }] : [];
  });
}

/** Reasons to quarantine a finished interview although its log has arrived completely; empty if there is none. */
async function whyUnsound(
  db: Db,
  session: Session,
  row: EntrevistaDeCampo,
  { semGravacao }: { semGravacao: boolean },
): Promise<Quarentena[]> {
  if (row.situacao !== 'concluida' && row.desfecho !== 'filtro') return [];
  const versao = await findVersao(db, session.scope, row.questionario_versao_id);
  if (!versao) throw new Error('an interview is of a version');
  const respostas = await readRespostas(db, row.id);
  if (row.desfecho === 'filtro') {
    const given = new Map(respostas.map((one) => [one.pergunta_id, typedOf(one)]));
    return screenedOutBy(versao.conteudo.perguntas, given) ? [] : ['registro_invalido'];
  }
  return [
    ...(row.consentimento === null ? (['sem_consentimento'] as const) : []),
    ...(firstMissing({ conteudo: versao.conteudo, respostas }) ? (['resposta_faltando'] as const) : []),
    ...(semGravacao && !versao.conteudo.semGravacao ? (['sem_gravacao'] as const) : []),
  ];
}

/**
 * Ends receiving for a locked interview: quarantines the interview for a reason, else requests the joining of its
 * sound. `registro`: digest of the device's log; null if a manager stopped waiting.
 * @returns the first reason for the quarantine; null if there is none
 */
export async function receivedWhole(
  db: Db,
  session: Session,
  row: EntrevistaDeCampo,
  { registro, semGravacao }: { registro: string | null; semGravacao: boolean },
): Promise<Quarentena | null> {
  await closeReceiving(db, row.id, { registro, semGravacao });
  const held = quarantineReasonOf(session);
  const motivos = [...(held ? [held] : []), ...(await whyUnsound(db, session, row, { semGravacao }))];
  for (const motivo of motivos) await quarantineInterview(db, row.id, motivo);
  const quarentena = row.quarentena ?? motivos[0] ?? null;
  if (quarentena === null && !semGravacao) await requestAssembly(db, row.id);
  return quarentena;
}

/**
 * Closes an interview once its log (by digest) and all parts have arrived. After a manager stopped waiting, late sound
 * becomes the second recording, and the log stays unchanged.
 * @throws AppError nao_encontrado, conflito, regra_violada, dados_apagados
 */
export async function closeInterview(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  body: BodyOf<typeof contracts.closeEntrevista>,
): Promise<Fechamento> {
  const { row, answer } = await deps.db.transaction(async (tx) => {
    const row = await lockToReceive(tx, session, id);
    const { recebimento } = receptionOf(row);
    if (recebimento === 'encerrada') return closeLate(tx, session, actor, row, body);
    if (recebimento === 'recebida') {
      if (row.registro_sha256 !== body.registro_sha256) throw interviewRefusal('encerrada');
      return { row: null, answer: completeAnswer(row.quarentena) };
    }
    const ate = await lastDeviceEvent(tx, id);
    if (ate > body.eventos) {
      throw new AppError(
        'conflito',
        `O registro recebido tem ${ate} eventos, mais do que o registro do aparelho. Avise o coordenador da pesquisa.`,
      );
    }
    const gravacoes = recordingsWithSound(row, body);
    const faltam = {
      eventos_ate: ate < body.eventos ? ate : null,
      gravacoes: await missingParts(tx, id, gravacoes),
    };
    if (faltam.eventos_ate !== null || faltam.gravacoes.length > 0) {
      return { row: null, answer: { completa: false, faltam, quarentena: row.quarentena } };
    }
    if ((await digestOfRows(tx, id, ate)) !== body.registro_sha256) {
      throw new AppError(
        'conflito',
        'O registro recebido é diferente do registro do aparelho. Avise o coordenador da pesquisa.',
      );
    }
    await requireInterviewAct(tx, id, 'fechar', session);
    await endUploads(tx, new Map(gravacoes.map((one) => [one.envio_id, one.partes])));
    const quarentena = await receivedWhole(tx, session, row, {
      registro: body.registro_sha256,
      semGravacao: gravacoes.length === 0,
    });
    await noteReading(tx, session, actor, row, 'completa');
    return { row, answer: completeAnswer(quarentena) };
  });
  if (row) announce(deps, row);
  return answer;
}

const completeAnswer = (quarentena: Fechamento['quarentena']): Fechamento => ({
  completa: true,
  faltam: { eventos_ate: null, gravacoes: [] },
  quarentena,
});

/** Closes an interview for which a manager stopped waiting. `row`: null if nothing changed. */
async function closeLate(
  db: Db,
  session: Session,
  actor: Actor,
  row: EntrevistaDeCampo,
  body: BodyOf<typeof contracts.closeEntrevista>,
): Promise<{ row: EntrevistaDeCampo | null; answer: Fechamento }> {
  const { de, para } = await requireInterviewAct(db, row.id, 'fechar', session);
  const ate = await lastDeviceEvent(db, row.id);
  // The device keeps the rest of its log, because a manager may resume receiving.
  const completa = ate === body.eventos && (await digestOfRows(db, row.id, ate)) === body.registro_sha256;
  const answered = (gravacoes: Fechamento['faltam']['gravacoes']): Fechamento => ({
    completa: completa && gravacoes.length === 0,
    faltam: { eventos_ate: completa ? null : ate, gravacoes },
    quarentena: row.quarentena,
  });
  // Changes nothing if the late sound was joined, or a manager decided on it.
  if (de.segunda !== 'nenhuma' && de.segunda !== 'chegando') return { row: null, answer: answered([]) };
  const gravacoes = recordingsWithSound(row, body);
  const faltam = await missingParts(db, row.id, gravacoes);
  if (faltam.length > 0) return { row: null, answer: answered(faltam) };
  if (para.segunda === de.segunda) return { row: null, answer: answered([]) };
  await endUploads(db, new Map(gravacoes.map((one) => [one.envio_id, one.partes])));
  await requestSecond(db, row);
  await writeDown(db, actor, row, 'segunda_gravacao_recebida', { aparelho_id: row.aparelho_id });
  return { row, answer: answered([]) };
}

/** Logs an action on a device's interview. */
export const writeDown = (
  db: Db,
  actor: Actor,
  row: EntrevistaDeCampo,
  acao: AcaoRegistrada,
  detalhes: Record<string, string | string[] | null>,
): Promise<void> =>
  recordAction(db, {
    ...actor,
    empresaId: row.empresa_id,
    acao,
    recurso: 'entrevista',
    recursoId: row.id,
    detalhes: { pesquisa_id: row.pesquisa_id, ...detalhes },
  });
