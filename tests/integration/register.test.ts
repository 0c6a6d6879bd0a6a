import { register } from '@escuta/shared/contracts/accounts/auth';
import { formatCnpj } from '@escuta/shared/domain/accounts/cnpj';
import { TERMOS_VERSAO } from '@escuta/shared/domain/accounts/terms';
import { open } from '@escuta/shared/platform/crypto/crypto';
import { apiKeyContext } from '@escuta/shared/services/accounts/companies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createEmpresa, createMembro, newCnpj, signToken } from '../support/factories.ts';
import { mailsTo } from '../support/mails.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ PUBLIC_URL: 'https://escuta.example', PASSWORD_MIN_LENGTH: 8 });
});
afterAll(() => test.close());

let last = 0;
/** Every request uses a new IP address, because the limit per IP address would make one test depend on another. */
const newAddress = () => `10.2.${++last >> 8}.${last & 255}`;
const form = (fields: Record<string, unknown> = {}) => ({
  email: `pessoa${++last}@exemplo.com.br`,
  password: 'trovoada-azul-7',
  cnpj: newCnpj(),
  empresa: `Empresa ${last}`,
  nome: 'Ana Prado',
  aceite_termos: true,
  ...fields,
});
const send = (payload: object, remoteAddress = newAddress(), app = test.app) =>
  app.inject({ method: 'POST', url: '/api/v1/auth/register', payload, remoteAddress });

