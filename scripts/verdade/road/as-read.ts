/**
 * Converts an invented interview to what the product has read: it is audited with the questionnaire and the row as
 * read. The truth is not changed; the simulated models use the words as read, and treat any other wording as another
 * answer.
 */

import type {
  OpcaoCongelada,
  PerguntaCongelada,
} from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import type { RespostaDaLinha } from '@escuta/shared/domain/survey-file/rows/row-answers';
import { normaliseQuote } from '@escuta/shared/domain/transcripts/evidence';
import type { PerguntaVerdade } from '../questionnaires.ts';
import type { Digitado, Roteiro, VerdadeDaCelula } from '../script.ts';

/** Normalises words, and removes a code before or after them. */
const withoutCode = (text: string): string =>
  normaliseQuote(text)
    .replace(/^\d{1,3} (?=\S)|(?<=\S) \d{1,3}$/u, '')
    .trim();

const saysSame = (a: string, b: string): boolean =>
  normaliseQuote(a) === normaliseQuote(b) || withoutCode(a) === normaliseQuote(b);

const typedTexts = (opcoes: readonly OpcaoCongelada[], { opcoes: ids, texto }: Digitado): string[] =>
  ids.length > 0
    ? opcoes.filter(({ id }) => ids.includes(id)).map((one) => one.texto)
    : texto === ''
      ? []
      : [texto];

/** True if the content read from a cell is what was typed into the cell. */
function readsRightly(
  lida: PerguntaCongelada,
  read: Digitado,
  pergunta: PerguntaVerdade,
  typed: Digitado,
): boolean {
  const [now, was] = [typedTexts(lida.opcoes, read), typedTexts(pergunta.opcoes, typed)];
  return now.length === was.length && was.every((text) => now.some((one) => saysSame(one, text)));
}

/** Truth about a question that exists only in the reading: it was never asked. */
const neverAsked = (perguntaId: string): VerdadeDaCelula => ({
  perguntaId,
  veredito: 'nao_se_aplica',
  falha: null,
  marcada: null,
  armadilha: 'pergunta que não existe',
  leitura: { codigo: 'nao_feita', falas: [] },
  conducao: { codigo: 'neutra', tipo: 'nenhum', falas: [] },
  resposta: { codigo: 'ausente', falas: [], valor: [], mudou: false },
  registra: 'sim',
});

function cellAsRead(
  lida: PerguntaCongelada,
  read: Digitado | undefined,
  pergunta: PerguntaVerdade,
  { celulas, digitadas }: Roteiro,
): VerdadeDaCelula {
  const truth = celulas.find(({ perguntaId }) => perguntaId === pergunta.id) as VerdadeDaCelula;
  const nothing: Digitado = { opcoes: [], texto: '' };
  const right = readsRightly(lida, read ?? nothing, pergunta, digitadas.get(pergunta.id) ?? nothing);
  const named = (texts: readonly string[]): string[] =>
    texts.map((text) => {
      const exact = lida.opcoes.find((opcao) => normaliseQuote(opcao.texto) === normaliseQuote(text));
      return (exact ?? lida.opcoes.find((opcao) => saysSame(opcao.texto, text)))?.texto ?? text;
    });
  return {
    ...truth,
    perguntaId: lida.id,
    resposta: { ...truth.resposta, valor: named(truth.resposta.valor) },
    registra: right ? truth.registra : 'nao',
    ...(truth.naoMarcadas && { naoMarcadas: named(truth.naoMarcadas) }),
    ...(truth.naoDitas && { naoDitas: named(truth.naoDitas) }),
  };
}

/**
 * Makes the script of an interview for the questions as read.
 * @param perguntas the audit's questions, in order
 * @param found for each of them the printed question; null if there is none
 */
export function roteiroAsRead(
  roteiro: Roteiro,
  perguntas: readonly PerguntaCongelada[],
  found: readonly (PerguntaVerdade | null)[],
  respostas: readonly RespostaDaLinha[],
): Roteiro {
  const digitadas = new Map(
    respostas.map(({ perguntaId, opcoes, texto, estado }) => [
      perguntaId,
      { opcoes, texto: texto ?? '', estado },
    ]),
  );
  return {
    ...roteiro,
    conteudo: { ...roteiro.conteudo, perguntas },
    digitadas,
    celulas: perguntas.map((lida, at) => {
      const pergunta = found[at];
      return pergunta ? cellAsRead(lida, digitadas.get(lida.id), pergunta, roteiro) : neverAsked(lida.id);
    }),
  };
}
