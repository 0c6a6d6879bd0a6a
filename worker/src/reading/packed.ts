/** Reads office programs' packed files, whose parts refer to each other. */
import { posix } from 'node:path';
import yauzl from 'yauzl';
import { type Refusals, readWhole } from './formats/xml.ts';
import { LIMITES_VAZIO } from './limits.ts';
import { UnreadableError } from './unreadable.ts';

/** Opens a part of the package as bytes; null if there is no such part. */
export type Parts = (path: string) => Promise<AsyncIterable<Buffer> | null>;

/**
 * Opens a packed file's parts; their names' case does not matter.
 * @param source the file's bytes, or its path
 */
export async function partsOf(source: Buffer | string): Promise<Parts> {
  const options = { validateEntrySizes: true, autoClose: false };
  const archive =
    typeof source === 'string'
      ? await yauzl.openPromise(source, options)
      : await yauzl.fromBufferPromise(source, options);
  const entries = new Map<string, yauzl.Entry>();
  for await (const entry of archive.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
  return async (path) => {
    const entry = entries.get(path.toLowerCase());
    return entry ? ((await archive.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) : null;
  };
}

export type Relation = { id: string; kind: string; part: string };

/**
 * Lists a part's references to other parts of the package.
 * @throws UnreadableError with the message `demais` for more references than any document has
 */
export async function relationsOf(
  parts: Parts,
  part: string,
  demais: string,
  refusals?: Refusals,
): Promise<Relation[]> {
  const folder = part === '' ? '' : posix.dirname(part);
  const stream = await parts(posix.join(folder, '_rels', `${posix.basename(part)}.rels`));
  const relations: Relation[] = [];
  if (!stream) return relations;
  await readWhole(
    stream,
    {
      open: (tag, attrs) => {
        if (tag !== 'Relationship') return;
        const { Id = '', Type = '', Target = '', TargetMode } = attrs();
        if (TargetMode === 'External') return;
        const at = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
        if (relations.length >= LIMITES_VAZIO.relacoes) throw new UnreadableError(demais);
        relations.push({ id: Id, kind: Type.slice(Type.lastIndexOf('/') + 1), part: at });
      },
    },
    refusals,
  );
  return relations;
}
