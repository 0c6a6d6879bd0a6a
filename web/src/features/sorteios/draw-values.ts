import { ESTRATOS_AMOSTRA, METODOS_AMOSTRA } from '@escuta/shared/domain/calls/sampling';
import { z } from 'zod';
import { DIA_INVALIDO, isTypedDate } from '../../lib/text/masks.ts';

const number = z
  .string()
  .regex(/^\d{1,4}$/, { error: 'Use um número de 1 a 5.000.' })
  .transform(Number);
const typedDay = z.string().refine((value) => value === '' || isTypedDate(value), { error: DIA_INVALIDO });
const day = typedDay.min(1, { error: 'Informe o dia.' });
const fields = z.object({
  nome: z.string().trim().min(1, { error: 'Dê um nome ao sorteio.' }).max(80),
  de: day,
  ate: day,
  metodo: z.enum(METODOS_AMOSTRA),
  quantidade: number,
  estrato: z.enum(ESTRATOS_AMOSTRA),
  pessoas: z.array(z.string()),
  prazo: typedDay,
});
/** Schema of the form 'Sortear ligações', whose last day must not precede its first day. */
export const drawForm = fields.refine(({ de, ate }) => !isTypedDate(de) || !isTypedDate(ate) || de <= ate, {
  path: ['ate'],
  error: 'A data final deve ser igual ou posterior à inicial.',
});
