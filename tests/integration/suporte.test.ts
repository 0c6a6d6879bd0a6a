// Support tickets over the API: their states, permissions, messages of refusal, and e-mails.
import { randomUUID } from 'node:crypto';
import { MENSAGENS_MAX } from '@escuta/shared/contracts/accounts/suporte';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import {
  bearer,
  createApiKey,
  createEmpresa,
  createMembro,
  createTenant,
  signToken,
} from '../support/factories.ts';
import { mailsTo } from '../support/mails.ts';

type Tenant = Awaited<ReturnType<typeof createTenant>>;
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

const PUBLIC_URL = 'https://escuta.exemplo.com.br';

let test: TestApp;
let mine: Tenant;
let theirs: Tenant;
beforeAll(async () => {
  test = await createTestApp({ PUBLIC_URL });
  mine = await createTenant(test.deps);
  theirs = await createTenant(test.deps);
});
afterAll(() => test.close());

const call = async (method: Method, url: string, payload?: object, token = mine.tokens.usuario) => {
  const response = await test.app.inject({
    method,
    url: `/api/v1/suporte${url}`,
    headers: bearer(token),
    ...(payload ? { payload } : {}),
  });
  return { status: response.statusCode, body: response.json() };
};

const VALID = {
  titulo: 'Gravação sem som',
  descricao: 'As gravações de hoje chegam sem som.',
  tipo: 'erro',
  severidade: 'alta',
};

/** Opens a ticket, by default as the company's usuario; returns the ticket's id. */
async function newTicket(fields: object = {}, token = mine.tokens.usuario): Promise<string> {
  const { status, body } = await call('POST', '/tickets', { ...VALID, ...fields }, token);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.id;
}

/** By address: the number of mails that newMails() has returned so far. */
const read = new Map<string, number>();
async function newMails(address: string) {
  const all = await mailsTo(test.deps, address);
  const seen = read.get(address) ?? 0;
  read.set(address, all.length);
  return all.slice(seen);
}

