import type { Database, Db } from '@escuta/prisma/db';
import { AppError } from '../../domain/errors.ts';
import { creditsOfNext, creditsReserved, formatCreditos } from '../../domain/runs/credits.ts';
import type { Prioridade } from '../../domain/runs/status.ts';
import type { Scope } from '../../domain/scope.ts';
import type { LivePublisher } from '../../platform/redis/live-events.ts';
import { getBalance } from '../credits/ledger.ts';
import type { BalanceNotices } from '../credits/low-balance.ts';
import { assertWithinCap } from '../credits/may-pay.ts';
import { type Actor, recordAction } from '../log/audit-log.ts';

import {
  alreadyRunning,
  announce,
  createRun,
  ETAPAS_PAGAS,
  type NewRun,
  type OrigemExecucao,
  type RequestedRun,
} from './create.ts';
import { assertActive, assertAuditable, lockItem, priceOf, situationOf } from './item.ts';
import { type Plano, planReuse, type Situacao } from './reuse.ts';

export type RunRequest = {
  scope: Scope;
  itemId: string;
  origem: OrigemExecucao;
  /** `lacunas`: reuses valid findings and makes missing ones. `insights`: the same, but never transcribes again. */
  reuso?: 'lacunas' | 'insights';
  /** The requesting person; null for an API key or the system. */
  solicitadoPor: string | null;
  /** Minutes of an interview per credit (CREDITO_ENTREVISTA_MINUTOS). */
  entrevistaMinutos: number;
  /** With `reuso`: calls for which this batch only requested insights; the first of every ten pays. */
  adicionais?: number;
  /** Credits that the caller agreed to; undefined: no limit. */
  creditosConfirmados?: number | undefined;
  /** `lote`: low priority, within the project's monthly limits. */
  prioridade?: Prioridade;
  /** The requesting bulk run, and its time; an item processed later is refused. */
  lote?: { tarefaId: string; ate: string };
  /** Actor for a single request's log entry. */
  actor?: Actor;
  /** Further writes of the transaction, last because they may lock widely used rows. */
  alongside?: (db: Db, run: RequestedRun) => Promise<void>;
};

/** Error for a request above the confirmed credits. `dados`: `creditos` (present cost) and the given fields. */
export function dearerThanConfirmed(
  creditos: number,
  confirmados: number,
  dados: Record<string, unknown>,
): AppError {
  return new AppError(
    'confirmacao_necessaria',
    `O processamento agora custa ${formatCreditos(creditos)}, mais do que foi confirmado (${formatCreditos(confirmados)}). Nada foi cobrado: veja o novo custo e confirme de novo.`,
    { dados: { creditos, ...dados } },
  );
}

/**
 * Refuses an item processed since `ate`, which would be paid twice.
 * @throws AppError conflito
 */
async function assertNotSince(db: Db, itemId: string, ate: string): Promise<void> {
  const { rowCount } = await db.query({
    name: 'run_since',
    text: `select from execucoes where item_id = $1 and created_at > $2::timestamptz
      and status not in ('na_fila', 'executando')
             and codigo_motivo is distinct from 'retirada' limit 1`,
    values: [itemId, ate],
  });
  if (!rowCount) return;
  throw new AppError('conflito', 'Processadas por outro pedido depois que este lote foi criado.');
}

/**
 * A request's reuse plan; null: everything is made anew.
 * @throws AppError regra_violada, conflito (`lacunas` if nothing is missing)
 */
async function planOf(
  db: Db,
  situacao: Situacao,
  { origem, reuso }: Pick<RunRequest, 'origem' | 'reuso'>,
): Promise<Plano | null> {
  const regenerate = origem === 'regenerar';
  if (!regenerate && reuso === undefined) return null;
  const plano = await planReuse(db, situacao, { modo: regenerate ? 'transcricao' : 'lacunas' });
  if (regenerate && !plano.temTranscricao) {
    throw new AppError(
      'regra_violada',
      'Não há transcrição desta gravação. Processe o item antes de regenerar a análise.',
    );
  }
  if (!regenerate && plano.completo) {
    throw new AppError('conflito', 'Este item já tem os insights de todos os templates.');
  }
  if (reuso === 'insights' && !plano.base) {
    throw new AppError(
      'conflito',
      'A transcrição não vale mais: as configurações de áudio ou transcrição mudaram. Processe estas ligações por inteiro.',
    );
  }
  return plano;
}

