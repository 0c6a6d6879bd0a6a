/**
 * The spoken answer beside the typed one: by code where code can tell, else by a second model's word. It says 'incompativel' as proven
 * only where two things that know nothing of each other say so: the respondent's quoted words, the value that call A heard (it never
 * saw the typed one), and call B. Where code finds no contradiction in the words, calls A and B alone accuse nobody: one model may err
 * in both. An independent asking has to say the same.
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
 * What call B is asked: the quoted words beside the typed ones, the heard value beside them, whether conduct leads, whether options
 * that were typed were said at all, or ('pergunta', in calls of its own that are shown nothing typed) whether a question that nobody
 * found was asked in other words.
 */
export const TIPOS_ITEM = ['resposta', 'valor', 'conducao', 'opcao', 'pergunta'] as const;
export type TipoItemEmAberto = (typeof TIPOS_ITEM)[number];

/** What the comparison of one cell asks for; 'independente': the words beside the typed ones once more, in the independent asking. */
export const PEDIDOS_DE_COMPARACAO = ['resposta', 'valor', 'independente', 'opcao'] as const;
export type PedidoDeComparacao = (typeof PEDIDOS_DE_COMPARACAO)[number];

export type ItemEmAberto = {
  /** Names the item in call B and in what it answers: unique within an interview. */
  chave: string;
  tipo: TipoItemEmAberto;
  /** Asked of another model where the company has one, else in another wording, without what was answered before. */
  independente: boolean;
  perguntaId: string;
  pergunta: string;
  opcoes: string[];
  unidade: string | null;
  /** Of 'pergunta': all that was said where it would have been asked. */
  falado: string;
  /** What the interviewer said before, where the words alone do not tell. */
  contexto: string | null;
  /** Null of conduct, and of the look for a question. */
  digitado: string | null;
};

export type SegundaResposta = (typeof SEGUNDAS_RESPOSTAS)[number];

export type ComparacaoFeita = {
  codigo: Comparacao;
  provado: boolean;
  metodo: Metodo;
  /** What models have still to be asked. */
  falta: PedidoDeComparacao[];
  /** The quote, the value and call B do not say the same. */
  conflito: boolean;
  /** Of several options, indices: said and not typed, typed and not said, as far as either is proven. */
  naoMarcadas: number[];
  naoDitas: number[];
};

export type RespostaOuvida = {
  codigo: RespostaFalada;
  /** The respondent's own words, as they stand in the transcript. */
  citacao: string;
  /** What call A took them to mean. */
  valor: readonly string[];
  /** What else was said in the place of the answer; null, or missing: some of it is not known. */
  lugar?: string | null;
  /** A person corrected these words since models heard them: what models said of them counts no longer. */
  corrigida?: boolean;
};

/** Two days as dd/mm or dd/mm/aaaa; null where one of them is none. A year that only one of them has is no difference. */
function compareDays(heard: string, typed: string): Comparacao | null {
  const [a, b] = [heard, typed].map((text) => /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(text.trim()));
  if (!a || !b) return null;
  const isSame = [1, 2, 3].every((part) => {
    const [one, other] = [a[part], b[part]];
    return one === undefined || other === undefined || Number(one) === Number(other);
  });
  return isSame ? 'compativel' : 'incompativel';
}

/** The value that call A heard beside the typed one. */
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

/** Whether the value that call A heard may be what the words that it quotes say. */
function agreeWithEachOther(pergunta: PerguntaComparada, ouvida: RespostaOuvida): boolean {
  const { codigo, valor } = ouvida;
  if (codigo === 'nao_sabe' || codigo === 'recusa' || valor.length === 0) return true;
  const opcoes = valor.map((text) => pergunta.opcoes.findIndex(({ texto }) => texto === text));
  if (pergunta.opcoes.length > 0 && opcoes.includes(-1)) return true;
  const heard = pergunta.opcoes.length > 0 ? { opcoes, texto: '' } : { opcoes: [], texto: valor.join(', ') };
  return compareAnswer(pergunta, ouvida, heard) !== 'incompativel';
}

/**
 * Whether a typed number may be a code whose option the questionnaire does not have: a bare number for words, or 99 and
 * its kin where the respondent does not know or does not say.
 */
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

/** Options said and not typed, by the words alone: a person corrected them. */
function namedByWords(pergunta: PerguntaComparada, citacao: string, typed: readonly number[]): number[] {
  const { opcoes } = heardOptions(lastWord(citacao) ?? [], pergunta.opcoes);
  const valor = [...opcoes].map((index) => pergunta.opcoes[index]?.texto ?? '');
  return compareOptionSets(pergunta, { citacao, valor, lugar: null }, typed)?.naoMarcadas ?? [];
}

/**
 * Compares. `segunda`: what models said of what they were asked besides call A; undefined where they were not asked yet.
 */
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
  // Of several options a part is not the whole: words that were misheard name fewer.
  if (byCode === 'compativel' && byValue !== 'incompativel' && byValue !== 'parcial')
    return made('compativel');
  // Words that are misheard and a value that is made up both differ from what was typed: they must not differ from each other.
  if (byCode === 'incompativel' && byValue === 'incompativel' && agreeWithEachOther(pergunta, ouvida))
    return made('incompativel');
  if (byCode === 'parcial' && byValue !== 'compativel') return made('parcial');

  const asked = (codigo: Comparacao, rest: Partial<ComparacaoFeita> = {}): ComparacaoFeita =>
    made(codigo, { metodo: 'modelo', ...rest });
  const first = segunda('resposta');
  if (first === undefined) return asked('nao_comparavel', { provado: false, falta: ['resposta'] });
  if (first === 'parcial') return asked('parcial');
  if (first === 'sim') {
    // Call A never saw what was typed: that it heard the same is a second witness.
    const against = byValue === 'incompativel' || (byCode === 'incompativel' && byValue !== 'compativel');
    return asked('compativel', { provado: !against, conflito: against });
  }
  if (byCode === 'compativel' || byValue === 'compativel')
    return asked('incompativel', { provado: false, conflito: true });
  if (byCode === 'incompativel') return asked('incompativel');
  // Call A heard no value at all: there is nothing that what was typed could differ from.
  if (byValue === null && ouvida.valor.length === 0)
    return asked('nao_comparavel', { provado: false, conflito: true });
  // Nothing but models speaks against it. Where call A's value is no witness either, call B is asked about it, too.
  const pedidos: PedidoDeComparacao[] =
    byValue === 'incompativel' ? ['independente'] : ['valor', 'independente'];
  const answers = pedidos.map((pedido) => segunda(pedido));
  if (answers.some((answer) => answer !== undefined && answer !== 'nao'))
    return asked('incompativel', { provado: false, conflito: true });
  const falta = pedidos.filter((_, index) => answers[index] === undefined);
  return asked('incompativel', { provado: falta.length === 0, falta });
}

/** Several options by their difference; null where words and value do not agree by option. */
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
  // Said in other words, or where nobody knows what was said: only a model that finds it nowhere there accuses.
  if (lugar === null) return { codigo: 'parcial' };
  const said = segunda('opcao');
  if (said === undefined) return { codigo: 'parcial', metodo: 'modelo', falta: ['opcao'] };
  return said === 'nao'
    ? { codigo: 'incompativel', metodo: 'modelo', naoDitas }
    : { codigo: 'parcial', metodo: 'modelo' };
}
