/** Estimates bulk runs: calls, price, and the calls that balance and limits cover. */

import { once } from '../once.ts';
import { isSampled } from '../sampling.ts';
import { creditsOfItem, formatCreditos } from './credits.ts';
import type { TipoItem } from './status.ts';

export const MODOS_LOTE = ['novas', 'insights', 'refazer'] as const;
export type ModoLote = (typeof MODOS_LOTE)[number];

export const MODO_LOTE_LABEL: Record<ModoLote, string> = {
  novas: 'Nunca processadas ou com falha',
  insights: 'Só os insights (templates novos ou alterados)',
  refazer: 'Refazer tudo, inclusive as já processadas',
};

export const LOTE_ITENS_MAX = 100_000;
/** Maximum open runs of a bulk run; few, so that a pause takes effect soon. */
export const LOTE_ABERTAS_MAX = 200;

export const RAZOES_LOTE = {
  ja_processada: 'Já processadas: selecione “Refazer tudo” para processá-las de novo.',
  com_insights: 'Já têm insights de todos os templates atuais.',
  sem_transcricao: 'Ainda sem transcrição: processe-as antes.',
  sem_templates: 'O projeto não tem templates ativos.',
  sem_gravacao: 'Não têm gravação.',
  em_medicao: 'A duração da gravação ainda está sendo calculada.',
  em_andamento: 'Já estão sendo processadas.',
  sem_audio: 'A gravação não tem fala reconhecida, ou não pôde ser lida.',
  apagados: 'Os dados foram apagados.',
  fora_da_amostra: 'Estão fora da amostra definida nas configurações.',
} as const;
export type RazaoLote = keyof typeof RAZOES_LOTE;

export type ItemDoLote = {
  id: string;
  tipo: TipoItem;
  gravacaoMs: number | null;
  duracaoS: number | null;
  /** True if the run replaces an analysis. */
  processada: boolean;
  /** Templates without an insight by their present version; used only in mode `insights`. */
  faltam: readonly string[];
};

export type Folga = { creditos: number; itens: number | null; tetoCreditos: number | null };

export type RegrasLote = {
  /** Sampled percentage of a filter's calls; null: the calls were chosen by hand, so all are taken. */
  amostra: number | null;
  maximo: number;
  entrevistaMinutos: number;
  folga: Folga;
};

export type ContagemLote = {
  itens: number;
  creditos: number;
  /** Minutes of included calls with known length, and number of included calls of unknown length. */
  minutos: number;
  semDuracao: number;
  substitui: number;
  foraDaAmostra: number;
  alem: boolean;
  /** Calls that balance and limits cover, oldest first, and their credits. */
  cabem: number;
  creditosQueCabem: number;
  templates: Record<string, number>;
};

export const CONTAGEM_VAZIA: ContagemLote = {
  itens: 0,
  creditos: 0,
  minutos: 0,
  semDuracao: 0,
  substitui: 0,
  foraDaAmostra: 0,
  alem: false,
  cabem: 0,
  creditosQueCabem: 0,
  templates: {},
};

export const isTaken = (itemId: string, amostra: number | null): boolean =>
  amostra === null || isSampled(itemId, amostra);

export function countItems(
  before: ContagemLote,
  itens: readonly ItemDoLote[],
  { amostra, maximo, entrevistaMinutos, folga }: RegrasLote,
): ContagemLote {
  const count = { ...before, templates: { ...before.templates } };
  for (const item of itens) {
    if (!isTaken(item.id, amostra)) {
      count.foraDaAmostra += 1;
      continue;
    }
    if (count.itens >= maximo) {
      count.alem = true;
      break;
    }
    // Interviews still being measured were left out (`em_medicao`), so every item has a price.
    const creditos = creditsOfItem(item, entrevistaMinutos) ?? 1;
    const allBefore = count.cabem === count.itens;
    if (allBefore && covers(folga, count.creditos + creditos, count.itens + 1)) {
      count.cabem += 1;
      count.creditosQueCabem += creditos;
    }
    count.itens += 1;
    count.creditos += creditos;
    if (item.processada) count.substitui += 1;
    const minutos = minutesOf(item);
    if (minutos === null) count.semDuracao += 1;
    else count.minutos += minutos;
    for (const template of item.faltam) count.templates[template] = (count.templates[template] ?? 0) + 1;
  }
  return count;
}

