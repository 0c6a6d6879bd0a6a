import type * as contracts from '@escuta/shared/contracts/accounts/notificacoes';
import { NOTIFICACOES_MOSTRADAS, notificacao } from '@escuta/shared/contracts/accounts/notificacoes';
import type { ResponseOf } from '@escuta/shared/contracts/contract';
import { readStoredObject } from '@escuta/shared/domain/text/stored';
import { personOf } from '../../access/person.ts';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import { listNotificacoes, markRead, type NotificacaoRow } from './repo.ts';

type Lista = ResponseOf<typeof contracts.listNotificacoes>['data'];

const COUNT_MAX = 100;

/** Shapes a notification; null if this version does not know its kind or data. */
function present({ id, tipo, dados, lida, created_at, lugar, regra, pesquisa }: NotificacaoRow) {
  const { alvo_id, ...known } = readStoredObject(dados);
  const shown = notificacao.safeParse({
    id,
    tipo,
    alvo_id,
    dados: known,
    lida,
    created_at: created_at.toISOString(),
    lugar,
    regra,
    pesquisa,
  });
  return shown.data ?? null;
}

/** The caller's notifications, newest first. */
export async function notificacoesOf(deps: AppDeps, session: Session): Promise<Lista> {
  const { rows, naoLidas } = await listNotificacoes(deps.db, session.scope, personOf(session), {
    limit: NOTIFICACOES_MOSTRADAS,
    countLimit: COUNT_MAX,
  });
  return {
    nao_lidas: naoLidas,
    notificacoes: rows.map(present).filter((one) => one !== null),
  };
}

/** Marks given notifications of the caller, or all, as read, and updates the caller's open pages. */
export async function readNotificacoes(
  deps: AppDeps,
  session: Session,
  ids: readonly string[] | undefined,
): Promise<Lista> {
  const usuarioId = personOf(session);
  await markRead(deps.db, session.scope, usuarioId, ids ?? null);
  deps.publish([{ tipo: 'notificacao', empresaId: session.empresaId, usuarioId }]);
  return notificacoesOf(deps, session);
}
