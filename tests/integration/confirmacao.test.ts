// A company's e-mail must be confirmed before it invites strangers; invitations are limited, even by concurrent
// requests.
import { CLASSES_DE_EMAIL } from '@escuta/shared/services/tasks/mail-queue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import { createEmpresa, createMembro, newCnpj, signToken } from '../support/factories.ts';
import { linkToken, mailsTo } from '../support/mails.ts';

let test: TestApp;
let admin: string;
beforeAll(async () => {
  test = await createTestApp({ PUBLIC_URL: 'https://escuta.example', CREDITOS_BOAS_VINDAS: 20 });
  admin = signToken(
    test.deps,
    await createMembro(test.deps, await createEmpresa(test.deps), { papel: 'admin' }),
  );
});
afterAll(() => test.close());

let n = 0;
const address = () => {
  n += 1;
  return `pessoa-${n}@confirmacao.example`;
};
const call = async (token: string, method: Method, path: string, payload?: object) => {
  const { status, body } = await callApi(test, token, method, path, payload);
  return { status, ...body };
};
const post = (path: string, payload: object, app = test.app) =>
  app.inject({ method: 'POST', url: `/api/v1${path}`, payload, remoteAddress: `10.9.${n >> 8}.${n & 255}` });

/** Registers a company through the public form's route, without signing in. */
async function register(app = test.app) {
  const email = address();
  const answer = await post(
    '/auth/register',
    { email, password: 'trovoada-azul-7', cnpj: newCnpj(), empresa: `Nova ${n}`, aceite_termos: true },
    app,
  );
  expect(answer.statusCode).toBe(201);
  const { token, user } = answer.json().data;
  return {
    email,
    token: token as string,
    empresaId: user.empresa_id as string,
    usuarioId: user.id as string,
  };
}
const secretOf = (texto: string | undefined) => /#confirmar=([\w-]+)/.exec(texto ?? '')?.[1] ?? '';
const secret = async (email: string, nth = 0) => secretOf((await mailsTo(test.deps, email))[nth]?.texto);
const confirm = (token: string) => post('/auth/confirmar-email', { token });
const saldo = async (empresaId: string) =>
  (await test.deps.prisma.empresa.findUniqueOrThrow({ where: { id: empresaId } })).saldoCreditos;
const acts = async (empresaId: string) =>
  (
    await test.deps.prisma.registroAcesso.findMany({ where: { empresaId }, orderBy: { createdAt: 'asc' } })
  ).map(({ acao, detalhes }) => [acao, (detalhes as { por?: string }).por ?? null]);

