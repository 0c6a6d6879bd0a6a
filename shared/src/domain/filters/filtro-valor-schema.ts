import { z } from 'zod';
import { storableText } from '../text/storable-text.ts';
import { NENHUM } from './filtro-campos.ts';
import type { Filtros, NoArquivo, Um, Valor } from './filtro-valor.ts';

const id = z.uuid({ error: 'Identificador inválido.' });
export const idOuNenhum = z.union([id, z.literal(NENHUM)], { error: 'Identificador inválido.' });
export const dia = z.iso
  .date({ error: 'Data inválida.' })
  .refine((text) => text >= '1900' && text < '2201', { error: 'Use um ano de 1900 a 2200.' });

const upTo = (max: number) =>
  storableText()
    .trim()
    .max(max, { error: `Use no máximo ${max} caracteres.` });

const fraction = (n: z.ZodNumber | z.ZodCoercedNumber, error: string) =>
  n.min(0, { error }).max(1, { error });

const SCHEMAS: { readonly [T in Valor['tipo']]: (valor: Extract<Valor, { tipo: T }>) => z.ZodType } = {
  texto: ({ max }) => upTo(max).min(1),
  id: () => id,
  id_ou_nenhum: () => idOuNenhum,
  dia: () => dia,
  logico: () => z.boolean(),
  inteiro: ({ min, max }) => z.number().int().min(min).max(max),
  fracao: ({ erro }) => fraction(z.number({ error: erro }), erro),
  palavra: ({ de, erro }) => z.enum(de, erro === undefined ? undefined : { error: erro }),
};

export const valueSchema = (valor: Valor): z.ZodType =>
  (SCHEMAS[valor.tipo] as (valor: Valor) => z.ZodType)(valor);

/** Reads a filter's value from a URL. Only search words may be blank. */
export function addressSchema(valor: Valor): z.ZodType {
  if (valor.tipo === 'logico') return z.stringbool();
  if (valor.tipo === 'inteiro') return z.coerce.number().int().min(valor.min).max(valor.max);
  if (valor.tipo === 'fracao') return fraction(z.coerce.number({ error: valor.erro }), valor.erro);
  if (valor.tipo !== 'texto') return valueSchema(valor);
  return valor.min === undefined ? upTo(valor.max) : upTo(valor.max).min(valor.min);
}

type Forma<F extends Filtros, In> = {
  [N in keyof F]: z.ZodOptional<z.ZodType<Um<F[N]['valor']>, Um<F[N]['valor']> | In>>;
};
/** A list's filters as schema fields, for the API's query or a body (`valueSchema`). */
export const filterFields = <F extends Filtros, In = string>(
  filtros: F,
  schemaOf: (valor: Valor) => z.ZodType = addressSchema,
): Forma<F, In> =>
  Object.fromEntries(
    Object.entries(filtros).map(([nome, { valor }]) => [nome, schemaOf(valor).optional()]),
  ) as unknown as Forma<F, In>;

/** A list's filters as schema fields of an export's request. */
export const exportedFields = <F extends Filtros>(filtros: F) =>
  Object.fromEntries(
    Object.entries(filtros).flatMap(([nome, { exportado = nome, valor }]) =>
      exportado === null ? [] : [[exportado, valueSchema(valor).optional()]],
    ),
  ) as unknown as {
    [N in keyof F as NoArquivo<F, N>]: z.ZodOptional<z.ZodType<Um<F[N]['valor']>, Um<F[N]['valor']>>>;
  };
