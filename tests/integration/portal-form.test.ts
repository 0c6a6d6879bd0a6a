// All four files of an audit in one multipart form, as programs with a key send it: streamed, stored all or not at all,
// once per idempotency key, and confirmed automatically only if no question is open.
import { createHash, randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { EnvioWire } from '@escuta/shared/contracts/operation/envios';
import type { PreparoDetalhe, PreparoWire } from '@escuta/shared/contracts/surveys/preparos';
import { PAPEIS_ARQUIVO } from '@escuta/shared/domain/audit-preparation';
import { S3Store } from '@escuta/shared/platform/storage/storage-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Loop } from '../../worker/src/background/loop.ts';
import { callApi, createTestApp, type TestApp } from '../support/app.ts';
import { zipOf } from '../support/archives.ts';
import { bearer, createApiKey, createProjeto, createTenant } from '../support/factories.ts';
import { noise, Sender } from '../support/field.ts';
import { longo } from '../support/longo.ts';
import { wav } from '../support/portal.ts';
import { createPreparo } from '../support/preparos.ts';
import { S3TestServer } from '../support/s3-server.ts';
import { startTasks } from '../support/tasks.ts';

let test: TestApp;
let base: string;
let mine: Awaited<ReturnType<typeof createTenant>>;
let projeto: { id: string; empresaId: string };
let chave: string;

beforeAll(async () => {
  test = await createTestApp({ UPLOAD_MAX_MB: 1, PUBLIC_URL: 'https://escuta.example/' });
  base = await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => test.close());
beforeEach(async () => {
  mine = await createTenant(test.deps, { creditos: 10 });
  projeto = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'pesquisa' });
  chave = await createApiKey(test.deps, mine.empresa);
});

type Part = { campo: string; valor: string } | { campo: string; nome: string; bytes: Buffer; tipo?: string };
const PLANILHA = 'ID;Nome;P1;P2\r\nQ001;Ana Lima;Sim;Luz\r\nQ002;João Souza;Não;Água\r\n';
const FILES: Record<string, { nome: string; bytes: Buffer }> = {
  audio: { nome: 'Q001.wav', bytes: wav(1500, 300) },
  perguntas: {
    nome: 'perguntas.txt',
    bytes: Buffer.from(
      'Bairro\n\nApresentação: Bom dia, podemos falar?\n\n1. Mora aqui? (RU)\n1 - Sim\n2 - Não\n\n2. O que falta?\n',
    ),
  },
  planilha_respostas: { nome: 'respostas.csv', bytes: Buffer.from(PLANILHA) },
  zip_audios: { nome: 'audios.zip', bytes: zipOf([{ nome: 'lote/Q002.wav', dados: wav(2000, 440) }]) },
};
const file = (campo: string, fields: { nome?: string; bytes?: Buffer; tipo?: string } = {}): Part => ({
  campo,
  ...(FILES[campo] as { nome: string; bytes: Buffer }),
  ...fields,
});
const fields = (more: Record<string, string> = {}): Part[] =>
  Object.entries({ projeto_id: projeto.id, observacoes: 'Lote 7', ...more }).map(([campo, valor]) => ({
    campo,
    valor,
  }));
const all = (more: Record<string, string> = {}, order: readonly string[] = PAPEIS_ARQUIVO): Part[] => [
  ...fields(more),
  ...order.map((campo) => file(campo)),
];

const LINE = '----escuta';
const encode = (part: Part): Buffer =>
  'valor' in part
    ? Buffer.from(
        `--${LINE}\r\ncontent-disposition: form-data; name="${part.campo}"\r\n\r\n${part.valor}\r\n`,
      )
    : Buffer.concat([
        Buffer.from(
          `--${LINE}\r\ncontent-disposition: form-data; name="${part.campo}"; filename="${part.nome}"\r\ncontent-type: ${part.tipo ?? 'application/octet-stream'}\r\n\r\n`,
        ),
        part.bytes,
        Buffer.from('\r\n'),
      ]);

