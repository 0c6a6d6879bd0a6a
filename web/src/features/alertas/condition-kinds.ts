import { DIRECAO_PROCURADA_LABEL, DIRECOES_PROCURADAS } from '@escuta/shared/domain/calls/call-direction';
import {
  DIAS_DA_SEMANA,
  FALA_MAX,
  SENTIMENTO_LABEL,
  SENTIMENTOS,
} from '@escuta/shared/domain/filters/filtro-campos';
import { CAMPOS_FILTRO, type Condicao, type Filtro } from '@escuta/shared/domain/filters/filtro-tabela';
import { readCriterionEntry } from '@escuta/shared/domain/insights/criterion-entry';
import { optionsOf } from '../../kit/list/filter-controls.tsx';

/** The kind of input for a condition's value. While the person edits, every value is a text. */
type Entry =
  | { entrada: 'nenhuma' }
  | { entrada: 'numero'; unidade: string; casas?: number }
  | { entrada: 'frases' }
  | { entrada: 'escolha'; opcoes: readonly { value: string; label: string }[] }
  | { entrada: 'criterio'; atendido: 'sim' | 'nao' }
  | { entrada: 'agente' }
  | { entrada: 'projeto' };

/**
 * A kind of condition in the menu. `write` converts the input's text to a condition (null if the text is incomplete);
 * `read` converts a condition to the input's text (null if the condition is of another kind).
 */
export type Kind = Entry & {
  label: string;
  write: (text: string) => Condicao | null;
  read: (condition: Condicao) => string | null;
};

const phrasesOf = (text: string): string[] =>
  [...new Set(text.split(/[,;\n]/u).map((one) => one.trim()))]
    .filter((one) => one.length >= 2 && one.length <= FALA_MAX)
    .slice(0, 100);

const speech = (
  label: string,
  campo: 'dito' | 'dito_agente' | 'dito_cliente',
  op: 'um_de' | 'nenhum_de',
): Kind => ({
  label,
  entrada: 'frases',
  write: (text) => {
    const valor = phrasesOf(text);
    return valor.length > 0 ? ({ campo, op, valor } as Condicao) : null;
  },
  read: (one) => (one.campo === campo && one.op === op ? (one.valor as string[]).join(', ') : null),
});

type Bounded = 'nota' | 'duracao' | 'alertas' | 'silencio' | 'silencio_parte' | 'espera' | 'custo';
/** The kind of a condition with a numeric bound. `fator` is the number of stored units in one unit of the input. */
const bound = (
  label: string,
  campo: Bounded,
  op: 'de' | 'ate',
  unidade: string,
  { fator = 1, casas = 0 }: { fator?: number; casas?: number } = {},
): Kind => ({
  label,
  entrada: 'numero',
  unidade,
  casas,
  write: (text) => {
    const typed = text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')) * fator;
    const { min, max } = CAMPOS_FILTRO[campo].ops[op];
    return typed >= min && typed <= max ? { campo, op, valor: Math.round(typed) } : null;
  },
  read: (one) =>
    one.campo === campo && one.op === op ? String((one.valor as number) / fator).replace('.', ',') : null,
});

type Chosen = 'sentimento' | 'ofensa' | 'direcao' | 'dia_semana' | 'agente' | 'projeto';
const choice = (
  label: string,
  campo: Chosen,
  entry: Extract<Entry, { entrada: 'escolha' | 'agente' | 'projeto' }>,
): Kind => ({
  label,
  ...entry,
  write: (text) => {
    if (text === '') return null;
    return { campo, op: 'um_de', valor: [campo === 'dia_semana' ? Number(text) : text] } as Condicao;
  },
  read: (one) =>
    one.campo === campo && one.op === 'um_de' && one.valor.length === 1 ? String(one.valor[0]) : null,
});

/** A condition on a criterion, valid only for its wording: the value includes the wording's hash (`criterionEntry`). */
const criterion = (label: string, atendido: 'sim' | 'nao'): Kind => ({
  label,
  entrada: 'criterio',
  atendido,
  write: (text) => (text === '' ? null : { campo: 'criterio', op: 'um_de', valor: [text] }),
  read: (one) => {
    const [entry, ...others] = one.campo === 'criterio' ? one.valor : [];
    if (entry === undefined || others.length > 0) return null;
    return readCriterionEntry(entry)?.atendido === atendido ? entry : null;
  },
});

