import { sql } from '@escuta/shared/platform/database/sql';
import { didInterview } from '@escuta/shared/services/interviews/own-interview';

import { afterAll, beforeAll, expect, it } from 'vitest';
import { agenteOf } from '../../api/src/features/entrevistas/collecting/begin-repo.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import {
  bearer,
  createApiKey,
  createAuditoria,
  createItem,
  createMembro,
  createPesquisa,
  createProjeto,
  createTenant,
} from '../support/factories.ts';
import { longo } from '../support/longo.ts';

/** The other fields of an agent without calls or merges. */
const DE_LIGACOES = { matricula: null, ativo: true, ligacoes: 0, ramais: [], fusoes: 0 };
let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps);
});
afterAll(() => test.close());

const call = (method: 'GET' | 'PATCH' | 'POST', url: string, payload?: object, token = mine.tokens.gerente) =>
  test.app.inject({ method, url: `/api/v1${url}`, headers: bearer(token), ...(payload ? { payload } : {}) });
const newAgente = (nome: string, usuarioId: string | null = null) =>
  test.deps.prisma.agente.create({ data: { empresaId: mine.empresa.id, nome, usuarioId } });
const find = (id: string) => test.deps.prisma.agente.findUniqueOrThrow({ where: { id } });

it('lists by name, and finds by name and nickname', async () => {
  const tenant = await createTenant(test.deps);
  const empresaId = tenant.empresa.id;
  for (const nome of ['Zélia', 'Bruno']) {
    await test.deps.prisma.agente.create({
      data: {
        empresaId,
        nome,
        apelidos: { create: { empresaId, apelido: `${nome.slice(0, 2).toLowerCase()} 7` } },
      },
    });
  }
  const names = async (query: string) => {
    const { data, pagination } = (
      await call('GET', `/agentes?${query}`, undefined, tenant.tokens.usuario)
    ).json();
    return [data.map((one: { nome: string }) => one.nome), pagination.total];
  };
  expect(await names('')).toEqual([['Bruno', 'Entrevistadora', 'Zélia'], 3]);
  expect(await names('q=zelia')).toEqual([['Zélia'], 1]);
  expect(await names('q=br%207')).toEqual([['Bruno'], 1]);
  expect(await names('limit=1&page=3')).toEqual([['Zélia'], 3]);
  expect(await names('q=%25')).toEqual([[], 0]);
});

it('orders agents by each column of the list, equal ones by name', async () => {
  const tenant = await createTenant(test.deps);
  const empresaId = tenant.empresa.id;
  const made = async (nome: string, ativo: boolean, ramal: string) => {
    const { id } = await test.deps.prisma.agente.create({ data: { empresaId, nome, ativo } });
    await test.deps.db.query(
      "insert into agente_ramais (id, empresa_id, agente_id, ramal, de) values (gen_random_uuid(), $1, $2, $3, now() - interval '1 day')",
      [empresaId, id, ramal],
    );
    return id;
  };
  const bruno = await made('Bruno', false, '900');
  const zelia = await made('Zélia', true, '1000');
  // Calls of a merged agent belong to the remaining one.
  const former = await test.deps.prisma.agente.create({
    data: { empresaId, nome: 'Zé', fundidoEmId: zelia },
  });
  const projeto = await createProjeto(test.deps, tenant.empresa);
  const auditoria = await createAuditoria(test.deps, projeto);
  for (const agenteId of [bruno, zelia, former.id]) {
    await createItem(test.deps, auditoria, {
      agenteId,
      agenteOrigem: 'pessoa',
      callStartTime: new Date(),
    });
  }
  const names = async (ordem: string) => {
    const answer = await call('GET', `/agentes?ordem=${ordem}`, undefined, tenant.tokens.usuario);
    return answer.json().data.map((one: { nome: string }) => one.nome);
  };
  expect(await names('nome_z')).toEqual(['Zélia', 'Entrevistadora', 'Bruno']);
  expect(await names('ligacoes')).toEqual(['Zélia', 'Bruno', 'Entrevistadora']);
  expect(await names('ligacoes_menos')).toEqual(['Entrevistadora', 'Bruno', 'Zélia']);
  expect(await names('ramal')).toEqual(['Bruno', 'Zélia', 'Entrevistadora']);
  expect(await names('situacao_z')).toEqual(['Bruno', 'Entrevistadora', 'Zélia']);
  for (const ordem of ['entrevistas', 'entrevistas_menos', 'acesso', 'acesso_z', 'ramal_z', 'situacao']) {
    expect(await names(ordem)).toHaveLength(3);
  }
  const unknown = await call('GET', '/agentes?ordem=email', undefined, tenant.tokens.usuario);
  expect(unknown.statusCode).toBe(400);
});

