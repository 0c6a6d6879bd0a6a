import { login } from '@escuta/shared/contracts/accounts/auth';
import { formatCnpj } from '@escuta/shared/domain/accounts/cnpj';
import argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createEmpresa, createMembro, newCnpj, SENHA, signToken } from '../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ LOGIN_MAX_FAILURES: 5 });
});
afterAll(() => test.close());

let lastAddress = 0;
/** A new IP address for each sign-in, so that the limit by IP address does not count the sign-ins of other tests. */
function newAddress(): string {
  lastAddress++;
  return `10.1.${lastAddress >> 8}.${lastAddress & 255}`;
}
const signIn = (body: { cnpj: string; email: string; password: string }, remoteAddress = newAddress()) =>
  test.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: body, remoteAddress });

async function account(fields: Parameters<typeof createMembro>[2] = {}) {
  const empresa = await createEmpresa(test.deps);
  const membro = await createMembro(test.deps, empresa, fields);
  return { empresa, membro, right: { cnpj: empresa.cnpj, email: membro.email, password: SENHA } };
}

describe('POST /auth/login', () => {
  it('opens a session with a CNPJ with or without punctuation and an e-mail in any case', async () => {
    const { membro, right } = await account({ papel: 'gerente' });
    for (const cnpj of [right.cnpj, formatCnpj(right.cnpj)]) {
      const answer = await signIn({ ...right, cnpj, email: right.email.toUpperCase() });
      expect(answer.statusCode).toBe(200);
      const { data } = login.response.parse(answer.json());
      expect(data.user).toMatchObject({
        id: membro.usuarioId,
        role: 'gerente',
        roles: ['gerente'],
        empresa_id: membro.empresaId,
        user_metadata: { role: 'gerente', empresa_id: membro.empresaId },
      });
      const claims = JSON.parse(Buffer.from(data.token.split('.')[1] ?? '', 'base64url').toString());
      expect(claims.exp * 1000).toBeGreaterThan(Date.now());
      expect(claims).toMatchObject({
        empresa_id: membro.empresaId,
        user_metadata: { role: 'gerente', empresa_id: membro.empresaId },
      });
      const profile = await test.app.inject({ url: '/api/v1/users/profile', headers: bearer(data.token) });
      expect(profile.json().data).toMatchObject({
        user: { email: membro.email },
        empresa: { cnpj: right.cnpj },
      });
    }
  });

  it('answers every failure alike, and notes each without password or e-mail', async () => {
    const { right } = await account();
    const inactive = await account({ ativo: false });
    const archived = await account();
    await test.deps.prisma.empresa.update({ where: { id: archived.empresa.id }, data: { ativa: false } });
    const other = await createEmpresa(test.deps);
    const before = await test.deps.prisma.registroAcesso.count();
    const answers = await Promise.all([
      signIn({ ...right, password: 'errada' }),
      signIn({ ...right, email: 'ninguem@exemplo.com.br' }),
      signIn({ ...right, cnpj: other.cnpj }),
      signIn({ ...right, cnpj: '123' }),
      signIn(inactive.right),
      signIn(archived.right),
    ]);
    const bodies = answers.map((answer) => ({ ...answer.json(), requestId: '' }));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([401]));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]).toMatchObject({
      success: false,
      message: 'CNPJ, e-mail ou senha inválidos.',
      error: 'CNPJ, e-mail ou senha inválidos.',
      code: 'credenciais_invalidas',
    });
    const records = await test.deps.prisma.registroAcesso.findMany({
      orderBy: { createdAt: 'desc' },
      take: 6,
    });
    expect(await test.deps.prisma.registroAcesso.count()).toBe(before + 6);
    expect(JSON.stringify(records)).not.toContain('errada');
    expect(JSON.stringify(records)).not.toContain('@');
    expect(
      records.every((record) => record.acao === 'login_recusado' && record.enderecoIp?.startsWith('10.1.')),
    ).toBe(true);
  });

  it('counts refusals of the same account, from the same address, in one entry', async () => {
    const { right, membro } = await account();
    const wrong = () => signIn({ ...right, password: 'errada' }, '10.1.250.1');
    await Promise.all([wrong(), wrong(), wrong()]);
    await signIn({ ...right, password: 'errada' }, '10.1.250.2');
    const rows = await test.deps.prisma.registroAcesso.findMany({
      where: { acao: 'login_recusado', recursoId: membro.id },
      orderBy: { enderecoIp: 'asc' },
    });
    expect(rows.map(({ enderecoIp, via, detalhes }) => ({ enderecoIp, via, detalhes }))).toEqual([
      {
        enderecoIp: '10.1.250.1',
        via: 'pessoa',
        detalhes: { motivo: 'senha', tentativas: 3, ultima: expect.any(String) },
      },
      { enderecoIp: '10.1.250.2', via: 'pessoa', detalhes: { motivo: 'senha', tentativas: 1 } },
    ]);
  });

  // `npm run bench -- acesso` measures the time; this test checks that the work is equal.
  it('does the same work with and without an account: one hash, equally dear', async () => {
    const { right } = await account();
    const invited = await account();
    await test.deps.prisma.membro.update({ where: { id: invited.membro.id }, data: { senhaHash: null } });
    const other = await createEmpresa(test.deps);
    // Counts the calls of `argon2.verify`; each call is a real verification.
    const verify = vi.spyOn(argon2, 'verify');
    const work = async (body: typeof right) => {
      verify.mockClear();
      expect((await signIn({ ...body, password: 'errada' })).statusCode).toBe(401);
      // A hash begins with its cost: $argon2id$v=19$m=19456,t=2,p=1$…
      return verify.mock.calls.map(([phc]) => String(phc).split('$').slice(0, 4).join('$'));
    };
    const known = await work(right);
    expect(known).toEqual(['$argon2id$v=19$m=19456,t=2,p=1']);
    expect(await work({ ...right, email: 'ninguem@exemplo.com.br' })).toEqual(known);
    expect(await work({ ...right, cnpj: other.cnpj })).toEqual(known);
    expect(await work({ ...right, cnpj: '123' })).toEqual(known);
    expect(await work(invited.right)).toEqual(known);
  });

  it('notes the last access', async () => {
    const { membro, right } = await account();
    const before = Date.now();
    await signIn(right);
    const row = await test.deps.prisma.membro.findUniqueOrThrow({ where: { id: membro.id } });
    expect(row.ultimoAcesso?.getTime()).toBeGreaterThanOrEqual(before);
    expect(row.ultimoAcesso?.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('holds up an account after 5 wrong passwords, from any addresses and at the same time', async () => {
    const { right } = await account();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signIn({ ...right, password: 'errada' })),
    );
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    const held = await signIn({ ...right, cnpj: formatCnpj(right.cnpj) });
    expect(held.statusCode).toBe(429);
    expect(held.json().message).toBe('Muitas tentativas de acesso. Tente novamente em 15 minutos.');
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(800);
  });

  it('holds up even the right password, and lets it go when the term ends', async () => {
    const { right } = await account();
    const { redis, env } = test.deps;
    for (let i = 0; i < 5; i++) await signIn({ ...right, password: 'errada' });
    expect((await signIn(right)).statusCode).toBe(429);
    // Simulates the end of the limit's 15 minutes.
    const keys = await redis.keys(`${env.REDIS_PREFIX}:login:*`);
    const ttls = await Promise.all(keys.map((key) => redis.pttl(key)));
    expect(Math.min(...ttls)).toBeGreaterThan(0);
    expect(Math.max(...ttls)).toBeLessThanOrEqual(15 * 60_000);
    await Promise.all(keys.map((key) => redis.pexpire(key, 1)));
    await expect.poll(async () => (await signIn(right)).statusCode).toBe(200);
  });

  it('has the limit of 20 attempts where nobody changes it', async () => {
    const standard = await createTestApp();
    try {
      const { right } = await account();
      const attempt = (password: string) =>
        standard.app.inject({
          method: 'POST',
          url: '/api/v1/auth/login',
          payload: { ...right, password },
          remoteAddress: newAddress(),
        });
      const statuses = await Promise.all(
        Array.from({ length: 25 }, async () => (await attempt('errada')).statusCode),
      );
      expect(statuses.filter((status) => status === 401)).toHaveLength(20);
      const held = await attempt(right.password);
      expect(held.statusCode).toBe(429);
      expect(held.json().message).toBe('Muitas tentativas de acesso. Tente novamente em 15 minutos.');
    } finally {
      await standard.close();
    }
  });

  it("one account's mistakes do not hold up its neighbours at the same address", async () => {
    const address = newAddress();
    const [clumsy, neighbour] = [await account(), await account()];
    for (let i = 0; i < 5; i++) await signIn({ ...clumsy.right, password: 'errada' }, address);
    expect((await signIn(clumsy.right, address)).statusCode).toBe(429);
    expect((await signIn(neighbour.right, address)).statusCode).toBe(200);
  });

  it('mistakes for an account, from other addresses, do not shut out the person where he already signed in', async () => {
    const { right } = await account();
    const [office, elsewhere] = [newAddress(), newAddress()];
    expect((await signIn(right, office)).statusCode).toBe(200);
    for (let i = 0; i < 5; i++) await signIn({ ...right, password: 'errada' });
    expect((await signIn(right, elsewhere)).statusCode).toBe(429);
    expect((await signIn(right, office)).statusCode).toBe(200);
    // Guesses are limited also from an IP address from which the person has signed in.
    for (let i = 0; i < 5; i++) {
      expect((await signIn({ ...right, password: 'errada' }, office)).statusCode).toBe(401);
    }
    expect((await signIn(right, office)).statusCode).toBe(429);
  });

  it('says that the company is archived only to those who prove the password', async () => {
    const { empresa, right } = await account();
    await test.deps.prisma.empresa.update({ where: { id: empresa.id }, data: { arquivadaEm: new Date() } });
    const wrong = await signIn({ ...right, password: 'errada' });
    expect(wrong.json()).toMatchObject({ code: 'credenciais_invalidas' });
    const told = await signIn(right);
    expect(told.statusCode).toBe(403);
    expect(told.json()).toMatchObject({
      code: 'sem_permissao',
      message: expect.stringContaining('Esta empresa está arquivada'),
    });
  });

  it('holds up an address that tries many different accounts, and not the accounts', async () => {
    const address = newAddress();
    // Guesses ten times as often as an account's limit allows.
    for (let i = 0; i < 50; i++) {
      const guess = { cnpj: newCnpj(), email: `pessoa-${i}@exemplo.com.br`, password: 'errada' };
      expect((await signIn(guess, address)).statusCode).toBe(401);
    }
    const { right } = await account();
    expect((await signIn(right, address)).statusCode).toBe(429);
    expect((await signIn(right)).statusCode).toBe(200);
  });

  it("resets the account's count when the password is right", async () => {
    const { right } = await account();
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 4; i++) {
        expect((await signIn({ ...right, password: 'errada' })).statusCode).toBe(401);
      }
      expect((await signIn(right)).statusCode).toBe(200);
    }
  });

  it('still limits without Redis', async () => {
    const alone = await createTestApp({ LOGIN_MAX_FAILURES: 3, REDIS_URL: 'redis://127.0.0.1:9' }).catch(
      () => null,
    );
    expect(alone).not.toBeNull();
    if (!alone) return;
    try {
      const { right } = await account();
      const statuses: number[] = [];
      for (let i = 0; i < 5; i++) {
        const answer = await alone.app.inject({
          method: 'POST',
          url: '/api/v1/auth/login',
          payload: { ...right, password: 'errada' },
        });
        statuses.push(answer.statusCode);
      }
      expect(statuses).toEqual([401, 401, 401, 429, 429]);
    } finally {
      await alone.close();
    }
  });

  it('refuses missing fields with the message of each', async () => {
    const answer = await signIn({ cnpj: '', email: 'sem-arroba', password: '' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'requisicao_invalida',
      message: 'E-mail inválido',
      errors: [
        { campo: 'email', mensagem: 'E-mail inválido' },
        { campo: 'password', mensagem: 'Informe a senha.' },
        { campo: 'cnpj', mensagem: 'Informe o CNPJ.' },
      ],
    });
  });
});

describe('session', () => {
  it('ends at once, in all processes, when the account is closed', async () => {
    const other = await createTestApp();
    try {
      const { membro } = await account();
      const headers = bearer(signToken(test.deps, membro));
      const ask = (app: TestApp['app']) => app.inject({ url: '/api/v1/users/profile', headers });
      expect((await ask(test.app)).statusCode).toBe(200);
      expect((await ask(other.app)).statusCode).toBe(200);
      await other.deps.sessions.endSessions(membro.id);
      expect((await ask(other.app)).statusCode).toBe(401);
      await expect.poll(async () => (await ask(test.app)).statusCode).toBe(401);
    } finally {
      await other.close();
    }
  });

  it('reads the role from the database, not from the token', async () => {
    const { membro } = await account({ papel: 'usuario' });
    const forged = signToken(test.deps, { ...membro, papel: 'admin' });
    const answer = await test.app.inject({ url: '/api/v1/users/profile', headers: bearer(forged) });
    expect(answer.json().data.user.role).toBe('usuario');
    expect(answer.json().data.userPermissions.company).toEqual({ read: true });
  });
});
