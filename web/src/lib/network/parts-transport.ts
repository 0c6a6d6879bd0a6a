/** Sends an upload's parts (POST /envios), and stores its file's fingerprint. */
import type { BodyOf } from '@escuta/shared/contracts/contract';
import {
  completeEnvio,
  createEnvio,
  type EnvioWire,
  uploadParte,
} from '@escuta/shared/contracts/operation/envios';
import { call, uploadBytes } from './api.ts';
import type { FilePrint, PartsTransport, PrintMemory, Received } from './parts-upload.ts';

const received = ({
  recebidas,
  faltam,
  estado,
}: Pick<EnvioWire, 'recebidas' | 'faltam' | 'estado'>): Received => ({
  recebidas,
  faltam,
  concluido: estado === 'concluido',
});

/** Transport of an upload over the API. `envio` has the id and the owner of the upload. */
export function partsTransport(envio: BodyOf<typeof createEnvio>): PartsTransport {
  const params = { id: envio.id };
  return {
    open: async (signal) => received((await call(createEnvio, { body: envio, signal })).data),
    send: ({ n, bytes, sha256: sha }, onProgress, signal) =>
      uploadBytes(uploadParte, bytes, {
        params: { ...params, n },
        headers: { 'X-Parte-Sha256': sha },
        onProgress: ({ loaded }) => onProgress(Math.min(loaded, bytes.byteLength)),
        signal,
      }),
    conclude: async (partes, signal) =>
      received((await call(completeEnvio, { params, body: { partes }, signal })).data),
  };
}

/** Stores the file's fingerprint in localStorage, so that a later visit recognises the file. */
export function printMemory(envioId: string): PrintMemory {
  const key = `envio:${envioId}`;
  return {
    read() {
      try {
        return JSON.parse(localStorage.getItem(key) ?? 'null') as FilePrint | null;
      } catch {
        return null;
      }
    },
    write(print) {
      try {
        localStorage.setItem(key, JSON.stringify(print));
      } catch {
        // Storage is full or forbidden: next time, the server compares a part to identify the file (`assertSame`).
      }
    },
    forget: () => localStorage.removeItem(key),
  };
}
