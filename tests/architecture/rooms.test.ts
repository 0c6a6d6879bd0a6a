// A folder is a room in which a newcomer finds a file at a glance: at most 15 files of its own, tests beside them not counted.
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { filesUnder } from '../support/source-files.ts';

const MOST = 15;
/** Rooms of the web that are still larger; none may be added, and none may grow. */
const LARGER: Readonly<Record<string, number>> = {};

const ownFiles = (workspaces: readonly string[]): [string, number][] => {
  const counts = new Map<string, number>();
  for (const path of workspaces.flatMap((folder) => filesUnder(folder))) {
    if (/\.test\.tsx?$/.test(path)) continue;
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  return [...counts];
};

it.each(['shared/src', 'api/src', 'worker/src'])('%s has no room of more than 15 files', (workspace) => {
  const rooms = ownFiles([workspace]);
  expect(rooms.length).toBeGreaterThan(10);
  expect(rooms.filter(([, files]) => files > MOST)).toEqual([]);
});

it('the rooms of the web that are larger only shrink', () => {
  const larger = ownFiles(['web/src']).filter(([, files]) => files > MOST);
  expect(Object.fromEntries(larger)).toEqual(LARGER);
});
