/**
 * Compares spoken and typed answers, by code or else by models. Call A extracts answers from the sound and never sees
 * the typed ones; call B gives a second opinion. 'incompativel' needs independent witnesses: the quote, call A's value,
 * and call B. If only models contradict the typed answer, a further independent request must agree.
 */

import type { SEGUNDAS_RESPOSTAS } from '../confront/extraction.ts';
import { compareOptionSets } from '../questionnaire/option-sets.ts';
import { isCodes, isSpecialCode } from '../questionnaire/typed-codes.ts';
import type { Comparacao, RespostaFalada } from '../verdicts/verdict.ts';
import {
  compareAnswer,
  type Digitada,
  heardOptions,
  lastWord,
  type PerguntaComparada,
} from './compare-answer.ts';

export const METODOS = ['deterministico', 'modelo'] as const;
export type Metodo = (typeof METODOS)[number];

/**
 * Kinds of items for the second opinion (call B): quote or value against the typed answer, leading conduct, typed
 * options, or ('pergunta') whether an unfound question was asked in other words.
 */
export const TIPOS_ITEM = ['resposta', 'valor', 'conducao', 'opcao', 'pergunta'] as const;
export type TipoItemEmAberto = (typeof TIPOS_ITEM)[number];

/** Requests to compare a cell. 'independente' compares quote and typed answer once more. */
export const PEDIDOS_DE_COMPARACAO = ['resposta', 'valor', 'independente', 'opcao'] as const;
export type PedidoDeComparacao = (typeof PEDIDOS_DE_COMPARACAO)[number];

export type ItemEmAberto = {
  /** Key of the item in call B's request and answer; unique in an interview. */
  chave: string;
  tipo: TipoItemEmAberto;
  /** True to ask another model of the company, or the same model in other words, without telling earlier answers. */
  independente: boolean;
  perguntaId: string;
  pergunta: string;
  opcoes: string[];
  unidade: string | null;
  /** The spoken words; for 'pergunta', all words where the question belongs. */
  falado: string;
  /** The interviewer's words before an unclear quote; null: not needed. */
  contexto: string | null;
  /** The typed answer; null for leading conduct and unfound questions. */
  digitado: string | null;
};

export type SegundaResposta = (typeof SEGUNDAS_RESPOSTAS)[number];

export type ComparacaoFeita = {
  codigo: Comparacao;
  provado: boolean;
  metodo: Metodo;
  falta: PedidoDeComparacao[];
  conflito: boolean;
  /** Proven differences of a multiple-choice question, as option indices: said but not typed, typed but not said. */
  naoMarcadas: number[];
  naoDitas: number[];
};

export type RespostaOuvida = {
  codigo: RespostaFalada;
  citacao: string;
  /** The value that call A takes from the quote. */
  valor: readonly string[];
  /** The other words in the answer's window; null or missing: some of them are unknown. */
  lugar?: string | null;
  /** True if a person corrected these words later, so that models' answers do not count. */
  corrigida?: boolean;
};

/** Compares two days written as dd/mm or dd/mm/aaaa. A year in only one text is no difference. */
function compareDays(heard: string, typed: string): Comparacao | null {
  const [a, b] = [heard, typed].map((text) => /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(text.trim()));
  if (!a || !b) return null;
  const isSame = [1, 2, 3].every((part) => {
    const [one, other] = [a[part], b[part]];
    return one === undefined || other === undefined || Number(one) === Number(other);
  });
  return isSame ? 'compativel' : 'incompativel';
}

function compareValue(
  pergunta: PerguntaComparada,
  { codigo, valor }: RespostaOuvida,
  digitada: Digitada,
): Comparacao | null {
  const special = digitada.opcoes.map((index) => pergunta.opcoes[index]?.especial ?? null);
  if (codigo === 'nao_sabe' || codigo === 'recusa')
    return special.includes(codigo) ? 'compativel' : 'incompativel';
  if (valor.length === 0) return null;
  const days = pergunta.tipo === 'data' ? compareDays(valor[0] ?? '', digitada.texto) : null;
  if (days !== null) return days;
  return compareAnswer(pergunta, { citacao: valor.join(', '), codigo: 'adequada' }, digitada);
}

function agreeWithEachOther(pergunta: PerguntaComparada, ouvida: RespostaOuvida): boolean {
  const { codigo, valor } = ouvida;
  if (codigo === 'nao_sabe' || codigo === 'recusa' || valor.length === 0) return true;
  const opcoes = valor.map((text) => pergunta.opcoes.findIndex(({ texto }) => texto === text));
  if (pergunta.opcoes.length > 0 && opcoes.includes(-1)) return true;
  const heard = pergunta.opcoes.length > 0 ? { opcoes, texto: '' } : { opcoes: [], texto: valor.join(', ') };
  return compareAnswer(pergunta, ouvida, heard) !== 'incompativel';
}

/** True if a typed number may be a code that no option explains: a number instead of words, or 99 and similar. */
function isDoubtfulCode(
  { tipo, opcoes }: PerguntaComparada,
  { codigo }: RespostaOuvida,
  { opcoes: chosen, texto }: Digitada,
): boolean {
  if (chosen.length > 0) return false;
  if (tipo === 'texto') return isCodes(texto);
  const unknown = codigo === 'nao_sabe' || codigo === 'recusa';
  return unknown && isSpecialCode(texto) && opcoes.every(({ especial }) => !especial);
}

function namedByWords(pergunta: PerguntaComparada, citacao: string, typed: readonly number[]): number[] {
  const { opcoes } = heardOptions(lastWord(citacao) ?? [], pergunta.opcoes);
  const valor = [...opcoes].map((index) => pergunta.opcoes[index]?.texto ?? '');
  return compareOptionSets(pergunta, { citacao, valor, lugar: null }, typed)?.naoMarcadas ?? [];
}

