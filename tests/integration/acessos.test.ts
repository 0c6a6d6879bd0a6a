// Each play, read and download is logged: a row in `acessos`, written before the first byte is sent.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { ALL_CONTRACTS } from '@escuta/shared/contracts/all';
import { isDeclared } from '@escuta/shared/contracts/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { accesses as accessesCheck } from '../../scripts/operations/doctor/accesses.ts';
import { runChecks } from '../../scripts/operations/doctor/check.ts';
import { Sweeper } from '../../worker/src/sweep.ts';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import {
  bearer,
  createApiKey,
  createItem,
  createMembro,
  createPesquisa,
  createTenant,
  signToken,
} from '../support/factories.ts';
import { createRunWithInsights, createTemplateVersion } from '../support/insights.ts';

const SIZE = 40_000;
let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let other: Awaited<ReturnType<typeof createTenant>>;
let key: string;
beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps, { nome: 'Lumavia' });
  other = await createTenant(test.deps, { nome: 'Horizonte' });
  key = await createApiKey(test.deps, mine.empresa);
});
afterAll(() => test.close());

const call = (method: Method, path: string, token: string, payload?: object) =>
  callApi(test, token, method, path, payload);
const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await test.deps.db.query<T>(text, values)).rows;

/** Creates a call with a recording of SIZE bytes. */
async function recorded() {
  const item = await createItem(test.deps, mine.auditoria, { numeroDestino: '11987654321' });
  const key = `${mine.empresa.id}/${item.id}/som`;
  await test.deps.store.put(key, Readable.from([Buffer.alloc(SIZE, 7)]), { contentType: 'audio/wav' });
  await test.deps.prisma.auditoriaItem.update({
    where: { id: item.id },
    data: { arquivoPath: key, arquivoNome: 'a.wav', arquivoTipo: 'audio/wav', arquivoTamanho: SIZE },
  });
  return item;
}
type Row = {
  tipo: string;
  via: string;
  via_id: string | null;
  usuario_id: string | null;
  administrador: boolean;
  enviado: string;
  ouvido: string;
  tamanho: number | null;
};
async function rowsOf(id: string): Promise<Row[]> {
  await test.deps.accesses.flush();
  return query<Row>(
    `select tipo, via, via_id, usuario_id, administrador, enviado::text, ouvido::text, tamanho::float8 as tamanho
      from acessos
     where alvo_id = $1 order by primeiro_em, id`,
    [id],
  );
}
const get = (path: string, headers: Record<string, string>) =>
  test.app.inject({ method: 'GET', url: path.startsWith('/api') ? path : `/api/v1${path}`, headers });
const signed = async (id: string, token = mine.tokens.usuario) =>
  (await call('POST', `/auditoria-item/${id}/url-audio`, token)).body.data.url as string;

