/** The parts of an office document before blocks.ts makes lines of them. */

export type Marca = {
  /** List and level: equal ones are counted together. */
  lista: string;
  nivel: number;
  /** The text printed in front: '3.', 'b)', 'P4 -', '•'. */
  rotulo: string;
  /** Null: not counted ('•'). */
  numero: number | null;
  forma: 'algarismo' | 'letra' | 'romano' | 'sinal';
};

export type Paragrafo = {
  tipo: 'paragrafo';
  /** May contain tabs and line breaks. */
  texto: string;
  marca: Marca | null;
  /** Choices of its drop-downs. */
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
