import { addRamal } from '@escuta/shared/contracts/team/agentes';
import { z } from 'zod';
import { fromLocalDateTime } from '../../lib/text/format.ts';
import { DIA_INVALIDO, isTypedDate } from '../../lib/text/masks.ts';

const DIA_MS = 86_400_000;
/** Schema of a typed day: an incomplete day is an error; an empty text means no bound. */
const day = z.string().refine((value) => value === '' || isTypedDate(value), { error: DIA_INVALIDO });

export const ramalSchema = z.object({ ramal: addRamal.body.shape.ramal, de: day, ate: day });

/** Start of a day in Brasília; null for an empty text. */
export const beginOf = (value: string): string | null =>
  value === '' ? null : fromLocalDateTime(`${value}T00:00`);

/** End of a day in Brasília; null for an empty text. */
export function endOf(value: string): string | null {
  if (value === '') return null;
  const next = new Date(Date.parse(`${value}T12:00:00Z`) + DIA_MS).toISOString().slice(0, 10);
  return beginOf(next);
}
