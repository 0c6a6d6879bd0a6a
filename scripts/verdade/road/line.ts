/** A line of the page, or the rows of a table. */
export type Linha = string | string[][];