describe('the sound', () => {
  it('40 ranges asked for at the same time are one access, with the bytes sent', async () => {
    const { id } = await recorded();
    const url = await signed(id);
    const step = SIZE / 40;
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => get(url, { range: `bytes=${n * step}-${(n + 1) * step - 1}` })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(40).fill(206));
    await vi.waitFor(async () =>
      expect(await rowsOf(id)).toEqual([
        {
          tipo: 'som',
          via: 'pessoa',
          via_id: null,
          usuario_id: mine.usuario.usuarioId,
          administrador: false,
          enviado: `{[0,${SIZE})}`,
          ouvido: '{}',
          tamanho: SIZE,
        },
      ]),
    );
  });

  it('from another process, the same listener stays in the same row; after ten minutes another begins', async () => {
    const { id } = await recorded();
    const url = await signed(id);
    await get(url, { range: 'bytes=0-9' });
    await vi.waitFor(async () => expect((await rowsOf(id))[0]?.enviado).toBe('{[0,10)}'));
    const second = await createTestApp();
    try {
      await second.app.inject({ method: 'GET', url, headers: { range: 'bytes=10-19' } });
      await vi.waitFor(async () => {
        await second.deps.accesses.flush();
        expect((await rowsOf(id)).map(({ enviado }) => enviado)).toEqual(['{[0,20)}']);
      });
      await query(
        `update acessos set ultimo_em = ultimo_em - interval '11 minutes', primeiro_em = primeiro_em
          where alvo_id = $1`,
        [id],
      );
      await second.deps.accesses.heard(
        {
          via: 'pessoa',
          viaId: null,
          usuarioId: mine.usuario.usuarioId,
          enderecoIp: null,
          administrador: false,
        },
        { tipo: 'som', alvo: 'item', id, empresaId: mine.empresa.id },
        [{ start: 0, end: 1000 }],
      );
      expect((await rowsOf(id)).map(({ ouvido }) => ouvido)).toEqual(['{}', '{[0,1000)}']);
    } finally {
      await second.close();
    }
  });

  it('when the access cannot be recorded no byte leaves, and the text says why', async () => {
    const { id } = await recorded();
    const url = await signed(id);
    await query('alter table acessos rename to acessos_fora');
    try {
      const opened = vi.spyOn(test.deps.store, 'get');
      const answer = await get(url, {});
      expect(answer.statusCode).toBe(503);
      expect(answer.json().message).toBe(
        'Não foi possível registrar o acesso; por isso o áudio não foi aberto. Tente de novo em instantes.',
      );
      expect(answer.headers['content-type']).toContain('json');
      expect(opened).not.toHaveBeenCalled();
      opened.mockRestore();
      const page = await call('GET', `/auditoria-items/${id}/resultados`, mine.tokens.usuario);
      expect([page.status, page.body.message, page.body.data]).toEqual([
        503,
        'Não foi possível registrar o acesso; por isso o conteúdo não foi aberto. Tente de novo em instantes.',
        undefined,
      ]);
    } finally {
      await query('alter table acessos_fora rename to acessos');
    }
    // After a failed write the next access is still logged.
    expect((await get(url, {})).statusCode).toBe(200);
    expect(await rowsOf(id)).toHaveLength(1);
  });

  it('names the person, key or installation administrator; a download is one and a HEAD is nothing', async () => {
    const { id } = await recorded();
    await test.app.inject({
      method: 'HEAD',
      url: `/api/v1/auditoria-item/${id}/download`,
      headers: bearer(mine.tokens.usuario),
    });
    expect(await rowsOf(id)).toEqual([]);
    await get(`/auditoria-item/${id}/download?baixar=true`, bearer(mine.tokens.gerente));
    await get(`/auditoria-item/${id}/download`, { 'x-api-key': key });
    await get(`/auditoria-item/${id}/download`, bearer(other.tokens.admin));
    await get(await signed(id, other.tokens.admin), {});
    const rows = await rowsOf(id);
    expect(
      rows.map(({ tipo, via, usuario_id, administrador }) => ({ tipo, via, usuario_id, administrador })),
    ).toEqual([
      { tipo: 'download', via: 'pessoa', usuario_id: mine.gerente.usuarioId, administrador: false },
      { tipo: 'som', via: 'chave', usuario_id: null, administrador: false },
      { tipo: 'som', via: 'pessoa', usuario_id: other.admin.usuarioId, administrador: true },
    ]);
    expect(rows[1]?.via_id).not.toBeNull();
    // People of another company find nothing, and leave no row.
    expect((await get(`/auditoria-item/${id}/download`, bearer(other.tokens.usuario))).statusCode).toBe(404);
    expect(await rowsOf(id)).toHaveLength(3);
  });

  it('a direct link to the storage is recorded when it is given', async () => {
    const { id } = await recorded();
    const url = await signed(id);
    const link = vi.fn(() => 'https://objetos.example/som');
    Object.assign(test.deps.store, { link });
    try {
      expect((await get(url, {})).statusCode).toBe(302);
    } finally {
      Reflect.deleteProperty(test.deps.store, 'link');
    }
    expect((await rowsOf(id)).map(({ tipo, enviado }) => [tipo, enviado])).toEqual([['link', '{}']]);
  });

  it('heard is what the player played, also by the signed address; the opened page is another thing', async () => {
    const { id } = await recorded();
    await call('GET', `/auditoria-items/${id}/resultados`, mine.tokens.usuario);
    const url = await signed(id);
    await get(url, {});
    const heard = (trechos: { inicioMs: number; fimMs: number }[]) =>
      call('POST', `/auditoria-item/${id}/ouvido`, mine.tokens.usuario, { trechos });
    expect(
      (
        await heard([
          { inicioMs: 0, fimMs: 5000 },
          { inicioMs: 9000, fimMs: 10_000 },
        ])
      ).status,
    ).toBe(200);
    const byAddress = await test.app.inject({
      method: 'POST',
      url: url.replace('/download?', '/ouvido?'),
      payload: { trechos: [{ inicioMs: 4000, fimMs: 6000 }] },
    });
    expect(byAddress.statusCode).toBe(200);
    expect((await rowsOf(id)).map(({ tipo, ouvido }) => [tipo, ouvido])).toEqual([
      ['aberta', '{}'],
      ['som', '{[0,6000),[9000,10000)}'],
    ]);
    // Once an access has 500 played pieces, a further row records the next pieces, so that no playback is lost.
    await query(
      `update acessos set ouvido = (select range_agg(int4range(n * 10, n * 10 + 5)) from generate_series(0, 499) n)
        where alvo_id = $1 and tipo = 'som'`,
      [id],
    );
    await heard([{ inicioMs: 12, fimMs: 14 }]);
    await heard([{ inicioMs: 90_000, fimMs: 90_500 }]);
    await heard([{ inicioMs: 90_500, fimMs: 91_000 }]);
    expect((await rowsOf(id)).map(({ ouvido }) => ouvido.split('),').length)).toEqual([1, 500, 1]);
    expect((await rowsOf(id)).at(-1)?.ouvido).toBe('{[90000,91000)}');
    expect((await heard([{ inicioMs: 5, fimMs: 5 }])).status).toBe(400);
    expect((await heard(Array(51).fill({ inicioMs: 0, fimMs: 5 }))).status).toBe(400);
    const theirs = await call('POST', `/auditoria-item/${id}/ouvido`, other.tokens.usuario, {
      trechos: [{ inicioMs: 0, fimMs: 5 }],
    });
    expect(theirs.status).toBe(404);
  });
});

