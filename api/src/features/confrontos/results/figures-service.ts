import type { Db } from '@escuta/prisma/db';
import type { ResultadosDaPesquisa } from '@escuta/shared/contracts/surveys/confrontos';
import { AppError } from '@escuta/shared/domain/errors';
import { groupBy } from '@escuta/shared/domain/group-by';
import {
  AMOSTRA_MINIMA,
  interviewerQuality,
  questionProblem,
  questionQuality,
} from '@escuta/shared/domain/interview/device/field-quality';
import {
  applicableCells,
  type FigurasPesquisa,
  figuresOf,
} from '@escuta/shared/domain/interview/verdicts/figures';
import {
  aiErrorRate,
  correctedRate,
  type TaxaCorrigida,
} from '@escuta/shared/domain/interview/verdicts/verification';
import type { Scope } from '@escuta/shared/domain/scope';
import { countUnits } from '../../../field/counted-cells-repo.ts';
import type { Alvo, Recorte } from '../../../field/target.ts';
import { ALGUEM } from '../corrections/correction-of-cell.ts';
import {
  type Contada,
  countCells,
  listCorrections,
  listHeard,
  listInterviewers,
  listQuestions,
  meanSentiment,
  readTotals,
  type Totais,
} from './figures-repo.ts';
import { overallAnalysis } from './overall-analysis.ts';

const SEM_NOME = 'Sem entrevistador';
const NAO_ENCONTRADA = {
  pesquisa: 'Pesquisa não encontrada.',
  auditoria: 'Auditoria não encontrada.',
} as const;

function presentFigures(
  totais: Totais,
  contada: Contada,
): Omit<FigurasPesquisa, 'semGravacao' | 'gravacaoRecusada'> {
  const {
    semGravacao: _semGravacao,
    gravacaoRecusada: _recusada,
    ...figuras
  } = figuresOf({
    processadas: totais.auditadas + totais.inaudiveis,
    semGravacao: totais.semGravacao,
    gravacaoRecusada: totais.gravacaoRecusada,
    ...contada,
  });
  return figuras;
}

/**
 * All results of a survey or audit.
 * @throws AppError nao_encontrado
 */
export async function resultsOf(
  { db }: { db: Db },
  scope: Scope,
  alvo: Alvo,
  recorte: Recorte,
): Promise<ResultadosDaPesquisa> {
  const totais = await readTotals(db, scope, alvo, recorte);
  if (!totais) throw new AppError('nao_encontrado', NAO_ENCONTRADA[alvo.tipo]);
  const [cells, questions, interviewers, sentimento, heard, corrections] = await Promise.all([
    countCells(db, alvo, recorte),
    listQuestions(db, alvo, recorte),
    listInterviewers(db, alvo, recorte),
    meanSentiment(db, alvo, recorte),
    listHeard(db, alvo, recorte),
    totais.corrigidas > 0 ? listCorrections(db, alvo, recorte) : [],
  ]);
  const byQuestion = groupBy(cells, ({ perguntaId }) => perguntaId);
  const byInterviewer = groupBy(cells, ({ agenteId }) => agenteId);

  const perguntas = questions.map((question) => {
    const own = byQuestion.get(question.id) ?? [];
    const quality = questionQuality(own);
    return {
      id: question.id,
      codigo: question.codigo,
      texto: question.texto,
      versoes: question.versoes,
      base: applicableCells(quality.porVeredito),
      problema: questionProblem(own),
      ...quality,
    };
  });
  const atFault = perguntas.filter(({ problema }) => problema === 'pergunta');
  const units = await countUnits(
    db,
    alvo,
    recorte,
    atFault.map(({ id }) => id),
  );
  const revisada = presentFigures(totais, totais.revisada);
  return {
    entrevistas: {
      total: totais.total,
      concluidas: totais.concluidas,
      auditadas: totais.auditadas,
      inaudiveis: totais.inaudiveis,
      semGravacao: totais.semGravacao,
      gravacaoRecusada: totais.gravacaoRecusada,
      emEspera: totais.emEspera,
      rejeitadas: totais.rejeitadas,
      revisadas: totais.revisadas,
      corrigidas: totais.corrigidas,
    },
    correcoes: corrections.map(({ por, celulas, de, ate }) => ({
      por: por ?? ALGUEM,
      celulas,
      de: de.toISOString(),
      ate: ate.toISOString(),
    })),
    ia: presentFigures(totais, totais.ia),
    revisada,
    analise_geral_pesquisa: overallAnalysis({
      ...totais,
      figuras: revisada,
      perguntasComProblema: atFault.map(({ codigo }) => codigo),
    }),
    verificacao: aiErrorRate(heard),
    ofensas: totais.ofensas,
    sentimento,
    perguntas,
    entrevistadores: interviewers.map(({ id, nome, entrevistas }) => {
      const own = byInterviewer.get(id) ?? [];
      return {
        id,
        nome: nome ?? SEM_NOME,
        entrevistas,
        amostraPequena: entrevistas < AMOSTRA_MINIMA,
        ...interviewerQuality(own, units.find(({ agenteId }) => agenteId === id) ?? null),
      };
    }),
  };
}

/**
 * The share of applicable answers that the AI judged to agree with the recording, corrected by people's verdicts in the
 * random sample; null without a sample.
 */
export async function correctedRateOf(
  { db }: { db: Db },
  alvo: Alvo,
  recorte: Recorte,
  { ia: { porVeredito } }: Pick<ResultadosDaPesquisa, 'ia'>,
): Promise<TaxaCorrigida | null> {
  const aplicaveis = applicableCells(porVeredito);
  return correctedRate({ conferem: porVeredito.confere, aplicaveis }, await listHeard(db, alvo, recorte));
}
