/** The tables of npm run verdade. */
import { table } from '../lib/table.ts';
import { exactShare } from './exact.ts';
import type { Contagem, Exigencia, Medida } from './measure.ts';
import type { MedidaDaLeitura } from './road/measure-reading.ts';
import { type MedidaDoEstilo, sumOf, type Trecho } from './road/measure-road.ts';

type PorTaxa = readonly { taxa: number; medida: Medida }[];

const percent = (value: number): string =>
  `${(value * 100).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} %`;

/** A share with its exact 95 % interval: '11/11 (71,5–100 %)'. */
function share({ n, d }: Contagem): string {
  const exact = exactShare(n, d);
  if (!exact) return '–';
  const ends = [exact.de, exact.ate].map((value) =>
    (value * 100).toLocaleString('pt-BR', { maximumFractionDigits: 1 }),
  );
  return `${n}/${d} (${ends.join('–')} %)`;
}

/** The head of a table with a column per rate of misheard words. */
const byRate = (title: string, medidas: PorTaxa): string[] => [
  title,
  ...medidas.map(({ taxa }) => `${taxa * 100} % de erro`),
];

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
    byRate('falha: encontrada', medidas),
    byKind(medidas, ({ falhas }) => falhas),
  );
  table(
    byRate('leitura ruim: marcada', medidas),
    byKind(medidas, ({ marcadas }) => marcadas),
  );
  table(
    byRate('limpa ou armadilha: acusada', medidas),
    byKind(medidas, ({ acusadas }) => acusadas),
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
    byRate('no todo', medidas),
    totals.map(([title, of]) => [title, ...medidas.map(({ medida }) => share(of(medida)))]),
  );
}

const barsLine = (bars: readonly Exigencia[]): string =>
  bars
    .map(({ nome, ok, obtido, limite, maximo }) => {
      const value = obtido.d === 0 ? 'nada contado' : percent(obtido.n / obtido.d);
      return `${ok ? '✓' : '✗'} ${nome} ${value} (${maximo ? '≤' : '≥'} ${percent(limite)})`;
    })
    .join(' · ');

export function printBars(taxa: number, bars: readonly Exigencia[]): void {
  console.log(`${taxa === 0 ? '\n' : ''}${taxa * 100} % de erro: ${barsLine(bars)}`);
}

/**
 * Prints the results of reading questionnaires of drawn content, style by style.
 * @param erros whether to print every misread question too
 */
export function printReading(
  medidas: readonly MedidaDaLeitura[],
  bars: readonly Exigencia[],
  erros: boolean,
): void {
  const perguntas = medidas.reduce((sum, { certas }) => sum + certas.d, 0);
  console.log(`\n══ leitura por regras: ${perguntas} perguntas em ${medidas.length} estilos ══`);
  table(
    ['estilo', 'lidas certas', 'erradas sem aviso'],
    medidas.map(({ estilo, certas, caladas }) => [estilo, share(certas), share(caladas)]),
  );
  console.log(`\nLeitura: ${barsLine(bars.slice(0, 2))}`);
  for (const { estilo, semente, formato, pergunta, porque, marcada } of erros
    ? medidas.flatMap((one) => one.erros)
    : [])
    console.log(`  ${estilo} (${semente}, ${formato})${marcada ? '' : ' SEM AVISO'}: ${pergunta}: ${porque}`);
}

/** Prints the results of the printed questionnaires that passed through the portal, by style of printing. */
export function printRoad(medidas: readonly MedidaDoEstilo[], bars: readonly Exigencia[]): void {
  const remessas = medidas.reduce((sum, one) => sum + one.remessas, 0);
  const refused = medidas.reduce((sum, { comoLida }) => sum + comoLida.recusadas, 0);
  console.log(`\n══ estrada: ${remessas} remessas em ${medidas.length} estilos ══`);
  console.log(`O portal recusou ${refused} como foram lidas.`);
  const all = (of: (medida: MedidaDoEstilo) => Trecho): Trecho => {
    const parts = medidas.map(of);
    return {
      recusadas: parts.reduce((sum, { recusadas }) => sum + recusadas, 0),
      encontradas: sumOf(parts.map(({ encontradas }) => encontradas)),
      limpasAcusadas: sumOf(parts.map(({ limpasAcusadas }) => limpasAcusadas)),
      aRevisar: sumOf(parts.map(({ aRevisar }) => aRevisar)),
      erros: [],
    };
  };
  const whole: MedidaDoEstilo = {
    estilo: 'todos',
    remessas,
    comoLida: all(({ comoLida }) => comoLida),
    corrigida: all(({ corrigida }) => corrigida),
  };
  for (const [title, of] of [
    ['como lida', ({ comoLida }: MedidaDoEstilo) => comoLida],
    ['corrigida', ({ corrigida }: MedidaDoEstilo) => corrigida],
  ] as const) {
    table(
      [title, 'recusadas', 'limpas acusadas', 'falhas encontradas', 'deixadas a revisar'],
      [...medidas, whole].map((medida) => {
        const { recusadas, limpasAcusadas, encontradas, aRevisar } = of(medida);
        return [
          medida.estilo,
          `${recusadas}/${medida.remessas}`,
          ...[limpasAcusadas, encontradas, aRevisar].map(share),
        ];
      }),
    );
  }
  console.log(`\nEstrada: ${barsLine(bars)}`);
}

export function printErrors(title: string, { erros }: Pick<Medida, 'erros'>): void {
  console.log(`\n${title}, saíram diferentes:`);
  for (const { caso, truth, obtido } of erros) {
    const kind = truth.falha ?? truth.armadilha ?? truth.marcada ?? 'limpa';
    console.log(
      `  ${caso.roteiro.semente} ${caso.captacao} ${truth.perguntaId} ${kind}: ${truth.veredito} → ${obtido.veredito}` +
        `${obtido.motivo ? ` (${obtido.motivo})` : ''}, falado ${JSON.stringify(obtido.faladoTexto)} = ${obtido.faladoValor.join('; ')}, digitado ${JSON.stringify(obtido.digitadoTexto)}`,
    );
  }
}
