// Credits: packages, a single purchase per idempotency key, adjustments, the statement and its file, warnings.
import { randomUUID } from 'node:crypto';
import { open } from '@escuta/shared/platform/crypto/crypto';
import { changeBalance, refundCredit } from '@escuta/shared/services/credits/ledger';
import { requestRun } from '@escuta/shared/services/runs/request';
import { mailContext } from '@escuta/shared/services/tasks/mail-queue';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureCatalogue } from '../../prisma/seed/catalogue.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import {
  bearer,
  createEmpresa,
  createItem,
  createMembro,
  createPacote,
  createTenant,
} from '../support/factories.ts';
import { balanceOf } from '../support/pipeline.ts';

type Tenant = Awaited<ReturnType<typeof createTenant>>;
let test: TestApp;
let mine: Tenant;

beforeAll(async () => {
  test = await createTestApp({
    PUBLIC_URL: 'https://escuta.exemplo.com.br',
    OPERADOR_EMAIL: 'operador@exemplo.com.br',
    LOW_BALANCE_CREDITS: 50,
  });
  await ensureCatalogue(test.deps.db);
  mine = await createTenant(test.deps, { nome: 'Lumavia Testes' });
});
afterAll(() => test.close());

type Options = { token?: string; payload?: object; chave?: string };
async function call(method: 'GET' | 'POST' | 'PATCH', url: string, options: Options = {}) {
  const response = await test.app.inject({
    method,
    url: `/api/v1${url}`,
    headers: {
      ...bearer(options.token ?? mine.tokens.gerente),
      ...(options.chave === undefined ? {} : { 'idempotency-key': options.chave }),
    },
    ...(options.payload ? { payload: options.payload } : {}),
  });
  const isJson = String(response.headers['content-type']).includes('json');
  return { status: response.statusCode, body: isJson ? response.json() : response.body, response };
}

const buy = (tenant: Tenant, pacoteId: string, options: Options = {}) =>
  call('POST', '/creditos/comprar', {
    token: tenant.tokens.gerente,
    ...options,
    payload: { empresaId: tenant.empresa.id, pacoteId },
  });

const adjust = (empresaId: string, quantidade: number, options: Options & { descricao?: string } = {}) =>
  call('POST', '/creditos/ajustes', {
    token: mine.tokens.admin,
    ...options,
    payload: { empresaId, quantidade, descricao: options.descricao ?? 'Cortesia' },
  });

/** Reads the e-mails queued for a company: recipient, subject and text. */
async function mailsOf(empresaId: string) {
  const rows = await test.deps.prisma.email.findMany({ where: { empresaId }, orderBy: { para: 'asc' } });
  return rows.map(({ id, para, assunto, cifra }) => ({
    para,
    assunto,
    texto: (JSON.parse(open(test.deps.keyRing, cifra!, mailContext(id))) as { texto: string }).texto,
  }));
}

const entriesOf = (empresaId: string) =>
  test.deps.prisma.creditoLancamento.findMany({ where: { empresaId }, orderBy: { createdAt: 'asc' } });

