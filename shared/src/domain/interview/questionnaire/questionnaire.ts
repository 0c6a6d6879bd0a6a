/** A questionnaire as an interview finds it: frozen with its first interview (questionario_versoes.conteudo). */

import type { OpcaoEspecial, TipoPergunta } from '../comparison/compare-answer.ts';
import type { MostrarSe } from './applicability.ts';

export type OpcaoCongelada = {
  id: string;
  texto: string;
  /** The code that a sheet holds for it. */
  valor: number;
  /** Other words for it: spoken ones, and those of a sheet. */
  sinonimos: readonly string[];
  especial: OpcaoEspecial | null;
};

export type PerguntaCongelada = {
  id: string;
  /** 'P1', or what the institute calls it. */
  codigo: string;
  texto: string;
  tipo: TipoPergunta;
  obrigatoria: boolean;
  /** The options are read aloud with the question (field mark LER); false: the respondent answers freely (NÃO LER). */
  lerOpcoes: boolean;
  /**
   * Filled in by what the interviewer sees (sex, kind of house, street): nobody is expected to read it aloud, and no verdict is given on
   * it. Missing: it is asked.
   */
  observada?: boolean | undefined;
  /** For the interviewer, never read aloud. */
  instrucao: string | null;
  mostrarSe: MostrarSe | null;
  /** Of a number or a scale. */
  minimo: number | null;
  maximo: number | null;
  unidade: string | null;
  /** In the order in which they are read. Empty of a question that has none. */
  opcoes: readonly OpcaoCongelada[];
};

/** Whether a question of this kind is answered by choosing, and has options to choose from (`multipla_escolha` on the wire). */
export const isChoice = (tipo: TipoPergunta): boolean => tipo === 'escolha' || tipo === 'multipla';

/** Whether an option is read aloud where options are: what is only marked when it is said by itself is never offered. */
export const isOffered = ({ especial }: Pick<OpcaoCongelada, 'especial'>): boolean =>
  especial !== 'nao_sabe' && especial !== 'recusa';

export type ConteudoVersao = {
  /** Read aloud before the first question; null of a version from before anybody was asked. */
  consentimento: string | null;
  /** Whether an interview may go on without a recording. */
  semGravacao: boolean;
  /** In the order in which they are asked. */
  perguntas: readonly PerguntaCongelada[];
};

/** Words a second at which a text is read aloud (200 words a minute). */
const WORDS_PER_SECOND = 3.3;

/** How long it takes to read a text aloud, s, rounded up. */
export function readingSeconds(texto: string): number {
  const words = texto.split(/\s+/u).filter((word) => word !== '').length;
  return Math.ceil(words / WORDS_PER_SECOND);
}
