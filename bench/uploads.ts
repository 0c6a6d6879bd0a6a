import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { Database } from '@escuta/prisma/db';
import { LIMITES_ENVIO } from '@escuta/shared/contracts/operation/envios';
import { wavHeader } from '@escuta/shared/services/recordings/wav-header';
import { createSurvey } from '../tests/support/audited-survey.ts';
import { logOf } from '../tests/support/field.ts';
import { createProject, signIn, startApi, type Volume } from './installation.ts';
import { median, ROUNDS, type Row, residentBytes, row } from './support.ts';

const MB = 1_000_000;

/** Measures the growth of the API's memory while it receives recordings of 100 MB and of 700 MB. */
export async function measureUploads(pool: Database, { empresaId, login }: Volume): Promise<Row[]> {
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
    // The first uploads warm up the parser, the pools and the allocator.
    for (let i = 0; i < 3; i++) await send(20);
    const small: number[] = [];
    const large: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      small.push(await send(100));
      large.push(await send(700));
    }
    const parts = await openParts(pool, api.base, headers, empresaId);
    await parts(20);
    return [
      row(
        'Envio de 700 MB em partes: memória a mais na API',
        await grownWhile(pid, () => parts(700)),
        80,
        'max',
        ' MB',
      ),
      row('Upload de 100 MB: memória a mais na API', median(small), 80, 'max', ' MB'),
      row('Upload de 700 MB: memória a mais na API', median(large), 80, 'max', ' MB'),
    ];
  } finally {
    await api.stop();
  }
}

/**
 * Creates an interview that sends its recording as a device does.
 * @returns a function that sends a recording of the given size, MB, three parts at once
 */
async function openParts(
  pool: Database,
  base: string,
  headers: Record<string, string>,
  empresaId: string,
): Promise<(megabytes: number) => Promise<void>> {
  const [projetoId, auditoriaId, entrevista] = [randomUUID(), randomUUID(), randomUUID()];
  await pool.query(
    `insert into projetos (id, empresa_id, nome, tipo_projeto) values ($1, $2, 'Partes', 'pesquisa')`,
    [projetoId, empresaId],
  );
  await pool.query(
    `insert into auditorias (id, empresa_id, projeto_id, nome, padrao) values ($1, $2, $3, 'Partes', true)`,
    [auditoriaId, empresaId, projetoId],
  );
  const { versaoId } = await createSurvey(pool, { empresaId, projetoId, auditoriaId }, 3);
  const call = async (
    method: string,
    path: string,
    body: Buffer | object,
    more: Record<string, string> = {},
  ) => {
    const isBytes = Buffer.isBuffer(body);
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...headers,
        'content-type': isBytes ? 'application/octet-stream' : 'application/json',
        ...more,
      },
      body: isBytes ? new Uint8Array(body) : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  };
  await call('PUT', `/entrevistas/${entrevista}`, {
    questionario_versao_id: versaoId,
    nome_entrevistado: 'Pessoa',
    telefone_entrevistado: null,
    iniciada_em: Date.now() - 600_000,
    relogio: Date.now(),
  });
  const eventos = logOf([{ tipo: 'iniciada' }, { tipo: 'consentimento', motivo: 'aceito' }]);
  await call('POST', `/entrevistas/${entrevista}/eventos`, { eventos });
  const bytes = randomBytes(LIMITES_ENVIO.parteBytes);
  const hash = { 'x-parte-sha256': createHash('sha256').update(bytes).digest('hex') };
  let gravacao = 0;
  return async (megabytes) => {
    gravacao += 1;
    const id = randomUUID();
    await call('POST', '/envios', {
      id,
      papel: 'gravacao',
      entrevista_id: entrevista,
      gravacao,
      tipo: 'audio/webm',
    });
    const partes = Math.floor((megabytes * MB) / bytes.length);
    let next = 0;
    const lane = async () => {
      while (next < partes) {
        next += 1;
        await call('PUT', `/envios/${id}/partes/${next}`, bytes, hash);
      }
    };
    await Promise.all([lane(), lane(), lane()]);
    await call('POST', `/envios/${id}/concluir`, { partes });
  };
}

/** Measures the peak growth of the process's resident memory during `work`, MB. */
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
    outgoing.write(wavHeader(8000, size, 2));
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