describe('packages', () => {
  it('come installed with the prices of the plans, for everybody to see', async () => {
    const response = await test.app.inject({ url: '/api/v1/creditos/pacotes' });
    const rows = response.json().data as {
      nome: string;
      quantidadeCreditos: number;
      precoCentavos: number;
    }[];
    expect(rows.map((row) => [row.nome, row.quantidadeCreditos, row.precoCentavos])).toEqual([
      ['Avulso', 100, 18_000],
      ['Essencial', 800, 120_000],
      ['Profissional', 4000, 396_000],
      ['Enterprise', 0, null],
    ]);
  });

  it('are created, changed, ordered and taken off sale by the administrator', async () => {
    const token = mine.tokens.admin;
    const names = async (url: string) =>
      ((await call('GET', url, { token })).body.data as { nome: string }[]).map((row) => row.nome);
    const created = await call('POST', '/creditos/pacotes', {
      token,
      payload: { nome: '  Reforço ', quantidadeCreditos: 300, precoCentavos: 45_000, ordem: 2 },
    });
    expect([created.status, created.body.message]).toEqual([201, 'Pacote de créditos criado com sucesso!']);
    expect(created.body.data).toMatchObject({ nome: 'Reforço', descricao: '', ativo: true, ordem: 2 });
    const { id } = created.body.data;
    expect(await names('/creditos/pacotes')).toEqual([
      'Avulso',
      'Reforço',
      'Essencial',
      'Profissional',
      'Enterprise',
    ]);

    const moved = await call('PATCH', `/creditos/pacotes/${id}`, { token, payload: { ordem: 99 } });
    expect(moved.body.data).toMatchObject({ ordem: 5, nome: 'Reforço', precoCentavos: 45_000 });
    expect((await names('/admin/creditos/pacotes')).at(-1)).toBe('Reforço');
    await call('PATCH', `/creditos/pacotes/${id}`, { token, payload: { ativo: false } });
    expect(await names('/creditos/pacotes')).not.toContain('Reforço');
    expect(await names('/admin/creditos/pacotes')).toContain('Reforço');

    const noPrice = { quantidadeCreditos: 0 };
    const refused = await call('PATCH', `/creditos/pacotes/${id}`, { token, payload: noPrice });
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'Um pacote de 0 créditos é sob consulta e não tem preço: deixe o preço em branco.',
    ]);
    const both = { ...noPrice, precoCentavos: null };
    expect((await call('PATCH', `/creditos/pacotes/${id}`, { token, payload: both })).status).toBe(200);
    const nobody = await call('PATCH', `/creditos/pacotes/${randomUUID()}`, { token, payload: { ordem: 1 } });
    expect([nobody.status, nobody.body.message]).toEqual([404, 'Pacote de créditos não encontrado.']);
    const log = await test.deps.prisma.registroAcesso.findMany({ where: { recursoId: id } });
    expect(log.map((row) => row.acao).sort()).toEqual(
      ['pacote_alterado', 'pacote_alterado', 'pacote_alterado', 'pacote_criado'].sort(),
    );
  });

  it('refuse numbers out of measure', async () => {
    for (const payload of [
      { nome: 'X', quantidadeCreditos: -1 },
      { nome: 'X', quantidadeCreditos: 1.5 },
      { nome: 'X', quantidadeCreditos: 1_000_001 },
      { nome: 'X', quantidadeCreditos: 10, precoCentavos: 0 },
      { nome: ' ', quantidadeCreditos: 10 },
    ]) {
      const answer = await call('POST', '/creditos/pacotes', { token: mine.tokens.admin, payload });
      expect(answer.status, JSON.stringify(payload)).toBe(400);
    }
  });
});

describe('purchase', () => {
  it('20 requests at the same time with one key make one purchase, and all get the same answer', async () => {
    const tenant = await createTenant(test.deps, { nome: 'Compradora' });
    const pacote = await createPacote(test.deps, { nome: 'Vinte' });
    const chave = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(tenant, pacote.id, { chave })));
    const message = 'Compra concluída: 800 créditos na conta da empresa (Pacote Vinte).';
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({ status: 200, body: { success: true, message } });
    }
    const entries = await entriesOf(tenant.empresa.id);
    expect(entries).toMatchObject([
      {
        tipo: 'compra',
        quantidade: 800,
        saldoApos: 800,
        valorCentavos: 120_000,
        pacoteId: pacote.id,
        usuarioId: tenant.gerente.usuarioId,
        descricao: 'Pacote Vinte',
      },
    ]);
    expect(await balanceOf(test.deps, tenant.empresa.id)).toEqual({ saldo: 800, soma: 800 });
    const log = await test.deps.prisma.registroAcesso.findMany({ where: { empresaId: tenant.empresa.id } });
    expect(log).toMatchObject([
      { acao: 'creditos_comprados', usuarioId: tenant.gerente.usuarioId, detalhes: { quantidade: 800 } },
    ]);

    const mails = await mailsOf(tenant.empresa.id);
    expect(mails.map(({ para, assunto }) => [para, assunto])).toEqual([
      ['operador@exemplo.com.br', 'Compra de créditos: Compradora'],
      [tenant.gerente.email, 'Compra de 800 créditos confirmada'],
    ]);
    for (const { texto } of mails) expect(texto).toContain('R$ 1.200,00');
    expect(mails[1]!.texto).toContain('https://escuta.exemplo.com.br/dashboard/credits?aba=extrato');
  });

  it('a repetition answers as before even if the package changed or left the sale', async () => {
    const tenant = await createTenant(test.deps);
    const pacote = await createPacote(test.deps, { nome: 'Antigo', quantidadeCreditos: 10 });
    const first = await buy(tenant, pacote.id, { chave: 'k' });
    await test.deps.prisma.creditoPacote.update({
      where: { id: pacote.id },
      data: { ativo: false, quantidadeCreditos: 99, precoCentavos: 1 },
    });
    expect((await buy(tenant, pacote.id, { chave: 'k' })).body).toEqual(first.body);
    expect(await balanceOf(test.deps, tenant.empresa.id)).toEqual({ saldo: 10, soma: 10 });
    const again = await buy(tenant, pacote.id, { chave: 'k2' });
    expect([again.status, again.body.message]).toEqual([
      409,
      'Este pacote de créditos não está mais à venda. Selecione outro.',
    ]);
  });

  it("the same key with another package is a conflict; another company's key is not the same", async () => {
    const [tenant, other] = [await createTenant(test.deps), await createTenant(test.deps)];
    const [a, b] = [await createPacote(test.deps), await createPacote(test.deps)];
    expect((await buy(tenant, a.id, { chave: 'mesma' })).status).toBe(200);
    const conflict = await buy(tenant, b.id, { chave: 'mesma' });
    expect([conflict.status, conflict.body.code, conflict.body.message]).toEqual([
      409,
      'conflito',
      'Esta chave de idempotência já foi usada em outro lançamento. Envie uma nova chave.',
    ]);
    expect((await buy(other, b.id, { chave: 'mesma' })).status).toBe(200);
    expect(await balanceOf(test.deps, tenant.empresa.id)).toEqual({ saldo: 800, soma: 800 });
  });

  it('without a key, each request is a purchase; an unreadable key is refused', async () => {
    const tenant = await createTenant(test.deps);
    const pacote = await createPacote(test.deps);
    await buy(tenant, pacote.id);
    await buy(tenant, pacote.id);
    expect((await balanceOf(test.deps, tenant.empresa.id)).saldo).toBe(1600);
    for (const chave of ['   ', 'k'.repeat(201)]) {
      const answer = await buy(tenant, pacote.id, { chave });
      expect([answer.status, answer.body.message]).toEqual([
        400,
        'O cabeçalho Idempotency-Key deve ter de 1 a 200 caracteres imprimíveis.',
      ]);
    }
  });

  it('refuses the package on request, people who may not buy, another company and an archived one', async () => {
    const tenant = await createTenant(test.deps);
    const other = await createTenant(test.deps);
    const pacote = await createPacote(test.deps);
    const onRequest = await createPacote(test.deps, { quantidadeCreditos: 0, precoCentavos: null });
    const refused = await buy(tenant, onRequest.id);
    expect(refused.status).toBe(422);
    expect(refused.body.message).toMatch(/^Entre em contato/);
    expect((await buy(tenant, pacote.id, { token: tenant.tokens.usuario })).status).toBe(403);
    expect((await buy(other, pacote.id, { token: tenant.tokens.gerente })).status).toBe(404);
    expect((await buy(tenant, randomUUID())).status).toBe(404);
    expect((await buy(other, pacote.id, { token: tenant.tokens.admin })).status).toBe(200);
    await test.deps.prisma.empresa.update({
      where: { id: other.empresa.id },
      data: { arquivadaEm: new Date() },
    });
    const archived = await buy(other, pacote.id, { token: tenant.tokens.admin });
    expect([archived.status, archived.body.code]).toEqual([409, 'conflito']);
    expect(await balanceOf(test.deps, tenant.empresa.id)).toEqual({ saldo: 0, soma: 0 });
    expect(await balanceOf(test.deps, other.empresa.id)).toEqual({ saldo: 800, soma: 800 });
    expect(await mailsOf(tenant.empresa.id)).toEqual([]);
  });
});

