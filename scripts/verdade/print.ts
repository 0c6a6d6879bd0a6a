/** The tables of npm run verdade. */
import { exactShare } from './exact.ts';
import type { Contagem, Exigencia, Medida } from './measure.ts';

type PorTaxa = readonly { taxa: number; medida: Medida }[];

const percent = (value: number): string =>
  `${(value * 100).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} %`;

/** '11/11 (71,5–100 %)': with its exact 95 % interval. */
function share({ n, d }: Contagem): string {
  const exact = exactShare(n, d);
  if (!exact) return '–';
  const ends = [exact.de, exact.ate].map((value) =>
    (value * 100).toLocaleString('pt-BR', { maximumFractionDigits: 1 }),
  );
  return `${n}/${d} (${ends.join('–')} %)`;
}

function table(title: string, rows: readonly (readonly string[])[], medidas: PorTaxa): void {
  const head = [title, ...medidas.map(({ taxa }) => `${taxa * 100} % de erro`)];
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  console.log(`\n${line(head)}`);
  console.log(widths.map((width) => '─'.repeat(width)).join('  '));
  for (const row of rows) console.log(line(row));
}

function byKind(medidas: PorTaxa, of: (medida: Medida) => ReadonlyMap<string, Contagem>): string[][] {
  const kinds = [...new Set(medidas.flatMap(({ medida }) => [...of(medida).keys()]))].sort((a, b) =>
    a.localeCompare(b, 'pt-BR'),
  );
  return kinds.map((kind) => [
    kind,
    ...medidas.map(({ medida }) => share(of(medida).get(kind) ?? { n: 0, d: 0 })),
  ]);
}

export function printJudge(nome: string, medidas: PorTaxa): void {
  const [first] = medidas;
  console.log(`\n══ ${nome}: ${first?.medida.entrevistas} entrevistas, ${first?.medida.celulas} células ══`);
  const verdicts = [...(first?.medida.porVeredito ?? [])].map(([veredito, n]) => `${veredito} ${n}`);
  console.log(`Verdade: ${verdicts.join(', ')}.`);
  table(
    'falha: encontrada',
    byKind(medidas, ({ falhas }) => falhas),
    medidas,
  );
  table(
    'leitura ruim: marcada',
    byKind(medidas, ({ marcadas }) => marcadas),
    medidas,
  );
  table(
    'limpa ou armadilha: acusada',
    byKind(medidas, ({ acusadas }) => acusadas),
    medidas,
  );
  const totals: [string, (medida: Medida) => Contagem][] = [
    ['falhas encontradas', ({ encontradas }) => encontradas],
    ['limpas acusadas', ({ limpasAcusadas }) => limpasAcusadas],
    ['deixadas a revisar', ({ aRevisar }) => aRevisar],
    ['comparadas por código', ({ porCodigo }) => porCodigo],
    ['diverge errado por código', ({ divergeErrado }) => divergeErrado],
    ['janela contém a resposta', ({ janela }) => janela],
    ['janela começa a menos de 1 s', ({ inicio }) => inicio],
  ];
  table(
    'no todo',
    totals.map(([title, of]) => [title, ...medidas.map(({ medida }) => share(of(medida)))]),
    medidas,
  );
}

export function printBars(taxa: number, bars: readonly Exigencia[]): void {
  const parts = bars.map(({ nome, ok, obtido, limite, maximo }) => {
    const value = obtido.d === 0 ? 'nada contado' : percent(obtido.n / obtido.d);
    return `${ok ? '✓' : '✗'} ${nome} ${value} (${maximo ? '≤' : '≥'} ${percent(limite)})`;
  });
  console.log(`${taxa === 0 ? '\n' : ''}${taxa * 100} % de erro: ${parts.join(' · ')}`);
}

export function printErrors(taxa: number, { erros }: Medida): void {
  console.log(`\nCom ${taxa * 100} % de erro saíram diferentes:`);
  for (const { caso, truth, obtido } of erros) {
    const kind = truth.falha ?? truth.armadilha ?? truth.marcada ?? 'limpa';
    console.log(
      `  ${caso.roteiro.semente} ${caso.captacao} ${truth.perguntaId} ${kind}: ${truth.veredito} → ${obtido.veredito}` +
        `${obtido.motivo ? ` (${obtido.motivo})` : ''}, falado ${JSON.stringify(obtido.faladoTexto)} = ${obtido.faladoValor.join('; ')}, digitado ${JSON.stringify(obtido.digitadoTexto)}`,
    );
  }
}
