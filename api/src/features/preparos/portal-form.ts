import { randomUUID } from 'node:crypto';
import { type CamposAuditoria, camposAuditoria } from '@escuta/shared/contracts/surveys/preparos';
import { PAPEIS_ARQUIVO, type PapelArquivo } from '@escuta/shared/domain/audit-preparation';
import { AppError, type FieldError } from '@escuta/shared/domain/errors';
import { folderOf } from '@escuta/shared/domain/intake/kinds';
import type { AppDeps } from '../../deps.ts';
import type { IncomingFile } from '../../http/incoming-file.ts';
import { invalidRequest } from '../../http/invalid-request.ts';
import { keyReader } from '../../http/known-keys.ts';
import { storeFormFile } from '../../intake/form-files.ts';
import { limitOf, nameOf, tooLarge } from './file-rules.ts';

/** A completely stored file, whose object is registered as pending. */
export type StoredFile = {
  papel: PapelArquivo;
  nome: string;
  tamanho: number;
  sha256: string;
  chave: string;
};

/** Greatest size of a single part, bytes, because envio_partes.tamanho is an int4. */
const PIECE_MAX = 2 ** 31 - 1;

export const missingFiles = () => {
  const mensagem = 'Por favor, anexe todos os quatro arquivos obrigatórios.';
  return new AppError('requisicao_invalida', mensagem);
};

const readNames = keyReader(camposAuditoria);

/**
 * Reads the fields of a form.
 * @throws AppError requisicao_invalida
 */
export function readFields(given: Record<string, unknown>): CamposAuditoria {
  const problems: FieldError[] = [];
  const parsed = camposAuditoria.safeParse(readNames?.(given, '', problems));
  if (problems.length > 0) throw invalidRequest(problems);
  if (parsed.success) return parsed.data;
  throw invalidRequest(
    parsed.error.issues.map(({ path, message }) => ({ campo: path.join('.'), mensagem: message })),
  );
}

/**
 * The role of a file by its field's name.
 * @throws AppError requisicao_invalida
 */
export function papelOf(fieldname: string, before: readonly StoredFile[]): PapelArquivo {
  const papel = PAPEIS_ARQUIVO.find((name) => name === fieldname);
  if (!papel) {
    throw new AppError(
      'requisicao_invalida',
      `Envie os arquivos nos campos ${PAPEIS_ARQUIVO.join(', ')}, um em cada.`,
    );
  }
  if (before.some((file) => file.papel === papel))
    throw new AppError('requisicao_invalida', `O campo ${papel} foi enviado mais de uma vez.`);
  return papel;
}

/** Place of a file. `folga`: bytes left in the company's quota; null: no limit. */
type Destination = { papel: PapelArquivo; preparoId: string; empresaId: string; folga: number | null };

/**
 * Streams a form's file to the store and registers its object as pending.
 * @param keep receives the object's key first, so that the caller can discard the object after a failure
 * @throws AppError arquivo_invalido, corpo_grande, cota_atingida
 */
export async function storeFile(
  deps: AppDeps,
  { papel, preparoId, empresaId, folga }: Destination,
  part: IncomingFile,
  keep: (key: string) => void,
): Promise<StoredFile> {
  const nome = nameOf(papel, part.filename ?? '', part.mimetype);
  const chave = `${empresaId}/${folderOf('preparo', preparoId)}/${randomUUID()}`;
  const max = Math.min(limitOf(papel, deps.env), PIECE_MAX);
  const mensagem = 'O arquivo está vazio.';
  const bounds = {
    ...{ max, folga, tooLarge: () => tooLarge(papel, max) },
    empty: () => new AppError('arquivo_invalido', mensagem, { errors: [{ campo: papel, mensagem }] }),
  };
  return { papel, nome, chave, ...(await storeFormFile(deps, { empresaId, chave }, part, bounds, keep)) };
}