describe("beyond the month's limit", () => {
  /** Creates a company with a limit of 1,000 credits a month that has bought a package of 800. */
  async function limited() {
    const tenant = await createTenant(test.deps, { nome: 'Vai a www.golpe.com.br' });
    await test.deps.prisma.empresa.update({
      where: { id: tenant.empresa.id },
      data: { comprasMesMax: 1000 },
    });
    return { tenant, pacote: await createPacote(test.deps, { nome: 'Oitocentos' }) };
  }
  const decide = (id: string, act: 'conceder' | 'recusar', payload?: object, token = mine.tokens.admin) =>
    call('POST' as const, `/creditos/pedidos/${id}/${act}`, { token, ...(payload ? { payload } : {}) });

  it('by default the first purchase of any package passes as specified; after the largest of them it is a request', async () => {
    const tenant = await createTenant(test.deps);
    const { data } = (await call('GET', '/creditos/pacotes')).body as {
      data: { id: string; quantidadeCreditos: number }[];
    };
    const largest = data.reduce((one, other) =>
      other.quantidadeCreditos > one.quantidadeCreditos ? other : one,
    );
    // 25 concurrent requests: one buys, five wait for an administrator, and the others are refused.
    const answers = await Promise.all(Array.from({ length: 25 }, () => buy(tenant, largest.id)));
    const bought = answers.filter(({ body }) => body.success && body.situacao === undefined);
    expect(bought.map(({ body }) => Object.keys(body))).toEqual([['success', 'message']]);
    expect(answers.filter(({ body }) => body.situacao === 'pedido_enviado')).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
    const saldo = largest.quantidadeCreditos;
    expect(await balanceOf(test.deps, tenant.empresa.id)).toEqual({ saldo, soma: saldo });
  });

  it('a request does not count until it is granted, once for each key, and two administrators grant it once', async () => {
    const { tenant, pacote } = await limited();
    await buy(tenant, pacote.id);
    const chave = randomUUID();
    const sent = await Promise.all(Array.from({ length: 5 }, () => buy(tenant, pacote.id, { chave })));
    for (const { body } of sent) expect(body).toEqual(sent[0]?.body);
    const { pedido, message, situacao } = sent[0]!.body;
    expect([situacao, pedido.situacao, pedido.quantidade]).toEqual(['pedido_enviado', 'pendente', 800]);
    expect(message).toMatch(/^Pedido enviado: 800 créditos \(Pacote Oitocentos\)\./);
    expect((await buy(tenant, (await createPacote(test.deps)).id, { chave })).status).toBe(409);
    expect(await balanceOf(test.deps, tenant.empresa.id)).toEqual({ saldo: 800, soma: 800 });

    expect((await decide(pedido.id, 'conceder', undefined, tenant.tokens.gerente)).status).toBe(403);
    const both = await Promise.all([1, 2].map(() => decide(pedido.id, 'conceder')));
    for (const { status, body } of both) {
      expect([status, body.message, body.data.situacao]).toEqual([
        200,
        'Pedido concedido: 800 créditos na conta da empresa.',
        'concedido',
      ]);
    }
    expect((await decide(pedido.id, 'recusar', { motivo: 'Tarde.' })).status).toBe(409);
    expect(await balanceOf(test.deps, tenant.empresa.id)).toEqual({ saldo: 1600, soma: 1600 });
    expect((await entriesOf(tenant.empresa.id)).at(-1)).toMatchObject({
      tipo: 'compra',
      valorCentavos: 120_000,
      usuarioId: tenant.gerente.usuarioId,
      descricao: 'Pacote Oitocentos',
    });
    const log = await test.deps.prisma.registroAcesso.findMany({ where: { empresaId: tenant.empresa.id } });
    expect(log.map(({ acao }) => acao).sort()).toEqual([
      'creditos_comprados',
      'creditos_pedidos',
      'pedido_concedido',
    ]);
    const subjects = (await mailsOf(tenant.empresa.id)).map(({ para, assunto }) => [
      para.split('@')[0],
      assunto,
    ]);
    const gestor = tenant.gerente.email.split('@')[0];
    expect(subjects.toSorted()).toEqual(
      [
        ['operador', 'Compra de créditos: Vai a [endereço retirado]'],
        ['operador', 'Compra de créditos: Vai a [endereço retirado]'],
        ['operador', 'Pedido de créditos: Vai a [endereço retirado]'],
        [gestor, 'Compra de 800 créditos confirmada'],
        [gestor, 'Compra de 800 créditos confirmada'],
        [gestor, 'Pedido de 800 créditos enviado'],
      ].toSorted(),
    );
  });

  it('a refused request says why and does not change the balance; of a grant and a refusal at the same time, one counts', async () => {
    const { tenant, pacote } = await limited();
    await test.deps.prisma.empresa.update({ where: { id: tenant.empresa.id }, data: { comprasMesMax: 0 } });
    const [one, two] = [
      (await buy(tenant, pacote.id)).body.pedido,
      (await buy(tenant, pacote.id)).body.pedido,
    ];
    expect((await decide(one.id, 'recusar', {})).status).toBe(400);
    expect((await decide(one.id, 'recusar', { motivo: ' ' })).body.message).toBe('Informe o motivo.');
    const refused = await decide(one.id, 'recusar', { motivo: 'Há uma fatura em aberto.' });
    expect(refused.body.data).toMatchObject({ situacao: 'recusado', motivo: 'Há uma fatura em aberto.' });
    expect((await decide(one.id, 'conceder')).body.message).toBe(
      'Este pedido já foi recusado por um administrador. Nada mudou.',
    );
    expect(await balanceOf(test.deps, tenant.empresa.id)).toEqual({ saldo: 0, soma: 0 });
    const mail = (await mailsOf(tenant.empresa.id)).find(({ assunto }) => assunto.endsWith('recusado'));
    expect([mail?.para, mail?.texto.includes('Há uma fatura em aberto.')]).toEqual([
      tenant.gerente.email,
      true,
    ]);

    const race = await Promise.all([
      decide(two.id, 'conceder'),
      decide(two.id, 'recusar', { motivo: 'Limite.' }),
    ]);
    expect(race.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { saldo, soma } = await balanceOf(test.deps, tenant.empresa.id);
    expect([saldo, soma]).toEqual(race[0]?.status === 200 ? [800, 800] : [0, 0]);

    const list = await call('GET', `/creditos/pedidos/${tenant.empresa.id}`, {
      token: tenant.tokens.gerente,
    });
    expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([two.id, one.id]);
    expect((await call('GET', `/creditos/pedidos/${tenant.empresa.id}`)).status).toBe(404);
    const all = await call('GET', '/admin/creditos/pedidos?situacao=recusado', { token: mine.tokens.admin });
    expect(all.body.data).toContainEqual(
      expect.objectContaining({
        id: one.id,
        usuario: expect.objectContaining({ email: tenant.gerente.email }),
      }),
    );
  });

  it('an administrator buys without asking, and grants what still fits into the balance', async () => {
    const { tenant, pacote } = await limited();
    await test.deps.prisma.empresa.update({ where: { id: tenant.empresa.id }, data: { comprasMesMax: 0 } });
    expect((await buy(tenant, pacote.id, { token: mine.tokens.admin })).body.situacao).toBeUndefined();
    const { pedido } = (await buy(tenant, pacote.id)).body;
    await adjust(tenant.empresa.id, 1_000_000);
    await changeBalance(test.deps.db, {
      empresaId: tenant.empresa.id,
      tipo: 'ajuste',
      quantidade: 1_998_999_000,
      chaveIdempotente: 'cheia',
      descricao: 'Cheia',
    });
    expect((await decide(pedido.id, 'conceder')).status).toBe(422);
    const [row] = await test.deps.prisma.creditoPedido.findMany({ where: { id: pedido.id } });
    expect(row).toMatchObject({ status: 'pendente', decididoEm: null });
  });
});

describe('adjustment', () => {
  it('gives and takes once for each key, and never leaves the balance negative', async () => {
    const { empresa } = await createTenant(test.deps);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => adjust(empresa.id, 120, { chave: 'a' })),
    );
    for (const { body } of answers) {
      expect(body).toEqual({
        success: true,
        message: 'Saldo ajustado: a empresa tem 120 créditos.',
        data: { saldo: 120 },
      });
    }
    expect((await adjust(empresa.id, 121, { chave: 'a' })).status).toBe(409);
    expect((await adjust(empresa.id, 120, { chave: 'a', descricao: 'Outro motivo' })).status).toBe(409);
    const refused = await adjust(empresa.id, -121);
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'O saldo é de 120 créditos: o ajuste não pode retirar mais do que isso.',
    ]);
    expect((await adjust(empresa.id, -120)).body.data).toEqual({ saldo: 0 });
    expect((await adjust(empresa.id, 0)).status).toBe(400);
    expect((await adjust(empresa.id, 5, { descricao: ' ' })).status).toBe(400);
    expect((await adjust(empresa.id, 5, { token: mine.tokens.gerente })).status).toBe(403);
    expect((await adjust(randomUUID(), 5)).status).toBe(404);
    expect(await balanceOf(test.deps, empresa.id)).toEqual({ saldo: 0, soma: 0 });
    const log = await test.deps.prisma.registroAcesso.findMany({ where: { recursoId: empresa.id } });
    expect(log.map((row) => row.acao)).toEqual(['creditos_ajustados', 'creditos_ajustados']);
  });

  it('has a ceiling for the balance', async () => {
    const empresa = await createEmpresa(test.deps, { creditos: 1_999_999_999 });
    const refused = await adjust(empresa.id, 2);
    expect([refused.status, refused.body.code]).toEqual([422, 'regra_violada']);
    expect((await adjust(empresa.id, 1)).status).toBe(200);
  });
});