describe("a ticket's life", () => {
  it('opens, changes, filters, resolves and deletes', async () => {
    const tenant = await createTenant(test.deps);
    const { usuario, gerente } = tenant.tokens;
    const created = await call(
      'POST',
      '/tickets',
      {
        ...VALID,
        titulo: '  Gravação sem som  ',
        projetoId: tenant.projeto.id,
        auditoriaId: '',
        auditoriaItemId: null,
      },
      usuario,
    );
    expect(created.status).toBe(201);
    const ticket = created.body.data;
    expect(ticket).toEqual({
      id: expect.any(String),
      ...VALID,
      status: 'aberto',
      origem: 'web',
      empresaId: tenant.empresa.id,
      projetoId: tenant.projeto.id,
      auditoriaId: null,
      auditoriaItemId: null,
      criadoPor: tenant.usuario.usuarioId,
      atribuidoPara: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      updatedAt: expect.any(String),
      criadoPorNome: 'Pessoa de Teste',
      atribuidoParaNome: null,
      empresaNome: tenant.empresa.nome,
      projetoNome: tenant.projeto.nome,
    });
    // The answer also contains the ticket's fields at its top level, where clients of the specification read them.
    expect(created.body).toMatchObject({ success: true, ...ticket });

    const changed = await call(
      'PATCH',
      `/tickets/${ticket.id}`,
      { status: 'em_andamento', atribuidoPara: tenant.gerente.usuarioId },
      usuario,
    );
    expect(changed.body.data).toMatchObject({
      status: 'em_andamento',
      severidade: 'alta',
      atribuidoPara: tenant.gerente.usuarioId,
      atribuidoParaNome: 'Pessoa de Teste',
    });
    expect(Date.parse(changed.body.data.updatedAt)).toBeGreaterThanOrEqual(Date.parse(ticket.updatedAt));
    expect((await call('GET', `/tickets/${ticket.id}`, undefined, usuario)).body).toEqual(changed.body);

    const cleared = await call('PATCH', `/tickets/${ticket.id}`, { atribuidoPara: '' }, gerente);
    expect(cleared.body.data).toMatchObject({ atribuidoPara: null, status: 'em_andamento' });
    const resolved = await call('PATCH', `/tickets/${ticket.id}`, { status: 'resolvido' }, gerente);
    expect(resolved.body.status).toBe('resolvido');
    const open = await call('GET', '/tickets?status=em_andamento', undefined, usuario);
    expect(open.body).toEqual({
      success: true,
      tickets: [],
      pagination: { page: 1, limit: 10, total: 0, totalPages: 0, totalExato: true },
    });

    expect((await call('DELETE', `/tickets/${ticket.id}`, undefined, usuario)).status).toBe(403);
    const removed = await call('DELETE', `/tickets/${ticket.id}`, undefined, gerente);
    expect(removed).toEqual({
      status: 200,
      body: { success: true, message: 'Ticket excluído com sucesso!' },
    });
    const gone = await call('GET', `/tickets/${ticket.id}`, undefined, gerente);
    expect([gone.status, gone.body.error]).toEqual([404, 'Ticket não encontrado']);
    const log = await test.deps.prisma.registroAcesso.findMany({
      where: { recursoId: ticket.id },
      orderBy: { id: 'asc' },
    });
    expect(log.map(({ acao }) => acao)).toEqual([
      'ticket_aberto',
      'ticket_alterado',
      'ticket_alterado',
      'ticket_alterado',
      'ticket_excluido',
    ]);
    expect(log.slice(-1)).toMatchObject([
      {
        acao: 'ticket_excluido',
        empresaId: tenant.empresa.id,
        usuarioId: tenant.gerente.usuarioId,
        detalhes: { titulo: VALID.titulo, status: 'resolvido' },
      },
    ]);
  });

  it("records what comes by the company's key as the extension's, without an author", async () => {
    const key = await createApiKey(test.deps, mine.empresa);
    const { body } = await call('POST', '/tickets', { ...VALID, projetoId: mine.projeto.id }, key);
    expect(body.data).toMatchObject({ origem: 'chrome', criadoPor: null, criadoPorNome: null });
    const named = await call('POST', '/tickets', { ...VALID, origem: 'callcenter', tipo: 'melhoria' }, key);
    expect(named.body.data).toMatchObject({ origem: 'callcenter', tipo: 'melhoria' });
    const foreign = await call('POST', '/tickets', { ...VALID, empresaId: theirs.empresa.id }, key);
    expect(foreign.status).toBe(404);
    expect((await call('GET', '/tickets', undefined, key)).body.code).toBe('chave_nao_permitida');
  });
});

describe('wrong requests', () => {
  it.each([
    [{ titulo: 'Oi' }, 'Título deve ter pelo menos 5 caracteres'],
    [{ titulo: '   Oi    ' }, 'Título deve ter pelo menos 5 caracteres'],
    [{ titulo: undefined }, 'Título deve ter pelo menos 5 caracteres'],
    [{ titulo: 'x'.repeat(201) }, '“titulo”: use no máximo 200 caracteres.'],
    [{ descricao: 'curta' }, 'Descrição deve ter pelo menos 10 caracteres'],
    [{ descricao: 'x'.repeat(5001) }, '“descricao”: use no máximo 5000 caracteres.'],
    [{ descricao: 'tem um \u0000 no meio' }, 'O texto tem um caractere inválido.'],
    [{ tipo: undefined }, 'Tipo é obrigatório'],
    [{ tipo: '' }, 'Tipo é obrigatório'],
    [{ tipo: 'outro' }, '“tipo”: valor inválido. Use: pergunta, duvida, erro, sugestao, bug, melhoria.'],
    [{ severidade: undefined }, 'Severidade é obrigatória'],
    [{ severidade: null }, 'Severidade é obrigatória'],
    [{ origem: 'fax' }, '“origem”: valor inválido. Use: web, callcenter, chrome.'],
    [{ empresaId: '' }, 'Empresa é obrigatória'],
    [{ empresaId: 'abc' }, '“empresaId”: identificador inválido.'],
    [{ projetoId: 'abc' }, '“projetoId”: identificador inválido.'],
  ])('say what is missing or does not fit: request %#', async (fields, message) => {
    const before = await test.deps.prisma.ticket.count();
    const { status, body } = await call('POST', '/tickets', { ...VALID, ...fields });
    expect([status, body.error, body.message]).toEqual([400, message, message]);
    expect(await test.deps.prisma.ticket.count()).toBe(before);
  });

  it('do not change a ticket when invalid', async () => {
    const id = await newTicket();
    const before = (await call('GET', `/tickets/${id}`)).body;
    for (const body of [
      { status: 'perdido' },
      { severidade: 'urgente' },
      { status: 'fechado', atribuidoPara: 'eu' },
    ]) {
      expect((await call('PATCH', `/tickets/${id}`, body)).status).toBe(400);
    }
    expect((await call('GET', `/tickets/${id}`)).body).toEqual(before);
    expect((await call('PATCH', `/tickets/${id}`, {})).body).toEqual(before);
  });
});

