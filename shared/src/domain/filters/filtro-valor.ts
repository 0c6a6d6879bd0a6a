/** Types of a filter's single value, without zod, for schemas (filtro-valor-schema.ts) and the web's readers. */
export type Valor =
  | { readonly tipo: 'texto'; readonly max: number; readonly min?: number }
  | { readonly tipo: 'id' }
  | { readonly tipo: 'id_ou_nenhum' }
  | { readonly tipo: 'dia' }
  /** `palavras`: true and false in a page's address; default: 'true' and 'false'. */
  | { readonly tipo: 'logico'; readonly palavras?: readonly [sim: string, nao?: string] }
  | { readonly tipo: 'inteiro'; readonly min: number; readonly max: number }
  /** 0 to 1. */
  | { readonly tipo: 'fracao'; readonly erro: string }
  /** `erro`: message for other words. */
  | { readonly tipo: 'palavra'; readonly de: readonly string[]; readonly erro?: string };

export type Um<V> = V extends { tipo: 'palavra'; de: readonly (infer Palavra)[] }
  ? Palavra
  : V extends { tipo: 'inteiro' | 'fracao' }
    ? number
    : V extends { tipo: 'logico' }
      ? boolean
      : string;

export const id = { tipo: 'id' } as const;
export const idOuNenhum = { tipo: 'id_ou_nenhum' } as const;
export const dia = { tipo: 'dia' } as const;
export const logico = { tipo: 'logico' } as const;
export const logicoComo = <const P extends readonly [string, string?]>(...palavras: P) =>
  ({ tipo: 'logico', palavras }) as const;
export const palavra = <const V extends readonly string[]>(de: V, erro?: string) =>
  ({ tipo: 'palavra', de, ...(erro === undefined ? {} : { erro }) }) as const;
export const texto = (max: number, min?: number) =>
  ({ tipo: 'texto', max, ...(min === undefined ? {} : { min }) }) as const;
export const inteiro = (min: number, max: number) => ({ tipo: 'inteiro', min, max }) as const;

export const fracao = (erro: string) => ({ tipo: 'fracao', erro }) as const;

/**
 * A list's filter: label, value, and other names in a page's address and an export's request (null: absent there).
 * `opcoes`: the only values that a page offers, if the API takes more.
 */
export interface LinhaDeFiltro {
  readonly rotulo: string;
  readonly valor: Valor;
  readonly opcoes?: readonly string[];
  readonly endereco?: string | null;
  readonly exportado?: string | null;
}
/** A list's filters, by the API's parameter; a row must match all given filters. */
export type Filtros = { readonly [parametro: string]: LinhaDeFiltro };
/** An absent filter does not restrict. */
export type Pedidos<F extends Filtros> = { [N in keyof F]?: Um<F[N]['valor']> | undefined };

export type NaTela<F extends Filtros, N extends keyof F> = F[N] extends {
  endereco: infer E extends string | null;
}
  ? NonNullable<E>
  : N;
export type NoArquivo<F extends Filtros, N extends keyof F> = F[N] extends {
  exportado: infer E extends string | null;
}
  ? NonNullable<E>
  : N;
/** Filters by their names in an export's request. */
export type Exportados<F extends Filtros> = {
  [N in keyof F as NoArquivo<F, N>]?: Um<F[N]['valor']> | undefined;
};

/** Returns filters by a list's first and last day, both inclusive. */
export const diasDe = (rotulo: string) =>
  ({ de: { rotulo, valor: dia }, ate: { rotulo, valor: dia } }) as const satisfies Filtros;
export const PERIODO = diasDe('Período');

/** Company shown; administrators may choose another company, or all. Exports name the company in their own field. */
export const EMPRESA = { rotulo: 'Empresa', valor: id, endereco: 'empresa', exportado: null } as const;

/** Converts an export's request to the list's filter names. */
export const fromExport = <F extends Filtros>(filtros: F, given: Exportados<F>): Pedidos<F> =>
  Object.fromEntries(
    Object.entries(filtros).map(([nome, { exportado = nome }]) => [
      nome,
      exportado === null ? undefined : (given as Readonly<Record<string, unknown>>)[exportado],
    ]),
  ) as Pedidos<F>;

/** Inverts `fromExport`. */
export const forExport = <F extends Filtros>(filtros: F, asked: Pedidos<F>): Exportados<F> =>
  Object.fromEntries(
    Object.entries(filtros).flatMap(([nome, { exportado = nome }]) =>
      exportado === null ? [] : [[exportado, asked[nome]]],
    ),
  ) as Exportados<F>;
