import { isChoice } from '../../interview/questionnaire/questionnaire.ts';
import { codeKey } from '../columns/column-headings.ts';
import { shortened } from '../options/option-reading.ts';
import type { PerguntaLida } from './read-questionnaire.ts';

/** Reason for not saving a question, for people; `pergunta`: index from 0. */
export type ProblemaDePergunta = { pergunta: number; mensagem: string };

type Pergunta = Omit<PerguntaLida, 'avisos'>;

function ofCondition(perguntas: readonly Pergunta[], place: number): string | null {
  const { codigo, mostrar_se: condition } = perguntas[place] as Pergunta;
  if (!condition) return null;
  const asked = perguntas[condition.pergunta];
  if (!asked) return `${codigo} depende de uma pergunta que não existe mais.`;
  if (condition.pergunta >= place) return `${codigo} depende da ${asked.codigo}, que não vem antes dela.`;
  if (!isChoice(asked.tipo)) return `${codigo} depende da ${asked.codigo}, que não tem opções.`;
  return condition.opcoes.length === 0 || condition.opcoes.some((one) => !asked.opcoes[one])
    ? `${codigo} depende de uma opção que a ${asked.codigo} não tem.`
    : null;
}

/** Problems that prevent saving. */
export function problemsOfQuestions(perguntas: readonly Pergunta[]): ProblemaDePergunta[] {
  const keys = perguntas.map(({ codigo }) => codeKey(codigo) || codigo.trim().toLowerCase());
  return perguntas.flatMap((pergunta, place) => {
    const { codigo, texto, tipo, opcoes, minimo, maximo } = pergunta;
    const all: (string | null)[] = [
      keys.indexOf(keys[place] ?? '') < place
        ? `Há duas perguntas com o código ${codigo}: altere o código de uma delas.`
        : null,
      texto.trim() === '' ? `${codigo} está sem texto: escreva a pergunta.` : null,
      isChoice(tipo) && opcoes.length === 0 ? `${codigo} não tem opções: adicione ao menos uma.` : null,
      opcoes.some(({ texto }) => texto.trim() === '')
        ? `${codigo} tem uma opção sem texto: escreva o texto ou exclua a opção.`
        : null,
      minimo !== null && maximo !== null && minimo > maximo
        ? `Em ${codigo}, o máximo é menor que o mínimo.`
        : null,
      ofCondition(perguntas, place),
    ];
    const codes = opcoes.map(({ valor }) => valor);
    const twice = opcoes.find(({ valor }, at) => codes.indexOf(valor) < at);
    if (twice) {
      all.push(
        `Em ${codigo}, “${shortened(twice.texto)}” tem o mesmo código de outra opção (${twice.valor}).`,
      );
    }
    return all.filter((one) => one !== null).map((mensagem) => ({ pergunta: place, mensagem }));
  });
}