/** Compares one cell. `segunda` returns a model's answer to a request; undefined: not asked yet (see `falta`). */
export function settleComparison(
  pergunta: PerguntaComparada,
  ouvida: RespostaOuvida,
  digitada: Digitada,
  segunda: (pedido: PedidoDeComparacao) => SegundaResposta | undefined,
): ComparacaoFeita {
  const found = compare(pergunta, ouvida, digitada, segunda);
  return found.codigo === 'incompativel' && isDoubtfulCode(pergunta, ouvida, digitada)
    ? { ...found, provado: false, falta: [], conflito: true }
    : found;
}

function compare(
  pergunta: PerguntaComparada,
  ouvida: RespostaOuvida,
  digitada: Digitada,
  segunda: (pedido: PedidoDeComparacao) => SegundaResposta | undefined,
): ComparacaoFeita {
  const byCode = compareAnswer(pergunta, ouvida, digitada);
  const made = (codigo: Comparacao, rest: Partial<ComparacaoFeita> = {}): ComparacaoFeita => ({
    codigo,
    provado: true,
    metodo: 'deterministico',
    falta: [],
    conflito: false,
    naoMarcadas: [],
    naoDitas: [],
    ...rest,
  });
  const typed = digitada.opcoes.length > 0 || digitada.texto.trim() !== '';
  if (!typed || ouvida.codigo === 'ausente' || ouvida.codigo === 'inaudivel')
    return made(byCode ?? 'nao_comparavel');
  const isSet = pergunta.tipo === 'multipla' && digitada.opcoes.length > 0;
  if (ouvida.corrigida) {
    const naoMarcadas = isSet ? namedByWords(pergunta, ouvida.citacao, digitada.opcoes) : [];
    if (byCode === 'parcial' && naoMarcadas.length > 0) return made('incompativel', { naoMarcadas });
    return made(byCode ?? 'nao_comparavel', { provado: byCode !== null });
  }
  const sets =
    isSet && ouvida.codigo === 'adequada' ? compareSets(pergunta, ouvida, digitada, segunda) : null;
  if (sets) return made(sets.codigo, sets);
  const byValue = compareValue(pergunta, ouvida, digitada);
  // An agreeing quote decides, unless call A's value disagrees or is partial, because misheard words may hide options.
  if (byCode === 'compativel' && byValue !== 'incompativel' && byValue !== 'parcial')
    return made('compativel');
  // A misheard quote or an invented value may each differ from the typed answer, so quote and value must agree.
  if (byCode === 'incompativel' && byValue === 'incompativel' && agreeWithEachOther(pergunta, ouvida))
    return made('incompativel');
  if (byCode === 'parcial' && byValue !== 'compativel') return made('parcial');

  const asked = (codigo: Comparacao, rest: Partial<ComparacaoFeita> = {}): ComparacaoFeita =>
    made(codigo, { metodo: 'modelo', ...rest });
  const first = segunda('resposta');
  if (first === undefined) return asked('nao_comparavel', { provado: false, falta: ['resposta'] });
  if (first === 'parcial') return asked('parcial');
  if (first === 'sim') {
    // Call A never saw the typed answer, so an equal value is a second witness.
    const against = byValue === 'incompativel' || (byCode === 'incompativel' && byValue !== 'compativel');
    return asked('compativel', { provado: !against, conflito: against });
  }
  if (byCode === 'compativel' || byValue === 'compativel')
    return asked('incompativel', { provado: false, conflito: true });
  if (byCode === 'incompativel') return asked('incompativel');
  // Call A gives no value, so only call B contradicts the typed answer, which proves nothing.
  if (byValue === null && ouvida.valor.length === 0)
    return asked('nao_comparavel', { provado: false, conflito: true });
  // Only models contradict the typed answer. Unless code finds the value incompatible, a model judges the value, too.
  const pedidos: PedidoDeComparacao[] =
    byValue === 'incompativel' ? ['independente'] : ['valor', 'independente'];
  const answers = pedidos.map((pedido) => segunda(pedido));
  if (answers.some((answer) => answer !== undefined && answer !== 'nao'))
    return asked('incompativel', { provado: false, conflito: true });
  const falta = pedidos.filter((_, index) => answers[index] === undefined);
  return asked('incompativel', { provado: falta.length === 0, falta });
}

/** Compares a multiple choice by the options only said or only typed; null: quote and value disagree on an option. */
function compareSets(
  pergunta: PerguntaComparada,
  { citacao, valor, lugar = null }: RespostaOuvida,
  digitada: Digitada,
  segunda: (pedido: PedidoDeComparacao) => SegundaResposta | undefined,
): (Partial<ComparacaoFeita> & Pick<ComparacaoFeita, 'codigo'>) | null {
  const found = compareOptionSets(pergunta, { citacao, valor, lugar }, digitada.opcoes);
  if (!found) return null;
  const { naoMarcadas, naoDitas, listaFechada } = found;
  if (naoMarcadas.length > 0)
    return { codigo: 'incompativel', naoMarcadas, naoDitas: listaFechada ? naoDitas : [] };
  if (naoDitas.length === 0) return { codigo: 'compativel' };
  if (listaFechada) return { codigo: 'incompativel', naoDitas };
  // The respondent may have used other words, so an accusation needs a model that finds no mention of the option.
  if (lugar === null) return { codigo: 'parcial' };
  const said = segunda('opcao');
  if (said === undefined) return { codigo: 'parcial', metodo: 'modelo', falta: ['opcao'] };
  return said === 'nao'
    ? { codigo: 'incompativel', metodo: 'modelo', naoDitas }
    : { codigo: 'parcial', metodo: 'modelo' };
}
