import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import {
  bearer,
  createApiKey,
  createAuditoria,
  createItem,
  createPesquisa,
  createProjeto,
  createTenant,
} from '../support/factories.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;

beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps, { creditos: 50 });
});
afterAll(() => test.close());

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const call = (method: Method, url: string, payload?: object) =>
  test.app.inject({
    method,
    url: `/api/v1${url}`,
    headers: bearer(mine.tokens.gerente),
    ...(payload ? { payload } : {}),
  });
const novo = (kind: string, payload: object, auditoria = 'call-center-default') =>
  call('POST', `/auditoria/${auditoria}/items${kind}`, payload);

/** Creates an item with the fields of a stored recording, but stores no recording. */
async function recorded(fields: Parameters<typeof createItem>[2] = {}) {
  const item = await createItem(test.deps, mine.auditoria, fields);
  const arquivoPath = `${mine.empresa.id}/${item.id}/${randomUUID()}`;
  await test.deps.prisma.auditoriaItem.update({
    where: { id: item.id },
    data: {
      arquivoPath,
      arquivoNome: 'a.wav',
      arquivoTipo: 'audio/wav',
      arquivoTamanho: 10n,
      arquivoSha256: 'x',
    },
  });
  return { id: item.id, arquivoPath };
}

async function run(itemId: string, status: 'na_fila' | 'concluida' | 'erro') {
  return test.deps.prisma.execucao.create({
    data: {
      empresaId: mine.empresa.id,
      projetoId: mine.projeto.id,
      itemId,
      status,
      origem: 'manual',
      configuracao: {},
    },
  });
}

const pending = (key: string) => test.deps.prisma.objetoPendente.findUnique({ where: { chave: key } });

