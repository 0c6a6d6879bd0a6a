/** A document's line as shown beside the questions, on the questionnaire's page and in an audit of the portal. */
import type { LinhaLida } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { CircleCheck, CircleDashed, CircleHelp, type LucideIcon } from 'lucide-react';

export interface SeenLine extends Pick<LinhaLida, 'texto' | 'uso' | 'lugar'> {
  /** Index in the document, from 0. */
  n: number;
  /** The question that the line became part of; null: none. */
  pergunta: { id: string; codigo: string } | null;
}

type Uso = LinhaLida['uso'];

interface Look {
  /** Name of the use in the plural (`label`) and in the singular (`one`). */
  label: string;
  one: string;
  Icon: LucideIcon;
  /** Class of the icon's colour. */
  text: string;
  /** Class of the stripe in the list. The uses differ in the stroke of the stripe, not only in its colour. */
  stroke: string;
  /** Class of the line's frame on a drawn page; small words inside it stay readable. */
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

/** All uses, in the order in which the counts list them. */
export const USOS: readonly Uso[] = ['usada', 'deixada', 'duvidosa'];

/** True if no question uses the line, so a person may still use it. */
export const isOpen = ({ uso, pergunta }: SeenLine): boolean => uso !== 'usada' && pergunta === null;

/** Accessible name of a line: 'usada em P3: Mora aqui?' */
export function saysOf({ uso, pergunta, texto }: SeenLine): string {
  const where = pergunta ? ` em ${pergunta.codigo}` : '';
  return `Linha ${LOOKS[uso].one}${where}: ${texto}`;
}
