/** Options that a document prints without codes, in a questionnaire whose other lists have codes that are not their places. */
import { isChoice } from '../../interview/questionnaire/questionnaire.ts';
import type { OpcaoLida, PerguntaLida } from '../documents/read-questionnaire.ts';

/** Said of a question whose options were numbered in their order, though nothing says that the sheet's codes are so. */
const POR_LUGAR =
  'As opções não têm código no documento, e outras listas dele têm códigos que não são a ordem das opções. Confira os códigos desta pergunta e salve-a.';

export const hasCodesByPlace = ({ avisos }: Pick<PerguntaLida, 'avisos'>): boolean =>
  avisos.includes(POR_LUGAR);

/** Whether the code of the option in a place is nothing but that place. */
export const isPlace = (opcao: OpcaoLida | undefined, place: number): boolean => opcao?.valor === place + 1;

/** High codes stand for what is no plain option. */
const ALTO = 86;

type ComCodigos = Pick<PerguntaLida, 'tipo' | 'opcoes' | 'avisos'> & {
  /** The codes that the document prints, option by option. */
  impressos: readonly (number | null)[];
};

/** Whether printed codes show that the document does not number its options in their order: they fall, or do not begin with 1, 2. */
function areOthers({ tipo, opcoes, impressos }: ComCodigos): boolean {
  if (!isChoice(tipo)) return false;
  const plain = impressos.flatMap((code, at) =>
    code === null || opcoes[at]?.especial !== null ? [] : [code],
  );
  const low = plain.filter((code) => code < ALTO);
  const codes = low.length > 0 ? low : plain;
  if (codes.length < 2) return false;
  const falls = codes.every((code, at) => at === 0 || code < (codes[at - 1] ?? 0));
  const [first, second] = codes.toSorted((a, b) => a - b);
  return falls || first !== 1 || second !== 2;
}

const lacksCodes = ({ tipo, opcoes, impressos }: ComCodigos): boolean =>
  isChoice(tipo) && opcoes.some(({ valor, especial }, at) => especial === null && impressos[at] !== valor);

/** Questions of one document, each whose codes are uncertain with the notice that says so. */
export function withCodesByPlace<Q extends ComCodigos>(perguntas: readonly Q[]): Q[] {
  if (!perguntas.some(areOthers)) return [...perguntas];
  return perguntas.map((one) => (lacksCodes(one) ? { ...one, avisos: [...one.avisos, POR_LUGAR] } : one));
}