/** Conditions that a rule may set on a call, in the order of the menu. */
export const KINDS = {
  falha_critica: {
    label: 'Critério crítico descumprido',
    entrada: 'nenhuma',
    write: () => ({ campo: 'falha_critica', op: 'igual', valor: true }),
    read: (one) => (one.campo === 'falha_critica' && one.valor ? '' : null),
  },
  criterio_descumprido: criterion('Critério descumprido', 'nao'),
  criterio_cumprido: criterion('Critério cumprido', 'sim'),
  nota_ate: bound('Pontuação até', 'nota', 'ate', '%'),
  nota_de: bound('Pontuação a partir de', 'nota', 'de', '%'),
  sentimento: choice('Sentimento', 'sentimento', {
    entrada: 'escolha',
    opcoes: optionsOf(SENTIMENTOS, SENTIMENTO_LABEL),
  }),
  alertas: bound('Alertas da IA a partir de', 'alertas', 'de', 'alertas'),
  dito_cliente: speech('Cliente disse', 'dito_cliente', 'um_de'),
  nao_dito_cliente: speech('Cliente não disse', 'dito_cliente', 'nenhum_de'),
  dito_agente: speech('Agente disse', 'dito_agente', 'um_de'),
  nao_dito_agente: speech('Agente não disse', 'dito_agente', 'nenhum_de'),
  dito: speech('Alguém disse', 'dito', 'um_de'),
  ofensa: choice('Ofensa', 'ofensa', {
    entrada: 'escolha',
    opcoes: [
      { value: 'agente', label: 'do agente' },
      { value: 'cliente', label: 'do cliente' },
    ],
  }),
  silencio: bound('Um silêncio de pelo menos', 'silencio', 'de', 'segundos'),
  silencio_parte: bound('Silêncio em pelo menos', 'silencio_parte', 'de', '% da ligação'),
  espera: bound('Música de espera de pelo menos', 'espera', 'de', 'segundos'),
  duracao_de: bound('Duração a partir de', 'duracao', 'de', 'segundos'),
  duracao_ate: bound('Duração até', 'duracao', 'ate', 'segundos'),
  custo: bound('Custo da análise a partir de', 'custo', 'de', 'US$', { fator: 1000, casas: 3 }),
  agente: choice('Agente', 'agente', { entrada: 'agente' }),
  projeto: choice('Projeto', 'projeto', { entrada: 'projeto' }),
  direcao: choice('Direção', 'direcao', {
    entrada: 'escolha',
    opcoes: optionsOf(DIRECOES_PROCURADAS, DIRECAO_PROCURADA_LABEL),
  }),
  dia_semana: choice('Dia da semana', 'dia_semana', {
    entrada: 'escolha',
    opcoes: DIAS_DA_SEMANA.map((label, index) => ({ value: String(index + 1), label })),
  }),
} as const satisfies Record<string, Kind>;
export type KindId = keyof typeof KINDS;
export const KIND_IDS = Object.keys(KINDS) as KindId[];
export const kindOf = (id: KindId): Kind => KINDS[id];

/** A condition in the editor: its kind and the text of its value. */
export type Line = { tipo: KindId; valor: string };
/** Conditions in the editor, joined by AND ('todas') or by OR ('qualquer'). */
export type Lines = { modo: 'todas' | 'qualquer'; linhas: Line[] };

/** True if a condition in the editor has no usable value yet. */
export const isIncomplete = ({ tipo, valor }: Line): boolean => kindOf(tipo).write(valor) === null;

/** Converts the editor's conditions to a filter; null if there are none, or if one is incomplete. */
export function filterOfLines({ modo, linhas }: Lines): Filtro | null {
  const conditions = linhas.map(({ tipo, valor }) => kindOf(tipo).write(valor));
  if (conditions.length === 0 || conditions.some((one) => one === null)) return null;
  const given = conditions.filter((one) => one !== null);
  return modo === 'todas' ? { todas: given } : { qualquer: given };
}

/** Converts a filter to the editor's conditions; null if the editor cannot show the filter. */
export function linesOf(filtro: Filtro): Lines | null {
  const [modo, parts] =
    'todas' in filtro
      ? (['todas', filtro.todas] as const)
      : 'qualquer' in filtro
        ? (['qualquer', filtro.qualquer] as const)
        : (['todas', [filtro]] as const);
  const linhas: Line[] = [];
  for (const part of parts) {
    if (!('campo' in part)) return null;
    const tipo = KIND_IDS.find((id) => kindOf(id).read(part) !== null);
    if (!tipo) return null;
    linhas.push({ tipo, valor: kindOf(tipo).read(part) ?? '' });
  }
  return { modo, linhas };
}