describe('POST /auth/register', () => {
  it('creates company, key and manager, and opens the session', async () => {
    const body = form({ cnpj: '12.abc.345/01de-35', email: 'Ana@Exemplo.com.br' });
    const answer = await send(body);
    expect(answer.statusCode).toBe(201);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { data } = register.response.parse(answer.json());
    expect(data.user).toMatchObject({ email: 'ana@exemplo.com.br', nome: 'Ana Prado', role: 'gerente' });

    const profile = await test.app.inject({ url: '/api/v1/users/profile', headers: bearer(data.token) });
    expect(profile.json().data.empresa).toMatchObject({ nome: body.empresa, cnpj: '12ABC34501DE35' });

    const { prisma, keyRing } = test.deps;
    const empresaId = data.user.empresa_id;
    const [key] = await prisma.chaveApi.findMany({ where: { empresaId } });
    const plain = open(keyRing, key?.cifra ?? '', apiKeyContext(key?.id ?? '', empresaId));
    const projects = await test.app.inject({ url: '/api/v1/projetos', headers: bearer(plain) });
    expect(projects.statusCode).toBe(200);

    const membro = await prisma.membro.findFirstOrThrow({ where: { empresaId } });
    expect(membro).toMatchObject({ papel: 'gerente', termosVersao: TERMOS_VERSAO });
    expect(membro.termosAceitosEm).toBeInstanceOf(Date);
    const records = await prisma.registroAcesso.findMany({ where: { empresaId } });
    expect(records).toMatchObject([{ acao: 'registro', usuarioId: data.user.id, recursoId: empresaId }]);

    const [mail] = await mailsTo(test.deps, 'ana@exemplo.com.br');
    expect(mail?.assunto).toBe(`Boas-vindas à Escuta: ${body.empresa}`);
    expect(mail?.texto).toContain('12.ABC.345/01DE-35');
    expect(mail?.texto).toContain('https://escuta.example/auth');
    expect(mail?.texto).toContain('https://escuta.example/update-password#confirmar=');
    expect(mail?.texto).not.toContain(body.password);
  });

  it("accepts the specification's four fields, and asks for acceptance later, once, with version and time", async () => {
    const { email, password, cnpj, empresa } = form();
    const answer = await send({ email, password, cnpj, empresa });
    expect(answer.statusCode).toBe(201);
    const { data } = register.response.parse(answer.json());
    const { prisma } = test.deps;
    const membroOf = () => prisma.membro.findFirstOrThrow({ where: { empresaId: data.user.empresa_id } });
    expect(await membroOf()).toMatchObject({
      termosVersao: null,
      termosAceitosEm: null,
      termosPendentes: true,
    });
    const headers = bearer(data.token);
    const profile = () => test.app.inject({ url: '/api/v1/users/profile', headers });
    expect((await profile()).json().data.termosPendentes).toBe(true);
    const accept = (payload: object) =>
      test.app.inject({ method: 'POST', url: '/api/v1/users/termos', headers, payload });
    expect((await accept({ aceite_termos: false })).statusCode).toBe(400);
    expect((await membroOf()).termosPendentes).toBe(true);
    const accepted = await accept({ aceite_termos: true });
    expect([accepted.statusCode, accepted.json().data.termosPendentes]).toEqual([200, false]);
    const first = await membroOf();
    expect(first).toMatchObject({ termosVersao: TERMOS_VERSAO, termosPendentes: false });
    await accept({ aceite_termos: true });
    expect((await membroOf()).termosAceitosEm).toEqual(first.termosAceitosEm);
    const records = await prisma.registroAcesso.findMany({
      where: { empresaId: data.user.empresa_id },
      orderBy: { createdAt: 'asc' },
    });
    expect(records.map(({ acao }) => acao)).toEqual(['registro', 'termos_aceitos']);
  });

  it("gives the new company, with a confirmed e-mail, the installation's welcome credits, once, without alarm", async () => {
    const generous = await createTestApp({ CREDITOS_BOAS_VINDAS: 20 });
    const answer = await send(form(), newAddress(), generous.app);
    const { token, user } = answer.json().data;
    const owner = await createMembro(generous.deps, await createEmpresa(generous.deps), { papel: 'admin' });
    const confirm = () =>
      generous.app.inject({
        method: 'POST',
        url: `/api/v1/empresas/${user.empresa_id}/confirmar-email`,
        headers: bearer(signToken(generous.deps, owner)),
      });
    for (const one of [await confirm(), await confirm()]) expect(one.statusCode).toBe(200);
    const saldoOf = async (empresaId: string, headers: Record<string, string>) =>
      (await generous.app.inject({ url: `/api/v1/creditos/saldo/${empresaId}`, headers })).json().data;
    expect(await saldoOf(user.empresa_id, bearer(token))).toEqual({
      saldo: 20,
      baixo: false,
      primeirosCreditos: true,
      limite: 50,
    });
    const entries = await generous.deps.prisma.creditoLancamento.findMany({
      where: { empresaId: user.empresa_id },
    });
    expect(entries).toMatchObject([
      { tipo: 'ajuste', quantidade: 20, saldoApos: 20, descricao: 'Créditos de boas-vindas' },
    ]);
    const made = await generous.app.inject({
      method: 'POST',
      url: '/api/v1/empresas',
      headers: bearer(signToken(generous.deps, owner)),
      payload: { nome: 'Aberta pelo operador', cnpj: newCnpj() },
    });
    expect([made.statusCode, made.json().data.saldo_creditos]).toEqual([201, 20]);
    await generous.close();
  });

  it('does not alarm those who never bought: no low balance, no alert on the start page', async () => {
    const { token, user } = (await send(form())).json().data;
    const get = async (url: string) =>
      (await test.app.inject({ url: `/api/v1${url}`, headers: bearer(token) })).json().data;
    expect(await get(`/creditos/saldo/${user.empresa_id}`)).toMatchObject({
      saldo: 0,
      baixo: false,
      primeirosCreditos: true,
    });
    expect((await get('/dashboard')).alertas).toMatchObject({ total: 0, saldoBaixo: false });
  });

  it('refuses a CNPJ that already exists, however written, and changes nothing', async () => {
    const { cnpj } = await createEmpresa(test.deps);
    const body = form({ cnpj: formatCnpj(cnpj) });
    const answer = await send(body);
    expect(answer.statusCode).toBe(409);
    expect(answer.json().message).toBe('Já existe uma empresa cadastrada com este CNPJ.');
    expect(await test.deps.prisma.usuario.count({ where: { email: body.email } })).toBe(0);
    expect(await mailsTo(test.deps, body.email)).toEqual([]);
  });

  it('lets one of ten registrations of the same CNPJ at the same time pass', async () => {
    const cnpj = newCnpj();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(form({ cnpj }))));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect(await test.deps.prisma.membro.count({ where: { empresa: { cnpj } } })).toBe(1);
  });

  it('lets the same person found several companies at the same time, each account with its password', async () => {
    const email = 'socia@exemplo.com.br';
    const forms = ['vento-norte-91', 'vento-sul-92', 'vento-leste-93'].map((password) =>
      form({ email, password }),
    );
    const answers = await Promise.all(forms.map((body) => send(body)));
    expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201, 201]);
    expect(await test.deps.prisma.usuario.count({ where: { email } })).toBe(1);
    const signIn = (cnpj: string, password: string) =>
      test.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        payload: { email, cnpj, password },
        remoteAddress: newAddress(),
      });
    const [first, second] = forms;
    expect((await signIn(first!.cnpj, 'vento-norte-91')).statusCode).toBe(200);
    expect((await signIn(first!.cnpj, 'vento-sul-92')).statusCode).toBe(401);
    expect((await signIn(second!.cnpj, 'vento-sul-92')).statusCode).toBe(200);
  });

  it('does not change the name of a person with an account: registering did not prove the e-mail', async () => {
    const known = await createMembro(test.deps, await createEmpresa(test.deps));
    await test.deps.prisma.usuario.update({
      where: { id: known.usuarioId },
      data: { nome: 'Nome Verdadeiro' },
    });
    const answer = await send(form({ email: known.email, nome: 'Outro Nome' }));
    expect(answer.json().data.user.nome).toBe('Nome Verdadeiro');
  });

  it.each([
    [
      { aceite_termos: false },
      400,
      'Para se cadastrar, aceite os Termos de Uso e a Política de Privacidade.',
    ],
    [{ cnpj: '11222333000182' }, 400, 'CNPJ inválido. Confira os dígitos.'],
    [{ email: 'a@b.com, c@d.com' }, 400, 'E-mail inválido'],
    [{ email: 'ana\u0000@exemplo.com.br' }, 400, 'E-mail inválido'],
    [{ email: 'x,y@exemplo.com.br' }, 400, 'E-mail inválido'],
    [{ empresa: '   ' }, 400, 'Informe o nome da empresa.'],
    [{ password: '12345' }, 400, 'A senha deve ter no mínimo 6 caracteres.'],
    [{ password: 'azul-17' }, 422, 'A senha deve ter no mínimo 8 caracteres.'],
    [{ password: 'Senha@2026' }, 422, 'Esta senha é muito comum e fácil de adivinhar. Use outra.'],
    [
      { empresa: 'Lumavia Telecom', password: 'LumaviaTelecom' },
      422,
      'A senha não pode ser o seu e-mail, o nome ou o CNPJ da empresa.',
    ],
  ])('refuses %j', async (fields, status, message) => {
    const answer = await send(form(fields));
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ message, errors: [{ mensagem: message }] });
  });

  it('does not register while registration is closed, and the installation says so', async () => {
    const closed = await createTestApp({ REGISTRATION_OPEN: false, OPERADOR_NOME: 'Operadora Ltda' });
    try {
      const answer = await send(form(), newAddress(), closed.app);
      expect(answer.statusCode).toBe(403);
      expect(answer.json().message).toMatch(/cadastro de novas empresas está fechado/);
      const operador = await closed.app.inject({ url: '/api/v1/operador' });
      expect(operador.json().data).toMatchObject({
        nome: 'Operadora Ltda',
        cadastroAberto: false,
        senhaMinima: 6,
        gravacaoMaximaMb: 1024,
        encarregado: { nome: null, email: null },
        enviaEmail: false,
      });
    } finally {
      await closed.close();
    }
  });

  it('the installation says whether it sends e-mails: only then a screen promises one', async () => {
    const sends = await createTestApp({
      PUBLIC_URL: 'https://escuta.example',
      SMTP_URL: 'smtp://127.0.0.1:9',
    });
    try {
      const operador = await sends.app.inject({ url: '/api/v1/operador' });
      expect(operador.json().data.enviaEmail).toBe(true);
    } finally {
      await sends.close();
    }
  });

  it('holds up too many registrations with the same e-mail', async () => {
    const email = 'insistente@exemplo.com.br';
    for (let i = 0; i < 5; i++) expect((await send(form({ email }))).statusCode).toBe(201);
    const held = await send(form({ email }));
    expect(held.statusCode).toBe(429);
    expect(held.json().message).toBe('Muitos cadastros em pouco tempo. Tente novamente em 15 minutos.');
  });
});