describe('rights', () => {
  it('hide tickets, projects, audits and items of another company', async () => {
    const id = await newTicket({}, theirs.tokens.usuario);
    for (const token of [mine.tokens.usuario, mine.tokens.gerente]) {
      expect((await call('GET', `/tickets/${id}`, undefined, token)).status).toBe(404);
      expect((await call('PATCH', `/tickets/${id}`, { status: 'fechado' }, token)).status).toBe(404);
    }
    expect((await call('DELETE', `/tickets/${id}`, undefined, mine.tokens.gerente)).status).toBe(404);
    expect((await call('GET', `/tickets/${id}`, undefined, theirs.tokens.usuario)).body.status).toBe(
      'aberto',
    );
    const references = [
      [{ projetoId: theirs.projeto.id }, 'Projeto não encontrado nesta empresa.'],
      [{ auditoriaId: theirs.auditoria.id }, 'Auditoria não encontrada nesta empresa.'],
      [{ auditoriaItemId: theirs.item.id }, 'Item de auditoria não encontrado nesta empresa.'],
      [{ empresaId: theirs.empresa.id }, 'Empresa não encontrada.'],
    ] as const;
    for (const [fields, message] of references) {
      const { status, body } = await call('POST', '/tickets', { ...VALID, ...fields });
      expect([status, body.error]).toEqual([404, message]);
    }
    // An administrator may name another company, but then only projects and other rows of that company.
    const admin = mine.tokens.admin;
    const forThem = { ...VALID, empresaId: theirs.empresa.id, projetoId: theirs.projeto.id };
    expect((await call('POST', '/tickets', forThem, admin)).body.empresaId).toBe(theirs.empresa.id);
    const mixed = { ...forThem, projetoId: mine.projeto.id };
    expect((await call('POST', '/tickets', mixed, admin)).status).toBe(404);
    for (const url of ['/tickets', '/estatisticas', '/responsaveis']) {
      const foreign = await call(
        'GET',
        `${url}?empresaId=${theirs.empresa.id}`,
        undefined,
        mine.tokens.gerente,
      );
      expect([foreign.status, foreign.body.error], url).toEqual([404, 'Empresa não encontrada.']);
      const unknown = await call('GET', `${url}?empresaId=${randomUUID()}`, undefined, admin);
      expect(unknown.status, url).toBe(404);
    }
  });

  it('show each person those of his company, and all to the administrator who asks', async () => {
    await newTicket();
    await newTicket({}, theirs.tokens.usuario);
    const companies = async (query: string, token: string) => {
      const { body } = await call('GET', `/tickets?limit=100${query}`, undefined, token);
      return new Set(body.tickets.map((ticket: { empresaId: string }) => ticket.empresaId));
    };
    const own = new Set([mine.empresa.id]);
    expect(await companies('', mine.tokens.usuario)).toEqual(own);
    expect(await companies('&todas=true', mine.tokens.gerente)).toEqual(own);
    expect(await companies(`&empresaId=${mine.empresa.id}`, mine.tokens.gerente)).toEqual(own);
    expect(await companies('', mine.tokens.admin)).toEqual(own);
    expect(await companies(`&empresaId=${theirs.empresa.id}`, mine.tokens.admin)).toEqual(
      new Set([theirs.empresa.id]),
    );
    const all = await companies('&todas=true', mine.tokens.admin);
    expect([...own, theirs.empresa.id].every((id) => all.has(id))).toBe(true);
  });

  it('assign only to users of an account in the company, or to an administrator of the installation', async () => {
    const id = await newTicket();
    const assign = async (usuarioId: string) =>
      (await call('PATCH', `/tickets/${id}`, { atribuidoPara: usuarioId })).status;
    const inactive = await createMembro(test.deps, mine.empresa, { ativo: false });
    const invited = await createMembro(test.deps, mine.empresa);
    await test.deps.prisma.membro.update({ where: { id: invited.id }, data: { senhaHash: null } });
    for (const person of [theirs.gerente, theirs.usuario, inactive, invited]) {
      expect(await assign(person.usuarioId)).toBe(404);
    }
    expect(await assign(randomUUID())).toBe(404);
    expect((await call('GET', `/tickets/${id}`)).body.atribuidoPara).toBeNull();
    for (const person of [mine.usuario, mine.gerente, theirs.admin]) {
      expect(await assign(person.usuarioId)).toBe(200);
    }
  });

  it('offer the same people as assignees, by name, e-mail or id', async () => {
    const empresa = await createEmpresa(test.deps);
    const helena = await createMembro(test.deps, empresa, { papel: 'gerente', nome: 'Helena Conceição' });
    const bruno = await createMembro(test.deps, empresa, {
      nome: 'Bruno Lima',
      email: `bruno.${randomUUID()}@exemplo.com.br`,
    });
    await createMembro(test.deps, empresa, { nome: 'Helena Inativa', ativo: false });
    const token = signToken(test.deps, bruno);
    const people = async (query: string, as = token) =>
      (await call('GET', `/responsaveis${query}`, undefined, as)).body.data as {
        id: string;
        papel: string;
      }[];
    const all = await people('');
    expect(all.slice(0, 2)).toEqual([
      { id: bruno.usuarioId, nome: 'Bruno Lima', email: bruno.email, papel: 'usuario' },
      { id: helena.usuarioId, nome: 'Helena Conceição', email: helena.email, papel: 'gerente' },
    ]);
    expect(all.map((person) => person.id)).toContain(mine.admin.usuarioId);
    expect(all.slice(2).every((person) => person.papel === 'admin')).toBe(true);
    expect((await people('?q=conceicao')).map((person) => person.id)).toEqual([helena.usuarioId]);
    expect((await people(`?q=${bruno.email.slice(0, 14)}`)).map((person) => person.id)).toEqual([
      bruno.usuarioId,
    ]);
    expect((await people(`?q=${helena.usuarioId.toUpperCase()}`)).map((person) => person.id)).toEqual([
      helena.usuarioId,
    ]);
    expect(await people('?q=%25')).toEqual([]);
    const asAdmin = await people(`?empresaId=${empresa.id}&q=lima`, mine.tokens.admin);
    expect(asAdmin.map((person) => person.id)).toEqual([bruno.usuarioId]);
  });
});

