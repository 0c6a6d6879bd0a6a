/**
 * Types of a filter's single value, without zod. Schemas (filtro-valor-schema.ts) and the web's readers derive from
 * them.
 */
export type Valor =
  | { readonly tipo: 'texto'; readonly max: number }
  | { readonly tipo: 'id' }
  | { readonly tipo: 'id_ou_nenhum' }
  | { readonly tipo: 'dia' }
  | { readonly tipo: 'logico' }
  | { readonly tipo: 'inteiro'; readonly min: number; readonly max: number }
  | { readonly tipo: 'palavra'; readonly de: readonly string[] };

export type Um<V> = V extends { tipo: 'palavra'; de: readonly (infer Palavra)[] }
  ? Palavra
  : V extends { tipo: 'inteiro' }
    ? number
    : V extends { tipo: 'logico' }
      ? boolean
      : string;

export const id = { tipo: 'id' } as const;
export const idOuNenhum = { tipo: 'id_ou_nenhum' } as const;
export const dia = { tipo: 'dia' } as const;
export const logico = { tipo: 'logico' } as const;
export const palavra = <const V extends readonly string[]>(de: V) => ({ tipo: 'palavra', de }) as const;
export const texto = (max: number) => ({ tipo: 'texto', max }) as const;
export const inteiro = (min: number, max: number) => ({ tipo: 'inteiro', min, max }) as const;

/** Independent filters of a list: by URL parameter, label and value type. */
export type Filtros = { readonly [parametro: string]: { readonly rotulo: string; readonly valor: Valor } };
/** Requested filter values; absent ones do not narrow the list. */
export type Pedidos<F extends Filtros> = { [N in keyof F]?: Um<F[N]['valor']> | undefined };
