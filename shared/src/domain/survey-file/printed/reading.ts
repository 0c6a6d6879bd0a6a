/** What is read of a document's questions, before it is known who is asked them. */
import { marksOf, specialOf, tidy } from '../columns/field-marks.ts';
import type { PerguntaLida } from '../documents/read-questionnaire.ts';
import type { Comeco } from './conditions/condition-notes.ts';
import type { LinhaDeLista } from './options.ts';
import type { OpcaoEscrita } from './special-words.ts';

/** Longest texts: those of the questionnaire's own fields. */
export const MAIS_LONGO = {
  texto: 2000,
  opcao: 500,
  instrucao: 1000,
  apresentacao: 4000,
  titulo: 200,
} as const;

/** Where people are sent on; `opcao`: only those who chose it, by its place. */
export type Salto = { opcao: number | null; para: string };

export type Lida = Pick<
  PerguntaLida,
  'codigo' | 'texto' | 'tipo' | 'obrigatoria' | 'minimo' | 'maximo' | 'unidade' | 'opcoes' | 'avisos'
> & {
  lerOpcoes: boolean | null;
  /** It takes several answers, if it has options. */
  varias: boolean;
  instrucoes: string[];
  saltos: Salto[];
  /** Who is asked, as it was written. */
  condicoes: string[];
  /** What its own words begin with, where that may be such a condition. */
  comeco: Comeco | null;
  /** The document's lines that it is made of. */
  origens: number[];
  /** The codes that stand at its options, in their order; null: none. */
  impressos: (number | null)[];
  /** Nothing says how it is answered: it may be the stem of those that follow, or a row of their battery. */
  semResposta: boolean;
  /** The codes or boxes behind its words, where it is such a row; null: none. */
  fila: (number | null)[] | null;
  /** Its last line as the names of the columns of such rows, and its words without that line; null: it could be none. */
  colunas: { linha: LinhaDeLista; texto: string } | null;
};

const ESPONTANEO = /\s*[([]?\s*(?:ESP\.?|SE ESPONT[ÂA]NE[AO])\s*[)\]]?$/u;

/** Codes as they stand where every option has its own; else places, and high codes as they stand. */
export function valued(escritas: readonly OpcaoEscrita[]): PerguntaLida['opcoes'] {
  const given = escritas.map(({ valor }) => valor);
  const own = given.every((valor) => valor !== null) && new Set(given).size === given.length;
  const high = new Set(given.filter((valor) => valor !== null && valor > escritas.length));
  return escritas.map(({ texto, valor }, index) => {
    const { texto: words, marcas } = marksOf(texto);
    const kept = valor !== null && (own || high.has(valor));
    const name =
      tidy(words.replace(ESPONTANEO, '').replace(/\s[/|;]\s*$/u, '')) ||
      marcas.instrucoes.join(' ') ||
      tidy(texto);
    return {
      texto: name.replace(/^\((.*)\)$/u, '$1').slice(0, MAIS_LONGO.opcao),
      valor: kept ? valor : index + 1,
      especial: specialOf(name),
    };
  });
}

/** A statement asked with the words above it: 'Como avalia cada um: A limpeza?'. */
export function asked(stem: string, statement: string): string {
  const asks = /\?["”)]*$/u.test(stem) || /\?$/u.test(statement);
  const head = stem.replace(/[\s?:.]+$/u, '');
  const words = head === '' ? statement : `${head}: ${statement.replace(/[?.\s]+$/u, '')}${asks ? '?' : ''}`;
  return words.slice(0, MAIS_LONGO.texto);
}

/** As another question is answered. */
export function answeredLike(one: Lida, other: Lida): Lida {
  const { tipo, minimo, maximo, unidade } = other;
  const opcoes = other.opcoes.map((opcao) => ({ ...opcao }));
  const impressos = [...other.impressos];
  return { ...one, ...{ tipo, opcoes, impressos, minimo, maximo, unidade }, semResposta: false };
}
