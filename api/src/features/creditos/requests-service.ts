import type { Db } from '@escuta/prisma/db';
import type * as contracts from '@escuta/shared/contracts/accounts/creditos';
import type { PedidoWire } from '@escuta/shared/contracts/accounts/creditos';
import type { QueryOf } from '@escuta/shared/contracts/contract';
import { AppError } from '@escuta/shared/domain/errors';
import {
  formatCreditos,
  MAX_PEDIDOS_PENDENTES,
  SITUACAO_PEDIDO_LABEL,
} from '@escuta/shared/domain/runs/credits';
import type { Scope } from '@escuta/shared/domain/scope';
import { bookChange } from '@escuta/shared/services/credits/ledger';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import { findCompany } from '../../reads/scoped-repo.ts';
import { enqueueReceipt, enqueueRefusal, enqueueRequest } from './mails.ts';
import type { PacoteRow } from './packages-repo.ts';
import { presentPedido, presentPedidoAdmin } from './present.ts';
import { type EmpresaBloqueada, lockEmpresa } from './repo.ts';
import {
  decidePedido,
  hasManyPending,
  insertPedido,
  listPedidos,
  lockPedido,
  type PedidoRow,
} from './requests-repo.ts';

/** Message for a buyer whose purchase exceeds the company's monthly limit. */
export const requestSent = (pedido: Pick<PedidoRow, 'pacote' | 'quantidade'>): string =>
  `Pedido enviado: ${formatCreditos(pedido.quantidade)} (Pacote ${pedido.pacote}). Os créditos entram na conta quando um administrador conceder o pedido; você recebe um e-mail.`;

/**
 * Saves a request for credits instead of a purchase, logs the request and queues the mails to managers and operator, in
 * the caller's transaction.
 * @throws AppError regra_violada for too many pending requests
 */
export async function requestPacote(
  db: Db,
  deps: AppDeps,
  actor: Actor,
  asked: { empresa: EmpresaBloqueada; pacote: PacoteRow; usuarioId: string | null; chave: string },
): Promise<PedidoRow> {
  const { empresa, pacote, usuarioId, chave } = asked;
  if (await hasManyPending(db, empresa.id)) {
    throw new AppError(
      'regra_violada',
      `A empresa já tem ${MAX_PEDIDOS_PENDENTES} pedidos de créditos em análise. Aguarde a resposta antes de pedir mais.`,
    );
  }
  const pedido = await insertPedido(db, {
    empresa_id: empresa.id,
    pacote_id: pacote.id,
    pacote: pacote.nome,
    quantidade: pacote.quantidadeCreditos,
    valor_centavos: pacote.precoCentavos,
    usuario_id: usuarioId,
    chave,
  });
  const { quantidade, valor_centavos: valorCentavos } = pedido;
  await recordAction(db, {
    ...actor,
    empresaId: empresa.id,
    acao: 'creditos_pedidos',
    recurso: 'credito_pedido',
    recursoId: pedido.id,
    detalhes: { pacote: pedido.pacote, quantidade, valorCentavos },
  });
  await enqueueRequest(db, deps, {
    empresa,
    pacote: pedido.pacote,
    quantidade,
    valorCentavos,
    saldoApos: empresa.saldo,
    compradorId: usuarioId,
  });
  return pedido;
}

type Decision = { status: 'concedido'; motivo: null } | { status: 'recusado'; motivo: string };

/**
 * Grants or refuses a request once; books credits and queues e-mails in one transaction. Idempotent.
 * @throws AppError nao_encontrado; conflito if the request was decided otherwise, or the company is archived
 */
export async function decideRequest(
  deps: AppDeps,
  { scope, actor }: { scope: Scope; actor: Actor },
  id: string,
  { status, motivo }: Decision,
): Promise<{ message: string; data: PedidoWire }> {
  const { pedido, novo } = await deps.db.transaction(async (tx) => {
    const before = await lockPedido(tx, scope, id);
    if (!before) throw new AppError('nao_encontrado', 'Pedido de créditos não encontrado.');
    if (before.status === status) return { pedido: before, novo: false };
    if (before.status !== 'pendente') {
      const como = SITUACAO_PEDIDO_LABEL[before.status].toLowerCase();
      throw new AppError('conflito', `Este pedido já foi ${como} por um administrador. Nada mudou.`);
    }
    const empresa = await lockEmpresa(tx, scope, before.empresa_id);
    if (!empresa) throw new AppError('nao_encontrado', 'Pedido de créditos não encontrado.');
    if (status === 'concedido' && empresa.arquivada) {
      throw new AppError(
        'conflito',
        'Esta empresa está arquivada: reative a empresa antes de alterar os créditos.',
      );
    }
    const decided = await decidePedido(tx, scope, id, { status, motivo, usuarioId: actor.usuarioId });
    const saldoApos = status === 'concedido' ? await book(tx, decided) : empresa.saldo;
    const { quantidade, valor_centavos: valorCentavos, pacote } = decided;
    await recordAction(tx, {
      ...actor,
      empresaId: empresa.id,
      acao: status === 'concedido' ? 'pedido_concedido' : 'pedido_recusado',
      recurso: 'credito_pedido',
      recursoId: id,
      detalhes: {
        pacote,
        quantidade,
        valorCentavos,
        ...(status === 'concedido' ? { saldoApos } : { motivo }),
      },
    });
    const purchase = {
      empresa,
      pacote,
      quantidade,
      valorCentavos,
      saldoApos,
      compradorId: decided.usuario_id,
    };
    if (status === 'concedido') await enqueueReceipt(tx, deps, purchase);
    else await enqueueRefusal(tx, deps, purchase, motivo);
    return { pedido: decided, novo: true };
  });
  if (novo) deps.publish([{ tipo: 'creditos', empresaId: pedido.empresa_id }]);
  const credits = formatCreditos(pedido.quantidade);
  const message =
    status === 'concedido'
      ? `Pedido concedido: ${credits} na conta da empresa.`
      : `Pedido recusado: ${credits}.`;
  return { message, data: presentPedido(pedido) };
}

/**
 * Books a granted request as its author's purchase.
 * @returns the new balance
 */
function book(db: Db, pedido: PedidoRow): Promise<number> {
  return bookChange(db, {
    empresaId: pedido.empresa_id,
    tipo: 'compra',
    quantidade: pedido.quantidade,
    valorCentavos: pedido.valor_centavos,
    pacoteId: pedido.pacote_id,
    usuarioId: pedido.usuario_id,
    chaveIdempotente: `pedido:${pedido.id}`,
    descricao: `Pacote ${pedido.pacote}`,
  });
}

/**
 * A page of a company's requests for credits, newest first.
 * @throws AppError nao_encontrado
 */
export async function pageOfPedidos(
  deps: AppDeps,
  scope: Scope,
  empresaId: string,
  { page, limit, situacao }: QueryOf<typeof contracts.listPedidos>,
) {
  if (!(await findCompany(deps.db, scope, empresaId)))
    throw new AppError('nao_encontrado', 'Empresa não encontrada.');
  const found = await listPedidos(deps.db, scope, { empresaId, situacao, page, limit });
  return presentPage({ page, limit }, found, presentPedido);
}

/** A page of the requests for credits of all companies, newest first. */
export async function pageOfAllPedidos(
  deps: AppDeps,
  scope: Scope,
  { page, limit, situacao }: QueryOf<typeof contracts.listPedidosAdmin>,
) {
  const found = await listPedidos(deps.db, scope, { empresaId: undefined, situacao, page, limit });
  return presentPage({ page, limit }, found, presentPedidoAdmin);
}
