import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { Env } from '@escuta/shared/platform/process/env';
import { processesKey, readProcess } from '@escuta/shared/platform/process/processes';
import { connectRedisOnce, describeRedis, type RedisEnv } from '@escuta/shared/platform/redis/redis';
import { createStore } from '@escuta/shared/platform/storage/create-store';
import { ObjectNotFoundError, type ObjectStore } from '@escuta/shared/platform/storage/object-store';
import type { Redis } from 'ioredis';
import { AudioError } from '../../../worker/src/audio/audio-error.ts';
import { GLOBAL_ARGS, runFfmpeg } from '../../../worker/src/audio/ffmpeg.ts';
import { mailFailure, verifySmtp } from '../../../worker/src/mail/smtp.ts';
import { formatBytes } from '../command-line.ts';
import { type Check, count, ms, span } from './check.ts';
import { reportClock, withDatabase } from './database.ts';

export const redis: Check = {
  area: 'Redis',
  limitMs: 10_000,
  needs: ['REDIS_URL'],
  run: async ({ env }, report) => {
    const place: RedisEnv = { ...env, REDIS_URL: env.REDIS_URL ?? '' };
    let client: Redis;
    try {
      client = await connectRedisOnce(place, 'escuta-operacao');
    } catch (error) {
      const { message, code } = error as Error & { code?: string };
      const where = describeRedis(place);
      if (/WRONGPASS|NOAUTH|invalid.*password/i.test(message)) {
        report.falha(
          `O Redis em ${where} recusou a senha.`,
          'Confira a senha em REDIS_URL (redis://:senha@servidor:6379/0).',
        );
      } else {
        report.falha(
          `O Redis não responde em ${where}${code ? ` (${code})` : ''}.`,
          'Veja se está no ar e se REDIS_URL aponta para ele. As filas esperam; nada se perde.',
        );
      }
      return;
    }
    try {
      const begun = Date.now();
      const [seconds, micros] = await client.time();
      const took = Date.now() - begun;
      const info = await client.info();
      const read = (name: string) => new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(info)?.[1] ?? '';
      const valkey = read('valkey_version');
      const version = valkey || read('redis_version');
      if (Number.parseInt(version, 10) < 7)
        report.falha(`O Redis é o ${version}: use o 7 (ou Valkey 8) ou mais novo.`, 'Atualize o servidor.');
      else report.ok(`${valkey ? 'Valkey' : 'Redis'} ${version} responde em ${ms(took)}.`);
      const policy = read('maxmemory_policy');
      if (policy !== 'noeviction') {
        report.falha(
          `maxmemory-policy é ${policy}: sob pressão o Redis apagaria partes das filas.`,
          'redis-cli CONFIG SET maxmemory-policy noeviction, e o mesmo em redis.conf.',
        );
      }
      if (env.NODE_ENV === 'production' && read('aof_enabled') !== '1') {
        report.aviso(
          'O Redis não grava em disco (AOF desligado): um reinício esvazia as filas, que se refazem em segundos, e termina as esperas de login.',
          'redis-cli CONFIG SET appendonly yes, e o mesmo em redis.conf.',
        );
      }
      const [used, limit] = [Number(read('used_memory')), Number(read('maxmemory'))];
      if (limit > 0 && used > limit * 0.8) {
        report.aviso(`O Redis usa ${formatBytes(used)} de ${formatBytes(limit)}.`, 'Aumente maxmemory.');
      }
      reportClock('O Redis', Number(seconds) + Number(micros) / 1e6 - (begun + took / 2) / 1000, report);
    } finally {
      client.disconnect();
    }
  },
};

const PROBE_BYTES = 256 * 1024;

