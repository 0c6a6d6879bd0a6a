/**
 * Determines a row's direction and customer. In telephony records the source is the caller; the values decide whether
 * the caller is the customer, or leave doubt ('duvida').
 */
import type { Direcao } from '../calls/call-direction.ts';
import { readNumber } from './cells.ts';
import type { DirecaoPlanilha } from './fields.ts';
import { ESCRITO_MAX, saysNoNumber } from './phone-text.ts';
import { plainTitle } from './titles.ts';

export type Pontas = {
  origem: string;
  destino: string;
  direcao: string;
  canal: string;
  canalDestino: string;
  contexto: string;
  did: string;
};

/**
 * Caller or callee: an extension, a telephone, none ('anonymous'), or a place in the exchange ('s', 'FMGL-600#',
 * '*97').
 */
type Ponta = { tipo: 'ramal' | 'numero' | 'sem' | 'lugar'; valor: string };

export type Sentido = {
  /** 'duvida': the row fits two directions. Null if unknown. */
  direcao: Direcao | 'duvida' | null;
  /** The customer's number, never an extension; null without one, or for an internal call. */
  numero: string | null;
  ramal: string | null;
};

/** Maximum digits of extensions and queues; telephones have more. */
const RAMAL_MAX = 6;

/** Finds the number in a party's cell, such as '"Ana" <2001>', 'Ana Prado (101)' or 'Ext.101'. */
export function partyNumber(cell: string): string {
  const text = cell.trim();
  if (text.length > ESCRITO_MAX) return text;
  const inside =
    /^[^<>]*<([^<>]*)>$/u.exec(text)?.[1] ??
    /^[^()]*\p{L}[^()]*\((\+?[0-9*#][0-9*# .-]*)\)$/u.exec(text)?.[1] ??
    /^ext(?:ension)?[.: ]*([0-9]+)$/iu.exec(text)?.[1];
  return (inside ?? text).trim();
}

function partyOf(cell: string): Ponta {
  const text = partyNumber(cell);
  if (!/[\p{L}0-9*#]/u.test(text) || (saysNoNumber(text) && text.toLowerCase() !== 's'))
    return { tipo: 'sem', valor: '' };
  const read = readNumber(text);
  if (!('valor' in read) || /[*#]/u.test(read.valor)) return { tipo: 'lugar', valor: text };
  const digits = read.valor.replace(/\D/gu, '');
  return {
    tipo: digits.length <= RAMAL_MAX && !text.startsWith('+') ? 'ramal' : 'numero',
    valor: read.valor,
  };
}

const RAMAL_DO_CANAL = /^(?:PJSIP|SIP|IAX2|SCCP|Skinny|Local|Agent|USER)\/([0-9]{2,6})(?=[@/-]|$)/iu;
/** Finds the extension in a channel's name, such as 'PJSIP/2001-0000002a'; null without an extension. */
export const extensionOf = (canal: string): string | null => RAMAL_DO_CANAL.exec(canal.trim())?.[1] ?? null;
const isLocal = (canal: string): boolean => /^\s*Local\//iu.test(canal);
/** True for a channel to the public network, not to an extension. */
const isTrunk = (canal: string): boolean =>
  canal.trim() !== '' && /\//u.test(canal) && !isLocal(canal) && extensionOf(canal) === null;

const DE_FORA =
  /^(?:from-(?:trunk|pstn|did|external|digital|analog|dahdi|zaptel|sip-external)|ext-did|incoming|inbound|entrada)/iu;
const PARA_FORA = /^(?:from-internal|outbound|outrt-|outgoing|macro-dialout|saida)/iu;
const GRUPO = /^(?:ext-(?:queues|group|local-confirm)|ivr-|app-|timeconditions|from-queue-exten|queue)/iu;

const PALAVRAS: readonly (readonly [Direcao, RegExp])[] = [
  ['interna', /^(?:intern[ao]?s?|internal|ramal ramal|entre ramais|local)$/u],
  [
    'recebida',
    /^(?:recebid[ao]s?|entrada|entrante|inbound|incoming|in|receptiv[ao]s?|receptivo|ativa recebida|de entrada)$/u,
  ],
  [
    'efetuada',
    /^(?:efetuad[ao]s?|realizad[ao]s?|feit[ao]s?|originad[ao]s?|discad[ao]s?|saida|sainte|saliente|outbound|outgoing|out|ativ[ao]s?|de saida)$/u,
  ],
];
/** Returns the direction that a cell names; null if it names none. */
export function directionWord(cell: string): Direcao | null {
  const word = plainTitle(cell)
    .replace(/^(?:chamadas?|ligacao|ligacoes|calls?) /u, '')
    .replace(/ (?:calls?|chamadas?|ligacao|ligacoes)$/u, '');
  return PALAVRAS.find(([, words]) => words.test(word))?.[0] ?? null;
}

type Lida = { de: Ponta; para: Ponta; pontas: Pontas };

function byValues({ de, para, pontas }: Lida, proprios: ReadonlySet<string>): Direcao | 'duvida' | null {
  const { canal, canalDestino, contexto, did } = pontas;
  if (de.tipo === 'sem' && para.tipo === 'sem' && canal === '' && did === '') return null;
  const fromTrunk = isTrunk(canal);
  const saidFromOutside = did.trim() !== '' || DE_FORA.test(contexto.trim());
  const saidToOutside = PARA_FORA.test(contexto.trim());
  // The exchange calls a queue's members over local channels, which do not show the caller.
  const device = isLocal(canal) ? null : extensionOf(canal);
  if (de.tipo === 'ramal') {
    if (saidFromOutside && device === null) return 'recebida';
    if (para.tipo === 'numero' || isTrunk(canalDestino)) return 'efetuada';
    return fromTrunk && !saidToOutside ? 'duvida' : 'interna';
  }
  if (para.tipo === 'numero') {
    if (device !== null) return did.trim() === '' ? 'efetuada' : 'duvida';
    const [inwards, outwards] = [saidFromOutside || fromTrunk, saidToOutside && !fromTrunk];
    if (inwards !== outwards) return inwards ? 'recebida' : 'efetuada';
    if (de.tipo !== 'numero') return 'duvida';
    const [ours, theirs] = [proprios.has(de.valor), proprios.has(para.valor)];
    if (ours && theirs) return 'interna';
    if (ours || theirs) return ours ? 'efetuada' : 'recebida';
    return 'duvida';
  }
  if (device === null) return 'recebida';
  return de.tipo === 'numero' && !proprios.has(de.valor) ? 'duvida' : 'interna';
}

const SOBRE_TODAS: Partial<Record<DirecaoPlanilha, Direcao>> = {
  recebidas: 'recebida',
  efetuadas: 'efetuada',
};
const NA_DUVIDA: Partial<Record<DirecaoPlanilha, Direcao>> = {
  duvida_recebida: 'recebida',
  duvida_efetuada: 'efetuada',
};

/** Derives direction, customer's number and extension. @param proprios the company's numbers, as `phoneKey` */
export function senseOf(pontas: Pontas, escolha: DirecaoPlanilha, proprios: ReadonlySet<string>): Sentido {
  const [de, para] = [partyOf(pontas.origem), partyOf(pontas.destino)];
  const [ramalDe, ramalPara] = [extensionOf(pontas.canal), extensionOf(pontas.canalDestino)];
  const told =
    SOBRE_TODAS[escolha] ?? directionWord(pontas.direcao) ?? byValues({ de, para, pontas }, proprios);
  const direcao = told === 'duvida' ? (NA_DUVIDA[escolha] ?? told) : told;
  if (direcao === 'recebida') {
    // A short number from the public network belongs to a service ('10315') and is no extension.
    const short = de.tipo === 'ramal' && told === 'recebida' && SOBRE_TODAS[escolha] === undefined;
    const ramal = para.tipo === 'ramal' && !GRUPO.test(pontas.contexto.trim()) ? para.valor : null;
    return {
      direcao,
      numero: de.tipo === 'numero' || short ? de.valor : null,
      ramal: ramalPara ?? (isLocal(pontas.canal) ? ramalDe : null) ?? ramal,
    };
  }
  if (direcao === 'efetuada') {
    const short = para.tipo === 'ramal' && isTrunk(pontas.canalDestino);
    return {
      direcao,
      numero: para.tipo === 'numero' || short ? para.valor : null,
      ramal: de.tipo === 'ramal' ? de.valor : ramalDe,
    };
  }
  if (direcao === 'interna')
    return { direcao, numero: null, ramal: de.tipo === 'ramal' ? de.valor : ramalDe };
  return { direcao, numero: null, ramal: null };
}

/** Returns the company's numbers: dialled by outside callers, or shown by the company's devices. */
export function ownNumbers(pontas: Pontas): string[] {
  const [de, para] = [partyOf(pontas.origem), partyOf(pontas.destino)];
  const did = partyOf(pontas.did);
  const own = did.tipo === 'numero' ? [did.valor] : [];
  if (de.tipo !== 'numero' || para.tipo !== 'numero') return own;
  const direcao = directionWord(pontas.direcao) ?? byValues({ de, para, pontas }, new Set());
  if (direcao === 'recebida') own.push(para.valor);
  if (direcao === 'efetuada') own.push(de.valor);
  return own;
}