describe("the company's e-mail", () => {
  it('before it is confirmed people sign in, but nobody is invited and there are no credits; the link confirms once', async () => {
    const one = await register();
    expect((await call(one.token, 'GET', '/empresa/confirmacao')).data).toEqual({
      confirmado: false,
      email: one.email,
      por_email: true,
    });
    const guest = address();
    for (const [path, body] of [
      ['/users', { email: guest }],
      ['/users/convites', { lista: `Alguém;${guest}` }],
      ['/users/convites/conferir', { lista: `Alguém;${guest}` }],
    ] as const) {
      const refused = await call(one.token, 'POST', path, body);
      expect([refused.status, refused.code]).toEqual([403, 'email_nao_confirmado']);
      expect(refused.message).toContain('Antes de convidar pessoas, confirme o e-mail da empresa');
    }
    expect(await test.deps.prisma.usuario.count({ where: { email: guest } })).toBe(0);
    expect(await mailsTo(test.deps, guest)).toEqual([]);
    expect(await saldo(one.empresaId)).toBe(0);

    const token = await secret(one.email);
    // Ten concurrent requests: one confirms, and the credits come once.
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(token)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(410)]);
    expect(answers.find(({ statusCode }) => statusCode === 410)?.json()).toMatchObject({
      code: 'link_invalido',
      dados: { motivo: 'usado', confirmado: true },
    });
    expect(await saldo(one.empresaId)).toBe(20);
    expect(await acts(one.empresaId)).toEqual([
      ['registro', null],
      ['email_confirmado', 'link'],
    ]);
    expect((await call(one.token, 'GET', '/empresa/confirmacao')).data.confirmado).toBe(true);
    expect((await call(one.token, 'POST', '/users', { email: guest })).status).toBe(201);
  });

  it('an old or invented link, or one of a closed account, does not confirm', async () => {
    const one = await register();
    const token = await secret(one.email);
    expect((await confirm('nada')).json().message).toContain('não é válido');
    await test.deps.db.query("update confirmacoes_email set expira_em = now() - interval '1 second'");
    expect((await confirm(token)).json()).toMatchObject({ dados: { motivo: 'expirado', confirmado: false } });
    await test.deps.db.query("update confirmacoes_email set expira_em = now() + interval '1 day'");
    await test.deps.prisma.membro.updateMany({ where: { empresaId: one.empresaId }, data: { ativo: false } });
    expect((await confirm(token)).json()).toMatchObject({ dados: { motivo: 'invalido' } });
    expect(await saldo(one.empresaId)).toBe(0);
  });

  it('the link is sent again three times in 24 hours, also at ten requests at the same time; the first stays valid', async () => {
    const one = await register();
    const again = () => call(one.token, 'POST', '/empresa/confirmacao');
    const answers = await Promise.all(Array.from({ length: 10 }, again));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array(7).fill(429)]);
    expect(await mailsTo(test.deps, one.email)).toHaveLength(4);
    expect((await confirm(await secret(one.email))).statusCode).toBe(200);
    // A confirmed address gets no further mail.
    expect((await again()).message).toBe('O e-mail da empresa já está confirmado.');
    expect((await confirm(await secret(one.email, 1))).statusCode).toBe(410);
    expect(await mailsTo(test.deps, one.email)).toHaveLength(4);
  });

  it('a password set by the received link confirms too', async () => {
    const one = await register();
    await post('/auth/forgot-password', { email: one.email });
    await expect.poll(async () => (await mailsTo(test.deps, one.email)).length).toBe(2);
    const token = linkToken((await mailsTo(test.deps, one.email))[1]);
    const set = await post('/auth/reset-password/confirm', { token, newPassword: 'outra-trovoada-8' });
    expect(set.statusCode).toBe(200);
    expect(await saldo(one.empresaId)).toBe(20);
    expect(await acts(one.empresaId)).toContainEqual(['email_confirmado', 'redefinicao']);
  });

  it('an administrator confirms with a click, also where there is no e-mail: there a link handed over proves nothing', async () => {
    const quiet = await createTestApp({
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://escuta.example',
      CREDITOS_BOAS_VINDAS: 20,
    });
    try {
      const one = await register(quiet.app);
      const own = await quiet.deps.prisma.membro.findFirstOrThrow({ where: { empresaId: one.empresaId } });
      const asks = (method: Method, path: string, payload?: object) =>
        callApi(quiet, one.token, method, path, payload);
      expect((await asks('GET', '/empresa/confirmacao')).body.data.por_email).toBe(false);
      expect((await asks('POST', '/empresa/confirmacao')).status).toBe(503);
      const refused = await asks('POST', '/users', { email: address() });
      expect(refused.body.message).toContain('peça ao administrador da instalação');
      const { body } = await asks('POST', `/users/${own.id}/redefinir-senha`);
      const handed = /#token=([\w-]+)/.exec(String((body as { convite_url?: string }).convite_url))?.[1];
      const set = { token: handed, newPassword: 'outra-trovoada-8' };
      expect((await post('/auth/reset-password/confirm', set, quiet.app)).statusCode).toBe(200);
      expect(await saldo(one.empresaId)).toBe(0);

      const path = `/empresas/${one.empresaId}/confirmar-email`;
      const both = await Promise.all([1, 2].map(() => call(admin, 'POST', path)));
      expect(both.map(({ message }) => message).sort()).toEqual([
        'E-mail da empresa confirmado.',
        'O e-mail da empresa já estava confirmado.',
      ]);
      expect(await saldo(one.empresaId)).toBe(20);
      const shown = await call(admin, 'GET', `/empresas/${one.empresaId}`);
      expect(shown.data.email_confirmado_em).toEqual(expect.any(String));
    } finally {
      await quiet.close();
    }
  });
});