longo.test('names and nicknames are for managers; a nickname belongs to one agent only', async () => {
  const [a, b] = [await newAgente('Rita'), await newAgente('Caio')];
  const refused = await call('PATCH', `/agentes/${a.id}`, { nome: 'X' }, mine.tokens.usuario);
  expect([refused.statusCode, refused.json().message]).toEqual([
    403,
    'Só gerentes e administradores podem alterar agentes.',
  ]);
  const changed = await call('PATCH', `/agentes/${a.id}`, {
    nome: 'Rita Campos',
    apelidos: ['RITA C.', 'rita c.', 'Ritinha'],
  });
  expect(changed.json().data).toMatchObject({ nome: 'Rita Campos', apelidos: ['rita c.', 'ritinha'] });
  const taken = await call('PATCH', `/agentes/${b.id}`, { nome: 'Caio Lima', apelidos: ['Rítinha'] });
  expect([taken.statusCode, taken.json().message]).toEqual([
    409,
    '“ritinha” já é um apelido de Rita Campos. Nada foi salvo.',
  ]);
  expect((await find(b.id)).nome).toBe('Caio');
  await call('PATCH', `/agentes/${a.id}`, { apelidos: ['Rita C.'] });
  expect((await call('PATCH', `/agentes/${b.id}`, { apelidos: ['Ritinha'] })).json().data.apelidos).toEqual([
    'ritinha',
  ]);
  expect((await call('PATCH', `/agentes/${a.id}`, { nome: ' ' })).json().message).toBe('Nome é obrigatório.');
});

longo.test('two people at the same time: what one did not see is not erased', async () => {
  const one = await newAgente('Nair');
  const seen = { nome: 'Nair', apelidos: [] };
  const patch = (body: object) => call('PATCH', `/agentes/${one.id}`, body);
  expect((await patch({ apelidos: ['N. Prado'], antes: { apelidos: [] } })).statusCode).toBe(200);
  const refused = await patch({ apelidos: ['Nairzinha'], antes: seen });
  expect([refused.statusCode, refused.json().errors]).toEqual([
    409,
    [expect.objectContaining({ campo: 'apelidos', atual: ['n. prado'] })],
  ]);
  // A change of another field is no conflict.
  const renamed = await patch({ nome: 'Nair Prado', antes: { nome: 'Nair' } });
  expect(renamed.json().data).toMatchObject({ nome: 'Nair Prado', apelidos: ['n. prado'] });
  expect((await patch({ antes: seen })).json().message).toBe('Informe as mudanças.');
  // Number and account are compared with the seen values, too.
  expect((await patch({ matricula: '17', antes: { matricula: null } })).statusCode).toBe(200);
  const late = await patch({ matricula: '18', antes: { matricula: null } });
  expect([late.statusCode, late.json().errors]).toEqual([
    409,
    [expect.objectContaining({ campo: 'matricula', atual: '17' })],
  ]);
  expect((await patch({ usuario_id: null, antes: { usuario_id: null } })).statusCode).toBe(200);
});

longo.test('shows the account to its holder; only administrators see another company', async () => {
  const membro = await createMembro(test.deps, mine.empresa);
  await newAgente('Com Conta', membro.usuarioId);
  const { email } = await test.deps.prisma.usuario.findUniqueOrThrow({ where: { id: membro.usuarioId } });
  const named = async (query: string, token?: string) =>
    (await call('GET', `/agentes?q=com%20conta${query}`, undefined, token)).json();
  expect((await named('')).data).toEqual([
    expect.objectContaining({ nome: 'Com Conta', usuario_email: email, entrevistas: 0 }),
  ]);
  const of = `&empresaId=${mine.empresa.id}`;
  const other = await createTenant(test.deps);
  expect((await named(of, other.tokens.admin)).pagination.total).toBe(1);
  expect((await named('', other.tokens.admin)).pagination.total).toBe(0);
  expect((await named(of, other.tokens.gerente)).message).toBe('Empresa não encontrada ou acesso negado.');
});

longo.test("the account's e-mail is for readers of users: not for other roles nor for a key", async () => {
  const membro = await createMembro(test.deps, mine.empresa);
  const agente = await newAgente('Com Conta Alheia', membro.usuarioId);
  for (const token of [mine.tokens.usuario, await createApiKey(test.deps, mine.empresa)]) {
    const { data } = (await call('GET', '/agentes?q=com%20conta%20alheia', undefined, token)).json();
    expect(data).toEqual([
      {
        id: agente.id,
        nome: 'Com Conta Alheia',
        usuario_id: membro.usuarioId,
        usuario_email: null,
        apelidos: [],
        entrevistas: 0,
        ...DE_LIGACOES,
      },
    ]);
  }
});

