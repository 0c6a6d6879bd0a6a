// Texts for people follow docs/voz.md as far as a test can check: words, the article before Escuta, the percent sign.
// Texts of specifications and laws are exempt.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { allTexts, textsIn } from '../../scripts/textos/texts.ts';
import { filesUnder } from '../support/source-files.ts';

const SPECIFIED = new Set(
  readFileSync(new URL('./screen-texts.tsv', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.split('\t')[1]),
);
/** Legal texts are exempt: they have their own language, and accounts have accepted their present wording. */
const LEGAL = /^web\/src\/features\/legal\//;
/** Correct words that look like banned ones, with their reason. */
const RIGHT: Readonly<Record<string, string>> = {
  'Quem ouviu': 'the name of the list of accesses, short as a menu needs it',
  'O entrevistador lê este texto antes dos itens. Por exemplo: “Que nota o senhor dá para…”.':
    'a question, as an interviewer reads it',
  'escolhida por uma pessoa': 'stored with columns: older rows are compared with it',
};

/**
 * Makes a pattern for whole words without `\b`, because JavaScript's `\b` wrongly ends a word at an accented letter.
 */
const words = (pattern: string): RegExp => new RegExp(String.raw`(?<!\p{L})(?:${pattern})(?!\p{L})`, 'iu');

const WORDS: readonly (readonly [use: string, instead: RegExp])[] = [
  ['selecionar', words(String.raw`escolh\p{L}+(?<!escolha(?= (?:única|múltipla)))`)],
  ['limite', words('tetos?')],
  ['frase', words('senten[çc]as?')],
  ['automaticamente', words('sozinh[oa]s?')],
  ['gerente', words('gestor(?:es)?')],
  ['a enviar, a conferir', words('por (?:enviar|conferir|juntar)')],
  ['colocar, aplicar', words('pôr (?:em|de volta|no lugar)|post[oa]s? em')],
  ['atribuir', words('d(?:ad[oa]s?|ar|á) (?:a|à) (?:você|alguém|uma pessoa|quem)')],
  ['nada a', words('não há o que')],
  ['corrompido', words('estragad[oa]s?')],
  ['fictício', words('inventad[oa]s?')],
  ['alterar', words('mexer')],
  ['iniciado', words('começad[oa]s?')],
  ['mais recente', words('mais nov[oa]s? (?:primeiro|de|ao|à)')],
  ['em um, em uma', words('numa?')],
  ['pontuação', words('notas?(?! fisca(?:l|is))')],
  [
    'a Brazilian word',
    words('largar|deitar fora|ecrã|ficheiro|utilizador(?:es)?|telemóvel|registo|facto|percentagem'),
  ],
  ['a named subject', /^(?:Quem|O que) \p{Ll}[^?]*$/u],
];

const texts = allTexts().filter(
  ({ path, text }) => !LEGAL.test(path) && !SPECIFIED.has(text) && !(text in RIGHT),
);
const found = (pattern: RegExp): string[] =>
  texts.filter(({ text }) => pattern.test(text)).map(({ path, line, text }) => `${path}:${line}: ${text}`);

it('reads the texts of the web, the answers and the mails', () => {
  expect(texts.length).toBeGreaterThan(8000);
  const code =
    "const a = <p title=\"Um título\">Há {n} itens <b>novos</b>.</p>; sql`select um, dois`; db.query(sql, ['Um exemplo']); cn('flex gap-2');";
  expect(textsIn('a.tsx', code).map(({ text }) => text)).toEqual([
    'Um título',
    'Há {} itens {}.',
    'Um exemplo',
  ]);
});

it.each(WORDS)('says “%s”, not %s', (_use, pattern) => {
  expect(found(pattern)).toEqual([]);
});

/** Files in which 'alertas' may stand alone, because it means firings of alert rules. */
const OF_RULES = new RegExp(
  [
    'shared/src/contracts/insights/regras',
    'shared/src/domain/(?:accounts/(?:notice|weekly)-mail|background-work|exports/exports|log/audit-actions)',
    'web/src/app/shell/notification-bell',
    'web/src/domain/(?:alerts|notices)/',
    'web/src/domain/insights/insight-parts.tsx:\\d+: motivo do alerta',
    'web/src/features/(?:alertas|dashboard|documentacao|site)/',
    'web/src/lib/text/doc-topics',
  ]
    .map((path) => `^${path}`)
    .join('|'),
);

it("names the flags of a model 'alertas da IA', so that 'alertas' is one number", () => {
  const bare = words('alertas?(?! da IA)');
  expect(found(bare).filter((text) => !OF_RULES.test(text))).toEqual([]);
});

it("gives Escuta its article, 'a'", () => {
  expect(found(words('(?:o|do|no|ao|pelo|este|nosso) Escuta'))).toEqual([]);
});

it('shows an absent value as -', () => {
  const ABSENT = /'[—–]'(?!\))|>[—–]</;
  const dashed = filesUnder('web/src').filter((path) => ABSENT.test(readFileSync(path, 'utf8')));
  expect(dashed).toEqual([]);
});

it('writes the percent sign without a space', () => {
  expect(found(/[\d}]\s+%/u)).toEqual([]);
});
