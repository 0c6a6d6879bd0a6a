import { z } from 'zod';
import { ESTADOS_CELULA } from '../../domain/interview/comparison/sheet-cell.ts';

/** Reason for not reading a sheet's cell, and its text if kept. */
export const celulaIlegivel = z.object({ situacao: z.enum(ESTADOS_CELULA), celula: z.string().nullable() });
