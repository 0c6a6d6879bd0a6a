// A backup's place: a folder, which the next backup updates, or a tar file. A member is a file of the backup.
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { MANIFEST, readManifest, type SignedManifest } from './manifest.ts';
import { OperatorError } from './settings.ts';
import { readTarIndex, TAR_END, type TarMember, tarHeader, tarPadding } from './tar.ts';

/** Suffix of a file being written; such files are never read. */
const PARTIAL = '.parcial';
/** File that marks a folder whose first backup is unfinished, and names its installation. */
const MARKER = 'copia-em-andamento.json';

/** Makes a stream that passes bytes on, and counts and hashes them. */
export function measureStream(hash: Hash = createHash('sha256')) {
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { through, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}

export type Written = { bytes: number; sha256: string };

export interface BackupTarget {
  /** A folder for files that must be complete before they are added. */
  readonly scratch: string;
  /** The last finished backup in the same place, which is updated. */
  readonly previous: { signed: SignedManifest; read: (name: string) => Readable } | null;
  /** Greatest number of members added at once. */
  readonly parallel: number;
  /**
   * The SHA-256 of a member that exists with this size; null if there is none. `known`: the value in the last backup,
   * with which the member need not be read.
   */
  keep(name: string, bytes: number, known: string | null): Promise<string | null>;
  /**
   * Adds a member.
   * @throws if the stream fails or has another size
   */
  add(name: string, bytes: number, body: Readable): Promise<Written>;
  /** Takes over a file of `scratch` whose size and hash the caller knows. */
  adopt(name: string, file: string): Promise<void>;
  /** Marks the backup as finished, and deletes members that only the previous backup needed. */
  finish(manifest: string, keep: readonly string[]): Promise<void>;
  /** Ends an unfinished backup so that it does not look finished. */
  abort(): Promise<void>;
}

/** Opens a folder or '.tar' file for a backup. @throws OperatorError if it has data of another kind or installation */
export async function createTarget(place: string, instalacao: string): Promise<BackupTarget> {
  const path = resolve(place);
  return path.endsWith('.tar') ? TarTarget.create(path) : FolderTarget.create(path, instalacao);
}

/** Age at which an unchanged marker of another machine (each container is one) counts as abandoned, ms. */
const MARKER_LIMIT_MS = 60_000;
const markerSchema = z.object({ instalacao: z.string(), maquina: z.string(), pid: z.number().int() });

/** True if the process that left this marker still works. */
async function isAtWork(file: string, { maquina, pid }: z.infer<typeof markerSchema>): Promise<boolean> {
  if (maquina !== hostname()) return Date.now() - (await stat(file)).mtimeMs < MARKER_LIMIT_MS;
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const shortName = (name: string) => Number.parseInt(name.slice(0, 12), 16);

class FolderTarget implements BackupTarget {
  readonly parallel = 8;
  readonly #folder: string;
  /**
   * Objects of this backup, by the first 48 bits of their names: a collision keeps an object too many, never too few.
   */
  readonly #objects = new Set<number>();
  readonly #beat: NodeJS.Timeout;
  readonly previous: BackupTarget['previous'];

  private constructor(folder: string, previous: SignedManifest | null) {
    this.#folder = folder;
    const marker = join(folder, MARKER);
    this.#beat = setInterval(() => {
      utimes(marker, new Date(), new Date()).catch(() => undefined);
    }, MARKER_LIMIT_MS / 4).unref();
    this.previous = previous && {
      signed: previous,
      read: (name) => createReadStream(join(folder, name)),
    };
  }

  get scratch(): string {
    return this.#folder;
  }

  static async create(folder: string, instalacao: string): Promise<FolderTarget> {
    await mkdir(folder, { recursive: true });
    const names = await readdir(folder);
    const foreign = () =>
      new OperatorError(`${folder} já guarda a cópia de outra instalação: escolha outra pasta.`);
    let previous: SignedManifest | null = null;
    if (names.includes(MANIFEST)) {
      previous = readManifest(await readFile(join(folder, MANIFEST), 'utf8'));
      if (previous.manifest.instalacao !== instalacao) throw foreign();
    }
    if (names.includes(MARKER)) {
      const file = join(folder, MARKER);
      const marker = markerSchema.safeParse(parseJson(await readFile(file, 'utf8')));
      // A marker that was cut during writing is ignored, because the process that wrote it no longer works.
      if (marker.success && marker.data.instalacao !== instalacao) throw foreign();
      if (marker.success && (await isAtWork(file, marker.data))) {
        throw new OperatorError(
          `Outra cópia para ${folder} está em andamento (processo ${marker.data.pid}).`,
        );
      }
    } else if (!previous && names.length > 0) {
      throw new OperatorError(
        `${folder} não está vazia nem guarda uma cópia da Escuta: escolha outra pasta.`,
      );
    }
    const marker = { instalacao, maquina: hostname(), pid: process.pid };
    await writeFile(join(folder, MARKER), JSON.stringify(marker));
    return new FolderTarget(folder, previous);
  }

  #note(name: string): void {
    this.#objects.add(shortName(basename(name)));
  }

  async keep(name: string, bytes: number, known: string | null): Promise<string | null> {
    const path = join(this.#folder, name);
    const info = await stat(path).catch(() => null);
    if (info?.size !== bytes) return null;
    let sha256 = known;
    if (sha256 === null) {
      const { through, result } = measureStream();
      await pipeline(createReadStream(path), through.resume());
      sha256 = result().sha256;
    }
    this.#note(name);
    return sha256;
  }

  async add(name: string, bytes: number, body: Readable): Promise<Written> {
    const path = join(this.#folder, name);
    await mkdir(dirname(path), { recursive: true });
    const { through, result } = measureStream();
    try {
      await pipeline(body, through, createWriteStream(path + PARTIAL, { mode: 0o640, flush: true }));
      const written = result();
      if (written.bytes !== bytes) throw new Error(`${name}: ${written.bytes} bytes em vez de ${bytes}`);
      await rename(path + PARTIAL, path);
      this.#note(name);
      return written;
    } catch (error) {
      await rm(path + PARTIAL, { force: true });
      throw error;
    }
  }

  async adopt(name: string, file: string): Promise<void> {
    await rename(file, join(this.#folder, name));
  }

  async finish(manifest: string, keep: readonly string[]): Promise<void> {
    clearInterval(this.#beat);
    const path = join(this.#folder, MANIFEST);
    await writeFile(path + PARTIAL, manifest, { mode: 0o640, flush: true });
    await rename(path + PARTIAL, path);
    // From here on the backup is valid; the rest only deletes leftovers.
    const kept = new Set([...keep, MANIFEST, MARKER, 'objetos']);
    for (const name of await readdir(this.#folder)) {
      if (!kept.has(name)) await rm(join(this.#folder, name), { recursive: true, force: true });
    }
    const objects = join(this.#folder, 'objetos');
    for (const shard of existsSync(objects) ? await readdir(objects) : []) {
      for (const name of await readdir(join(objects, shard))) {
        if (name.endsWith(PARTIAL) || !this.#objects.has(shortName(name)))
          await rm(join(objects, shard, name));
      }
    }
    await rm(join(this.#folder, MARKER), { force: true });
  }

  async abort(): Promise<void> {
    clearInterval(this.#beat);
    // Complete objects stay for the next attempt. Without a previous backup the marker stays: this backup is
    // unfinished.
    for (const name of await readdir(this.#folder)) {
      if (name.endsWith(PARTIAL)) await rm(join(this.#folder, name), { force: true });
    }
    if (this.previous) await rm(join(this.#folder, MARKER), { force: true });
  }
}

class TarTarget implements BackupTarget {
  readonly parallel = 1;
  readonly previous = null;
  readonly #path: string;
  readonly #file: FileHandle;
  readonly scratch: string;
  readonly #seconds = Math.floor(Date.now() / 1000);
  #position = 0;

  private constructor(path: string, file: FileHandle, scratch: string) {
    this.#path = path;
    this.#file = file;
    this.scratch = scratch;
  }

  static async create(path: string): Promise<TarTarget> {
    if (existsSync(path)) throw new OperatorError(`${path} já existe: escolha outro nome.`);
    const scratch = `${path}.parcial.d`;
    await mkdir(scratch, { recursive: true });
    return new TarTarget(path, await open(path + PARTIAL, 'w', 0o640), scratch);
  }

  async keep(): Promise<null> {
    return null;
  }

  async #write(buffer: Buffer): Promise<void> {
    await this.#file.write(buffer, 0, buffer.length, this.#position);
    this.#position += buffer.length;
  }

  async add(name: string, bytes: number, body: Readable): Promise<Written> {
    const begun = this.#position;
    const hash = createHash('sha256');
    let seen = 0;
    try {
      await this.#write(tarHeader(name, bytes, this.#seconds));
      for await (const chunk of body) {
        seen += (chunk as Buffer).length;
        hash.update(chunk as Buffer);
        await this.#write(chunk as Buffer);
      }
      if (seen !== bytes) throw new Error(`${name}: ${seen} bytes em vez de ${bytes}`);
      await this.#write(tarPadding(bytes));
      return { bytes, sha256: hash.digest('hex') };
    } catch (error) {
      // Goes back, so that the next member overwrites the failed one.
      this.#position = begun;
      throw error;
    }
  }

  async adopt(name: string, file: string): Promise<void> {
    await this.add(name, (await stat(file)).size, createReadStream(file));
    await rm(file);
  }

  async finish(manifest: string): Promise<void> {
    const bytes = Buffer.from(manifest);
    await this.add(MANIFEST, bytes.length, Readable.from([bytes]));
    await this.#write(TAR_END);
    await this.#file.truncate(this.#position);
    await this.#file.sync();
    await this.#file.close();
    await rename(this.#path + PARTIAL, this.#path);
    await rm(this.scratch, { recursive: true, force: true });
  }

  async abort(): Promise<void> {
    await this.#file.close().catch(() => undefined);
    await rm(this.#path + PARTIAL, { force: true });
    await rm(this.scratch, { recursive: true, force: true });
  }
}

export interface BackupSource {
  signed: SignedManifest;
  /** A member's size; null if it is missing. */
  size(name: string): Promise<number | null>;
  read(name: string): Promise<Readable>;
  close(): Promise<void>;
}

/**
 * Opens a finished backup.
 * @throws OperatorError if there is none
 */
export async function openSource(place: string): Promise<BackupSource> {
  const path = resolve(place);
  const info = await stat(path).catch(() => null);
  if (!info) throw new OperatorError(`Não há cópia em ${path}.`);
  return info.isDirectory() ? openFolder(path) : openTar(path);
}

async function openFolder(folder: string): Promise<BackupSource> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null);
  if (text === null) {
    throw new OperatorError(`${folder} não guarda uma cópia terminada (não há ${MANIFEST}).`);
  }
  return {
    signed: readManifest(text),
    size: async (name) => (await stat(join(folder, name)).catch(() => null))?.size ?? null,
    read: async (name) => createReadStream(join(folder, name)),
    close: async () => undefined,
  };
}

async function openTar(path: string): Promise<BackupSource> {
  const file = await open(path, 'r');
  const members = await readTarIndex(file).catch(async (error: Error) => {
    await file.close();
    throw new OperatorError(`${path} não é uma cópia terminada: ${error.message}.`);
  });
  const streamOf = (member: TarMember) => Readable.from(chunksOf(file, member), { objectMode: false });
  const read = async (name: string) => {
    const member = members.get(name);
    if (!member) throw new OperatorError(`A cópia não tem ${name}.`);
    return streamOf(member);
  };
  const parts: Buffer[] = [];
  if (!members.has(MANIFEST)) {
    await file.close();
    throw new OperatorError(`${path} não é uma cópia terminada (não há ${MANIFEST}).`);
  }
  for await (const chunk of await read(MANIFEST)) parts.push(chunk as Buffer);
  return {
    signed: readManifest(Buffer.concat(parts).toString('utf8')),
    size: async (name) => members.get(name)?.size ?? null,
    read,
    close: () => file.close(),
  };
}

const CHUNK_BYTES = 256 * 1024;

/**
 * A member's bytes, read by position: several members may be read at once.
 * @throws if the file ends early
 */
async function* chunksOf(file: FileHandle, { offset, size }: TarMember): AsyncGenerator<Buffer> {
  for (let done = 0; done < size; ) {
    const wanted = Math.min(CHUNK_BYTES, size - done);
    const { bytesRead, buffer } = await file.read(Buffer.alloc(wanted), 0, wanted, offset + done);
    if (bytesRead === 0) throw new Error('o arquivo tar termina antes da hora');
    done += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
