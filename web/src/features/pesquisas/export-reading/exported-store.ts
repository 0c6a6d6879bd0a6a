import { type EventoAparelho, eventoAparelho } from '@escuta/shared/domain/interview/device/device-log';
import { NotTaken } from '../../../lib/field-sync/field-error.ts';
import type { EntrevistaAEnviar, SyncStore } from '../../../lib/field-sync/model.ts';
import { type Exportada, type Place, parteExportada } from './exported-file.ts';

/** Decodes base64. @throws if the text is not base64 */
function decoded(text: string): ArrayBuffer {
  try {
    return Uint8Array.from(atob(text), (one) => one.charCodeAt(0)).buffer;
  } catch (cause) {
    throw new NotTaken('Um trecho da gravação está corrompido no arquivo. Exporte outra cópia no aparelho.', {
      cause,
    });
  }
}

/**
 * Presents an interview of an export as a storage like a device's. The sender reads events and parts of the sound from
 * the storage, which takes them from the file only when asked.
 */
export function storeOf(file: Blob, exportada: Exportada): SyncStore {
  const linesAt = async ({ from, to }: Place): Promise<unknown[]> =>
    (await file.slice(from, to).text())
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line));
  let log: Promise<EventoAparelho[]> | null = null;
  const eventos = (): Promise<EventoAparelho[]> => {
    log ??=
      exportada.eventos === null
        ? Promise.resolve([])
        : linesAt(exportada.eventos).then((lines) =>
            lines.map((line) => eventoAparelho.parse((line as { evento: unknown }).evento)),
          );
    return log;
  };
  // An interview whose end is missing in the file is sent without declaring the interview or a recording complete: the
  // device may still send the end.
  const shown: EntrevistaAEnviar = exportada.inteira
    ? exportada
    : {
        ...exportada,
        fase: 'perguntas',
        gravacoes: exportada.gravacoes.map((gravacao) => ({ ...gravacao, fim: null })),
      };
  return {
    entrevista: async () => shown,
    eventos: async (_id, de, limite) => (await eventos()).slice(de - 1, de - 1 + limite),
    partes: async () =>
      new Map([...exportada.sons].map(([n, places]) => [n, [...places.keys()].sort((a, b) => a - b)])),
    parte: async (_id, gravacao, n) => {
      const place = exportada.sons.get(gravacao)?.get(n);
      if (!place) return undefined;
      const [line] = await linesAt(place);
      const { bytes, sha256 } = parteExportada.parse((line as { parte: unknown }).parte);
      return { n, bytes: decoded(bytes), sha256 };
    },
    setFila: async () => undefined,
    finish: async () => undefined,
  };
}
