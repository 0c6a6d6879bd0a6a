/** What a document says, whatever it was written with: its lines in reading order, and its tables. */
export type Bloco =
  /** `fim`: the paragraph ends here. What follows a line without it may go on with the same sentence (a page's own line break). */
  { tipo: 'linha'; texto: string; fim: boolean } | { tipo: 'tabela'; linhas: string[][] };

/** Longest line; a longer one goes on as another. */
const LINHA = 2000;

/** A text's lines: a blank one ends a paragraph. */
export function blocksOfText(text: string): Bloco[] {
  const lines = text.split(/\r\n?|\n|\u2028|\u2029|\f/);
  const blocks: Bloco[] = [];
  for (const line of lines) {
    const texto = line
      .replace(/[\u00a0\u2007\u202f\t ]+/g, ' ')
      .replace(/[\u00ad\u200b\ufeff]/g, '')
      .trim();
    const last = blocks.at(-1);
    for (let from = 0; from < texto.length; from += LINHA)
      blocks.push({ tipo: 'linha', texto: texto.slice(from, from + LINHA), fim: false });
    if (texto === '' && last?.tipo === 'linha') last.fim = true;
  }
  const last = blocks.at(-1);
  if (last?.tipo === 'linha') last.fim = true;
  return blocks;
}
