// Functions are named by verbs, components by nouns (docs/dev/style.md). A failure gives name and file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesUnder } from '../support/source-files.ts';

const ROOMS = ['api/src', 'shared/src', 'worker/src', 'web/src'];
const files = ROOMS.flatMap((room) => filesUnder(join(...room.split('/'))))
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }));

const matchesOf = (pattern: RegExp): string[] =>
  files.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([match]) => `${path}: ${match}`));

/** Matches exports that begin with a question word or `hold` (use `lock`), except `whereScope` (a WHERE clause). */
const NO_VERB =
  /^export (?:async )?(?:function|const) (?!whereScope\b)(?:hold|how|what|where|who|why)[A-Z]\w*(?=[<(]| = (?:async )?[<(])/gm;

it("an exported function's name is no question, and no lock's is 'hold'", () => {
  expect('export async function holdAgents(db: Db) {'.match(NO_VERB)).not.toBeNull();
  expect('export const whyOpen = (motivo: string) => motivo;'.match(NO_VERB)).not.toBeNull();
  expect('export function explainOpen(motivo: string) {'.match(NO_VERB)).toBeNull();
  expect(matchesOf(NO_VERB)).toEqual([]);
});

/** Participles, adverbs and question words, which cannot name a component. The exceptions are nouns. */
const NO_NOUN =
  /^(?:export )?(?:default )?function (?!Heading|Mapping|Recording|Ring)(?:[A-Z][a-z]*(?:ing|ed)|Another|Before|Beneath|Beside|Former|Found|Kept|Leave|Made|Past|Ready|Said|Second|Sent|Short|Spent|Spoken|Stale|Undone|Use|Why|Without)\(/gm;

it("a component's name has a noun", () => {
  expect('function Made({ importacao }: Props) {'.match(NO_NOUN)).not.toBeNull();
  expect('export function Loading() {'.match(NO_NOUN)).not.toBeNull();
  expect('function ImportUndone() {'.match(NO_NOUN)).toBeNull();
  expect(matchesOf(NO_NOUN)).toEqual([]);
});

/** Matches a comment that begins with a clause ('What the rule watches') in place of a noun or a verb. */
const CLAUSE_FIRST =
  /^\s*(?:\/\*\*|\/\/|\* )\s*(?:Because|How|Those|What|Where|Whether|Which|Who(?:ever|m|se)?|Why)\b.*$/gm;

it('a comment begins with its subject or its verb, never with a clause', () => {
  expect('/** What the rule watches. */'.match(CLAUSE_FIRST)).not.toBeNull();
  expect('  // Whether it is due.'.match(CLAUSE_FIRST)).not.toBeNull();
  expect('/** Target of the rule. */'.match(CLAUSE_FIRST)).toBeNull();
  expect(' * Where a filter is set.'.match(CLAUSE_FIRST)).not.toBeNull();
  expect('/** Those of the given people. */'.match(CLAUSE_FIRST)).not.toBeNull();
  // Removes the further lines of a comment, because only its first line is checked.
  const first = (text: string) =>
    text.replace(/(\n\s*(?:\/\/|\*(?!\/)) .*)(?:\n\s*(?:\/\/|\*(?!\/)).*)+/g, '$1');
  const all = [...ROOMS, 'bench', 'demo-ai', 'deploy', 'prisma', 'scripts', 'tests'].flatMap((room) =>
    filesUnder(room),
  );
  // This file quotes such comments.
  const others = all.filter((path) => !path.endsWith('names.test.ts'));
  expect(
    others.flatMap((path) =>
      (first(readFileSync(path, 'utf8')).match(CLAUSE_FIRST) ?? []).map((said) => `${path}: ${said}`),
    ),
  ).toEqual([]);
});