/** Contract fields with words of a call, an interview or a document. */
const WORDS = new Set(
  'transcricao sentencas evidencias citacao citacoes justificativa falas audioUrl audio_url trechos respostas'.split(
    ' ',
  ),
);
const UNLOGGED: Readonly<Record<string, string>> = {
  downloadCartao: 'an image that a question shows, nothing that anybody said',
  downloadPicos: 'how loud it is, not what was said',
  getImagem: 'an image that a question shows, nothing that anybody said',
  getAnexoDoTicket: 'a file that somebody sent to the support, nothing of a call or interview',
  downloadXlsform: 'a questionnaire: what is asked, not what was answered',
  exportExtrato: 'credits, and it stands in the log of actions',
  streamEventos: 'tells that something changed, not what was said',
  correctSentenca: 'answers what was sent, to who has the page open',
  undoCorrecao: 'answers one sentence, to who has the page open',
  swapVozes: 'answers how many sentences changed',
  validateInsight: 'answers what was judged, to who has it open',
  undoInsightValidation: 'answers what was judged, to who has it open',
  giveInsightFeedback: 'answers what was commented, to who has it open',
  reviewConfronto: 'answers what was judged, to who has it open',
  undoRevisao: 'answers what was judged, to who has it open',
  startEntrevista: 'answers what the interviewer types',
  finishEntrevista: 'answers what the interviewer typed',
  interruptEntrevista: 'answers what the interviewer typed',
  listArquivosDaAuditoria: 'names of files',
  listSinais: 'times of excerpts, none of their words',
  listSinaisIndicados: 'times of excerpts, none of their words',
  giveParecer: 'times of excerpts, none of their words',
  undoParecer: 'times of excerpts, none of their words',
  proposeParaSinal: 'times of excerpts, none of their words',
  recordOuvido: 'is the log',
  listTarefas: 'numbers of a task',
  getTarefa: 'numbers of a task',
  cancelTarefa: 'numbers of a task',
  resumeTarefa: 'numbers of a task',
  pauseTarefa: 'numbers of a task',
};
/** Contracts that log an access; each is tested below, or in the test of the feature that sends the bytes. */
const LOGGED = [
  'downloadAudio',
  'downloadGravacaoAnterior',
  'getResultadoCompleto',
  'exportResultado',
  'downloadArquivoDaAuditoria',
  'downloadDocumentoDoPreparo',
  'downloadDocumentoDoQuestionario',
  'listenGravacaoDoPreparo',
  'listenGravacaoDoLote',
  'listenSegundaGravacao',
  'searchConversas',
  'getEntrevista',
  'listConfrontos',
  'getConfronto',
  'exportLista',
  'downloadExportacao',
  'downloadRecusadas',
  'getTemplateTest',
  'listReviewQueue',
  'listReviewSheet',
  'listInsights',
  'exportMicrodados',
  'getSinal',
  'listVereditosAnteriores',
  'listLigacoesDoCriterio',
  'exportCriterios',
  'getPaginaDoAgente',
  'listDisparos',
  'downloadSomDoRetorno',
  ...['listPreviasDeFolha', 'getMinhaFolha', 'confirmFolha'],
];

