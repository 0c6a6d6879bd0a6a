import type { Db } from '@escuta/prisma/db';
import type * as contracts from '@escuta/shared/contracts/accounts/creditos';
import type { PedidoWire } from '@escuta/shared/contracts/accounts/creditos';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import { AppError } from '@escuta/shared/domain/errors';
import { balanceNotice, formatCreditos, isOnRequest } from '@escuta/shared/domain/runs/credits';
import type { Scope } from '@escuta/shared/domain/scope';
import { type BookedChange, bookChange, findBookedChange } from '@escuta/shared/services/credits/ledger';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { readPurchaseLimit } from '../../accounts/purchase-limit.ts';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import { enqueueReceipt } from './mails.ts';
import { findPacote } from './packages-repo.ts';
import { presentPedido } from './present.ts';
import { type EmpresaBloqueada, findSaldo, lockEmpresa } from './repo.ts';
import { findPedidoByKey } from './requests-repo.ts';
import { requestPacote, requestSent } from './requests-service.ts';

export const empresaNotFound = () => new AppError('nao_encontrado', 'Empresa não encontrada.');

/**
 * A company's balance, credits.
 * @throws AppError nao_encontrado
 */
export async function readSaldo(deps: AppDeps, scope: Scope, empresaId: string) {
  const balance = await findSaldo(deps.db, scope, empresaId);
  if (balance === null) throw empresaNotFound();
  const limite = deps.env.LOW_BALANCE_CREDITS;
  return { saldo: balance.saldo, ...balanceNotice(balance, limite), limite };
}

export type Asked = { session: Session; actor: Actor; chave: string };

export type Bought = { message: string; pedido?: PedidoWire };

/**
 * Locks the company and searches its ledger for the idempotency key. `repeated`: the earlier booking with this key.
 * @throws AppError nao_encontrado, conflito for another use of the key or an archived company
 */
async function openAccount(
  db: Db,
  scope: Scope,
  empresaId: string,
  chave: string,
  isSame: (booked: BookedChange) => boolean,
): Promise<{ empresa: EmpresaBloqueada; repeated: BookedChange | null }> {
  const empresa = await lockEmpresa(db, scope, empresaId);
  if (!empresa) throw empresaNotFound();
  const repeated = await findBookedChange(db, empresa.id, chave);
  if (repeated && !isSame(repeated)) {
    throw otherUse();
  }
  if (!repeated && empresa.arquivada) {
    throw new AppError(
      'conflito',
      'Esta empresa está arquivada: reative a empresa antes de alterar os créditos.',
    );
  }
  return { empresa, repeated };
}

const otherUse = () =>
  new AppError(
    'conflito',
    'Esta chave de idempotência já foi usada em outro lançamento. Envie uma nova chave.',
  );

/** True if a purchase exceeds the monthly limit of a locked company. */
async function isBeyondLimit(
  db: Db,
  deps: AppDeps,
  session: Session,
  empresaId: string,
  quantidade: number,
): Promise<boolean> {
  // Administrators have no limit, because they grant requests themselves.
  if (session.papel === 'admin') return false;
  const limit = await readPurchaseLimit(db, deps.env, empresaId);
  return limit === null || limit.mes + quantidade > limit.max;
}

/**
 * Books the purchase of a package once per key; beyond the monthly limit makes a request instead.
 * @throws AppError nao_encontrado, conflito (key of another purchase, package not for sale, archived company),
 * regra_violada (price only on request)
 */