async function collect(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Explains a storage error to people. */
function storageProblem(error: unknown, env: Partial<Env>): [string, string] {
  const { code, name, message } = error as { code?: string; name?: string; message?: string };
  if (env.STORAGE_DRIVER !== 's3') {
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
      return [
        `A pasta ${env.STORAGE_DIR} não aceita gravações (${code}).`,
        'Dê a pasta ao usuário da Escuta (no Docker, o usuário 1000): chown -R 1000:1000.',
      ];
    }
    if (code === 'ENOSPC')
      return [`O disco de ${env.STORAGE_DIR} está cheio.`, 'Libere espaço ou aumente o disco.'];
    return [`A pasta ${env.STORAGE_DIR} não funciona: ${message}`, 'Confira STORAGE_DIR.'];
  }
  const bucket = `o balde "${env.S3_BUCKET}"`;
  if (name === 'NoSuchBucket')
    return [`O S3 não tem ${bucket}.`, 'Crie-o, ou rode docker compose run --rm migrate.'];
  if (/AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch|Forbidden/.test(name ?? '')) {
    return [
      `O S3 recusou o acesso a ${bucket} (${name}).`,
      'Confira S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY e a permissão de ler, gravar e apagar.',
    ];
  }
  return [
    `O S3 não funciona (${code ?? name}): ${message}`,
    'Confira S3_ENDPOINT, S3_REGION, S3_FORCE_PATH_STYLE e a rede.',
  ];
}

export const storage: Check = {
  area: 'Armazenamento',
  limitMs: 20_000,
  needs: ['STORAGE_DRIVER', 'STORAGE_DIR'],
  run: async ({ env }, report) => {
    let store: ObjectStore;
    try {
      store = await createStore(env as Env);
    } catch {
      report.aviso('Não verificado: faltam variáveis S3_*.', 'Corrija a configuração e repita.');
      return;
    }
    const key = `verificacao/${randomUUID()}`;
    const bytes = randomBytes(PROBE_BYTES);
    const times: string[] = [];
    const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
      const begun = performance.now();
      const value = await work();
      times.push(`${what} ${ms(performance.now() - begun)}`);
      return value;
    };
    try {
      try {
        await timed('gravar', () =>
          store.put(key, Readable.from([bytes]), { contentType: 'application/octet-stream' }),
        );
        const whole = await timed('ler', async () => collect(await store.get(key)));
        const part = await timed('ler um trecho', async () =>
          collect(await store.get(key, { start: 1000, end: 2000 })),
        );
        if (!whole.equals(bytes) || !part.equals(bytes.subarray(1000, 2000))) {
          report.falha(
            'O armazenamento devolveu outro conteúdo.',
            'Não use a instalação assim: verifique o disco ou o servidor S3.',
          );
        }
      } finally {
        await timed('apagar', () => store.delete(key));
      }
      const isGone = await store.head(key).then(
        () => false,
        (error: unknown) => error instanceof ObjectNotFoundError,
      );
      if (!isGone)
        report.falha(
          'O armazenamento não apaga objetos.',
          'Dê a permissão de apagar: gravações excluídas precisam sumir.',
        );
      else
        report.ok(
          `O armazenamento (${env.STORAGE_DRIVER === 's3' ? 'S3' : 'pasta'}) grava, lê e apaga: ${times.join(', ')}.`,
        );
    } catch (error) {
      report.falha(...storageProblem(error, env));
    }
  },
};

