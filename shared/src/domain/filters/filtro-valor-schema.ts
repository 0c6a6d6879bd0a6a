/** Schemas of filter values (filtro-valor.ts). */
import { z } from 'zod';
import { storableText } from '../text/storable-text.ts';
import { NENHUM } from './filtro-campos.ts';
import type { Filtros, Um, Valor } from './filtro-valor.ts';

const id = z.uuid({ error: 'Identificador inválido.' });
export const idOuNenhum = z.union([id, z.literal(NENHUM)], { error: 'Identificador inválido.' });
export const dia = z.iso
  .date({ error: 'Data inválida.' })
  .refine((text) => text >= '1900' && text < '2201', { error: 'Use um ano de 1900 a 2200.' });

const SCHEMAS: { readonly [T in Valor['tipo']]: (valor: Extract<Valor, { tipo: T }>) => z.ZodType } = {
  texto: ({ max }) =>
    storableText()
      .trim()
      .min(1)
      .max(max, { error: `Use no máximo ${max} caracteres.` }),
  id: () => id,
  id_ou_nenhum: () => idOuNenhum,
  dia: () => dia,
  logico: () => z.boolean(),
  inteiro: ({ min, max }) => z.number().int().min(min).max(max),
  palavra: ({ de }) => z.enum(de),
};

export const valueSchema = (valor: Valor): z.ZodType =>
  (SCHEMAS[valor.tipo] as (valor: Valor) => z.ZodType)(valor);

/** Schema of a value in a URL: text, which may be blank for search words. */
export function addressSchema(valor: Valor): z.ZodType {
  if (valor.tipo === 'logico') return z.stringbool();
  if (valor.tipo === 'inteiro') return z.coerce.number().int().min(valor.min).max(valor.max);
  return valor.tipo === 'texto' ? storableText().trim().max(valor.max) : valueSchema(valor);
}

type Forma<F extends Filtros, In> = {
  [N in keyof F]: z.ZodOptional<z.ZodType<Um<F[N]['valor']>, Um<F[N]['valor']> | In>>;
};
/** Filters of a list as schema fields, of a URL or (`valueSchema`) of a body. */
export const filterFields = <F extends Filtros, In = string>(
  filtros: F,
  schemaOf: (valor: Valor) => z.ZodType = addressSchema,
): Forma<F, In> =>
  Object.fromEntries(
    Object.entries(filtros).map(([nome, { valor }]) => [nome, schemaOf(valor).optional()]),
  ) as unknown as Forma<F, In>;
