/**
 * Measures the way through the portal, style by style: false accusations with the files as read, and detections after a
 * careful person's correction.
 */
import { oracle } from '../judges.ts';
import { bar, type Contagem, type Exigencia, type Medida, measure } from '../measure.ts';
import { DOCUMENTOS, type Documento } from './documents.ts';
import { FORMATOS, type Formato } from './files.ts';
import { type Caminho, type Remessa, walk, writeDelivery } from './road.ts';
import { ESTILOS } from './styles.ts';

export type Trecho = {
  /** Number of deliveries that the portal refused. */
  recusadas: number;
  encontradas: Contagem;
  limpasAcusadas: Contagem;
  aRevisar: Contagem;
  erros: Medida['erros'];
};

export type MedidaDoEstilo = {
  estilo: string;
  remessas: number;
  comoLida: Trecho;
  corrigida: Trecho;
};

/** Distance between the seeds of two deliveries. */
const PASSO = 7919;
const POR_SEMENTE = 1_000_003;

/** The deliveries of a seed: each style with each questionnaire, with rotating formats. */
export function deliveriesOf(
  semente: number,
  documentos: readonly Documento[] = DOCUMENTOS,
): { estilo: string; remessas: () => Remessa[] }[] {
  return ESTILOS.map((estilo, row) => ({
    estilo: estilo.nome,
    remessas: () =>
      documentos.map((documento, column) => {
        const index = 1 + row * documentos.length + column;
        const formato = FORMATOS[(row + column + semente) % FORMATOS.length] as Formato;
        return writeDelivery(estilo, documento, formato, index, semente * POR_SEMENTE + index * PASSO);
      }),
  }));
}

/** Results of an infallible judge on some deliveries. A fault without a cell counts as missed. */
async function measureRoads(roads: readonly Caminho[]): Promise<Trecho> {
  const { encontradas, limpasAcusadas, aRevisar, erros } = await measure(
    oracle(0),
    roads.flatMap(({ casos }) => casos),
  );
  const lost = roads.reduce((sum, { perdidas }) => sum + perdidas, 0);
  return {
    recusadas: roads.filter(({ impedem, ilegivel }) => ilegivel || impedem.length > 0).length,
    encontradas: { ...encontradas, d: encontradas.d + lost },
    limpasAcusadas,
    aRevisar,
    erros,
  };
}

export async function measureStyle(estilo: string, remessas: readonly Remessa[]): Promise<MedidaDoEstilo> {
  const roads = [];
  for (const remessa of remessas) roads.push(await walk(remessa));
  return {
    estilo,
    remessas: remessas.length,
    comoLida: await measureRoads(roads.map(({ comoLida }) => comoLida)),
    corrigida: await measureRoads(roads.map(({ corrigida }) => corrigida)),
  };
}

export const sumOf = (counts: readonly Contagem[]): Contagem => ({
  n: counts.reduce((sum, { n }) => sum + n, 0),
  d: counts.reduce((sum, { d }) => sum + d, 0),
});

/**
 * The figures that files in the portal must reach, both as read and after a careful person's correction: shares of
 * false accusations (as read: in each style), of found faults, and of cells left to people.
 */
export function roadBars(medidas: readonly MedidaDoEstilo[]): Exigencia[] {
  const after = (of: (trecho: Trecho) => Contagem): Contagem =>
    sumOf(medidas.map(({ corrigida }) => of(corrigida)));
  const before = (of: (trecho: Trecho) => Contagem): Contagem =>
    sumOf(medidas.map(({ comoLida }) => of(comoLida)));
  return [
    // Skips styles whose deliveries were all refused, because they accuse nobody.
    ...medidas
      .filter(({ comoLida }) => comoLida.limpasAcusadas.d > 0)
      .map(({ estilo, comoLida }) =>
        bar(`limpas acusadas, como lida (${estilo})`, comoLida.limpasAcusadas, 0.01, true),
      ),
    bar(
      'falhas encontradas, como lida',
      before(({ encontradas }) => encontradas),
      0.95,
    ),
    bar(
      'deixadas a revisar, como lida',
      before(({ aRevisar }) => aRevisar),
      0.08,
      true,
    ),
    bar(
      'limpas acusadas, corrigida',
      after(({ limpasAcusadas }) => limpasAcusadas),
      0.01,
      true,
    ),
    bar(
      'falhas encontradas, corrigida',
      after(({ encontradas }) => encontradas),
      0.95,
    ),
    bar(
      'deixadas a revisar, corrigida',
      after(({ aRevisar }) => aRevisar),
      0.08,
      true,
    ),
  ];
}
