/** Dropped files, with the folders that hold them. */

/** A file by its path below what was chosen. */
export interface Found {
  nome: string;
  file: File;
}

/** The used part of the browser's entries (a page that is left closes them by itself). */
type Entry = Pick<FileSystemEntry, 'isFile' | 'isDirectory' | 'name'>;

/**
 * The entries of a drop, or its plain files where a browser knows no entries. Asked at once: after the event they are
 * gone.
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

/** One folder's entries: a browser gives them a hundred at a time, and none when there are no more. */
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
 * Opens what was dropped, folder within folder. Nothing is read of the files but their names and sizes. Stops after
 * `max` files: whoever asked sees one too many. @throws DOMException where a folder or a file cannot be opened
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
