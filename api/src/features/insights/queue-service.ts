import type { QueryOf } from '@escuta/shared/contracts/contract';
import {
  FILA_LIMITE,
  type listReviewQueue,
  type listReviewSheet,
} from '@escuta/shared/contracts/insights/insights';
import { AppError } from '@escuta/shared/domain/errors';
import { attentionWithFirings } from '@escuta/shared/domain/insights/insight-attention';
import { z } from 'zod';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import { listScope } from '../../reads/list-scope.ts';
import { cappedAt, offsetOf } from '../../reads/page-repo.ts';
import type { Session } from '../../sign-in/session.ts';
import { signedItemUrl } from '../../sound/signed-urls.ts';
import { presentInsight } from './present.ts';
import { listQueue, listQueuePage, type QueueJson, type QueuePlace, readBesideQueue } from './queue-repo.ts';

const place = z.tuple([z.union([z.literal(0), z.literal(1)]), z.iso.datetime(), z.uuid()]);

function cursorOf(row: QueueJson): string {
  const parts: z.infer<typeof place> = [row.ordem, new Date(row.desde).toISOString(), row.id];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** The position in a cursor. @throws AppError requisicao_invalida for an invalid cursor */
function readCursor(cursor: string | undefined): QueuePlace | null {
  if (cursor === undefined) return null;
  try {
    const [ordem, desde, id] = place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { ordem, desde, id };
  } catch (cause) {
    throw new AppError('requisicao_invalida', 'Não foi possível continuar a fila. Abra a fila de novo.', {
      cause,
    });
  }
}

function presentEntry(
  deps: AppDeps,
  session: Session,
  { item, projeto, temAudio, empresaId, ordem: _, desde, disparos, ...row }: QueueJson,
) {
  const insight = presentInsight(row);
  return {
    ...insight,
    atencao: attentionWithFirings(insight.atencao, disparos),
    disparos,
    desde: new Date(desde).toISOString(),
    item: {
      ...item,
      callStartTime: item.callStartTime && new Date(item.callStartTime).toISOString(),
      createdAt: new Date(item.createdAt).toISOString(),
      responsavel: item.responsavel && {
        ...item.responsavel,
        desde: new Date(item.responsavel.desde).toISOString(),
      },
    },
    projeto,
    audioUrl: temAudio
      ? signedItemUrl(deps, { id: row.itemId, empresaId }, 'download', session.signer).url
      : null,
  };
}

/**
 * A page of the queue as a list.
 * @throws AppError nao_encontrado, requisicao_invalida for sorting too many insights, or beyond the last allowed page
 */
export async function pageOfQueueList(
  deps: AppDeps,
  session: Session,
  query: QueryOf<typeof listReviewSheet>,
) {
  const { page, limit, ordem = 'urgencia', data, de, ate, empresaId, ...filter } = query;
  const offset = offsetOf({ page, limit }, 'capped');
  const { rows, total } = await listQueuePage(
    deps.db,
    listScope(session, empresaId),
    { ...filter, dias: { data, de, ate }, ordem, limit, offset },
    FILA_LIMITE,
    session.usuarioId,
  );
  if (!rows) {
    throw new AppError(
      'requisicao_invalida',
      `Esta ordem só vale para até ${FILA_LIMITE.toLocaleString('pt-BR')} insights: reduza a lista com os filtros.`,
    );
  }
  return presentPage(query, cappedAt(FILA_LIMITE, rows, total), (row) => presentEntry(deps, session, row));
}

/**
 * A page of the review queue.
 * @throws AppError nao_encontrado, requisicao_invalida
 */
export async function pageOfQueue(deps: AppDeps, session: Session, query: QueryOf<typeof listReviewQueue>) {
  const scope = listScope(session, query.empresaId);
  // Configuration errors are listed only on the first page, because they concern all calls of a project.
  const first =
    query.cursor === undefined && query.prioridade !== 'media' && !query.responsavel && !query.prazo;
  const [{ rows, total }, { minhasRevisoes, configuracao }] = await Promise.all([
    listQueue(
      deps.db,
      scope,
      {
        ...query,
        dias: { data: query.data, de: query.de, ate: query.ate },
        after: readCursor(query.cursor),
      },
      FILA_LIMITE,
      session.usuarioId,
    ),
    readBesideQueue(deps.db, scope, session.usuarioId, first ? query : null),
  ]);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    insights: page.map((row) => presentEntry(deps, session, row)),
    proximo: rows.length > query.limit && last ? cursorOf(last) : null,
    total: Math.min(total, FILA_LIMITE),
    totalExato: total <= FILA_LIMITE,
    configuracao: configuracao.map((erro) => ({ ...erro, desde: new Date(erro.desde).toISOString() })),
    minhasRevisoes,
  };
}
