/**
 * JSON for programs: an object with a list per table; each row is a line with an object by column keys. Times are ISO
 * 8601 in UTC, days yyyy-MM-dd.
 */
export type TabelaJson = {
  nome: string;
  chaves: readonly string[];
  linhas: AsyncIterable<readonly (readonly unknown[])[]>;
};

/** A value as JSON; 'null' for undefined and for a non-finite number. */
const valueText = (value: unknown): string => JSON.stringify(value ?? null) ?? 'null';

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