export const ffmpeg: Check = {
  area: 'ffmpeg',
  limitMs: 20_000,
  needs: ['FFMPEG_PATH'],
  run: async ({ env }, report, signal) => {
    const ffmpegPath = env.FFMPEG_PATH ?? 'ffmpeg';
    const run = async (args: string[]) => {
      let out: Buffer = Buffer.alloc(0);
      const { exitCode, stderr } = await runFfmpeg({
        ffmpegPath,
        args,
        signal,
        timeoutMs: 15_000,
        consume: async (stdout) => {
          out = await collect(stdout);
        },
      });
      return { out, exitCode, stderr };
    };
    try {
      const { out: said } = await run(['-version']);
      const version = /^ffmpeg version (\S+)/.exec(said.toString())?.[1] ?? 'desconhecida';
      const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=0.2:sample_rate=8000'];
      const { out, exitCode, stderr } = await run([
        ...GLOBAL_ARGS,
        ...tone,
        '-c:a',
        'flac',
        '-f',
        'flac',
        'pipe:1',
      ]);
      if (exitCode === 0 && out.subarray(0, 4).toString() === 'fLaC')
        report.ok(`ffmpeg ${version} produz FLAC.`);
      else
        report.falha(
          `ffmpeg ${version} não produz FLAC: ${stderr.trim().split('\n').at(-1)}`,
          'Instale o ffmpeg completo da distribuição.',
        );
    } catch (error) {
      if (!(error instanceof AudioError) || error.code !== 'ffmpeg_ausente') throw error;
      report.falha(
        `O ffmpeg não foi encontrado (${ffmpegPath}).`,
        'Instale-o (apt-get install ffmpeg) ou aponte FFMPEG_PATH para ele.',
      );
    }
  },
};

export const mail: Check = {
  area: 'E-mail',
  limitMs: 15_000,
  run: async ({ env }, report) => {
    if (!env.SMTP_URL) {
      report.ok(
        env.NODE_ENV === 'production'
          ? 'Sem servidor de e-mail (SMTP_URL vazia).'
          : 'Sem SMTP_URL: as mensagens ficam em /caixa-de-email.',
      );
      return;
    }
    const { hostname, port } = new URL(env.SMTP_URL);
    const where = port ? `${hostname}:${port}` : hostname;
    try {
      await verifySmtp(env.SMTP_URL, 10_000);
      report.ok(
        `O servidor de e-mail ${where} aceita a conexão${new URL(env.SMTP_URL).username ? ' e a senha' : ''}.`,
      );
    } catch (error) {
      const { codigo } = mailFailure(error);
      if (/EAUTH/.test(codigo))
        report.falha(
          `O servidor de e-mail ${where} recusou usuário ou senha (${codigo}).`,
          'Confira SMTP_URL; caracteres especiais vão em percentual (@ é %40).',
        );
      else
        report.falha(
          `O servidor de e-mail ${where} não responde (${codigo}).`,
          'Confira servidor, porta (587 com smtp://, 465 com smtps://) e o firewall.',
        );
    }
  },
};

/** Free bytes below which a disk counts as full, and as nearly full. */
const DISK_FAIL = 1e9;
const DISK_WARN = 5e9;

/** Returns the folder if it exists, otherwise its nearest existing parent. */
function findExisting(folder: string): string {
  let current = resolve(folder);
  while (!existsSync(current) && dirname(current) !== current) current = dirname(current);
  return current;
}

export const disk: Check = {
  area: 'Disco',
  limitMs: 5000,
  needs: ['STORAGE_DRIVER', 'UPLOAD_MAX_MB'],
  run: async ({ env }, report) => {
    // A recording must always fit, in its received, decoded and cut forms.
    const floor = Math.max(DISK_FAIL, (env.UPLOAD_MAX_MB ?? 0) * 1024 * 1024 * 2);
    const places = [
      ...(env.STORAGE_DRIVER === 'filesystem' ? [['das gravações', env.STORAGE_DIR ?? '']] : []),
      ['temporário', tmpdir()],
    ] as const;
    for (const [name, folder] of places) {
      const info = await statfs(findExisting(folder ?? ''));
      const [free, total] = [info.bavail * info.bsize, info.blocks * info.bsize];
      const text = `${formatBytes(free)} livres no disco ${name} (${folder}), de ${formatBytes(total)}.`;
      if (free < floor)
        report.falha(`Só ${text}`, 'Libere espaço ou aumente o disco: gravações deixarão de ser aceitas.');
      else if (free < Math.max(DISK_WARN, floor * 2)) report.aviso(`Restam ${text}`, 'Planeje mais espaço.');
      else report.ok(text);
    }
  },
};

