import { expect, it } from 'vitest';
import { droppedEntries, filesOf } from './dropped.ts';
import { chosenOf } from './sending.ts';

const file = (name: string) => new File(['som'], name);
const entryOf = (name: string) => ({
  isFile: true,
  isDirectory: false,
  name,
  file: (done: (one: File) => void) => done(file(name)),
});
/** A folder as browsers give it: entries come in hundreds, and an empty list ends them. */
const folder = (name: string, children: readonly object[]) => ({
  isFile: false,
  isDirectory: true,
  name,
  createReader: () => {
    let at = 0;
    return {
      readEntries: (done: (some: object[]) => void) => {
        done(children.slice(at, at + 100));
        at += 100;
      },
    };
  },
});
const dropped = (entry: object) =>
  droppedEntries({
    items: [
      { kind: 'string' },
      { kind: 'file', webkitGetAsEntry: () => entry },
    ] as unknown as DataTransferItemList,
    files: [] as unknown as FileList,
  });

it('opens a dropped folder with all that lies below it, also where it holds more than a browser gives at once', async () => {
  const day = folder(
    '20',
    Array.from({ length: 250 }, (_, n) => entryOf(`${n}.wav`)),
  );
  const entry = folder('gravacoes', [
    folder('novembro', [day, entryOf('leia-me.txt')]),
    entryOf('solta.mp3'),
  ]);
  const found = await filesOf(dropped(entry), 1000);
  expect(found).toHaveLength(252);
  expect(found.map(({ nome }) => nome)).toContain('gravacoes/novembro/20/249.wav');
  const chosen = chosenOf(found);
  expect(chosen).toMatchObject({ origem: 'pasta', nome: 'gravacoes', fora: 1 });
});

it('stops at one file too many, and says when a folder cannot be opened', async () => {
  const many = folder(
    'muitas',
    Array.from({ length: 300 }, (_, n) => entryOf(`${n}.wav`)),
  );
  expect(await filesOf(dropped(many), 10)).toHaveLength(11);
  const closed = {
    ...folder('fechada', []),
    createReader: () => ({ readEntries: (_: unknown, fail: (why: Error) => void) => fail(new Error('não')) }),
  };
  await expect(filesOf(dropped(closed), 10)).rejects.toThrow();
});

it('takes plain files where a browser knows no entries, and one archive at a time', async () => {
  const plain = droppedEntries({
    items: [] as unknown as DataTransferItemList,
    files: [file('a.zip')] as unknown as FileList,
  });
  expect(chosenOf(await filesOf(plain, 10))).toMatchObject({ origem: 'arquivo', nome: 'a.zip' });
  expect(chosenOf([file('a.zip'), file('b.zip')].map((one) => ({ nome: one.name, file: one })))).toMatch(
    'Envie um .zip de cada vez',
  );
});
