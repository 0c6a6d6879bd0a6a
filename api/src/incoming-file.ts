import type { Readable } from 'node:stream';
import { AppError } from '@escuta/shared/domain/errors';
import { invalidRequest } from './invalid-request.ts';

/** A file as it comes in, whatever parses the request: its bytes can be read once. */
export type IncomingFile = {
  fieldname: string;
  filename: string | undefined;
  mimetype: string;
  /** The form's other fields that came before it, where the form is read whole. */
  fields?: Readonly<Record<string, unknown>>;
  /** `truncated`: it ended at the size limit; `resume` lets the rest go by. */
  file: Readable & { truncated: boolean };
};

/** Why a form with other fields than its file is not taken; null: it has none. */
function unknownFields({ fields = {}, fieldname }: IncomingFile): AppError | null {
  const names = Object.keys(fields).filter((name) => name !== fieldname);
  if (names.length === 0) return null;
  return invalidRequest(names.map((campo) => ({ campo, mensagem: `Campo desconhecido: ${campo}.` })));
}

/**
 * The file of a multipart request, in its field 'file'.
 * @param problemOf why it is not taken; null: it is
 * @throws AppError requisicao_invalida without one, and what `problemOf` says; what was left of it goes by
 */
export async function receiveFile(
  next: () => Promise<IncomingFile | undefined>,
  problemOf: (part: IncomingFile) => AppError | null,
): Promise<IncomingFile> {
  const part = await next();
  const problem =
    part?.fieldname === 'file'
      ? (unknownFields(part) ?? problemOf(part))
      : new AppError('requisicao_invalida', "Envie o arquivo no campo 'file'.");
  if (part && !problem) return part;
  part?.file.resume();
  throw problem;
}
