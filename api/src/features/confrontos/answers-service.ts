import type { Distribuicao } from '@escuta/shared/contracts/distribuicao';
import { AppError } from '@escuta/shared/domain/errors';
import { groupBy } from '@escuta/shared/domain/group-by';
import { numberRanges } from '@escuta/shared/domain/interview/number-ranges';
import { isChoice } from '@escuta/shared/domain/interview/questionnaire';
import { readStoredVersion } from '@escuta/shared/domain/interview/stored-questionnaire';
import { type Redacao, wordingsOf } from '@escuta/shared/domain/interview/wordings';
import type { Scope } from '@escuta/shared/domain/scope';
import type { Pool } from 'pg';
import type { AppDeps } from '../../deps.ts';
import {
  countAnswered,
  countAsked,
  countOptions,
  countRanges,
  type Lugar,
  listTexts,
  type NumerosRow,
  readCounted,
  summarizeNumbers,
} from './answers-repo.ts';
import type { Alvo, Recorte } from './target.ts';

const isNumber = ({ pergunta }: Redacao): boolean => pergunta.tipo === 'numero' || pergunta.tipo === 'escala';
/** Answered in words, or by a choice with words of its own. */
const hasTexts = ({ pergunta }: Redacao): boolean =>
  isChoice(pergunta.tipo)
    ? pergunta.opcoes.some(({ especial }) => especial === 'outro')
    : pergunta.tipo === 'texto' || pergunta.tipo === 'data';

/** Places of the wordings of which something holds. */
const placesOf = (redacoes: readonly Redacao[], is: (redacao: Redacao) => boolean): number[] =>
  redacoes.flatMap((redacao, place) => (is(redacao) ? [place] : []));

type Numeros = NonNullable<Distribuicao['perguntas'][number]['numeros']>;

/** The numbers of each wording with the ranges they fall in, empty ones among them. */
async function withRanges(
  pool: Pool,
  pedido: { alvo: Alvo; recorte: Recorte },
  lugares: readonly Lugar[],
  redacoes: readonly Redacao[],
  numbers: readonly NumerosRow[],
): Promise<Map<number, Numeros>> {
  const chosen = numbers.map(({ redacao, todas: { minimo, maximo }, inteiros }) => ({
    redacao,
    ...numberRanges(
      { minimo, maximo, inteiros },
      redacoes[redacao]?.pergunta ?? { minimo: null, maximo: null },
    ),
  }));
  const counts = await countRanges(pool, pedido, lugares, chosen);
  const countOf = new Map(counts.map(({ redacao, faixa, ...n }) => [`${redacao} ${faixa}`, n]));
  return new Map(
    numbers.map(({ redacao, todas, conferem }, at) => {
      const { inicio = 0, largura = 1, quantas = 0, porValor = false } = chosen[at] ?? {};
      // Sums of decimal widths are rounded to what a person would write.
      const edge = (n: number) => Number((inicio + n * largura).toPrecision(12));
      const faixas = Array.from({ length: quantas }, (_, n) => ({
        de: edge(n),
        ate: porValor ? edge(n) : edge(n + 1),
        ...(countOf.get(`${redacao} ${n}`) ?? { todas: 0, conferem: 0 }),
      }));
      return [redacao, { todas, conferem, faixas }];
    }),
  );
}

/** How the concluded interviews of a survey answered each question. @throws AppError nao_encontrado */
export async function answersOf(
  { pool }: AppDeps,
  scope: Scope,
  alvo: Alvo,
  recorte: Recorte,
): Promise<Distribuicao> {
  const pedido = { alvo, recorte };
  const found = await readCounted(pool, scope, pedido);
  if (!found) throw new AppError('nao_encontrado', 'Pesquisa não encontrada.');
  const redacoes = wordingsOf(
    found.versoes.map(({ id, numero, questionarioId, questionarioNome, conteudo }) => ({
      id,
      numero,
      questionario: { id: questionarioId, nome: questionarioNome },
      perguntas: readStoredVersion(conteudo).perguntas,
    })),
  );
  const lugares: Lugar[] = redacoes.flatMap(({ ocorrencias }, redacao) =>
    ocorrencias.map(({ versaoId, pergunta }) => ({
      redacao,
      versaoId,
      perguntaId: pergunta.id,
      mostrarSe: pergunta.mostrarSe,
    })),
  );
  const [answered, asked, options, texts, numbers] = await Promise.all([
    countAnswered(pool, pedido, lugares),
    countAsked(
      pool,
      pedido,
      lugares.filter(({ mostrarSe }) => mostrarSe !== null),
    ),
    countOptions(pool, pedido, lugares),
    listTexts(pool, pedido, lugares, placesOf(redacoes, hasTexts)),
    summarizeNumbers(pool, pedido, lugares, placesOf(redacoes, isNumber)),
  ]);
  const interviewsOf = new Map(found.versoes.map(({ id, entrevistas }) => [id, entrevistas]));
  const askedOf = new Map(asked.map(({ redacao, versaoId, n }) => [`${redacao} ${versaoId}`, n]));
  const answeredOf = new Map(answered.map(({ redacao, todas, conferem }) => [redacao, { todas, conferem }]));
  const numbersOf = await withRanges(pool, pedido, lugares, redacoes, numbers);
  const textsOf = groupBy(texts, ({ redacao }) => redacao);
  const optionOf = new Map(options.map(({ redacao, opcaoId, ...n }) => [`${redacao} ${opcaoId}`, n]));

  return {
    total: found.total,
    contadas: found.contadas,
    auditadas: found.auditadas,
    perguntas: redacoes.map(({ pergunta, questionario, ocorrencias, anterior }, place) => ({
      id: pergunta.id,
      codigo: pergunta.codigo,
      texto: pergunta.texto,
      tipo: pergunta.tipo,
      unidade: pergunta.unidade,
      questionario,
      versoes: ocorrencias.map(({ numero }) => numero),
      redacao_anterior: anterior,
      base: ocorrencias.reduce(
        (sum, { versaoId, pergunta: there }) =>
          sum +
          (there.mostrarSe ? (askedOf.get(`${place} ${versaoId}`) ?? 0) : (interviewsOf.get(versaoId) ?? 0)),
        0,
      ),
      respondidas: answeredOf.get(place) ?? { todas: 0, conferem: 0 },
      opcoes: pergunta.opcoes.map(({ texto, especial }, at) => {
        // The same option may have another id in another version.
        const counts = new Set(ocorrencias.map((one) => one.pergunta.opcoes[at]?.id ?? ''));
        const own = [...counts].map((id) => optionOf.get(`${place} ${id}`));
        return {
          texto,
          especial,
          todas: own.reduce((sum, one) => sum + (one?.todas ?? 0), 0),
          conferem: own.reduce((sum, one) => sum + (one?.conferem ?? 0), 0),
        };
      }),
      numeros: numbersOf.get(place) ?? null,
      textos: (textsOf.get(place) ?? []).map(({ texto, todas, conferem }) => ({ texto, todas, conferem })),
      textos_diferentes: textsOf.get(place)?.[0]?.diferentes ?? 0,
    })),
  };
}
