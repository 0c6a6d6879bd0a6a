/**
 * JSON for programs: an object whose members are the tables, each an array of objects by the columns' keys, a row a line. Values keep
 * their type: numbers are numbers, moments ISO 8601 in UTC, days yyyy-MM-dd, what is not known null.
 */
export type TabelaJson = {
  nome: string;
  chaves: readonly string[];
  linhas: AsyncIterable<readonly (readonly unknown[])[]>;
};

/** A value as JSON; not finite: null. Half a surrogate stands as its escape, as JSON.stringify writes it. */
const valueText = (value: unknown): string => JSON.stringify(value ?? null) ?? 'null';

/** A file, piece by piece: each batch of rows is asked for when what was made of the one before it has been taken. */
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
