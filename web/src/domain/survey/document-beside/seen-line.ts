/** A document's line as it is shown beside the questions, whoever keeps them. */
import type { LinhaLida } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { CircleCheck, CircleDashed, CircleHelp, type LucideIcon } from 'lucide-react';

export interface SeenLine extends Pick<LinhaLida, 'texto' | 'uso' | 'lugar'> {
  /** Its place in the document, from 0. */
  n: number;
  /** The question that it became part of, as the questions beside it have it; null: none. */
  pergunta: { id: string; codigo: string } | null;
}

type Uso = LinhaLida['uso'];

interface Look {
  /** Of several lines, of one. */
  label: string;
  one: string;
  Icon: LucideIcon;
  /** Of the sign. */
  text: string;
  /** Of its stripe beside our own layout: the stroke differs, not the colour alone. */
  stroke: string;
  /** Of its frame over a page that is drawn, around its words: they are small, and stay readable. */
  frame: string;
}

export const LOOKS: Record<Uso, Look> = {
  usada: {
    label: 'usadas',
    one: 'usada',
    Icon: CircleCheck,
    text: 'text-success-text',
    stroke: 'border-success-text border-solid',
    frame: 'border-success-text border-b',
  },
  deixada: {
    label: 'deixadas',
    one: 'deixada',
    Icon: CircleDashed,
    text: 'text-destructive-text',
    stroke: 'border-destructive-text border-dashed',
    frame: 'bg-destructive/10 outline-1 outline-destructive-text outline-dashed',
  },
  duvidosa: {
    label: 'duvidosas',
    one: 'duvidosa',
    Icon: CircleHelp,
    text: 'text-warning-text',
    stroke: 'border-warning-text border-double',
    frame: 'bg-warning/15 outline-1 outline-warning-text',
  },
};

/** In the order in which they are told. */
export const USOS: readonly Uso[] = ['usada', 'deixada', 'duvidosa'];

/** True if a person may still make something of a line: it is no question's. */
export const isOpen = ({ uso, pergunta }: SeenLine): boolean => uso !== 'usada' && pergunta === null;

/** What a line is, for whoever hears it: 'usada em P3: Mora aqui?' */
export function saysOf({ uso, pergunta, texto }: SeenLine): string {
  const where = pergunta ? ` em ${pergunta.codigo}` : '';
  return `Linha ${LOOKS[uso].one}${where}: ${texto}`;
}
