/**
 * The files of the portal that this page sends. They go on while other screens are looked at, stop with the session, and are gone with
 * the page: then they are picked again.
 */
import { analisarPreparo, getPreparo } from '@escuta/shared/contracts/preparos';
import type { PapelArquivo } from '@escuta/shared/domain/audit-preparation';
import { useCallback, useSyncExternalStore } from 'react';
import { ApiError, call } from '../../lib/api.ts';
import { sha256 } from '../../lib/field-sync/sha256.ts';
import { newId } from '../../lib/ids.ts';
import { pageUploads } from '../../lib/page-uploads.ts';
import { partsTransport, printMemory } from '../../lib/parts-transport.ts';
import { PARTS_AT_A_TIME, type PartsState, PartsUpload, Slots } from '../../lib/parts-upload.ts';

interface Sending {
  envioId: string;
  upload: PartsUpload;
}

/** How files of one preparation stand in this page; those that it does not send are not there. */
export type UploadStates = Partial<Record<PapelArquivo, PartsState>>;

const NOTHING: UploadStates = {};

const sendings = new Map<string, Map<PapelArquivo, Sending>>();
const snapshots = new Map<string, UploadStates>();
const listeners = new Set<() => void>();
const slots = new Slots(PARTS_AT_A_TIME);

function changed(preparoId: string): void {
  snapshots.delete(preparoId);
  for (const listener of listeners) listener();
}

const all = (): PartsUpload[] =>
  [...sendings.values()].flatMap((files) => [...files.values()].map(({ upload }) => upload));

const watch = pageUploads({
  all,
  forget: () => {
    const ids = [...sendings.keys()];
    sendings.clear();
    for (const id of ids) changed(id);
  },
});

/** Has the files read once the last of them is here. */
async function readWhenComplete(preparoId: string): Promise<void> {
  try {
    const { data } = await call(getPreparo, { params: { id: preparoId } });
    if (data.estado !== 'enviando' || !data.arquivos.every(({ completo }) => completo)) return;
    await call(analisarPreparo, { params: { id: preparoId } });
  } catch (error) {
    // Somebody else was first, or the page offers it once the server is back ('Ler os arquivos').
    if (!(error instanceof ApiError)) throw error;
  }
}

async function run(preparoId: string, { upload }: Sending): Promise<void> {
  await upload.start();
  if (upload.getState().phase !== 'concluido') return;
  await readWhenComplete(preparoId);
  changed(preparoId);
}

/**
 * Sends one of the four files, in place of one that this page may be sending there.
 * @param opened the upload that was begun; null: none was yet
 */
export function sendFile(preparoId: string, papel: PapelArquivo, opened: string | null, file: File): void {
  watch();
  const envioId = opened ?? newId();
  const files = sendings.get(preparoId) ?? new Map<PapelArquivo, Sending>();
  files.get(papel)?.upload.pause();
  const upload = new PartsUpload({
    file,
    transport: partsTransport({ id: envioId, papel, preparo_id: preparoId }),
    memory: printMemory(envioId),
    sha256,
    slots,
  });
  const sending = { envioId, upload };
  files.set(papel, sending);
  sendings.set(preparoId, files);
  upload.subscribe(() => changed(preparoId));
  changed(preparoId);
  void run(preparoId, sending);
}

/** Stops what goes out of a preparation. */
export function pauseUploads(preparoId: string): void {
  for (const { upload } of sendings.get(preparoId)?.values() ?? []) upload.pause();
}

/** Goes on with what was paused or refused. */
export function resumeUploads(preparoId: string): void {
  for (const sending of sendings.get(preparoId)?.values() ?? []) void run(preparoId, sending);
}

/** Lets go of a file: another one takes its place, or nothing more is sent. */
export function forgetUploads(preparoId: string, papel?: PapelArquivo): void {
  const files = sendings.get(preparoId);
  for (const [one, { upload }] of files ?? []) {
    if (papel !== undefined && one !== papel) continue;
    upload.pause();
    files?.delete(one);
  }
  changed(preparoId);
}

function statesOf(preparoId: string): UploadStates {
  const known = snapshots.get(preparoId);
  if (known) return known;
  const files = sendings.get(preparoId);
  const states = files
    ? Object.fromEntries([...files].map(([papel, { upload }]) => [papel, upload.getState()]))
    : NOTHING;
  snapshots.set(preparoId, states);
  return states;
}

/** How this page's uploads of a preparation stand. */
export function useUploads(preparoId: string): UploadStates {
  const subscribe = useCallback((listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, []);
  return useSyncExternalStore(subscribe, () => statesOf(preparoId));
}