describe('how many invitations', () => {
  /** Creates a confirmed company. @returns the company's id, and its manager's token */
  async function company(fields: { convitesMax?: number } = {}) {
    const empresa = await createEmpresa(test.deps);
    await test.deps.prisma.empresa.update({ where: { id: empresa.id }, data: fields });
    const gerente = await createMembro(test.deps, empresa, { papel: 'gerente' });
    return { empresaId: empresa.id, token: signToken(test.deps, gerente) };
  }
  const people = (count: number) => Array.from({ length: count }, () => `P;${address()}`).join('\n');
  const accounts = (empresaId: string) => test.deps.prisma.membro.count({ where: { empresaId } });

  it('50 open, the room left is said, and lists at the same time do not pass together; the administrator gives more', async () => {
    const { empresaId, token } = await company();
    const send = (lista: string) => call(token, 'POST', '/users/convites', { lista });
    const lists = await Promise.all(Array.from({ length: 4 }, () => send(people(20))));
    expect(lists.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422]);
    const refused = lists.find(({ status }) => status === 422);
    expect(refused?.message).toBe(
      'A empresa tem 40 convites em aberto e pode ter até 50; esta lista convidaria mais 20 pessoas. Ninguém foi convidado. Aguarde os aceites, ou peça ao administrador da instalação um limite maior.',
    );
    expect(refused?.dados).toEqual({ abertos: 40, max: 50, cabem: 10 });
    expect(await accounts(empresaId)).toBe(41);
    const check = async () =>
      (await call(token, 'POST', '/users/convites/conferir', { lista: people(1) })).data.cabem;
    expect(await check()).toBe(10);
    expect((await send(people(10))).status).toBe(200);
    expect((await call(token, 'POST', '/users', { email: address() })).status).toBe(422);

    const limits = { convites_max: 60, compras_mes_max: null };
    const changed = await call(admin, 'PUT', `/empresas/${empresaId}/limites`, limits);
    expect(changed.data.convites).toEqual({ abertos: 50, max: 60, proprio: 60 });
    expect((await send(people(10))).status).toBe(200);
    // Administrators of the installation have no limit.
    const mine = { email: address(), empresa_id: empresaId };
    expect((await call(admin, 'POST', '/users', mine)).status).toBe(201);
    expect((await acts(empresaId)).filter(([acao]) => acao === 'empresa_limites')).toHaveLength(1);
    expect((await call(token, 'PUT', `/empresas/${empresaId}/limites`, limits)).status).toBe(403);
  });

  it('deleting and inviting again makes no room; an accepted invitation does', async () => {
    const { empresaId, token } = await company({ convitesMax: 2 });
    const invite = async () => call(token, 'POST', '/users', { email: address() });
    const [one, two] = [await invite(), await invite()];
    expect((await invite()).status).toBe(422);
    expect((await call(token, 'DELETE', `/users/${one.data.id}`)).status).toBe(200);
    expect((await invite()).status).toBe(422);
    await test.deps.prisma.membro.update({ where: { id: two.data.id }, data: { senhaHash: 'aceitou' } });
    expect((await invite()).status).toBe(201);
    await test.deps.db.query(
      "update emails set created_at = now() - interval '8 days' where empresa_id = $1 and classe = $2",
      [empresaId, CLASSES_DE_EMAIL.convite],
    );
    expect((await invite()).status).toBe(201);
  });

  it('the same invitation goes to a person four times in 24 hours, whoever asks for it and even if the account is made anew', async () => {
    const { token } = await company();
    const email = address();
    const { data } = await call(token, 'POST', '/users', { email });
    const again = () => call(token, 'POST', `/users/${data.id}/redefinir-senha`);
    const answers = await Promise.all(Array.from({ length: 6 }, again));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429]);
    expect(answers.find(({ status }) => status === 429)?.message).toContain('já foi reenviado 3 vezes');
    const mails = await mailsTo(test.deps, email);
    expect(mails).toHaveLength(4);
    // A refused repetition of the invitation leaves the last sent link valid.
    const links = await Promise.all(
      mails.map((mail) => post('/auth/reset-password/verify', { token: linkToken(mail) })),
    );
    expect(links.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410, 410]);
    await post('/auth/forgot-password', { email });
    await call(token, 'DELETE', `/users/${data.id}`);
    expect((await call(token, 'POST', '/users', { email })).status).toBe(429);
    const list = await call(token, 'POST', '/users/convites', { lista: `P;${email}\n${people(1)}` });
    expect([list.status, list.message]).toEqual([
      429,
      `O convite já foi reenviado 3 vezes a ${email} nas últimas 24 horas. Tente de novo amanhã, ou remova esta pessoa da lista. Nenhum convite foi enviado.`,
    ]);
    expect(await mailsTo(test.deps, email)).toHaveLength(4);
  });
});
