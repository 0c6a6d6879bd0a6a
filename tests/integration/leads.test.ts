// Requests for a demonstration, from the public page to the administrator's list.
import { open } from '@escuta/shared/platform/crypto/crypto';
import { mailContext } from '@escuta/shared/services/tasks/mail-queue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetOldLeads } from '../../worker/src/terms.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createTenant } from '../support/factories.ts';
import { inHeldMinute } from '../support/held-minute.ts';

const OPERADOR_EMAIL = 'operador@exemplo.com.br';
const ANA = { nome: 'Ana Souza', email: 'Ana@Cliente.com.br', telefone: '(11) 98765-4321' };

let test: TestApp;
let tenant: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  test = await createTestApp({ OPERADOR_EMAIL, PUBLIC_URL: 'https://escuta.exemplo.com.br' });
  tenant = await createTenant(test.deps);
});
afterAll(() => test.close());

let address = 0;
/** Sends a request, from a new IP address unless one is given, because the number of requests by address is limited. */
async function ask(payload: object, remoteAddress = `10.0.0.${++address}`) {
  const response = await test.app.inject({
    method: 'POST',
    url: '/api/v1/leads/demo',
    payload,
    remoteAddress,
  });
  return { status: response.statusCode, body: response.json() };
}
async function admin(method: 'GET' | 'PATCH' | 'DELETE', url: string, payload?: object) {
  const response = await test.app.inject({
    method,
    url: `/api/v1/admin/leads${url}`,
    headers: bearer(tenant.tokens.admin),
    ...(payload ? { payload } : {}),
  });
  return { status: response.statusCode, body: response.json() };
}
const mails = () => test.deps.prisma.email.findMany({ where: { para: OPERADOR_EMAIL } });

describe('POST /leads/demo', () => {
  it('keeps the request and tells the operator, once also with two clicks', async () => {
    const answers = await Promise.all([ask(ANA), ask(ANA)]);
    for (const answer of answers) {
      expect(answer).toEqual({
        status: 200,
        body: { success: true, message: 'Seus dados foram enviados. Entraremos em contato em breve.' },
      });
    }
    expect(await test.deps.prisma.lead.findMany()).toMatchObject([
      { nome: 'Ana Souza', email: 'ana@cliente.com.br', telefone: '(11) 98765-4321', atendidoEm: null },
    ]);
    const [mail, second] = await mails();
    expect(second).toBeUndefined();
    expect(mail?.assunto).toBe('Pedido de demonstração: Ana Souza');
    const text = open(test.deps.keyRing, mail?.cifra ?? '', mailContext(mail?.id ?? ''));
    for (const part of [
      'ana@cliente.com.br',
      '(11) 98765-4321',
      'https://escuta.exemplo.com.br/admin/leads',
    ]) {
      expect(text).toContain(part);
    }
    // The same person's request counts as new after some days.
    await test.deps.prisma.lead.updateMany({ data: { createdAt: new Date('2026-01-01T12:00:00Z') } });
    await ask(ANA);
    expect(await test.deps.prisma.lead.count()).toBe(2);
    await test.deps.prisma.lead.deleteMany();
  });

  it('says which plan the request is of, to the sender and in the list', async () => {
    expect((await ask({ ...ANA, plano: 'Enterprise' })).status).toBe(200);
    // The same person's request for another plan counts as another request.
    expect((await ask(ANA)).status).toBe(200);
    const { body } = await admin('GET', '');
    expect(body.data.map(({ plano }: { plano: string | null }) => plano)).toEqual([null, 'Enterprise']);
    const said = (await mails()).map((mail) =>
      open(test.deps.keyRing, mail.cifra ?? '', mailContext(mail.id)),
    );
    expect(said.filter((text) => text.includes('Enterprise'))).toHaveLength(1);
    await test.deps.prisma.lead.deleteMany();
  });

  it('escapes in the e-mail what the visitor wrote, and does not let it break the subject', async () => {
    const nome = '<img src=x onerror=alert(1)>\nBcc: todos@exemplo.com.br';
    await ask({ nome, email: 'x@y.com', telefone: '1' });
    const mail = (await mails()).at(-1);
    expect(mail?.assunto).not.toContain('\n');
    const { html } = JSON.parse(open(test.deps.keyRing, mail?.cifra ?? '', mailContext(mail?.id ?? ''))) as {
      html: string;
    };
    expect(html).not.toContain('<img');
    await test.deps.prisma.lead.deleteMany();
  });

  it.each([
    [{ ...ANA, nome: '' }, 'Por favor, preencha todos os campos.'],
    [{ ...ANA, nome: '   ' }, 'Por favor, preencha todos os campos.'],
    [{ ...ANA, email: '' }, 'Por favor, preencha todos os campos.'],
    [{ ...ANA, telefone: '' }, 'Por favor, preencha todos os campos.'],
    [{ nome: 'Ana', email: 'a@b.com' }, 'Por favor, preencha todos os campos.'],
    [{ ...ANA, telefone: null }, 'Por favor, preencha todos os campos.'],
    [{ ...ANA, email: 'ana' }, 'E-mail inválido'],
    [{ ...ANA, nome: 'x'.repeat(201) }, '“nome”: use no máximo 200 caracteres.'],
    [{ ...ANA, nome: 'a\u0000b' }, 'O texto tem um caractere inválido.'],
  ])('refuses %j', async (body, message) => {
    expect(await ask(body)).toMatchObject({ status: 400, body: { message } });
    expect(await test.deps.prisma.lead.count()).toBe(0);
  });

  it("limits an address's requests", async () => {
    const statuses: number[] = [];
    await inHeldMinute(async () => {
      for (let n = 0; n < 11; n++) {
        statuses.push((await ask({ ...ANA, nome: `Ana ${n}` }, '10.9.9.9')).status);
      }
    });
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    expect((await ask(ANA, '10.9.9.10')).status).toBe(200);
    await test.deps.prisma.lead.deleteMany();
  });
});

