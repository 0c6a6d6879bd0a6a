// Walks every contract without exception, new ones included. Ids in paths and bodies are filled by name; a name that
// tests/support/contract-requests.ts does not know fails the test. npm test sends each contract some of the foreign
// tokens, varying between contracts, and the token of one deactivated account. npm run test:longo -- acessos sends all
// tokens to all contracts, and deactivates an account for each.
import { ALL_CONTRACTS } from '@escuta/shared/contracts/all';
import type { Contract } from '@escuta/shared/contracts/contract';
import { can, PAPEIS, type Papel, PERMISSIONS } from '@escuta/shared/domain/accounts/permissions';
import { AUDITORIA_PADRAO_ID } from '@escuta/shared/domain/runs/status';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { CompanyRows } from '../support/company-rows.ts';
import {
  asForeign,
  type ContractRequest,
  createFullTenant,
  type FullTenant,
  filterIdNames,
  idNames,
  requestFor,
} from '../support/contract-requests.ts';
import { bearer, signToken, type TestMembro } from '../support/factories.ts';
import { LONGO } from '../support/longo.ts';

let test: TestApp;
let mine: FullTenant;
/** Number of the other company's rows in each table before the requests. */
let theirCounts: Record<string, number>;
let theirs: FullTenant;
/**
 * Company for requests that only read; all such contracts share it, because creating a company for each contract took
 * half of this file's running time.
 */
let readers: FullTenant;
/** Company for requests that write, restored before each contract after the first; null until it is created. */
let writers: { tenant: FullTenant; rows: CompanyRows } | null = null;
/**
 * Connection for comparing a company's rows. It plans the long statement only once. It is not from the pool, because
 * the pool pings the database twice a second while a connection is in use.
 */
let reader: pg.Client;
beforeAll(async () => {
  // The test must not call the real postal-code service.
  test = await createTestApp({ CEP_API_URL: 'http://127.0.0.1:9' });
  mine = await createFullTenant(test.deps);
  theirs = asForeign(await createFullTenant(test.deps));
  readers = await createFullTenant(test.deps);
  theirCounts = await countTheirs();
  reader = new pg.Client(test.deps.env.DATABASE_URL);
  await reader.connect();
  await reader.query('set plan_cache_mode = force_generic_plan; set jit = off');
  deactivated = await deactivateKnown(readers.empresa.id);
});
afterAll(async () => {
  await reader.end();
  await test.close();
});

async function countTheirs() {
  const { prisma } = test.deps;
  const ofTheirs = { where: { empresaId: theirs.empresa.id } };
  return {
    projetos: await prisma.projeto.count(ofTheirs),
    auditorias: await prisma.auditoria.count(ofTheirs),
    itens: await prisma.auditoriaItem.count(ofTheirs),
    execucoes: await prisma.execucao.count(ofTheirs),
    templates: await prisma.insightTemplate.count(ofTheirs),
    testes: await prisma.testeTemplate.count(ofTheirs),
    pesquisas: await prisma.pesquisa.count(ofTheirs),
    questionarios: await prisma.questionario.count(ofTheirs),
    perguntas: await prisma.pergunta.count(ofTheirs),
    entrevistas: await prisma.entrevista.count(ofTheirs),
    respostas: await prisma.resposta.count(ofTheirs),
    eventos: await prisma.entrevistaEvento.count(ofTheirs),
    aparelhos: await prisma.aparelho.count(ofTheirs),
    envios: await prisma.envio.count(ofTheirs),
    partes: await prisma.envioParte.count(ofTheirs),
    preparos: await prisma.auditoriaPreparo.count(ofTheirs),
    linhas: await prisma.preparoLinha.count(ofTheirs),
    gravacoes: await prisma.preparoGravacao.count(ofTheirs),
    agentes: await prisma.agente.count(ofTheirs),
    lancamentos: await prisma.creditoLancamento.count(ofTheirs),
  };
}

