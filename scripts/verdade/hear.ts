/**
 * Simulates how an interview (script.ts) is recorded and transcribed: the recording's speech and gaps, and sentences
 * with times, with words misheard at a given rate, and with speakers if these are known.
 */

import type { Interval } from '@escuta/shared/domain/audio/audio-facts';
import { cutAtReadings } from '@escuta/shared/domain/interview/comparison/cut-readings';
import type { Gravacao } from '@escuta/shared/domain/interview/comparison/hearing';
import { placeQuestions, type SentencaConfrontada } from '@escuta/shared/domain/interview/comparison/places';
import { rolesOf } from '@escuta/shared/domain/interview/confront/roles';
import type { Falante } from '@escuta/shared/domain/profiles/roles';
import { seededRandom } from '@escuta/shared/domain/seeded-random';
import { splitUtterance } from '@escuta/shared/domain/transcripts/transcript';
import { corrupt } from '../../tests/support/interview-texts.ts';
import type { Fala, Roteiro } from './script.ts';

/** Ways to record an interview: one microphone; one with a provider that tells voices apart; a channel per party. */
export const CAPTACOES = ['mono', 'vozes', 'canais'] as const;
export type Captacao = (typeof CAPTACOES)[number];

export type FalaOuvida = Interval & {
  /** Transcribed text; empty without transcription. */
  texto: string;
  /** Numbers of the sentences that contain the utterance. */
  sentencas: number[];
};

export type Ouvida = {
  sentencas: SentencaConfrontada[];
  gravacao: Gravacao;
  /** The heard sentences, by index of the script's falas. */
  falas: FalaOuvida[];
};

/** Simulated duration of a word, ms, and additional duration of each of its letters, ms. */
const WORD_MS = 100;
const LETTER_MS = 48;
export const PAUSE_MS = { from: 80, to: 900 };
/** Shorter pauses do not split an interview's utterances (design §3.1). */
const CUT_MS = 350;
const UTTERANCE_MAX_MS = 25_000;
/** Share of sentence boundaries at which the recognition misses the full stop. */
const RUN_ON = 0.3;

const durationOf = (texto: string): number =>
  texto.split(' ').length * WORD_MS + lettersOf(texto) * LETTER_MS + 150;
const lettersOf = (texto: string): number => texto.replace(/\s/g, '').length;

type Pedaco = Interval & { fala: number; texto: string; quem: Fala['quem'] };

/** Time of each utterance, and the recording's content. */
export type Gravada = { times: readonly Interval[]; gravacao: Gravacao };

/** Simulates a time line without sound: the duration of words depends on their letters. */
function timesOf({ falas }: Roteiro, random: () => number): Gravada {
  let at = 400;
  const times: Interval[] = [];
  const lacunas: Interval[] = [];
  const ruido: Interval[] = [];
  const fala: Interval[] = [];
  for (const { texto, som } of falas) {
    at += PAUSE_MS.from + Math.floor(random() * (PAUSE_MS.to - PAUSE_MS.from));
    const time = { startMs: at, endMs: at + durationOf(texto) };
    times.push(time);
    at = time.endMs;
    (som === 'lacuna' ? lacunas : fala).push(time);
    if (som === 'ruido') ruido.push(time);
  }
  return { times, gravacao: { durationMs: at + 600, fala, lacunas, ruido } };
}

/** Simulates the recognised text, with misheard words. */
function understand(
  { falas }: Roteiro,
  times: readonly Interval[],
  random: () => number,
  rate: number,
): Pedaco[] {
  return falas.flatMap(({ texto, som, quem, ouvida }, fala) => {
    const time = times[fala];
    const words = corrupt(ouvida ?? texto, rate, random)
      .replace(/\s+/g, ' ')
      .trim();
    return (som === 'audivel' || ouvida !== undefined) && time && words !== ''
      ? [{ ...time, fala, texto: words, quem }]
      : [];
  });
}

