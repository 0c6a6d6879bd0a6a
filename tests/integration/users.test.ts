// Accounts of a company, managed by a manager and by an administrator.
import { open } from '@escuta/shared/platform/crypto/crypto';
import { mailContext } from '@escuta/shared/services/tasks/mail-queue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createEmpresa, createMembro, createTenant, signToken } from '../support/factories.ts';

type Tenant = Awaited<ReturnType<typeof createTenant>>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const PUBLIC_URL = 'https://escuta.exemplo.com.br';
let test: TestApp;
/** Company of the installation's only active administrator, until a test creates another. */
let operator: Tenant;
beforeAll(async () => {
  test = await createTestApp({ PUBLIC_URL });
  operator = await createTenant(test.deps, { nome: 'Operadora' });
});
afterAll(() => test.close());

const call = (token: string, method: Method, path: string, payload?: object) =>
  callApi(test, token, method, path, payload);

/** Creates a company with only a manager and a usuario. */
async function createTeam(nome?: string) {
  const empresa = await createEmpresa(test.deps, nome === undefined ? {} : { nome });
  const gerente = await createMembro(test.deps, empresa, { papel: 'gerente' });
  const usuario = await createMembro(test.deps, empresa, { papel: 'usuario' });
  return { empresa, gerente, usuario, token: signToken(test.deps, gerente) };
}

const findMembro = (id: string) => test.deps.prisma.membro.findUnique({ where: { id } });
const isSignedIn = async (token: string) => (await call(token, 'GET', '/users/profile')).status === 200;

/** Decrypts the e-mails to an address, newest last. */
async function mailsTo(para: string) {
  const mails = await test.deps.prisma.email.findMany({ where: { para }, orderBy: { id: 'asc' } });
  return mails.map((mail) => ({
    assunto: mail.assunto,
    ...(JSON.parse(open(test.deps.keyRing, mail.cifra ?? '', mailContext(mail.id))) as {
      texto: string;
    }),
  }));
}

/** Finds the newest entry of the audit log about an account. */
const lastEntry = (recursoId: string) =>
  test.deps.prisma.registroAcesso.findFirst({ where: { recursoId }, orderBy: { id: 'desc' } });

describe('GET /users', () => {
  it("shows the manager only his company's accounts, by name, and the administrator those of all", async () => {
    const team = await createTeam('Alfa');
    const other = await createTeam('Beta');
    const mine = (await call(team.token, 'GET', '/users')).body;
    expect(mine.pagination).toEqual({ page: 1, limit: 10, total: 2, totalPages: 1, totalExato: true });
    expect(new Set(mine.data.map(({ id }: { id: string }) => id))).toEqual(
      new Set([team.gerente.id, team.usuario.id]),
    );
    const row = mine.data.find(({ id }: { id: string }) => id === team.gerente.id);
    expect(row).toEqual({
      id: team.gerente.id,
      usuario_id: team.gerente.usuarioId,
      email: team.gerente.email,
      nome: 'Pessoa de Teste',
      role: 'gerente',
      direitos: [],
      ativo: true,
      convite_pendente: false,
      empresa: { id: team.empresa.id, nome: 'Alfa' },
      ultimo_acesso: null,
      created_at: expect.any(String),
    });
    // A manager who names another company gets no access to it.
    expect((await call(team.token, 'GET', `/users?empresaId=${other.empresa.id}`)).body.data).toEqual([]);
    const ofBeta = await call(operator.tokens.admin, 'GET', `/users?empresaId=${other.empresa.id}`);
    expect(ofBeta.body.pagination.total).toBe(2);
    const all = await call(operator.tokens.admin, 'GET', '/users?limit=100');
    expect(all.body.pagination.total).toBeGreaterThanOrEqual(7);
  });

  it('finds by part of the name without accents or of the e-mail, by role and by state, in pages', async () => {
    const { empresa, token } = await createTeam();
    const nomes = ['Ângela', 'Bruno', 'Caio', 'Dora'];
    const people = [];
    for (const nome of nomes) people.push(await createMembro(test.deps, empresa, { nome }));
    const [angela, bruno, caio] = people;
    await test.deps.prisma.membro.update({ where: { id: bruno?.id as string }, data: { ativo: false } });
    await test.deps.prisma.membro.update({ where: { id: caio?.id as string }, data: { senhaHash: null } });
    const find = async (query: string) =>
      (await call(token, 'GET', `/users?${query}`)).body.data.map(({ nome }: { nome: string }) => nome);
    expect(await find('q=ANGELA')).toEqual(['Ângela']);
    expect(await find(`q=${angela?.email.slice(0, 20)}`)).toEqual(['Ângela']);
    expect(await find('q=%25')).toEqual([]);
    expect(await find('situacao=inativo')).toEqual(['Bruno']);
    expect(await find('situacao=convidado')).toEqual(['Caio']);
    expect(await find('role=gerente')).toEqual(['Pessoa de Teste']);
    expect(await find('limit=2')).toEqual(['Ângela', 'Bruno']);
    expect(await find('limit=2&page=2')).toEqual(['Caio', 'Dora']);
    expect(await find('page=50')).toEqual([]);
    expect((await call(token, 'GET', '/users?role=chefe')).status).toBe(400);
  });
});