type Body = { code: string; message: string; data: PreparoWire & { url: string } };
async function send(
  parts: readonly Part[],
  headers: Record<string, string> = { 'x-api-key': chave },
): Promise<{ status: number; body: Body }> {
  const answer = await fetch(`${base}/api/v1/auditorias`, {
    method: 'POST',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${LINE}` },
    body: Buffer.concat([...parts.map(encode), Buffer.from(`--${LINE}--\r\n`)]),
  });
  return { status: answer.status, body: (await answer.json()) as Body };
}
const why = async (...args: Parameters<typeof send>) => {
  const { status, body } = await send(...args);
  return [status, body.code, body.message];
};
const get = async (id: string) =>
  (await callApi<PreparoDetalhe>(test, mine.tokens.usuario, 'GET', `/auditorias/preparos/${id}`)).body.data;
/** Counts the company's preparations, its uploads, and its objects announced for deletion. */
async function left() {
  const ofMine = { where: { empresaId: mine.empresa.id } };
  return {
    preparos: await test.deps.prisma.auditoriaPreparo.count(ofMine),
    envios: await test.deps.prisma.envio.count(ofMine),
    anunciados: await test.deps.prisma.objetoPendente.count(ofMine),
  };
}
const NOTHING = { preparos: 0, envios: 0, anunciados: 0 };

describe('an audit in a single form', () => {
  it('is stored with its four files, in any order, and says where to review it', async () => {
    const order = ['zip_audios', 'perguntas', 'audio', 'planilha_respostas'];
    const { status, body } = await send(
      all({ timestamp: '2026-11-20T10:00:00-03:00', id: randomUUID() }, order),
    );
    expect(status, JSON.stringify(body)).toBe(202);
    expect(body.data).toMatchObject({
      url: `https://escuta.example/auditoria/${body.data.id}`,
      projeto: { id: projeto.id },
      autor: null,
      observacoes: 'Lote 7',
      automatico: false,
      estado: 'analisando',
    });
    expect(body.data.arquivos).toMatchObject(
      PAPEIS_ARQUIVO.map((papel) => ({
        papel,
        nome: FILES[papel]!.nome,
        tamanho: FILES[papel]!.bytes.length,
        recebido: FILES[papel]!.bytes.length,
        completo: true,
        lido: false,
      })),
    );
    expect(await left()).toEqual({ preparos: 1, envios: 4, anunciados: 0 });
    const parts = await test.deps.prisma.envioParte.findMany({
      where: { empresaId: mine.empresa.id },
      include: { envio: true },
    });
    for (const { envio, n, sha256, chaveObjeto } of parts) {
      const { bytes } = FILES[envio.papel]!;
      expect([n, envio.estado, envio.partes]).toEqual([1, 'concluido', 1]);
      expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
      expect((await test.deps.store.head(chaveObjeto)).size).toBe(bytes.length);
    }
    const row = await test.deps.prisma.auditoriaPreparo.findUniqueOrThrow({ where: { id: body.data.id } });
    expect(row.enviadoEm?.toISOString()).toBe('2026-11-20T13:00:00.000Z');
  });

  longo.test("by a session belongs to the person, and the id field can only be that person's", async () => {
    const session = bearer(mine.tokens.usuario);
    const own = await send(all({ id: mine.usuario.usuarioId }), session);
    expect([own.status, own.body.data.autor?.id]).toEqual([202, mine.usuario.usuarioId]);
    expect(await why(all({ id: mine.gerente.usuarioId }), session)).toEqual([
      400,
      'requisicao_invalida',
      'O campo id é o identificador do usuário que envia: informe o seu, ou deixe o campo em branco.',
    ]);
  });

  it('refuses what is missing, superfluous or unfit, and nothing stays', async () => {
    const other = await createTenant(test.deps);
    const foreign = await createProjeto(test.deps, other.empresa, { tipoProjeto: 'pesquisa' });
    const MB = 1024 * 1024;
    const with_ = (campo: string, change: Parameters<typeof file>[1]) => [
      ...fields(),
      ...PAPEIS_ARQUIVO.map((papel) => file(papel, papel === campo ? change : {})),
    ];
    const quatro = 'Por favor, anexe todos os quatro arquivos obrigatórios.';
    const campos =
      'Envie os arquivos nos campos audio, perguntas, planilha_respostas, zip_audios, um em cada.';
    const cases: [string, Part[], number, string][] = [
      ['um arquivo a menos', all().slice(0, -1), 400, quatro],
      ['nenhum arquivo', fields(), 400, quatro],
      ['nada', [], 400, 'Informe o projeto.'],
      ['sem projeto', all().slice(1), 400, 'Informe o projeto.'],
      ['campo desconhecido', all({ cor: 'azul' }), 400, 'Campo desconhecido: cor.'],
      ['projeto que não é id', all({ projeto_id: 'x' }), 400, '“projeto_id”: identificador inválido.'],
      ['projeto de outra empresa', all({ projeto_id: foreign.id }), 404, 'Projeto não encontrado.'],
      [
        'é de call center',
        all({ projeto_id: mine.projeto.id }),
        422,
        'Este projeto é de call center: selecione um projeto de pesquisa ou de auditoria.',
      ],
      ['projeto depois dos arquivos', [...all().slice(1), ...fields()], 400, 'Informe o projeto.'],
      [
        'campo depois de arquivo',
        [...all(), { campo: 'observacoes', valor: 'x' }],
        400,
        'Envie o campo observacoes antes dos arquivos.',
      ],
      [
        'observação longa',
        all({ observacoes: 'x'.repeat(4001) }),
        400,
        '“observacoes”: use no máximo 4000 caracteres.',
      ],
      ['observação com NUL', all({ observacoes: 'a\u0000b' }), 400, 'O texto tem um caractere inválido.'],
      ['data', all({ timestamp: 'ontem' }), 400, '“timestamp”: data e hora inválidas.'],
      ['confirmar', all({ confirmar: 'sim' }), 400, 'Use automatico ou manual.'],
      ['campo a mais', [...all(), file('audio', {})], 400, 'O campo audio foi enviado mais de uma vez.'],
      ['campo desconhecido', [...fields(), { ...file('audio'), campo: 'file' }], 400, campos],
      [
        'outro tipo de documento',
        with_('perguntas', { nome: 'perguntas.exe' }),
        400,
        'Por favor, selecione um documento (PDF, DOC, DOCX, TXT).',
      ],
      [
        'outro tipo de áudio',
        with_('audio', { nome: 'foto.png', tipo: 'image/png' }),
        400,
        'Por favor, selecione um arquivo de áudio (MP3, WAV, OGG, M4A).',
      ],
      [
        'arquivo vazio',
        with_('planilha_respostas', { bytes: Buffer.alloc(0) }),
        400,
        'O arquivo está vazio.',
      ],
      [
        'áudio grande demais',
        with_('audio', { bytes: Buffer.alloc(MB + 1) }),
        413,
        'Áudio principal: o arquivo passa do limite de 1 MB.',
      ],
    ];
    for (const [name, parts, status, message] of cases) {
      const answer = await send(parts);
      expect([answer.status, answer.body.message], name).toEqual([status, message]);
      expect(await left(), name).toEqual(NOTHING);
    }
    const refused = await why(all(), { 'x-api-key': 'esc_outra' });
    expect(refused.slice(0, 2)).toEqual([401, 'nao_autenticado']);
  });

  longo.test('says before reading that the whole is too large', async () => {
    const sent = httpRequest(`${base}/api/v1/auditorias`, {
      method: 'POST',
      headers: {
        'x-api-key': chave,
        'content-type': `multipart/form-data; boundary=${LINE}`,
        'content-length': String(3 * 1024 ** 3),
      },
    });
    sent.on('error', () => undefined);
    const answer = await new Promise<{ status?: number; text: string }>((done) => {
      sent.on('response', (response) => {
        let text = '';
        response.on('data', (part) => {
          text += part;
        });
        response.on('end', () => done({ status: response.statusCode as number, text }));
      });
      sent.flushHeaders();
    });
    sent.destroy();
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.text).message).toBe('Juntos, os arquivos passam do limite de 2119 MB.');
  });

  longo.test('a connection that falls midway leaves nothing', async () => {
    const sent = httpRequest(`${base}/api/v1/auditorias`, {
      method: 'POST',
      headers: { 'x-api-key': chave, 'content-type': `multipart/form-data; boundary=${LINE}` },
    });
    sent.on('error', () => undefined);
    const parts = all();
    for (const part of parts.slice(0, -1)) sent.write(encode(part));
    sent.write(encode(parts.at(-1) as Part).subarray(0, 2000));
    await expect.poll(async () => (await left()).anunciados).toBe(4);
    sent.destroy();
    await expect.poll(left).toEqual(NOTHING);
  });

  it('with the same Idempotency-Key is one only, also at the same time; the key does not serve another', async () => {
    const headers = { 'x-api-key': chave, 'idempotency-key': `lote-${randomUUID()}` };
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(all(), headers)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect((await send(all(), headers)).body.data.id).toBe(answers[0]!.body.data.id);
    expect(await left()).toEqual({ preparos: 1, envios: 4, anunciados: 0 });
    expect(await test.deps.prisma.tarefa.count({ where: { empresaId: mine.empresa.id } })).toBe(1);
    expect(await why(all({ observacoes: 'Outro lote' }), headers)).toEqual([
      409,
      'conflito',
      'Esta Idempotency-Key já foi usada em outra auditoria. Use outra.',
    ]);
    // The same key sent by another company counts as a different key.
    const other = await createTenant(test.deps);
    const theirs = await createProjeto(test.deps, other.empresa, { tipoProjeto: 'pesquisa' });
    const foreign = await send(all({ projeto_id: theirs.id }), {
      ...headers,
      'x-api-key': await createApiKey(test.deps, other.empresa),
    });
    expect(foreign.status).toBe(202);
    expect(foreign.body.data.id).not.toBe(answers[0]!.body.data.id);
    expect((await why(all(), { ...headers, 'idempotency-key': 'ç' }))[0]).toBe(400);
  });

  longo.test('with twenty open is refused before a file is received', async () => {
    await Promise.all(Array.from({ length: 20 }, () => createPreparo(test.deps, projeto, { gravacoes: [] })));
    expect((await why(all())).slice(0, 2)).toEqual([429, 'muitas_tentativas']);
    expect(await left()).toEqual({ preparos: 20, envios: 0, anunciados: 0 });
  });
});

