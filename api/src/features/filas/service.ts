import { AppError } from '@escuta/shared/domain/errors';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import type { AppDeps } from '../../deps.ts';
import { BOARD_PATH, boardCookie } from '../../plugins/queue-board/queue-board-session.ts';
import type { Session } from '../../sign-in/session.ts';

/**
 * Opens the queue board for an administrator.
 * @throws AppError nao_autenticado if the session ended meanwhile
 */
export async function openBoard(deps: AppDeps, session: Session, actor: Actor) {
  const { membroId, expiresAt } = session;
  const account = membroId === null ? null : await deps.sessions.account(membroId);
  if (!account || expiresAt === null) throw new AppError('nao_autenticado', 'Usuário não autenticado.');
  const cookie = boardCookie(deps, { membroId: account.membroId, versao: account.versao, expiresAt });
  await recordAction(deps.db, { ...actor, empresaId: null, acao: 'filas_abertas', recurso: 'fila' });
  return {
    cookie: cookie.header,
    url: BOARD_PATH,
    expiraEm: new Date(cookie.expiresAt).toISOString(),
    escrita: deps.env.QUEUE_BOARD_WRITE,
  };
}
