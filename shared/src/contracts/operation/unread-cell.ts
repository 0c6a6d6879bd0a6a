import { z } from 'zod';
import { ESTADOS_CELULA } from '../../domain/interview/comparison/sheet-cell.ts';

/** The reason why a sheet's cell could not be read, and its text if kept. */
export const celulaIlegivel = z.object({ situacao: z.enum(ESTADOS_CELULA), celula: z.string().nullable() });