/** Names of members anywhere in a JSON schema. */
function membersOf(schema: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(schema)) for (const one of schema) membersOf(one, found);
  else if (typeof schema === 'object' && schema !== null) {
    const { properties } = schema as { properties?: object };
    for (const name of Object.keys(properties ?? {})) found.add(name);
    for (const one of Object.values(schema)) membersOf(one, found);
  }
  return found;
}

it('each operation that sends bytes or words records the access, or is in the list with a reason', () => {
  const sends = ALL_CONTRACTS.filter(
    ({ access, kind, response }) =>
      access.who !== 'public' &&
      (kind === 'binary' ||
        kind === 'sse' ||
        (isDeclared(response) &&
          [...membersOf(z.toJSONSchema(response, { unrepresentable: 'any', io: 'output' }))].some((name) =>
            WORDS.has(name),
          ))),
  ).map(({ id }) => id);
  const told = [...LOGGED, ...Object.keys(UNLOGGED)];
  expect(sends.filter((id) => !told.includes(id))).toEqual([]);
  expect(new Set(told).size).toBe(told.length);
  expect(told.filter((id) => !ALL_CONTRACTS.some((contract) => contract.id === id))).toEqual([]);
});

it('pages, excerpts, dossiers and lists leave their access', async () => {
  const item = await createItem(test.deps, mine.auditoria, { status: 'concluido' });
  const template = await createTemplateVersion(test.deps, mine.empresa.id);
  const run = await createRunWithInsights(test.deps, item, [{ template, pontuacao: 0.7 }]);
  await test.deps.prisma.auditoriaResultado.create({
    data: {
      empresaId: mine.empresa.id,
      projetoId: mine.projeto.id,
      auditoriaId: mine.auditoria.id,
      itemId: item.id,
      execucaoId: run.execucaoId,
      statusProcessamento: 'concluido',
    },
  });
  const { entrevista, pesquisa } = await createPesquisa(test.deps, mine.projeto);
  const token = mine.tokens.gerente;
  const kinds = async (id: string) => (await rowsOf(id)).map(({ tipo }) => tipo).sort();
  await call('GET', `/auditoria-items/${item.id}/resultados`, token);
  await call('GET', `/insights/${item.id}`, token);
  await call('GET', '/insights/revisao', token);
  await call('GET', `/auditoria-items/${item.id}/vereditos-anteriores`, token);
  await get(`/auditoria-resultado/${item.id}/exportar?formato=json`, bearer(token));
  await get(`/auditoria-resultado/${run.execucaoId}/exportar?formato=json`, bearer(token));
  expect(await kinds(item.id)).toEqual(['aberta', 'dossie', 'trecho']);
  await call('GET', `/entrevistas/${entrevista.id}`, token);
  await call('GET', `/entrevistas/${entrevista.id}/confrontos`, token);
  expect(await kinds(entrevista.id)).toEqual(['aberta']);
  await get(`/pesquisas/${pesquisa.id}/microdados/exportar?formato=csv`, bearer(token));
  await call('POST', '/exportacoes/arquivo', token, {
    tipo: 'ligacoes',
    alvo: { tipo: 'projeto', id: mine.projeto.id },
    formato: 'json',
    colunas: ['id'],
  });
  expect(await kinds(mine.projeto.id)).toEqual(['exportacao']);
});

