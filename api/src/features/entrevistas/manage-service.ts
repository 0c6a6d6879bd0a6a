/** Managers' decisions on interviews on devices: stop waiting, resume, release, and choose the recording. */

import type { Db } from '@escuta/prisma/db';
import { AppError } from '@escuta/shared/domain/errors';
import { recordingReceived } from '@escuta/shared/services/interviews/collecting';
import { appendEvent } from '@escuta/shared/services/interviews/interview-events';
import { requestAssembly } from '@escuta/shared/services/interviews/joining';
import {
  lockCells,
  lockItems,
  readInterviewStates,
  requireInterviewAct,
} from '@escuta/shared/services/interviews/life';
import {
  followDeviceLog,
  liftQuarantine,
  resumeReceiving,
} from '@escuta/shared/services/interviews/receiving';
import { discardSecond, repeatSecond, useSecond } from '@escuta/shared/services/interviews/second';
import { requireAct } from '@escuta/shared/services/items/life';
import type { Actor } from '@escuta/shared/services/log/audit-log';
import type { AppDeps } from '../../deps.ts';
import { type EntrevistaDeCampo, findInScope } from '../../field/field-interview-repo.ts';
import type { Session } from '../../sign-in/session.ts';
import { endUploads, readGravacoes, readItem } from './collecting/receive-repo.ts';
import { announce, receivedWhole, writeDown } from './collecting/receive-service.ts';

/** The managing person; API keys cannot use these routes. */
function personOf({ usuarioId }: Session): string {
  if (usuarioId === null) throw new Error('a device’s interview is managed by a person');
  return usuarioId;
}

/**
 * Runs a manager's decision under the interview's lock, and notifies open pages. `trocaGravacao`: first locks the
 * verdicts, which the decision invalidates.
 * @throws AppError nao_encontrado
 */
async function decide(
  deps: AppDeps,
  session: Session,
  id: string,
  act: (db: Db, row: EntrevistaDeCampo) => Promise<void>,
  { trocaGravacao = false } = {},
): Promise<void> {
  const row = await deps.db.transaction(async (tx) => {
    if (trocaGravacao) {
      await lockItems(tx, id);
      await lockCells(tx, id);
    }
    const held = await findInScope(tx, session.scope, id, { lock: true });
    if (!held) throw new AppError('nao_encontrado', 'Entrevista não encontrada.');
    await act(tx, held);
    return held;
  });
  announce(deps, row);
}

/**
 * Ends the uploads of which some sound has arrived, keeping the parts that arrived.
 * @returns number of ended uploads
 */
async function endWithWhatIsHere(db: Db, id: string): Promise<number> {
  const here = (await readGravacoes(db, id)).filter(({ recebidas }) => recebidas > 0);
  await endUploads(db, new Map(here.map(({ envio_id, ultima }) => [envio_id, ultima])));
  return here.length;
}

/**
 * Stops waiting for a lost device: the received part becomes the interview. Later sound is kept as a second recording,
 * other data are refused.
 * @throws AppError nao_encontrado, conflito, dados_apagados
 */
export function endForDevice(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  motivo: string,
): Promise<void> {
  return decide(deps, session, id, async (db, row) => {
    const { de } = await requireInterviewAct(db, id, 'encerrar', session);
    const gravacoes = await endWithWhatIsHere(db, id);
    if (de.situacao === 'em_andamento') {
      await appendEvent(db, row, { tipo: 'interrompida', usuarioId: session.usuarioId });
      await followDeviceLog(db, id, {
        situacao: 'interrompida',
        desfecho: null,
        motivo,
        mantemMotivo: false,
        concluidaEm: null,
      });
    }
    await receivedWhole(db, session, row, { registro: null, semGravacao: gravacoes === 0 });
    await writeDown(db, actor, row, 'entrevista_encerrada', { aparelho_id: row.aparelho_id });
  });
}

/**
 * Resumes receiving an interview whose device was found, unless it was processed, because audited data must not change.
 * @throws AppError nao_encontrado, conflito, dados_apagados
 */
export function resumeForDevice(deps: AppDeps, session: Session, actor: Actor, id: string): Promise<void> {
  return decide(deps, session, id, async (db, row) => {
    await requireInterviewAct(db, id, 'retomar', session);
    await resumeReceiving(db, row, { ...actor, usuarioId: personOf(session) });
    await writeDown(db, actor, row, 'entrevista_retomada', { aparelho_id: row.aparelho_id });
  });
}

/**
 * Releases an interview from quarantine, or retries the failed joining of its recordings.
 * @throws AppError nao_encontrado, conflito, sem_permissao, dados_apagados
 */
export function releaseInterview(deps: AppDeps, session: Session, actor: Actor, id: string): Promise<void> {
  return decide(deps, session, id, async (db, row) => {
    const estado = (await readInterviewStates(db, [id])).get(id);
    const again = estado?.quarentena === 'livre' && estado.som === 'nao_juntado';
    const { de, para } = await requireInterviewAct(db, id, again ? 'repetir_montagem' : 'liberar', session);
    if (!again) await liftQuarantine(db, id);
    if (para.som !== de.som) await requestAssembly(db, id);
    if (again) await writeDown(db, actor, row, 'montagem_repetida', {});
    else await writeDown(db, actor, row, 'entrevista_liberada', { quarentena: row.quarentenas });
  });
}

/**
 * Replaces an interview's recording by its second recording.
 * @throws AppError nao_encontrado, conflito, execucao_em_andamento, regra_violada, sem_permissao, dados_apagados
 */
export function useSecondRecording(deps: AppDeps, session: Session, actor: Actor, id: string): Promise<void> {
  const use = async (db: Db, row: EntrevistaDeCampo) => {
    await requireInterviewAct(db, id, 'usar_segunda', session);
    const item = await readItem(db, id);
    await requireAct(db, item, 'anexar', actor);
    const sha256 = await useSecond(db, row, item, actor);
    await recordingReceived(db, row, session.usuarioId, { continua: false });
    await writeDown(db, actor, row, 'segunda_gravacao_usada', {
      item_id: item.id,
      sha256_anterior: item.arquivo_sha256,
      sha256,
    });
  };
  return decide(deps, session, id, use, { trocaGravacao: true });
}

/**
 * Retries the failed joining of a second recording.
 * @throws AppError nao_encontrado, conflito, sem_permissao, dados_apagados
 */
export function repeatSecondRecording(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
): Promise<void> {
  return decide(deps, session, id, async (db, row) => {
    await requireInterviewAct(db, id, 'repetir_segunda', session);
    await repeatSecond(db, id);
    await writeDown(db, actor, row, 'montagem_repetida', { gravacao: 'do_aparelho' });
  });
}

/**
 * Discards an interview's second recording.
 * @throws AppError nao_encontrado, conflito, sem_permissao, dados_apagados
 */
export function discardSecondRecording(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
): Promise<void> {
  return decide(deps, session, id, async (db, row) => {
    await requireInterviewAct(db, id, 'descartar_segunda', session);
    const sha256 = await discardSecond(db, row);
    await writeDown(db, actor, row, 'segunda_gravacao_descartada', { sha256 });
  });
}