/** True if a request only adds insights to a call with a paid, valid transcript. */
const isFurther = (
  { reuso }: Pick<RunRequest, 'reuso'>,
  { perfil }: Situacao,
  plano: Plano | null,
): boolean => reuso !== undefined && perfil === 'ligacao' && plano !== null && plano.base !== null;

function answersOf(
  plano: Plano | null,
  { origem }: Pick<RunRequest, 'origem'>,
  creditos: number,
): Pick<NewRun, 'plano' | 'respostas' | 'evento'> {
  const reserved = creditsReserved(creditos);
  if (!plano) {
    const evento = { nome: 'Processamento solicitado', detalhes: reserved };
    return { plano, respostas: null, evento };
  }
  const regenerate = origem === 'regenerar';
  const kept = plano.base
    ? 'A transcrição existente será reaproveitada.'
    : 'As configurações de áudio ou transcrição mudaram: a transcrição será refeita.';
  return {
    plano,
    respostas: { execucaoId: null, etapas: regenerate ? ['transcricao'] : ETAPAS_PAGAS },
    evento: regenerate
      ? { nome: 'Nova análise solicitada', detalhes: kept }
      : {
          nome: 'Insights solicitados',
          detalhes: plano.temTranscricao
            ? `${kept} As respostas que a IA já deu são reaproveitadas. ${reserved}`
            : reserved,
        },
  };
}

/**
 * Requests a run: in one transaction reserves credits, writes the run with its stages, and sets the item to
 * `processando`. A relay then queues the run.
 * @param publish tells open pages, after the commit
 * @param notices mails managers about a low balance
 * @throws AppError nao_encontrado (404, also outside the scope), sem_arquivo (409), gravacao_em_medicao (409),
 * execucao_em_andamento (409), creditos_insuficientes (402), confirmacao_necessaria (409: above the confirmed credits),
 * regra_violada (422: processing off, monthly limits, nothing to regenerate), conflito (409: `lacunas` without gaps;
 * `lote` processed meanwhile)
 */
export async function requestRun(
  db: Database,
  request: RunRequest,
  publish?: LivePublisher,
  notices?: BalanceNotices,
): Promise<RequestedRun> {
  const { run, item } = await db.transaction(async (tx) => {
    const item = await lockItem(tx, request.scope, request.itemId);
    const situacao = situationOf(item);
    if (item.status === 'processando') throw alreadyRunning();
    assertActive(situacao);
    await assertAuditable(tx, item, request.solicitadoPor);
    if (request.lote) await assertNotSince(tx, item.id, request.lote.ate);
    const plano = await planOf(tx, situacao, request);
    const adicional = isFurther(request, situacao, plano);
    const creditos = adicional
      ? creditsOfNext(request.adicionais ?? 0)
      : priceOf(item, request.entrevistaMinutos);
    if (request.creditosConfirmados !== undefined && creditos > request.creditosConfirmados) {
      throw dearerThanConfirmed(creditos, request.creditosConfirmados, {
        saldo: await getBalance(tx, item.empresa_id),
      });
    }
    const created = await createRun(
      tx,
      {
        item,
        perfil: situacao.perfil,
        config: situacao.config,
        origem: request.origem,
        solicitadoPor: request.solicitadoPor,
        prioridade: request.prioridade ?? 'clique',
        creditos,
        adicional,
        tarefaId: request.lote?.tarefaId,
        ...answersOf(plano, request, creditos),
      },
      notices,
    );
    if (request.actor) {
      await recordAction(tx, {
        ...{ ...request.actor, empresaId: item.empresa_id, recurso: 'auditoria_item', recursoId: item.id },
        acao: 'processamento_pedido',
        detalhes: { execucao_id: created.execucaoId, origem: request.origem, creditos: created.creditos },
      });
    }
    if (request.prioridade === 'lote') await assertWithinCap(tx, item.projeto_id);
    await request.alongside?.(tx, created);
    return { run: created, item };
  });
  announce(publish, item, run.execucaoId);
  return run;
}
