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

/** Why a form with these other fields than its file is not taken; null: it is. `known`: fields that it may have. */
function refusedFields({ fields = {}, fieldname }: IncomingFile, known: readonly string[]): AppError | null {
  const names = Object.keys(fields).filter((name) => name !== fieldname && !known.includes(name));
  if (names.length === 0) return null;
  return invalidRequest(names.map((campo) => ({ campo, mensagem: `Campo desconhecido: ${campo}.` })));
}

/** What a form says in a field before its file; undefined: nothing. */
export function saidBefore({ fields = {} }: IncomingFile, name: string): unknown {
  const field = fields[name];
  return typeof field === 'object' && field !== null && 'value' in field ? field.value : undefined;
}

/**
 * The file of a multipart request, in its field 'file'.
 * @param problemOf why it is not taken; null: it is
 * @param known other fields that may come before it
 * @throws AppError requisicao_invalida without one, and what `problemOf` says; what was left of it goes by
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
