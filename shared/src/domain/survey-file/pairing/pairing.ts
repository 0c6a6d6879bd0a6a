import { comparablePath, IndiceDeLinhas, type LinhaParaPar } from '../rows/row-index.ts';
import { type Evidencia, type Regra, readRecording } from './recording-evidence.ts';

export type { LinhaParaPar };
/** `nome`: the file's name with its folders in the archive. */
export type GravacaoParaPar = { id: string; nome: string };

/** Rules by which a recording is paired with a row, strongest first. */
export const REGRAS_PAR = [
  'arquivo_exato',
  'arquivo_igual',
  'identificador',
  'telefone',
  'nome_data',
  'candidata_unica',
  'pessoa',
] as const;
export type RegraPar = (typeof REGRAS_PAR)[number];

export const REGRA_PAR_LABEL: Record<RegraPar, string> = {
  arquivo_exato: 'nome exato do arquivo na planilha',
  arquivo_igual: 'nome do arquivo sem pasta, extensão, maiúsculas e acentos',
  identificador: 'identificador no nome',
  telefone: 'telefone no nome',
  nome_data: 'nome e data no nome',
  candidata_unica: 'única linha possível',
  pessoa: 'definido por uma pessoa',
};

/** Rule of a proposed pair, which a person sees before confirming the audit. */
export const REGRA_PROPOSTA = 'candidata_unica' satisfies RegraPar;

export const CANDIDATAS_MAX = 20;

/** `candidatas`: numbers of an unpaired recording's possible rows, in rising order. */
export type Par = { gravacao: string; linha: number | null; regra: RegraPar | null; candidatas: number[] };

/** Maximum rows that a shared text makes candidates; a text shared by more rows identifies none. */
const DISPUTA_MAX = CANDIDATAS_MAX;

const NOME_DA_REGRA: Record<Regra, RegraPar> = {
  caminho_exato: 'arquivo_exato',
  base_exata: 'arquivo_exato',
  caminho_igual: 'arquivo_igual',
  base_igual: 'arquivo_igual',
  identificador: 'identificador',
  telefone: 'telefone',
  nome_data: 'nome_data',
};

/**
 * The only possible row of each unpaired recording, if no other unpaired recording may belong to that row. Evidence
 * must be a file's name, a phone or a respondent: a number or a day alone proposes nothing.
 * @param free tells whether a row has no recording and names none itself
 * @returns row index by recording index
 */
function onlyPossible(unpaired: ReadonlyMap<number, Evidencia>, free: (place: number) => boolean) {
  const rowsOf = [...unpaired].map(
    ([at, { linhas, talvez }]) => [at, new Set([...linhas, ...talvez])] as const,
  );
  const claims = new Map<number, number>();
  for (const [, rows] of rowsOf) for (const row of rows) claims.set(row, (claims.get(row) ?? 0) + 1);
  const only = new Map<number, number>();
  for (const [at, rows] of rowsOf) {
    const [row] = rows;
    if (row === undefined || rows.size !== 1 || claims.get(row) !== 1 || !free(row)) continue;
    if (unpaired.get(at)?.dizem.includes(row)) only.set(at, row);
  }
  return only;
}

/**
 * Pairs recordings with rows: the strongest evidence names the row, other evidence must not contradict it, and the pair
 * must be unique both ways. Else proposes a recording's only possible row, or gives candidates.
 * @returns an entry per recording, in order
 */
export function pairRecordings(
  linhas: readonly LinhaParaPar[],
  gravacoes: readonly GravacaoParaPar[],
): Par[] {
  const indice = new IndiceDeLinhas(linhas);
  const pastas = new Set(gravacoes.flatMap(({ nome }) => comparablePath(nome).pastas));
  const ditas = gravacoes.map(({ nome }) => readRecording(indice, pastas, nome));
  const pares = new Map<number, { linha: number; regra: RegraPar }>();
  const taken = new Set<number>();
  const contested = new Set<number>();
  for (const regra of Object.keys(NOME_DA_REGRA) as Regra[]) {
    const here = [...ditas.entries()].filter(([, dita]) => dita.regra === regra);
    const claims = new Map<number, number>();
    for (const [, { linhas: rows }] of here) {
      if (rows.length > DISPUTA_MAX) continue;
      for (const place of rows) claims.set(place, (claims.get(place) ?? 0) + 1);
    }
    const made: number[] = [];
    const left: Evidencia[] = [];
    for (const [at, dita] of here) {
      const [place] = dita.linhas;
      const isPair =
        place !== undefined &&
        dita.certa &&
        claims.get(place) === 1 &&
        !taken.has(place) &&
        !contested.has(place);
      if (isPair) {
        pares.set(at, { linha: indice.linhas[place]?.n ?? 0, regra: NOME_DA_REGRA[regra] });
        made.push(place);
      } else left.push(dita);
    }
    for (const place of made) taken.add(place);
    for (const { linhas: rows } of left) {
      if (rows.length <= DISPUTA_MAX) for (const place of rows) contested.add(place);
    }
  }
  const unpaired = new Map([...ditas.entries()].filter(([at]) => !pares.has(at)));
  const free = (place: number) => !taken.has(place) && !indice.linhas[place]?.temArquivoSeu;
  for (const [at, place] of onlyPossible(unpaired, free)) {
    pares.set(at, { linha: indice.linhas[place]?.n ?? 0, regra: REGRA_PROPOSTA });
  }
  return gravacoes.map(({ id }, at): Par => {
    const par = pares.get(at);
    if (par) return { gravacao: id, ...par, candidatas: [] };
    const { linhas: sure = [], talvez = [] } = ditas[at] ?? {};
    const places = (sure.length > 0 ? sure : talvez).toSorted((a, b) => a - b);
    const candidatas = places.slice(0, CANDIDATAS_MAX).map((place) => indice.linhas[place]?.n ?? 0);
    return { gravacao: id, linha: null, regra: null, candidatas };
  });
}
