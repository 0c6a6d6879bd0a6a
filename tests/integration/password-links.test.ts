import { createHash } from 'node:crypto';
import { TERMOS_VERSAO } from '@escuta/shared/domain/accounts/terms';
import { createPasswordLink } from '@escuta/shared/services/accounts/password-links';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createEmpresa, createMembro, SENHA, signToken } from '../support/factories.ts';
import { inHeldMinute } from '../support/held-minute.ts';
import { linkToken, mailsTo, waitForMails } from '../support/mails.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ PUBLIC_URL: 'https://escuta.example/', LOGIN_MAX_FAILURES: 5 });
});
afterAll(() => test.close());

const NEW = 'trovoada-azul-7';
let last = 0;
/** Every request uses a new IP address, so that the limit by address does not make one test depend on another. */
const newAddress = () => `10.3.${++last >> 8}.${last & 255}`;
const post = (path: string, payload: object, remoteAddress = newAddress(), app = test.app) =>
  app.inject({ method: 'POST', url: `/api/v1/auth/${path}`, payload, remoteAddress });
const signIn = (who: { cnpj: string; email: string; password: string }) => post('login', who);
const verify = (token: string) => post('reset-password/verify', { token });
const confirm = (token: string, newPassword = NEW) => post('reset-password/confirm', { token, newPassword });

async function account(fields: Parameters<typeof createMembro>[2] = {}) {
  const empresa = await createEmpresa(test.deps);
  const membro = await createMembro(test.deps, empresa, fields);
  return { empresa, membro, email: membro.email, cnpj: empresa.cnpj };
}
/** Creates an account and requests its link; returns the account and the link's secret. */
async function asked() {
  const made = await account();
  await post('forgot-password', { email: made.email });
  const [mail] = await waitForMails(test.deps, made.email, 1);
  return { ...made, token: linkToken(mail) };
}

