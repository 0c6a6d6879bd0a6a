/** Reads a call sheet's row as a call, or says why the row is no call. */
import type { Direcao } from '../calls/call-direction.ts';
import { cutText } from '../text/storable-text.ts';
import {
  isRounded,
  type Lido,
  type Momento,
  plainCell,
  quoted,
  readClock,
  readDuration,
  readMoment,
  readNumber,
  roundedReason,
} from './cells.ts';
import { directionWord, type Pontas, senseOf } from './direction.ts';
import type { CampoPlanilha, Mapeamento, OrdemData } from './fields.ts';
import { isSecondHalf, type Marcas } from './leg-index.ts';
import { LIMITES_IMPORTACAO } from './limits.ts';
import { saysMore, saysNoNumber } from './phone-text.ts';
import { plainTitle } from './titles.ts';
import { instantOf } from './wall-clock.ts';

export type LigacaoLida = {
  inicio: number;
  fim: number | null;
  /** Seconds. */
  duracao: number | null;
  /** The customer's number; null without one ('anonymous'), or between extensions. */
  numero: string | null;
  ramal: string | null;
  agente: string | null;
  nome: string | null;
  arquivo: string | null;
  uniqueId: string | null;
  /** Absent if unknown; 'duvida' if the row fits two directions. */
  direcao?: Direcao | 'duvida';
  /** As written in the sheet: 'ANSWERED'. */
  situacao?: string;
  /** Identifier common to all legs (linkedid). */
  grupo?: string;
  ids?: string[];
  metadata: Record<string, unknown>;
};

/** A call, a leg, a refused row with reasons, or a report's own row: totals, or a further page's heading. */
export type LinhaImportada =
  | { tipo: 'ligacao'; ligacao: LigacaoLida }
  | { tipo: 'recusada'; motivos: string[] }
  | { tipo: 'resumo' };

export type Leitura = {
  titulos: readonly string[];
  mapeamento: Mapeamento;
  ordem: OrdemData;
  de1904: boolean;
  /** Latest possible start, ms: the file's arrival. */
  ate: number;
  /** The company's own numbers, found in the sheet. */
  proprios?: ReadonlySet<string>;
};

/** Reason for refusing a row of unclear direction, until a person chooses the direction. */
export const DIRECAO_EM_DUVIDA =
  'a ligação pode ser recebida ou efetuada: selecione a direção ao conferir as colunas';
/** Fields also stored as metadata, because no column of a call keeps them as written. */
const TAMBEM_DADO: ReadonlySet<string> = new Set<CampoPlanilha>([
  ...(['origem', 'destino', 'direcao', 'situacao', 'canal_destino', 'contexto', 'did'] as const),
]);
/** Metadata key of a number's cell that contains other text, too. */
const NUMERO_ESCRITO = 'Número na planilha';
const SEM_PROPRIOS: ReadonlySet<string> = new Set();

const MAX = { ramal: 64, nome: 200, arquivo: 255, unique_id: 100, observacoes: 2000, agente: 200 } as const;
const CHAMADO: Record<keyof typeof MAX, string> = {
  ramal: 'o ramal',
  nome: 'o nome do cliente',
  arquivo: 'o nome do arquivo',
  unique_id: 'o identificador',
  observacoes: 'as observações',
  agente: 'o nome do agente',
};
const DIA_S = 86_400;
/** Metadata keys of the product itself. */
const RESERVADOS = new Set([
  'tipo',
  'duracao',
  'unique_id',
  'ramal',
  'nome_entrevistado',
  'telefone_entrevistado',
  'observacoes',
  'call_start_time',
  'call_end_time',
  'codigo_chamada',
  'canal_origem',
  'processing_duration_ms',
  'agente',
  'pernas',
  'pernas_total',
  '__proto__',
  'constructor',
  'prototype',
]);

/** Returns the metadata key of a further column: its title, prefixed 'coluna' if the product uses this key. */
export function metadataKey(title: string): string {
  const key = cutText(plainCell(title), LIMITES_IMPORTACAO.titulo).trim();
  return RESERVADOS.has(plainTitle(key).replaceAll(' ', '_')) || RESERVADOS.has(key) ? `coluna ${key}` : key;
}

