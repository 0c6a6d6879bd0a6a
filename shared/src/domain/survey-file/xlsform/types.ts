/** Interprets an XLSForm's column 'type' (xlsform.org, question types; older names as in pyxform). */
import type { TipoPergunta } from '../../interview/comparison/compare-answer.ts';

/** Maximum steps of a scale; longer or fractional scales become numbers with bounds. */
export const PONTOS_MAX = 20;

export type TipoDeLinha =
  /** `lista`: name of the choices' list or file. `outro`: the form adds an option 'other'. */
  | { tipo: 'opcoes'; varias: boolean; lista: string; arquivo: boolean; outro: boolean }
  | { tipo: 'pergunta'; como: TipoPergunta; aviso: string | null }
  | { tipo: 'abre' | 'fecha'; repete: boolean }
  /** A KoboToolbox battery's row, answered with a choice of its group. */
  | { tipo: 'item' }
  /** A text read aloud or shown, without an answer. */
  | { tipo: 'nota' }
  /** A value that the program fills in. */
  | { tipo: 'programa' }
  /** A question that voice cannot answer; `nome`: its label for people. */
  | { tipo: 'deixada'; nome: string };

const SELECT =
  /^(?:add )?(select_?one|select_?1|select one(?: from| prompt using)?|select1|select_?multiple|select multiple(?: from| prompt using)?|select all that apply(?: from)?)(_from_file|_external| from file)?\s+(\S.*)$/u;

const ask = (como: TipoPergunta, aviso: string | null = null): TipoDeLinha => ({
  tipo: 'pergunta',
  como,
  aviso,
});
const left = (nome: string): TipoDeLinha => ({ tipo: 'deixada', nome });

const NOMES: Record<string, TipoDeLinha> = {
  text: ask('texto'),
  string: ask('texto'),
  integer: ask('numero'),
  int: ask('numero'),
  decimal: ask('numero'),
  range: ask('escala'),
  date: ask('data'),
  datetime: ask('data', 'A resposta tem dia e hora: só o dia é lido.'),
  time: ask('texto', 'A resposta é uma hora: é lida como texto livre.'),
  barcode: ask('texto', 'A resposta é um código de barras: é lida como texto livre.'),
  note: { tipo: 'nota' },
  'begin group': { tipo: 'abre', repete: false },
  'begin repeat': { tipo: 'abre', repete: true },
  'begin loop': { tipo: 'abre', repete: true },
  'begin score': { tipo: 'abre', repete: false },
  'begin rank': { tipo: 'abre', repete: false },
  score__row: { tipo: 'item' },
  rank__level: { tipo: 'item' },
  'end score': { tipo: 'fecha', repete: false },
  'end rank': { tipo: 'fecha', repete: false },
  'end group': { tipo: 'fecha', repete: false },
  'end repeat': { tipo: 'fecha', repete: true },
  'end loop': { tipo: 'fecha', repete: true },
  geopoint: left('localização'),
  geotrace: left('trajeto'),
  geoshape: left('área no mapa'),
  'start-geopoint': { tipo: 'programa' },
  image: left('foto'),
  photo: left('foto'),
  audio: left('gravação'),
  video: left('vídeo'),
  file: left('arquivo'),
  signature: left('assinatura'),
  rank: left('ordenação'),
  acknowledge: left('confirmação'),
  trigger: left('confirmação'),
};
const TIPOS = new Map(Object.entries(NOMES));
for (const name of (
  'start end today deviceid subscriberid simserial phonenumber username email audit calculate hidden xml-external csv-external imei ' +
  'background-audio caseid audio_audit text_audit comments instance entity'
).split(' '))
  TIPOS.set(name, { tipo: 'programa' });

export function rowType(type: string): TipoDeLinha {
  const text = type.trim().replace(/\s+/gu, ' ');
  const plain = text.toLowerCase();
  const select = SELECT.exec(plain);
  if (select) {
    const [, kind = '', file] = select;
    const rest = text.slice(plain.length - (select[3]?.length ?? 0));
    const outro = /(?:^|\s)or[_ ](?:specify[_ ])?other$/iu.test(rest);
    const lista = rest.replace(/\s+or[_ ](?:specify[_ ])?other$/iu, '').trim();
    return { tipo: 'opcoes', varias: /multiple|all/u.test(kind), lista, arquivo: file !== undefined, outro };
  }
  if (/^rank\s/u.test(plain)) return left('ordenação');
  const spaced = plain.replace(/^(begin|end)_(?=(?:group|repeat|loop|score|rank)$)/u, '$1 ');
  return TIPOS.get(spaced) ?? left(text);
}
