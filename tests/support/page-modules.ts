// Modules of the web app that API tests run. They need a browser's types (web/tsconfig.json), which servers must not
// have, so they are imported by path, and typed here only as far as used.
import type { EventoAparelho } from '@escuta/shared/domain/interview/device/device-log';
import type { FieldStore } from '../../web/src/field/log/model.ts';

type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;
type Transport = { eventos: (id: string, eventos: readonly EventoAparelho[]) => Promise<number> };
type Exportada = { id: string; inteira: boolean; problema: string | null };

/** The outcome of an exported interview (web/src/features/pesquisas/export-reading/read-in.ts). */
export type Lida = {
  id: string;
  nome: string;
  desfecho: string;
  eventos: number;
  partes: number;
  quarentena: string | null;
  motivo: string | null;
};

export type PageModules = {
  copyLines: (store: FieldStore, now: number) => AsyncGenerator<string>;
  readExport: (
    file: Blob,
    sha256: Sha256,
  ) => Promise<{ cortada: boolean; estragadas: number; entrevistas: Exportada[] }>;
  readIn: (
    file: Blob,
    entrevistas: readonly Exportada[],
    deps: { transport: Transport; sha256: Sha256; signal: AbortSignal; wait: () => Promise<void> },
    onRead: (lida: Lida) => void,
  ) => Promise<void>;
  httpTransport: (segredo: () => string | null) => Transport;
  sha256: Sha256;
  syncInterview: (
    deps: { store: FieldStore; transport: Transport; sha256: Sha256; now: () => number },
    id: string,
  ) => Promise<boolean>;
};

/** Loads the runner's export, the page's reader, and their transport to the API (`fetch` on the page's origin). */
export async function loadPageModules(): Promise<PageModules> {
  const paths = [
    'field/device/storage/export-copy.ts',
    'features/pesquisas/export-reading/exported-file.ts',
    'features/pesquisas/export-reading/read-in.ts',
    'lib/field-sync/field-api.ts',
    'lib/field-sync/sha256.ts',
    'lib/field-sync/sync-interview.ts',
  ];
  const modules: object[] = await Promise.all(
    paths.map((path) => import(new URL(`../../web/src/${path}`, import.meta.url).pathname)),
  );
  return Object.assign({}, ...modules) as PageModules;
}
