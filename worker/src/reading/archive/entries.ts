import { mayBeRecording } from '@escuta/shared/domain/audio/recording-forms';
import { cutText } from '@escuta/shared/domain/text/storable-text';
import { LIMITES_ARQUIVO, type LimitesDoArquivo } from '../limits.ts';
import { toStorable } from '../storable.ts';
import { UnreadableError } from '../unreadable.ts';
import type { EntradaDoArquivo } from './entry.ts';

export const MOTIVO = {
  naoAudio: 'não é um arquivo de áudio',
  nome: 'tem um nome longo demais, contando as pastas',
  aninhado: 'arquivo dentro de arquivo não é aberto',
  grande: 'passa de 1 GB',
  bomba: 'descompactado, é grande demais para uma gravação',
  danificado: 'está danificado no arquivo e não pôde ser descompactado',
  metodo: 'o modo de compactação não é aceito: compacte de novo como .zip comum',
} as const;

export const RECUSA = {
  danificado: 'O arquivo está danificado e não pôde ser aberto. Envie outra cópia.',
  senha: 'O arquivo está protegido por senha. Compacte as gravações de novo, sem senha.',
  partes: 'O arquivo está dividido em partes. Compacte as gravações em um só arquivo .zip.',
  caminho:
    'O arquivo tem uma gravação com um caminho que sai da própria pasta. Compacte as gravações de novo.',
  link: 'O arquivo tem um atalho (link simbólico) em vez de um arquivo. Compacte as gravações de novo, sem atalhos.',
} as const;

const GB = 1024 ** 3;
export const muitasEntradas = (n: number): string =>
  `O arquivo tem mais de ${n.toLocaleString('pt-BR')} itens. Divida o conteúdo em vários arquivos .zip.`;
export const totalGrande = (bytes: number): string =>
  `O arquivo, descompactado, passa de ${Math.round(bytes / GB)} GB. Divida o conteúdo em vários arquivos .zip.`;
export const arquivoGrande = (bytes: number): string =>
  `O arquivo passa de ${Math.round(bytes / GB)} GB. Divida o conteúdo em vários arquivos .zip.`;

export type Entry = {
  indice: number;
  nome: string;
  pasta: boolean;
  tamanho: number | null;
  compactado: number;
};

const ARCHIVE = /\.(?:zip|rar|7z|tar|t?gz|bz2|xz|zst|cab|arj|iso)$/iu;
/** System files, and logs and forms that ODK, KoboToolbox and SurveyCTO store beside recordings. */
const LEFT_BEHIND =
  /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|\._[^/]*$|Thumbs\.db$|desktop\.ini$|(?:[^/]* - )?audit(?:-[^/]*)?\.csv$|TA_[^/]*\.csv$|submission\.xml(?:\.enc)?$)/iu;

/** @throws UnreadableError if an entry's path leads out of the archive's folder */
export function assertInside(nome: string): void {
  if (/^\/|^[a-z]:/iu.test(nome) || nome.split('/').includes('..')) throw new UnreadableError(RECUSA.caminho);
  if (nome.includes('\u0000')) throw new UnreadableError(RECUSA.danificado);
}

export const isShown = ({ nome, pasta }: Entry): boolean => !pasta && !LEFT_BEHIND.test(nome);

/** Describes an entry for people, with the reason why it cannot be a recording. */
export function describeEntry({ indice, nome, tamanho }: Entry): EntradaDoArquivo {
  const known = ARCHIVE.test(nome) ? MOTIVO.aninhado : mayBeRecording(nome) ? null : MOTIVO.naoAudio;
  const motivo = nome.length > LIMITES_ARQUIVO.nome ? MOTIVO.nome : known;
  return { indice, nome: toStorable(cutText(nome, LIMITES_ARQUIVO.nome)), tamanho, motivo };
}

export type Limites = Pick<LimitesDoArquivo, 'total' | 'entrada' | 'pequena' | 'razao'>;

/** Counts the bytes unpacked from an archive against the limits. */
export class Counter {
  readonly #limites: Limites;
  #total = 0;
  #bytes = 0;
  #packed = 0;

  constructor(limites: Limites = LIMITES_ARQUIVO) {
    this.#limites = limites;
  }

  begin(packed: number): void {
    this.#bytes = 0;
    this.#packed = packed;
  }

  /**
   * Counts bytes of the present entry.
   * @returns the reason to stop the entry
   * @throws UnreadableError if all entries together exceed the limit
   */
  add(bytes: number): string | null {
    this.#bytes += bytes;
    this.#total += bytes;
    const { total, entrada, pequena, razao } = this.#limites;
    if (this.#total > total) throw new UnreadableError(totalGrande(total));
    if (this.#bytes > entrada) return MOTIVO.grande;
    if (this.#bytes > pequena && this.#bytes > this.#packed * razao) return MOTIVO.bomba;
    return null;
  }

  /**
   * Bytes beyond an entry's limit that unrar may still unpack and discard, because an interruption costs more: a new
   * copy of the library.
   */
  get discard(): number {
    return this.#limites.entrada / 4;
  }

  get bytes(): number {
    return this.#bytes;
  }
}
