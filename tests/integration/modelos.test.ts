import { ModelCatalog } from '@escuta/shared/services/runs/model-catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureCatalogue } from '../../prisma/seed/catalogue.ts';
import { ollama, startModelServer } from '../../scripts/casos/model-server.ts';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import { createTenant } from '../support/factories.ts';
import { listenOnce } from '../support/messages.ts';

let test: TestApp;
let tenant: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  test = await createTestApp({ OPENAI_API_KEY: 'chave-de-teste', ANTHROPIC_API_KEY: undefined });
  await ensureCatalogue(test.deps.db);
  tenant = await createTenant(test.deps);
});
afterAll(() => test.close());

const call = (method: Method, path: string, payload?: object, token = tenant.tokens.admin) =>
  callApi(test, token, method, path, payload);

type Row = {
  id: string;
  rotulo: string;
  precos: { precoUsd: string; unidade: string; vigenteAte: string | null }[];
};
const rowOf = async (rotulo: string): Promise<Row> => {
  const { body } = await call('GET', '/admin/modelos');
  return body.data.find((row: Row) => row.rotulo === rotulo);
};

describe('the catalogue', () => {
  it('says what each label calls, accepts and costs, and when it ends', async () => {
    expect(await rowOf('padrao-transcricao')).toMatchObject({
      finalidade: 'transcricao',
      modelo: 'whisper-1',
      sucessor: { modelo: 'gpt-transcribe' },
      desativadoEm: '2027-02-26',
      origemDesativacao: 'fabricante',
      configurado: true,
      capacidades: expect.arrayContaining(['Informa tempos por segmento']),
      precos: [{ unidade: 'minuto_audio', precoUsd: '0.006', vigenteAte: null }],
    });
    expect(await rowOf('claude-3-haiku')).toMatchObject({ configurado: false, origemDesativacao: null });
  });

  it('shows the chooser what is really called, and why', async () => {
    const { body } = await call('GET', '/modelos?finalidade=texto', undefined, tenant.tokens.usuario);
    const haiku = body.data.find((row: Row) => row.rotulo === 'claude-3-haiku');
    expect(haiku).toMatchObject({ chama: { provedor: 'openai', modelo: 'gpt-6-luna' } });
    expect(haiku.aviso).toContain('não está configurado');
    expect(body.data.some((row: Row) => row.rotulo === 'padrao-transcricao')).toBe(false);
  });

  it('accepts a new label once, and workers see at once what it calls', async () => {
    const body = { rotulo: 'local-1', finalidade: 'texto', provedor: 'openai', modelo: 'llama' };
    expect((await call('POST', '/admin/modelos', body)).status).toBe(201);
    expect((await call('POST', '/admin/modelos', body)).status).toBe(409);
    const catalog = new ModelCatalog(test.deps.db, test.deps.env);
    const { heard } = await listenOnce(test.deps.subscriptions, `${process.env.REDIS_PREFIX}:caches`, () =>
      catalog.clear(),
    );
    expect(await catalog.resolve('local-1')).toMatchObject({ modelo: { modelo: 'llama' } });
    const { id } = await rowOf('local-1');
    await call('PATCH', `/admin/modelos/${id}`, { modelo: 'qwen' });
    await heard;
    expect(await catalog.resolve('local-1')).toMatchObject({ modelo: { modelo: 'qwen' } });
  });

  it('follows the shutdown that the administrator writes, with the successor', async () => {
    await call('POST', '/admin/modelos', {
      rotulo: 'acabou',
      finalidade: 'texto',
      provedor: 'openai',
      modelo: 'velho',
      sucessor: { provedor: 'openai', modelo: 'novo' },
      desativadoEm: '2026-01-31',
    });
    expect(await rowOf('acabou')).toMatchObject({
      desativadoEm: '2026-01-31',
      origemDesativacao: 'catalogo',
      aviso: 'Desativado pelo fabricante em 31/01/2026; a Escuta usa novo.',
    });
    const found = await new ModelCatalog(test.deps.db, test.deps.env).resolve('acabou');
    expect(found).toMatchObject({ ok: true, modelo: { modelo: 'novo' } });
  });

  it('a change keeps what only another version knows, and what was not changed', async () => {
    const alvo = (modelo: string) => ({ provedor: 'openai', modelo });
    await call('POST', '/admin/modelos', { rotulo: 'novo-2', finalidade: 'texto', ...alvo('antes') });
    const { id } = await rowOf('novo-2');
    const stored = async () => {
      const { rows } = await test.deps.db.query('select capacidades from modelos_catalogo where id = $1', [
        id,
      ]);
      return rows[0].capacidades;
    };
    const store = (capacidades: unknown) =>
      test.deps.db.query('update modelos_catalogo set capacidades = $2 where id = $1', [
        id,
        JSON.stringify(capacidades),
      ]);
    const futuro = { de_outra_versao: { contexto: 1_000_000 } };
    await store({ ...futuro, sucessor: { ...alvo('depois'), regiao: 'sa' }, alternativa: alvo('outro') });

    expect((await call('PATCH', `/admin/modelos/${id}`, { modelo: 'agora' })).status).toBe(200);
    expect(await stored()).toEqual({
      ...futuro,
      sucessor: { ...alvo('depois'), regiao: 'sa' },
      alternativa: alvo('outro'),
    });

    const change = { sucessor: alvo('enfim'), alternativa: null };
    expect((await call('PATCH', `/admin/modelos/${id}`, change)).status).toBe(200);
    expect(await stored()).toEqual({ ...futuro, sucessor: alvo('enfim') });
    expect(await rowOf('novo-2')).toMatchObject({
      modelo: 'agora',
      sucessor: alvo('enfim'),
      alternativa: null,
    });

    // A stored value that is no object is replaced.
    await store(['de outra versão']);
    expect((await call('PATCH', `/admin/modelos/${id}`, { alternativa: alvo('outro') })).status).toBe(200);
    expect(await stored()).toEqual({ alternativa: alvo('outro') });
  });

  it("keeps what is said of a model, charges nothing for one's own server and forgets what was another's", async () => {
    const protocolo = { origem: 'formulario', proprio: true, saida: 'json_schema', contexto: 8192 };
    await call('POST', '/admin/modelos', {
      rotulo: 'da-casa',
      finalidade: 'texto',
      provedor: 'openai',
      modelo: 'gpt-5.6-sol',
      protocolo,
    });
    const row = await rowOf('da-casa');
    expect(row).toMatchObject({
      protocolo,
      origemCapacidades: 'declarado',
      capacidades: expect.arrayContaining(['Servidor próprio', 'Um pedido por vez', 'Informado aqui']),
    });
    // The model's provider has a list price for this name, but a self-hosted server charges nothing.
    const inForce = row.precos.filter(({ vigenteAte }) => vigenteAte === null);
    expect(inForce.map(({ unidade, precoUsd }) => [unidade, precoUsd]).sort()).toEqual([
      ['token_entrada', '0'],
      ['token_saida', '0'],
    ]);
    const found = await new ModelCatalog(test.deps.db, test.deps.env).resolve('da-casa');
    expect(found).toMatchObject({ ok: true, modelo: { protocolo } });

    await call('PATCH', `/admin/modelos/${row.id}`, { modelo: 'qwen3:4b' });
    expect(await rowOf('da-casa')).toMatchObject({
      protocolo: null,
      origemCapacidades: 'suposto',
      capacidades: expect.arrayContaining(['Suposto: o nome do modelo é desconhecido, e nada foi informado']),
    });
    await call('PATCH', `/admin/modelos/${row.id}`, { protocolo });
    const again = await rowOf('da-casa');
    expect(again.precos.map(({ precoUsd }) => precoUsd)).toEqual(['0', '0']);
    const wrong = { protocolo: { origem: 'formulario', contexto: 10 } };
    expect((await call('PATCH', `/admin/modelos/${row.id}`, wrong)).status).toBe(400);
  });

  it("asks the installation's server, and tells its answer only to administrators", async () => {
    const server = await startModelServer(ollama(4096, '{}'));
    const own = await createTestApp({ OPENAI_API_KEY: undefined, OPENAI_BASE_URL: server.url });
    const path = '/admin/modelos/servidor?provedor=openai&finalidade=texto&modelo=qwen3:4b';
    try {
      const asked = await callApi(own, tenant.tokens.admin, 'GET', path);
      expect(asked.body.data).toEqual({
        servidor: 'Ollama',
        listado: true,
        protocolo: {
          origem: 'servidor',
          proprio: true,
          saida: 'json_schema',
          limites: true,
          raciocinio: true,
          contexto: 4096,
        },
      });
      expect((await callApi(own, tenant.tokens.usuario, 'GET', path)).status).toBe(403);
      // Only self-hosted servers are asked for their capabilities, never a provider's own server.
      expect((await call('GET', path.replace('provedor=openai', 'provedor=anthropic'))).status).toBe(422);
      await server.close();
      const gone = await callApi(own, tenant.tokens.admin, 'GET', path);
      expect(gone.status).toBe(422);
      expect(gone.body.message).toContain('não respondeu');
    } finally {
      await own.close();
    }
  });

  it('does not let a label be deactivated that a template uses', async () => {
    await call('POST', '/insight-templates', { nome: 'x', promptTemplate: 'Avalie.', modeloLlm: 'gpt-4' });
    const { id } = await rowOf('gpt-4');
    const { status, body } = await call('PATCH', `/admin/modelos/${id}`, { ativo: false });
    expect(status).toBe(422);
    expect(body.message).toContain('está em uso em 1');
  });
});

