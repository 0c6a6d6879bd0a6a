import { expect, it, vi } from 'vitest';
import { ApiError } from './api.ts';
import { type FilePrint, type PartsTransport, PartsUpload, type PrintMemory, Slots } from './parts-upload.ts';

/** A fake digest that is equal only for equal bytes; the test needs no more. */
const sha256 = async (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const PART = 4;
const offline = () => new ApiError(0, 'sem_conexao', 'Sem conexão.');
const otherContent = () => new ApiError(409, 'conflito', 'A parte já chegou, com outro conteúdo.');

/** A fake server that stores parts by the real rules and counts requests. */
function server() {
  const held = new Map<number, string>();
  const sent: number[] = [];
  let partes: number | null = null;
  let over = false;
  const look = () => {
    const last = partes ?? Math.max(0, ...held.keys());
    const faltam = Array.from({ length: last }, (_, index) => index + 1).filter((n) => !held.has(n));
    return { recebidas: held.size, faltam, concluido: over };
  };
  /** A test replaces `before` to delay the storing of a part that the uploader has already read. */
  const gate = { before: async (_n: number): Promise<void> => undefined };
  const transport: PartsTransport = {
    open: async () => look(),
    async send({ n, bytes, sha256: sha }, onProgress, signal) {
      await gate.before(n);
      signal.throwIfAborted();
      sent.push(n);
      const known = held.get(n);
      if (known !== undefined && known !== sha) throw otherContent();
      held.set(n, sha);
      onProgress(bytes.byteLength);
    },
    async conclude(count) {
      partes = count;
      over = look().faltam.length === 0;
      return look();
    },
  };
  return { held, sent, gate, transport };
}

function memory(): PrintMemory & { print: FilePrint | null } {
  return {
    print: null,
    read() {
      return this.print;
    },
    write(print) {
      this.print = print;
    },
    forget() {
      this.print = null;
    },
  };
}

const fileOf = (text: string) => new Blob([text]);
const TEXT = 'aaaabbbbccccddddee';

function uploadOf(
  { transport }: Pick<ReturnType<typeof server>, 'transport'>,
  file = fileOf(TEXT),
  more: { memory?: PrintMemory; wait?: (failures: number) => Promise<void>; slots?: Slots } = {},
) {
  return new PartsUpload({ file, transport, memory: memory(), sha256, partSize: PART, ...more });
}

it('sends every part once, the last one shorter, at most three at a time, and counts the bytes', async () => {
  const there = server();
  let going = 0;
  let most = 0;
  const inner = there.transport.send;
  there.transport.send = async (...args) => {
    going += 1;
    most = Math.max(most, going);
    await Promise.resolve();
    await inner(...args);
    going -= 1;
  };
  const upload = uploadOf(there);
  const seen: number[] = [];
  upload.subscribe(() => seen.push(upload.getState().sent));
  await upload.start();
  expect(upload.getState()).toEqual({ phase: 'concluido', sent: 18, total: 18, problem: null });
  expect(there.sent.toSorted()).toEqual([1, 2, 3, 4, 5]);
  expect(there.held.get(5)).toBe('ee');
  expect(most).toBe(3);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
});

it('waits where the network fails, says so, and sends nothing twice that arrived', async () => {
  const there = server();
  let cut = true;
  there.gate.before = async (n) => {
    if (n === 3 && cut) throw offline();
  };
  const phases: string[] = [];
  const waits: number[] = [];
  const upload = uploadOf(there, undefined, {
    async wait(failures) {
      waits.push(failures);
      phases.push(upload.getState().phase);
      if (failures === 3) cut = false;
    },
  });
  await upload.start();
  expect(upload.getState().phase).toBe('concluido');
  expect(waits).toEqual([1, 2, 3]);
  expect(new Set(phases)).toEqual(new Set(['esperando']));
  expect(there.sent.toSorted()).toEqual([1, 2, 3, 4, 5]);
});

it('sends a part again whose answer was lost: the server takes it once', async () => {
  const there = server();
  const inner = there.transport.send;
  let lost = false;
  there.transport.send = async (part, onProgress, signal) => {
    await inner(part, onProgress, signal);
    if (part.n === 2 && !lost) {
      lost = true;
      throw offline();
    }
  };
  const upload = uploadOf(there, undefined, { wait: async () => undefined });
  await upload.start();
  expect(upload.getState().phase).toBe('concluido');
  expect(there.sent.toSorted()).toEqual([1, 2, 2, 3, 4, 5]);
});

it('pauses at once and goes on with what is missing', async () => {
  const there = server();
  const upload = uploadOf(there, undefined, { slots: new Slots(1) });
  there.gate.before = async (n) => {
    if (n === 3) upload.pause();
  };
  await upload.start();
  expect(upload.getState()).toMatchObject({ phase: 'pausado', sent: 8 });
  expect(there.sent).toEqual([1, 2]);
  there.gate.before = async () => undefined;
  await upload.start();
  expect(upload.getState().phase).toBe('concluido');
  expect(there.sent.toSorted()).toEqual([1, 2, 3, 4, 5]);
});

it('goes on in another page with the same file, by its print, without sending any part again', async () => {
  const there = server();
  const kept = memory();
  const before = uploadOf(there, undefined, { memory: kept, slots: new Slots(1) });
  there.gate.before = async (n) => {
    if (n === 4) before.pause();
  };
  await before.start();
  there.gate.before = async () => undefined;
  const after = uploadOf(there, fileOf(TEXT), { memory: kept });
  await after.start();
  expect(after.getState().phase).toBe('concluido');
  expect(there.sent.toSorted()).toEqual([1, 2, 3, 4, 5]);
  expect(kept.print).toBeNull();
});

it('knows another file by its print, and sends nothing of it', async () => {
  const there = server();
  const kept = memory();
  const before = uploadOf(there, undefined, { memory: kept, slots: new Slots(1) });
  there.gate.before = async (n) => {
    if (n === 2) before.pause();
  };
  await before.start();
  there.gate.before = async () => undefined;
  const other = uploadOf(there, fileOf('aaaabbbbccccddddXX'), { memory: kept });
  await other.start();
  expect(other.getState()).toMatchObject({ phase: 'erro', problem: { kind: 'outro_arquivo' } });
  expect(there.sent).toEqual([1]);
});

it('asks the server in a browser that knows nothing of it: one part there is held against the file', async () => {
  const there = server();
  there.held.set(1, 'aaaa');
  const other = uploadOf(there, fileOf('xaaabbbbccccddddee'));
  await other.start();
  expect(other.getState()).toMatchObject({ phase: 'erro', problem: { kind: 'outro_arquivo' } });
  expect([...there.held.keys()]).toEqual([1]);
  const same = uploadOf(there);
  await same.start();
  expect(same.getState().phase).toBe('concluido');
});

it('tells another file from a refusal: a part that somebody else sent meanwhile, and an upload that is closed', async () => {
  const there = server();
  there.gate.before = async (n) => {
    if (n === 2) there.held.set(2, 'outra');
  };
  const upload = uploadOf(there);
  await upload.start();
  expect(upload.getState().problem).toEqual({ kind: 'outro_arquivo' });

  const closed = server();
  closed.transport.send = async () => {
    throw new ApiError(409, 'conflito', 'Esta auditoria foi cancelada.');
  };
  const refused = uploadOf(closed);
  await refused.start();
  expect(refused.getState().problem).toEqual({ kind: 'recusado', message: 'Esta auditoria foi cancelada.' });
});

it('says when the file can no longer be read', async () => {
  const there = server();
  const file = fileOf(TEXT);
  const slice = file.slice.bind(file);
  vi.spyOn(file, 'slice').mockImplementation((from, to) =>
    from === 8
      ? ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) } as Blob)
      : slice(from, to),
  );
  const upload = uploadOf(there, file);
  await upload.start();
  expect(upload.getState().problem).toEqual({ kind: 'ilegivel' });
});

it('gives up where the server keeps nothing of what is sent', async () => {
  const there = server();
  const { transport } = there;
  transport.send = async () => undefined;
  const upload = uploadOf({ transport });
  await upload.start();
  expect(upload.getState()).toMatchObject({ phase: 'erro', problem: { kind: 'recusado' } });
});
