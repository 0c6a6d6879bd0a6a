/** Reads an XLSForm's sheets as tables, in one language (xlsform.org). */
import type { LinhaLida } from '../rows/sheet.ts';

export type AbaLida = { nome: string; linhas: readonly LinhaLida[] };

/** `n` is the row's displayed number; `cell` returns a column's text. */
export type Registro = { n: number; cell: (coluna: string, lingua?: string) => string };
export type Tabela = { colunas: readonly { nome: string; lingua: string }[]; registros: readonly Registro[] };

/** Column aliases, as in pyxform (aliases.py). */
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

/** Splits a heading into column and language: 'label::Português (pt)'; one colon works too. */
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

/** The table below the first row that has all columns of `pedidas`; null: no such row. */
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

/** The chosen language ('': texts without a language), and the form's other languages. */
export type Lingua = { escolhida: string; outras: string[] };

/**
 * Chooses Portuguese, else texts without a language, else the default language, else the first one.
 * @param padrao the form's default language
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
const plainText = (text: string): string =>
  text
    .replace(MARCACAO, ' ')
    .replace(/\*\*(?=\S)(.+?)(?<=\S)\*\*/gsu, '$1')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/gu, '\n')
    .trim();

/** A row's text in the chosen language, else without language, else in the first other language. */
export function textIn(registro: Registro, coluna: string, { escolhida, outras }: Lingua): string {
  const found = [escolhida, '', ...outras].map((one) => registro.cell(coluna, one)).find((one) => one !== '');
  return plainText(found ?? '');
}