describe('low balance', () => {
  it('the balance says whether it is below the limit', async () => {
    const empresa = await createEmpresa(test.deps, { creditos: 50 });
    const read = async () =>
      (await call('GET', `/creditos/saldo/${empresa.id}`, { token: mine.tokens.admin })).body.data;
    expect(await read()).toEqual({ saldo: 50, baixo: false, primeirosCreditos: false, limite: 50 });
    await adjust(empresa.id, -1);
    expect(await read()).toEqual({ saldo: 49, baixo: true, primeirosCreditos: false, limite: 50 });
    expect((await call('GET', `/creditos/saldo/${empresa.id}`)).status).toBe(404);
  });

  const run = (tenant: Tenant, itemId: string) =>
    requestRun(
      test.deps.db,
      {
        entrevistaMinutos: 20,
        scope: { kind: 'empresa', empresaId: tenant.empresa.id },
        itemId,
        origem: 'manual',
        solicitadoPor: null,
      },
      undefined,
      test.deps,
    );
  async function readyItems(tenant: Tenant, count: number): Promise<string[]> {
    const made = await Promise.all(
      Array.from({ length: count }, () => createItem(test.deps, tenant.auditoria)),
    );
    await test.deps.prisma.auditoriaItem.updateMany({
      where: { id: { in: made.map((item) => item.id) } },
      data: { arquivoPath: 'gravacao' },
    });
    return made.map((item) => item.id);
  }

  it('100 reservations at the same time cross the limit and tell the managers once', async () => {
    const tenant = await createTenant(test.deps, { nome: 'Quase Sem', creditos: 120 });
    const second = await createMembro(test.deps, tenant.empresa, { papel: 'gerente' });
    await createMembro(test.deps, tenant.empresa, { papel: 'gerente', ativo: false });
    const items = await readyItems(tenant, 100);
    await Promise.all(items.map((id) => run(tenant, id)));
    expect(await balanceOf(test.deps, tenant.empresa.id)).toEqual({ saldo: 20, soma: 20 });
    const mails = await mailsOf(tenant.empresa.id);
    expect(mails.map(({ para }) => para).sort()).toEqual([tenant.gerente.email, second.email].sort());
    for (const { assunto, texto } of mails) {
      expect(assunto).toBe('Saldo de créditos baixo: restam 49 créditos');
      expect(texto).toContain('Quase Sem');
      expect(texto).toContain('https://escuta.exemplo.com.br/dashboard/credits');
    }
  });

  it('does not repeat the notice while the balance swings; after a purchase, tells again', async () => {
    const tenant = await createTenant(test.deps, { creditos: 51 });
    const items = await readyItems(tenant, 6);
    const runs = [];
    for (const id of items.slice(0, 3)) runs.push(await run(tenant, id));
    for (const { execucaoId } of runs.slice(0, 2)) {
      await test.deps.db.transaction((tx) =>
        refundCredit(tx, { empresaId: tenant.empresa.id, execucaoId, descricao: 'Gravação inaudível' }),
      );
    }
    await run(tenant, items[3]!);
    expect(await mailsOf(tenant.empresa.id)).toHaveLength(1);
    await adjust(tenant.empresa.id, 1);
    await run(tenant, items[4]!);
    await run(tenant, items[5]!);
    expect((await balanceOf(test.deps, tenant.empresa.id)).saldo).toBe(48);
    expect(await mailsOf(tenant.empresa.id)).toHaveLength(2);
  });

  it('without a mail server in production, nothing stays in the queue', async () => {
    const tenant = await createTenant(test.deps, { creditos: 50 });
    const [id] = await readyItems(tenant, 1);
    const { env, keyRing } = test.deps;
    await requestRun(
      test.deps.db,
      {
        entrevistaMinutos: 20,
        scope: { kind: 'instalacao' },
        itemId: id!,
        origem: 'manual',
        solicitadoPor: null,
      },
      undefined,
      { env: { ...env, NODE_ENV: 'production', SMTP_URL: undefined }, keyRing },
    );
    expect(await mailsOf(tenant.empresa.id)).toEqual([]);
  });
});

