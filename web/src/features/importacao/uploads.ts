/** Sheets of calls that this page sends. They go on while other screens are looked at, and are gone with the page: then picked again. */
import { lerImportacao } from '@escuta/shared/contracts/importacoes';
import { useSyncExternalStore } from 'react';
import { ApiError, call } from '../../lib/api.ts';
import { sha256 } from '../../lib/field-sync/sha256.ts';
import { newId } from '../../lib/ids.ts';
import { pageUploads } from '../../lib/page-uploads.ts';
import { partsTransport } from '../../lib/parts-transport.ts';
import { type PartsState, PartsUpload } from '../../lib/parts-upload.ts';

const uploads = new Map<string, PartsUpload>();
const states = new Map<string, PartsState>();
const listeners = new Set<() => void>();

function changed(id: string): void {
  const upload = uploads.get(id);
  if (upload) states.set(id, upload.getState());
  else states.delete(id);
  for (const listener of listeners) listener();
}

const watch = pageUploads({
  all: () => [...uploads.values()],
  forget: () => {
    for (const id of [...uploads.keys()]) forgetSheet(id);
  },
});

async function run(id: string, upload: PartsUpload): Promise<void> {
  await upload.start();
  if (upload.getState().phase !== 'concluido') return;
  // How it stood stays until the page knows that it is being read.
  uploads.delete(id);
  try {
    await call(lerImportacao, { params: { id } });
  } catch (error) {
    // The page offers it once the server is back ('Ler o arquivo'): nothing of it is under way here any more.
    changed(id);
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Sends an import's sheet. @param opened the upload that was begun; null: none was yet */
export function sendSheet(id: string, opened: string | null, file: File): void {
  watch();
  uploads.get(id)?.pause();
  const memory = { read: () => null, write: () => undefined, forget: () => undefined };
  const transport = partsTransport({ id: opened ?? newId(), papel: 'importacao', importacao_id: id });
  const upload = new PartsUpload({ file, transport, memory, sha256 });
  uploads.set(id, upload);
  upload.subscribe(() => changed(id));
  changed(id);
  void run(id, upload);
}

/** Goes on with what was paused or refused. */
export function resumeSheet(id: string): void {
  const upload = uploads.get(id);
  if (upload) void run(id, upload);
}

/** Lets go of a sheet: nothing more of it is sent. */
export function forgetSheet(id: string): void {
  uploads.get(id)?.pause();
  uploads.delete(id);
  changed(id);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How this page's upload of an import stands; undefined: it sends none. */
export const useSheetUpload = (id: string): PartsState | undefined =>
  useSyncExternalStore(subscribe, () => states.get(id));
