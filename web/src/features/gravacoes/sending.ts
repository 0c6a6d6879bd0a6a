/** Uploads a batch of recordings: a folder's files one after the other, or an archive. */
import {
  ARQUIVOS_POR_PEDIDO,
  announceGravacoesDoLote,
  createLoteGravacoes,
  getLoteGravacao,
} from '@escuta/shared/contracts/calls/lotes-gravacao';
import { LIMITES_LOTE } from '@escuta/shared/domain/recordings/recording-batch';
import { isAudioName } from '@escuta/shared/domain/survey-file/pairing/recording-name';
import { sendFile } from '../../domain/intake/uploads.ts';
import { call } from '../../lib/network/api.ts';
import { newId } from '../../lib/text/ids.ts';
import type { Found } from './dropped.ts';
import { LOTE } from './intake.ts';

/** The chosen files: recordings of a folder, sorted by path (`fora` counts its other files), or an archive. */
export type Chosen =
  | { origem: 'pasta'; nome: string; arquivos: Found[]; fora: number }
  | { origem: 'arquivo'; nome: string; file: File };

/** The files of a file input, with their paths below the chosen folder. */
export const chosenFiles = (files: Iterable<File>): Found[] =>
  [...files].map((file) => ({ nome: (file.webkitRelativePath || file.name).normalize('NFC'), file }));

/**
 * Finds what can be sent among chosen or dropped files: a single archive, or the recordings.
 * @returns the choice, or a text for people that says why the files cannot be sent
 */
export function chosenOf(files: readonly Found[]): Chosen | string {
  const [only] = files;
  if (!only) return 'Nenhum arquivo foi selecionado.';
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
    return 'São mais de 20.000 gravações. Divida-as em mais de um envio.';
  }
  const total = arquivos.reduce((sum, { file }) => sum + file.size, 0);
  if (total > LIMITES_LOTE.bytes) return 'As gravações passam de 10 GB. Divida-as em mais de um envio.';
  const folder = arquivos[0]?.nome.split('/')[0] ?? '';
  const nome = arquivos[0]?.nome.includes('/') ? folder : `${arquivos.length} gravações`;
  return { origem: 'pasta', nome, arquivos, fora: files.length - arquivos.length };
}

async function announce(loteId: string, arquivos: readonly Found[]): Promise<void> {
  for (let de = 0; de < arquivos.length; de += ARQUIVOS_POR_PEDIDO) {
    await call(announceGravacoesDoLote, {
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

/**
 * Begins a batch, or continues one whose files were chosen again.
 * @param lote the batch to continue; null for a new batch
 * @returns the id of the batch
 * @throws ApiError if the server refuses
 */
export async function sendChosen(
  projetoId: string,
  chosen: Chosen,
  lote: { id: string; envio_id: string | null } | null,
): Promise<string> {
  const loteId = lote?.id ?? newId();
  const blob = chosen.origem === 'arquivo' ? chosen.file : new Blob(chosen.arquivos.map(({ file }) => file));
  const about = { id: loteId, projeto_id: projetoId, nome: chosen.nome.slice(0, 255), tamanho: blob.size };
  await call(createLoteGravacoes, {
    body:
      chosen.origem === 'arquivo'
        ? { ...about, origem: 'arquivo' }
        : { ...about, origem: 'pasta', arquivos: chosen.arquivos.length },
  });
  if (chosen.origem === 'pasta') await announce(loteId, chosen.arquivos);
  const { data } = await call(getLoteGravacao, { params: { id: loteId } });
  sendFile(LOTE, loteId, 'gravacoes', data.envio_id, blob);
  return loteId;
}