describe('the prices', () => {
  const price = (precoUsd: string, vigenteDe?: string) =>
    call('POST', '/admin/precos', {
      provedor: 'openai',
      modelo: 'whisper-1',
      unidade: 'minuto_audio',
      precoUsd,
      ...(vigenteDe ? { vigenteDe } : {}),
    });
  const inForce = async () =>
    (await rowOf('padrao-transcricao')).precos.map(({ precoUsd, vigenteAte }) => [precoUsd, vigenteAte]);

  it('a new one ends the former, a planned one waits and can be withdrawn, and the past stays', async () => {
    expect((await price('0.005', '2026-01-02T00:00:00Z')).status).toBe(422);
    const planned = await price('0.009', '2100-01-01T00:00:00.000Z');
    expect(planned.status).toBe(201);
    expect((await price('0.010', '2100-01-01T00:00:00.000Z')).status).toBe(409);
    const now = await price('0.007');
    expect(await inForce()).toEqual([
      ['0.009', null],
      ['0.007', '2100-01-01T00:00:00.000Z'],
      ['0.006', now.body.data.vigenteDe],
    ]);
    expect((await call('DELETE', `/admin/precos/${now.body.data.id}`)).status).toBe(422);
    expect((await call('DELETE', `/admin/precos/${planned.body.data.id}`)).status).toBe(200);
    expect(await inForce()).toEqual([
      ['0.007', null],
      ['0.006', now.body.data.vigenteDe],
    ]);
    expect((await call('DELETE', `/admin/precos/${planned.body.data.id}`)).status).toBe(404);
  });

  it.each(['-1', '1,5', 'abc', '0.0000000000001', ''])('refuses %j', async (precoUsd) => {
    expect((await price(precoUsd)).status).toBe(400);
  });

  it('only the administrator sees and changes them', async () => {
    expect((await call('GET', '/admin/modelos', undefined, tenant.tokens.gerente)).status).toBe(403);
  });
});
