/** Checks a typed answer against the version of the questionnaire that the interview uses. */
import type { RespostaDada } from '../device/events.ts';
import { NAO_AUTORIZOU, readPlace, SEM_LOCAL } from '../device/typed-place.ts';
import { isExclusive } from './question-rules.ts';
import { isChoice, type PerguntaCongelada } from './questionnaire.ts';
import { readTypedNumber } from './typed-number.ts';

/** Refusals: required but empty (`vazia`), unknown option (`opcao`), unfit for the kind (`forma`). */
export type RespostaRecusada = { falha: 'vazia' | 'opcao' | 'forma'; mensagem: string };

export const isBlank = ({ opcoes, texto }: RespostaDada): boolean =>
  opcoes.length === 0 && (texto ?? '').trim() === '';

const wrong = (mensagem: string): RespostaRecusada => ({ falha: 'forma', mensagem });

/** A day in stored form, dd/mm/aaaa or dd/mm. */
function readDay(text: string): string | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const typed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(text);
  const [year, month, day] = iso
    ? [iso[1], iso[2], iso[3]]
    : typed
      ? [typed[3], typed[2], typed[1]]
      : [undefined, undefined, undefined];
  if (month === undefined || day === undefined) return null;
  // A day without a year may be 29 February, so the leap year 2000 is assumed.
  const at = new Date(Date.UTC(Number(year ?? 2000), Number(month) - 1, Number(day)));
  if (at.getUTCMonth() !== Number(month) - 1 || at.getUTCDate() !== Number(day)) return null;
  const parts = [day.padStart(2, '0'), month.padStart(2, '0'), ...(year === undefined ? [] : [year])];
  return parts.join('/');
}

const show = (n: number) => n.toLocaleString('pt-BR');

function readText(pergunta: PerguntaCongelada, text: string): string | RespostaRecusada {
  if (pergunta.tipo === 'data') return readDay(text) ?? wrong('Informe uma data, como 31/12/2025.');
  if (pergunta.tipo === 'lugar')
    return text === NAO_AUTORIZOU || text === SEM_LOCAL || readPlace(text) !== null
      ? text
      : wrong('Informe o lugar pelo GPS do aparelho, ou marque “Não autorizou”.');
  if (pergunta.tipo !== 'numero' && pergunta.tipo !== 'escala') return text;
  const number = readTypedNumber(text);
  if (!number) return wrong('Informe um número.');
  if (pergunta.inteiro && !Number.isInteger(number.valor))
    return wrong('Informe um número inteiro, sem casas decimais.');
  const { minimo, maximo } = pergunta;
  if (minimo !== null && number.valor < minimo)
    return wrong(`Informe um número a partir de ${show(minimo)}.`);
  if (maximo !== null && number.valor > maximo) return wrong(`Informe um número até ${show(maximo)}.`);
  return number.texto;
}

/** The answer in stored form: ordered options, trimmed text, Brazilian numbers and days. */
export function checkTyped(
  pergunta: PerguntaCongelada,
  given: RespostaDada,
): RespostaDada | RespostaRecusada {
  const known = new Set(pergunta.opcoes.map(({ id }) => id));
  if (!given.opcoes.every((id) => known.has(id))) {
    return { falha: 'opcao', mensagem: 'Opção não encontrada nesta pergunta.' };
  }
  if (isBlank(given)) {
    return pergunta.obrigatoria
      ? { falha: 'vazia', mensagem: 'Esta pergunta é obrigatória. Por favor, forneça uma resposta.' }
      : { opcoes: [], texto: null };
  }
  const chosen = pergunta.opcoes.filter(({ id }) => given.opcoes.includes(id));
  const texto = (given.texto ?? '').trim();
  if (chosen.length > 1 && pergunta.tipo !== 'multipla') return wrong('Selecione uma só opção.');
  const alone = chosen.length > 1 ? chosen.find(isExclusive) : undefined;
  if (alone)
    return wrong(
      `“${alone.texto}” não combina com outras respostas: selecione só essa resposta, ou só as outras.`,
    );
  const opcoes = chosen.map(({ id }) => id);
  if (chosen.length > 0) {
    if (texto !== '' && !chosen.some(({ especial }) => especial === 'outro')) {
      return wrong('Só a opção “outro” aceita texto.');
    }
    return { opcoes, texto: texto || null };
  }
  if (isChoice(pergunta.tipo)) return wrong('Selecione uma das opções.');
  const read = readText(pergunta, texto);
  return typeof read === 'string' ? { opcoes, texto: read } : read;
}

export const isSameAnswer = (a: RespostaDada, b: RespostaDada): boolean =>
  a.texto === b.texto &&
  a.opcoes.length === b.opcoes.length &&
  a.opcoes.every((id, index) => id === b.opcoes[index]);
