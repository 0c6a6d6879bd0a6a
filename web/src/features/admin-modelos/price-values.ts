import { UNIDADES_PRECO } from '@escuta/shared/domain/runs/costs';
import { z } from 'zod';
import { currentTime } from '../../lib/network/server-clock.ts';
import { fromLocalDateTime } from '../../lib/text/format.ts';
import { MOMENTO_INVALIDO } from '../../lib/text/masks.ts';
import { parsePrice } from './price-text.ts';

/** Schema of the form for a new price, valid from now or from a future moment. */
export const priceForm = z
  .object({
    unidade: z.enum(UNIDADES_PRECO),
    valor: z.string().trim(),
    quando: z.enum(['agora', 'depois']),
    vigenteDe: z.string(),
  })
  .refine((form) => parsePrice(form.valor, form.unidade) !== null, {
    path: ['valor'],
    error: 'Informe um valor em dólares, como 4,00 ou 0,006.',
  })
  .refine(({ quando, vigenteDe }) => quando === 'agora' || fromLocalDateTime(vigenteDe) !== null, {
    path: ['vigenteDe'],
    error: MOMENTO_INVALIDO,
    abort: true,
  })
  .refine(
    (form) => form.quando === 'agora' || Date.parse(fromLocalDateTime(form.vigenteDe) ?? '') > currentTime(),
    { path: ['vigenteDe'], error: 'Informe uma data e hora no futuro.' },
  );

export type PriceValues = z.input<typeof priceForm>;
