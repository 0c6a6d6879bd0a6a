/** How parts of an upload reach the server (POST /envios), and where the print of its file is kept. */
import type { BodyOf } from '@escuta/shared/contracts/contract';
import {
  concluirEnvio,
  criarEnvio,
  type EnvioWire,
  enviarParte,
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

/** @param envio its id and what it is of */
export function partsTransport(envio: BodyOf<typeof criarEnvio>): PartsTransport {
  const params = { id: envio.id };
  return {
    open: async (signal) => received((await call(criarEnvio, { body: envio, signal })).data),
    send: ({ n, bytes, sha256: sha }, onProgress, signal) =>
      uploadBytes(enviarParte, bytes, {
        params: { ...params, n },
        headers: { 'X-Parte-Sha256': sha },
        onProgress: ({ loaded }) => onProgress(Math.min(loaded, bytes.byteLength)),
        signal,
      }),
    conclude: async (partes, signal) =>
      received((await call(concluirEnvio, { params, body: { partes }, signal })).data),
  };
}

/** Beside the session, so that another visit knows the file again. */
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
        // Without room or permission the server is asked instead.
      }
    },
    forget: () => localStorage.removeItem(key),
  };
}
