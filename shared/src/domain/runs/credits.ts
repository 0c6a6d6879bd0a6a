import { once } from '../once.ts';
import { profileOf } from '../profiles/profile.ts';
import type { TipoItem } from './status.ts';

/** Types of entries. `captura` is only a state of a `reserva`, not an entry, and changes no balance. */
export const TIPOS_EXTRATO = ['compra', 'ajuste', 'reserva', 'estorno'] as const;
export type TipoExtrato = (typeof TIPOS_EXTRATO)[number];

export const TIPO_EXTRATO_LABEL: Record<TipoExtrato, string> = {
  compra: 'Compra',
  ajuste: 'Ajuste',
  reserva: 'Consumo',
  estorno: 'Estorno',
};

export const SITUACOES_CONSUMO = ['em_andamento', 'confirmado', 'estornado'] as const;
export type SituacaoConsumo = (typeof SITUACOES_CONSUMO)[number];

export const SITUACAO_CONSUMO_LABEL: Record<SituacaoConsumo, string> = {
  em_andamento: 'Em andamento',
  confirmado: 'Confirmado',
  estornado: 'Estornado',
};

export const MAX_CREDITOS_POR_LANCAMENTO = 1_000_000;
/** Largest balance, credits: the column is a 32-bit integer. */
export const MAX_SALDO = 2_000_000_000;
export const MAX_PACOTES = 100;

/** States of a request for a package beyond the company's monthly limit. */
export const SITUACOES_PEDIDO = ['pendente', 'concedido', 'recusado'] as const;
export type SituacaoPedido = (typeof SITUACOES_PEDIDO)[number];

export const SITUACAO_PEDIDO_LABEL: Record<SituacaoPedido, string> = {
  pendente: 'Em análise',
  concedido: 'Concedido',
  recusado: 'Recusado',
};

export const MAX_PEDIDOS_PENDENTES = 5;

/** True if a balance is below the installation's limit (LOW_BALANCE_CREDITS), credits. */
export function isLowBalance(saldo: number, limite: number): boolean {
  return saldo < limite;
}

/** Idempotency key of a new company's initial credits. */
export const CHAVE_BOAS_VINDAS = 'boas-vindas';

/** Notice for a low balance: `baixo` if credits were ever received, else `primeirosCreditos`. */
export function balanceNotice(balance: { saldo: number; recebeu: boolean }, limite: number) {
  const low = isLowBalance(balance.saldo, limite);
  return { baixo: low && balance.recebeu, primeirosCreditos: low && !balance.recebeu };
}

/** True if a change takes the balance from at least the limit to below the limit. */
export function crossesLimit(antes: number, depois: number, limite: number): boolean {
  return !isLowBalance(antes, limite) && isLowBalance(depois, limite);
}

/** True if a package is on request only, not for sale. */
export function isOnRequest(pacote: { quantidadeCreditos: number }): boolean {
  return pacote.quantidadeCreditos === 0;
}

const integer = once(() => new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 }));
const brl = once(() => new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }));

export function formatCreditos(quantidade: number): string {
  return `${integer().format(quantidade)} ${Math.abs(quantidade) === 1 ? 'crédito' : 'créditos'}`;
}

/** Formats BRL cents as 'R$ 1.200,00', with a plain space instead of a no-break space. */
export function formatCentavos(centavos: number): string {
  return brl()
    .format(centavos / 100)
    .replace(/\u00a0/g, ' ');
}

const MINUTE_MS = 60_000;

/**
 * Credits for an item: 1 for a call; for an interview one per started block of `porMinutos`.
 * @param minutos length of the decoded recording
 */
export function creditsFor(tipo: TipoItem, minutos: number, porMinutos: number): number {
  return profileOf(tipo) === 'ligacao' ? 1 : Math.max(1, Math.ceil(minutos / porMinutos));
}

/**
 * Calls of a batch that together pay one credit for further insights. The price is low because only text is processed.
 */
export const LIGACOES_POR_CREDITO = 10;

/** Credits of further insights on finished calls: one per started group of ten. */
export const creditsForInsights = (ligacoes: number): number => Math.ceil(ligacoes / LIGACOES_POR_CREDITO);

/** Credits of a batch's next call, after `antes` others: the first of each ten pays. */
export const creditsOfNext = (antes: number): number => (antes % LIGACOES_POR_CREDITO === 0 ? 1 : 0);

/** `gravacaoMs`: null while not measured. */
export type ItemComPreco = { tipo: TipoItem; gravacaoMs: number | null };

/** Credits of an item; null: an unmeasured interview. */
export function creditsOfItem({ tipo, gravacaoMs }: ItemComPreco, porMinutos: number): number | null {
  if (profileOf(tipo) === 'ligacao') return creditsFor(tipo, 0, porMinutos);
  return gravacaoMs === null ? null : creditsFor(tipo, gravacaoMs / MINUTE_MS, porMinutos);
}

export function creditsReserved(quantidade: number): string {
  if (quantidade === 0)
    return 'Nenhum crédito a mais foi reservado: esta ligação usa o do seu grupo de ligações.';
  return quantidade === 1 ? 'Um crédito foi reservado.' : `${formatCreditos(quantidade)} foram reservados.`;
}

export function creditsUsed(quantidade: number): string {
  if (quantidade === 0) return 'Esta ligação está incluída no crédito do seu grupo de ligações.';
  return quantidade === 1 ? 'Um crédito foi utilizado.' : `${formatCreditos(quantidade)} foram utilizados.`;
}

/** Longest recording audited automatically, minutes. */
export const SOZINHA_MAX_MINUTOS = 180;

/** Maximum credits that an interview from a device takes without confirmation. */
export const creditosSozinha = (porMinutos: number): number =>
  creditsFor('entrevista', SOZINHA_MAX_MINUTOS, porMinutos);