describe('registering', () => {
  it('a manual call, with what the specification keeps', async () => {
    const answer = await novo('/ligacao', {
      projeto_id: mine.projeto.id,
      numero_destino: ' (11) 98765-4321 ',
      call_start_time: '2026-03-01T10:00:00-03:00',
      call_end_time: '2026-03-01T10:03:40-03:00',
      metadata: { nome_entrevistado: 'Inês Prado', ramal: '2001', observacoes: 'teste' },
    });
    expect(answer.statusCode, answer.body).toBe(201);
    expect(answer.json().data).toMatchObject({
      tipo_item: 'ligacao',
      status: 'pendente',
      numero_destino: '(11) 98765-4321',
      ramal: '2001',
      nome_entrevistado: 'Inês Prado',
      call_start_time: '2026-03-01T13:00:00.000Z',
      call_duration: 220,
      metadata: { nome_entrevistado: 'Inês Prado', observacoes: 'teste', tipo: 'ligacao', duracao: '4' },
    });
    const found = await call('GET', `/projetos/${mine.projeto.id}/auditoria-items?q=ines`);
    expect(found.json().data[0].id).toBe(answer.json().data.id);
  });

  it.each([
    ['no number', { numero_destino: '  ' }, 'Preencha todos os campos obrigatórios.'],
    [
      'an end before the start',
      { call_end_time: '2026-03-01T09:00:00-03:00' },
      'Horário de fim deve ser posterior ao de início.',
    ],
    [
      'more than a day',
      { call_end_time: '2026-03-03T09:00:00-03:00' },
      'A ligação não pode durar mais de 24 horas.',
    ],
    [
      'no project',
      { projeto_id: undefined },
      "Informe o projeto (projeto_id) para usar a auditoria 'call-center-default'.",
    ],
  ])('refuses %s', async (_name, change, message) => {
    const answer = await novo('/ligacao', {
      projeto_id: mine.projeto.id,
      numero_destino: '1133334444',
      call_start_time: '2026-03-01T10:00:00-03:00',
      ...change,
    });
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
  });

  it('each other kind, also in an audit by its id', async () => {
    const projeto_id = mine.projeto.id;
    const survey = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'pesquisa' });
    const { pesquisa, questionario, entrevista } = await createPesquisa(test.deps, survey);
    const kinds = [
      await novo('', {
        projeto_id,
        tipo_item: 'call_data',
        metadata: { telefone_entrevistado: '1144445555' },
      }),
      await novo('/arquivo', {}, mine.auditoria.id),
      await novo('/pesquisa', {
        projeto_id: survey.id,
        pesquisa_id: pesquisa.id,
        questionario_id: questionario.id,
      }),
      await novo('/entrevista', { projeto_id: survey.id, entrevista_id: entrevista.id }),
    ].map((answer) => {
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json().data;
    });
    expect(kinds.map((item) => item.tipo_item)).toEqual(['call_data', 'arquivo', 'pesquisa', 'entrevista']);
    expect(kinds[0].numero_destino).toBe('1144445555');
    expect(kinds[1].auditoria_id).toBe(mine.auditoria.id);
    expect(kinds[3]).toMatchObject({
      pesquisa_id: pesquisa.id,
      questionario_id: questionario.id,
      nome_entrevistado: 'Pessoa Entrevistada',
    });
  });

  it('by the general route, a survey or interview item names its own, and a call names none', async () => {
    const survey = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'pesquisa' });
    const { pesquisa, questionario, entrevista } = await createPesquisa(test.deps, survey);
    const other = await createPesquisa(test.deps, survey);
    const elsewhere = await createPesquisa(
      test.deps,
      await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'pesquisa' }),
    );
    const theirs = await createTenant(test.deps);
    const foreign = await createPesquisa(test.deps, theirs.projeto);
    const made = await novo('', {
      projeto_id: survey.id,
      tipo_item: 'entrevista',
      entrevista_id: entrevista.id,
    });
    expect(made.statusCode, made.body).toBe(201);
    expect(made.json().data).toMatchObject({
      tipo_item: 'entrevista',
      pesquisa_id: pesquisa.id,
      questionario_id: questionario.id,
      entrevista_id: entrevista.id,
    });
    const count = () => test.deps.prisma.auditoriaItem.count({ where: { projetoId: survey.id } });
    const before = await count();
    const refused = async (body: object) => {
      const answer = await novo('', { projeto_id: survey.id, ...body });
      return [answer.statusCode, answer.json().message];
    };
    const interview = { tipo_item: 'entrevista' };
    expect(await refused(interview)).toEqual([400, 'Informe a entrevista deste item.']);
    expect(await refused({ tipo_item: 'pesquisa' })).toEqual([400, 'Informe a pesquisa deste item.']);
    expect(await refused({ tipo_item: 'arquivo', pesquisa_id: pesquisa.id })).toEqual([
      400,
      'Só itens de pesquisa e de entrevista pertencem a uma pesquisa.',
    ]);
    expect(
      await refused({ tipo_item: 'pesquisa', pesquisa_id: pesquisa.id, entrevista_id: entrevista.id }),
    ).toEqual([400, 'Só um item de entrevista pode indicar uma entrevista.']);
    for (const { entrevista: one, pesquisa: its } of [elsewhere, foreign]) {
      expect(await refused({ ...interview, entrevista_id: one.id })).toEqual([
        404,
        'Entrevista não encontrada neste projeto.',
      ]);
      expect(await refused({ tipo_item: 'pesquisa', pesquisa_id: its.id })).toEqual([
        404,
        'Pesquisa não encontrada neste projeto.',
      ]);
    }
    expect(
      await refused({
        tipo_item: 'pesquisa',
        pesquisa_id: pesquisa.id,
        questionario_id: other.questionario.id,
      }),
    ).toEqual([404, 'Questionário não encontrado nesta pesquisa.']);
    expect(
      await refused({ ...interview, entrevista_id: entrevista.id, pesquisa_id: other.pesquisa.id }),
    ).toEqual([404, 'Entrevista não encontrada nesta pesquisa e neste questionário.']);
    expect(await count()).toBe(before);
  });

  it('the database accepts no link that is missing, superfluous or unknown, and does not lose what an item names', async () => {
    const { prisma } = test.deps;
    const { pesquisa, questionario, entrevista } = await createPesquisa(test.deps, mine.projeto);
    const insert = (fields: Parameters<typeof createItem>[2]) =>
      createItem(test.deps, mine.auditoria, fields);
    const whole = { pesquisaId: pesquisa.id, questionarioId: questionario.id, entrevistaId: entrevista.id };
    await expect(insert({ tipoItem: 'entrevista' })).rejects.toThrow('auditoria_itens_vinculo_check');
    await expect(insert({ tipoItem: 'pesquisa' })).rejects.toThrow('auditoria_itens_vinculo_check');
    await expect(insert({ tipoItem: 'ligacao', ...whole })).rejects.toThrow('auditoria_itens_vinculo_check');
    await expect(insert({ tipoItem: 'pesquisa', pesquisaId: randomUUID() })).rejects.toThrow(
      'auditoria_itens_pesquisa_id_fkey',
    );
    await insert({ tipoItem: 'entrevista', ...whole });
    await expect(prisma.entrevista.delete({ where: { id: entrevista.id } })).rejects.toThrow(
      'auditoria_itens_entrevista_id_fkey',
    );
  });

  it('the same key for another interview does not pass as a repetition', async () => {
    const survey = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'pesquisa' });
    const [one, other] = [await createPesquisa(test.deps, survey), await createPesquisa(test.deps, survey)];
    const send = (entrevista_id: string) =>
      test.app.inject({
        method: 'POST',
        url: '/api/v1/auditoria/call-center-default/items/entrevista',
        headers: { ...bearer(mine.tokens.gerente), 'idempotency-key': 'uma-entrevista' },
        payload: { projeto_id: survey.id, entrevista_id },
      });
    const first = await send(one.entrevista.id);
    expect(first.statusCode, first.body).toBe(201);
    expect((await send(one.entrevista.id)).json().data.id).toBe(first.json().data.id);
    expect((await send(other.entrevista.id)).statusCode).toBe(409);
  });

  it('a call-center project takes only calls: list, cards and totals are theirs', async () => {
    const projeto = await createProjeto(test.deps, mine.empresa);
    const { entrevista } = await createPesquisa(test.deps, projeto);
    const answer = await novo('/entrevista', { projeto_id: projeto.id, entrevista_id: entrevista.id });
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      'Projetos de call center só recebem ligações. Registre itens de pesquisa e de entrevista em projetos de pesquisa.',
    ]);
    expect(await test.deps.prisma.auditoriaItem.count({ where: { projetoId: projeto.id } })).toBe(0);
  });

  it('the list has metadata and whatever else is read of an item for those who ask for whole rows', async () => {
    const projeto = await createProjeto(test.deps, mine.empresa);
    const created = await novo('/ligacao', {
      projeto_id: projeto.id,
      numero_destino: '1133334444',
      call_start_time: '2026-03-01T10:00:00-03:00',
      asterisk_filename: 'fila-1.wav',
      metadata: { canal_origem: 'site' },
    });
    const { id, auditoria_id, call_end_time, updated_at } = created.json().data;
    const row = async (query: string) => {
      const { data } = (await call('GET', `/projetos/${projeto.id}/auditoria-items?${query}`)).json();
      return data.find((one: { id: string }) => one.id === id);
    };
    expect(await row('limit=10')).not.toHaveProperty('metadata');
    // A complete phone number is found in any notation.
    for (const q of ['+55 11 3333-4444', '(011) 3333-4444', '0 15 11 3333 4444'])
      expect(await row(`q=${encodeURIComponent(q)}`), q).toBeDefined();
    for (const query of [
      'limit=10&completo=true',
      'q=1133334444&completo=true',
      'ordem=duracao&completo=true',
    ])
      expect(await row(query), query).toMatchObject({
        ...{ auditoria_id, call_end_time, asterisk_filename: 'fila-1.wav' },
        metadata: { canal_origem: 'site' },
        updated_at: expect.stringContaining(updated_at.slice(0, 19)),
      });
  });

  it('the default audit is born once, however many arrive together', async () => {
    const projeto = await createProjeto(test.deps, mine.empresa);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => novo('/arquivo', { projeto_id: projeto.id })),
    );
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.json().data.auditoria_id)).size).toBe(1);
    expect(await test.deps.prisma.auditoria.count({ where: { projetoId: projeto.id } })).toBe(1);
  });

  it('a survey project takes no calls', async () => {
    const projeto = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'pesquisa' });
    const answer = await novo('', { projeto_id: projeto.id, tipo_item: 'ligacao' });
    expect(answer.statusCode).toBe(422);
  });

  it("the company's key registers calls", async () => {
    const key = await createApiKey(test.deps, mine.empresa);
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/v1/auditoria/call-center-default/items/arquivo',
      headers: { 'x-api-key': key },
      payload: { projeto_id: mine.projeto.id },
    });
    expect(answer.statusCode).toBe(201);
  });
});