longo.test(
  'in an S3 bucket as in a folder, in parts and in a form; three at a time, and what is undone disappears',
  async () => {
    const server = new S3TestServer();
    const store = new S3Store({
      endpoint: await server.start(),
      region: 'us-east-1',
      bucket: server.bucket,
      accessKeyId: server.accessKeyId,
      secretAccessKey: 'segredo-de-teste',
      forcePathStyle: true,
      checksum: 'WHEN_REQUIRED',
    });
    const far = await createTestApp({ UPLOAD_MAX_MB: 1 }, { parts: { store } });
    const here = base;
    base = await far.app.listen({ host: '127.0.0.1', port: 0 });
    try {
      const { body } = await send(all());
      expect(body.data.arquivos.every(({ completo }) => completo)).toBe(true);
      expect(server.objects.size).toBe(4);
      expect((await send(all().slice(0, -1))).status).toBe(400);
      expect(server.objects.size).toBe(4);
      const id = randomUUID();
      const sender = new Sender(mine.tokens.usuario, far.app);
      const arquivos = PAPEIS_ARQUIVO.map((papel) => ({ papel, nome: FILES[papel]!.nome, tamanho: 9000 }));
      await sender.done('POST', '/auditorias/preparos', { id, projeto_id: projeto.id, arquivos });
      const envio = randomUUID();
      await sender.done('POST', '/envios', { id: envio, papel: 'zip_audios', preparo_id: id });
      const parts = noise(9, 1000);
      for (const three of [0, 3, 6]) {
        const answers = await Promise.all(
          [three + 2, three, three + 1].map((n) => sender.part(envio, n + 1, parts[n] as Buffer)),
        );
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      }
      const ended = await sender.done<EnvioWire>('POST', `/envios/${envio}/concluir`, { partes: 9 });
      expect(ended).toMatchObject({ estado: 'concluido', tamanho: 9000 });
      expect(server.objects.size).toBe(13);
    } finally {
      base = here;
      await far.close();
      store.close();
      await server.stop();
    }
  },
);

