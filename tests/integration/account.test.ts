import { changePassword } from '@escuta/shared/contracts/accounts/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import {
  bearer,
  createApiKey,
  createEmpresa,
  createMembro,
  SENHA,
  signToken,
  type TestMembro,
} from '../support/factories.ts';
import { mailsTo } from '../support/mails.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ PUBLIC_URL: 'https://escuta.example', LOGIN_MAX_FAILURES: 5 });
});
afterAll(() => test.close());

const NEW = 'trovoada-azul-7';
let last = 0;
async function account(
  fields: Parameters<typeof createMembro>[2] = {},
  empresa?: { id: string; cnpj: string },
) {
  const company = empresa ?? (await createEmpresa(test.deps));
  const membro = await createMembro(test.deps, company, fields);
  return { empresa: company, membro, token: signToken(test.deps, membro) };
}
const request = (method: 'GET' | 'PUT' | 'DELETE', path: string, token: string, payload?: object) =>
  test.app.inject({
    method,
    url: `/api/v1/users/${path}`,
    headers: bearer(token),
    remoteAddress: `10.4.${++last >> 8}.${last & 255}`,
    ...(payload ? { payload } : {}),
  });
const change = (token: string, currentPassword: string, newPassword = NEW) =>
  request('PUT', 'password', token, { currentPassword, newPassword });
const signIn = (cnpj: string, email: string, password: string) =>
  test.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { cnpj, email, password },
    remoteAddress: `10.4.${++last >> 8}.${last & 255}`,
  });
const isAlive = async (token: string) => (await request('GET', 'profile', token)).statusCode === 200;
const exists = async (membro: TestMembro) => ({
  conta: (await test.deps.prisma.membro.count({ where: { id: membro.id } })) === 1,
  pessoa: (await test.deps.prisma.usuario.count({ where: { id: membro.usuarioId } })) === 1,
});

describe('PUT /users/password', () => {
  it('changes the password, ends the other sessions and continues this one with a new token', async () => {
    const { empresa, membro, token } = await account();
    const answer = await change(token, SENHA);
    expect(answer.statusCode).toBe(200);
    const { data, message } = changePassword.response.parse(answer.json());
    expect(message).toBe('Senha alterada com sucesso!');
    expect(await isAlive(token)).toBe(false);
    expect(await isAlive(data.token)).toBe(true);
    expect((await signIn(empresa.cnpj, membro.email, SENHA)).statusCode).toBe(401);
    expect((await signIn(empresa.cnpj, membro.email, NEW)).statusCode).toBe(200);
    const [mail] = await mailsTo(test.deps, membro.email);
    expect(mail?.assunto).toMatch(/^Sua senha foi alterada/);
    expect(
      await test.deps.prisma.registroAcesso.count({
        where: { empresaId: empresa.id, usuarioId: membro.usuarioId, acao: 'senha_alterada' },
      }),
    ).toBe(1);
  });

  it.each([
    ['errada', NEW, 'currentPassword', 'Senha atual incorreta.'],
    [SENHA, SENHA, 'newPassword', 'A nova senha deve ser diferente da atual.'],
    [SENHA, 'qwerty', 'newPassword', 'Esta senha é muito comum e fácil de adivinhar. Use outra.'],
  ])('refuses %s → %s', async (current, next, campo, mensagem) => {
    const { empresa, membro, token } = await account();
    const answer = await change(token, current, next);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ message: mensagem, errors: [{ campo, mensagem }] });
    expect(await isAlive(token)).toBe(true);
    expect((await signIn(empresa.cnpj, membro.email, SENHA)).statusCode).toBe(200);
  });

  it('holds up a guesser of the current password, even with the right one', async () => {
    const { token } = await account();
    for (let i = 0; i < 5; i++) expect((await change(token, `errada${i}`)).statusCode).toBe(422);
    const held = await change(token, SENHA);
    expect(held.statusCode).toBe(429);
    expect(held.json().message).toBe(
      'Muitas tentativas com a senha atual incorreta. Tente novamente em 15 minutos.',
    );
  });

  it('lets one of two changes at the same time pass', async () => {
    const { empresa, membro, token } = await account();
    const passwords = ['trovoada-azul-1', 'trovoada-azul-2'];
    const answers = await Promise.all(passwords.map((password) => change(token, SENHA, password)));
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const winner = passwords[statuses.indexOf(200)] ?? '';
    expect((await signIn(empresa.cnpj, membro.email, winner)).statusCode).toBe(200);
  });

  it('changes the password of this company alone', async () => {
    const { membro, token } = await account();
    const other = await account({ email: membro.email });
    await change(token, SENHA);
    expect(await isAlive(other.token)).toBe(true);
    expect((await signIn(other.empresa.cnpj, membro.email, SENHA)).statusCode).toBe(200);
  });
});

