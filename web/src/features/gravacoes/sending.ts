/**
 * The batch of recordings that this page sends: a folder's files one after the other as if they were one, or one archive. It goes on while
 * other screens are looked at and is gone with the page: then the same folder is chosen again, and only what the server lacks goes out.
 */
import {
  ARQUIVOS_POR_PEDIDO,
  anunciarGravacoesDoLote,
  criarLoteGravacoes,
  getLoteGravacao,
  lerLoteGravacoes,
} from '@escuta/shared/contracts/lotes-gravacao';
import { LIMITES_LOTE } from '@escuta/shared/domain/recording-batch';
import { isAudioName } from '@escuta/shared/domain/survey-file/recording-name';
import { useSyncExternalStore } from 'react';
import { call } from '../../lib/api.ts';
import { sha256 } from '../../lib/field-sync/sha256.ts';
import { newId } from '../../lib/ids.ts';
import { pageUploads } from '../../lib/page-uploads.ts';
import { partsTransport, printMemory } from '../../lib/parts-transport.ts';
import { PARTS_AT_A_TIME, type PartsState, PartsUpload, Slots } from '../../lib/parts-upload.ts';
import type { Found } from './dropped.ts';

/** What was chosen: recordings with their paths in one order, or an archive. */
export type Chosen =
  | { origem: 'pasta'; nome: string; arquivos: Found[]; fora: number }
  | { origem: 'arquivo'; nome: string; file: File };

/** Files of an input, with the folders that a chosen folder's lie in. */
export const chosenFiles = (files: Iterable<File>): Found[] =>
  [...files].map((file) => ({ nome: (file.webkitRelativePath || file.name).normalize('NFC'), file }));

/**
 * Of files that were chosen or dropped: one archive alone, or the recordings among them. @returns why they cannot be sent, for people
 */
export function chosenOf(files: readonly Found[]): Chosen | string {
  const [only] = files;
  if (!only) return 'Nenhum arquivo foi escolhido.';
  if (files.length === 1 && /\.(?:zip|rar)$/iu.test(only.nome)) {
    return { origem: 'arquivo', nome: only.file.name, file: only.file };
  }
  const arquivos = files
    .filter(({ file }) => isAudioName(file.name) && file.size > 0)
    .sort((a, b) => (a.nome < b.nome ? -1 : 1));
  if (arquivos.length === 0 && files.some(({ nome }) => /\.(?:zip|rar)$/iu.test(nome))) {
    return 'Envie um .zip de cada vez, ou as gravações já descompactadas.';
  }
  if (arquivos.length === 0) return 'Nenhum destes arquivos é uma gravação (MP3, WAV, OGG, M4A…).';
  if (arquivos.length > LIMITES_LOTE.arquivos) {
    return 'São mais de 20.000 gravações. Envie-as em mais de um lote.';
  }
  const total = arquivos.reduce((sum, { file }) => sum + file.size, 0);
  if (total > LIMITES_LOTE.bytes) return 'As gravações passam de 10 GB. Envie-as em mais de um lote.';
  const folder = arquivos[0]?.nome.split('/')[0] ?? '';
  const nome = arquivos[0]?.nome.includes('/') ? folder : `${arquivos.length} gravações`;
  return { origem: 'pasta', nome, arquivos, fora: files.length - arquivos.length };
}

/** How a batch of this page stands. */
export interface Sending {
  loteId: string;
  state: PartsState;
}

let current: { loteId: string; upload: PartsUpload } | null = null;
let snapshot: Sending | null = null;
const listeners = new Set<() => void>();
const slots = new Slots(PARTS_AT_A_TIME);

function changed(): void {
  snapshot = current && { loteId: current.loteId, state: current.upload.getState() };
  for (const listener of listeners) listener();
}

const watch = pageUploads({ all: () => (current ? [current.upload] : []), forget: forgetSending });

async function announce(loteId: string, arquivos: readonly Found[]): Promise<void> {
  for (let de = 0; de < arquivos.length; de += ARQUIVOS_POR_PEDIDO) {
    await call(anunciarGravacoesDoLote, {
      params: { id: loteId },
      body: {
        de,
        arquivos: arquivos
          .slice(de, de + ARQUIVOS_POR_PEDIDO)
          .map(({ nome, file }) => ({ nome, tamanho: file.size })),
      },
    });
  }
}

async function run(loteId: string, upload: PartsUpload): Promise<void> {
  await upload.start();
  if (upload.getState().phase !== 'concluido') return;
  // How it stood stays until the page knows that it is being read: meanwhile it would ask for the same folder again.
  if (current?.upload === upload) current = null;
  // Refused, or the server is away: the page offers to have it read.
  await call(lerLoteGravacoes, { params: { id: loteId } }).catch(changed);
}

/**
 * Begins a batch, or goes on with one whose files were chosen again. @returns its id @throws ApiError where it is refused
 * @param lote the batch to go on with
 */
export async function sendChosen(
  projetoId: string,
  chosen: Chosen,
  lote: { id: string; envio_id: string | null } | null,
): Promise<string> {
  watch();
  const loteId = lote?.id ?? newId();
  const blob = chosen.origem === 'arquivo' ? chosen.file : new Blob(chosen.arquivos.map(({ file }) => file));
  const about = { id: loteId, projeto_id: projetoId, nome: chosen.nome.slice(0, 255), tamanho: blob.size };
  await call(criarLoteGravacoes, {
    body:
      chosen.origem === 'arquivo'
        ? { ...about, origem: 'arquivo' }
        : { ...about, origem: 'pasta', arquivos: chosen.arquivos.length },
  });
  if (chosen.origem === 'pasta') await announce(loteId, chosen.arquivos);
  const { data } = await call(getLoteGravacao, { params: { id: loteId } });
  const envioId = data.envio_id ?? newId();
  current?.upload.pause();
  const upload = new PartsUpload({
    file: blob,
    transport: partsTransport({ id: envioId, papel: 'gravacoes', lote_id: loteId }),
    memory: printMemory(envioId),
    sha256,
    slots,
  });
  current = { loteId, upload };
  upload.subscribe(changed);
  changed();
  void run(loteId, upload);
  return loteId;
}

export function pauseSending(): void {
  current?.upload.pause();
}

export function resumeSending(): void {
  if (current) void run(current.loteId, current.upload);
}

export function forgetSending(): void {
  current?.upload.pause();
  current = null;
  changed();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** How this page's sending stands; null: it sends nothing. */
export function useSending(): Sending | null {
  return useSyncExternalStore(subscribe, () => snapshot);
}
