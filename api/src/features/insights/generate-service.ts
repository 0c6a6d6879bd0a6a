import { LOTE_MAX } from '@escuta/shared/contracts/insights/insights';
import { AppError } from '@escuta/shared/domain/errors';
import { profileOf } from '@escuta/shared/domain/profiles/profile';
import { creditsForInsights, creditsOfItem } from '@escuta/shared/domain/runs/credits';
import type { Scope } from '@escuta/shared/domain/scope';
import {
  type AlvoLote,
  type Candidato,
  leftOut,
  previewCandidates,
} from '@escuta/shared/services/insights/insight-candidates';
import type { Actor } from '@escuta/shared/services/log/audit-log';
import type { RequestedRun } from '@escuta/shared/services/runs/create';
import { priceOfItem } from '@escuta/shared/services/runs/item';
import { dearerThanConfirmed, requestRun } from '@escuta/shared/services/runs/request';
import { createTask } from '@escuta/shared/services/tasks/tasks';

import type { AppDeps } from '../../deps.ts';
import { findCompany } from '../../reads/scoped-repo.ts';
import type { Session } from '../../sign-in/session.ts';
import { type Alvo, findAlvo, findInsight } from './repo.ts';

/** Balance of a target's company, credits. */
async function readSaldo(deps: AppDeps, scope: Scope, alvo: Alvo): Promise<number> {
  return (await findCompany(deps.db, scope, alvo.empresaId))?.saldoCreditos ?? 0;
}

/**
 * Requests a new analysis of an item.
 * @throws AppError like `requestRun`
 */
function regenerate(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  itemId: string,
  creditosConfirmados: number | undefined,
): Promise<RequestedRun> {
  return requestRun(
    deps.db,
    {
      scope: session.scope,
      itemId,
      origem: 'regenerar',
      solicitadoPor: session.usuarioId,
      actor,
      entrevistaMinutos: deps.env.CREDITO_ENTREVISTA_MINUTOS,
      creditosConfirmados,
    },
    deps.publish,
    deps,
  );
}

/**
 * Requests a new analysis of an insight's item.
 * @throws AppError nao_encontrado, and the errors of `requestRun`
 */
export async function reprocess(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  creditosConfirmados: number | undefined,
): Promise<RequestedRun> {
  const insight = await findInsight(deps.db, session.scope, id);
  if (!insight) throw new AppError('nao_encontrado', 'Insight não encontrado.');
  return regenerate(deps, session, actor, insight.itemId, creditosConfirmados);
}

type Options = { limite?: number | undefined; creditosConfirmados?: number | undefined };

/**
 * Requests a task that queues the missing insights of an audit or project.
 * @throws AppError creditos_insuficientes, muitas_tentativas, confirmacao_necessaria
 */
async function generateMissing(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  alvo: AlvoLote,
  { limite = LOTE_MAX, creditosConfirmados }: Options,
) {
  const saldo = await readSaldo(deps, session.scope, alvo);
  if (creditosConfirmados !== undefined) {
    const found = await previewCandidates(deps.db, session.scope, alvo, limite);
    const creditos = priceOfMissing(found, limite, deps.env.CREDITO_ENTREVISTA_MINUTOS);
    if (creditos > creditosConfirmados) throw dearerThanConfirmed(creditos, creditosConfirmados, { saldo });
  }
  // Refuses only an empty balance, because the task itself reports later problems.
  if (saldo < 1) {
    throw new AppError(
      'creditos_insuficientes',
      'Saldo de créditos insuficiente. Peça ao gerente da empresa que compre créditos para gerar insights.',
    );
  }
  const { tipo, id, empresaId } = alvo;
  const tarefaId = await deps.db.transaction((tx) =>
    createTask(tx, {
      tipo: 'gerar_insights',
      empresaId,
      actor,
      parametros: {
        alvo: { tipo, id },
        limite,
        ...(creditosConfirmados === undefined ? {} : { creditosMax: creditosConfirmados }),
      },
    }),
  );
  return { alvo: tipo, enfileirados: 0, ignorados: [], saldo: null, tarefaId };
}

/**
 * Greatest number of credits that a generation may cost: transcribed calls need only further insights; unread items
 * count as much as the most expensive item found.
 */
function priceOfMissing(
  { itens, parcial }: { itens: readonly Candidato[]; parcial: boolean },
  limite: number,
  minutos: number,
): number {
  const isFurther = ({ transcrito, preco }: Candidato) =>
    transcrito && preco !== undefined && profileOf(preco.tipo) === 'ligacao';
  const whole = itens.filter((one) => !isFurther(one));
  const prices = whole.map(({ preco }) => (preco && creditsOfItem(preco, minutos)) ?? 1);
  const sum = prices.reduce((all, one) => all + one, creditsForInsights(itens.length - whole.length));
  return parcial ? sum + (limite - itens.length) * Math.max(1, ...prices) : sum;
}

/**
 * Counts the items that `generate` would process, and the credits that they may cost.
 * @throws AppError nao_encontrado
 */
export async function preview(deps: AppDeps, session: Session, id: string) {
  const alvo = await findAlvo(deps.db, session.scope, id);
  if (!alvo) throw new AppError('nao_encontrado', 'Item, auditoria ou projeto não encontrado.');
  const { tipo } = alvo;
  const minutos = deps.env.CREDITO_ENTREVISTA_MINUTOS;
  const [found, saldo] = await Promise.all([
    tipo === 'item' ? null : previewCandidates(deps.db, session.scope, { ...alvo, tipo }, LOTE_MAX),
    readSaldo(deps, session.scope, alvo),
  ]);
  const itens = found ? found.itens.length : 1;
  return {
    alvo: tipo,
    itens,
    comTranscricao: found ? found.itens.filter(({ transcrito }) => transcrito).length : 1,
    parcial: found?.parcial ?? false,
    ignorados: found ? leftOut(found, LOTE_MAX) : [],
    creditos: found
      ? priceOfMissing(found, LOTE_MAX, minutos)
      : await priceOfItem(deps.db, session.scope, id, minutos),
    saldo,
  };
}

/**
 * Generates insights: for an item by a new analysis, otherwise the missing ones by a task.
 * @throws AppError nao_encontrado, creditos_insuficientes, confirmacao_necessaria, muitas_tentativas, and for an item
 * the errors of `requestRun`
 */
export async function generate(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  options: Options = {},
) {
  const alvo = await findAlvo(deps.db, session.scope, id);
  if (!alvo) throw new AppError('nao_encontrado', 'Item, auditoria ou projeto não encontrado.');
  if (alvo.tipo !== 'item') {
    return generateMissing(deps, session, actor, { ...alvo, tipo: alvo.tipo }, options);
  }
  const { saldo } = await regenerate(deps, session, actor, id, options.creditosConfirmados);
  return { alvo: alvo.tipo, enfileirados: 1, ignorados: [], saldo, tarefaId: null };
}