describe('POST /users', () => {
  it('invites a new person by e-mail, with a link that only the address receives', async () => {
    const { empresa, token, gerente } = await createTeam('Convidadora');
    const answer = await call(token, 'POST', '/users', {
      email: ' Nova.Pessoa@Exemplo.com.br ',
      nome: 'Nova Pessoa',
      role: 'usuario',
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      message: 'Convite enviado para nova.pessoa@exemplo.com.br.',
      convite_url: null,
      data: { nome: 'Nova Pessoa', role: 'usuario', ativo: true, convite_pendente: true },
    });
    const [mail] = await mailsTo('nova.pessoa@exemplo.com.br');
    expect(mail?.assunto).toContain('Convidadora');
    expect(mail?.texto).toContain(`${PUBLIC_URL}/update-password#token=`);
    expect(mail?.texto).toContain('Pessoa de Teste convidou você');
    const link = await test.deps.prisma.tokenRedefinicaoSenha.findFirst({
      where: { membroId: answer.body.data.id },
    });
    expect(link).toMatchObject({ finalidade: 'convite', empresaId: empresa.id });
    expect(await lastEntry(answer.body.data.id)).toMatchObject({
      acao: 'usuario_convidado',
      empresaId: empresa.id,
      usuarioId: gerente.usuarioId,
      detalhes: { papel: 'usuario', finalidade: 'convite' },
    });
    const token64 = /#token=([\w-]+)/.exec(mail?.texto ?? '')?.[1] ?? 'x';
    expect(JSON.stringify(await test.deps.prisma.registroAcesso.findMany())).not.toContain(token64);
  });

  it("leads an acceptor of the invitation inside; a deactivated account's link opens nothing", async () => {
    const { empresa, token } = await createTeam();
    const accept = async (email: string) => {
      const invited = (await call(token, 'POST', '/users', { email })).body.data;
      const secret = /#token=([\w-]+)/.exec((await mailsTo(email))[0]?.texto ?? '')?.[1];
      const confirm = () =>
        test.app.inject({
          method: 'POST',
          url: '/api/v1/auth/reset-password/confirm',
          payload: { token: secret, newPassword: 'Convidada-2026' },
        });
      return { id: invited.id as string, confirm };
    };
    const signIn = (email: string) =>
      test.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        payload: { cnpj: empresa.cnpj, email, password: 'Convidada-2026' },
      });
    const welcome = await accept('bem-vinda@exemplo.com.br');
    expect((await signIn('bem-vinda@exemplo.com.br')).statusCode).toBe(401);
    expect((await welcome.confirm()).statusCode).toBe(200);
    const session = (await signIn('bem-vinda@exemplo.com.br')).json().data;
    expect(session.user).toMatchObject({ role: 'usuario', empresa_id: empresa.id });
    const listed = (await call(token, 'GET', '/users?q=bem-vinda')).body.data;
    expect(listed).toMatchObject([{ convite_pendente: false, ultimo_acesso: expect.any(String) }]);

    const refused = await accept('desistiu@exemplo.com.br');
    await call(token, 'PATCH', `/users/${refused.id}`, { ativo: false });
    expect((await refused.confirm()).statusCode).toBe(410);
    expect((await signIn('desistiu@exemplo.com.br')).statusCode).toBe(401);
  });

  it('gives a person with an account in another company one here too, without showing or changing the name', async () => {
    const elsewhere = await createTeam();
    const team = await createTeam();
    const { email } = elsewhere.usuario;
    const answer = await call(team.token, 'POST', '/users', { email, nome: 'Outro Nome' });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ email, nome: null, usuario_id: elsewhere.usuario.usuarioId });
    const person = await test.deps.prisma.usuario.findUniqueOrThrow({ where: { email } });
    expect(person.nome).toBe('Pessoa de Teste');
    const again = await call(team.token, 'POST', '/users', { email });
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'conflito', message: 'Esta pessoa já tem uma conta nesta empresa.' },
    });
    expect(await mailsTo(email)).toHaveLength(1);
    // This company's manager may not rename a person with an account in another company.
    const renamed = await call(team.token, 'PATCH', `/users/${answer.body.data.id}`, { nome: 'Apelido' });
    expect(renamed).toMatchObject({ status: 422, body: { code: 'regra_violada' } });
    const byAdmin = await call(operator.tokens.admin, 'PATCH', `/users/${answer.body.data.id}`, {
      nome: 'Nome Certo',
    });
    expect(byAdmin.body.data.nome).toBe('Nome Certo');
  });

  it('writes to an interviewer of the link alone, and to others of the next sign-ins', async () => {
    const { token } = await createTeam();
    const textOf = async (email: string, body: object) => {
      expect((await call(token, 'POST', '/users', { email, ...body })).status).toBe(201);
      return (await mailsTo(email))[0]?.texto ?? '';
    };
    const field = await textOf('campo.novo@exemplo.com.br', { so_campo: true });
    expect(field).toContain('Abra o link no celular que você usa nas entrevistas');
    expect(field).not.toContain('entre com o CNPJ');
    expect(await textOf('mesa.nova@exemplo.com.br', {})).toContain('Nas próximas vezes, entre com o CNPJ');
  });

  it('of two invitations at the same time makes one account', async () => {
    const { token, empresa } = await createTeam();
    const body = { email: 'ao-mesmo-tempo@exemplo.com.br' };
    const answers = await Promise.all([1, 2, 3].map(() => call(token, 'POST', '/users', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await test.deps.prisma.membro.count({ where: { empresaId: empresa.id } })).toBe(3);
    expect(await mailsTo(body.email)).toHaveLength(1);
  });

  it("lets only the administrator invite to another company or give the administrator's role", async () => {
    const team = await createTeam();
    const other = await createTeam();
    const people = () => test.deps.prisma.membro.count();
    const before = await people();
    const email = 'alguem@exemplo.com.br';
    expect(await call(team.token, 'POST', '/users', { email, empresa_id: other.empresa.id })).toMatchObject({
      status: 404,
      body: { message: 'Empresa não encontrada.' },
    });
    expect(await call(team.token, 'POST', '/users', { email, role: 'admin' })).toMatchObject({
      status: 403,
      body: { code: 'sem_permissao', message: 'Só um administrador pode atribuir o papel de administrador.' },
    });
    expect(await people()).toBe(before);
    const made = await call(operator.tokens.admin, 'POST', '/users', {
      email,
      role: 'gerente',
      empresa_id: other.empresa.id,
    });
    expect(made.body.data).toMatchObject({ role: 'gerente', empresa: { id: other.empresa.id } });
    expect(await test.deps.prisma.usuario.findUnique({ where: { email } })).not.toBeNull();
  });

  it('refuses wrong e-mails and archived companies', async () => {
    const { token, empresa } = await createTeam();
    for (const email of ['', 'sem-arroba', 'a@b', 'a b@c.com', 7]) {
      const answer = await call(token, 'POST', '/users', { email });
      expect(answer.status, String(email)).toBe(400);
    }
    expect((await call(token, 'POST', '/users', { email: 'sem-arroba' })).body.message).toBe(
      'E-mail inválido',
    );
    await test.deps.prisma.empresa.update({ where: { id: empresa.id }, data: { arquivadaEm: new Date() } });
    const archived = await call(operator.tokens.admin, 'POST', '/users', {
      email: 'x@exemplo.com.br',
      empresa_id: empresa.id,
    });
    expect(archived).toMatchObject({
      status: 422,
      body: { message: 'Esta empresa está arquivada. Reative-a antes de convidar pessoas.' },
    });
  });

  it('without a mail server hands the link to the inviter, and does not send it', async () => {
    const { token } = await createTeam();
    const silent = await createTestApp({ NODE_ENV: 'production', PUBLIC_URL });
    try {
      const response = await silent.app.inject({
        method: 'POST',
        url: '/api/v1/users',
        headers: bearer(token),
        payload: { email: 'sem-email@exemplo.com.br' },
      });
      expect(response.statusCode).toBe(201);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.json().convite_url).toMatch(
        /^https:\/\/escuta\.exemplo\.com\.br\/update-password#token=[\w-]{43}$/,
      );
      expect(response.json().message).toContain('entregue o link à pessoa');
      expect(await mailsTo('sem-email@exemplo.com.br')).toEqual([]);
    } finally {
      await silent.close();
    }
  });
});