describe('POST /auth/forgot-password', () => {
  it('leads from the request to a sign-in with the new password, and ends the open sessions', async () => {
    const { empresa, membro, email, cnpj } = await account();
    const headers = bearer(signToken(test.deps, membro));
    const profile = () => test.app.inject({ url: '/api/v1/users/profile', headers });
    expect((await profile()).statusCode).toBe(200);

    const answer = await post('forgot-password', { email: email.toUpperCase() });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().message).toMatch(/^Email de recuperação enviado/);
    const [mail] = await waitForMails(test.deps, email, 1);
    expect(mail?.assunto).toBe(`Redefinição de senha: ${empresa.nome}`);
    expect(mail?.texto).toContain('https://escuta.example/update-password#token=');
    expect(mail?.texto).toContain(empresa.nome);
    const token = linkToken(mail);
    const { data } = (await verify(token)).json();
    expect(data).toMatchObject({ finalidade: 'redefinicao', email, empresa: empresa.nome, cnpj });
    const minutes = (Date.parse(data.expira_em) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThanOrEqual(30);

    expect((await signIn({ email, cnpj, password: SENHA })).statusCode).toBe(200);
    const done = await confirm(token);
    expect(done.statusCode).toBe(200);
    expect(done.json().message).toBe('Senha alterada. Entre com a nova senha.');
    expect((await profile()).statusCode).toBe(401);
    expect((await signIn({ email, cnpj, password: SENHA })).statusCode).toBe(401);
    expect((await signIn({ email, cnpj, password: NEW })).statusCode).toBe(200);

    const mails = await mailsTo(test.deps, email);
    expect(mails.map((one) => one.assunto)).toContain(`Sua senha foi alterada: ${empresa.nome}`);
    const records = await test.deps.prisma.registroAcesso.findMany({
      where: { empresaId: empresa.id, acao: { not: 'login' } },
      orderBy: { id: 'asc' },
    });
    expect(records.map((record) => record.acao)).toEqual([
      'redefinicao_pedida',
      'senha_redefinida',
      'login_recusado',
    ]);
    expect(JSON.stringify(records)).not.toContain(token);
  });

  it('keeps of the secret only the SHA-256', async () => {
    const { membro, token } = await asked();
    const [row] = await test.deps.prisma.tokenRedefinicaoSenha.findMany({ where: { membroId: membro.id } });
    expect(row?.tokenHash).toBe(createHash('sha256').update(token).digest('hex'));
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it('sends one link a company, each for its account', async () => {
    const first = await account();
    const second = await createEmpresa(test.deps);
    await createMembro(test.deps, second, { email: first.email });
    await post('forgot-password', { email: first.email });
    const mails = await waitForMails(test.deps, first.email, 2);
    expect(mails.map((mail) => mail.assunto).sort()).toEqual(
      [first.empresa.nome, second.nome].map((nome) => `Redefinição de senha: ${nome}`).sort(),
    );
    const ofSecond = mails.find((mail) => mail.assunto.endsWith(second.nome));
    expect((await confirm(linkToken(ofSecond))).statusCode).toBe(200);
    const { email } = first;
    expect((await signIn({ email, cnpj: second.cnpj, password: NEW })).statusCode).toBe(200);
    expect((await signIn({ email, cnpj: first.cnpj, password: SENHA })).statusCode).toBe(200);
  });

  it('answers alike with and without an account, also a deactivated or archived one, and sends those nothing', async () => {
    const known = await account();
    const inactive = await account({ ativo: false });
    const archived = await account();
    await test.deps.prisma.empresa.update({
      where: { id: archived.empresa.id },
      data: { arquivadaEm: new Date() },
    });
    const nobody = { email: 'ninguem@exemplo.com.br', cnpj: known.cnpj };
    const bodies: string[] = [];
    for (const { email, cnpj } of [known, inactive, archived, nobody]) {
      for (const answer of [
        await post('forgot-password', { email }),
        await post('reset-password', { email, cnpj }),
      ]) {
        expect(answer.statusCode).toBe(200);
        bodies.push(answer.body);
      }
    }
    expect(new Set(bodies).size).toBe(1);
    await waitForMails(test.deps, known.email, 2);
    for (const { email } of [inactive, archived, nobody]) expect(await mailsTo(test.deps, email)).toEqual([]);
  });

  it("answers before it makes the link: what only an account needs is not in the answer's time", async () => {
    const { email } = await account();
    const holder = await test.deps.db.pool.connect();
    try {
      // While this lock is held nobody can create a link.
      await holder.query('begin');
      await holder.query('lock table tokens_redefinicao_senha in EXCLUSIVE mode');
      for (const target of [email, 'desconhecida@exemplo.com.br']) {
        expect((await post('forgot-password', { email: target })).statusCode).toBe(200);
      }
      expect(await mailsTo(test.deps, email)).toEqual([]);
      await holder.query('commit');
    } finally {
      holder.release();
    }
    await waitForMails(test.deps, email, 1);
  });

  it('holds up too many requests for an e-mail, with and without an account, from any addresses', async () => {
    const { email } = await account();
    for (const target of [email, 'sem-conta@exemplo.com.br']) {
      for (let i = 0; i < 5; i++)
        expect((await post('forgot-password', { email: target })).statusCode).toBe(200);
      const held = await post('reset-password', { email: target, cnpj: '11222333000181' });
      expect(held.statusCode).toBe(429);
      expect(held.json().message).toBe(
        'Muitos pedidos de redefinição de senha. Tente novamente em 15 minutos.',
      );
      expect(Number(held.headers['retry-after'])).toBeGreaterThan(800);
    }
    await waitForMails(test.deps, email, 5);
  });

  it('holds up an address that asks for many e-mails', async () => {
    const address = newAddress();
    const statuses: number[] = [];
    await inHeldMinute(async () => {
      for (let i = 0; i < 12; i++) {
        const answer = await post('forgot-password', { email: `varredura${i}@exemplo.com.br` }, address);
        statuses.push(answer.statusCode);
      }
    });
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.slice(-2)).toEqual([429, 429]);
  });

  it('tells everybody the same where no e-mail leaves the installation', async () => {
    const { email } = await account();
    const silent = await createTestApp({ NODE_ENV: 'production', PUBLIC_URL: 'https://escuta.example' });
    try {
      for (const target of [email, 'ninguem@exemplo.com.br']) {
        const answer = await post('forgot-password', { email: target }, newAddress(), silent.app);
        expect(answer.statusCode).toBe(503);
        expect(answer.json()).toMatchObject({
          code: 'nao_configurado',
          message:
            'A redefinição de senha por e-mail ainda não está configurada nesta instalação. Fale com o administrador da instalação.',
        });
      }
      expect(await mailsTo(test.deps, email)).toEqual([]);
    } finally {
      await silent.close();
    }
  });
});

it('sends the link that it answered for before the process ends', async () => {
  const { email } = await account();
  const ending = await createTestApp({ PUBLIC_URL: 'https://escuta.example' });
  expect((await post('forgot-password', { email }, newAddress(), ending.app)).statusCode).toBe(200);
  await ending.app.close();
  const sent = await mailsTo(test.deps, email);
  await ending.close();
  expect(sent).toHaveLength(1);
});

describe('POST /auth/reset-password', () => {
  it('sends the link of the account in the company with this CNPJ only', async () => {
    const first = await account();
    const second = await createEmpresa(test.deps);
    await createMembro(test.deps, second, { email: first.email });
    await post('reset-password', { email: first.email, cnpj: second.cnpj });
    const [mail] = await waitForMails(test.deps, first.email, 1);
    expect(mail?.assunto).toBe(`Redefinição de senha: ${second.nome}`);
  });
});

describe('the link', () => {
  it('works once, also when used ten times at the same time', async () => {
    const { token, email, cnpj } = await asked();
    const passwords = Array.from({ length: 10 }, (_, i) => `trovoada-azul-${i}`);
    const answers = await Promise.all(passwords.map((password) => confirm(token, password)));
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 410)).toHaveLength(9);
    const winner = passwords[statuses.indexOf(200)] ?? '';
    expect((await signIn({ email, cnpj, password: winner })).statusCode).toBe(200);
    const again = await verify(token);
    expect(again.statusCode).toBe(410);
    expect(again.json()).toMatchObject({
      code: 'link_invalido',
      message: 'Este link já foi usado. Peça um novo.',
      dados: { motivo: 'usado' },
    });
  });

  it('dies when another is asked for', async () => {
    const { token, email } = await asked();
    await post('forgot-password', { email });
    const [, newer] = await waitForMails(test.deps, email, 2);
    expect((await confirm(token)).json()).toMatchObject({ dados: { motivo: 'invalido' } });
    expect((await confirm(linkToken(newer))).statusCode).toBe(200);
  });

  it('dies when the password is changed, and one alone stays open when many are asked for together', async () => {
    const { membro, email } = await account();
    await Promise.all(Array.from({ length: 4 }, () => post('forgot-password', { email })));
    const tokens = (await waitForMails(test.deps, email, 4)).map(linkToken);
    const open = (await Promise.all(tokens.map(verify))).filter((answer) => answer.statusCode === 200);
    expect(open).toHaveLength(1);
    const changed = await test.app.inject({
      method: 'PUT',
      url: '/api/v1/users/password',
      headers: bearer(signToken(test.deps, membro)),
      payload: { currentPassword: SENHA, newPassword: NEW },
    });
    expect(changed.statusCode).toBe(200);
    const after = await Promise.all(tokens.map(verify));
    expect(after.map((answer) => answer.statusCode)).toEqual([410, 410, 410, 410]);
  });

  it('expires after 30 minutes', async () => {
    const { token, membro } = await asked();
    await test.deps.prisma.tokenRedefinicaoSenha.updateMany({
      where: { membroId: membro.id },
      data: { expiraEm: new Date(Date.now() - 1000) },
    });
    for (const answer of [await verify(token), await confirm(token)]) {
      expect(answer.statusCode).toBe(410);
      expect(answer.json().message).toBe('Este link expirou. Peça um novo.');
    }
  });

  it('does not open an account deactivated after the request', async () => {
    const { token, membro } = await asked();
    await test.deps.prisma.membro.update({ where: { id: membro.id }, data: { ativo: false } });
    expect((await verify(token)).statusCode).toBe(410);
    expect((await confirm(token)).statusCode).toBe(410);
  });

  it('stays open when the chosen password is refused', async () => {
    const { token, email } = await asked();
    const short = await confirm(token, 'abc');
    expect(short.statusCode).toBe(400);
    expect(short.json().message).toBe('A senha deve ter no mínimo 6 caracteres.');
    const common = await confirm(token, 'flamengo');
    expect(common.statusCode).toBe(422);
    expect(common.json().errors).toEqual([
      { campo: 'newPassword', mensagem: 'Esta senha é muito comum e fácil de adivinhar. Use outra.' },
    ]);
    expect((await confirm(token, email)).statusCode).toBe(422);
    expect((await confirm(token)).statusCode).toBe(200);
  });

  it('refuses what is no secret of ours', async () => {
    for (const token of ['x', 'A'.repeat(43), "' or 1=1 --"]) {
      const answer = await verify(token);
      expect(answer.statusCode).toBe(410);
      expect(answer.json().message).toBe('Este link não é válido. Peça um novo.');
    }
  });

  it('lets go of a sign-in held up by wrong passwords', async () => {
    const { token, email, cnpj } = await asked();
    for (let i = 0; i < 5; i++) await signIn({ email, cnpj, password: 'errada' });
    expect((await signIn({ email, cnpj, password: SENHA })).statusCode).toBe(429);
    await confirm(token);
    expect((await signIn({ email, cnpj, password: NEW })).statusCode).toBe(200);
  });
});

