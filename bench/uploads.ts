import { randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type pg from 'pg';
import { createProject, signIn, startApi, type Volume } from './installation.ts';
import { median, ROUNDS, type Row, residentBytes, row } from './support.ts';

const MB = 1_000_000;

/** Memory that the API takes more while a recording of 100 and of 700 MB comes in. */
export async function measureUploads(pool: pg.Pool, { empresaId, login }: Volume): Promise<Row[]> {
  const { projetoId, auditoriaId } = await createProject(pool, empresaId, 'Uploads');
  const api = await startApi();
  try {
    const headers = await signIn(api.base, login);
    const pid = api.child.pid as number;
    const send = async (megabytes: number) => {
      const itemId = randomUUID();
      await pool.query(
        'insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id) values ($1, $2, $3, $4)',
        [itemId, empresaId, projetoId, auditoriaId],
      );
      return grownWhile(pid, () =>
        upload(`${api.base}/auditoria-item/${itemId}/upload`, headers, megabytes * MB),
      );
    };
    // The first ones warm the parser, the pools and the allocator.
    for (let i = 0; i < 3; i++) await send(20);
    const small: number[] = [];
    const large: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      small.push(await send(100));
      large.push(await send(700));
    }
    return [
      row('Upload de 100 MB: memória a mais na API', median(small), 80, 'max', ' MB'),
      row('Upload de 700 MB: memória a mais na API', median(large), 80, 'max', ' MB'),
    ];
  } finally {
    await api.stop();
  }
}

/** Peak of the process's resident memory over what it was before, MB. */
async function grownWhile(pid: number, work: () => Promise<void>): Promise<number> {
  const before = residentBytes(pid);
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentBytes(pid));
  }, 20);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return (peak - before) / MB;
}

/** Sends a WAV of `size` bytes as multipart, a chunk at a time. */
async function upload(url: string, headers: Record<string, string>, size: number): Promise<void> {
  const boundary = randomUUID();
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="bench.wav"\r\nContent-Type: audio/wav\r\n\r\n`;
  const noise = randomBytes(256 * 1024);
  await new Promise<void>((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      },
      (response) => {
        let said = '';
        response.on('data', (chunk: Buffer) => {
          said += chunk.toString();
        });
        response.on('end', () =>
          response.statusCode === 200
            ? resolve()
            : reject(new Error(`upload: ${response.statusCode} ${said}`)),
        );
      },
    );
    outgoing.once('error', reject);
    outgoing.write(head);
    outgoing.write(wavHeader(size));
    let sent = 0;
    const more = () => {
      while (sent < size) {
        sent += noise.length;
        if (!outgoing.write(noise)) {
          outgoing.once('drain', more);
          return;
        }
      }
      outgoing.end(`\r\n--${boundary}--\r\n`);
    };
    more();
  });
}

/** Header of a 16-bit stereo WAV at 8 kHz. */
function wavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(32_000, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  return header;
}
