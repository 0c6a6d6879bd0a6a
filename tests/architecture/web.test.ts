// Rules of what the web app's code must or must not contain. A failure names the file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '../support/source-files.ts';

const files = filesUnder(join('web', 'src'))
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }));

/** Matches of a pattern as 'file: text', outside the permitted files. */
function matchesOf(pattern: RegExp, mayHave: (path: string) => boolean = () => false): string[] {
  return files
    .filter(({ path }) => !mayHave(path))
    .flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([match]) => `${path}: ${match}`));
}

describe('one way to change something', () => {
  it('every call that changes something goes through kit/mutation.ts: told, locked, and followed by what its contract touches', () => {
    const inKit = (path: string) => path === 'web/src/kit/mutation.ts';
    expect(files.some(({ path, text }) => inKit(path) && text.includes('useMutation'))).toBe(true);
    expect(matchesOf(/\buseMutation\b/g, inKit)).toEqual([]);
  });

  it('answers are made stale there and by live events alone, by keys that lib/query.ts makes', () => {
    const follow = ['web/src/kit/mutation.ts', 'web/src/app/private-area.tsx'];
    expect(matchesOf(/\binvalidateQueries\(/g, (path) => follow.includes(path))).toEqual([]);
    expect(matchesOf(/queryKey:\s*\[(?:\w+\.)?id\b/g)).toEqual([]);
  });
});

/** Matches 'opacity-60' and 'text-white/65' with their variants, but not 'text-sm/6', which sets a line height. */
const DIMMED =
  /(?:[\w-]+(?:\[[^\]\s]*\])?(?:\/\w+)?:)*(?:opacity-(?:[1-9]\d?)|text-(?!(?:xs|sm|base|lg|xl|[2-9]xl|micro|dense|lead)\/)[a-z-]+\/\d+)(?![\w-])/g;

/** True if a class applies only to disabled controls, which need not be readable (WCAG 1.4.3). */
const isOff = (name: string) => /(?:^|:)(?:group-|peer-)?(?:aria-|data-\[)?disabled/.test(name);

/** Exceptions, with the reason why each is not dimmed text. */
const EXCEPTIONS: readonly { path: string; name: RegExp; because: string }[] = [
  {
    path: 'web/src/features/call-analysis/transcript/sentence-row.tsx',
    name: /^opacity-60$/,
    because: 'an icon beside the time that says the same; hidden from screen readers',
  },
  {
    path: 'web/src/features/auth/auth-panel.tsx',
    name: /^text-white\/(?:65|75|85)$/,
    because: 'words on a dark panel of one colour in both themes; axe measures them (e2e account-journey)',
  },
  {
    path: 'web/src/features/site/contact.tsx',
    name: /^text-white\/80$/,
    because: 'words on a dark panel of one colour in both themes; axe measures them (e2e site)',
  },
];

describe('nothing that is read is dimmed', () => {
  it('knows dimmed words from what only looks like them', () => {
    const text =
      "'text-sm opacity-60 disabled:opacity-55 text-muted-foreground/90 text-sm/6 opacity-100 opacity-0'";
    const names = [...text.matchAll(DIMMED)].map(([name]) => name).filter((name) => !isOff(name));
    expect(names).toEqual(['opacity-60', 'text-muted-foreground/90']);
    expect(isOff('data-[disabled]:opacity-50')).toBe(true);
  });

  it('by classes: a token of its own says what is secondary, loading is shown by a bar', () => {
    const used = new Set<(typeof EXCEPTIONS)[number]>();
    const dimmed = files.flatMap(({ path, text }) =>
      [...text.matchAll(DIMMED)].flatMap(([name]) => {
        if (isOff(name)) return [];
        const exception = EXCEPTIONS.find((one) => one.path === path && one.name.test(name));
        if (exception) used.add(exception);
        return exception ? [] : [`${path}: ${name}`];
      }),
    );
    expect(dimmed).toEqual([]);
    expect(EXCEPTIONS.filter((one) => !used.has(one))).toEqual([]);
  });
});

// Without a graphics card (thin clients, browser tests), each typed letter redraws the blur of a dialog's backdrop for
// the whole window, which takes three times as long as drawing the letter.
it('nothing blurs what lies behind it', () => {
  expect(matchesOf(/backdrop-(?:blur|filter)[^\s'"`]*/gi)).toEqual([]);
});

it('has the accessible names that the benchmark waits for', () => {
  const texts = files.map(({ text }) => text).join('\n');
  const names = filesUnder('bench').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/aria-label="([^"]+)"|\{ name: '([^']+)' \}/g)].map(
      ([, label, name]) => label ?? name ?? '',
    ),
  );
  expect(names.length).toBeGreaterThan(2);
  expect(names.filter((name) => !texts.includes(name))).toEqual([]);
});
