/** The parts of an office document before blocks.ts converts them to lines. */

export type Marca = {
  /** Key of the numbering: paragraphs of the same list and level continue it. */
  lista: string;
  nivel: number;
  /** Text printed before the item: '3.', 'b)', 'P4 -', '•'. */
  rotulo: string;
  /** Number; null: not counted ('•'). */
  numero: number | null;
  forma: 'algarismo' | 'letra' | 'romano' | 'sinal';
};

export type Paragrafo = {
  tipo: 'paragrafo';
  /** May contain tabs and line breaks. */
  texto: string;
  marca: Marca | null;
  /** Choices of the drop-downs. */
  opcoes: string[];
};

export type Celula = {
  pecas: Peca[];
  colunas: number;
  /** Continues the cell above it. */
  continua: boolean;
};

export type Peca = Paragrafo | { tipo: 'tabela'; linhas: Celula[][] };

export const paragrafo = (texto: string, marca: Marca | null = null, opcoes: string[] = []): Paragrafo => ({
  tipo: 'paragrafo',
  texto,
  marca,
  opcoes,
});