describe('repeating a registration with Idempotency-Key', () => {
  const body = (fields: object = {}) => ({
    projeto_id: mine.projeto.id,
    numero_destino: '1133335555',
    ramal: '2001',
    call_start_time: '2026-03-01T10:00:00-03:00',
    ...fields,
  });
  const withKey = (chave: string, payload: object, token = mine.tokens.gerente) =>
    test.app.inject({
      method: 'POST',
      url: '/api/v1/auditoria/call-center-default/items/ligacao',
      headers: { ...bearer(token), 'idempotency-key': chave },
      payload,
    });
  const numbered = (numero: string) =>
    test.deps.prisma.auditoriaItem.count({ where: { empresaId: mine.empresa.id, numeroDestino: numero } });

  it('makes one call only, also from requests at the same time', async () => {
    const asked = body({ numero_destino: '1144440001' });
    const answers = await Promise.all(Array.from({ length: 6 }, () => withKey('mesma', asked)));
    answers.push(await withKey('mesma', asked));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(7).fill(201));
    expect(new Set(answers.map((answer) => answer.json().data.id)).size).toBe(1);
    expect(await numbered('1144440001')).toBe(1);
  });

  it('makes another call with another key, and without a key at each request', async () => {
    const asked = body({ numero_destino: '1144440002' });
    await withKey('uma', asked);
    await withKey('outra', asked);
    await novo('/ligacao', asked);
    await novo('/ligacao', asked);
    expect(await numbered('1144440002')).toBe(4);
  });

  it.each([
    ['outro número', { numero_destino: '1144440009' }],
    ['outro horário', { call_start_time: '2026-03-01T11:00:00-03:00' }],
    ['outra gravação', { asterisk_filename: '2026/03/outra.wav' }],
  ])('refuses the same key with %s, and the call stays as it is', async (name, change) => {
    const asked = body({ numero_destino: '1144440003' });
    const first = (await withKey(`trocada ${name.length}`, asked)).json().data;
    const answer = await withKey(`trocada ${name.length}`, { ...asked, ...change });
    expect(answer.statusCode).toBe(409);
    expect(answer.json().message).toContain('já foi registrada com outros dados');
    const { data } = (await call('GET', `/auditoria-item/${first.id}`)).json();
    expect(data).toEqual(first);
    expect(await numbered('1144440009')).toBe(0);
  });

  it('does not confuse companies, and holds for the API key', async () => {
    const other = await createTenant(test.deps, { creditos: 5 });
    const first = await withKey('de todos', body());
    const asked = body({ projeto_id: other.projeto.id, numero_destino: '1144440004' });
    const theirs = await withKey('de todos', asked, other.tokens.gerente);
    expect([first.statusCode, theirs.statusCode]).toEqual([201, 201]);
    expect(theirs.json().data.id).not.toBe(first.json().data.id);
    const apiKey = await createApiKey(test.deps, other.empresa);
    expect((await withKey('de todos', asked, apiKey)).json().data.id).toBe(theirs.json().data.id);
  });

  it('refuses a key that is not printable text', async () => {
    const before = await numbered('1144440005');
    const answer = await withKey('k'.repeat(201), body({ numero_destino: '1144440005' }));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain('Idempotency-Key');
    expect(await numbered('1144440005')).toBe(before);
  });
});