longo.test(
  'a merge stops at the limit of nicknames, and an agent already past it can still be edited',
  async () => {
    const named = async (nome: string, n: number) => {
      const agente = await newAgente(nome);
      const apelidos = Array.from(
        { length: n },
        (_, k) => `${nome.toLowerCase()} ${String(k).padStart(3, '0')}`,
      );
      await test.deps.db.query(
        'insert into agente_apelidos (empresa_id, apelido, agente_id) select $1, unnest($2::text[]), $3',
        [mine.empresa.id, apelidos, agente.id],
      );
      return { id: agente.id, apelidos };
    };
    const [a, b] = [await named('Iara', 60), await named('Ivo', 40)];
    const refused = await call('POST', `/agentes/${a.id}/fundir`, { agente_id: b.id });
    expect([refused.statusCode, refused.json().message]).toEqual([
      422,
      'Juntos, Iara e Ivo teriam 101 apelidos, e um agente pode ter no máximo 100. Remova apelidos antes de juntar os agentes.',
    ]);
    expect((await find(b.id)).fundidoEmId).toBeNull();
    await call('PATCH', `/agentes/${b.id}`, {
      apelidos: b.apelidos.slice(1),
      antes: { apelidos: b.apelidos },
    });
    const merged = await call('POST', `/agentes/${a.id}/fundir`, { agente_id: b.id });
    expect(merged.json().data.apelidos).toHaveLength(100);
    // An agent may have more than 100 nicknames from before their number was limited.
    const many = await named('Ilda', 130);
    const antes = { nome: 'Ilda', apelidos: many.apelidos };
    const kept = many.apelidos.slice(0, 100);
    const over = await call('PATCH', `/agentes/${many.id}`, { apelidos: many.apelidos.slice(1), antes });
    expect([over.statusCode, over.json().message]).toEqual([400, 'Use no máximo 100 apelidos.']);
    const edited = await call('PATCH', `/agentes/${many.id}`, { nome: 'Ilda Reis', apelidos: kept, antes });
    expect(edited.json().data).toMatchObject({ nome: 'Ilda Reis', apelidos: kept });
  },
);

it('a merge moves interviews, account and names, once only', async () => {
  const { prisma } = test.deps;
  const projeto = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'pesquisa' });
  const { agente: outro, entrevista } = await createPesquisa(test.deps, projeto);
  const membro = await createMembro(test.deps, mine.empresa);
  await prisma.agente.update({
    where: { id: outro.id },
    data: { nome: 'R. Nunes', usuarioId: membro.usuarioId },
  });
  const agente = await newAgente('Rosa Nunes');
  const fuse = (id: string, agente_id: string, token?: string) =>
    call('POST', `/agentes/${id}/fundir`, { agente_id }, token);
  expect((await fuse(agente.id, outro.id, mine.tokens.usuario)).statusCode).toBe(403);
  expect((await fuse(agente.id, agente.id)).statusCode).toBe(422);
  const merged = await fuse(agente.id, outro.id);
  expect(merged.json().data).toEqual({
    id: agente.id,
    nome: 'Rosa Nunes',
    usuario_id: membro.usuarioId,
    usuario_email: expect.stringContaining('@'),
    apelidos: ['r. nunes'],
    entrevistas: 1,
    ...DE_LIGACOES,
    fusoes: 1,
  });
  expect((await fuse(agente.id, outro.id)).json().data).toEqual(merged.json().data);
  expect((await prisma.entrevista.findUniqueOrThrow({ where: { id: entrevista.id } })).agenteId).toBe(
    agente.id,
  );
  expect(await find(outro.id)).toMatchObject({ fundidoEmId: agente.id, usuarioId: null });
  expect(
    await prisma.registroAcesso.count({ where: { acao: 'agentes_fundidos', recursoId: agente.id } }),
  ).toBe(1);
  const { data } = (await call('GET', '/agentes?q=nunes')).json();
  expect(data.map((one: { id: string }) => one.id)).toEqual([agente.id]);
  // A merged agent can no longer be changed, merged, or merged into.
  const third = await newAgente('Terceira');
  expect((await fuse(third.id, outro.id)).statusCode).toBe(409);
  expect((await fuse(outro.id, third.id)).statusCode).toBe(409);
  expect((await call('PATCH', `/agentes/${outro.id}`, { nome: 'X' })).statusCode).toBe(409);
  // Earlier merges move along with the merged agent.
  expect((await fuse(third.id, agente.id)).json().data).toMatchObject({
    usuario_id: membro.usuarioId,
    entrevistas: 1,
    ...DE_LIGACOES,
    fusoes: 1,
    apelidos: ['r. nunes', 'rosa nunes'],
  });
  expect((await find(outro.id)).fundidoEmId).toBe(third.id);
});

