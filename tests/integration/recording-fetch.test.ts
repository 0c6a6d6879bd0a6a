// Recordings that the product fetches from the company's telephony server over a real socket and stores like uploads.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createGuardedNetwork } from '@escuta/shared/platform/http/guarded-http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunningWorker } from '../../worker/src/worker.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type AriServer, startAriServer, testNetwork } from '../support/ari-server.ts';
import {
  bearer,
  createApiKey,
  createAsteriskConfig,
  createEmpresa,
  createItem,
  createMembro,
  createTenant,
  signToken,
} from '../support/factories.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import {
  createPipelineTenant,
  SAMPLES,
  startTestWorker,
  stopTestWorker,
  waitForRun,
} from '../support/pipeline.ts';

const LIMIT_MB = 2;
let test: TestApp;
let ari: AriServer;
let mp3: Buffer;
let mine: Awaited<ReturnType<typeof createTenant>>;
let item: { id: string };

beforeAll(async () => {
  ari = await startAriServer();
  test = await createTestApp(
    { UPLOAD_MAX_MB: LIMIT_MB },
    { parts: { telephonyNetwork: testNetwork(createGuardedNetwork('')) } },
  );
  mp3 = await readFile(join(SAMPLES, 'teste-curta.mp3'));
});
afterAll(async () => {
  await test.close();
  await ari.close();
});
beforeEach(async () => {
  mine = await createTenant(test.deps, { creditos: 10 });
  await connect(mine.empresa);
  item = await newItem('chamada-1');
});
afterEach(() => {
  ari.misbehaviour = 'nenhum';
  ari.gate = Promise.resolve();
  ari.requests.length = 0;
  ari.recordings.clear();
});

const connect = (
  empresa: { id: string },
  fields: { url?: string; senha?: string; timeoutMs?: number } = {},
) =>
  createAsteriskConfig(test.deps, empresa, {
    url: ari.url,
    username: ari.username,
    senha: ari.password,
    ...fields,
  });
async function newItem(asteriskFilename: string | null) {
  const made = await createItem(test.deps, mine.auditoria);
  return test.deps.prisma.auditoriaItem.update({ where: { id: made.id }, data: { asteriskFilename } });
}
// Sends the request at once, because the function is async; without `async` it would be sent only when awaited.
const search = async (options: { id?: string; as?: string; query?: string } = {}) =>
  test.app.inject({
    method: 'POST',
    url: `/api/v1/auditoria-item/${options.id ?? item.id}/buscar-gravacao${options.query ?? ''}`,
    headers: bearer(options.as ?? mine.tokens.usuario),
  });
const rowOf = (id: string) => test.deps.prisma.auditoriaItem.findUniqueOrThrow({ where: { id } });
const wav = (bytes: number) =>
  Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt '), randomBytes(Math.max(0, bytes - 16))]);

/** Checks that the fetch leaves nothing: the item has no file, and no object is stored for it or waits for deletion. */
async function expectNothingKept(): Promise<void> {
  expect((await rowOf(item.id)).arquivoPath).toBeNull();
  const files = await readdir(test.deps.env.STORAGE_DIR, { recursive: true });
  const kept: string[] = [];
  for (const file of files) {
    if (file.includes(item.id) && (await stat(join(test.deps.env.STORAGE_DIR, file))).isFile())
      kept.push(file);
  }
  expect(kept).toEqual([]);
  const pending = await test.deps.prisma.objetoPendente.count({ where: { chave: { contains: item.id } } });
  expect(pending).toBe(0);
}

/** Reads an answer's status, code and message, and the reason of a telephony failure (null for other failures). */
async function refusal(answer: Awaited<ReturnType<typeof search>>): Promise<unknown[]> {
  const { code, message, dados } = answer.json();
  return [answer.statusCode, code, message, dados?.motivo ?? null];
}