describe('lists and figures', () => {
  it('filter, search, page, and the figures agree with a recount', async () => {
    const tenant = await createTenant(test.deps);
    const { usuario } = tenant.tokens;
    const { prisma } = test.deps;
    const STATUS = ['aberto', 'em_andamento', 'resolvido', 'fechado'] as const;
    const SEVERIDADES = ['baixa', 'media', 'alta', 'critica'] as const;
    await prisma.ticket.createMany({
      data: Array.from({ length: 23 }, (_, n) => ({
        empresaId: tenant.empresa.id,
        titulo: n === 7 ? 'Ligação não transcrita' : `Ticket número ${n}`,
        descricao: n === 9 ? 'O relatório diz 100% e está vazio' : 'Descrição do ticket.',
        tipo: n % 2 ? 'erro' : 'duvida',
        status: STATUS[n % 4]!,
        severidade: SEVERIDADES[(n >> 2) % 4]!,
        atribuidoPara: n === 3 ? tenant.gerente.usuarioId : null,
        createdAt: new Date(Date.UTC(2026, 0, 1 + n)),
      })),
    });
    const page = async (query: string) => {
      const { body } = await call('GET', `/tickets${query}`, undefined, usuario);
      return { titles: body.tickets.map((t: { titulo: string }) => t.titulo), pagination: body.pagination };
    };
    const first = await page('');
    expect(first.pagination).toEqual({ page: 1, limit: 10, total: 23, totalPages: 3, totalExato: true });
    expect(first.titles.slice(0, 2)).toEqual(['Ticket número 22', 'Ticket número 21']);
    const last = await page('?page=3');
    expect(last.titles).toEqual(['Ticket número 2', 'Ticket número 1', 'Ticket número 0']);
    expect((await page('?page=9')).pagination).toEqual({
      page: 9,
      limit: 10,
      total: 23,
      totalPages: 3,
      totalExato: true,
    });

    expect((await page('?q=ligacao')).titles).toEqual(['Ligação não transcrita']);
    expect((await page('?q=RELATÓRIO')).titles).toEqual(['Ticket número 9']);
    expect((await page('?q=100%25')).titles).toEqual(['Ticket número 9']);
    expect((await page('?q=%25%25')).titles).toEqual([]);
    expect((await page(`?atribuidoPara=${tenant.gerente.usuarioId}`)).titles).toEqual(['Ticket número 3']);

    const rows = await prisma.ticket.findMany({ where: { empresaId: tenant.empresa.id } });
    const count = (test: (row: (typeof rows)[number]) => boolean) => rows.filter(test).length;
    for (const status of STATUS) {
      expect((await page(`?status=${status}`)).pagination.total).toBe(count((r) => r.status === status));
    }
    for (const severidade of SEVERIDADES) {
      const total = count((r) => r.severidade === severidade);
      expect((await page(`?severidade=${severidade}`)).pagination.total).toBe(total);
      expect((await page(`?prioridade=${severidade}`)).pagination.total).toBe(total);
    }
    expect((await page('?severidade=alta&prioridade=baixa')).pagination.total).toBe(0);
    expect((await page('?tipo=erro')).pagination.total).toBe(count((r) => r.tipo === 'erro'));
    expect((await page('?categoria=erro')).pagination.total).toBe(count((r) => r.tipo === 'erro'));
    expect((await page('?status=aberto&tipo=duvida&severidade=baixa')).pagination.total).toBe(
      count((r) => r.status === 'aberto' && r.tipo === 'duvida' && r.severidade === 'baixa'),
    );

    const isOpen = (status: string) => status === 'aberto' || status === 'em_andamento';
    const stats = await call('GET', '/estatisticas', undefined, usuario);
    expect(stats.body.data).toEqual({
      total: 23,
      emAberto: count((r) => isOpen(r.status)),
      resolvidos: count((r) => !isOpen(r.status)),
      criticos: count((r) => isOpen(r.status) && r.severidade === 'critica'),
      porStatus: Object.fromEntries(STATUS.map((status) => [status, count((r) => r.status === status)])),
    });
    expect(stats.body.data.criticos).toBeGreaterThan(0);
    const asAdmin = (query: string) => call('GET', `/estatisticas${query}`, undefined, mine.tokens.admin);
    expect((await asAdmin(`?empresaId=${tenant.empresa.id}`)).body.data).toEqual(stats.body.data);
    expect((await asAdmin('?todas=true')).body.data.total).toBe(await prisma.ticket.count());
    const empty = await createMembro(test.deps, await createEmpresa(test.deps));
    const none = await call('GET', '/estatisticas', undefined, signToken(test.deps, empty));
    expect(none.body.data).toEqual({
      total: 0,
      emAberto: 0,
      resolvidos: 0,
      criticos: 0,
      porStatus: { aberto: 0, em_andamento: 0, resolvido: 0, fechado: 0 },
    });
  });
});