longo.test('with two accounts, each keeps its own and counts for the agent that remains', async () => {
  const [one, two] = [
    await createMembro(test.deps, mine.empresa),
    await createMembro(test.deps, mine.empresa),
  ];
  const [a, b] = [await newAgente('Lia', one.usuarioId), await newAgente('Lia S.', two.usuarioId)];
  await call('POST', `/agentes/${a.id}/fundir`, { agente_id: b.id });
  expect(await find(a.id)).toMatchObject({ usuarioId: one.usuarioId, fundidoEmId: null });
  expect(await find(b.id)).toMatchObject({ usuarioId: two.usuarioId, fundidoEmId: a.id });
});

it("a merged agent's account and a number that another took are refused with their holder's name", async () => {
  const [um, dois] = [
    await createMembro(test.deps, mine.empresa),
    await createMembro(test.deps, mine.empresa),
  ];
  const [a, b] = [await newAgente('Nina', um.usuarioId), await newAgente('Nina P.', dois.usuarioId)];
  await test.deps.prisma.agente.update({ where: { id: b.id }, data: { matricula: 'N9' } });
  await test.deps.prisma.agente.update({ where: { id: a.id }, data: { matricula: 'N1' } });
  await call('POST', `/agentes/${a.id}/fundir`, { agente_id: b.id });
  const usuario_id = dois.usuarioId;
  const answers = [
    await call('POST', '/agentes', { nome: 'Caio', usuario_id }),
    await call('PATCH', `/agentes/${a.id}`, { usuario_id }),
  ].map((answer) => [answer.statusCode, answer.json().message]);
  const taken = [409, 'Esta conta já está vinculada a Nina P., cujo cadastro foi juntado ao de Nina.'];
  expect(answers).toEqual([taken, taken]);
  const [fusao] = (await call('GET', `/agentes/${a.id}/fusoes`)).json().data;
  await call('POST', '/agentes', { nome: 'Caio', matricula: 'N9' });
  const undone = await call('POST', `/agentes/${a.id}/fusoes/${fusao.id}/desfazer`);
  expect([undone.statusCode, undone.json().message]).toEqual([409, 'A matrícula N9 já é de Caio.']);
  expect(await find(b.id)).toMatchObject({ fundidoEmId: a.id });
});

it("undoing a merge gives back what began by accounts merged before, and the account's holder still did the interviews", async () => {
  const { prisma, db: pool } = test.deps;
  const { entrevista } = await createPesquisa(test.deps, mine.projeto);
  const { empresaId, projetoId, pesquisaId, questionarioId, questionarioVersaoId } = entrevista;
  const begun = (agenteId: string, usuarioId: string | null) =>
    prisma.entrevista.create({
      data: {
        ...{ empresaId, projetoId, pesquisaId, questionarioId, questionarioVersaoId },
        ...{ nomeEntrevistado: 'Depois', agenteId, usuarioId },
      },
    });
  const membro = () => createMembro(test.deps, mine.empresa);
  const [um, dois, tres] = [await membro(), await membro(), await membro()];
  const a = await newAgente('Edna');
  const [b, c] = [await newAgente('Edna L.', um.usuarioId), await newAgente('E. Lima', dois.usuarioId)];
  const planilha = await begun(b.id, null);
  await call('POST', `/agentes/${b.id}/fundir`, { agente_id: c.id });
  await call('POST', `/agentes/${a.id}/fundir`, { agente_id: b.id });
  const since = await begun(a.id, dois.usuarioId);
  await call('PATCH', `/agentes/${a.id}`, { usuario_id: tres.usuarioId });
  const [fusao] = (await call('GET', `/agentes/${a.id}/fusoes`)).json().data;
  expect((await call('POST', `/agentes/${a.id}/fusoes/${fusao.id}/desfazer`)).statusCode).toBe(200);
  expect((await prisma.entrevista.findUniqueOrThrow({ where: { id: since.id } })).agenteId).toBe(b.id);
  const did = async ({ usuarioId }: { usuarioId: string }) =>
    (
      await pool.sql(
        sql`select from entrevistas e where e.id = ${planilha.id} and ${didInterview(usuarioId)}`,
      )
    ).rowCount;
  expect([await did(um), await did(tres)]).toEqual([1, 0]);
});

