/** The sheets of an XLSForm as tables: columns by their names, texts in one of the form's languages (xlsform.org). */
import type { LinhaLida } from '../rows/sheet.ts';

/** A sheet of a workbook: its filled rows, from the first. */
export type AbaLida = { nome: string; linhas: readonly LinhaLida[] };

/** A row of a table: `n` is its number in the program; `cell` gives what stands under a name, an empty text where nothing does. */
export type Registro = { n: number; cell: (coluna: string, lingua?: string) => string };
export type Tabela = { colunas: readonly { nome: string; lingua: string }[]; registros: readonly Registro[] };

/** Names that mean another column, as the converter of the published format takes them (pyxform, aliases.py). */
const OUTROS_NOMES = new Map([
  ['command', 'type'],
  ['tag', 'name'],
  ['value', 'name'],
  ['caption', 'label'],
  ['relevance', 'relevant'],
  ['bind::relevant', 'relevant'],
  ['bind::required', 'required'],
  ['bind::constraint', 'constraint'],
  ['control::appearance', 'appearance'],
  ['body::appearance', 'appearance'],
]);
const TRADUZIDAS = new Set(['label', 'hint', 'guidance_hint']);

/** 'label::Português (pt)' is the column 'label' in that language; a language is named behind one colon, too. */
function columnOf(cabecalho: string): { nome: string; lingua: string } {
  const text = cabecalho.trim();
  const plainName = (name: string): string => {
    const plain = name.trim().toLowerCase().replace(/\s+/gu, '_');
    return OUTROS_NOMES.get(plain) ?? plain;
  };
  const [base = '', lingua = ''] = text.split(/::?(.*)/su);
  const translated = plainName(base);
  return TRADUZIDAS.has(translated)
    ? { nome: translated, lingua: lingua.trim() }
    : { nome: plainName(text), lingua: '' };
}

/** The table of a sheet whose heading names all of `pedidas`; null: it has no such row. */
export function tableOf({ linhas }: AbaLida, pedidas: readonly string[]): Tabela | null {
  for (const [at, heading] of linhas.entries()) {
    const colunas = heading.celulas.map(columnOf);
    if (!pedidas.every((name) => colunas.some(({ nome }) => nome === name))) continue;
    const registros = linhas.slice(at + 1).map(
      ({ n, celulas }): Registro => ({
        n,
        cell: (coluna, lingua = '') => {
          const place = colunas.findIndex((one) => one.nome === coluna && one.lingua === lingua);
          return place < 0 ? '' : (celulas[place] ?? '').trim();
        },
      }),
    );
    return { colunas, registros };
  }
  return null;
}

const PORTUGUES = /portugu|\(pt(?:[-_]br)?\)|^pt(?:[-_]br)?$/iu;

/** The language that a form is read in ('' is the one without a name), and the others that it has. */
export type Lingua = { escolhida: string; outras: string[] };

/**
 * Portuguese where the form has it; else the texts without a language, the form's own default, the first one.
 * @param padrao what the form says is its default
 */
export function chooseLanguage(tabelas: readonly (Tabela | null)[], padrao: string): Lingua {
  const filled = (lingua: string): boolean =>
    tabelas.some((tabela) => tabela?.registros.some(({ cell }) => cell('label', lingua) !== '') ?? false);
  const all = [
    ...new Set(
      tabelas.flatMap(
        (tabela) => tabela?.colunas.filter(({ nome }) => nome === 'label').map((one) => one.lingua) ?? [],
      ),
    ),
  ].filter(filled);
  const escolhida =
    all.find((one) => PORTUGUES.test(one)) ??
    all.find((one) => one === '') ??
    all.find((one) => one.toLowerCase() === padrao.toLowerCase()) ??
    all[0] ??
    '';
  return { escolhida, outras: all.filter((one) => one !== escolhida) };
}

const MARCACAO = /<\/?(?:a|b|big|br|center|em|font|h[1-6]|i|p|small|span|strong|u)(?:\s[^<>]*)?\/?>/giu;
/** A text without the marks that make it bold or coloured on a device. */
const plainText = (text: string): string =>
  text
    .replace(MARCACAO, ' ')
    .replace(/\*\*(?=\S)(.+?)(?<=\S)\*\*/gsu, '$1')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/gu, '\n')
    .trim();

/** What a row says in the form's language; else in the one without a name, else in the first that has it. */
export function textIn(registro: Registro, coluna: string, { escolhida, outras }: Lingua): string {
  const found = [escolhida, '', ...outras].map((one) => registro.cell(coluna, one)).find((one) => one !== '');
  return plainText(found ?? '');
}