describe('e-mails', () => {
  it('tell managers and assignee, each once, and never the actor', async () => {
    const tenant = await createTenant(test.deps);
    const second = await createMembro(test.deps, tenant.empresa, { papel: 'gerente' });
    const inactive = await createMembro(test.deps, tenant.empresa, { papel: 'gerente', ativo: false });
    const holder = await createMembro(test.deps, tenant.empresa, { nome: 'Dora Responsável' });
    const everyone = [tenant.gerente, second, inactive, holder, tenant.usuario, tenant.admin, theirs.gerente];
    const got = async () => {
      const list: { email: string; assunto: string; texto: string }[] = [];
      for (const { email } of everyone) {
        for (const mail of await newMails(email))
          list.push({ email, assunto: mail.assunto, texto: mail.texto });
      }
      return list;
    };
    const receivers = (list: { email: string }[]) => list.map((mail) => mail.email).sort();
    const managers = [tenant.gerente.email, second.email].sort();
    await got();

    const id = await newTicket({ titulo: 'Sem <b>som</b>\nhoje' }, tenant.tokens.usuario);
    const opened = await got();
    expect(receivers(opened)).toEqual(managers);
    expect(opened[0]?.assunto).toBe('Novo ticket de suporte: Sem <b>som</b> hoje');
    expect(opened[0]?.texto).toContain(`${PUBLIC_URL}/dashboard/suporte?ticket=${id}\n`);
    expect(opened[0]?.texto).toContain('Prioridade: Alta');

    const byManager = (body: object) => call('PATCH', `/tickets/${id}`, body, tenant.tokens.gerente);
    await byManager({ status: 'em_andamento', severidade: 'critica', atribuidoPara: holder.usuarioId });
    const assigned = await got();
    expect(receivers(assigned)).toEqual([second.email, holder.email].sort());
    const toHolder = assigned.find((mail) => mail.email === holder.email);
    expect(toHolder?.assunto).toBe('Ticket atribuído a você: Sem <b>som</b> hoje');
    const toManager = assigned.find((mail) => mail.email === second.email);
    expect(toManager?.assunto).toBe('Ticket atualizado: Sem <b>som</b> hoje');
    for (const fact of [
      'Status: Aberto → Em Andamento',
      'Prioridade: Alta → Crítica',
      'Responsável: ninguém → Dora Responsável',
    ]) {
      expect(toManager?.texto).toContain(fact);
      expect(toHolder?.texto).toContain(fact);
    }

    // A request that changes nothing notifies nobody, and a mail does not name fields that stayed the same.
    const before = (await call('GET', `/tickets/${id}`, undefined, tenant.tokens.gerente)).body;
    await byManager({ status: 'em_andamento', atribuidoPara: holder.usuarioId });
    expect((await call('GET', `/tickets/${id}`, undefined, tenant.tokens.gerente)).body).toEqual(before);
    expect(await got()).toEqual([]);
    await byManager({ status: 'resolvido', severidade: 'critica' });
    const resolved = await got();
    expect(receivers(resolved)).toEqual([second.email, holder.email].sort());
    expect(resolved[0]?.texto).toContain('Status: Em Andamento → Resolvido');
    expect(resolved[0]?.texto).not.toContain('Prioridade:');

    // A manager who is also the ticket's assignee gets a single message; the author of a change gets none.
    await call('PATCH', `/tickets/${id}`, { atribuidoPara: second.usuarioId }, tenant.tokens.usuario);
    expect(receivers(await got())).toEqual(managers);
    const secondToken = signToken(test.deps, second);
    await call('PATCH', `/tickets/${id}`, { status: 'fechado' }, secondToken);
    expect(receivers(await got())).toEqual([tenant.gerente.email]);

    // An assigned installation administrator is notified too. A ticket made with a company's key notifies all managers.
    await call('PATCH', `/tickets/${id}`, { atribuidoPara: tenant.admin.usuarioId }, tenant.tokens.usuario);
    expect(receivers(await got())).toEqual([...managers, tenant.admin.email].sort());
    const key = await createApiKey(test.deps, tenant.empresa);
    await newTicket({}, key);
    expect(receivers(await got())).toEqual(managers);

    // Neither deletions nor refusals notify anybody.
    await call(
      'PATCH',
      `/tickets/${id}`,
      { status: 'aberto', atribuidoPara: randomUUID() },
      tenant.tokens.usuario,
    );
    await call('DELETE', `/tickets/${id}`, undefined, secondToken);
    expect(await got()).toEqual([]);
  });

  it('two people who change the same ticket at the same time tell each change once', async () => {
    const tenant = await createTenant(test.deps);
    const id = await newTicket({}, tenant.tokens.usuario);
    await newMails(tenant.gerente.email);
    await Promise.all(
      Array.from({ length: 6 }, () =>
        call('PATCH', `/tickets/${id}`, { status: 'resolvido' }, tenant.tokens.usuario),
      ),
    );
    expect(await newMails(tenant.gerente.email)).toHaveLength(1);
  });

  it('without mail set up the ticket is stored and nothing stays in the queue', async () => {
    const silent = await createTestApp({ NODE_ENV: 'production', PUBLIC_URL, SMTP_URL: undefined });
    try {
      const before = await test.deps.prisma.email.count();
      const response = await silent.app.inject({
        method: 'POST',
        url: '/api/v1/suporte/tickets',
        headers: bearer(mine.tokens.usuario),
        payload: VALID,
      });
      expect(response.statusCode).toBe(201);
      expect(await test.deps.prisma.email.count()).toBe(before);
    } finally {
      await silent.close();
    }
  });
});

