import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureCatalogue } from '../../prisma/seed/catalogue.ts';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import { createProjeto, createTenant } from '../support/factories.ts';

let test: TestApp;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let other: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  test = await createTestApp();
  await ensureCatalogue(test.deps.db);
  tenant = await createTenant(test.deps);
  other = await createTenant(test.deps);
});
afterAll(() => test.close());

const call = (method: Method, path: string, payload?: object, token = tenant.tokens.usuario) =>
  callApi(test, token, method, path, payload);

let counter = 0;
async function create(fields: object = {}, token?: string) {
  counter += 1;
  const { status, body } = await call(
    'POST',
    '/insight-templates',
    {
      nome: `Modelo ${counter}`,
      promptTemplate: 'Avalie a ligação da empresa {empresa}.',
      parametrosObrigatorios: ['empresa'],
      ...fields,
    },
    token,
  );
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data as { id: string; versao: number; [key: string]: unknown };
}

describe('a template', () => {
  it("is born with the specification's defaults, in version 1", async () => {
    expect(await create({ nome: 'Aderência', modeloLLM: 'gpt-4' })).toMatchObject({
      nome: 'Aderência',
      empresaId: tenant.empresa.id,
      categoria: 'performance',
      modeloLlm: 'gpt-4',
      maxTokens: 1000,
      temperature: 0.7,
      thresholdConfianca: 0.7,
      formatoSaida: 'estruturado',
      parametrosObrigatorios: ['empresa'],
      parametrosOpcionais: [],
      criterios: [],
      metadata: {},
      ativo: true,
      versao: 1,
      projetosAtivos: 0,
    });
  });

  it('gets a version at each new content, and the former ones stay', async () => {
    const template = await create();
    const criterios = [{ id: 'a', descricao: 'Cumprimenta.', peso: 2, critico: true }];
    const edited = await call('PATCH', `/insight-templates/${template.id}`, {
      nome: 'Outro nome',
      criterios,
      versao: 1,
    });
    expect(edited.body.data).toMatchObject({ nome: 'Outro nome', versao: 2, criterios });
    const same = await call('PATCH', `/insight-templates/${template.id}`, { nome: 'Outro nome' });
    expect(same.body.data.versao).toBe(2);
    const switched = await call('PATCH', `/insight-templates/${template.id}`, { ativo: false });
    expect(switched.body.data).toMatchObject({ ativo: false, versao: 2 });
    const late = await call('PATCH', `/insight-templates/${template.id}`, { nome: 'Tarde', versao: 1 });
    expect(late.status).toBe(409);
    expect(late.body.message).toContain('versão 2');
    const { body } = await call('GET', `/insight-templates/${template.id}/versoes`);
    expect(
      body.data.map((v: { versao: number; nome: string; criadoPor: string }) => [
        v.versao,
        v.nome,
        v.criadoPor,
      ]),
    ).toEqual([
      [2, 'Outro nome', tenant.usuario.email],
      [1, template.nome, tenant.usuario.email],
    ]);
  });

  it('of two changes to the same version at the same time, one counts and the other is told', async () => {
    const template = await create();
    const answers = await Promise.all(
      ['um', 'dois', 'três'].map((nome) =>
        call('PATCH', `/insight-templates/${template.id}`, { nome, versao: 1 }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('is refused when text and parameters do not match, and nothing changes', async () => {
    const template = await create();
    const bad = await call('POST', '/insight-templates', { nome: 'x', promptTemplate: 'Use {produto}.' });
    expect(bad.status).toBe(422);
    expect(bad.body.message).toBe('O texto usa {produto}, que não está entre os parâmetros.');
    const unused = await call('PATCH', `/insight-templates/${template.id}`, { promptTemplate: 'Sem nada.' });
    expect(unused.body.message).toBe('O parâmetro obrigatório "empresa" não aparece no texto.');
    expect((await call('GET', `/insight-templates/${template.id}`)).body.data).toEqual(template);
  });

  it.each([
    [{ nome: ' ' }, 'Nome é obrigatório'],
    [{ promptTemplate: '' }, 'Template de prompt é obrigatório'],
    [{ maxTokens: 99 }, 'O valor de Max Tokens vai de 100 a 4.000.'],
    [{ temperature: 2.1 }, 'A temperatura vai de 0 a 2.'],
    [{ thresholdConfianca: -0.1 }, 'O limiar de confiança vai de 0 a 1.'],
    [{ categoria: 'outra' }, 'Categoria inválida.'],
    [{ formatoSaida: 'xml' }, 'Formato de saída inválido.'],
  ])('refuses %j', async (fields, message) => {
    const { status, body } = await call('POST', '/insight-templates', {
      nome: 'Modelo',
      promptTemplate: 'Avalie.',
      ...fields,
    });
    expect(status).toBe(400);
    expect(body.message).toContain(message);
  });
});

describe('the model', () => {
  it('is an active one of the catalogue; one that left it stays until another is chosen', async () => {
    const text = { promptTemplate: 'Avalie.', parametrosObrigatorios: [] };
    const unknown = await call('POST', '/insight-templates', { nome: 'X', ...text, modeloLLM: 'foo' });
    expect([unknown.status, unknown.body.message, unknown.body.errors[0].campo]).toEqual([
      422,
      'O modelo “foo” não está no catálogo de modelos.',
      'modeloLlm',
    ]);
    // This model transcribes recordings, and generates no text.
    expect(
      (await call('POST', '/insight-templates', { nome: 'X', ...text, modelo_llm: 'padrao-transcricao' }))
        .status,
    ).toBe(422);
    const { id } = await create({ ...text, modeloLlm: 'claude-3-haiku' });
    const { prisma } = test.deps;
    await prisma.modeloCatalogo.updateMany({ where: { rotulo: 'claude-3-haiku' }, data: { ativo: false } });
    try {
      expect((await call('GET', `/insight-templates/${id}`)).body.data.modeloLlm).toBe('claude-3-haiku');
      const kept = { nome: 'Outro nome', modeloLLM: 'claude-3-haiku' };
      expect((await call('PATCH', `/insight-templates/${id}`, kept)).status).toBe(200);
      expect((await call('PATCH', `/insight-templates/${id}`, { modeloLLM: 'bar' })).status).toBe(422);
      expect((await call('PATCH', `/insight-templates/${id}`, { modeloLLM: 'gpt-4' })).status).toBe(200);
      expect((await call('PATCH', `/insight-templates/${id}`, kept)).status).toBe(422);
    } finally {
      await prisma.modeloCatalogo.updateMany({ where: { rotulo: 'claude-3-haiku' }, data: { ativo: true } });
    }
  });
});

describe('the list', () => {
  it("searches name and description, filters, sorts and pages, and shows only the company's", async () => {
    const own = await createTenant(test.deps);
    const { usuario } = own.tokens;
    await create(
      { nome: 'Cancelamento', categoria: 'compliance', descricao: 'Retenção de clientes' },
      usuario,
    );
    await create({ nome: 'Ábaco', categoria: 'behavioral' }, usuario);
    await create({ nome: 'Zelo', categoria: 'behavioral', ativo: false }, usuario);
    const names = async (query: string) =>
      (await call('GET', `/insight-templates?${query}`, undefined, usuario)).body.data.map(
        ({ nome }: { nome: string }) => nome,
      );
    expect(await names('search=retencao')).toEqual(['Cancelamento']);
    expect(await names('search=%25')).toEqual([]);
    expect(await names('categoria=behavioral&orderDirection=desc')).toHaveLength(2);
    expect(await names('ativo=false')).toEqual(['Zelo']);
    expect(await names('ativo=true&orderBy=created_at')).toEqual(['Cancelamento', 'Ábaco']);
    expect(await names('orderBy=created_at&limit=1&page=2')).toEqual(['Ábaco']);
    const foreign = await call(
      'GET',
      `/insight-templates?empresaId=${tenant.empresa.id}`,
      undefined,
      usuario,
    );
    expect(foreign.status).toBe(404);
    const admin = await call(
      'GET',
      `/insight-templates?empresaId=${own.empresa.id}`,
      undefined,
      tenant.tokens.admin,
    );
    expect(admin.body.data).toHaveLength(3);
  });
});

describe('links with projects', () => {
  it('link, say what is missing, change state and disappear with the template; the results stay', async () => {
    const projeto = await createProjeto(test.deps, tenant.empresa);
    const template = await create();
    const path = `/projetos/${projeto.id}/insight-templates/${template.id}`;
    const linked = await call('POST', path, { parametros: { empresa: 'Lumavia' } });
    expect(linked.status).toBe(201);
    expect(linked.body.data).toMatchObject({
      ativo: true,
      parametros: { empresa: 'Lumavia' },
      parametrosFaltando: [],
      atribuidoPor: tenant.usuario.email,
      insightTemplate: { id: template.id, versao: 1 },
    });
    expect((await call('POST', path, { parametros: { empresa: 'Lumavia' } })).status).toBe(409);
    const filled = await call('PATCH', path, { parametros: { empresa: 'Lumavia' } });
    expect(filled.body.data).toMatchObject({ ativo: true, parametrosFaltando: [] });
    const off = await call('PATCH', path, { active: false });
    expect(off.body.data).toMatchObject({ ativo: false, parametros: { empresa: 'Lumavia' } });
    expect((await call('GET', `/projetos/${projeto.id}/insight-templates`)).body.data).toHaveLength(1);

    const projects = await call('GET', '/insight-templates/projetos?filtro=com');
    expect(projects.body.data).toEqual([
      expect.objectContaining({ id: projeto.id, ativos: 0, total: 1, ultimoTemplateEm: expect.any(String) }),
    ]);
    expect((await call('GET', '/insight-templates/projetos?filtro=sem')).body.data).toEqual([
      expect.objectContaining({ id: tenant.projeto.id, total: 0, ultimoTemplateEm: null }),
    ]);
    expect((await call('GET', `/insight-templates/projetos?search=${template.nome}`)).body.data).toHaveLength(
      1,
    );

    expect((await call('DELETE', `/insight-templates/${template.id}`)).status).toBe(200);
    expect((await call('GET', `/insight-templates/${template.id}`)).status).toBe(404);
    expect((await call('GET', `/projetos/${projeto.id}/insight-templates`)).body.data).toEqual([]);
    expect(await test.deps.prisma.insightTemplateVersao.count({ where: { templateId: template.id } })).toBe(
      1,
    );
  });

  it('without a value for a required parameter are not made, changed or activated; the state stays', async () => {
    const projeto = await createProjeto(test.deps, tenant.empresa);
    const template = await create({
      promptTemplate: 'Avalie a ligação da empresa {empresa} sobre {produto}.',
      parametrosObrigatorios: ['empresa', 'produto'],
    });
    const path = `/projetos/${projeto.id}/insight-templates/${template.id}`;
    for (const body of [{ parametros: {} }, { parametros: { empresa: 'Lumavia', produto: '  ' } }]) {
      const refused = await call('POST', path, body);
      expect(refused.status).toBe(422);
      expect(refused.body.message).toMatch(/^Informe um valor para: (empresa, )?produto\.$/);
      expect(refused.body.errors).toContainEqual({
        campo: 'parametros.produto',
        mensagem: 'Informe um valor.',
      });
    }
    expect((await call('GET', `/projetos/${projeto.id}/insight-templates`)).body.data).toEqual([]);
    // A body without `parametros` is permitted: the link stays incomplete and inactive until it gets these values.
    const waiting = await call('POST', path, { projetoId: projeto.id });
    expect([waiting.status, waiting.body.data]).toMatchObject([
      201,
      { ativo: false, parametrosFaltando: ['empresa', 'produto'] },
    ]);
    expect((await call('PATCH', path, { active: true })).status).toBe(422);
    expect((await call('DELETE', path)).status).toBe(200);
    const parametros = { empresa: 'Lumavia', produto: 'Chip' };
    expect((await call('POST', path, { parametros })).status).toBe(201);
    expect((await call('PATCH', path, { parametros: { empresa: 'Lumavia' } })).status).toBe(422);

    // The template now needs another value. The link lists it as missing, and can be switched off but not on.
    await call('PATCH', `/insight-templates/${template.id}`, {
      promptTemplate: 'Avalie a ligação da empresa {empresa} sobre {produto} em {canal}.',
      parametrosObrigatorios: ['empresa', 'produto', 'canal'],
    });
    const off = await call('PATCH', path, { active: false });
    expect(off.body.data).toMatchObject({ ativo: false, parametros, parametrosFaltando: ['canal'] });
    const on = await call('PATCH', path, { active: true });
    expect(on).toMatchObject({ status: 422, body: { message: 'Informe um valor para: canal.' } });
    const filled = await call('PATCH', path, { active: true, parametros: { ...parametros, canal: 'URA' } });
    expect(filled.body.data).toMatchObject({ ativo: true, parametrosFaltando: [] });
  });

  it("an inactive template or another company's is not linked; another company's project does not exist", async () => {
    const inactive = await create({ ativo: false });
    const theirs = await create({}, other.tokens.usuario);
    const base = `/projetos/${tenant.projeto.id}/insight-templates`;
    expect((await call('POST', `${base}/${inactive.id}`, {})).status).toBe(422);
    for (const token of [tenant.tokens.usuario, tenant.tokens.admin]) {
      expect((await call('POST', `${base}/${theirs.id}`, {}, token)).body.message).toBe(
        'Template não encontrado.',
      );
    }
    const mine = await create();
    expect(
      (await call('POST', `/projetos/${other.projeto.id}/insight-templates/${mine.id}`, {})).body.message,
    ).toBe('Projeto não encontrado.');
    expect((await call('DELETE', `${base}/${mine.id}`)).status).toBe(404);
    expect((await call('GET', `/projetos/${other.projeto.id}/insight-templates`)).status).toBe(404);
  });

  it('two links at the same time make one', async () => {
    const template = await create();
    const path = `/projetos/${tenant.projeto.id}/insight-templates/${template.id}`;
    const body = { parametros: { empresa: 'Lumavia' } };
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', path, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});
