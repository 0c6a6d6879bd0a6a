import type { PerguntaCongelada } from '../questionnaire/questionnaire.ts';

type ComOpcoes = Pick<PerguntaCongelada, 'opcoes'>;

/** Indices of the options with the given ids; unknown ids are left out. */
export const chosenOptions = ({ opcoes }: ComOpcoes, ids: readonly string[]): number[] =>
  ids.map((id) => opcoes.findIndex((opcao) => opcao.id === id)).filter((index) => index >= 0);

/** Typed options and text, such as 'Sim; às vezes'. */
export const typedText = (
  { opcoes: all }: ComOpcoes,
  { opcoes, texto }: { opcoes: readonly number[]; texto: string },
): string =>
  [...opcoes.map((index) => all[index]?.texto ?? ''), texto.trim()].filter((part) => part !== '').join('; ');
