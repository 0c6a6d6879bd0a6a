import type { Db } from '@escuta/prisma/db';
import type { BodyOf, ResponseOf } from '@escuta/shared/contracts/contract';
import {
  type giveParecer,
  type listPessoasDoSinal,
  PESSOAS_DO_SINAL,
  type proposeParaSinal,
  type SinalWire,
} from '@escuta/shared/contracts/surveys/sinais';
import { AppError } from '@escuta/shared/domain/errors';
import type { AcaoRegistrada } from '@escuta/shared/domain/log/audit-actions';
import type { LiveEvent } from '@escuta/shared/queues/pipeline';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { recordEvent } from '@escuta/shared/services/log/record-event';
import { takeBackNotice } from '@escuta/shared/services/log/take-back-notice';
import { settleSignals } from '@escuta/shared/services/surveys/signal-state';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import {
  hasOpinion,
  hasSameOpinion,
  insertOpinion,
  isMember,
  isOwnSignal,
  type LockedSignal,
  listSeconds,
  lockSignal,
  markChanged,
  saveNamed,
  withdrawOpinion,
} from './opinion-repo.ts';
import { hindranceOf, presentSinal } from './present.ts';
import { findSignal } from './repo.ts';
import { personOf, seesAll, signalNotFound } from './service.ts';

const CHANGED =
  'Este sinal mudou enquanto você o analisava: outra pessoa deu um parecer, ou a prova mudou. Veja como ele está agora.';

/**
 * Changes a signal in a transaction with its log entry, and returns the signal. `isDone`: true if an earlier delivery
 * of the same request made the change.
 * @throws AppError nao_encontrado, conflito (the signal changed since the person saw it)
 */
function changeSignal(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  { id, visto }: { id: string; visto: number | undefined },
  isDone: (db: Db, sinal: LockedSignal, usuarioId: string) => Promise<boolean>,
  work: (
    db: Db,
    sinal: LockedSignal,
    usuarioId: string,
  ) => Promise<{ acao: AcaoRegistrada; detalhes: Record<string, string | null> }>,
): Promise<SinalWire> {
  const usuarioId = personOf(session);
  return deps.db.transaction(async (tx) => {
    const sinal = await lockSignal(tx, session.scope, id);
    if (!sinal || (!seesAll(session) && sinal.indicadoId !== usuarioId)) throw signalNotFound();
    const now = async () => {
      const row = await findSignal(tx, session.scope, usuarioId, id, false);
      if (!row) throw signalNotFound();
      return row;
    };
    if (await isDone(tx, sinal, usuarioId)) return presentSinal(await now());
    if (visto !== undefined && visto !== sinal.versao) throw new AppError('conflito', CHANGED);
    const { acao, detalhes } = await work(tx, sinal, usuarioId);
    await settleSignals(tx, [sinal.id]);
    const row = await now();
    await recordAction(tx, {
      ...actor,
      empresaId: sinal.empresaId,
      acao,
      recurso: 'sinal',
      recursoId: id,
      detalhes: { ...detalhes, tipo: sinal.tipo, pesquisaId: sinal.pesquisaId, estado: row.estado },
    });
    return presentSinal(row);
  });
}

/**
 * Gives or replaces the caller's opinion on a signal; idempotent.
 * @throws AppError nao_encontrado, sem_permissao (the signal concerns the caller), conflito (the signal changed since
 * the caller saw it), regra_violada (the signal takes no opinion, or has ended)
 */
export function giveOpinion(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  { parecer, observacao, visto }: BodyOf<typeof giveParecer>,
): Promise<SinalWire> {
  const given = { parecer, observacao: observacao || null };
  const isDone = (db: Db, sinal: LockedSignal, usuarioId: string) =>
    hasSameOpinion(db, sinal, { usuarioId, ...given });
  return changeSignal(deps, session, actor, { id, visto }, isDone, async (db, sinal, usuarioId) => {
    const proprio = await isOwnSignal(db, usuarioId, id);
    const hindrance = hindranceOf({ ...sinal, proprio });
    if (hindrance) throw new AppError(proprio ? 'sem_permissao' : 'regra_violada', hindrance);
    await insertOpinion(db, sinal, { usuarioId, papel: session.papel, ...given });
    await markChanged(db, id);
    return { acao: 'sinal_parecer', detalhes: { parecer } };
  });
}

