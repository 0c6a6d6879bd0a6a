import type { Database, Db } from '@escuta/prisma/db';
import { AppError } from '../../domain/errors.ts';
import { profileOf } from '../../domain/profiles/profile.ts';
import { creditsReserved, formatCreditos } from '../../domain/runs/credits.ts';
import type { Etapa, Prioridade } from '../../domain/runs/status.ts';
import { empresaIdOf, type Scope } from '../../domain/scope.ts';
import { inScope } from '../../platform/database/sql.ts';
import type { LivePublisher } from '../../platform/redis/live-events.ts';
import type { BalanceNotices } from '../credits/low-balance.ts';
import { assertWithinCap } from '../credits/may-pay.ts';
import { type Actor, recordAction } from '../log/audit-log.ts';
import { readReplaced, replacedOf } from '../recordings/replaced-analysis.ts';

import { announce, createRun, ETAPAS_PAGAS, type OrigemExecucao, type RequestedRun } from './create.ts';
import { assertActive, assertAuditable, type LockedItem, lockItem, priceOf, situationOf } from './item.ts';
import { planReuse } from './reuse.ts';

/**
 * Retries a failed run: a new run with new credits reuses valid stages and paid answers. Writes the audit log.
 * @param request.confirmado retries even if the item was processed meanwhile
 * @param request.prioridade `lote`: low priority, within monthly limits
 * @throws AppError nao_encontrado, conflito (handled before), confirmacao_necessaria (dados: credits, balance, replaced
 * results), and the errors of `requestRun`
 */
export async function retryDeadLetter(
  db: Database,
  request: {
    scope: Scope;
    letraId: string;
    actor: Actor;
    confirmado?: boolean;
    entrevistaMinutos: number;
    prioridade?: Prioridade;
    alongside?: (db: Db) => Promise<void>;
  },
  publish?: LivePublisher,
  notices?: BalanceNotices,
): Promise<RequestedRun> {
  const { run, item } = await db.transaction(async (tx) => {
    // Locks the item first, like changes of recordings, which dismiss the item's failures.
    const { rows: found } = await tx.query<{ item_id: string }>(
      `select item_id from letras_mortas where id = $1 and ${inScope('$2', 'empresa_id')}`,
      [request.letraId, empresaIdOf(request.scope)],
    );
    if (!found[0]) throw new AppError('nao_encontrado', 'Falha não encontrada.');
    const item = await lockItem(tx, request.scope, found[0].item_id);
    const letter = await lockLetter(tx, request.letraId);
    if (item.status === 'concluido' && !request.confirmado) {
      throw await askFirst(tx, request.scope, item, request.entrevistaMinutos);
    }
    const situacao = situationOf(item);
    assertActive(situacao);
    await assertAuditable(tx, item, request.actor.usuarioId);
    const creditos = priceOf(item, request.entrevistaMinutos);
    const plano = await planReuse(tx, situacao, { modo: 'falha', execucaoId: letter.execucao_id });
    const useless = letter.codigo_motivo === 'resposta_invalida' ? letter.etapa : null;
    const created = await createRun(
      tx,
      {
        item,
        perfil: situacao.perfil,
        config: situacao.config,
        // Sampling does not apply to a person's request.
        origem: letter.origem === 'lote' ? 'manual' : letter.origem,
        solicitadoPor: request.actor.usuarioId,
        prioridade: request.prioridade ?? 'clique',
        plano,
        respostas: {
          execucaoId: letter.execucao_id,
          etapas: ETAPAS_PAGAS.filter((etapa) => etapa !== useless),
        },
        creditos,
        evento: {
          nome: 'Reprocessamento solicitado',
          detalhes: `Pedido feito na fila de falhas. ${creditsReserved(creditos)}`,
        },
      },
      notices,
    );
    await tx.query(
      `update letras_mortas set status = 'reprocessada', tratada_por = $2, tratada_em = now() where id = $1`,
      [request.letraId, request.actor.usuarioId],
    );
    await recordAction(tx, {
      ...request.actor,
      empresaId: item.empresa_id,
      acao: 'falha_reprocessada',
      recurso: 'auditoria_item',
      recursoId: item.id,
      detalhes: { etapa: letter.etapa, codigo: letter.codigo_motivo, execucaoId: created.execucaoId },
    });
    if (request.prioridade === 'lote') await assertWithinCap(tx, item.projeto_id);
    await request.alongside?.(tx);
    return { run: created, item };
  });
  announce(publish, item, run.execucaoId);
  return run;
}

/** Demands confirmation if retrying an old failure would replace newer results. */
async function askFirst(
  db: Db,
  scope: Scope,
  item: LockedItem,
  entrevistaMinutos: number,
): Promise<AppError> {
  const replaced = await readReplaced(db, scope, item.id);
  const creditos = priceOf(item, entrevistaMinutos);
  const outros = creditos === 1 ? 'outro crédito' : `outros ${formatCreditos(creditos)}`;
  const oque = profileOf(item.tipo_item) === 'ligacao' ? 'Esta ligação' : 'Esta entrevista';
  return new AppError(
    'confirmacao_necessaria',
    `${oque} foi processada depois desta falha. Reprocessar consome ${outros} e substitui a análise em vigor: confirme o reprocessamento, ou descarte a falha.`,
    {
      dados: {
        creditos,
        saldo: replaced?.saldo ?? 0,
        substitui: replaced ? replacedOf(replaced) : null,
      },
    },
  );
}

type Letter = {
  execucao_id: string;
  etapa: Etapa;
  status: string;
  origem: OrigemExecucao;
  codigo_motivo: string | null;
};

/**
 * Locks an open failure.
 * @throws AppError nao_encontrado, conflito if handled before
 */
async function lockLetter(db: Db, letraId: string): Promise<Letter> {
  const { rows } = await db.query<Letter>(
    `select l.execucao_id, l.etapa::text as etapa, l.status::text as status, x.origem, x.codigo_motivo
     from letras_mortas l join execucoes x on x.id = l.execucao_id where l.id = $1 for update of l`,
    [letraId],
  );
  const letter = rows[0];
  if (!letter) throw new AppError('nao_encontrado', 'Falha não encontrada.');
  if (letter.status !== 'aberta') throw new AppError('conflito', 'Esta falha já foi tratada.');
  return letter;
}
