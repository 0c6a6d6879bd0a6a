import { z } from 'zod';
import { ESTADOS_CELULA } from '../../domain/interview/comparison/sheet-cell.ts';

/** Reason why a sheet's cell could not be read, and the cell's text if stored. */
export const celulaIlegivel = z.object({ situacao: z.enum(ESTADOS_CELULA), celula: z.string().nullable() });
