import type { Db } from '@escuta/prisma/db';
import { DISTRIBUICAO_MAX, type Distribuicao } from '@escuta/shared/contracts/operation/distribuicao';
import { AppError } from '@escuta/shared/domain/errors';
import { groupBy } from '@escuta/shared/domain/group-by';
import { testsOf } from '@escuta/shared/domain/interview/questionnaire/conditions';
import { isChoice } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { readStoredVersion } from '@escuta/shared/domain/interview/questionnaire/stored-questionnaire';
import type { Scope } from '@escuta/shared/domain/scope';
import type { Alvo, Recorte } from '../../../field/target.ts';
import { countAnswers, countAsked, type Lugar, readCounted } from './answers-repo.ts';
import { numberDistribution } from './number-distribution.ts';
import { type Redacao, wordingsOf } from './wordings.ts';

const isNumber = ({ pergunta }: Redacao): boolean => pergunta.tipo === 'numero' || pergunta.tipo === 'escala';
/** True for questions answered in words, and for choices with a text option. */
const hasTexts = ({ pergunta }: Redacao): boolean =>
  isChoice(pergunta.tipo)
    ? pergunta.opcoes.some(({ especial }) => especial === 'outro')
    : pergunta.tipo === 'texto' || pergunta.tipo === 'data';

const placesOf = (redacoes: readonly Redacao[], is: (redacao: Redacao) => boolean): number[] =>
  redacoes.flatMap((redacao, place) => (is(redacao) ? [place] : []));

/**
 * The answers to each question in the newest `limite` concluded interviews that count.
 * @throws AppError nao_encontrado
 */
export async function answersOf(
  { db }: { db: Db },
  scope: Scope,
  alvo: Alvo,
  recorte: Recorte,
  limite = DISTRIBUICAO_MAX,
): Promise<Distribuicao> {
  const pedido = { alvo, recorte, limite };
  const found = await readCounted(db, scope, pedido);
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
      condicao: pergunta.mostrarSe && testsOf(pergunta.mostrarSe),
    })),
  );
  const [answers, asked] = await Promise.all([
    countAnswers(db, pedido, lugares, {
      emPalavras: placesOf(redacoes, hasTexts),
      emNumeros: placesOf(redacoes, isNumber),
    }),
    countAsked(
      db,
      pedido,
      lugares.filter(({ condicao }) => condicao !== null),
    ),
  ]);
  const interviewsOf = new Map(found.versoes.map(({ id, entrevistas }) => [id, entrevistas]));
  const askedOf = new Map(asked.map(({ redacao, versaoId, n }) => [`${redacao} ${versaoId}`, n]));
  const answeredOf = new Map(answers.respondidas.map(({ redacao, ...n }) => [redacao, n]));
  const unreadOf = new Map(answers.ilegiveis.map(({ redacao, n }) => [redacao, n]));
  const valuesOf = groupBy(answers.valores, ({ redacao }) => redacao);
  const textsOf = groupBy(answers.textos, ({ redacao }) => redacao);
  const optionOf = new Map(answers.opcoes.map(({ redacao, opcaoId, ...n }) => [`${redacao} ${opcaoId}`, n]));

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
      ilegiveis: unreadOf.get(place) ?? 0,
      respondidas: answeredOf.get(place) ?? { todas: 0, conferem: 0, auditadas: 0 },
      opcoes: pergunta.opcoes.map(({ texto, especial }, at) => {
        // An option may have different ids in different versions.
        const counts = new Set(ocorrencias.map((one) => one.pergunta.opcoes[at]?.id ?? ''));
        const own = [...counts].map((id) => optionOf.get(`${place} ${id}`));
        return {
          texto,
          especial,
          todas: own.reduce((sum, one) => sum + (one?.todas ?? 0), 0),
          conferem: own.reduce((sum, one) => sum + (one?.conferem ?? 0), 0),
        };
      }),
      numeros: numberDistribution(valuesOf.get(place) ?? [], pergunta),
      textos: (textsOf.get(place) ?? []).map(({ texto, todas, conferem }) => ({ texto, todas, conferem })),
      textos_diferentes: textsOf.get(place)?.[0]?.diferentes ?? 0,
    })),
  };
}
