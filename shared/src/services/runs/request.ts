import type { Database, Db } from '@escuta/prisma/db';
import { AppError } from '../../domain/errors.ts';
import { creditsReserved, formatCreditos } from '../../domain/runs/credits.ts';
import type { Prioridade } from '../../domain/runs/status.ts';
import type { Scope } from '../../domain/scope.ts';
import type { LivePublisher } from '../../platform/redis/live-events.ts';
import { getBalance } from '../credits/ledger.ts';
import type { BalanceNotices } from '../credits/low-balance.ts';
import { assertWithinCap } from '../credits/may-pay.ts';
import { type Actor, recordAction } from '../log/audit-log.ts';

import {
  announce,
  createRun,
  ETAPAS_PAGAS,
  type NewRun,
  type OrigemExecucao,
  type RequestedRun,
  underWay,
} from './create.ts';
import { assertActive, assertAuditable, lockItem, priceOf, situationOf } from './item.ts';
import { planReuse, type Situacao } from './reuse.ts';

export type RunRequest = {
  scope: Scope;
  itemId: string;
  origem: OrigemExecucao;
  /** `lacunas`: what earlier runs found and still holds is kept, and only what is missing is made. `insights`: the same, and nothing is transcribed again. */
  reuso?: 'lacunas' | 'insights';
  /** The person who asked; null for a company key or the system. */
  solicitadoPor: string | null;
  /** Minutes of an interview for each credit (CREDITO_ENTREVISTA_MINUTOS). */
  entrevistaMinutos: number;
  /** Credits that whoever asks agreed to; undefined: whatever it takes. */
  creditosConfirmados?: number | undefined;
  /** `lote`: one of many, behind what somebody waits for, and within the project's monthly limits. */
  prioridade?: Prioridade;
  /** The bulk run that it is part of, and when that was asked for: what was processed since is left alone. */
  lote?: { tarefaId: string; ate: string };
  /** Whose request of this one item it is: an entry of the log says so. A bulk run's is its task's. */
  actor?: Actor;
  /** What else is written in the same transaction: both happen or neither. Last, since it may lock what others wait for. */
  alongside?: (db: Db, run: RequestedRun) => Promise<void>;
};

/**
 * What is refused because it takes more than somebody agreed to: the recording was replaced, or there is more to do than they saw.
 * `dados`: `creditos` (what it takes now) and what is told besides.
 */
export function dearerThanConfirmed(
  creditos: number,
  confirmados: number,
  dados: Record<string, unknown>,
): AppError {
  return new AppError(
    'confirmacao_necessaria',
    `Agora custa ${formatCreditos(creditos)}, mais do que foi confirmado (${formatCreditos(confirmados)}). Nada foi cobrado: veja o novo custo e confirme de novo.`,
    { dados: { creditos, ...dados } },
  );
}

/** Nobody processes twice what two people asked for at once: not even where it was finished in between. @throws AppError conflito */
async function assertNotSince(db: Db, itemId: string, ate: string): Promise<void> {
  const { rowCount } = await db.query({
    name: 'run-since',
    text: `SELECT FROM execucoes WHERE item_id = $1 AND created_at > $2::timestamptz AND status NOT IN ('na_fila', 'executando')
             AND codigo_motivo IS DISTINCT FROM 'retirada' LIMIT 1`,
    values: [itemId, ate],
  });
  if (!rowCount) return;
  throw new AppError('conflito', 'Processadas por outro pedido depois que este lote foi criado.');
}

/**
 * What a request takes over, whose answers it may use, and how the timeline says so.
 * @throws AppError regra_violada, conflito (`lacunas` of an item that lacks nothing)
 */
async function reuseOf(
  db: Db,
  situacao: Situacao,
  request: Pick<RunRequest, 'origem' | 'reuso'>,
  creditos: number,
): Promise<Pick<NewRun, 'plano' | 'respostas' | 'evento'>> {
  const reserved = creditsReserved(creditos);
  const regenerate = request.origem === 'regenerar';
  if (!regenerate && request.reuso === undefined) {
    const evento = { nome: 'Processamento solicitado', detalhes: reserved };
    return { plano: null, respostas: null, evento };
  }
  const plano = await planReuse(db, situacao, { modo: regenerate ? 'transcricao' : 'lacunas' });
  if (regenerate && !plano.temTranscricao) {
    throw new AppError(
      'regra_violada',
      'Não há transcrição desta gravação. Processe o item antes de refazer a análise.',
    );
  }
  if (!regenerate && plano.completo) {
    // Somebody else was faster since the batch was put together: a credit would be taken for nothing.
    throw new AppError('conflito', 'Este item já tem os insights de todos os templates.');
  }
  if (request.reuso === 'insights' && !plano.base) {
    throw new AppError(
      'conflito',
      'Nenhuma transcrição válida: as configurações de áudio ou transcrição mudaram. Refaça estas ligações por inteiro.',
    );
  }
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
            ? `${kept} A IA recebe só as perguntas que faltam. ${reserved}`
            : reserved,
        },
  };
}

/**
 * Requests a run of an item: reserves its credits, writes the run with the stages of its flow and the configuration in force,
 * and sets the item to `processando`, all in one transaction. A relay admits the run when its company's turn comes.
 *
 * @param publish tells open pages at once, after the commit
 * @param notices tells the company's managers when the balance becomes low
 * @throws AppError nao_encontrado (404, also outside the scope), sem_arquivo (409), gravacao_em_medicao (409), execucao_em_andamento (409),
 * creditos_insuficientes (402), confirmacao_necessaria (409: it takes more than was confirmed), regra_violada (422: processing switched off, a bulk run beyond the project's monthly limits, or nothing to regenerate), conflito (409:
 * `lacunas`, and nothing is missing; `lote`, and processed since)
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
    if (item.status === 'processando') throw underWay();
    assertActive(situacao);
    await assertAuditable(tx, item, request.solicitadoPor);
    if (request.lote) await assertNotSince(tx, item.id, request.lote.ate);
    const creditos = priceOf(item, request.entrevistaMinutos);
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
        tarefaId: request.lote?.tarefaId,
        ...(await reuseOf(tx, situacao, request, creditos)),
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