describe('changing', () => {
  it('changes the given fields and recomputes the duration from the times', async () => {
    const item = await createItem(test.deps, mine.auditoria, { ramal: '1', callDuration: 5 });
    const answer = await call('PUT', `/auditoria-item/${item.id}`, {
      call_end_time: '2026-03-02T13:02:00.000Z',
    });
    expect(answer.json().data).toMatchObject({
      ramal: '1',
      call_duration: 120,
      numero_destino: '11987654321',
    });
    const cleared = await call('PUT', `/auditoria-item/${item.id}`, { ramal: null, numero_destino: '' });
    expect(cleared.json().data).toMatchObject({ ramal: null, numero_destino: null, call_duration: 120 });
    const before = await call('PUT', `/auditoria-item/${item.id}`, {
      call_end_time: '2026-03-02T12:00:00.000Z',
    });
    expect(before.json().message).toBe('Horário de fim deve ser posterior ao de início.');
  });

  it('with a recording, the decoded duration stays', async () => {
    const item = await recorded({ callDuration: 83 });
    const answer = await call('PUT', `/auditoria-item/${item.id}`, {
      call_end_time: '2026-03-02T13:10:00.000Z',
    });
    expect(answer.json().data.call_duration).toBe(83);
  });

  it('the contact, without touching the rest of the metadata', async () => {
    const created = await novo('/arquivo', { projeto_id: mine.projeto.id, metadata: { unique_id: 'u-1' } });
    const { id } = created.json().data;
    const url = `/auditoria-item/${id}/contato`;
    const first = await call('PATCH', url, {
      nome_entrevistado: 'Zilda Paes',
      telefone_entrevistado: '2199990000',
    });
    expect(first.json().data).toMatchObject({
      nome_entrevistado: 'Zilda Paes',
      metadata: { unique_id: 'u-1', nome_entrevistado: 'Zilda Paes', telefone_entrevistado: '2199990000' },
    });
    const hit = await call('GET', `/projetos/${mine.projeto.id}/auditoria-items?q=2199990000`);
    expect(hit.json().data.map((row: { id: string }) => row.id)).toEqual([id]);
    const second = await call('PATCH', url, { nome_entrevistado: null, observacoes: 'ligar depois' });
    expect(second.json().data).toMatchObject({
      nome_entrevistado: null,
      metadata: { unique_id: 'u-1', telefone_entrevistado: '2199990000', observacoes: 'ligar depois' },
    });
    expect(second.json().data.metadata).not.toHaveProperty('nome_entrevistado');
  });

  it('the contact refuses a phone that is none, and takes a stored one back', async () => {
    const created = await novo('/arquivo', {
      projeto_id: mine.projeto.id,
      metadata: { telefone_entrevistado: 'recado com Ana' },
    });
    const url = `/auditoria-item/${created.json().data.id}/contato`;
    const refused = await call('PATCH', url, { telefone_entrevistado: 'abc', observacoes: 'x' });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().errors).toEqual([
      { campo: 'telefone_entrevistado', mensagem: 'Informe um telefone, como (11) 98765-4321.' },
    ]);
    const whole = await call('PATCH', url, { telefone_entrevistado: 'recado com Ana', observacoes: 'y' });
    expect(whole.json().data.metadata).toEqual({
      telefone_entrevistado: 'recado com Ana',
      observacoes: 'y',
    });
  });
});

