/** A questionnaire as frozen in a version (questionario_versoes.conteudo). */

import type { OpcaoEspecial, TipoPergunta } from '../comparison/compare-answer.ts';
import type { MostrarSe } from './conditions.ts';
import type { RegrasDaOpcao, RegrasDaPergunta } from './question-rules.ts';

export type OpcaoCongelada = {
  id: string;
  texto: string;
  valor: number;
  sinonimos: readonly string[];
  especial: OpcaoEspecial | null;
} & RegrasDaOpcao;

export type PerguntaCongelada = {
  id: string;
  /** 'P1', or the institute's code. */
  codigo: string;
  texto: string;
  tipo: TipoPergunta;
  obrigatoria: boolean;
  /** True: the options are read aloud (field mark LER); false: they are not (NÃO LER). */
  lerOpcoes: boolean;
  /** True if the interviewer observes the answer: the question is not read aloud and has no verdict. */
  observada?: boolean | undefined;
  instrucao: string | null;
  mostrarSe: MostrarSe | null;
  minimo: number | null;
  maximo: number | null;
  unidade: string | null;
  opcoes: readonly OpcaoCongelada[];
} & RegrasDaPergunta;

export const isChoice = (tipo: TipoPergunta): boolean => tipo === 'escolha' || tipo === 'multipla';

/** True if a question is asked and answered aloud, so that sound can prove it. */
export const isAskedAloud = ({ observada, tipo }: Pick<PerguntaCongelada, 'observada' | 'tipo'>): boolean =>
  observada !== true && tipo !== 'lugar';

/** The words that ask a question: for a battery's item, the stem and the item's text. */
export const wholeText = (pergunta: { texto: string; bateria?: { texto: string } | undefined }): string =>
  pergunta.bateria ? `${pergunta.bateria.texto} ${pergunta.texto}` : pergunta.texto;

/** True if an option is read aloud; 'não sabe' and refusals are only marked when said. */
export const isOffered = ({ especial }: Pick<OpcaoCongelada, 'especial'>): boolean =>
  especial !== 'nao_sabe' && especial !== 'recusa';

export type ConteudoVersao = {
  /** Text read aloud before the first question; null: the version is older than consent texts. */
  consentimento: string | null;
  semGravacao: boolean;
  perguntas: readonly PerguntaCongelada[];
};

/** Reading speed, words per second (200 words a minute). */
const WORDS_PER_SECOND = 3.3;

/** Time to read a text aloud, s, rounded up. */
export function readingSeconds(texto: string): number {
  const words = texto.split(/\s+/u).filter((word) => word !== '').length;
  return Math.ceil(words / WORDS_PER_SECOND);
}
