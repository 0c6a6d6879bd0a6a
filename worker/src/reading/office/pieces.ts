export type Marca = {
  /** Key of the count, which paragraphs of the same list and level continue. */
  lista: string;
  nivel: number;
  /** Text printed before the item: '3.', 'b)', 'P4 -', '•'. */
  rotulo: string;
  /** The item's number; null if the list does not count ('•'). */
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
  /** True if the cell continues the cell above it. */
  continua: boolean;
};

export type Peca = Paragrafo | { tipo: 'tabela'; linhas: Celula[][] };

export const paragrafo = (texto: string, marca: Marca | null = null, opcoes: string[] = []): Paragrafo => ({
  tipo: 'paragrafo',
  texto,
  marca,
  opcoes,
});
