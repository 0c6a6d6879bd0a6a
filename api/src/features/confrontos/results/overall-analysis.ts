import type { Proporcao } from '@escuta/shared/domain/intervals/proportion';
import type { FigurasPesquisa } from '@escuta/shared/domain/interview/verdicts/figures';
import { enumerate, plural } from '@escuta/shared/domain/text/in-words';

export type BaseDaAnalise = {
  /** Figures after review; `revisadas`: number of reviewed cells. */
  figuras: Omit<FigurasPesquisa, 'semGravacao' | 'gravacaoRecusada'>;
  auditadas: number;
  /** Processed interviews without verdict because they are inaudible. */
  inaudiveis: number;
  revisadas: number;
  /** Number of cells whose verdict follows from a person's correction of the transcript. */
  corrigidas: number;
  semGravacao: number;
  gravacaoRecusada: number;
  ofensas: number;
  perguntasComProblema: readonly string[];
};

const number = new Intl.NumberFormat('pt-BR');
const percent = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 1 });

/** Text like '80 % (8 de 10; intervalo de 49 % a 94,3 %)'; '-' if the data are too few. */
export function proportionText({ n, d, valor, de, ate }: Proporcao): string {
  const interval =
    de === null || ate === null
      ? 'intervalo: -'
      : `intervalo de ${percent.format(de)} a ${percent.format(ate)}`;
  return `${percent.format(valor)} (${number.format(n)} de ${number.format(d)}; ${interval})`;
}

/** Greatest number of codes named in the text; the table shows all. */
const CODIGOS_MAX = 10;

/**
 * Writes the text 'análise geral' (`analise_geral_pesquisa`) from the table's numbers, without a model; null before the
 * first processed interview.
 */
export function overallAnalysis(base: BaseDaAnalise): string | null {
  const { figuras, auditadas, inaudiveis } = base;
  if (auditadas + inaudiveis === 0) return null;
  const { audiveis, validadas, corretas, porVeredito } = figuras;
  const sentences = [
    auditadas === 0
      ? 'Nenhuma entrevista foi auditada.'
      : `${plural(auditadas, 'entrevista foi auditada', 'entrevistas foram auditadas')}.`,
  ];
  if (audiveis) sentences.push(`Conversas audíveis: ${proportionText(audiveis)}.`);
  if (validadas) sentences.push(`Respostas validadas: ${proportionText(validadas)}.`);
  if (corretas) sentences.push(`Das validadas, conferem com a gravação: ${proportionText(corretas)}.`);
  const faults = [
    { n: porVeredito.diverge, text: plural(porVeredito.diverge, 'resposta diverge', 'respostas divergem') },
    {
      n: porVeredito.nao_perguntada,
      text: plural(porVeredito.nao_perguntada, 'pergunta não foi feita', 'perguntas não foram feitas'),
    },
    {
      n: porVeredito.induzida,
      text: plural(porVeredito.induzida, 'resposta foi induzida', 'respostas foram induzidas'),
    },
  ].filter(({ n }) => n > 0);
  if (faults.length > 0) sentences.push(`${enumerate(faults.map(({ text }) => text))}.`);
  else if (validadas && validadas.n > 0)
    sentences.push('Nenhuma resposta diverge ou foi induzida, e todas as perguntas foram feitas.');
  if (figuras.naoInterpretadas > 0) {
    const { inaudivel, a_revisar } = porVeredito;
    sentences.push(
      `Perguntas não interpretadas: ${number.format(figuras.naoInterpretadas)} (${plural(inaudivel, 'inaudível', 'inaudíveis')}, ${number.format(a_revisar)} a revisar).`,
    );
  }
  if (base.perguntasComProblema.length > 0) {
    const codes = base.perguntasComProblema;
    const named = enumerate(codes.slice(0, CODIGOS_MAX));
    sentences.push(
      codes.length === 1
        ? `A pergunta ${named} é lida com mudança de sentido por vários entrevistadores: reveja o texto da pergunta.`
        : `${plural(codes.length, 'pergunta é lida', 'perguntas são lidas')} com mudança de sentido por vários entrevistadores${codes.length > CODIGOS_MAX ? ', entre elas' : ':'} ${named}: reveja o texto das perguntas.`,
    );
  }
  if (inaudiveis > 0)
    sentences.push(`Sem fala compreensível na gravação: ${plural(inaudiveis, 'entrevista', 'entrevistas')}.`);
  if (base.semGravacao > 0)
    sentences.push(`Sem gravação: ${plural(base.semGravacao, 'entrevista', 'entrevistas')}.`);
  if (base.gravacaoRecusada > 0) {
    sentences.push(`Gravação recusada: ${plural(base.gravacaoRecusada, 'entrevista', 'entrevistas')}.`);
  }
  if (base.ofensas > 0) sentences.push(`Palavras ofensivas: ${number.format(base.ofensas)}.`);
  if (base.revisadas > 0) {
    sentences.push(
      `${plural(base.revisadas, 'veredito é de uma pessoa', 'vereditos são de pessoas')}; os demais, da IA.`,
    );
  } else sentences.push('Nenhum veredito foi revisto por uma pessoa.');
  if (base.corrigidas > 0) {
    sentences.push(
      `${plural(base.corrigidas, 'veredito mudou', 'vereditos mudaram')} depois que uma pessoa corrigiu a transcrição.`,
    );
  }
  return sentences.join(' ');
}
