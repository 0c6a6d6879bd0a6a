import {
  DIRECAO_DE_MUITAS,
  DIRECOES_PROCURADAS,
  type DirecaoProcurada,
} from '@escuta/shared/domain/call-direction';
import type { Filtro, FiltroDaLista } from '@escuta/shared/domain/filtro';
import {
  NENHUM,
  ORDEM_LABEL,
  ORDENS,
  type Ordem,
  SENTIMENTO_LABEL,
  SENTIMENTOS,
} from '@escuta/shared/domain/filtro-campos';
import { listFilter } from '@escuta/shared/domain/filtro-endereco';
import { STATUS_PROCESSAMENTO } from '@escuta/shared/domain/status';
import { aDay, anId, anyText, type FilterReader, oneOf } from '../../../kit/list/filter-params.ts';

const anIdOrNone: FilterReader = (value) => (value === NENHUM ? NENHUM : anId(value));
/** 0 to 100, without decimals. */
const aScore: FilterReader = (value) => (/^(100|\d{1,2})$/.test(value) ? String(Number(value)) : '');
const withOrWithout = oneOf(['com', 'sem']);

/** What the address of the call report says (`filtroDaLista`), its order and how its total is counted. */
export const READERS = {
  q: anyText,
  status: oneOf(STATUS_PROCESSAMENTO),
  data: oneOf(['ligacao']),
  de: aDay,
  ate: aDay,
  agente_id: anIdOrNone,
  direcao: oneOf(DIRECOES_PROCURADAS),
  nota_de: aScore,
  nota_ate: aScore,
  sentimento: oneOf(SENTIMENTOS),
  alertas: withOrWithout,
  revisado_por: anIdOrNone,
  responsavel: anIdOrNone,
  gravacao: withOrWithout,
  importacao_id: anId,
  lote_gravacoes_id: anId,
  lote_id: anId,
  ordem: oneOf(ORDENS),
  total: oneOf(['exato']),
};

/** What narrows nothing: it stays when the filters are cleared. */
export const KEEPS = ['data', 'ordem', 'total'] as const;

/** Those of 'Mais filtros'. */
export const FURTHER = [
  'direcao',
  'nota_de',
  'nota_ate',
  'sentimento',
  'alertas',
  'revisado_por',
  'responsavel',
  'gravacao',
] as const;

type Address = { [K in keyof typeof READERS]: string };

/**
 * The filter that an address says, as `listFilter(filtroDaLista.parse(…))` gives it: what READERS let through needs no schema, which
 * the page would load with all of zod.
 */
export function filterOf(asked: Readonly<Record<string, unknown>>): Filtro {
  const given = Object.fromEntries(
    Object.entries(asked).map(([name, value]) => [
      name,
      typeof value === 'string' && name.startsWith('nota_') ? Number(value) : value,
    ]),
  );
  const q = typeof given.q === 'string' ? given.q.trim() : undefined;
  return listFilter({ ...given, q, data: given.data === 'ligacao' ? 'ligacao' : 'entrada' } as FiltroDaLista);
}

/** The orders that are offered: by the other kind of day only while no days are chosen, since no index has both. */
export function offeredOrders({
  data,
  de,
  ate,
}: Pick<Address, 'data' | 'de' | 'ate'>): { value: Ordem; label: string }[] {
  const own = data || 'entrada';
  const other = own === 'entrada' ? 'ligacao' : 'entrada';
  return ORDENS.filter((one) => one !== own && (one !== other || !(de || ate))).map((value) => ({
    value,
    label: ORDEM_LABEL[value],
  }));
}

const PRESENCE = { com: 'Com', sem: 'Sem' } as const;

/** What is in force, a chip each; `people` names who an id is. */
export function chipsOf(
  filters: Address,
  people: { revisado_por: string; responsavel: string },
): { keys: (keyof Address)[]; label: string }[] {
  const chips: { keys: (keyof Address)[]; label: string }[] = [];
  const { nota_de, nota_ate, sentimento, alertas, gravacao } = filters;
  if (filters.direcao)
    chips.push({ keys: ['direcao'], label: DIRECAO_DE_MUITAS[filters.direcao as DirecaoProcurada] });
  if (nota_de && nota_ate)
    chips.push({ keys: ['nota_de', 'nota_ate'], label: `Nota de ${nota_de} a ${nota_ate}` });
  else if (nota_de) chips.push({ keys: ['nota_de'], label: `Nota a partir de ${nota_de}` });
  else if (nota_ate) chips.push({ keys: ['nota_ate'], label: `Nota até ${nota_ate}` });
  if (sentimento) {
    chips.push({
      keys: ['sentimento'],
      label: `Sentimento ${SENTIMENTO_LABEL[sentimento as 'neutro'].toLowerCase()}`,
    });
  }
  if (alertas) chips.push({ keys: ['alertas'], label: `${PRESENCE[alertas as 'com']} alertas` });
  if (filters.revisado_por)
    chips.push({ keys: ['revisado_por'], label: `Revisada por: ${people.revisado_por}` });
  if (filters.responsavel) chips.push({ keys: ['responsavel'], label: `Responsável: ${people.responsavel}` });
  if (gravacao) chips.push({ keys: ['gravacao'], label: `${PRESENCE[gravacao as 'com']} gravação` });
  if (filters.importacao_id) chips.push({ keys: ['importacao_id'], label: 'De uma importação' });
  if (filters.lote_gravacoes_id)
    chips.push({ keys: ['lote_gravacoes_id'], label: 'De um envio de gravações' });
  if (filters.lote_id) chips.push({ keys: ['lote_id'], label: 'De um processamento em lote' });
  return chips;
}
