import { ApiError, errorMessage } from '../../lib/network/api.ts';
import { Gone } from '../log/model.ts';
import { NoMicrophone } from './sound/recorder.ts';
import { SEM_ESPACO } from './sound/room.ts';
import { isFull } from './storage/db.ts';

/** The reason of a failure in Portuguese; `fallback` replaces the browser's own English messages. */
export function reasonOf(error: unknown, fallback: string): string {
  if (isFull(error)) return SEM_ESPACO;
  if (error instanceof NoMicrophone || error instanceof Gone) return error.message;
  return error instanceof ApiError ? errorMessage(error, fallback) : fallback;
}
