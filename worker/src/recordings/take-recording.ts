import { open } from 'node:fs/promises';
import { SNIFF_BYTES } from '@escuta/shared/domain/audio/audio-sniff';
import { recogniseRecording } from '@escuta/shared/domain/recordings/recognise-recording';
import type { TipoTarefa } from '@escuta/shared/domain/tasks/task-names';
import { measureLimitMs, measureRecording } from '../audio/measure/measure-recording.ts';
import type { TaskContext } from '../tasks/task.ts';
import { type Stored, storeFile } from './local-files.ts';

const VAZIA = 'O arquivo está vazio.';
const SEM_SOM = 'O arquivo não é de áudio.';
const MUDA = 'O áudio não pôde ser decodificado.';
const longa = (maxMinutos: number): string => `O arquivo passa de ${maxMinutos} minutos.`;

/** A stored recording with its decoded length and any requested fingerprint. */
export type Tomada = Stored & { tipo: string; ms: number; words: Uint32Array | null };

/** A local recording. `nome`: original file name, whose extension tells the format of headerless sound. */
export type GravacaoLocal = { caminho: string; nome: string };

/** Validates, measures and stores a local recording, or returns the reason of its refusal. */
export async function takeRecording(
  { db, store, signal, som }: Pick<TaskContext<TipoTarefa>, 'db' | 'store' | 'signal' | 'som'>,
  place: { empresaId: string; pasta: string },
  { caminho: filePath, nome }: GravacaoLocal,
  { impressao = true }: { impressao?: boolean } = {},
): Promise<Tomada | { motivo: string }> {
  const file = await open(filePath);
  const head = Buffer.alloc(SNIFF_BYTES);
  const { bytesRead } = await file.read(head, 0, SNIFF_BYTES, 0).finally(() => file.close());
  if (bytesRead === 0) return { motivo: VAZIA };
  const found = recogniseRecording(head.subarray(0, bytesRead), nome);
  if ('motivo' in found) return { motivo: found.generico ? SEM_SOM : found.motivo };
  const { tipo } = found;
  const timeoutMs = measureLimitMs(som.maxMinutos);
  const { ffmpegPath } = som;
  const { ms, words } = await measureRecording({ filePath, tipo, signal, timeoutMs, ffmpegPath, impressao });
  if (ms === 0) return { motivo: MUDA };
  if (ms > som.maxMinutos * 60_000) return { motivo: longa(som.maxMinutos) };
  return { ...(await storeFile({ db, store }, place, filePath, tipo)), tipo, ms, words };
}
