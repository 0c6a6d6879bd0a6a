import { cutAtReadings } from '@escuta/shared/domain/interview/comparison/cut-readings';
import { type Preparo, placeQuestions } from '@escuta/shared/domain/interview/comparison/places';
import type { ConteudoVersao } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { Thread } from '../../thread.ts';

type Trecho = { texto: string; startMs: number; endMs: number };

export type Alinhamento = {
  tipo: 'situar' | 'cortar';
  conteudo: ConteudoVersao;
  trechos: readonly Trecho[];
};

/**
 * Greatest size (characters × characters) that the main thread aligns itself, in about 50 ms. An hour's interview takes
 * 2 s, in which the main thread could not renew leases.
 */
const AT_ONCE_MAX = 6_000_000;

function isShort({ conteudo, trechos }: Alinhamento): boolean {
  const asked = conteudo.perguntas.reduce((sum, { texto }) => sum + texto.length, 0);
  const said = trechos.reduce((sum, { texto }) => sum + texto.length, 0);
  return asked * said <= AT_ONCE_MAX;
}

async function inThread<T>(task: Alinhamento): Promise<T> {
  const thread = new Thread<Alinhamento>(new URL('./alignment-thread.ts', import.meta.url));
  try {
    return (await thread.ask(task)) as T;
  } finally {
    await thread.end();
  }
}

/** Runs `placeQuestions`, for a long interview in a separate thread. */
export function placeQuestionsApart(
  conteudo: ConteudoVersao,
  trechos: readonly Trecho[],
): Promise<Pick<Preparo, 'alignment' | 'opcoesFaltando'>> {
  const plain = trechos.map(({ texto, startMs, endMs }) => ({ texto, startMs, endMs }));
  const task: Alinhamento = { tipo: 'situar', conteudo, trechos: plain };
  if (!isShort(task)) return inThread(task);
  return Promise.resolve(
    placeQuestions(
      conteudo.perguntas,
      plain.map(({ texto }) => texto),
    ),
  );
}

/** Runs `cutAtReadings`, for a long interview in a separate thread, so that `trechos` must be plain data. */
export function cutAtReadingsApart<T extends Trecho>(
  conteudo: ConteudoVersao,
  trechos: readonly T[],
): Promise<T[]> {
  const task: Alinhamento = { tipo: 'cortar', conteudo, trechos };
  return isShort(task) ? Promise.resolve(cutAtReadings(conteudo, trechos)) : inThread(task);
}
