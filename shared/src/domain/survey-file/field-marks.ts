/**
 * The marks that Brazilian research institutes write into a questionnaire for those who read it aloud: how many answers a question takes
 * (RU, RM), whether its options are read (ESTIMULADA, ESPONTÂNEA, LER, NÃO LER), what is shown (CARTÃO), where one goes on (PULE PARA P7).
 */
import type { OpcaoEspecial } from '../interview/compare-answer.ts';

export type Marcas = {
  /** One answer, several, or nothing said. */
  respostas: 'uma' | 'varias' | null;
  /** Whether the options are read; null: nothing said. */
  lerOpcoes: boolean | null;
  /** Answered in one's own words. */
  livre: boolean;
  obrigatoria: boolean;
  /** Where those go who are asked this, whatever they answer: a question's number. */
  pular: string | null;
  /** What remains for the interviewer, as it was written ('MOSTRAR CARTÃO 3'). */
  instrucoes: string[];
};

/** A mark stands in brackets, or in capitals by itself. */
const bracketed = (words: string): RegExp => new RegExp(`[([{]\\s*(?:${words})\\s*[.:;]?\\s*[)\\]}]`, 'giu');
const bare = (words: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])[.:;]?`, 'gu');

const UMA =
  'RU|R\\.U\\.|RESPOSTA ÚNICA|RESPOSTA UNICA|ÚNICA|ESCOLHA ÚNICA|MARQUE (?:APENAS |SOMENTE |SÓ )?UMA(?: OPÇÃO| RESPOSTA)?';
const VARIAS =
  'RM|R\\.M\\.|RESPOSTA MÚLTIPLA|RESPOSTA MULTIPLA|MÚLTIPLA|MÚLTIPLA ESCOLHA|RESPOSTAS MÚLTIPLAS|' +
  'MARQUE TODAS(?: AS)?(?: QUE SE APLICAM| QUE SE APLIQUEM| OPÇÕES)?|(?:PODE|PODEM) (?:MARCAR|ESCOLHER|CITAR) MAIS DE UMA(?: OPÇÃO| RESPOSTA)?|' +
  'ACEITA(?:R)? MAIS DE UMA(?: RESPOSTA)?';
const NAO_LER =
  'ESPONTÂNEA|ESPONTANEA|NÃO LER(?: AS| AS OPÇÕES| OPÇÕES| ALTERNATIVAS| AS ALTERNATIVAS)?|NÃO LEIA(?: AS)?(?: OPÇÕES| ALTERNATIVAS)?|NÃO ESTIMULAR';
const LER =
  'ESTIMULADA|LER(?: AS)?(?: OPÇÕES| ALTERNATIVAS| ITENS)?|LEIA(?: AS)?(?: OPÇÕES| ALTERNATIVAS)?|RODIZIAR|RODÍZIO|LER E RODIZIAR';
const LIVRE =
  'ABERTA|RESPOSTA LIVRE|RESPOSTA ABERTA|TEXTO LIVRE|PERGUNTA ABERTA|ANOTAR(?: LITERALMENTE| A RESPOSTA)?|DISSERTATIVA';
const OBRIGATORIA = 'OBRIGATÓRIA|OBRIGATORIA|RESPOSTA OBRIGATÓRIA';
const PULAR =
  '(?:PULE|PULAR|IR|VÁ|SIGA|PASSE|SALTE|PULA)\\s+(?:PARA|PRA|P/)\\s+(?:A\\s+)?(?:PERGUNTA\\s+|QUESTÃO\\s+)?[PQ]?\\s*(\\d{1,3})';
const CARTAO =
  '(?:MOSTRE|MOSTRAR|ENTREGUE|ENTREGAR|APRESENTE|APRESENTAR)\\s+(?:O\\s+)?(?:CARTÃO|CARTELA|DISCO)(?:\\s+[\\p{L}\\p{N}]{1,3})?';

const found = (text: string, words: string): boolean => bracketed(words).test(text) || bare(words).test(text);
const without = (text: string, words: string): string =>
  text.replace(bracketed(words), ' ').replace(bare(words), ' ');

const blankLine = /(?:_+\s*\/\s*){2}_*|_{3,}|\.{6,}|…{2,}|(?:\|_+)+\|/gu;

/** A text's spaces and what a mark that was taken out left behind. */
export const tidy = (text: string): string =>
  text
    .replace(blankLine, ' ')
    .replace(/[([{][\s\-–—,;:/.+]*[)\]}]/gu, ' ')
    .replace(/\s+([,.;:?!])/g, '$1')
    .replace(/\s{2,}/g, ' ')
    .replace(/^[\s\-–—:.;,]+|[\s\-–—;,]+$/gu, '')
    .trim();

/** Where one goes on: "PULE PARA P7", "→ P7", "(vá para a pergunta 7)". The number alone, without leading zeros. */
export function skipOf(text: string): { para: string; resto: string } | null {
  const forms = [
    new RegExp(`[([{]?\\s*${PULAR}\\s*[)\\]}]?`, 'iu'),
    /[([{]?\s*(?:→|->|=>|⇒|➔|»)\s*[PQ]?\s*(\d{1,3})\s*[)\]}]?/iu,
  ];
  for (const form of forms) {
    const hit = form.exec(text);
    if (hit) return { para: String(Number(hit[1])), resto: tidy(text.replace(hit[0], ' ')) };
  }
  return null;
}

/** What the marks of a question's text say, and the text that is read aloud without them. */
export function marksOf(text: string): { texto: string; marcas: Marcas } {
  let texto = text;
  const instrucoes: string[] = [];
  const card = new RegExp(`[([{]?\\s*(${CARTAO})\\s*[.:;]?\\s*[)\\]}]?`, 'gu');
  texto = texto.replace(card, (_, words: string) => {
    instrucoes.push(words.trim());
    return ' ';
  });
  const marcas: Marcas = {
    respostas: found(texto, VARIAS) ? 'varias' : found(texto, UMA) ? 'uma' : null,
    lerOpcoes: found(texto, NAO_LER) ? false : found(texto, LER) ? true : null,
    livre: found(texto, LIVRE),
    obrigatoria: found(texto, OBRIGATORIA) || /\*\s*$/.test(texto),
    pular: null,
    instrucoes,
  };
  for (const words of [VARIAS, UMA, NAO_LER, LER, LIVRE, OBRIGATORIA]) texto = without(texto, words);
  const skip = skipOf(texto);
  if (skip) {
    marcas.pular = skip.para;
    texto = skip.resto;
  }
  return { texto: tidy(texto.replace(/\*\s*$/, '')), marcas };
}

/** What an option means besides its words: 98/99 only where the words say so. */
export function specialOf(text: string): OpcaoEspecial | null {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z/ ]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (
    /^(ns|nao sabe|nao sei|nao soube|nao lembra|nao se lembra)\b/.test(plain) ||
    /^ns ?\/ ?nr\b/.test(plain)
  )
    return 'nao_sabe';
  if (/^(nr|nao respondeu|nao quis responder|prefere nao|prefiro nao|recus)/.test(plain)) return 'recusa';
  if (/^(outr[oa]s?)\b/.test(plain)) return 'outro';
  return null;
}
