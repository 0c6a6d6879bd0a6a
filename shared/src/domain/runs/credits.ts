import { once } from '../once.ts';
import { profileOf } from '../profiles/profile.ts';
import type { TipoItem } from './status.ts';

/** Kinds of entries that a statement lists. The ledger's `captura` changes no balance: it is the state of its `reserva`. */
export const TIPOS_EXTRATO = ['compra', 'ajuste', 'reserva', 'estorno'] as const;
export type TipoExtrato = (typeof TIPOS_EXTRATO)[number];

export const TIPO_EXTRATO_LABEL: Record<TipoExtrato, string> = {
  compra: 'Compra',
  ajuste: 'Ajuste',
  reserva: 'Consumo',
  estorno: 'Estorno',
};

/** What became of a credit that was taken for a run. */
export const SITUACOES_CONSUMO = ['em_andamento', 'confirmado', 'estornado'] as const;
export type SituacaoConsumo = (typeof SITUACOES_CONSUMO)[number];

export const SITUACAO_CONSUMO_LABEL: Record<SituacaoConsumo, string> = {
  em_andamento: 'Em andamento',
  confirmado: 'Confirmado',
  estornado: 'Estornado',
};

/** Credits of one package, and of one adjustment, at most. */
export const MAX_CREDITOS_POR_LANCAMENTO = 1_000_000;
/** No balance grows beyond this, credits: the column is a 32-bit integer. */
export const MAX_SALDO = 2_000_000_000;
/** Packages of an installation, active or not. */
export const MAX_PACOTES = 100;

/** What became of a package that was asked for beyond the company's limit of a month. */
export const SITUACOES_PEDIDO = ['pendente', 'concedido', 'recusado'] as const;
export type SituacaoPedido = (typeof SITUACOES_PEDIDO)[number];

export const SITUACAO_PEDIDO_LABEL: Record<SituacaoPedido, string> = {
  pendente: 'Em análise',
  concedido: 'Concedido',
  recusado: 'Recusado',
};

/** Requests of one company that wait at once. */
export const MAX_PEDIDOS_PENDENTES = 5;

/** Whether a company is warned: its balance is below the installation's limit (LOW_BALANCE_CREDITS), credits. */
export function isLowBalance(saldo: number, limite: number): boolean {
  return saldo < limite;
}

/** Idempotency key of the ledger entry with which a company may start. */
export const CHAVE_BOAS_VINDAS = 'boas-vindas';

/**
 * What a company's balance calls for. A low one is warned of only after credits were bought (or given by the operator):
 * before that there is nothing to be alarmed about, only a first step to take.
 */
export function balanceNotice(balance: { saldo: number; recebeu: boolean }, limite: number) {
  const low = isLowBalance(balance.saldo, limite);
  return { baixo: low && balance.recebeu, primeirosCreditos: low && !balance.recebeu };
}

/** Whether a change of the balance from `antes` to `depois` crosses the limit downwards. */
export function crossesLimit(antes: number, depois: number, limite: number): boolean {
  return !isLowBalance(antes, limite) && isLowBalance(depois, limite);
}

/** A package of 0 credits is for on request: nobody buys it, people get in touch. */
export function isOnRequest(pacote: { quantidadeCreditos: number }): boolean {
  return pacote.quantidadeCreditos === 0;
}

const integer = once(() => new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 }));
const brl = once(() => new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }));

/** '1 crédito', '1.500 créditos'. */
export function formatCreditos(quantidade: number): string {
  return `${integer().format(quantidade)} ${Math.abs(quantidade) === 1 ? 'crédito' : 'créditos'}`;
}

/** BRL cents → 'R$ 1.200,00', with a plain space. */
export function formatCentavos(centavos: number): string {
  return brl()
    .format(centavos / 100)
    .replace(/\u00a0/g, ' ');
}

const MINUTE_MS = 60_000;

/**
 * What processing an item takes, credits: a call one, an interview one for each `porMinutos` minutes that it has begun. The one rule for
 * estimates, reservations and batches; what is given back is what was taken.
 *
 * @param minutos of the recording, decoded
 */
export function creditsFor(tipo: TipoItem, minutos: number, porMinutos: number): number {
  return profileOf(tipo) === 'ligacao' ? 1 : Math.max(1, Math.ceil(minutos / porMinutos));
}

/** What is known of an item whose price is asked for. `gravacaoMs`: null while its recording has not been measured. */
export type ItemComPreco = { tipo: TipoItem; gravacaoMs: number | null };

/** Credits that an item takes; null while they are not known: an interview that has not been measured. */
export function creditsOfItem({ tipo, gravacaoMs }: ItemComPreco, porMinutos: number): number | null {
  if (profileOf(tipo) === 'ligacao') return creditsFor(tipo, 0, porMinutos);
  return gravacaoMs === null ? null : creditsFor(tipo, gravacaoMs / MINUTE_MS, porMinutos);
}

/** 'Um crédito foi reservado.', '3 créditos foram reservados.' */
export function creditsReserved(quantidade: number): string {
  return quantidade === 1 ? 'Um crédito foi reservado.' : `${formatCreditos(quantidade)} foram reservados.`;
}

/** 'Um crédito utilizado.', '3 créditos utilizados.' */
export function creditsUsed(quantidade: number): string {
  return quantidade === 1 ? 'Um crédito utilizado.' : `${formatCreditos(quantidade)} utilizados.`;
}

/** An interview with more of a recording than this is audited by itself only after somebody looked: a recorder was left on, minutes. */
export const SOZINHA_MAX_MINUTOS = 180;

/** What an interview that came from a device may take at most without somebody's confirmation, credits. */
export const creditosSozinha = (porMinutos: number): number =>
  creditsFor('entrevista', SOZINHA_MAX_MINUTOS, porMinutos);
