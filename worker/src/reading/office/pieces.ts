/** What a document of an office program is made of, before its lines are told (blocks.ts). */

/** How an item of a list is marked, as the program prints it. */
export type Marca = {
  /** The list and the level: items of one count together. */
  lista: string;
  nivel: number;
  /** What is printed before the text: '3.', 'b)', 'P4 -', '•'. */
  rotulo: string;
  /** Its number; null: it is not counted ('•'). */
  numero: number | null;
  /** How the number is printed. */
  forma: 'algarismo' | 'letra' | 'romano' | 'sinal';
};

export type Paragrafo = {
  tipo: 'paragrafo';
  /** Tabs and line breaks stand in it. */
  texto: string;
  marca: Marca | null;
  /** Choices of drop-downs in it. */
  opcoes: string[];
};

export type Celula = {
  pecas: Peca[];
  /** Columns that it covers. */
  colunas: number;
  /** It goes on with the cell above it. */
  continua: boolean;
};

export type Peca = Paragrafo | { tipo: 'tabela'; linhas: Celula[][] };

export const paragrafo = (texto: string, marca: Marca | null = null, opcoes: string[] = []): Paragrafo => ({
  tipo: 'paragrafo',
  texto,
  marca,
  opcoes,
});
