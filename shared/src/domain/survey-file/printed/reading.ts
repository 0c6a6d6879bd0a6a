/** Questions of a printed questionnaire before their conditions are resolved. */
import { marksOf, specialOf, tidy } from '../columns/field-marks.ts';
import type { PerguntaLida } from '../documents/read-questionnaire.ts';
import type { Comeco } from './conditions/condition-notes.ts';
import type { LinhaDeLista } from './options.ts';
import type { OpcaoEscrita } from './special-words.ts';

/** Character limits, as in the stored questionnaire. */
export const MAIS_LONGO = {
  texto: 2000,
  opcao: 500,
  instrucao: 1000,
  apresentacao: 4000,
  titulo: 200,
} as const;

/** A skip to question `para`; `opcao`: index of the triggering option, null if any answer triggers it. */
export type Salto = { opcao: number | null; para: string };

export type Lida = Pick<
  PerguntaLida,
  'codigo' | 'texto' | 'tipo' | 'obrigatoria' | 'minimo' | 'maximo' | 'unidade' | 'opcoes' | 'avisos'
> & {
  lerOpcoes: boolean | null;
  varias: boolean;
  instrucoes: string[];
  saltos: Salto[];
  condicoes: string[];
  /** A condition that the question's first words seem to state; null: none. */
  comeco: Comeco | null;
  origens: number[];
  /** Printed codes in the options' order; null: the option has no printed code. */
  impressos: (number | null)[];
  /** True if no way to answer was found: the question may be a stem, or a battery's row. */
  semResposta: boolean;
  bateria: { grupo: number; texto: string; item: string } | null;
  /** Codes after the words of a battery's row (null in the list: a box without code); null: the line is no such row. */
  fila: (number | null)[] | null;
  /** Last line of a question without answers, maybe a battery's column names; `texto`: words before the line. */
  colunas: { linha: LinhaDeLista; texto: string } | null;
};

const ESPONTANEO = /\s*[([]?\s*(?:ESP\.?|SE ESPONT[ÂA]NE[AO])\s*[)\]]?$/u;

/** Keeps codes if complete and distinct; else numbers options from 1, but keeps codes above the number of options. */
export function assignCodes(escritas: readonly OpcaoEscrita[]): PerguntaLida['opcoes'] {
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

/** Joins a battery's stem and statement: 'Como avalia cada um: A limpeza?'. */
export function asked(stem: string, statement: string): string {
  const asks = /\?["”)]*$/u.test(stem) || /\?$/u.test(statement);
  const head = stem.replace(/[\s?:.]+$/u, '');
  const words = head === '' ? statement : `${head}: ${statement.replace(/[?.\s]+$/u, '')}${asks ? '?' : ''}`;
  return words.slice(0, MAIS_LONGO.texto);
}

/** Returns `one` with the type, bounds, unit and options of `other`. */
export function copyAnswerForm(one: Lida, other: Lida): Lida {
  const { tipo, minimo, maximo, unidade } = other;
  const opcoes = other.opcoes.map((opcao) => ({ ...opcao }));
  const impressos = [...other.impressos];
  return { ...one, ...{ tipo, opcoes, impressos, minimo, maximo, unidade }, semResposta: false };
}