describe('PATCH /users/{id}', () => {
  it('changes the role, ends the sessions at once and logs it', async () => {
    const { token, usuario, empresa } = await createTeam();
    const theirs = signToken(test.deps, usuario);
    expect(await isSignedIn(theirs)).toBe(true);
    const answer = await call(token, 'PATCH', `/users/${usuario.id}`, { role: 'gerente' });
    expect(answer).toMatchObject({ status: 200, body: { data: { role: 'gerente' } } });
    expect(await isSignedIn(theirs)).toBe(false);
    expect(await lastEntry(usuario.id)).toMatchObject({
      acao: 'usuario_alterado',
      empresaId: empresa.id,
      detalhes: { antes: { papel: 'usuario' }, depois: { papel: 'gerente' } },
    });
    // A request with unchanged values ends no session and is not logged.
    const fresh = signToken(test.deps, { ...usuario, versaoToken: usuario.versaoToken + 1 });
    expect(await isSignedIn(fresh)).toBe(true);
    await call(token, 'PATCH', `/users/${usuario.id}`, { role: 'gerente', ativo: true });
    expect(await isSignedIn(fresh)).toBe(true);
    expect(await test.deps.prisma.registroAcesso.count({ where: { recursoId: usuario.id } })).toBe(1);
  });

  it('deactivates: no session or link works any more, also after reactivation', async () => {
    const { token, usuario, empresa } = await createTeam();
    const theirs = signToken(test.deps, usuario);
    expect(await isSignedIn(theirs)).toBe(true);
    await call(token, 'POST', `/users/${usuario.id}/redefinir-senha`);
    const links = { where: { membroId: usuario.id, empresaId: empresa.id } };
    expect(await test.deps.prisma.tokenRedefinicaoSenha.count(links)).toBe(1);
    expect((await call(token, 'PATCH', `/users/${usuario.id}`, { ativo: false })).body.data.ativo).toBe(
      false,
    );
    expect(await isSignedIn(theirs)).toBe(false);
    expect(await test.deps.prisma.tokenRedefinicaoSenha.count(links)).toBe(0);
    expect(await call(token, 'POST', `/users/${usuario.id}/redefinir-senha`)).toMatchObject({
      status: 422,
      body: { message: 'Esta conta está desativada. Reative-a antes de enviar o link.' },
    });
    expect(await call(token, 'POST', '/users', { email: usuario.email })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Reative a conta') },
    });
    await call(token, 'PATCH', `/users/${usuario.id}`, { ativo: true });
    expect(await isSignedIn(theirs)).toBe(false);
  });

  it('changes the name of a person with an account here only, without ending the sessions', async () => {
    const { token, usuario } = await createTeam();
    const theirs = signToken(test.deps, usuario);
    expect((await call(token, 'PATCH', `/users/${usuario.id}`, { nome: ' Maria ' })).body.data.nome).toBe(
      'Maria',
    );
    expect((await call(token, 'PATCH', `/users/${usuario.id}`, { nome: '' })).body.data.nome).toBeNull();
    expect(await isSignedIn(theirs)).toBe(true);
    expect((await call(token, 'PATCH', `/users/${usuario.id}`, { nome: 'x'.repeat(201) })).status).toBe(400);
  });

  it('nobody changes his own role, deactivates himself or deletes himself here', async () => {
    const { token, gerente, empresa } = await createTeam();
    await createMembro(test.deps, empresa, { papel: 'gerente' });
    const own = `/users/${gerente.id}`;
    expect(await call(token, 'PATCH', own, { role: 'usuario' })).toMatchObject({
      status: 422,
      body: { code: 'regra_violada', message: 'Você não pode mudar o seu próprio papel.' },
    });
    expect(await call(token, 'PATCH', own, { ativo: false })).toMatchObject({
      status: 422,
      body: { message: 'Você não pode desativar a sua própria conta.' },
    });
    expect(await call(token, 'DELETE', own)).toMatchObject({
      status: 422,
      body: { message: 'Para excluir a sua própria conta, use o seu perfil.' },
    });
    expect(await findMembro(gerente.id)).toMatchObject({ papel: 'gerente', ativo: true, versaoToken: 1 });
    expect((await call(token, 'PATCH', own, { nome: 'Eu Mesmo' })).status).toBe(200);
  });

  it("the manager does not touch an administrator's account nor promote one to it", async () => {
    const { token, usuario, empresa } = await createTeam();
    const admin = await createMembro(test.deps, empresa, { papel: 'admin' });
    const refused = { status: 403, body: { code: 'sem_permissao' } };
    expect(await call(token, 'PATCH', `/users/${admin.id}`, { ativo: false })).toMatchObject(refused);
    expect(await call(token, 'PATCH', `/users/${admin.id}`, { nome: 'x' })).toMatchObject(refused);
    expect(await call(token, 'DELETE', `/users/${admin.id}`)).toMatchObject(refused);
    expect(await call(token, 'POST', `/users/${admin.id}/redefinir-senha`)).toMatchObject(refused);
    expect(await call(token, 'PATCH', `/users/${usuario.id}`, { role: 'admin' })).toMatchObject(refused);
    expect(await mailsTo(admin.email)).toEqual([]);
    expect(await findMembro(admin.id)).toMatchObject({ papel: 'admin', ativo: true });
    expect((await findMembro(usuario.id))?.papel).toBe('usuario');
    await test.deps.prisma.membro.delete({ where: { id: admin.id } });
  });

  it("another company's account does not exist for the manager", async () => {
    const team = await createTeam();
    const other = await createTeam();
    const gone = { status: 404, body: { code: 'nao_encontrado', message: 'Usuário não encontrado.' } };
    const url = `/users/${other.usuario.id}`;
    expect(await call(team.token, 'PATCH', url, { ativo: false })).toMatchObject(gone);
    expect(await call(team.token, 'DELETE', url)).toMatchObject(gone);
    expect(await call(team.token, 'POST', `${url}/redefinir-senha`)).toMatchObject(gone);
    expect(await findMembro(other.usuario.id)).toMatchObject({ ativo: true });
    expect((await call(team.token, 'PATCH', '/users/1', {})).body.message).toBe('Identificador inválido.');
  });
});

