// Modules of the web app that API tests run. They need a browser's types (web/tsconfig.json), which servers must not
// have, so they are imported by path, and typed here only as far as used.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type { QuestionarioBaixado } from '@escuta/shared/contracts/surveys/campo';
import type { MetasDeCampo } from '@escuta/shared/contracts/surveys/goals/metas';
import type { addPerguntas } from '@escuta/shared/contracts/surveys/questionarios';
import type { EventoAparelho } from '@escuta/shared/domain/interview/device/device-log';
import type { QuestionarioLido } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { vi } from 'vitest';
import type { EntrevistaLocal, FieldStore } from '../../web/src/field/log/model.ts';

type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;
type Transport = { eventos: (id: string, eventos: readonly EventoAparelho[]) => Promise<number> };
type Exportada = { id: string; inteira: boolean; problema: string | null };

/** The result of importing an exported interview (web/src/features/pesquisas/export-reading/read-in.ts). */
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

/** Loads modules of web/src, by path. */
async function load<T>(paths: readonly string[]): Promise<T> {
  const modules: object[] = await Promise.all(
    paths.map((path) => import(new URL(`../../web/src/${path}`, import.meta.url).pathname)),
  );
  return Object.assign({}, ...modules) as T;
}

/** Loads the runner's export, the page's reader, and their transport to the API (`fetch` on the page's origin). */
export const loadPageModules = (): Promise<PageModules> =>
  load([
    'field/device/storage/export-copy.ts',
    'features/pesquisas/export-reading/exported-file.ts',
    'features/pesquisas/export-reading/read-in.ts',
    'lib/field-sync/field-api.ts',
    'lib/field-sync/sha256.ts',
    'lib/field-sync/sync-interview.ts',
  ]);

type Published = readonly { questionario_id: string; id: string; publicada_em: string }[];
type Owned = { owner: string; store: FieldStore };

/** Modules that a phone in the field runs, without its screens. */
export type FieldModules = Pick<PageModules, 'httpTransport' | 'sha256'> & {
  Syncer: new (deps: {
    store: FieldStore;
    transport: Transport;
    sha256: Sha256;
    contact: () => Promise<boolean>;
    refused: () => Promise<void>;
    alone: (work: () => Promise<void>) => Promise<boolean>;
  }) => { get: () => string; run: (wake: 'agora') => Promise<void> };
  contact: (store: FieldStore, published: (versoes: Published) => void) => Promise<boolean>;
  markRevoked: (store: FieldStore) => Promise<void>;
  downloadQuestionnaire: (field: Owned, id: string) => Promise<QuestionarioBaixado>;
  takePublished: (field: Owned, versoes: Published) => Promise<void>;
  takeGoals: (store: FieldStore, segredo: string | null) => Promise<void>;
  goalsHere: (store: FieldStore) => Promise<MetasDeCampo[]>;
  goalFilledAt: (
    store: FieldStore,
    at: { questionario: QuestionarioBaixado; entrevistaId: string; perguntaId: string },
    answers: EntrevistaLocal['respostas'],
  ) => Promise<string[] | null>;
};

export const loadFieldModules = (): Promise<FieldModules> =>
  load([
    'field/sync/syncer.ts',
    'field/device/device.ts',
    'field/device/download.ts',
    'field/device/goals.ts',
    'lib/field-sync/field-api.ts',
    'lib/field-sync/sha256.ts',
  ]);

/** The module with which a page checks a dossier's file against the published keys. */
export type VerifyModule = {
  verifyDossier: (
    file: Uint8Array,
  ) => Promise<{ tipo: 'valida' | 'invalida' | 'impossivel'; codigo?: string; motivo?: string }>;
};
export const loadVerifyModule = (): Promise<VerifyModule> => load(['features/verificar/verify.ts']);

/** Rules of the questionnaire's page for including questions that were read from a file. */
export type ReadSelection = {
  startOf: (lido: QuestionarioLido) => object;
  inclusionOf: (lido: QuestionarioLido, selection: object) => BodyOf<typeof addPerguntas>['perguntas'];
};
export const loadReadSelection = (): Promise<ReadSelection> =>
  load(['features/pesquisas/editor/read-selection.ts']);

/** Sends the page's requests to `server`; calls `answered` after each. @returns a function that restores `fetch` */
export function serveOrigin(server: Server, answered: (url: string) => void = () => undefined): () => void {
  const { port } = server.address() as AddressInfo;
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: unknown, init: RequestInit) => {
    if (!String(url).startsWith('/')) return real(url as string, init);
    const answer = await real(`http://127.0.0.1:${port}${String(url)}`, init);
    answered(String(url));
    return answer;
  });
  return () => vi.unstubAllGlobals();
}