const milhar = (n: number): string => n.toLocaleString('pt-BR');

/** Reads rows by a mapping, alike for dry runs and imports. */
export class RowReader {
  readonly #leitura: Leitura;
  readonly #at = new Map<CampoPlanilha, number>();
  readonly #extras: { at: number; key: string }[] = [];

  constructor(leitura: Leitura) {
    this.#leitura = leitura;
    const taken = new Set<string>();
    for (const [at, destino] of leitura.mapeamento.colunas.entries()) {
      if (destino === 'ignorar') continue;
      if (destino !== 'metadado') this.#at.set(destino, at);
      if (destino !== 'metadado' && !TAMBEM_DADO.has(destino)) continue;
      const title = metadataKey(leitura.titulos[at] ?? '') || `Coluna ${at + 1}`;
      let key = title;
      for (let n = 2; taken.has(key); n += 1) key = `${title} (${n})`;
      taken.add(key);
      this.#extras.push({ at, key });
    }
  }

  get hasLegs(): boolean {
    return (['ligacao', 'unique_id', 'canal'] as const).some((campo) => this.#at.has(campo));
  }

  isHalf(celulas: readonly string[]): boolean {
    return isSecondHalf(this.#cell(celulas, 'canal'));
  }

  marks(celulas: readonly string[]): Marcas {
    const text = (campo: CampoPlanilha): string => this.#cell(celulas, campo);
    const { inicio, fim, duracao } = this.#times(text, (read) => ('valor' in read ? read.valor : null), []);
    return {
      ligacao: text('ligacao'),
      uniqueId: text('unique_id'),
      canal: text('canal'),
      canalDestino: text('canal_destino'),
      chamada: `${text('inicio')} ${text('dia')} ${text('hora')}|${text('origem')}|${text('destino')}|${text('numero')}`,
      de: inicio,
      ate: fim ?? (inicio === null || duracao === null ? null : inicio + duracao * 1000),
    };
  }

  read(celulas: readonly string[]): LinhaImportada {
    const text = (campo: CampoPlanilha): string => this.#cell(celulas, campo);
    if (this.#isHeadingAgain(celulas) || this.#isTotal(celulas)) return { tipo: 'resumo' };
    const motivos: string[] = [];
    const take = <T>(read: Lido<T>): T | null => {
      if ('valor' in read) return read.valor;
      motivos.push(read.motivo);
      return null;
    };
    const sentido = this.#sense(text, take);
    const { inicio, fim, duracao } = this.#times(text, take, motivos);
    const texts = this.#texts(text, motivos);
    const metadata = this.#metadata(celulas, text, motivos);
    if (motivos.length > 0 || inicio === null) return { tipo: 'recusada', motivos };
    const { numero, ramal, direcao } = sentido;
    const [situacao, grupo] = [text('situacao'), text('ligacao')];
    return {
      tipo: 'ligacao',
      ligacao: {
        ...{ inicio, fim, duracao, numero },
        ...texts,
        ramal: texts.ramal ?? ramal,
        metadata,
        ...(direcao === null ? {} : { direcao }),
        ...(situacao === '' ? {} : { situacao: cutText(situacao, 60) }),
        ...(grupo === '' ? {} : { grupo }),
      },
    };
  }

  #cell(celulas: readonly string[], campo: CampoPlanilha): string {
    const at = this.#at.get(campo);
    return at === undefined ? '' : plainCell(celulas[at] ?? '');
  }

  /** Customer and direction: from a number column, or from caller and callee. */
  #sense(
    text: (campo: CampoPlanilha) => string,
    take: <T>(read: Lido<T>) => T | null,
  ): { numero: string | null; ramal: string | null; direcao: Direcao | 'duvida' | null } {
    const escolha = this.#leitura.mapeamento.direcao ?? 'valores';
    const written = text('numero');
    if (this.#at.has('origem') && this.#at.has('destino')) {
      const pontas: Pontas = {
        origem: text('origem'),
        destino: text('destino'),
        direcao: text('direcao'),
        canal: text('canal'),
        canalDestino: text('canal_destino'),
        contexto: text('contexto'),
        did: text('did'),
      };
      for (const end of [pontas.origem, pontas.destino])
        if (isRounded(end)) take({ motivo: roundedReason('o número', end) });
      const sentido = senseOf(pontas, escolha, this.#leitura.proprios ?? SEM_PROPRIOS);
      if (written === '' && sentido.direcao === null) take({ motivo: 'falta o número' });
      if (written === '') return sentido;
      return { ...sentido, numero: saysNoNumber(written) ? null : take(readNumber(written)) };
    }
    const direcao =
      escolha === 'recebidas'
        ? 'recebida'
        : escolha === 'efetuadas'
          ? 'efetuada'
          : directionWord(text('direcao'));
    if (saysNoNumber(written)) return { numero: null, ramal: null, direcao };
    const numero = take<string>(written === '' ? { motivo: 'falta o número' } : readNumber(written));
    // An internal call has no customer.
    return { numero: direcao === 'interna' ? null : numero, ramal: null, direcao };
  }

  #isHeadingAgain(celulas: readonly string[]): boolean {
    const filled = celulas.flatMap((cell, at) => (cell === '' ? [] : [{ cell, at }]));
    if (filled.length < 2) return false;
    const { titulos } = this.#leitura;
    return filled.every(
      ({ cell, at }) => plainTitle(cell) !== '' && plainTitle(cell) === plainTitle(titulos[at] ?? ''),
    );
  }

  /** True for totals: the row begins with a word like 'Total' and has no valid start. */
  #isTotal(celulas: readonly string[]): boolean {
    const first = celulas.find((cell) => cell.trim() !== '') ?? '';
    if (!/^(sub ?total|total|totais|total geral|soma)$/u.test(plainTitle(first))) return false;
    const start = this.#cell(celulas, this.#at.has('dia') ? 'dia' : 'inicio');
    if (start === '' || start === plainCell(first)) return true;
    return 'motivo' in readMoment(start, this.#leitura.ordem, this.#leitura.de1904);
  }

  #times(
    text: (campo: CampoPlanilha) => string,
    take: <T>(read: Lido<T>) => T | null,
    motivos: string[],
  ): { inicio: number | null; fim: number | null; duracao: number | null } {
    const { ordem, de1904, ate, mapeamento } = this.#leitura;
    const moment = (campo: CampoPlanilha): Momento | null => take(readMoment(text(campo), ordem, de1904));
    const split = this.#at.has('dia');
    const campo = split ? 'dia' : 'inicio';
    let inicio: number | null = null;
    const clock = split && text('hora') !== '' ? take(readClock(text('hora'))) : null;
    if (text(campo) === '') motivos.push('falta a data do início');
    else {
      const day = moment(campo);
      if (day && split && this.#at.has('hora') && text('hora') === '' && day.segundos === null)
        motivos.push('falta a hora do início');
      else if (day) inicio = instantOf(day, clock ?? day.segundos ?? 0, mapeamento.fuso);
    }
    if (inicio !== null && inicio > ate) motivos.push(`o início ${quoted(text(campo))} está no futuro`);
    const fim = this.#end(text('fim'), inicio, take);
    // '-' as a duration means an unanswered call.
    const long = text('duracao').replace(/^[-–—]+$/u, '');
    let duracao = long === '' ? null : take(readDuration(long, mapeamento.duracao));
    if (inicio !== null && fim !== null) {
      if (fim < inicio) motivos.push('o fim é anterior ao início');
      else duracao ??= Math.round((fim - inicio) / 1000);
    }
    if (duracao !== null && duracao > DIA_S) motivos.push('a ligação dura mais de 24 horas');
    return { inicio, fim, duracao };
  }

  /** Reads the end: a full time, or only a time of day, on the day of the start or on the next day. */
  #end(end: string, inicio: number | null, take: <T>(read: Lido<T>) => T | null): number | null {
    if (end === '') return null;
    const { ordem, de1904, mapeamento } = this.#leitura;
    const clock = readClock(end);
    if ('valor' in clock && /^\d{1,2}:\d{2}/u.test(end)) {
      if (inicio === null) return null;
      const wall = new Date(inicio + offsetOf(inicio, mapeamento.fuso));
      const day = {
        ano: wall.getUTCFullYear(),
        mes: wall.getUTCMonth() + 1,
        dia: wall.getUTCDate(),
        segundos: null,
        offset: null,
      };
      const at = instantOf(day, clock.valor, mapeamento.fuso);
      return at < inicio ? instantOf({ ...day, dia: day.dia + 1 }, clock.valor, mapeamento.fuso) : at;
    }
    const read = take(readMoment(end, ordem, de1904));
    return read ? instantOf(read, read.segundos ?? 0, mapeamento.fuso) : null;
  }