describe('the last account', () => {
  const LAST =
    /^Esta é a última conta ativa de gerente na empresa e não pode (ser excluída|ser desativada|mudar de papel)\./;

  it("of a company's manager stays: not demoted, not deactivated, not deleted", async () => {
    const { gerente, empresa } = await createTeam();
    // A deactivated manager and a manager with an open invitation do not count as the company's managers.
    await createMembro(test.deps, empresa, { papel: 'gerente', ativo: false });
    const invited = await createMembro(test.deps, empresa, { papel: 'gerente' });
    await test.deps.prisma.membro.update({ where: { id: invited.id }, data: { senhaHash: null } });
    const { admin } = operator.tokens;
    const url = `/users/${gerente.id}`;
    for (const answer of [
      await call(admin, 'PATCH', url, { role: 'usuario' }),
      await call(admin, 'PATCH', url, { ativo: false }),
      await call(admin, 'DELETE', url),
    ]) {
      expect(answer).toMatchObject({ status: 422, body: { code: 'regra_violada' } });
      expect(answer.body.message).toMatch(LAST);
    }
    expect(await findMembro(gerente.id)).toMatchObject({ papel: 'gerente', ativo: true, versaoToken: 1 });
    expect((await call(admin, 'DELETE', `/users/${invited.id}`)).status).toBe(200);
    await createMembro(test.deps, empresa, { papel: 'gerente' });
    expect((await call(admin, 'DELETE', url)).status).toBe(200);
  });

  it('of two managers who demote each other at the same time, one stays', async () => {
    for (let round = 0; round < 5; round++) {
      const { empresa, gerente, token } = await createTeam();
      const second = await createMembro(test.deps, empresa, { papel: 'gerente' });
      const answers = await Promise.all([
        call(token, 'PATCH', `/users/${second.id}`, { role: 'usuario' }),
        call(signToken(test.deps, second), 'DELETE', `/users/${gerente.id}`),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const left = { where: { empresaId: empresa.id, papel: 'gerente', ativo: true } } as const;
      expect(await test.deps.prisma.membro.count(left)).toBe(1);
    }
  });

  it("of an installation's administrator stays, and of two who delete each other at the same time, one stays", async () => {
    const admins = () => test.deps.prisma.membro.count({ where: { papel: 'admin', ativo: true } });
    expect(await admins()).toBe(1);
    const second = await createMembro(test.deps, await createEmpresa(test.deps), { papel: 'admin' });
    const [own, theirs] = [operator.tokens.admin, signToken(test.deps, second)];
    const answers = await Promise.all([
      call(own, 'PATCH', `/users/${second.id}`, { ativo: false }),
      call(theirs, 'PATCH', `/users/${operator.admin.id}`, { ativo: false }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await admins()).toBe(1);
    // Restores the state for the following tests.
    await test.deps.prisma.membro.updateMany({
      where: { id: { in: [operator.admin.id, second.id] } },
      data: { ativo: true, versaoToken: 1 },
    });
    test.deps.sessions.announce(operator.admin.id);
    test.deps.sessions.announce(second.id);
    expect((await call(own, 'PATCH', `/users/${second.id}`, { role: 'usuario' })).status).toBe(200);
  });

  it('of an archived company can be deleted', async () => {
    const { gerente, empresa } = await createTeam();
    await test.deps.prisma.empresa.update({ where: { id: empresa.id }, data: { arquivadaEm: new Date() } });
    expect((await call(operator.tokens.admin, 'DELETE', `/users/${gerente.id}`)).status).toBe(200);
  });
});

describe('POST /users/{id}/redefinir-senha', () => {
  it('sends the link; the password in use works until then, and an open invitation is sent again', async () => {
    const { token, usuario } = await createTeam();
    const answer = await call(token, 'POST', `/users/${usuario.id}/redefinir-senha`);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: `Link de redefinição de senha enviado para ${usuario.email}.`,
        convite_url: null,
        data: { id: usuario.id },
      },
    });
    expect(await isSignedIn(signToken(test.deps, usuario))).toBe(true);
    expect((await mailsTo(usuario.email))[0]?.assunto).toMatch(/^Redefinição de senha/);
    expect(await lastEntry(usuario.id)).toMatchObject({ acao: 'usuario_redefinicao' });

    const invited = (await call(token, 'POST', '/users', { email: 'de-novo@exemplo.com.br' })).body.data;
    const again = await call(token, 'POST', `/users/${invited.id}/redefinir-senha`);
    expect(again.body.message).toBe('Convite enviado para de-novo@exemplo.com.br.');
    // Only the newest link works.
    const links = await test.deps.prisma.tokenRedefinicaoSenha.findMany({ where: { membroId: invited.id } });
    expect(links).toMatchObject([{ finalidade: 'convite' }]);
  });
});

describe('DELETE /users/{id}', () => {
  it('deletes the account, ends the sessions at once and logs who it was', async () => {
    const { token, usuario, empresa, gerente } = await createTeam();
    const theirs = signToken(test.deps, usuario);
    expect(await isSignedIn(theirs)).toBe(true);
    const answer = await call(token, 'DELETE', `/users/${usuario.id}`);
    expect(answer).toMatchObject({ status: 200, body: { message: 'Usuário excluído com sucesso!' } });
    expect(await isSignedIn(theirs)).toBe(false);
    expect(await findMembro(usuario.id)).toBeNull();
    expect(await lastEntry(usuario.id)).toMatchObject({
      acao: 'usuario_removido',
      empresaId: empresa.id,
      usuarioId: gerente.usuarioId,
      detalhes: { papel: 'usuario' },
    });
    expect((await call(token, 'DELETE', `/users/${usuario.id}`)).status).toBe(404);
  });

  it('takes the person’s choices for this company along, and leaves those for another', async () => {
    const { token, usuario } = await createTeam();
    const other = await createTeam();
    const { email } = await test.deps.prisma.usuario.findUniqueOrThrow({ where: { id: usuario.usuarioId } });
    const there = await createMembro(test.deps, other.empresa, { email });
    for (const membro of [usuario, there]) {
      const chosen = { valor: { retorno: [] } };
      const answer = await call(signToken(test.deps, membro), 'PUT', '/preferencias/avisos', chosen);
      expect(answer.status).toBe(200);
    }
    expect((await call(token, 'DELETE', `/users/${usuario.id}`)).status).toBe(200);
    const left = await test.deps.prisma.preferencia.findMany({ where: { usuarioId: usuario.usuarioId } });
    expect(left.map(({ empresaId }) => empresaId)).toEqual([other.empresa.id]);
  });

  it('leaves neither name nor e-mail in the log, from invitation to deletion', async () => {
    const { token } = await createTeam();
    const email = 'zuleide.quaresma@exemplo.com.br';
    const invited = await call(token, 'POST', '/users', { email, nome: 'Zuleide Quaresma' });
    const { id } = invited.body.data;
    await call(token, 'POST', `/users/${id}/redefinir-senha`);
    await call(token, 'PATCH', `/users/${id}`, { nome: 'Zuleide Quaresma Neta', role: 'gerente' });
    const lista = 'Zuleide Outra;zuleide.outra@exemplo.com.br';
    await call(token, 'POST', '/users/convites', { lista });
    expect((await call(token, 'DELETE', `/users/${id}`)).status).toBe(200);
    const { rows } = await test.deps.db.query<{ acao: string; linha: string }>(
      `select acao, r::text as linha from registros_acesso r where recurso_id = $1 or r::text ilike '%zuleide%'
        order by r.id`,
      [id],
    );
    expect(rows.map(({ acao }) => acao)).toEqual([
      'usuario_convidado',
      'usuario_redefinicao',
      'usuario_alterado',
      'usuario_removido',
    ]);
    expect(rows.map(({ linha }) => linha).join()).not.toMatch(/zuleide/i);
  });
});