/** Groups speech without pauses into a single utterance, across speakers unless these are distinguished. */
function utterancesOf(heard: readonly Pedaco[], apart: boolean): Pedaco[][] {
  const groups: Pedaco[][] = [];
  for (const one of heard) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const joins =
      group &&
      last &&
      one.startMs - last.endMs < CUT_MS &&
      one.endMs - (group[0]?.startMs ?? 0) <= UTTERANCE_MAX_MS &&
      !(apart && last.quem !== one.quem);
    if (joins) group.push(one);
    else groups.push([one]);
  }
  return groups;
}

const SPEAKERS: Record<Captacao, Record<Fala['quem'], Falante>> = {
  mono: { entrevistador: 'desconhecido', entrevistado: 'desconhecido' },
  vozes: { entrevistador: 'voz_1', entrevistado: 'voz_2' },
  canais: { entrevistador: 'entrevistador', entrevistado: 'entrevistado' },
};

/**
 * Simulates an interview with `rate` of its words misheard. Seeded by the interview. `gravada`: actual times of a
 * spoken interview.
 */
export function hear(roteiro: Roteiro, rate: number, captacao: Captacao, gravada?: Gravada): Ouvida {
  const random = seededRandom(roteiro.semente * 7919 + Math.round(rate * 100));
  const { times, gravacao } = gravada ?? timesOf(roteiro, random);
  const heard = understand(roteiro, times, random, rate);
  const utterances = utterancesOf(heard, captacao !== 'mono');
  const trechos = utterances.flatMap((group, utterance) => {
    const texto = group
      .map((one, index) =>
        index < group.length - 1 && random() < RUN_ON ? one.texto.replace(/[.!?]$/, '') : one.texto,
      )
      .join(' ');
    const [first, last] = [group[0] as Pedaco, group.at(-1) as Pedaco];
    const falante = SPEAKERS[captacao][first.quem];
    return splitUtterance({
      texto,
      startMs: first.startMs,
      endMs: last.endMs,
      confianca: 0.9,
      falante,
    }).map((trecho) => ({ ...trecho, utterance, canal: first.quem }));
  });
  const cut = cutAtReadings(roteiro.conteudo, trechos);
  const roles = rolesOf(
    placeQuestions(
      roteiro.conteudo.perguntas,
      cut.map(({ texto }) => texto),
    ).alignment,
    cut.map(({ falante }) => ({ falante: falante ?? 'desconhecido' })),
  );
  const sentencas = cut.map(({ texto, startMs, endMs, canal }, index): SentencaConfrontada => {
    const { falante, origem, confianca } = roles[index] ?? {
      falante: 'desconhecido',
      origem: null,
      confianca: 0,
    };
    return {
      ordem: index + 1,
      texto,
      startMs,
      endMs,
      canal: captacao === 'canais' && canal === 'entrevistado' ? 'right' : 'left',
      falante,
      papelOrigem: origem,
      papelConfianca: confianca,
    };
  });
  return { sentencas, gravacao, falas: placeFalas(times, utterances, cut) };
}

/** Finds each utterance's sentences by letters: all sentences and all utterances have the same sequence of letters. */
function placeFalas(
  times: readonly Interval[],
  utterances: readonly Pedaco[][],
  cut: readonly { texto: string; utterance: number }[],
): FalaOuvida[] {
  const falas = times.map((time): FalaOuvida => ({ ...time, texto: '', sentencas: [] }));
  for (const [utterance, group] of utterances.entries()) {
    const pieces = cut.flatMap(({ texto, utterance: own }, index) =>
      own === utterance ? [{ ordem: index + 1, letters: lettersOf(texto) }] : [],
    );
    let from = 0;
    for (const one of group) {
      const to = from + lettersOf(one.texto);
      const fala = falas[one.fala] as FalaOuvida;
      fala.texto = one.texto;
      let passed = 0;
      for (const { ordem, letters } of pieces) {
        // An overlap of one letter does not count, because a missing full stop shifts the following text by one.
        if (Math.min(to, passed + letters) - Math.max(from, passed) > 1) fala.sentencas.push(ordem);
        passed += letters;
      }
      from = to;
    }
  }
  return falas;
}