describe('statement', () => {
  let tenant: Tenant;
  const url = (query = '') => `/creditos/extrato/${tenant.empresa.id}${query}`;
  const get = async (query = '', token = tenant.tokens.gerente) =>
    (await call('GET', url(query), { token })).body;

  let saldo = 0;
  /** Writes a ledger entry at a given time. */
  async function book(
    createdAt: string,
    tipo: 'compra' | 'ajuste' | 'reserva' | 'captura' | 'estorno',
    quantidade: number,
    fields: { descricao?: string; execucaoId?: string; usuarioId?: string; valorCentavos?: number } = {},
  ) {
    saldo += quantidade;
    await test.deps.prisma.creditoLancamento.create({
      data: {
        empresaId: tenant.empresa.id,
        tipo,
        quantidade,
        saldoApos: saldo,
        createdAt: new Date(createdAt),
        ...fields,
      },
    });
    await test.deps.prisma.empresa.update({
      where: { id: tenant.empresa.id },
      data: { saldoCreditos: saldo },
    });
  }
  const newRun = async (status: 'concluida' | 'erro' | 'executando') => {
    const item = await createItem(test.deps, tenant.auditoria, { nomeEntrevistado: `Pessoa ${status}` });
    const { id: execucaoId } = await test.deps.prisma.execucao.create({
      data: {
        empresaId: tenant.empresa.id,
        projetoId: tenant.projeto.id,
        itemId: item.id,
        status,
        origem: 'manual',
        configuracao: {},
      },
    });
    return { of: { execucaoId }, itemId: item.id };
  };
  let done: Awaited<ReturnType<typeof newRun>>;

  beforeAll(async () => {
    tenant = await createTenant(test.deps);
    done = await newRun('concluida');
    const failed = await newRun('erro');
    const open = await newRun('executando');
    const gerente = tenant.gerente.usuarioId;
    // 23:59 and 00:00 in São Paulo are different days, but the same day in UTC.
    await book('2026-03-10T12:00:00Z', 'compra', 800, {
      descricao: '=HYPERLINK("x")',
      usuarioId: gerente,
      valorCentavos: 120_000,
    });
    await book('2026-03-11T02:59:59.999Z', 'reserva', -1, {
      ...done.of,
      usuarioId: gerente,
      descricao: 'Processamento de gravação',
    });
    await book('2026-03-11T03:00:00Z', 'reserva', -1, {
      ...failed.of,
      descricao: 'Processamento de gravação',
    });
    await book('2026-03-11T04:00:00Z', 'captura', 0, done.of);
    await book('2026-03-11T05:00:00Z', 'estorno', 1, {
      ...failed.of,
      descricao: 'Gravação inaudível; nada a "transcrever"',
    });
    await book('2026-03-12T12:00:00Z', 'ajuste', -9, {
      descricao: 'Correção',
      usuarioId: mine.admin.usuarioId,
    });
    await book('2026-03-12T13:00:00Z', 'ajuste', 4, {
      descricao: 'Cortesia',
      usuarioId: mine.admin.usuarioId,
    });
    await book('2026-03-12T14:00:00Z', 'reserva', -1, open.of);
  });

  it('shows what changed the balance, from newest to oldest, with the sums', async () => {
    const { data, resumo, pagination } = await get();
    expect(
      data.map((row: { tipo: string; quantidade: number; saldo_apos: number; situacao: string | null }) => [
        row.tipo,
        row.quantidade,
        row.saldo_apos,
        row.situacao,
      ]),
    ).toEqual([
      ['reserva', -1, 793, 'em_andamento'],
      ['ajuste', 4, 794, null],
      ['ajuste', -9, 790, null],
      ['estorno', 1, 799, null],
      ['reserva', -1, 798, 'estornado'],
      ['reserva', -1, 799, 'confirmado'],
      ['compra', 800, 800, null],
    ]);
    expect(resumo).toEqual({ entradas: 804, debitos: 9, consumo: 3, estornos: 1, valorCentavos: 120_000 });
    expect(pagination).toEqual({ page: 1, limit: 20, total: 7, totalPages: 1, totalExato: true });
    expect(data[5]).toMatchObject({
      item: { id: done.itemId, nome: 'Pessoa concluida' },
      usuario: { nome: 'Pessoa de Teste', email: tenant.gerente.email },
    });
    expect(data[4].usuario).toBeNull();
    expect(data[6]).toMatchObject({ valor_centavos: 120_000, item: null });
    const { entradas, debitos, consumo, estornos } = resumo;
    const { saldo: balance, soma } = await balanceOf(test.deps, tenant.empresa.id);
    expect([entradas - debitos - consumo + estornos, soma]).toEqual([balance, balance]);
  });

  it('tells the company that it was the operator, without his e-mail; the administrator, who', async () => {
    const seen = (await get('?tipo=ajuste')).data[0].usuario;
    expect(seen).toEqual({ nome: 'Administração da plataforma', email: null });
    const known = (await get('?tipo=ajuste', mine.tokens.admin)).data[0].usuario;
    expect(known).toEqual({ nome: 'Pessoa de Teste', email: mine.admin.email });
  });

  it('counts the days in São Paulo and filters by kind', async () => {
    const total = async (query: string) => (await get(query)).pagination.total;
    expect(await total('?de=2026-03-10&ate=2026-03-10')).toBe(2);
    expect(await total('?de=2026-03-11&ate=2026-03-11')).toBe(2);
    expect(await total('?ate=2026-03-09')).toBe(0);
    expect(await total('?de=2026-03-12')).toBe(3);
    const day = await get('?de=2026-03-11&ate=2026-03-11');
    expect(day.data.map((row: { tipo: string }) => row.tipo)).toEqual(['estorno', 'reserva']);
    expect(day.resumo).toEqual({ entradas: 0, debitos: 0, consumo: 1, estornos: 1, valorCentavos: 0 });
    const kind = await get('?tipo=reserva&de=2026-03-11');
    expect(kind.data.map((row: { saldo_apos: number }) => row.saldo_apos)).toEqual([793, 798]);
    expect((await call('GET', url('?tipo=captura'))).status).toBe(400);
    expect((await call('GET', url('?de=2026-02-30'))).status).toBe(400);
    expect((await call('GET', url('?limit=101'))).status).toBe(400);
  });

  it('has pages that together are all of it, also within a day and after the end', async () => {
    for (const query of ['', '&tipo=reserva', '&de=2026-03-11', '&ate=2026-03-11']) {
      const all = (await get(`?limit=100${query}`)).data.map((row: { id: string }) => row.id);
      const paged: string[] = [];
      for (let page = 1; page <= Math.ceil(all.length / 2); page += 1) {
        const { data } = await get(`?limit=2&page=${page}${query}`);
        paged.push(...data.map((row: { id: string }) => row.id));
      }
      expect(paged, query).toEqual(all);
    }
    const beyond = await get('?page=50');
    expect(beyond).toMatchObject({ data: [], resumo: { entradas: 804 }, pagination: { total: 7 } });
  });

  it('belongs to the company: others get 404, all its roles see it', async () => {
    expect((await call('GET', url(), { token: mine.tokens.gerente })).status).toBe(404);
    expect((await call('GET', url('/exportar'), { token: mine.tokens.gerente })).status).toBe(404);
    expect((await call('GET', url(), { token: tenant.tokens.usuario })).status).toBe(200);
    const empty = await createTenant(test.deps);
    const answer = await call('GET', `/creditos/extrato/${empty.empresa.id}`, {
      token: empty.tokens.usuario,
    });
    expect(answer.body).toMatchObject({ data: [], resumo: { entradas: 0 }, pagination: { total: 0 } });
  });

  it('comes as CSV as Brazilian Excel reads it, without formulas, and is logged', async () => {
    const { response } = await call('GET', url('/exportar?formato=csv&de=2026-03-10&ate=2026-03-11'), {
      token: tenant.tokens.gerente,
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toBe(
      `attachment; filename="extrato-${tenant.empresa.cnpj}-2026-03-10-2026-03-11.csv"`,
    );
    const email = tenant.gerente.email;
    expect(response.body).toBe(
      `${[
        '\ufeffData;Tipo;Descrição;Item;Situação;Créditos;Saldo após;Valor (R$);Responsável',
        `10/03/2026 09:00;Compra;"'=HYPERLINK(""x"")";;;800;800;1200,00;${email}`,
        `10/03/2026 23:59;Consumo;Processamento de gravação;Pessoa concluida;Confirmado;-1;799;;${email}`,
        '11/03/2026 00:00;Consumo;Processamento de gravação;Pessoa erro;Estornado;-1;798;;Sistema',
        '11/03/2026 02:00;Estorno;"Gravação inaudível; nada a ""transcrever""";Pessoa erro;;1;799;;Sistema',
      ].join('\r\n')}\r\n`,
    );
    const only = await call('GET', url('/exportar?tipo=compra'), { token: tenant.tokens.gerente });
    expect(String(only.body).trim().split('\r\n')).toHaveLength(2);
    expect(only.response.headers['content-disposition']).toMatch(/-inicio-\d{4}-\d\d-\d\d\.csv"$/);
    const log = await test.deps.prisma.registroAcesso.findMany({
      where: { empresaId: tenant.empresa.id, acao: 'extrato_exportado' },
      orderBy: { createdAt: 'asc' },
    });
    expect(log.map((row) => row.detalhes)).toEqual([
      { de: '2026-03-10', ate: '2026-03-11' },
      { tipo: 'compra' },
    ]);
  });

  it('exports thousands of rows, each once and in order', async () => {
    const busy = await createTenant(test.deps);
    await test.deps.db.query(
      `insert into credito_lancamentos (id, empresa_id, tipo, quantidade, saldo_apos, descricao, created_at)
       select gen_random_uuid(), $1, 'ajuste', 1, i, 'Linha ' || i,
       '2026-04-01T12:00:00Z'::timestamptz + (i / 7) * interval '1 second'
       from generate_series(1, 2500) i`,
      [busy.empresa.id],
    );
    const { body } = await call('GET', `/creditos/extrato/${busy.empresa.id}/exportar`, {
      token: busy.tokens.gerente,
    });
    const lines = String(body).trim().split('\r\n').slice(1);
    expect(new Set(lines).size).toBe(2500);
    const page = await call('GET', `/creditos/extrato/${busy.empresa.id}?page=125`, {
      token: busy.tokens.gerente,
    });
    expect(page.body).toMatchObject({ resumo: { entradas: 2500 }, pagination: { total: 2500 } });
    expect(page.body.data).toHaveLength(20);
  });
});

it("the totals by day are those of the statement, and each company's balance is their sum", async () => {
  await changeBalance(test.deps.db, {
    empresaId: mine.empresa.id,
    tipo: 'compra',
    quantidade: 5,
    chaveIdempotente: 'x',
    descricao: 'x',
  });
  const { rows } = await test.deps.db.query(
    `select coalesce(a.empresa_id, b.empresa_id) as empresa, a.n, b.n as contados from (
       select empresa_id, dia, tipo, n, entrada - saida as q, valor_centavos as v from credito_rollup_dia
     ) a full join (
       select empresa_id, (created_at at time zone 'America/Sao_Paulo')::date as dia, tipo, count(*) as n,
         sum(quantidade) as q, coalesce(sum(valor_centavos), 0) as v
       from credito_lancamentos where tipo <> 'captura' group by 1, 2, 3
     ) b using (empresa_id, dia, tipo)
     where a.n is distinct from b.n or a.q is distinct from b.q or a.v is distinct from b.v`,
  );
  expect(rows).toEqual([]);
  const counted = await test.deps.db.query('select count(*)::int as n from credito_rollup_dia');
  expect(counted.rows[0].n).toBeGreaterThan(10);
});