/** Returns the company for requests that write: created at the first call, with its rows restored at later calls. */
async function untouchedWriters(): Promise<FullTenant> {
  if (writers) {
    await writers.rows.putBack();
    // Clears the API's cache, which may contain accounts, keys and devices in their earlier state.
    test.deps.sessions.announce(writers.tenant.empresa.id);
    return writers.tenant;
  }
  const tenant = await createFullTenant(test.deps);
  const ofNobody = [tenant.pacote, tenant.lead, tenant.modelo, tenant.preco];
  writers = { tenant, rows: await CompanyRows.of(reader, tenant.empresa.id, ofNobody) };
  return tenant;
}

/** Creates an administrator's account in one statement; the factory's three statements took a third of the time. */
async function createAdmin(empresaId: string): Promise<Omit<TestMembro, 'email'>> {
  const { rows } = await test.deps.db.query<{ id: string; usuario_id: string }>({
    name: 'account-of-an-admin',
    text: `with pessoa as (
        insert into usuarios (id, email, nome)
          values (gen_random_uuid(), gen_random_uuid() || '@exemplo.com.br', 'Pessoa de Teste')
        returning id)
      insert into membros (id, empresa_id, usuario_id, papel) select gen_random_uuid(), $1, id, 'admin' from pessoa
      returning id, usuario_id`,
    values: [empresaId],
  });
  const [made] = rows;
  if (!made) throw new Error('no account was made');
  return { id: made.id, usuarioId: made.usuario_id, empresaId, papel: 'admin', versaoToken: 1 };
}

/** Creates a field-only account without interviews or devices. @returns the account's headers */
async function fieldOnly(empresaId: string): Promise<Record<string, string>> {
  const { rows } = await test.deps.db.query<{ id: string; usuario_id: string }>({
    name: 'account-of-the-field',
    text: `with pessoa as (
        insert into usuarios (id, email, nome)
          values (gen_random_uuid(), gen_random_uuid() || '@exemplo.com.br', 'Pessoa de Campo')
        returning id),
      conta as (insert into membros (id, empresa_id, usuario_id, papel)
        select gen_random_uuid(), $1, id, 'usuario' from pessoa returning id, usuario_id),
      direito as (insert into membro_direitos (membro_id, direito, empresa_id) select id, 'so_campo', $1 from conta)
      select id, usuario_id from conta`,
    values: [empresaId],
  });
  const [made] = rows;
  if (!made) throw new Error('no account was made');
  const { id, usuario_id: usuarioId } = made;
  return bearer(signToken(test.deps, { id, usuarioId, empresaId, papel: 'usuario', versaoToken: 1 }));
}

/** Error codes of services that this test's installation lacks: mail, and postal codes. */
const EXPECTED_AWAY = new Set(['nao_configurado', 'indisponivel']);

const PUBLIC = ALL_CONTRACTS.filter((contract) => contract.access.who === 'public');
const CLOSED = ALL_CONTRACTS.filter((contract) => contract.access.who !== 'public');
const named = (contracts: readonly Contract[]) =>
  contracts.map((contract) => [contract.id, contract] as const);

/** Number of foreign tokens that the short run (npm test) sends to a contract. */
const BAD_TOKENS = 2;
/** Headers of a deactivated account; the short run (npm test) uses one account for all contracts. */
let deactivated: Record<string, string>;

/** Deactivates an account that the API has cached: the API must refuse it at once. @returns the account's headers */
async function deactivateKnown(empresaId: string): Promise<Record<string, string>> {
  const membro = await createAdmin(empresaId);
  const headers = bearer(signToken(test.deps, membro));
  expect((await send({ method: 'GET', url: '/api/v1/users/profile', headers })).status).toBe(200);
  await test.deps.db.query('update membros set ativo = false where id = $1', [membro.id]);
  test.deps.sessions.announce(membro.id);
  return headers;
}

let calls = 0;
/** A new IP address for each request, because some limits count requests by IP address. */
const nextAddress = () => {
  calls += 1;
  return `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`;
};