describe("the listeners, and the company's records", () => {
  it('managers and administrators see it; users and other companies do not; the reading is recorded', async () => {
    const { id } = await recorded();
    await get(await signed(id), {});
    await get(await signed(id, other.tokens.admin), {});
    await get(`/auditoria-item/${id}/download`, { 'x-api-key': key });
    await call('POST', `/auditoria-item/${id}/ouvido`, mine.tokens.usuario, {
      trechos: [{ inicioMs: 0, fimMs: 2500 }],
    });
    await test.deps.accesses.flush();
    const who = async (token: string) => call('GET', `/auditoria-item/${id}/acessos`, token);
    expect((await who(mine.tokens.usuario)).status).toBe(403);
    expect((await who(other.tokens.gerente)).status).toBe(404);
    const { body } = await who(mine.tokens.gerente);
    const names = (data: { quem: string }[]) => data.map(({ quem }) => quem).sort();
    expect(names(body.data)).toEqual(
      ['Administração da plataforma', 'Chave de API de Lumavia', mine.usuario.email].sort(),
    );
    expect(body.data.find(({ quem }: { quem: string }) => quem === mine.usuario.email)).toMatchObject({
      tipo: 'som',
      alvo: { tipo: 'item', id, nome: '11987654321' },
      ouvido_ms: 2500,
      tamanho: SIZE,
    });
    // The operator sees the name of the administrator who had access, and that the manager read this list.
    expect(names((await who(other.tokens.admin)).body.data)).toEqual(
      [mine.gerente.email, other.admin.email, 'Chave de API de Lumavia', mine.usuario.email].sort(),
    );
  });

  it("a reader of a call's record, or one who named another company, opens nothing without a trace", async () => {
    const { id } = await recorded();
    for (const path of [`/auditoria-item/${id}/acessos`, `/auditoria-items/${id}/resultados`]) {
      expect((await call('GET', path, mine.tokens.gerente)).status).toBe(200);
    }
    expect(
      await query('select tipo, alvo_tipo from acessos where alvo_id = $1 order by primeiro_em', [id]),
    ).toEqual([
      { tipo: 'aberta', alvo_tipo: 'acessos' },
      { tipo: 'aberta', alvo_tipo: 'item' },
    ]);
    // The person has accounts in both companies.
    const there = await createMembro(test.deps, other.empresa, {
      papel: 'gerente',
      email: mine.gerente.email,
    });
    expect((await call('GET', `/acessos?empresaId=${other.empresa.id}`, mine.tokens.gerente)).status).toBe(
      404,
    );
    await call('GET', '/acessos', signToken(test.deps, there));
    expect(
      await query('select empresa_id from acessos where alvo_id = $1 and usuario_id = $2', [
        other.empresa.id,
        there.usuarioId,
      ]),
    ).toEqual([{ empresa_id: other.empresa.id }]);
  });

  it("the company's list filters by person, action and period, and has only its own", async () => {
    const { id } = await recorded();
    await get(`/auditoria-item/${id}/download?baixar=true`, bearer(mine.tokens.usuario));
    const list = async (search: string, token = mine.tokens.gerente) =>
      (await call('GET', `/acessos?${search}`, token)).body;
    const found = await list(`tipo=download&q=${encodeURIComponent(mine.usuario.email)}`);
    expect(found.data.map(({ alvo }: { alvo: { id: string } }) => alvo.id)).toContain(id);
    expect((await list('de=2020-01-01&ate=2020-01-31')).data).toEqual([]);
    const theirs = (await list('', other.tokens.gerente)).data as { empresa: { id: string } }[];
    expect(theirs.every(({ empresa }) => empresa.id === other.empresa.id)).toBe(true);
    expect((await list(`empresaId=${mine.empresa.id}`, other.tokens.gerente)).code).toBe('nao_encontrado');
    const nowhere = randomUUID();
    for (const path of [`/acessos?empresaId=${nowhere}`, `/admin/registros?empresaId=${nowhere}`]) {
      const { status, body } = await call('GET', path, mine.tokens.admin);
      expect([status, body.message]).toEqual([404, 'Empresa não encontrada.']);
    }
    expect(await query('select from acessos where alvo_id = $1', [nowhere])).toEqual([]);
    expect((await call('GET', `/entrevistas/${nowhere}/acessos`, mine.tokens.gerente)).body.message).toBe(
      'Entrevista não encontrada.',
    );
    expect((await call('GET', '/acessos', mine.tokens.usuario)).status).toBe(403);
    expect(
      await query(
        `select from acessos where tipo = 'aberta' and alvo_tipo = 'acessos' and usuario_id = $1 and alvo_id = $2`,
        [mine.gerente.usuarioId, mine.empresa.id],
      ),
    ).toHaveLength(1);
  });

  it("the company's own actions name the key, the device, the product and the platform", async () => {
    await createApiKey(test.deps, other.empresa);
    const [chave] = await query<{ id: string }>('select id from chaves_api where empresa_id = $1 limit 1', [
      other.empresa.id,
    ]);
    const write = (acao: string, via: string, viaId: string | null, usuarioId: string | null) =>
      query(
        `insert into registros_acesso (id, empresa_id, usuario_id, acao, recurso, via, via_id, endereco_ip)
         values (gen_random_uuid(), $1, $2, $3, 'item', $4, $5, '10.0.0.9')`,
        [other.empresa.id, usuarioId, acao, via, viaId],
      );
    await write('item_excluido', 'chave', chave?.id ?? null, null);
    await write('item_excluido', 'sistema', null, null);
    await write('item_excluido', 'pessoa', null, mine.admin.usuarioId);
    await write('item_excluido', 'pessoa', null, null);
    const { body } = await call('GET', '/registros?acao=item_excluido', other.tokens.gerente);
    expect(
      body.data
        .map(({ quem, endereco_ip }: { quem: string; endereco_ip: string | null }) => [quem, endereco_ip])
        .sort(),
    ).toEqual(
      [
        ['Administração da plataforma', null],
        ['Chave de API de Horizonte', '10.0.0.9'],
        ['Escuta (sistema)', '10.0.0.9'],
        ['Não identificado', '10.0.0.9'],
      ].sort(),
    );
    expect((await call('GET', '/registros', mine.tokens.usuario)).status).toBe(403);
    expect((await call('GET', '/registros?acao=item_excluido', mine.tokens.gerente)).body.data).toEqual([]);
  });
});

