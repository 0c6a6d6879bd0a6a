// Walks every contract of the product: nothing is exempt, and a new contract is walked without a change here. Ids in
// paths and bodies are filled by what a name means; a name that this file does not know fails it.
import { randomUUID } from 'node:crypto';
import { ALL_CONTRACTS } from '@escuta/shared/contracts/all';
import { type Contract, isDeclared } from '@escuta/shared/contracts/contract';
import { can, PAPEIS, type Papel, PERMISSIONS } from '@escuta/shared/domain/permissions';
import { AUDITORIA_PADRAO_ID } from '@escuta/shared/domain/status';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from '../support/app.ts';
import {
  bearer,
  createApiKey,
  createAsteriskConfig,
  createMembro,
  createPacote,
  createTenant,
  signToken,
} from '../support/factories.ts';

type Tenant = Awaited<ReturnType<typeof newTenant>>;
type Request = {
  method: Contract['method'];
  url: string;
  payload?: object | string;
  headers?: Record<string, string>;
};

/** A company with one of each thing that a path may name. */
async function newTenant() {
  const tenant = await createTenant(test.deps, { creditos: 1000 });
  return {
    ...tenant,
    asteriskConfig: await createAsteriskConfig(test.deps, tenant.empresa),
    pacote: await createPacote(test.deps),
  };
}

let test: TestApp;
let mine: Tenant;
let theirs: Tenant;
let myKey: string;
beforeAll(async () => {
  test = await createTestApp();
  mine = await newTenant();
  // Credit packages belong to the installation: "another company's" is one that is not there.
  theirs = { ...(await newTenant()), pacote: { ...(await createPacote(test.deps)), id: randomUUID() } };
  myKey = await createApiKey(test.deps, mine.empresa);
});
afterAll(() => test.close());

const PUBLIC = ALL_CONTRACTS.filter((contract) => contract.access.who === 'public');
const CLOSED = ALL_CONTRACTS.filter((contract) => contract.access.who !== 'public');
const named = (contracts: readonly Contract[]) =>
  contracts.map((contract) => [contract.id, contract] as const);

/** What `{id}` stands for is said by the first word of the path; other parameters and fields by their own name. */
function idFor(tenant: Tenant, contract: Contract, name: string): string {
  const byName: Record<string, { id: string }> = {
    empresaId: tenant.empresa,
    empresa_id: tenant.empresa,
    projetoId: tenant.projeto,
    projeto_id: tenant.projeto,
    auditoriaItemId: tenant.item,
    pesquisa_id: tenant.pesquisa,
    questionario_id: tenant.questionario,
    entrevista_id: tenant.entrevista,
    pacoteId: tenant.pacote,
  };
  const byPath: Record<string, { id: string }> = {
    empresas: tenant.empresa,
    projetos: tenant.projeto,
    auditoria: tenant.auditoria,
    'auditoria-item': tenant.item,
    'auditoria-items': tenant.item,
    'asterisk-configs': tenant.asteriskConfig,
    creditos: tenant.pacote,
  };
  const thing = name === 'id' ? byPath[contract.path.split('/')[1] ?? ''] : byName[name];
  if (!thing) throw new Error(`${contract.id}: teach this test whose id '${name}' is`);
  return thing.id;
}

type Property = { type?: string; format?: string; enum?: unknown[]; anyOf?: Property[] };

function bodySchema(contract: Contract): { properties: Record<string, Property>; required: string[] } {
  if (!isDeclared(contract.body)) return { properties: {}, required: [] };
  const schema = z.toJSONSchema(contract.body, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Property>;
    required?: string[];
  };
  return { properties: schema.properties ?? {}, required: schema.required ?? [] };
}

const isId = (property: Property): boolean =>
  property.format === 'uuid' || (property.anyOf ?? []).some((option) => option.format === 'uuid');