/** Sends a request; fails on a server error that is not in EXPECTED_AWAY. Closes a stream of events at once. */
async function send(request: ContractRequest): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await sendAny(request);
  if (answer.status >= 500 && !EXPECTED_AWAY.has(String(answer.body.code))) {
    throw new Error(`${request.method} ${request.url}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  return answer;
}

async function sendAny(request: ContractRequest): Promise<{ status: number; body: Record<string, unknown> }> {
  const isStream = request.url.endsWith('/eventos');
  const response = await test.app.inject({
    ...request,
    remoteAddress: nextAddress(),
    payloadAsStream: isStream,
  });
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

it('a field-only account reaches its own account, preferences, devices, interviews and sheets, and nothing else', () => {
  const open = CLOSED.filter(({ access }) => access.who === 'user' && access.campo);
  expect(open.map(({ id }) => id).sort()).toEqual([
    'acceptTerms',
    'answerRetorno',
    'changePassword',
    'confirmFolha',
    'confirmRetorno',
    'deleteAccount',
    'downloadSomDoRetorno',
    'eraseAparelho',
    'getMinhaFolha',
    'getProfile',
    'listAparelhos',
    'listMinhasEntrevistas',
    'listMinhasFolhas',
    'listPreferencias',
    'listQuestionariosDeCampo',
    'registerAparelho',
    'revokeAparelho',
    'savePreferencia',
    'updateProfile',
  ]);
});

it('there are contracts to walk, open and closed', () => {
  expect(PUBLIC.map((contract) => contract.id).sort()).toEqual([
    'cancelEmailDeAviso',
    'confirmPasswordLink',
    'createLead',
    'downloadAmostra',
    'downloadMomento',
    'getHealth',
    'getLiveness',
    'getOperador',
    'getReadiness',
    'getVersion',
    'listPacotes',
    'login',
    'openDescadastro',
    'openMomento',
    'readDescadastro',
    'register',
    'requestPasswordReset',
    'resetPassword',
    'touchAparelho',
    'verifyEmail',
    'verifyPasswordLink',
  ]);
  expect(CLOSED.length).toBeGreaterThan(80);
});

describe.each(named(PUBLIC))('%s, open', (_id, contract) => {
  it('answers a caller without identity', async () => {
    const { body } = await send(requestFor(mine, contract));
    expect(body.code).not.toBe('nao_autenticado');
  });
});

describe.each(named(CLOSED))('%s', (_id, contract) => {
  // Uses `readers` or `writers` instead of the outer `mine`, whose accounts permitted callers could delete.
  let mine: FullTenant;
  beforeAll(async () => {
    mine = contract.method === 'GET' ? readers : await untouchedWriters();
  });

  const unauthenticated = { ...REFUSED, message: 'Usuário não autenticado.', code: 'nao_autenticado' };

  it('refuses a caller without identity', async () => {
    expect(await send(requestFor(mine, contract))).toMatchObject({ status: 401, body: unauthenticated });
  });

  it('refuses tokens that are not ours, changed, expired or unsigned', async () => {
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
      aparelhoDesconhecido: bearer(`apa_${'x'.repeat(43)}`),
      aparelhoComoChave: { 'x-api-key': mine.aparelho.segredo },
    };
    const all = Object.entries(bad);
    const first = CLOSED.indexOf(contract) * BAD_TOKENS;
    const some = Array.from({ length: BAD_TOKENS }, (_, n) => all[(first + n) % all.length]!);
    for (const [name, headers] of LONGO ? all : some) {
      const answer = await send(requestFor(mine, contract, headers));
      expect(answer, name).toMatchObject({ status: 401, body: unauthenticated });
    }
  });

  it('refuses a deactivated account at once', async () => {
    const headers = LONGO ? await deactivateKnown(mine.empresa.id) : deactivated;
    expect(await send(requestFor(mine, contract, headers))).toMatchObject({
      status: 401,
      body: unauthenticated,
    });
  });

  const { access } = contract;

  it("accepts the company's key where the contract says so, and only there", async () => {
    for (const headers of [bearer(mine.chave), { 'x-api-key': mine.chave }]) {
      const answer = await send(requestFor(mine, contract, headers));
      if (access.who === 'user' && access.apiKey) {
        expect([401, 403]).not.toContain(answer.status);
      } else {
        expect(answer).toMatchObject({ status: 403, body: { ...REFUSED, code: 'chave_nao_permitida' } });
      }
    }
  });

  it('accepts a field device where the contract says so, and only there', async () => {
    const answer = await send(requestFor(mine, contract, bearer(mine.aparelho.segredo)));
    if (access.who === 'user' && access.aparelho) expect([401, 403]).not.toContain(answer.status);
    else expect(answer).toMatchObject({ status: 403, body: { ...REFUSED, code: 'sem_permissao' } });
  });

  it('answers a field-only account where the contract says so, and there with nothing of others', async () => {
    const answer = await send(requestFor(mine, contract, await fieldOnly(mine.empresa.id)));
    if (access.who !== 'user' || !access.campo) {
      expect(answer).toMatchObject({ status: 403, body: { ...REFUSED, code: 'so_campo' } });
      return;
    }
    expect([401, 403]).not.toContain(answer.status);
    if (idNames(contract).length > 0) expect([404, 409]).toContain(answer.status);
    const text = JSON.stringify(answer.body);
    const people = [mine.admin, mine.gerente, mine.usuario, mine.colega];
    for (const { id } of [mine.entrevista, mine.item, mine.aparelho, mine.agente, ...people]) {
      expect(text).not.toContain(id);
    }
    for (const { usuarioId } of people) expect(text).not.toContain(usuarioId);
  });

  it('refuses the roles without the permission, and only those', async () => {
    for (const papel of PAPEIS) {
      // Every role but admin sends the other company's ids: permitted callers then change nothing in this company, and
      // refused callers must get 403 before the API looks for a row.
      const target = papel === 'admin' ? mine : theirs;
      const answer = await send(requestFor(target, contract, bearer(mine.tokens[papel])));
      const refusal = {
        ...REFUSED,
        code: 'sem_permissao',
        message: (access.who === 'user' && access.denied) || 'Você não tem permissão para esta operação.',
      };
      if (isAllowed(contract, papel)) expect(answer.body.code, papel).not.toBe('sem_permissao');
      else expect(answer, papel).toMatchObject({ status: 403, body: refusal });
    }
  });
});

const withIds = CLOSED.flatMap((contract) =>
  idNames(contract).map((name) => [contract.id, name, contract] as const),
);

describe.each(withIds)('%s, with %s of another company', (_id, name, contract) => {
  it('answers 404 to every role and to the key, as if it did not exist', async () => {
    const { access } = contract;
    const callers: [string, Record<string, string>, boolean][] = [
      ['gerente', bearer(mine.tokens.gerente), isAllowed(contract, 'gerente')],
      ['usuario', bearer(mine.tokens.usuario), isAllowed(contract, 'usuario')],
      ['chave', bearer(mine.chave), access.who === 'user' && access.apiKey === true],
    ];
    for (const [caller, headers] of callers.filter(([, , mayCall]) => mayCall)) {
      const answer = await send(requestFor(mine, contract, headers, { name, tenant: theirs }));
      expect(answer, `${caller} ${JSON.stringify(answer.body)}`).toMatchObject({
        status: 404,
        body: { ...REFUSED, code: 'nao_encontrado' },
      });
      expect(answer.body.message).not.toBe('Endereço não encontrado.');
    }
  });
});

const withFilters = CLOSED.flatMap((contract) =>
  filterIdNames(contract).map((name) => [contract.id, name, contract] as const),
);

describe.each(withFilters)('%s, filtered by %s of another company', (_id, name, contract) => {
  it('shows nothing of it', async () => {
    const known: Record<string, string> = {
      empresaId: theirs.empresa.id,
      projetoId: theirs.projeto.id,
      foraDoProjeto: theirs.projeto.id,
      projeto_id: theirs.projeto.id,
      pesquisa_id: theirs.pesquisa.id,
      questionario_id: theirs.questionario.id,
      versao_id: theirs.versao.id,
      agente_id: theirs.agente.id,
      regra_id: theirs.regra.id,
      item_id: theirs.item.id,
      templateId: theirs.template.id,
      template_id: theirs.template.id,
      atribuidoPara: theirs.colega.usuarioId,
      responsavel_id: theirs.colega.usuarioId,
      responsavel: theirs.usuario.usuarioId,
      revisado_por: theirs.colega.usuarioId,
      importacao_id: theirs.tarefa.id,
      lote_gravacoes_id: theirs.lote.id,
      lote_id: theirs.tarefa.id,
      sorteio_id: theirs.sorteio.id,
      verificacao_id: theirs.verificacao.id,
      sinal_id: theirs.sinal.id,
    };
    const id = known[name];
    if (!id) throw new Error(`${contract.id}: teach this test whose id the filter '${name}' is`);
    for (const papel of ['gerente', 'usuario'] as const) {
      const request = requestFor(mine, contract, bearer(mine.tokens[papel]));
      request.url += `?${name}=${id}`;
      const { status, body } = await send(request);
      if (!isAllowed(contract, papel)) expect(status, papel).toBe(403);
      const { empresa, projeto, auditoria, item, ticket, gerente, colega } = theirs;
      for (const thing of [empresa, projeto, auditoria, item, ticket, gerente, colega]) {
        expect(JSON.stringify(body), papel).not.toContain(thing.id);
      }
      expect(JSON.stringify(body), papel).not.toContain(empresa.nome);
    }
  });
});

const withPlaceholder = CLOSED.filter((contract) => contract.path.startsWith('/auditoria/{id}'));

describe.each(named(withPlaceholder))(
  "%s, in the default audit of another company's project",
  (_id, contract) => {
    it('answers 404', async () => {
      const request = requestFor(mine, contract, bearer(mine.tokens.usuario), {
        name: 'projeto_id',
        tenant: theirs,
      });
      request.url = request.url.replace(mine.auditoria.id, AUDITORIA_PADRAO_ID);
      if (contract.method === 'GET') request.url += `?projetoId=${theirs.projeto.id}`;
      expect(await send(request)).toMatchObject({
        status: 404,
        body: { ...REFUSED, code: 'nao_encontrado' },
      });
    });
  },
);

it('no refused request changed the other company', async () => {
  const { prisma } = test.deps;
  const ofTheirs = { where: { empresaId: theirs.empresa.id } };
  expect(await countTheirs()).toEqual(theirCounts);
  expect(await prisma.asteriskConfig.findMany(ofTheirs)).toEqual([theirs.asteriskConfig]);
  expect(await prisma.insight.findMany(ofTheirs)).toEqual([theirs.insight]);
  const item = await prisma.auditoriaItem.findUniqueOrThrow({ where: { id: theirs.item.id } });
  expect(item).toEqual(theirs.item);
  const empresa = await prisma.empresa.findUniqueOrThrow({ where: { id: theirs.empresa.id } });
  expect(empresa).toEqual(theirs.empresa);
  expect(await prisma.ticket.findMany(ofTheirs)).toEqual([theirs.ticket]);
  expect(await prisma.chaveApi.count({ where: { ...ofTheirs.where, revogadaEm: null } })).toBe(1);
  const accounts = await prisma.membro.findMany(ofTheirs);
  expect(accounts.map(({ id, papel, ativo, versaoToken }) => ({ id, papel, ativo, versaoToken }))).toEqual(
    [theirs.admin, theirs.gerente, theirs.usuario, theirs.colega].map(({ id, papel, versaoToken }) => ({
      id,
      papel,
      ativo: true,
      versaoToken,
    })),
  );
});
