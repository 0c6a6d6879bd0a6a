/** Indexes a sheet's rows by facts that a recording's name may contain. */
import { uuidsIn } from '../columns/collector-columns.ts';
import { nameWords } from '../documents/name-words.ts';
import {
  type Dia,
  fileOfAddress,
  isAudioName,
  pathOf,
  readName,
  readPhones,
  runsOf,
  withoutZeros,
} from '../pairing/recording-name.ts';
import { momentOf, saysOffset } from './day.ts';

/** Facts that identify a row; an empty text: no column, or a blank cell. */
export type LinhaParaPar = {
  n: number;
  arquivo: string;
  identificador: string;
  telefone: string;
  nome: string;
  data: string;
  uuids?: readonly string[];
};

/** This character separates a key's parts, because no name contains it. */
const FIM = '\u0001';
export const keyOf = (parts: readonly string[]): string => parts.join(FIM);

export type LinhaIndexada = {
  n: number;
  arquivos: { pastas: string[]; base: string }[];
  /** True if the row names a recording that no other row names; the row can then match no other recording. */
  temArquivoSeu: boolean;
  nome: string[];
  dias: Dia[];
  id: readonly string[];
};

type Indice = Map<string, number[]>;

function put(indice: Indice, key: string, place: number): void {
  const known = indice.get(key);
  if (!known) indice.set(key, [place]);
  else if (known.at(-1) !== place) known.push(place);
}

/** Splits a cell into file names if each has a recording's extension; otherwise the whole cell is one name. */
function fileNames(celula: string): string[] {
  const whole = celula.normalize('NFC').trim();
  if (whole === '') return [];
  const parts = whole
    .split(/[;|,\n]/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length > 1 && parts.every(isAudioName) ? parts : [whole];
}

/** Reduces a file's folders and name to words and numbers for comparison; numbers keep leading zeros. */
export function comparablePath(name: string): { pastas: string[]; base: string } {
  const { pastas, base } = pathOf(fileOfAddress(name));
  const plain = (text: string) => runsOf(text).join(' ');
  return { pastas: pastas.map(plain), base: plain(base) };
}

const SAO_PAULO = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' });

/** Days in a cell, read as in a recording's name; a timestamp with an offset or in English gives São Paulo's day. */
function daysOf(celula: string): Dia[] {
  const { dias } = readName(celula);
  const moment = dias.length > 0 && !saysOffset(celula) ? null : momentOf(celula);
  if (!moment) return dias;
  const [ano = null, mes = 0, dia = 0] = SAO_PAULO.format(moment.em).split('-').map(Number);
  return [{ ano, mes, dia }];
}

export class IndiceDeLinhas {
  readonly linhas: readonly LinhaIndexada[];
  /** Rows by file name as written, with folders (`porArquivo`) or without (`porBase`). */
  readonly porArquivo: Indice = new Map();
  readonly porBase: Indice = new Map();
  /** Rows by normalised path (`porCaminho`), by its last folders and name, and by its name alone (`porBaseIgual`). */
  readonly porCaminho: Indice = new Map();
  readonly porFimDoCaminho: Indice = new Map();
  readonly porBaseIgual: Indice = new Map();
  readonly porBaseSemZeros: Indice = new Map();
  readonly pastas = new Set<string>();
  readonly porId: Indice = new Map();
  readonly tamanhosDeId: readonly number[];
  /** Rows by an id's only number if it ends the id ('Q007'); `porNumeroComResto`: by the numbers of other ids. */
  readonly porNumero: Indice = new Map();
  readonly porNumeroComResto: Indice = new Map();
  /** Rows by 'area, last eight digits' of a phone ('?': no area), and by these digits alone (`porFimDoTelefone`). */
  readonly porTelefone: Indice = new Map();
  readonly porFimDoTelefone: Indice = new Map();
  readonly porUuid: Indice = new Map();
  readonly porNome: Indice = new Map();
  /** Rows by first name, another name, day and month. */
  readonly porNomeEDia: Indice = new Map();

  constructor(linhas: readonly LinhaParaPar[]) {
    const sizes = new Set<number>();
    const sorted = linhas.toSorted((a, b) => a.n - b.n);
    const cells = sorted.map(({ arquivo }) => fileNames(arquivo));
    const days = new Map<string, Dia[]>();
    const counts = new Map<string, number>();
    for (const name of cells.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
    this.linhas = sorted.map((linha, place) => {
      const names = cells[place] ?? [];
      const arquivos = names.map((name) => this.#putFile(name, place));
      const id = runsOf(linha.identificador.trim().replace(/^(\d+)[.,]0+$/u, '$1'));
      this.#putId(id.map(withoutZeros), place);
      if (id.length > 0) sizes.add(id.length);
      for (const { ddd, fim } of readPhones(linha.telefone)) {
        put(this.porTelefone, keyOf([ddd ?? '?', fim]), place);
        put(this.porFimDoTelefone, fim, place);
      }
      const dias = days.get(linha.data) ?? daysOf(linha.data);
      days.set(linha.data, dias);
      for (const uuid of [...(linha.uuids ?? []), ...uuidsIn(linha.identificador)])
        put(this.porUuid, uuid, place);
      const nome = nameWords(runsOf(linha.nome));
      const [first = '', ...others] = nome;
      for (const other of new Set(others)) {
        put(this.porNome, keyOf([first, other]), place);
        for (const { dia, mes } of dias) put(this.porNomeEDia, keyOf([first, other, `${dia}/${mes}`]), place);
      }
      const temArquivoSeu = names.some((name) => isAudioName(fileOfAddress(name)) && counts.get(name) === 1);
      return { n: linha.n, arquivos, temArquivoSeu, nome, dias, id };
    });
    this.tamanhosDeId = [...sizes].sort((a, b) => b - a);
  }

  #putFile(name: string, place: number): { pastas: string[]; base: string } {
    const comparable = comparablePath(name);
    const { pastas, base } = comparable;
    put(/[/\\]/u.test(name) ? this.porArquivo : this.porBase, name, place);
    if (base === '') return comparable;
    for (const pasta of pastas) this.pastas.add(pasta);
    if (pastas.length > 0) put(this.porCaminho, keyOf([...pastas, base]), place);
    for (const at of pastas.keys()) put(this.porFimDoCaminho, keyOf([...pastas.slice(at), base]), place);
    put(this.porBaseIgual, base, place);
    put(this.porBaseSemZeros, withoutZeros(base), place);
    return comparable;
  }

  #putId(id: readonly string[], place: number): void {
    if (id.length === 0) return;
    put(this.porId, keyOf(id), place);
    const numbers = id.filter((run) => /^\d/u.test(run));
    const [only, ...more] = numbers;
    if (only !== undefined && more.length === 0 && id.at(-1) === only) put(this.porNumero, only, place);
    else for (const number of numbers) put(this.porNumeroComResto, number, place);
  }
}
