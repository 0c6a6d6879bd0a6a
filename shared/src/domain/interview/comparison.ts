/**
 * The spoken answer beside the typed one: by code where code can tell, else by a second model's word. It says 'incompativel' as proven
 * only where two things that know nothing of each other say so: the respondent's quoted words, the value that call A heard (it never
 * saw the typed one), and call B.
 */
import { compareAnswer, type Digitada, type PerguntaComparada } from './compare-answer.ts';
import type { SEGUNDAS_RESPOSTAS } from './extraction.ts';
import type { Comparacao, RespostaFalada } from './verdict.ts';

export const METODOS = ['deterministico', 'modelo'] as const;
export type Metodo = (typeof METODOS)[number];

/**
 * What call B is asked: the quoted words beside the typed ones, the heard value beside them, whether conduct leads, or ('pergunta', in
 * calls of its own that are shown nothing typed) whether a question that nobody found was asked in other words.
 */
export const TIPOS_ITEM = ['resposta', 'valor', 'conducao', 'pergunta'] as const;
export type TipoItemEmAberto = (typeof TIPOS_ITEM)[number];

export type ItemEmAberto = {
  /** Names the item in call B and in what it answers: unique within an interview. */
  chave: string;
  tipo: TipoItemEmAberto;
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
  /** What call B has still to be asked; null: nothing. */
  falta: 'resposta' | 'valor' | null;
  /** The quote, the value and call B do not say the same. */
  conflito: boolean;
};

export type RespostaOuvida = {
  codigo: RespostaFalada;
  /** The respondent's own words, as they stand in the transcript. */
  citacao: string;
  /** What call A took them to mean. */
  valor: readonly string[];
  /** A person corrected these words since models heard them: what models said of them counts no longer. */
  corrigida?: boolean;
};

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
 * Compares. `segunda`: what call B said of the answer's words ('resposta') or of the heard value ('valor'); undefined where it was
 * not asked yet.
 */
export function settleComparison(
  pergunta: PerguntaComparada,
  ouvida: RespostaOuvida,
  digitada: Digitada,
  segunda: (tipo: 'resposta' | 'valor') => SegundaResposta | undefined,
): ComparacaoFeita {
  const byCode = compareAnswer(pergunta, ouvida, digitada);
  const settled = (codigo: Comparacao, provado = true): ComparacaoFeita => ({
    codigo,
    provado,
    metodo: 'deterministico',
    falta: null,
    conflito: false,
  });
  const typed = digitada.opcoes.length > 0 || digitada.texto.trim() !== '';
  if (!typed || ouvida.codigo === 'ausente' || ouvida.codigo === 'inaudivel')
    return settled(byCode ?? 'nao_comparavel');
  if (ouvida.corrigida) return settled(byCode ?? 'nao_comparavel', byCode !== null);
  const byValue = compareValue(pergunta, ouvida, digitada);
  if (byCode === 'compativel' && byValue !== 'incompativel') return settled('compativel');
  // Words that are misheard and a value that is made up both differ from what was typed: they must not differ from each other.
  if (byCode === 'incompativel' && byValue === 'incompativel' && agreeWithEachOther(pergunta, ouvida))
    return settled('incompativel');
  if (byCode === 'parcial' && byValue !== 'compativel') return settled('parcial');

  const asked = (codigo: Comparacao, provado: boolean, conflito = false): ComparacaoFeita => ({
    codigo,
    provado,
    metodo: 'modelo',
    falta: null,
    conflito,
  });
  const first = segunda('resposta');
  if (first === undefined) return { ...asked('nao_comparavel', false), falta: 'resposta' };
  if (first === 'parcial') return asked('parcial', true);
  if (first === 'sim') {
    // Call A never saw what was typed: that it heard the same is a second witness.
    const against = byValue === 'incompativel' || (byCode === 'incompativel' && byValue !== 'compativel');
    return asked('compativel', !against, against);
  }
  if (byCode === 'compativel' || byValue === 'compativel') return asked('incompativel', false, true);
  if (byCode === 'incompativel' || byValue === 'incompativel') return asked('incompativel', true);
  // Call A heard no value at all: there is nothing that what was typed could differ from.
  if (ouvida.valor.length === 0) return asked('nao_comparavel', false, true);
  // Nothing but call B speaks against it: it is asked again, about the value instead of the words.
  const second = segunda('valor');
  if (second === undefined) return { ...asked('incompativel', false), falta: 'valor' };
  return asked('incompativel', second === 'nao', second !== 'nao');
}