  #texts(
    text: (campo: CampoPlanilha) => string,
    motivos: string[],
  ): Pick<LigacaoLida, 'ramal' | 'agente' | 'nome' | 'arquivo' | 'uniqueId'> {
    const within = (campo: keyof typeof MAX): string | null => {
      const value = text(campo);
      if (value.length > MAX[campo])
        motivos.push(`${CHAMADO[campo]} tem mais de ${milhar(MAX[campo])} caracteres`);
      else if ((campo === 'unique_id' || campo === 'ramal') && isRounded(value))
        motivos.push(roundedReason(CHAMADO[campo], value));
      return value === '' ? null : value;
    };
    return {
      ramal: within('ramal'),
      agente: within('agente'),
      nome: within('nome'),
      arquivo: within('arquivo'),
      uniqueId: within('unique_id'),
    };
  }

  #metadata(
    celulas: readonly string[],
    text: (campo: CampoPlanilha) => string,
    motivos: string[],
  ): Record<string, unknown> {
    const metadata: Record<string, unknown> = {};
    for (const campo of ['numero', 'origem', 'destino'] as const)
      if (saysMore(text(campo)) && /[0-9]{4}/u.test(text(campo)))
        metadata[NUMERO_ESCRITO] = cutText(text(campo), LIMITES_IMPORTACAO.valor);
    for (const { at, key } of this.#extras) {
      const value = (celulas[at] ?? '').trim();
      if (value === '') continue;
      if (value.length > LIMITES_IMPORTACAO.valor)
        motivos.push(`a coluna ${quoted(key)} tem mais de ${milhar(LIMITES_IMPORTACAO.valor)} caracteres`);
      else metadata[key] = value;
    }
    const notes = text('observacoes');
    const raw = this.#at.has('observacoes')
      ? (celulas[this.#at.get('observacoes') as number] ?? '').trim()
      : '';
    if (raw.length > MAX.observacoes)
      motivos.push(`as observações têm mais de ${milhar(MAX.observacoes)} caracteres`);
    else if (notes !== '') metadata.observacoes = raw;
    if (JSON.stringify(metadata).length > LIMITES_IMPORTACAO.metadadosJson)
      motivos.push(
        `os dados adicionais somam mais de ${milhar(LIMITES_IMPORTACAO.metadadosJson)} caracteres`,
      );
    return metadata;
  }
}

/** Returns the zone's offset east of UTC, ms, at the instant `ms`. */
function offsetOf(ms: number, fuso: Mapeamento['fuso']): number {
  const at = new Date(ms);
  const day = {
    ano: at.getUTCFullYear(),
    mes: at.getUTCMonth() + 1,
    dia: at.getUTCDate(),
    segundos: null,
    offset: null,
  };
  const seconds = at.getUTCHours() * 3600 + at.getUTCMinutes() * 60 + at.getUTCSeconds();
  return Math.floor(ms / 1000) * 1000 - instantOf(day, seconds, fuso);
}

/** Writes the sentence that refuses a row, such as 'Linha 18: a data "31/02/2026" não existe.' */
export const sentenceOf = (n: number, motivos: string): string =>
  `Linha ${n.toLocaleString('pt-BR')}: ${motivos}.`;