describe("a ticket's conversation", () => {
  type Conversa = {
    mensagens: {
      texto: string;
      doOperador: boolean;
      por: { id: string; nome: string | null } | null;
      em: string;
    }[];
    mudancas: { campo: string; de: string | null; para: string | null; por: { id: string } | null }[];
  };
  const conversation = async (id: string, token = mine.tokens.usuario): Promise<Conversa> =>
    (await call('GET', `/tickets/${id}/conversa`, undefined, token)).body.data;
  const write = (id: string, texto: string, token = mine.tokens.usuario) =>
    call('POST', `/tickets/${id}/mensagens`, { texto }, token);

  it('keeps replies with author and time, and what changed, from what to what', async () => {
    const id = await newTicket();
    const { gerente, admin } = mine.tokens;
    expect((await write(id, 'Aconteceu de novo às 10h.')).status).toBe(201);
    expect((await write(id, 'Estamos olhando.', admin)).status).toBe(201);
    await call('PATCH', `/tickets/${id}`, { status: 'em_andamento', severidade: 'critica' }, admin);
    await call('PATCH', `/tickets/${id}`, { atribuidoPara: mine.gerente.usuarioId }, gerente);
    const { mensagens, mudancas } = await conversation(id);
    expect(mensagens).toMatchObject([
      {
        texto: 'Aconteceu de novo às 10h.',
        doOperador: false,
        por: { id: mine.usuario.usuarioId, nome: 'Pessoa de Teste' },
      },
      { texto: 'Estamos olhando.', doOperador: true, por: { id: mine.admin.usuarioId } },
    ]);
    expect(mudancas).toMatchObject([
      { campo: 'status', de: 'aberto', para: 'em_andamento', por: { id: mine.admin.usuarioId } },
      { campo: 'severidade', de: 'alta', para: 'critica', por: { id: mine.admin.usuarioId } },
      { campo: 'responsavel', de: null, para: 'Pessoa de Teste', por: { id: mine.gerente.usuarioId } },
    ]);
  });

  it('opens again a resolved or closed ticket in which someone writes', async () => {
    for (const status of ['resolvido', 'fechado']) {
      const id = await newTicket();
      await call('PATCH', `/tickets/${id}`, { status });
      await write(id, 'Ainda não funciona.');
      expect((await call('GET', `/tickets/${id}`)).body.data.status).toBe('aberto');
      expect((await conversation(id)).mudancas.at(-1)).toMatchObject({
        campo: 'status',
        de: status,
        para: 'aberto',
      });
    }
  });

  it('tells the other side by e-mail: the company of what the operator says, and the operator of what it says', async () => {
    const id = await newTicket();
    for (const person of [mine.usuario, mine.gerente, mine.admin]) await newMails(person.email);
    await write(id, 'Estamos olhando.', mine.tokens.admin);
    for (const person of [mine.usuario, mine.gerente]) {
      const [mail, ...more] = await newMails(person.email);
      expect(more).toEqual([]);
      expect(mail?.assunto).toBe('Nova resposta no ticket: Gravação sem som');
      expect(mail?.texto).toContain('Estamos olhando.');
      expect(mail?.texto).toContain(`${PUBLIC_URL}/dashboard/suporte?ticket=${id}`);
    }
    expect(await newMails(mine.admin.email)).toEqual([]);
    await write(id, 'Obrigado.');
    expect(await newMails(mine.admin.email)).toHaveLength(1);
    expect(await newMails(mine.usuario.email)).toEqual([]);
    await call('PATCH', `/tickets/${id}`, { atribuidoPara: mine.gerente.usuarioId }, mine.tokens.admin);
    for (const person of [mine.usuario, mine.gerente, mine.admin]) await newMails(person.email);
    await write(id, 'E agora?');
    expect(await newMails(mine.gerente.email)).toHaveLength(1);
    expect(await newMails(mine.admin.email)).toEqual([]);
  });

  it("is the company's alone, and refuses the empty, the long and what passes the limit", async () => {
    const id = await newTicket();
    const foreign = theirs.tokens.gerente;
    expect((await call('GET', `/tickets/${id}/conversa`, undefined, foreign)).status).toBe(404);
    expect((await write(id, 'Oi', foreign)).status).toBe(404);
    expect((await write(id, '   ')).body.message).toBe('Escreva a resposta.');
    expect((await write(id, 'x'.repeat(5001))).status).toBe(400);
    await test.deps.prisma.ticketMensagem.createMany({
      data: Array.from({ length: MENSAGENS_MAX }, (_, n) => ({
        empresaId: mine.empresa.id,
        ticketId: id,
        doOperador: false,
        texto: `Mensagem ${n}`,
      })),
    });
    expect((await write(id, 'Mais uma')).status).toBe(409);
    expect((await conversation(id)).mensagens).toHaveLength(MENSAGENS_MAX);
  });

  it("refuses an edit by someone who saw the ticket before another's change, and says how it is", async () => {
    const id = await newTicket();
    const visto = { status: 'aberto', severidade: 'alta', atribuidoPara: null };
    await call('PATCH', `/tickets/${id}`, { status: 'fechado', visto }, mine.tokens.gerente);
    const late = await call('PATCH', `/tickets/${id}`, { status: 'resolvido', visto });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ code: 'conflito', dados: { id, status: 'fechado' } });
    expect((await call('GET', `/tickets/${id}`)).body.data.status).toBe('fechado');
    const again = await call('PATCH', `/tickets/${id}`, {
      status: 'resolvido',
      visto: { ...visto, status: 'fechado' },
    });
    expect(again.body.data.status).toBe('resolvido');
  });

  it('disappears with the ticket', async () => {
    const id = await newTicket();
    await write(id, 'Oi.');
    await call('PATCH', `/tickets/${id}`, { status: 'resolvido' });
    await call('DELETE', `/tickets/${id}`, undefined, mine.tokens.gerente);
    const where = { where: { ticketId: id } };
    expect(await test.deps.prisma.ticketMensagem.count(where)).toBe(0);
    expect(await test.deps.prisma.ticketMudanca.count(where)).toBe(0);
  });
});