describe('deleting and unlinking', () => {
  it('an item with an analysis stays; one without goes, and its object goes to the sweep', async () => {
    const analysed = await recorded({ status: 'concluido' });
    const execucao = await run(analysed.id, 'concluida');
    await test.deps.prisma.auditoriaResultado.create({
      data: {
        empresaId: mine.empresa.id,
        projetoId: mine.projeto.id,
        auditoriaId: mine.auditoria.id,
        itemId: analysed.id,
        execucaoId: execucao.id,
        statusProcessamento: 'concluido',
        falasDeixadas: { total: 1 },
      },
    });
    type Row = { id: string; analisada: boolean; falas_deixadas: boolean };
    const rows = async () =>
      (
        (await call('GET', `/projetos/${mine.projeto.id}/auditoria-items?limit=100`)).json() as {
          data: Row[];
        }
      ).data;
    const deixadas = async () => (await rows()).find(({ id }) => id === analysed.id)?.falas_deixadas;
    expect(await deixadas()).toBe(true);
    const refused = await call('DELETE', `/auditoria-item/${analysed.id}`);
    expect([refused.statusCode, refused.json().code, refused.json().message]).toEqual([
      409,
      'item_com_resultados',
      'Este item possui dados de análise associados',
    ]);

    // After a later failure the item still counts as analysed: its deletion stays refused.
    await test.deps.prisma.auditoriaItem.update({ where: { id: analysed.id }, data: { status: 'erro' } });
    expect((await call('DELETE', `/auditoria-item/${analysed.id}`)).statusCode).toBe(409);
    expect(await deixadas()).toBe(false);

    const plain = await recorded();
    await run(plain.id, 'erro');
    const data = await rows();
    const analisada = (id: string) => data.find((row) => row.id === id)?.analisada;
    expect([analisada(analysed.id), analisada(plain.id)]).toEqual([true, false]);
    expect((await call('DELETE', `/auditoria-item/${plain.id}`)).statusCode).toBe(200);
    expect((await call('GET', `/auditoria-item/${plain.id}`)).statusCode).toBe(404);
    expect(await pending(plain.arquivoPath)).not.toBeNull();
  });

  it('nothing changes while a processing is open', async () => {
    const item = await recorded({ status: 'processando' });
    await run(item.id, 'na_fila');
    for (const url of [`/auditoria-item/${item.id}`, `/auditoria-item/${item.id}/arquivo`]) {
      const answer = await call('DELETE', url);
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'execucao_em_andamento']);
    }
    expect(await pending(item.arquivoPath)).toBeNull();
  });

  it('unlinking returns it to pending and clears name, path and type', async () => {
    const item = await recorded({ status: 'erro' });
    const answer = await call('DELETE', `/auditoria-item/${item.id}/arquivo`);
    expect(answer.json().data).toMatchObject({
      status: 'pendente',
      motivo: null,
      arquivo_path: null,
      arquivo_nome: null,
      arquivo_tipo: null,
      arquivo_tamanho: null,
    });
    expect(await pending(item.arquivoPath)).not.toBeNull();
    const again = await call('DELETE', `/auditoria-item/${item.id}/arquivo`);
    expect([again.statusCode, again.json().code]).toEqual([409, 'sem_arquivo']);
  });
});

it("tells the company's open pages of each change", async () => {
  const listener = test.deps.redis.duplicate();
  try {
    const heard: unknown[] = [];
    listener.on('message', (_channel, text) => heard.push(JSON.parse(text)));
    await listener.subscribe(`${process.env.REDIS_PREFIX}:eventos:${mine.empresa.id}`);
    const auditoria = await createAuditoria(test.deps, mine.projeto);
    const item = await createItem(test.deps, auditoria);
    await call('PATCH', `/auditoria-item/${item.id}/contato`, { observacoes: 'x' });
    await expect
      .poll(() => heard)
      .toContainEqual({
        tipo: 'item',
        empresaId: mine.empresa.id,
        projetoId: mine.projeto.id,
        itemId: item.id,
        status: 'pendente',
      });
  } finally {
    listener.disconnect();
  }
});
