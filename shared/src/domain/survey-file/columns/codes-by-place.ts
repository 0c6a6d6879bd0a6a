/** Finds options printed without codes in a questionnaire whose printed codes differ from the options' positions. */
import { isChoice } from '../../interview/questionnaire/questionnaire.ts';
import type { OpcaoLida, PerguntaLida } from '../documents/read-questionnaire.ts';

/** Warning for options numbered by position although the sheet may use other codes. */
const POR_LUGAR =
  'As opções não têm código no documento, e outras listas dele têm códigos que não são a ordem das opções. Confira os códigos desta pergunta e salve-a.';

export const hasCodesByPlace = ({ avisos }: Pick<PerguntaLida, 'avisos'>): boolean =>
  avisos.includes(POR_LUGAR);

export const isPlace = (opcao: OpcaoLida | undefined, place: number): boolean => opcao?.valor === place + 1;

const ALTO = 86;

type ComCodigos = Pick<PerguntaLida, 'tipo' | 'opcoes' | 'avisos'> & {
  impressos: readonly (number | null)[];
};

/** True if printed codes contradict numbering by position: they descend, or do not begin with 1, 2. */
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

/** Adds POR_LUGAR to questions without printed codes if other codes in the document differ from positions. */
export function withCodesByPlace<Q extends ComCodigos>(perguntas: readonly Q[]): Q[] {
  if (!perguntas.some(areOthers)) return [...perguntas];
  return perguntas.map((one) => (lacksCodes(one) ? { ...one, avisos: [...one.avisos, POR_LUGAR] } : one));
}