/** Where a contract names things by their ids: parameters of its path, and fields of its body. */
function idNames(contract: Contract): string[] {
  const inPath = [...contract.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const { properties } = bodySchema(contract);
  return [...inPath, ...Object.keys(properties).filter((name) => isId(properties[name] ?? {}))];
}

/**
 * A request that passes validation, made from the contract's own schemas: the ids are of `tenant`, except the one named
 * `foreign`, which is the other company's.
 */
function requestFor(
  tenant: Tenant,
  contract: Contract,
  headers: Record<string, string> = {},
  foreign: string | null = null,
): Request {
  const id = (name: string) => idFor(name === foreign ? theirs : tenant, contract, name);
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => id(name));
  const request: Request = { method: contract.method, url: `/api/v1${path}`, headers: { ...headers } };
  if (contract.kind === 'multipart') {
    const boundary = 'limite-de-teste';
    request.headers = { ...request.headers, 'content-type': `multipart/form-data; boundary=${boundary}` };
    request.payload = [
      `--${boundary}`,
      'content-disposition: form-data; name="file"; filename="a.mp3"',
      'content-type: audio/mpeg',
      '',
      'não é áudio',
      `--${boundary}--`,
      '',
    ].join('\r\n');
    return request;
  }
  if (!isDeclared(contract.body)) return request;
  const { properties, required } = bodySchema(contract);
  const fieldValue = (name: string): unknown => {
    const property = properties[name] ?? {};
    if (isId(property)) return id(name);
    if (property.enum) return property.enum[0];
    if (property.format === 'uri') return 'http://127.0.0.1:8088';
    if (property.format === 'date-time') return '2026-03-02T10:00:00-03:00';
    return property.type === 'number' || property.type === 'integer' ? 1 : 'texto';
  };
  // Optional ids too: a body that names another company's thing must not get through.
  const names = Object.keys(properties).filter(
    (name) => required.includes(name) || isId(properties[name] ?? {}),
  );
  request.payload = Object.fromEntries(names.map((name) => [name, fieldValue(name)]));
  return request;
}

/** Answers the status; a stream of events is cut as soon as it has begun. */
async function send(request: Request): Promise<{ status: number; body: Record<string, unknown> }> {
  const isStream = request.url.endsWith('/eventos');
  const response = await test.app.inject({ ...request, payloadAsStream: isStream });
  if (isStream && response.statusCode === 200) {
    response.stream().destroy();
    return { status: 200, body: {} };
  }
  if (isStream) {
    let text = '';
    for await (const part of response.stream()) text += String(part);
    return { status: response.statusCode, body: JSON.parse(text) };
  }
  const isJson = String(response.headers['content-type'] ?? '').includes('json');
  return { status: response.statusCode, body: isJson ? response.json() : {} };
}

function isAllowed({ access }: Contract, papel: Papel): boolean {
  if (access.who === 'admin') return papel === 'admin';
  return access.who === 'public' || can(papel, PERMISSIONS[papel], ...access.can);
}

const REFUSED = {
  success: false,
  message: expect.any(String),
  error: expect.any(String),
  requestId: expect.any(String),
};

it('há contratos a percorrer, abertos e fechados', () => {
  expect(PUBLIC.map((contract) => contract.id).sort()).toEqual([
    'forgotPassword',
    'health',
    'listPacotes',
    'login',
    'ready',
    'version',
  ]);
  expect(CLOSED.length).toBeGreaterThan(30);
});

describe.each(named(PUBLIC))('%s, aberto', (_id, contract) => {
  it('responde a quem não se identifica', async () => {
    const { body } = await send(requestFor(mine, contract));
    expect(body.code).not.toBe('nao_autenticado');
  });
});

