// Test names are English; only quoted screen texts, field names and addresses are Portuguese.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { filesUnder } from '../support/source-files.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['api', 'demo-ai', 'prisma', 'scripts', 'shared', 'tests', 'web', 'worker'];

/** The title of `it('…', …)` and similar calls, and of `it.each(…)('…', …)`. */
const TITLE = /(?:\b(?:describe|it|test)|\))\(\s*(?:'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`([^`]*)`),/g;
const titlesIn = (text: string) => [...text.matchAll(TITLE)].map(([, a, b, c]) => a ?? b ?? c ?? '');

const QUOTE = /“[^”]*”|"[^"]*"|(?<!\p{L})'[^']*'|\$\{[^}]*\}/gu;
/** Common Portuguese words that are not English, unless part of a field's name or an address. */
const PORTUGUESE =
  /(?<![\p{L}\d_./?&=%-])(?:ao|aos|com|da|das|de|depois|dos|e|é|em|já|mais|na|não|nas|nem|o|os|ou|outra|outro|para|pela|pelo|por|quando|quem|que|sem|seu|só|sua|também|um|uma)(?![\p{L}\d_/=-])/u;
const isPortuguese = (title: string) => PORTUGUESE.test(title.replace(QUOTE, ''));

it('names every test in English', () => {
  const files = FOLDERS.flatMap((folder) => filesUnder(join(ROOT, folder))).filter(
    (path) => /\.test\.tsx?$/.test(path) && path !== import.meta.filename,
  );
  const named = files.flatMap((path) =>
    titlesIn(readFileSync(path, 'utf8')).map((title) => ({ file: relative(ROOT, path), title })),
  );
  expect(named.length).toBeGreaterThan(3500);
  expect(named.filter(({ title }) => isPortuguese(title))).toEqual([]);
});

it('knows a Portuguese name, and leaves quotes, fields and addresses alone', () => {
  const text = `
longo.test('guarda tudo que foi dito', () => {});
it.each([1])("%s é recusado", () => {});
it.each([
  ['a', 'de'],
])('shows “guarda tudo que foi dito”', () => {});
describe(\`GET /itens-por-projeto?de=1\`, () => {});`;
  expect(titlesIn(text).map((title) => [title, isPortuguese(title)])).toEqual([
    ['guarda tudo que foi dito', true],
    ['%s é recusado', true],
    ['shows “guarda tudo que foi dito”', false],
    ['GET /itens-por-projeto?de=1', false],
  ]);
});