longo.describe('with the worker', () => {
  let tasks: Loop;
  beforeAll(() => {
    tasks = startTasks(test.deps);
  });
  afterAll(() => tasks.stop(10_000));
  /** Waits until the preparation is in one of the states. @returns the preparation */
  const reach = async (id: string, ...states: string[]) => {
    await expect
      .poll(async () => (await get(id)).estado, { timeout: 240_000, interval: 50 })
      .toMatch(new RegExp(states.join('|')));
    return get(id);
  };

  it('confirmar=automatico: each row with its recording, it is confirmed by itself and charged', {
    timeout: 300_000,
  }, async () => {
    const { body } = await send(all({ confirmar: 'automatico' }));
    const done = await reach(body.data.id, 'auditando', 'concluido', 'falhou', 'pronto');
    expect([done.estado, done.motivo]).toEqual(['auditando', null]);
    expect(done.pesquisa_id).not.toBeNull();
    expect(done.auditoria_id).not.toBeNull();
    const { saldoCreditos } = await test.deps.prisma.empresa.findUniqueOrThrow({
      where: { id: mine.empresa.id },
    });
    expect(saldoCreditos).toBe(8);
  });

  it('confirmar=automatico with a row without a recording waits for a person, who confirms', {
    timeout: 600_000,
  }, async () => {
    const parts = [
      ...fields({ confirmar: 'automatico' }),
      ...PAPEIS_ARQUIVO.map((papel) =>
        file(
          papel,
          papel === 'planilha_respostas'
            ? { bytes: Buffer.from(`${PLANILHA}Q003;Rui Alves;Sim;Praça\r\n`) }
            : {},
        ),
      ),
    ];
    const { body } = await send(parts);
    const ready = await reach(body.data.id, 'pronto', 'falhou', 'auditando');
    expect([ready.estado, ready.motivo]).toEqual(['pronto', null]);
    expect(ready.resumo).toMatchObject({
      ...{ perguntas: 2, linhas: 3, gravacoes: 2, pares: 2, a_auditar: 2, linhas_sem_gravacao: 1 },
      ...{ creditos: 2, saldo: 10 },
    });
    // A person corrects a column. The worker rereads the sheet, and the person confirms the version that was shown.
    const path = `/auditorias/preparos/${ready.id}`;
    const columns = await callApi<PreparoDetalhe>(test, mine.tokens.usuario, 'PUT', `${path}/colunas`, {
      versao: ready.versao,
      colunas: [{ n: 3, papel: 'ignorar', pergunta: null, opcao: null }],
    });
    expect(columns.status, JSON.stringify(columns.body)).toBe(202);
    const again = await reach(ready.id, 'pronto', 'falhou');
    expect(again.colunas[3]).toMatchObject({ papel: 'ignorar', regra: 'escolhida por uma pessoa' });
    expect(again.resumo).toMatchObject({ pares: 2, creditos: 2 });
    const confirm = () =>
      callApi<PreparoDetalhe>(test, mine.tokens.usuario, 'POST', `${path}/confirmar`, {
        versao: again.versao,
        creditos: 2,
        // The one warning is that no column answers P2; the person confirms the audit without P2.
        avisos: 1,
        incluir_linhas_sem_gravacao: false,
      });
    const answers = await Promise.all(Array.from({ length: 10 }, confirm));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 202));
    const done = await reach(ready.id, 'auditando', 'concluido');
    const { saldoCreditos } = await test.deps.prisma.empresa.findUniqueOrThrow({
      where: { id: mine.empresa.id },
    });
    expect(saldoCreditos).toBe(8);
    expect(
      await test.deps.prisma.entrevista.count({ where: { pesquisaId: done.pesquisa_id as string } }),
    ).toBe(2);
    expect((await confirm()).status).toBe(202);
  });
});
