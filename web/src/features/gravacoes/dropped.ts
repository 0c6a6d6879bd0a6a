/** Reads dropped files and the files in dropped folders. */

/** A file, with its path below the chosen folder. */
export interface Found {
  nome: string;
  file: File;
}

/** The part of a browser's file entry that is used here. */
type Entry = Pick<FileSystemEntry, 'isFile' | 'isDirectory' | 'name'>;

/**
 * The entries of a drop; in browsers without entries, its files. Call it during the event, because the browser deletes
 * the entries afterwards.
 */
export function droppedEntries(transfer: Pick<DataTransfer, 'items' | 'files'>): (Entry | File)[] {
  const entries = [...transfer.items].flatMap((item) => {
    if (item.kind !== 'file') return [];
    const entry = item.webkitGetAsEntry?.() ?? item.getAsFile();
    return entry ? [entry] : [];
  });
  return entries.length > 0 ? entries : [...transfer.files];
}

const fileOf = (entry: Entry): Promise<File> =>
  new Promise((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));

/** All entries of a folder. Browsers return a hundred at a time, and an empty list at the end. */
async function childrenOf(folder: Entry): Promise<Entry[]> {
  const reader = (folder as FileSystemDirectoryEntry).createReader();
  const all: Entry[] = [];
  for (;;) {
    const some = await new Promise<Entry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/**
 * Files of a drop and of its folders at any depth; contents are not read. Stops when more than `max` files are found,
 * so that the caller notices the excess.
 * @throws DOMException if a folder or file cannot be opened
 */
export async function filesOf(given: readonly (Entry | File)[], max: number): Promise<Found[]> {
  const found: Found[] = [];
  const open = async (one: Entry | File, folders: string): Promise<void> => {
    if (found.length > max) return;
    const nome = `${folders}${one.name}`.normalize('NFC');
    if (one instanceof File) found.push({ nome, file: one });
    else if (one.isDirectory) for (const child of await childrenOf(one)) await open(child, `${nome}/`);
    else if (one.isFile) found.push({ nome, file: await fileOf(one) });
  };
  for (const one of given) await open(one, '');
  return found;
}