describe('invitation', () => {
  it('sets the first password, with the acceptance of the terms, and is good for 7 days', async () => {
    const { membro, empresa, email, cnpj } = await account();
    await test.deps.prisma.membro.update({ where: { id: membro.id }, data: { senhaHash: null } });
    const { url } = await test.deps.db.transaction((tx) =>
      createPasswordLink(tx, test.deps.env, {
        empresaId: empresa.id,
        membroId: membro.id,
        finalidade: 'convite',
      }),
    );
    const token = url.split('#token=')[1] ?? '';
    const { data } = (await verify(token)).json();
    expect([data.finalidade, data.nome]).toEqual(['convite', 'Pessoa de Teste']);
    expect((Date.parse(data.expira_em) - Date.now()) / 86_400_000).toBeCloseTo(7, 1);
    const before = Date.now();
    const accepted = (
      await post('reset-password/confirm', { token, newPassword: NEW, nome: 'Marta do Campo' })
    ).json();
    expect(accepted.message).toBe('Senha definida. A sua conta já está aberta.');
    expect(accepted.data.user).toMatchObject({ email, nome: 'Marta do Campo', so_campo: false });
    const entered = await test.app.inject({
      method: 'GET',
      url: '/api/v1/users/profile',
      headers: bearer(accepted.data.token),
    });
    expect(entered.json().data.user).toEqual(accepted.data.user);
    const row = await test.deps.prisma.membro.findUniqueOrThrow({ where: { id: membro.id } });
    expect(row.termosVersao).toBe(TERMOS_VERSAO);
    expect(row.termosAceitosEm?.getTime()).toBeGreaterThanOrEqual(before);
    expect(row.termosAceitosEm?.getTime()).toBeLessThanOrEqual(Date.now());
    expect((await signIn({ email, cnpj, password: NEW })).statusCode).toBe(200);
    const [mail] = await waitForMails(test.deps, email, 1);
    expect(mail?.assunto).toBe(`Boas-vindas à Escuta: ${empresa.nome}`);
  });

  it('neither shows nor changes the name of a person with accounts elsewhere', async () => {
    const { membro, empresa } = await account();
    const elsewhere = await createEmpresa(test.deps);
    await test.deps.prisma.membro.create({
      data: { empresaId: elsewhere.id, usuarioId: membro.usuarioId, papel: 'usuario' },
    });
    await test.deps.prisma.membro.update({ where: { id: membro.id }, data: { senhaHash: null } });
    const { url } = await test.deps.db.transaction((tx) =>
      createPasswordLink(tx, test.deps.env, {
        empresaId: empresa.id,
        membroId: membro.id,
        finalidade: 'convite',
      }),
    );
    const token = url.split('#token=')[1] ?? '';
    expect((await verify(token)).json().data.nome).toBeNull();
    const refused = await post('reset-password/confirm', { token, newPassword: NEW, nome: 'Outra' });
    expect([refused.statusCode, refused.json().errors[0].campo]).toEqual([422, 'nome']);
    expect((await confirm(token)).statusCode).toBe(200);
  });

  it('is sent again to a person who asks for the password before accepting', async () => {
    const { membro, empresa, email } = await account();
    await test.deps.prisma.membro.update({ where: { id: membro.id }, data: { senhaHash: null } });
    await post('forgot-password', { email });
    const [mail] = await waitForMails(test.deps, email, 1);
    expect(mail?.assunto).toBe(`Convite: ${empresa.nome} na Escuta`);
    expect((await verify(linkToken(mail))).json().data.finalidade).toBe('convite');
  });
});