export const isCovered = (
  { creditos, itens }: Pick<ContagemLote, 'creditos' | 'itens'>,
  folga: Folga,
): boolean => covers(folga, creditos, itens);

function covers({ creditos, tetoCreditos, itens }: Folga, credits: number, n: number): boolean {
  return credits <= Math.min(creditos, tetoCreditos ?? creditos) && (itens === null || n <= itens);
}

/** Length of a recording, minutes; null: unknown. */
export function minutesOf({ gravacaoMs, duracaoS }: Pick<ItemDoLote, 'gravacaoMs' | 'duracaoS'>) {
  if (gravacaoMs !== null && gravacaoMs > 0) return gravacaoMs / 60_000;
  return duracaoS !== null && duracaoS > 0 ? duracaoS / 60 : null;
}

/** Costs of a finished run by purpose, USD at today's prices. Absent: nothing paid. */
export type CustoDeExecucao = {
  minutos: number | null;
  transcricao?: number;
  texto?: number;
  templates: Record<string, number>;
};

/** A cost, USD: expected value, and the 10 % and 90 % quantiles. */
export type FaixaUsd = { p10: number; medio: number; p90: number };
const ZERO: FaixaUsd = { p10: 0, medio: 0, p90: 0 };

export type PedidoLote = {
  modo: ModoLote;
  contagem: Pick<ContagemLote, 'itens' | 'minutos' | 'semDuracao' | 'templates'>;
  /** Templates to apply: all of the project, except in mode `insights`. */
  templates: readonly string[];
};

/** Expected cost: minutes × price per minute + calls × price per template. Null without recent runs. */
export function estimateUsd(
  { modo, contagem, templates }: PedidoLote,
  historia: readonly CustoDeExecucao[],
): FaixaUsd | null {
  if (historia.length === 0) return null;
  const everyTemplate = historia.flatMap((run) => Object.values(run.templates));
  const forTemplate = (id: string, n: number): FaixaUsd => {
    const own = historia.flatMap((run) => run.templates[id] ?? []);
    return times(summariseCosts(own.length > 0 ? own : everyTemplate), n);
  };
  if (modo === 'insights') {
    return sum(Object.entries(contagem.templates).map(([id, n]) => forTemplate(id, n)));
  }
  const heard = historia.flatMap(({ minutos, transcricao }) =>
    minutos !== null && minutos > 0 && transcricao !== undefined ? [{ minutos, transcricao }] : [],
  );
  const minutes = heard.reduce((all, run) => all + run.minutos, 0);
  const perMinute: FaixaUsd = {
    ...summariseCosts(heard.map(({ minutos, transcricao }) => transcricao / minutos)),
    // Divides total cost by total minutes, because rates of single short calls vary.
    medio: minutes > 0 ? heard.reduce((all, run) => all + run.transcricao, 0) / minutes : 0,
  };
  const texto = summariseCosts(historia.flatMap(({ texto }) => texto ?? []));
  return sum([
    times(perMinute, knownMinutes(contagem, heard)),
    times(texto, contagem.itens),
    ...templates.map((id) => forTemplate(id, contagem.itens)),
  ]);
}

/** Minutes to transcribe. A call of unknown length counts with the mean of the others, or of earlier calls. */
export function knownMinutes(
  { itens, minutos, semDuracao }: Pick<ContagemLote, 'itens' | 'minutos' | 'semDuracao'>,
  heard: readonly { minutos: number }[],
): number {
  const known = itens - semDuracao;
  const past = heard.length > 0 ? heard.reduce((all, run) => all + run.minutos, 0) / heard.length : 0;
  return minutos + semDuracao * (known > 0 ? minutos / known : past);
}