/**
 * Withdraws the caller's opinion, which stays in the history.
 * @throws AppError nao_encontrado, conflito (the caller gave no opinion, or the signal changed)
 */
export function undoOpinion(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  visto: number | undefined,
): Promise<SinalWire> {
  return changeSignal(
    deps,
    session,
    actor,
    { id, visto },
    async () => false,
    async (db, sinal, usuarioId) => {
      if (!(await withdrawOpinion(db, sinal, usuarioId, true)))
        throw new AppError('conflito', 'Você não tem parecer em vigor neste sinal.');
      await markChanged(db, id);
      return { acao: 'sinal_parecer_desfeito', detalhes: {} };
    },
  );
}

/**
 * Assigns the person who may see this signal and give the second opinion; null: nobody.
 * @throws AppError nao_encontrado (the signal or the person), regra_violada (the signal concerns the person, or an
 * interview that the person conducted), conflito
 */
export async function nameSecond(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  { user_id: indicadoId, visto }: BodyOf<typeof proposeParaSinal>,
): Promise<SinalWire> {
  /** Messages for open pages of people whose notice was deleted. */
  const relieved: LiveEvent[] = [];
  const isDone = async (_: Db, sinal: LockedSignal) => sinal.indicadoId === indicadoId;
  const named = await changeSignal(
    deps,
    session,
    actor,
    { id, visto },
    isDone,
    async (db, sinal, usuarioId) => {
      // A person whom the signal concerns may not choose who gives the second opinion.
      if (await isOwnSignal(db, usuarioId, id))
        throw new AppError(
          'sem_permissao',
          'Este sinal é sobre uma entrevista que você fez: outra pessoa precisa indicar o autor do segundo parecer.',
        );
      if (indicadoId !== null) {
        if (!(await isMember(db, sinal.empresaId, indicadoId)))
          throw new AppError('nao_encontrado', 'Usuário não encontrado.');
        const objection =
          indicadoId === usuarioId
            ? 'Você não pode indicar a própria conta. Dê o seu parecer.'
            : (await isOwnSignal(db, indicadoId, id))
              ? 'Esta pessoa fez a entrevista do sinal: indique outra.'
              : (await hasOpinion(db, sinal, indicadoId))
                ? 'Esta pessoa já deu um parecer: indique outra.'
                : null;
        if (objection) {
          throw new AppError('regra_violada', objection, {
            errors: [{ campo: 'user_id', mensagem: objection }],
          });
        }
      }
      await saveNamed(db, sinal, indicadoId, usuarioId);
      const { empresaId, pesquisaId } = sinal;
      if (sinal.indicadoId !== null) {
        await takeBackNotice(db, {
          usuarioId: sinal.indicadoId,
          empresaId,
          tipo: 'sinal_indicado',
          alvoId: id,
        });
        relieved.push({ tipo: 'notificacao', empresaId, usuarioId: sinal.indicadoId });
      }
      if (indicadoId !== null) {
        await recordEvent(db, {
          ...{ tipo: 'sinal_indicado', empresaId, alvoId: id },
          dados: { conta_id: indicadoId, pesquisa_id: pesquisaId },
        });
      }
      return { acao: 'sinal_indicado', detalhes: { indicadoId } };
    },
  );
  deps.publish(relieved);
  return named;
}

/**
 * The people who may give the second opinion on a signal.
 * @throws AppError nao_encontrado
 */
export async function secondsOf(
  deps: AppDeps,
  session: Session,
  id: string,
  q: string | undefined,
): Promise<ResponseOf<typeof listPessoasDoSinal>['data']> {
  const people = await listSeconds(deps.db, session.scope, id, personOf(session), {
    q,
    limit: PESSOAS_DO_SINAL,
  });
  if (!people) throw signalNotFound();
  return people;
}