longo.test(
  'an interview that begins while its interviewer is merged goes along to the one that remains',
  async () => {
    const { prisma, db: pool } = test.deps;
    const projeto = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'pesquisa' });
    const { entrevista } = await createPesquisa(test.deps, projeto);
    const membro = await createMembro(test.deps, mine.empresa);
    // The agent of Vera's account was merged before, into the agent that is merged now.
    const [ficou, agora] = [await newAgente('Vera'), await newAgente('Vera Lúcia')];
    await prisma.agente.create({
      data: { empresaId: mine.empresa.id, nome: 'V. L.', usuarioId: membro.usuarioId, fundidoEmId: agora.id },
    });
    let merging: ReturnType<typeof call> | undefined;
    await pool.transaction(async (tx) => {
      const agenteId = await agenteOf(tx, mine.empresa.id, membro.usuarioId);
      expect(agenteId).toBe(agora.id);
      merging = call('POST', `/agentes/${ficou.id}/fundir`, { agente_id: agora.id });
      // The merge waits while the interview begins.
      await expect
        .poll(
          async () => {
            const { rows } = await pool.query<{ n: number }>(
              'select count(*)::int as n from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
            );
            return rows[0]?.n;
          },
          { timeout: 60_000 },
        )
        .toBeGreaterThan(0);
      await tx.query('update entrevistas set agente_id = $2 where id = $1', [entrevista.id, agenteId]);
    });
    const merged = await merging;
    expect([merged?.statusCode, merged?.json().data.entrevistas]).toEqual([200, 1]);
    expect((await prisma.entrevista.findUniqueOrThrow({ where: { id: entrevista.id } })).agenteId).toBe(
      ficou.id,
    );
  },
);

longo.test('merges at the same time make no circle, and no name is lost', async () => {
  const tenant = await createTenant(test.deps);
  const empresaId = tenant.empresa.id;
  const fuse = (id: string, agente_id: string) =>
    call('POST', `/agentes/${id}/fundir`, { agente_id }, tenant.tokens.gerente);
  for (let round = 0; round < 5; round += 1) {
    const [a = '', b = '', c = '', d = ''] = await Promise.all(
      ['Ana', 'Bia', 'Cris', 'Duda'].map(async (nome) => {
        const { id } = await test.deps.prisma.agente.create({
          data: { empresaId, nome: `${nome} ${round}` },
        });
        return id;
      }),
    );
    await fuse(b, d);
    // Merges A into B, B into C and C into A, each requested twice; B's earlier merges come along.
    const answers = await Promise.all(
      [
        [b, a],
        [c, b],
        [a, c],
        [b, d],
        [b, a],
        [c, b],
        [a, c],
      ].map(([into = '', who = '']) => fuse(into, who)),
    );
    for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode);
    const all = await test.deps.prisma.agente.findMany({ where: { id: { in: [a, b, c, d] } } });
    const own = all.filter(({ fundidoEmId }) => fundidoEmId === null).map(({ id }) => id);
    // In the end every agent remains itself or is merged into exactly one remaining agent.
    expect(own.length).toBeGreaterThan(0);
    for (const { id, fundidoEmId } of all) expect(own).toContain(fundidoEmId ?? id);
    for (const nome of ['Ana', 'Bia', 'Cris', 'Duda']) {
      const { data } = (
        await call(
          'GET',
          `/agentes?q=${encodeURIComponent(`${nome} ${round}`)}`,
          undefined,
          tenant.tokens.usuario,
        )
      ).json();
      expect(data.map(({ id }: { id: string }) => id)).toEqual([
        expect.toSatisfy((id: string) => own.includes(id)),
      ]);
    }
  }
});

it('another company neither sees nor changes anything, and companies are never merged; the key reads', async () => {
  const mineOne = await newAgente('Minha');
  const other = await createTenant(test.deps);
  const theirs = other.tokens.gerente;
  expect((await call('PATCH', `/agentes/${mineOne.id}`, { nome: 'X' }, theirs)).statusCode).toBe(404);
  const fuse = { agente_id: mineOne.id };
  expect((await call('POST', `/agentes/${other.agente.id}/fundir`, fuse, theirs)).statusCode).toBe(404);
  expect((await call('POST', `/agentes/${other.agente.id}/fundir`, fuse, mine.tokens.admin)).statusCode).toBe(
    404,
  );
  expect((await find(mineOne.id)).fundidoEmId).toBeNull();
  const chave = await createApiKey(test.deps, other.empresa);
  const { data } = (await call('GET', '/agentes', undefined, chave)).json();
  expect(data.map((one: { id: string }) => one.id)).toEqual([other.agente.id]);
});