it("without the operator's address only keeps", async () => {
  const silent = await createTestApp({ OPERADOR_EMAIL: undefined });
  try {
    const before = await test.deps.prisma.email.count();
    const response = await silent.app.inject({ method: 'POST', url: '/api/v1/leads/demo', payload: ANA });
    expect(response.statusCode).toBe(200);
    expect(await test.deps.prisma.email.count()).toBe(before);
    expect(await test.deps.prisma.lead.count()).toBe(1);
  } finally {
    await silent.close();
    await test.deps.prisma.lead.deleteMany();
  }
});

describe('/admin/leads', () => {
  it('lists from newest to oldest, filters and marks who attended', async () => {
    const names = ['Áurea', 'Bento', 'Célia'];
    for (const [index, nome] of names.entries()) {
      await test.deps.prisma.lead.create({
        data: {
          nome,
          email: `${nome.toLowerCase()}@cliente.com.br`,
          telefone: `1190000000${index}`,
          createdAt: new Date(Date.UTC(2026, 2, index + 1)),
        },
      });
    }
    const list = async (query: string) =>
      (await admin('GET', `?${query}`)).body.data.map(({ nome }: { nome: string }) => nome);
    expect(await list('')).toEqual(['Célia', 'Bento', 'Áurea']);
    expect(await list('q=aurea')).toEqual(['Áurea']);
    expect(await list('q=BENTO%40cliente')).toEqual(['Bento']);
    expect(await list('q=11900000002')).toEqual(['Célia']);
    expect(await list('q=%25')).toEqual([]);
    expect((await admin('GET', '?limit=2&page=2')).body).toMatchObject({
      data: [{ nome: 'Áurea' }],
      pagination: { page: 2, limit: 2, total: 3, totalPages: 2, totalExato: true },
    });
    const bento = (await admin('GET', '?q=bento')).body.data[0];
    const marked = await admin('PATCH', `/${bento.id}`, { atendido: true });
    expect(marked).toMatchObject({
      status: 200,
      body: { data: { atendido_em: expect.any(String), atendido_por: tenant.admin.email } },
    });
    expect((await admin('PATCH', `/${bento.id}`, { atendido: true })).body).toEqual(marked.body);
    expect(await list('situacao=novo')).toEqual(['Célia', 'Áurea']);
    expect(await list('situacao=atendido')).toEqual(['Bento']);
    expect((await admin('PATCH', `/${bento.id}`, { atendido: false })).body.data).toMatchObject({
      atendido_em: null,
      atendido_por: null,
    });
    expect(await admin('PATCH', `/${tenant.empresa.id}`, { atendido: true })).toMatchObject({
      status: 404,
      body: { message: 'Pedido de demonstração não encontrado.' },
    });
    expect((await admin('GET', '?page=1001&limit=10')).status).toBe(400);
  });

  it('deletes one, and those past their term, without keeping in the log whose they were', async () => {
    const { prisma, db: pool } = test.deps;
    const pedido = (nome: string, meses: number) =>
      prisma.lead.create({
        data: {
          nome,
          email: `${nome}@exemplo.com.br`,
          telefone: '11',
          createdAt: new Date(Date.now() - meses * 31 * 86_400_000),
        },
      });
    const [novo, outro] = [await pedido('Excluida', 0), await pedido('Fica', 20)];
    await pedido('Vencida', 25);
    expect((await admin('DELETE', `/${novo.id}`)).status).toBe(200);
    expect((await admin('DELETE', `/${novo.id}`)).status).toBe(404);
    await forgetOldLeads(pool, 24);
    expect(
      await prisma.lead.findMany({ where: { nome: { in: ['Excluida', 'Fica', 'Vencida'] } } }),
    ).toMatchObject([{ id: outro.id }]);
    const lines = await prisma.registroAcesso.findMany({
      where: { acao: { in: ['lead_excluido', 'leads_vencidos'] } },
    });
    expect(lines.map(({ acao, usuarioId, via }) => [acao, usuarioId, via])).toEqual([
      ['lead_excluido', tenant.admin.usuarioId, 'pessoa'],
      ['leads_vencidos', null, 'sistema'],
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/Excluida|Vencida/u);
  });
});
