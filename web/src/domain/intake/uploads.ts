/**
 * Uploads of this page to intakes. They continue while other screens are shown and pause with the session. A closed
 * page loses them: the person chooses the files again, and only missing parts are sent.
 */
import { useCallback, useSyncExternalStore } from 'react';
import { sha256 } from '../../lib/field-sync/sha256.ts';
import { ApiError, call } from '../../lib/network/api.ts';
import { partsTransport, printMemory } from '../../lib/network/parts-transport.ts';
import { PARTS_AT_A_TIME, type PartsState, PartsUpload, Slots } from '../../lib/network/parts-upload.ts';
import { session } from '../../lib/network/session.ts';
import { newId } from '../../lib/text/ids.ts';
import type { Sender } from './kind.ts';

interface Sending {
  upload: PartsUpload;
  sender: Pick<Sender<never>, 'reading' | 'isWhole'>;
}

/** This page's uploads of an intake, by the file's role; uploads of other pages are absent. */
export type UploadStates<Papel extends string = string> = Partial<Record<Papel, PartsState>>;

const NOTHING: UploadStates = {};

const sendings = new Map<string, Map<string, Sending>>();
const snapshots = new Map<string, UploadStates>();
const listeners = new Set<() => void>();
const slots = new Slots(PARTS_AT_A_TIME);
/** Account of the person who sends the files. */
let owner: string | null = null;
let watching = false;

function changed(intakeId: string): void {
  snapshots.delete(intakeId);
  for (const listener of listeners) listener();
}

const all = (): PartsUpload[] =>
  [...sendings.values()].flatMap((files) => [...files.values()].map(({ upload }) => upload));

/** Pauses uploads at the session's end. The same person finds them again; another person in this browser does not. */
function onSession(): void {
  const user = session.get()?.user.id ?? null;
  if (user === owner) return;
  for (const upload of all()) upload.pause();
  if (user === null) return;
  owner = user;
  for (const id of [...sendings.keys()]) forgetUploads(id);
}

function watch(): void {
  owner = session.get()?.user.id ?? null;
  if (watching) return;
  watching = true;
  session.subscribe(onSession);
  window.addEventListener('beforeunload', (event) => {
    if (all().some(({ active }) => active)) event.preventDefault();
  });
}

async function run(intakeId: string, papel: string, sending: Sending): Promise<void> {
  await sending.upload.start();
  if (sending.upload.getState().phase !== 'concluido') return;
  try {
    // The upload stays listed until the reading starts, because otherwise the page would ask for the same file again.
    const { reading, isWhole } = sending.sender;
    if (!isWhole || (await isWhole(intakeId))) await call(reading, { params: { id: intakeId } });
  } catch (error) {
    // Without the upload the page offers a button that starts the reading when the server is back.
    if (sendings.get(intakeId)?.get(papel) === sending) forgetUploads(intakeId, papel);
    if (!(error instanceof ApiError)) throw error;
  }
}

/**
 * Sends a file of an intake. An upload of a file with the same role on this page is replaced.
 * @param opened id of the upload that was already begun; null if no upload was begun
 */
export function sendFile<Papel extends string>(
  sender: Sender<Papel>,
  intakeId: string,
  papel: Papel,
  opened: string | null,
  file: Blob,
): void {
  watch();
  const id = opened ?? newId();
  const files = sendings.get(intakeId) ?? new Map<string, Sending>();
  files.get(papel)?.upload.pause();
  const upload = new PartsUpload({
    file,
    transport: partsTransport({ id, ...sender.owner(intakeId, papel) }),
    memory: printMemory(id),
    sha256,
    slots,
  });
  const sending = { upload, sender };
  files.set(papel, sending);
  sendings.set(intakeId, files);
  upload.subscribe(() => changed(intakeId));
  changed(intakeId);
  void run(intakeId, papel, sending);
}

export function pauseUploads(intakeId: string): void {
  for (const { upload } of sendings.get(intakeId)?.values() ?? []) upload.pause();
}

/** Continues the paused and refused uploads of an intake. */
export function resumeUploads(intakeId: string): void {
  for (const [papel, sending] of sendings.get(intakeId) ?? []) void run(intakeId, papel, sending);
}

/**
 * Drops an upload, because another file replaces it or the intake accepts no more files.
 * @param papel absent: drops the uploads of all files of the intake
 */
export function forgetUploads(intakeId: string, papel?: string): void {
  const files = sendings.get(intakeId);
  for (const [one, { upload }] of files ?? []) {
    if (papel !== undefined && one !== papel) continue;
    upload.pause();
    files?.delete(one);
  }
  changed(intakeId);
}

function statesOf(intakeId: string): UploadStates {
  const known = snapshots.get(intakeId);
  if (known) return known;
  const files = sendings.get(intakeId);
  const states = files
    ? Object.fromEntries([...files].map(([papel, { upload }]) => [papel, upload.getState()]))
    : NOTHING;
  snapshots.set(intakeId, states);
  return states;
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The state of this page's uploads of an intake. */
export function useUploads<Papel extends string>(intakeId: string): UploadStates<Papel> {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => statesOf(intakeId), [intakeId]),
  );
}
