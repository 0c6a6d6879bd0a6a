/**
 * JSON for programs: an object of tables, one object per line, by column keys. Times ISO 8601 in UTC, days yyyy-MM-dd.
 */
export type TabelaJson = {
  nome: string;
  chaves: readonly string[];
  linhas: AsyncIterable<readonly (readonly unknown[])[]>;
};

/** A value as JSON; not finite: null. Lone surrogates are escaped, as in JSON.stringify. */
const valueText = (value: unknown): string => JSON.stringify(value ?? null) ?? 'null';

/** Streams a file at the reader's pace. */
export async function* writeJson(tabelas: readonly TabelaJson[]): AsyncGenerator<string> {
  let lead = '{';
  for (const { nome, chaves, linhas } of tabelas) {
    const keys = chaves.map((chave) => `${JSON.stringify(chave)}:`);
    yield `${lead}\n${JSON.stringify(nome)}:[`;
    lead = ',';
    let separator = '\n';
    for await (const batch of linhas) {
      let text = '';
      for (const row of batch) {
        text += `${separator}{`;
        separator = ',\n';
        for (let n = 0; n < keys.length; n += 1) text += `${n > 0 ? ',' : ''}${keys[n]}${valueText(row[n])}`;
        text += '}';
      }
      if (text !== '') yield text;
    }
    yield '\n]';
  }
  yield lead === '{' ? '{}\n' : '\n}\n';
}
