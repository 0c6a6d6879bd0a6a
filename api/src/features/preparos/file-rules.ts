import { GRAVACAO_RECUSADA, mayBeRecording } from '@escuta/shared/domain/audio/recording-forms';
import {
  ARQUIVOS_DO_PORTAL,
  PAPEL_ARQUIVO_LABEL,
  type PapelArquivo,
} from '@escuta/shared/domain/audit-preparation';
import { AppError } from '@escuta/shared/domain/errors';
import { isLargeRar, RAR_GRANDE } from '@escuta/shared/domain/recordings/rar';
import type { Env } from '@escuta/shared/platform/process/env';
import { cleanFileName } from '../../http/file-name.ts';

const MB = 1024 * 1024;

const OTHER_KIND: Record<PapelArquivo, string> = {
  audio: GRAVACAO_RECUSADA,
  perguntas: 'Por favor, selecione um documento (PDF, DOC, DOCX, TXT).',
  planilha_respostas: 'Por favor, selecione uma planilha (XLSX, XLS, CSV).',
  zip_audios: 'Por favor, selecione um arquivo compactado (ZIP, RAR).',
};

/** Greatest size of a file of the portal, bytes. */
export const limitOf = (papel: PapelArquivo, env: Pick<Env, 'UPLOAD_MAX_MB'>): number =>
  (ARQUIVOS_DO_PORTAL[papel].mb ?? env.UPLOAD_MAX_MB) * MB;

/** The error for a file of more than `limite` bytes. */
export const tooLarge = (papel: PapelArquivo, limite: number): AppError =>
  new AppError(
    'corpo_grande',
    `${PAPEL_ARQUIVO_LABEL[papel]}: o arquivo passa do limite de ${Math.floor(limite / MB)} MB.`,
    { errors: [{ campo: papel, mensagem: `Envie um arquivo de até ${Math.floor(limite / MB)} MB.` }] },
  );

/**
 * The name under which a file is stored.
 * @param tipo media type, if sent; a recording needs the file name or the media type of a sound
 * @throws AppError arquivo_invalido for another kind of file
 */
export function nameOf(papel: PapelArquivo, nome: string, tipo?: string): string {
  const clean = cleanFileName(nome, 'arquivo');
  const { extensoes } = ARQUIVOS_DO_PORTAL[papel];
  const taken = extensoes
    ? extensoes.some((ending) => clean.toLowerCase().endsWith(ending))
    : mayBeRecording(clean, tipo);
  if (taken) return clean;
  const mensagem = OTHER_KIND[papel];
  throw new AppError('arquivo_invalido', mensagem, { errors: [{ campo: papel, mensagem }] });
}

/**
 * Checks an announced file before its bytes arrive.
 * @throws AppError arquivo_invalido, corpo_grande
 */
export function announced(
  papel: PapelArquivo,
  { nome, tamanho }: { nome: string; tamanho: number },
  env: Pick<Env, 'UPLOAD_MAX_MB'>,
): { papel: PapelArquivo; nome: string; tamanho: number } {
  const limite = limitOf(papel, env);
  const name = nameOf(papel, nome);
  if (tamanho > limite) throw tooLarge(papel, limite);
  if (papel === 'zip_audios' && isLargeRar(name, tamanho)) {
    throw new AppError('corpo_grande', RAR_GRANDE, { errors: [{ campo: papel, mensagem: RAR_GRANDE }] });
  }
  return { papel, nome: name, tamanho };
}
