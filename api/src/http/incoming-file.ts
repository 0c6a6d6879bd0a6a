import type { Readable } from 'node:stream';
import { AppError } from '@escuta/shared/domain/errors';
import { invalidRequest } from './invalid-request.ts';

/** An incoming file, whatever parses the request; its bytes can be read once. */
export type IncomingFile = {
  fieldname: string;
  filename: string | undefined;
  mimetype: string;
  /** Earlier fields of the form, if the form is read as a whole. */
  fields?: Readonly<Record<string, unknown>>;
  /** `truncated`: cut at the size limit; `resume` discards the rest. */
  file: Readable & { truncated: boolean };
};

/** Reason to refuse a form's fields besides its file. `known`: permitted fields. */
function refusedFields({ fields = {}, fieldname }: IncomingFile, known: readonly string[]): AppError | null {
  const names = Object.keys(fields).filter((name) => name !== fieldname && !known.includes(name));
  if (names.length === 0) return null;
  return invalidRequest(names.map((campo) => ({ campo, mensagem: `Campo desconhecido: ${campo}.` })));
}

/** The value of a form's field before its file. */
export function saidBefore({ fields = {} }: IncomingFile, name: string): unknown {
  const field = fields[name];
  return typeof field === 'object' && field !== null && 'value' in field ? field.value : undefined;
}

/**
 * The file of a multipart request, in its field 'file'.
 * @param problemOf reason to refuse it, or null
 * @param known permitted earlier fields
 * @throws AppError requisicao_invalida without a file, and the result of `problemOf`
 */
export async function receiveFile(
  next: () => Promise<IncomingFile | undefined>,
  problemOf: (part: IncomingFile) => AppError | null,
  known: readonly string[] = [],
): Promise<IncomingFile> {
  const part = await next();
  const problem =
    part?.fieldname === 'file'
      ? (refusedFields(part, known) ?? problemOf(part))
      : new AppError('requisicao_invalida', "Envie o arquivo no campo 'file'.");
  if (part && !problem) return part;
  part?.file.resume();
  throw problem;
}