export async function buyPacote(
  deps: AppDeps,
  { session, actor, chave }: Asked,
  body: BodyOf<typeof contracts.buyCreditos>,
): Promise<Bought> {
  // The prefix separates the keys of purchases, adjustments and internal bookings.
  const chaveIdempotente = `compra:${chave}`;
  const bought = await deps.db.transaction(async (tx) => {
    const { empresa, repeated } = await openAccount(
      tx,
      session.scope,
      body.empresaId,
      chaveIdempotente,
      (booked) => booked.pacoteId === body.pacoteId,
    );
    if (repeated) return { ...repeated, novo: false };
    const asked = await findPedidoByKey(tx, empresa.id, chaveIdempotente);
    if (asked && asked.pacote_id !== body.pacoteId) throw otherUse();
    if (asked) return { pedido: asked, novo: false };
    const pacote = await findPacote(tx, body.pacoteId);
    if (!pacote) throw new AppError('nao_encontrado', 'Pacote de créditos não encontrado.');
    if (!pacote.ativo)
      throw new AppError('conflito', 'Este pacote de créditos não está mais à venda. Selecione outro.');
    const quantidade = pacote.quantidadeCreditos;
    if (isOnRequest({ quantidadeCreditos: quantidade })) {
      throw new AppError(
        'regra_violada',
        'Entre em contato: este pacote é sob consulta e não pode ser comprado por aqui.',
      );
    }
    if (await isBeyondLimit(tx, deps, session, empresa.id, quantidade)) {
      const { usuarioId } = session;
      const pedido = await requestPacote(tx, deps, actor, {
        empresa,
        pacote,
        usuarioId,
        chave: chaveIdempotente,
      });
      return { pedido, novo: true };
    }
    const descricao = `Pacote ${pacote.nome}`;
    const valorCentavos = pacote.precoCentavos;
    const saldoApos = await bookChange(tx, {
      empresaId: empresa.id,
      tipo: 'compra',
      quantidade,
      valorCentavos,
      pacoteId: pacote.id,
      usuarioId: session.usuarioId,
      chaveIdempotente,
      descricao,
    });
    await recordAction(tx, {
      ...actor,
      empresaId: empresa.id,
      acao: 'creditos_comprados',
      recurso: 'credito_pacote',
      recursoId: pacote.id,
      detalhes: { pacote: pacote.nome, quantidade, valorCentavos, saldoApos },
    });
    await enqueueReceipt(tx, deps, {
      empresa,
      pacote: pacote.nome,
      quantidade,
      valorCentavos,
      saldoApos,
      compradorId: session.usuarioId,
    });
    return { quantidade, descricao, novo: true };
  });
  if (bought.novo) announce(deps, body.empresaId);
  if ('pedido' in bought)
    return { message: requestSent(bought.pedido), pedido: presentPedido(bought.pedido) };
  return {
    message: `Compra concluída: ${formatCreditos(bought.quantidade)} na conta da empresa (${bought.descricao}).`,
  };
}

/**
 * Adds credits to a company's balance or deducts some, once per key; the balance stays at least 0.
 * @returns message, and balance in credits
 * @throws AppError nao_encontrado, conflito, regra_violada if the deduction exceeds the balance
 */
export async function adjustSaldo(
  deps: AppDeps,
  { session, actor, chave }: Asked,
  body: BodyOf<typeof contracts.adjustCreditos>,
): Promise<{ message: string; saldo: number }> {
  const { quantidade, descricao } = body;
  const chaveIdempotente = `ajuste:${chave}`;
  const { saldo, novo } = await deps.db.transaction(async (tx) => {
    const { empresa, repeated } = await openAccount(
      tx,
      session.scope,
      body.empresaId,
      chaveIdempotente,
      (booked) => booked.quantidade === quantidade && booked.descricao === descricao,
    );
    if (repeated) return { saldo: repeated.saldoApos, novo: false };
    if (empresa.saldo + quantidade < 0) {
      throw new AppError(
        'regra_violada',
        `O saldo é de ${formatCreditos(empresa.saldo)}: o ajuste não pode retirar mais do que isso.`,
      );
    }
    const saldoApos = await bookChange(
      tx,
      {
        empresaId: empresa.id,
        tipo: 'ajuste',
        quantidade,
        usuarioId: session.usuarioId,
        chaveIdempotente,
        descricao,
      },
      deps,
    );
    await recordAction(tx, {
      ...actor,
      empresaId: empresa.id,
      acao: 'creditos_ajustados',
      recurso: 'empresa',
      recursoId: empresa.id,
      detalhes: { quantidade, descricao, saldoApos },
    });
    return { saldo: saldoApos, novo: true };
  });
  if (novo) announce(deps, body.empresaId);
  return { message: `Saldo ajustado: a empresa tem ${formatCreditos(saldo)}.`, saldo };
}

function announce(deps: AppDeps, empresaId: string): void {
  deps.publish([{ tipo: 'creditos', empresaId }]);
}