const times = (faixa: FaixaUsd, n: number): FaixaUsd => ({
  p10: faixa.p10 * n,
  medio: faixa.medio * n,
  p90: faixa.p90 * n,
});

const sum = (parts: readonly FaixaUsd[]): FaixaUsd =>
  parts.reduce(
    (all, one) => ({ p10: all.p10 + one.p10, medio: all.medio + one.medio, p90: all.p90 + one.p90 }),
    ZERO,
  );

/** Mean with 10 % and 90 % quantiles, widened to include the mean. */
function summariseCosts(values: readonly number[]): FaixaUsd {
  if (values.length === 0) return ZERO;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? 0;
  const medio = values.reduce((all, one) => all + one, 0) / values.length;
  return { p10: Math.min(at(0.1), medio), medio, p90: Math.max(at(0.9), medio) };
}

/** A sentence on missing credits or an exceeded limit, and the calls that are covered; null: all calls are covered. */
export function shortOf(
  { itens, creditos, cabem }: Pick<ContagemLote, 'itens' | 'creditos' | 'cabem'>,
  { creditos: saldo, tetoCreditos, itens: tetoItens }: Folga,
): string | null {
  if (cabem >= itens) return null;
  const now = `Agora, ${formatNumber(cabem)} ${cabem === 1 ? 'ligação pode ser processada' : 'ligações podem ser processadas'}.`;
  if (creditos > saldo && saldo <= (tetoCreditos ?? saldo)) {
    const faltam = creditos - saldo;
    return `${faltam === 1 ? 'Falta' : 'Faltam'} ${formatCreditos(faltam)} para este lote. ${now}`;
  }
  if (tetoCreditos !== null && creditos > tetoCreditos) {
    return `O limite deste projeto permite ${formatCreditos(tetoCreditos)} neste mês, e este lote usa ${formatNumber(creditos)}. ${now}`;
  }
  return `O limite deste projeto permite ${formatNumber(tetoItens ?? 0)} ${tetoItens === 1 ? 'item' : 'itens'} neste mês, e este lote tem ${formatNumber(itens)}. ${now}`;
}

const integer = once(() => new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 }));
const formatNumber = (n: number): string => integer().format(n);

export type Tetos = { creditos: number | null; itens: number | null };
export type Consumo = { creditos: number; itens: number };

/** Room that balance and limits leave for further calls. */
export function slackOf(saldo: number, tetos: Tetos, usado: Consumo): Folga {
  const left = (teto: number | null, used: number) => (teto === null ? null : Math.max(0, teto - used));
  return {
    creditos: saldo,
    tetoCreditos: left(tetos.creditos, usado.creditos),
    itens: left(tetos.itens, usado.itens),
  };
}

/** Reason why a further run would exceed a project's limits; null: it would not. `usado`: usage including this run. */
export function beyondCap(tetos: Tetos, usado: Consumo): string | null {
  if (tetos.creditos !== null && usado.creditos > tetos.creditos) {
    return `O limite deste projeto (${formatCreditos(tetos.creditos)} por mês) foi atingido. Continue no mês que vem, ou peça a um gerente que aumente o limite.`;
  }
  if (tetos.itens !== null && usado.itens > tetos.itens) {
    return `O limite deste projeto (${formatNumber(tetos.itens)} ${tetos.itens === 1 ? 'item' : 'itens'} por mês) foi atingido. Continue no mês que vem, ou peça a um gerente que aumente o limite.`;
  }
  return null;
}

/** Expected end of a bulk run; null: the rate of processing is unknown. */
export function endsAt(
  { falta, porMinuto }: { falta: number; porMinuto: number | null },
  now: Date,
): Date | null {
  if (porMinuto === null || porMinuto <= 0) return null;
  return new Date(now.getTime() + (falta / porMinuto) * 60_000);
}
