/**
 * Rules for the portal's four files, in the form's words (specification 1, §5; shared/src/domain/audit-preparation.ts).
 */

import { ACEITA_DE_FORA, mayBeRecording } from '@escuta/shared/domain/audio/recording-forms';
import {
  ARQUIVOS_DO_PORTAL,
  PAPEIS_ARQUIVO,
  type PapelArquivo,
} from '@escuta/shared/domain/audit-preparation';
import { isLargeRar, RAR_GRANDE } from '@escuta/shared/domain/recordings/rar';
import { FileArchive, FileAudio, FileSpreadsheet, FileText, type LucideIcon } from 'lucide-react';

export type ChosenFiles = Readonly<Record<PapelArquivo, File | null>>;

export const NO_FILES: ChosenFiles = {
  audio: null,
  perguntas: null,
  planilha_respostas: null,
  zip_audios: null,
};

export const PORTAL_FILE: Record<PapelArquivo, { what: string; hint: string; icon: LucideIcon }> = {
  audio: {
    what: 'o áudio',
    hint: 'Qualquer tipo de áudio',
    icon: FileAudio,
  },
  perguntas: {
    what: 'o questionário',
    hint: 'PDF, DOC, DOCX, ODT, TXT ou XLSForm, até 20 MB',
    icon: FileText,
  },
  planilha_respostas: {
    what: 'a planilha',
    hint: 'XLSX, XLS ou CSV, até 50 MB',
    icon: FileSpreadsheet,
  },
  zip_audios: {
    what: 'o ZIP ou RAR',
    hint: 'ZIP até 2 GB, ou RAR até 512 MB',
    icon: FileArchive,
  },
};

const listed = (endings: readonly string[]): string =>
  `${endings.slice(0, -1).join(', ')} ou ${endings.at(-1)}`;

/**
 * Reason why a file does not fit the field `papel`; null if it fits. The server checks the content later, when it reads
 * the file.
 */
export function portalFileProblem(
  papel: PapelArquivo,
  file: Pick<File, 'name' | 'type' | 'size'>,
): string | null {
  const { extensoes, mb } = ARQUIVOS_DO_PORTAL[papel];
  if (extensoes === null) {
    if (!mayBeRecording(file.name, file.type)) {
      return `“${file.name}” não é um áudio.`;
    }
  } else if (!extensoes.some((ending) => file.name.toLowerCase().endsWith(ending))) {
    return `“${file.name}” não é aceito aqui: envie ${listed(extensoes)}.`;
  }
  if (file.size === 0) return `“${file.name}” está vazio.`;
  if (mb !== null && file.size > mb * 1024 ** 2) {
    return `“${file.name}” é maior do que o limite de ${mb >= 1024 ? `${mb / 1024} GB` : `${mb} MB`}.`;
  }
  return papel === 'zip_audios' && isLargeRar(file.name, file.size) ? RAR_GRANDE : null;
}

/** Value of `accept` for the file input of `papel`: its extensions, or else all types of recordings. */
export const acceptOf = (papel: PapelArquivo): string =>
  ARQUIVOS_DO_PORTAL[papel].extensoes?.join(',') ?? ACEITA_DE_FORA;

/** The four files; null if any is missing. */
export function allFour(files: ChosenFiles): Record<PapelArquivo, File> | null {
  return PAPEIS_ARQUIVO.every((papel) => files[papel] !== null)
    ? (files as Record<PapelArquivo, File>)
    : null;
}