describe.each(named(CLOSED))('%s', (_id, contract) => {
  const unauthenticated = { ...REFUSED, message: 'Usuário não autenticado.', code: 'nao_autenticado' };

  it('recusa quem não se identifica', async () => {
    expect(await send(requestFor(mine, contract))).toMatchObject({ status: 401, body: unauthenticated });
  });

  it('recusa tokens que não são nossos, mudados, vencidos ou sem assinatura', async () => {
    const good = mine.tokens.admin;
    const bad: Record<string, Record<string, string>> = {
      lixo: bearer('lixo'),
      vazio: { authorization: 'Bearer ' },
      basico: { authorization: 'Basic YTpi' },
      mudado: bearer(`${good.slice(0, -4)}AAAA`),
      vencido: bearer(signToken(test.deps, mine.admin, { expiresInS: -1 })),
      outroSegredo: bearer(
        signToken(test.deps, mine.admin, { secret: 'outro-segredo-com-mais-de-32-caracteres' }),
      ),
      semAssinatura: bearer(signToken(test.deps, mine.admin, { algorithm: 'none' })),
      versaoAnterior: bearer(signToken(test.deps, { ...mine.admin, versaoToken: 0 })),
      chaveDesconhecida: bearer(`esc_${'x'.repeat(43)}`),
      chaveNoCabecalho: { 'x-api-key': `esc_${'x'.repeat(43)}` },
      tokenComoChave: { 'x-api-key': good },
    };
    for (const [name, headers] of Object.entries(bad)) {
      const answer = await send(requestFor(mine, contract, headers));
      expect(answer, name).toMatchObject({ status: 401, body: unauthenticated });
    }
  });

  it('recusa na hora uma conta desativada', async () => {
    const membro = await createMembro(test.deps, mine.empresa, { papel: 'admin' });
    const headers = bearer(signToken(test.deps, membro));
    // Known, and so in the cache: only then does "at once" say anything.
    expect((await test.app.inject({ url: '/api/v1/users/profile', headers })).statusCode).toBe(200);
    await test.deps.prisma.membro.update({ where: { id: membro.id }, data: { ativo: false } });
    await test.deps.sessions.announce(membro.id);
    expect(await send(requestFor(mine, contract, headers))).toMatchObject({
      status: 401,
      body: unauthenticated,
    });
  });

  const { access } = contract;

  it('recusa os papéis sem a permissão, e só esses', async () => {
    for (const papel of PAPEIS) {
      // Another company's ids: an allowed call then does nothing here, and a refused one must not even look.
      const target = papel === 'admin' ? mine : theirs;
      const answer = await send(requestFor(target, contract, bearer(mine.tokens[papel])));
      const refusal = {
        ...REFUSED,
        code: 'sem_permissao',
        message: 'Você não tem permissão para esta operação.',
      };
      if (isAllowed(contract, papel)) expect(answer.body.code, papel).not.toBe('sem_permissao');
      else expect(answer, papel).toMatchObject({ status: 403, body: refusal });
    }
  });

  it('aceita a chave da empresa onde o contrato diz, e só aí', async () => {
    for (const headers of [bearer(myKey), { 'x-api-key': myKey }]) {
      const answer = await send(requestFor(mine, contract, headers));
      if (access.who === 'user' && access.apiKey) {
        expect([401, 403]).not.toContain(answer.status);
      } else {
        expect(answer).toMatchObject({ status: 403, body: { ...REFUSED, code: 'chave_nao_permitida' } });
      }
    }
  });
});

const withIds = CLOSED.flatMap((contract) =>
  idNames(contract).map((name) => [contract.id, name, contract] as const),
);

describe.each(withIds)('%s, com %s de outra empresa', (_id, name, contract) => {
  it('responde 404 a todo papel e à chave, como se não existisse', async () => {
    const { access } = contract;
    const callers: [string, Record<string, string>, boolean][] = [
      ['gerente', bearer(mine.tokens.gerente), isAllowed(contract, 'gerente')],
      ['usuario', bearer(mine.tokens.usuario), isAllowed(contract, 'usuario')],
      ['chave', bearer(myKey), access.who === 'user' && access.apiKey === true],
    ];
    for (const [caller, headers] of callers.filter(([, , mayCall]) => mayCall)) {
      const answer = await send(requestFor(mine, contract, headers, name));
      expect(answer, `${caller} ${JSON.stringify(answer.body)}`).toMatchObject({
        status: 404,
        body: { ...REFUSED, code: 'nao_encontrado' },
      });
      expect(answer.body.message).not.toBe('Endereço não encontrado.');
    }
  });
});

const withPlaceholder = CLOSED.filter((contract) => contract.path.startsWith('/auditoria/{id}'));

describe.each(named(withPlaceholder))(
  '%s, na auditoria padrão de um projeto de outra empresa',
  (_id, contract) => {
    it('responde 404', async () => {
      const request = requestFor(mine, contract, bearer(mine.tokens.usuario), 'projeto_id');
      request.url = request.url.replace(mine.auditoria.id, AUDITORIA_PADRAO_ID);
      if (contract.method === 'GET') request.url += `?projetoId=${theirs.projeto.id}`;
      expect(await send(request)).toMatchObject({
        status: 404,
        body: { ...REFUSED, code: 'nao_encontrado' },
      });
    });
  },
);

it('nada do que foi recusado mudou a outra empresa', async () => {
  const { prisma } = test.deps;
  const ofTheirs = { where: { empresaId: theirs.empresa.id } };
  expect(await prisma.projeto.count(ofTheirs)).toBe(1);
  expect(await prisma.auditoria.count(ofTheirs)).toBe(1);
  expect(await prisma.auditoriaItem.count(ofTheirs)).toBe(1);
  expect(await prisma.asteriskConfig.findMany(ofTheirs)).toEqual([theirs.asteriskConfig]);
  expect(await prisma.execucao.count(ofTheirs)).toBe(0);
  const item = await prisma.auditoriaItem.findUniqueOrThrow({ where: { id: theirs.item.id } });
  expect(item).toEqual(theirs.item);
  const empresa = await prisma.empresa.findUniqueOrThrow({ where: { id: theirs.empresa.id } });
  expect(empresa.saldoCreditos).toBe(1000);
});