describe('the seals of the days', () => {
  const sweep = (acessosAnos = 5) =>
    new Sweeper({
      db: test.deps.db,
      queues: { add: async () => undefined },
      store: test.deps.store,
      log: test.deps.log,
      intervalMs: 60_000,
      acessosAnos,
      onSwept: () => undefined,
    } as never).sweep();
  const doctor = async () => {
    const found = await runChecks([accessesCheck], { env: test.deps.env, source: {} });
    return found.map(({ estado, texto }) => `${estado}: ${texto}`);
  };
  const fine = ['ok: O registro de acessos confere com os selos de cada dia.'];
  /** Inserts a row at noon, this many days ago. @returns the row's id */
  const old = async (days: number, empresaId = mine.empresa.id) => {
    const [row] = await query<{ id: string }>(
      `insert into acessos (id, empresa_id, via, usuario_id, tipo, alvo_tipo, alvo_id, primeiro_em, ultimo_em,
        endereco_ip)
       select gen_random_uuid(), $1, 'pessoa', $2, 'som', 'item', gen_random_uuid(), m, m, '10.0.0.7'
       from (select date_trunc('day',
         now() at time zone 'America/Sao_Paulo') - $3 * interval '1 day' + interval '12 hours' as l) d,
         lateral (select l at time zone 'America/Sao_Paulo' as m) t returning id`,
      [empresaId, mine.usuario.usuarioId, days],
    );
    return row?.id as string;
  };

  it('the doctor names the day that someone changed, erased or completed; names and addresses may go', async () => {
    const [first, second] = [await old(5), await old(4)];
    await old(4, other.empresa.id);
    await old(3);
    await sweep();
    await sweep();
    expect(await query('select from acessos_selos')).toHaveLength(4);
    expect(await doctor()).toEqual(fine);
    await query(`update acessos set endereco_ip = null where id = $1`, [first]);
    expect(await doctor()).toEqual(fine);

    const tampered = async (change: string, values: unknown[], says: RegExp) => {
      await query(change, values);
      const found = await doctor();
      expect(found.filter((line) => line.startsWith('falha')).join('\n'), change).toMatch(says);
    };
    await tampered(
      `update acessos set usuario_id = $2 where id = $1`,
      [first, other.usuario.usuarioId],
      /um acesso foi alterado/,
    );
    await query(`update acessos set usuario_id = $2 where id = $1`, [first, mine.usuario.usuarioId]);
    expect(await doctor()).toEqual(fine);
    const kept = await query<{ r: object }>('select to_jsonb(a) as r from acessos a where id = $1', [second]);
    await tampered('delete from acessos where id = $1', [second], /faltam todos os 1 acessos selados/);
    await query('insert into acessos select * from jsonb_populate_record(null::acessos, $1)', [
      JSON.stringify(kept[0]?.r),
    ]);
    const extra = await old(4);
    expect((await doctor()).join()).toMatch(/há 2 acessos, e 1 foram selados/);
    await query('delete from acessos where id = $1', [extra]);
    // If a day's rows are deleted together with their seal, the next day's seal reveals it.
    await query('delete from acessos where id = $1', [second]);
    await tampered(
      `delete from acessos_selos where empresa_id = $1 and dia = (select min(dia) + 1 from acessos_selos
        where empresa_id = $1)`,
      [mine.empresa.id],
      /falta o dia selado antes deste/,
    );
    await sweep();
    expect((await doctor()).join()).toMatch(/falta o dia selado antes deste/);
    await query('delete from acessos');
    expect((await doctor()).join()).toMatch(/faltam todos os 1 acessos selados/);
    await query('delete from acessos_selos');
  });

  it('months past their term leave with their seals, but for the last, of which the next one speaks', async () => {
    await query(
      `select escuta_meses((now() - interval '2 years')::date,
        (now() - interval '2 years' + interval '2 months')::date)`,
    );
    const past = 2 * 365;
    const gone = [await old(past), await old(past - 1), await old(past - 2)];
    await query('select escuta_selar_acessos()');
    await old(2);
    await query('select escuta_selar_acessos()');
    expect(await doctor()).toEqual(fine);
    await sweep(1);
    expect(await query('select from acessos where id = any ($1)', [gone])).toEqual([]);
    expect(await query('select from acessos_selos')).toHaveLength(2);
    expect(
      await query(
        `select from pg_class where relname = 'acessos_' || to_char(now() - interval '2 years', 'YYYYMM')`,
      ),
    ).toEqual([]);
    expect(await doctor()).toEqual(fine);
  });
});