export const work: Check = {
  area: 'Processamento',
  limitMs: 15_000,
  needs: ['DATABASE_URL'],
  run: (context, report, signal) =>
    withDatabase(async (db) => {
      const { env } = context;
      const { rows } = await db.query<{
        espera: number | null;
        letras: number;
        emails: number;
        atraso: number | null;
        tarefa: number | null;
        paradas: number;
      }>(
        `select extract(epoch from now() - (select min(created_at) from execucoes
             where status in ('na_fila', 'executando') and iniciada_em is null))::float8 as espera,
           (select count(*)::int from letras_mortas where status = 'aberta') as letras,
           (select count(*)::int from emails where status = 'falhou'
             and created_at > now() - interval '1 day') as emails,
           extract(epoch from now() - (select min(proxima_em) from emails where status = 'pendente'))::float8 as atraso,
           extract(epoch from now() - (select min(case status when 'pendente' then greatest(vez_em, proxima_em)
             else lease_ate end)
             from tarefas where status = 'pendente' and proxima_em <= now()
               or status = 'executando' and lease_ate < now()))::float8 as tarefa,
           (select count(*)::int from tarefas where status = 'erro') as paradas`,
      );
      const {
        espera = null,
        letras = 0,
        emails = 0,
        atraso = null,
        tarefa = null,
        paradas = 0,
      } = rows[0] ?? {};
      const limit = env.QUEUE_MAX_WAIT_S ?? 1800;
      if (espera === null) report.ok('Nenhuma gravação espera na fila.');
      else if (espera > limit)
        report.falha(
          `A gravação mais antiga espera na fila há ${span(espera)}.`,
          'Veja se há workers no ar e o provedor de IA; suba mais workers (--scale worker=4).',
        );
      else report.ok(`A gravação mais antiga espera na fila há ${span(espera)}.`);
      if (letras > 0)
        report.aviso(
          `Na fila de falhas: ${count(letras, 'execução', 'execuções')}.`,
          'Abra a tela de falhas, resolva a causa e reprocesse.',
        );
      if ((tarefa ?? 0) > limit)
        report.falha(
          `Uma tarefa espera há ${span(tarefa ?? 0)} sem que ninguém a faça.`,
          'Veja se há workers no ar; o andamento está na tela Tarefas.',
        );
      if (paradas > 0)
        report.aviso(
          `Pararam com erro: ${count(paradas, 'tarefa', 'tarefas')}.`,
          'Abra a tela Tarefas, resolva a causa e continue de onde pararam.',
        );
      if (emails > 0)
        report.aviso(
          `Não entregues nas últimas 24 h: ${count(emails, 'e-mail', 'e-mails')}.`,
          'Veja o motivo em emails.erro e confira o SMTP.',
        );
      if (env.SMTP_URL && (atraso ?? 0) > 3600)
        report.aviso(`Há e-mails atrasados há ${span(atraso ?? 0)}.`, 'Veja se há workers no ar.');
      await checkWorkers(env, espera !== null || tarefa !== null, report);
    })(context, report, signal),
};

async function checkWorkers(
  env: Partial<Env>,
  isWaiting: boolean,
  report: Parameters<Check['run']>[1],
): Promise<void> {
  if (!env.REDIS_URL) return;
  const client = await connectRedisOnce({ ...env, REDIS_URL: env.REDIS_URL }, 'escuta-operacao').catch(
    () => null,
  );
  if (!client) return;
  try {
    // Reads the live processes by Redis' clock, because this host's clock may differ.
    const [seconds] = await client.time();
    const members = await client.zrangebyscore(
      processesKey(env.REDIS_PREFIX ?? 'escuta'),
      Number(seconds) * 1000,
      '+inf',
    );
    const alive = members.flatMap(readProcess).filter(({ tipo }) => tipo === 'worker').length;
    if (alive > 0) report.ok(`${count(alive, 'worker', 'workers')} no ar.`);
    else
      (isWaiting ? report.falha : report.aviso)(
        'Nenhum worker deu sinal de vida nos últimos segundos.',
        'Inicie o worker (docker compose up -d worker).',
      );
  } finally {
    client.disconnect();
  }
}