describe('fetching', () => {
  it('stores the recording as if it had been sent, and notes who fetched it', async () => {
    ari.recordings.set('chamada-1', mp3);
    const answer = await search();
    expect(answer.statusCode, answer.body).toBe(200);
    const { data } = answer.json();
    expect(data).toMatchObject({ execucaoId: null, aviso: null });
    expect(data.item).toMatchObject({
      id: item.id,
      status: 'pendente',
      arquivo_path: data.audioPath,
      arquivo_nome: 'chamada-1.mp3',
      arquivo_tipo: 'audio/mpeg',
      arquivo_tamanho: mp3.length,
    });
    expect((await rowOf(item.id)).arquivoSha256).toBe(createHash('sha256').update(mp3).digest('hex'));
    const played = await test.app.inject({
      url: `/api/v1/auditoria-item/${item.id}/download`,
      headers: bearer(mine.tokens.usuario),
    });
    expect(played.rawPayload.equals(mp3)).toBe(true);
    expect(await test.deps.prisma.objetoPendente.count({ where: { chave: data.audioPath } })).toBe(0);
    const [entry] = await test.deps.prisma.registroAcesso.findMany({
      where: { recursoId: item.id, acao: 'gravacao_buscada' },
    });
    expect(entry).toMatchObject({
      empresaId: mine.empresa.id,
      usuarioId: mine.usuario.usuarioId,
      detalhes: { gravacao: 'chamada-1', servidor: ari.url, bytes: mp3.length },
    });
    expect(JSON.stringify(entry)).not.toContain(ari.password);
  });

  it.each([
    ['2026/05/fila 7/chamada', '2026/05/fila 7/chamada', 'chamada.mp3'],
    ['chamada.wav', 'chamada', 'chamada.wav'],
    ['2026/ação+100%?x#y.WAV', '2026/ação+100%?x#y', 'ação+100%?x#y.WAV'],
  ])('finds %s', async (asterisk_filename, stored, nome) => {
    ari.recordings.set(stored, mp3);
    item = await newItem(asterisk_filename);
    const answer = await search();
    expect(answer.json().data?.item.arquivo_nome, answer.body).toBe(nome);
  });

  it('list and analysis say that there is something to fetch, until there is a file', async () => {
    ari.recordings.set('chamada-1', mp3);
    const headers = bearer(mine.tokens.usuario);
    const flags = async () => {
      const rows = (
        await test.app.inject({ url: `/api/v1/projetos/${mine.projeto.id}/auditoria-items`, headers })
      ).json().data as { id: string; gravacao_na_telefonia: boolean }[];
      const whole = await test.app.inject({
        url: `/api/v1/auditoria-items/${item.id}/resultados`,
        headers,
      });
      return [
        rows.find(({ id }) => id === item.id)?.gravacao_na_telefonia,
        rows.find(({ id }) => id === mine.item.id)?.gravacao_na_telefonia,
        whole.json().data?.auditoriaItem.gravacaoNaTelefonia,
      ];
    };
    expect(await flags()).toEqual([true, false, true]);
    await search();
    expect(await flags()).toEqual([false, false, false]);
  });

  it("the company's key fetches; registering a call fetches nothing by itself", async () => {
    ari.recordings.set('pela-chave', mp3);
    const key = await createApiKey(test.deps, mine.empresa);
    const made = await test.app.inject({
      method: 'POST',
      url: `/api/v1/auditoria/${mine.auditoria.id}/items/ligacao`,
      headers: { 'x-api-key': key },
      payload: {
        projeto_id: mine.projeto.id,
        numero_destino: '1130001000',
        call_start_time: '2026-05-04T10:00:00-03:00',
        asterisk_filename: 'pela-chave',
      },
    });
    const { id } = made.json().data;
    expect(ari.requests).toEqual([]);
    const answer = await search({ id, as: key });
    expect([answer.statusCode, answer.json().data?.item.arquivo_nome]).toEqual([200, 'pela-chave.mp3']);
    const entry = await test.deps.prisma.registroAcesso.findFirstOrThrow({
      where: { recursoId: id, acao: 'gravacao_buscada' },
    });
    expect([entry.via, entry.usuarioId]).toEqual(['chave', null]);
  });

  it('of two at the same time, one counts and nothing is left over', async () => {
    ari.recordings.set('chamada-1', wav(600_000));
    const answers = await Promise.all([search(), search(), search()]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    const { arquivoPath } = await rowOf(item.id);
    expect(await test.deps.prisma.objetoPendente.count({ where: { chave: { contains: item.id } } })).toBe(0);
    expect((await test.deps.store.head(arquivoPath ?? '')).size).toBe(600_000);
    expect(ari.requests).toHaveLength(1);
  });

  it('one right behind another that ended does not ask for the recording again', async () => {
    ari.recordings.set('chamada-1', mp3);
    const { semaphore } = test.deps;
    const take = semaphore.take.bind(semaphore);
    // Another fetch begins and ends after this fetch has read the item and before it gets its permit.
    vi.spyOn(semaphore, 'take').mockImplementationOnce(async (...asked) => {
      expect((await search()).statusCode).toBe(200);
      return take(...asked);
    });
    expect((await search()).statusCode).toBe(409);
    expect(ari.requests).toHaveLength(1);
  });

  it('an upload that arrives during the fetch stays, and what was fetched is undone', async () => {
    ari.recordings.set('chamada-1', mp3);
    let open = () => {};
    ari.gate = new Promise((resolve) => {
      open = resolve;
    });
    const searching = search();
    await expect.poll(() => ari.held).toBe(1);
    await test.deps.prisma.auditoriaItem.update({
      where: { id: item.id },
      data: { arquivoPath: 'enviado/por/outro', arquivoNome: 'outro.mp3', arquivoTamanho: 1 },
    });
    open();
    const answer = await searching;
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflito']);
    await test.deps.prisma.auditoriaItem.update({
      where: { id: item.id },
      data: { arquivoPath: null, arquivoNome: null, arquivoTamanho: null },
    });
    await expectNothingKept();
  });

  it('at most four of a company at the same time; other companies do not wait', async () => {
    ari.recordings.set('chamada-1', mp3);
    const items = await Promise.all(Array.from({ length: 5 }, () => newItem('chamada-1')));
    let open = () => {};
    ari.gate = new Promise((resolve) => {
      open = resolve;
    });
    const running = items.slice(0, 4).map(({ id }) => search({ id }));
    await expect.poll(() => ari.held).toBe(4);
    expect(await refusal(await search({ id: items[4]?.id ?? '' }))).toEqual([
      429,
      'muitas_tentativas',
      'Há muitas gravações sendo buscadas ao mesmo tempo. Tente novamente em instantes.',
      null,
    ]);
    const other = await createTenant(test.deps);
    await connect(other.empresa, { url: 'http://127.0.0.1:9' });
    await test.deps.prisma.auditoriaItem.update({
      where: { id: other.item.id },
      data: { asteriskFilename: 'chamada-1' },
    });
    expect((await search({ id: other.item.id, as: other.tokens.usuario })).statusCode).toBe(424);
    open();
    expect((await Promise.all(running)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect((await search({ id: items[4]?.id ?? '' })).statusCode).toBe(200);
  });
});

describe('refusing', () => {
  it('without name, with a file, in processing, of another company', async () => {
    expect(await refusal(await search({ id: mine.item.id }))).toEqual([
      422,
      'regra_violada',
      'Este item não tem o nome da gravação na telefonia. Envie o arquivo de áudio.',
      null,
    ]);
    ari.recordings.set('chamada-1', mp3);
    await search();
    expect(await refusal(await search())).toEqual([
      409,
      'conflito',
      'Este item já tem gravação. Desvincule-a antes de buscar outra.',
      null,
    ]);
    const busy = await newItem('chamada-1');
    await test.deps.prisma.execucao.create({
      data: {
        empresaId: mine.empresa.id,
        projetoId: mine.projeto.id,
        itemId: busy.id,
        origem: 'manual',
        configuracao: {},
      },
    });
    expect((await search({ id: busy.id })).json().code).toBe('execucao_em_andamento');
    const stranger = signToken(test.deps, await createMembro(test.deps, await createEmpresa(test.deps)));
    expect((await search({ as: stranger })).statusCode).toBe(404);
    expect((await search({ id: randomUUID() })).statusCode).toBe(404);
    expect(ari.requests).toHaveLength(1);
  });

  it('without an active configuration', async () => {
    await test.deps.prisma.asteriskConfig.updateMany({
      where: { empresaId: mine.empresa.id },
      data: { isActive: false },
    });
    expect(await refusal(await search())).toEqual([
      422,
      'regra_violada',
      'A empresa não tem configuração de telefonia ativa. Cadastre uma configuração no perfil da empresa.',
      null,
    ]);
  });

  it.each(['../../etc/passwd', 'a/../b', 'a//b', '/a', 'a/', '.', 'a\\b', 'a\nb'])(
    'the name %j',
    async (asterisk_filename) => {
      item = await newItem(asterisk_filename);
      expect(await refusal(await search())).toEqual([
        422,
        'regra_violada',
        'O nome da gravação na telefonia não é válido.',
        null,
      ]);
      expect(ari.requests).toEqual([]);
    },
  );

  it.each<[string, () => Promise<unknown> | unknown, unknown[]]>([
    [
      'a recording that is not there',
      () => ari.recordings.clear(),
      [424, 'telefonia_falhou', 'Gravação não encontrada no servidor de telefonia.', 'nao_encontrada'],
    ],
    [
      'a password that no longer works',
      () => test.deps.prisma.asteriskConfig.updateMany({ data: { username: 'outro' } }),
      [
        424,
        'telefonia_falhou',
        'O servidor de telefonia recusou o usuário ou a senha (Status: 401 - Unauthorized).',
        'status',
      ],
    ],
    [
      'a mute server',
      () => {
        ari.misbehaviour = 'lento';
      },
      [424, 'telefonia_falhou', 'Timeout na conexão', 'tempo'],
    ],
    [
      'a server that falls mute midway',
      () => {
        ari.misbehaviour = 'goteja';
      },
      [424, 'telefonia_falhou', 'Timeout na conexão', 'tempo'],
    ],
    [
      'a recording cut midway',
      () => {
        ari.misbehaviour = 'corta';
      },
      [
        424,
        'telefonia_falhou',
        'O servidor de telefonia enviou a gravação incompleta. Tente novamente.',
        'conexao',
      ],
    ],
    [
      'a redirect',
      () => {
        ari.misbehaviour = 'redireciona';
      },
      [
        424,
        'telefonia_falhou',
        'A Escuta não segue redirecionamentos. Informe o endereço final do Asterisk.',
        'redirecionamento',
      ],
    ],
    [
      'what is no audio',
      () => ari.recordings.set('chamada-1', Buffer.from('<html>oi</html>')),
      [
        400,
        'arquivo_invalido',
        'O arquivo enviado pelo servidor de telefonia não é um áudio reconhecido (MP3, WAV, OGG, M4A).',
        null,
      ],
    ],
    [
      'an empty file',
      () => ari.recordings.set('chamada-1', Buffer.alloc(0)),
      [400, 'arquivo_invalido', 'O arquivo está vazio.', null],
    ],
    [
      'more than the limit',
      () => ari.recordings.set('chamada-1', wav(LIMIT_MB * 1024 * 1024 + 1)),
      [413, 'corpo_grande', 'O arquivo passa do limite de 2 MB.', null],
    ],
    [
      'a forbidden address',
      () => test.deps.prisma.asteriskConfig.updateMany({ data: { asteriskUrl: 'http://169.254.169.254' } }),
      [422, 'endereco_recusado', expect.stringContaining('Endereço recusado'), null],
    ],
  ])('%s, and nothing stays', async (_name, prepare, expected) => {
    ari.recordings.set('chamada-1', wav(200_000));
    await test.deps.prisma.asteriskConfig.updateMany({ data: { timeoutMs: 1000 } });
    await prepare();
    expect(await refusal(await search())).toEqual(expected);
    await expectNothingKept();
  });

  it("accepts exactly the limit's size", async () => {
    ari.recordings.set('chamada-1', wav(LIMIT_MB * 1024 * 1024));
    expect((await search()).statusCode).toBe(200);
  });
});

describe('?processar=true', () => {
  let provider: FakeProvider;
  let worker: RunningWorker;
  beforeAll(async () => {
    provider = await startFakeProvider();
    worker = await startTestWorker(test.deps, provider.url);
  });
  afterAll(async () => {
    await stopTestWorker(worker);
    await provider.close();
  });

  it('the fetched recording is processed to the end', async () => {
    const tenant = await createPipelineTenant(test.deps);
    await connect(tenant.empresa);
    const made = await createItem(test.deps, tenant.auditoria);
    await test.deps.prisma.auditoriaItem.update({
      where: { id: made.id },
      data: { asteriskFilename: 'fila/chamada-9' },
    });
    ari.recordings.set('fila/chamada-9', mp3);
    const as = signToken(test.deps, await createMembro(test.deps, tenant.empresa));
    const answer = await search({ id: made.id, as, query: '?processar=true' });
    const { execucaoId, aviso } = answer.json().data;
    expect([answer.statusCode, aviso]).toEqual([200, null]);
    const run = await waitForRun(test.deps, execucaoId);
    expect([run.status, run.item.status, run.item.arquivoNome]).toEqual([
      'concluida',
      'concluido',
      'chamada-9.mp3',
    ]);
  });

  it('without credits the recording stays, and the reason is said', async () => {
    const tenant = await createPipelineTenant(test.deps, { creditos: 0 });
    await connect(tenant.empresa);
    const made = await createItem(test.deps, tenant.auditoria);
    await test.deps.prisma.auditoriaItem.update({
      where: { id: made.id },
      data: { asteriskFilename: 'chamada-9' },
    });
    ari.recordings.set('chamada-9', mp3);
    const as = signToken(test.deps, await createMembro(test.deps, tenant.empresa));
    const answer = await search({ id: made.id, as, query: '?processar=true' });
    expect([answer.statusCode, answer.json().data]).toEqual([
      200,
      expect.objectContaining({ execucaoId: null, aviso: expect.stringContaining('crédito') }),
    ]);
    expect((await rowOf(made.id)).arquivoNome).toBe('chamada-9.mp3');
  });
});