describe('PUT /users/profile', () => {
  it("changes one's own name and answers with the profile", async () => {
    const { token } = await account();
    const answer = await request('PUT', 'profile', token, { nome: '  Ana Prado ' });
    expect(answer.json().data.user.nome).toBe('Ana Prado');
    expect((await request('GET', 'profile', token)).json().data.user.nome).toBe('Ana Prado');
    expect((await request('PUT', 'profile', token, { nome: ' ' })).statusCode).toBe(400);
  });

  it("does not change the person's name in another company: registering does not prove the e-mail", async () => {
    const { membro, token } = await account({ nome: 'Ana Prado' });
    const { token: elsewhere } = await account({ email: membro.email });
    const answer = await request('PUT', 'profile', elsewhere, { nome: 'Outro Nome' });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().message).toContain('contas em outras empresas');
    expect((await request('GET', 'profile', token)).json().data.user.nome).toBe('Ana Prado');
  });
});

describe('DELETE /users/account', () => {
  it('deletes the account and the person, ends the session at once and sends an e-mail', async () => {
    const { empresa, membro, token } = await account();
    const { token: manager } = await account({ papel: 'gerente' }, empresa);
    const ticket = await test.deps.prisma.ticket.create({
      data: {
        empresaId: empresa.id,
        titulo: 'Ticket de teste',
        descricao: 'Descrição do ticket',
        tipo: 'duvida',
        criadoPor: membro.usuarioId,
        atribuidoPara: membro.usuarioId,
      },
    });
    const answer = await request('DELETE', 'account', token);
    expect(answer.statusCode).toBe(200);
    expect(await isAlive(token)).toBe(false);
    expect(await isAlive(manager)).toBe(true);
    expect(await exists(membro)).toEqual({ conta: false, pessoa: false });
    expect((await signIn(empresa.cnpj, membro.email, SENHA)).statusCode).toBe(401);
    const left = await test.deps.prisma.ticket.findUniqueOrThrow({ where: { id: ticket.id } });
    expect(left).toMatchObject({ criadoPor: membro.usuarioId, atribuidoPara: null });
    const [mail] = await mailsTo(test.deps, membro.email);
    expect(mail?.assunto).toMatch(/^Sua conta foi excluída/);
  });

  it('keeps the person and the accounts in other companies', async () => {
    const { membro, token } = await account();
    const other = await account({ email: membro.email });
    await request('DELETE', 'account', token);
    expect(await exists(membro)).toEqual({ conta: false, pessoa: true });
    expect(await isAlive(other.token)).toBe(true);
  });

  it('refuses that of the last manager of a company with other people, and says why', async () => {
    const { empresa, membro, token } = await account({ papel: 'gerente' });
    await account({ papel: 'usuario' }, empresa);
    await account({ papel: 'gerente', ativo: false }, empresa);
    const answer = await request('DELETE', 'account', token);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().message).toBe(
      'Esta é a última conta ativa de gerente na empresa e não pode ser excluída. Antes, atribua o papel de gerente a outra pessoa.',
    );
    expect(await exists(membro)).toEqual({ conta: true, pessoa: true });
    expect(await isAlive(token)).toBe(true);
    await account({ papel: 'gerente' }, empresa);
    expect((await request('DELETE', 'account', token)).statusCode).toBe(200);
  });

  it('accepts that of a manager who is alone in the company', async () => {
    const { membro, token } = await account({ papel: 'gerente' });
    expect((await request('DELETE', 'account', token)).statusCode).toBe(200);
    expect(await exists(membro)).toEqual({ conta: false, pessoa: false });
  });

  it('lets one of two managers leave who leave at the same time', async () => {
    const { empresa, token } = await account({ papel: 'gerente' });
    const { token: second } = await account({ papel: 'gerente' }, empresa);
    await account({}, empresa);
    const answers = await Promise.all([token, second].map((one) => request('DELETE', 'account', one)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 422]);
  });

  it("refuses that of the installation's last administrator", async () => {
    const { token } = await account({ papel: 'admin' });
    const { token: second } = await account({ papel: 'admin' });
    expect((await request('DELETE', 'account', second)).statusCode).toBe(200);
    const answer = await request('DELETE', 'account', token);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().message).toMatch(/^Esta é a última conta ativa de administrador na instalação/);
  });

  it('does not accept an API key', async () => {
    const { empresa } = await account();
    const key = await createApiKey(test.deps, empresa);
    const answer = await request('DELETE', 'account', key);
    expect(answer.statusCode).toBe(403);
    expect(answer.json().code).toBe('chave_nao_permitida');
  });
});
