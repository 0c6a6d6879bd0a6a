/**
 * Which column of a sheet of answers is which question of the questionnaire, and which of them say who was interviewed and how the recording
 * is called. What could be two things is left out with the reason: a person says.
 */
import { z } from 'zod';
import { normaliseQuote } from '../evidence.ts';
import type { PerguntaLida } from './read-questionnaire.ts';

export const PAPEIS_COLUNA = [
  'pergunta',
  'identificador',
  'arquivo',
  'telefone',
  'nome',
  'data',
  'entrevistador',
  'ignorar',
] as const;
export type PapelColuna = (typeof PAPEIS_COLUNA)[number];

export const colunaLida = z.object({
  /** Its place in the sheet, from 0. */
  n: z.number().int(),
  cabecalho: z.string(),
  papel: z.enum(PAPEIS_COLUNA),
  /** The place among the questions, from 0; null unless `papel` is 'pergunta'. */
  pergunta: z.number().int().nullable(),
  /** The place among the question's options, from 0, of a column for one option alone; null: the column holds the whole answer. */
  opcao: z.number().int().nullable(),
  /** Why, for people. */
  regra: z.string(),
});
export type ColunaLida = z.infer<typeof colunaLida>;

/** What alignment needs of a row. */
export type Amostra = { celulas: readonly string[] };

/**
 * @param amostra some rows of the sheet (200 are plenty)
 * @returns one entry a column, in the sheet's order
 */
export function alignColumns(
  cabecalho: readonly string[],
  _amostra: readonly Amostra[],
  perguntas: readonly PerguntaLida[],
): ColunaLida[] {
  const byCode = new Map(perguntas.map(({ codigo }, place) => [normaliseQuote(codigo), place]));
  const byText = new Map(perguntas.map(({ texto }, place) => [normaliseQuote(texto), place]));
  const taken = new Set<number>();
  return cabecalho.map((text, n): ColunaLida => {
    const plain = normaliseQuote(text);
    const pergunta = byCode.get(plain) ?? byText.get(plain);
    if (pergunta === undefined || taken.has(pergunta)) {
      return { n, cabecalho: text, papel: 'ignorar', pergunta: null, opcao: null, regra: 'não reconhecida' };
    }
    taken.add(pergunta);
    return { n, cabecalho: text, papel: 'pergunta', pergunta, opcao: null, regra: 'texto igual' };
  });
}
