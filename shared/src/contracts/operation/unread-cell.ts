import { z } from 'zod';
import { ESTADOS_CELULA } from '../../domain/interview/comparison/sheet-cell.ts';

/** An unread cell of a sheet: why, and its text where the text is kept. */
export const celulaIlegivel = z.object({ situacao: z.enum(ESTADOS_CELULA), celula: z.string().nullable() });
