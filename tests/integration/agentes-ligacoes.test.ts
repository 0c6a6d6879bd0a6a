// Agents of calls: extensions by period, reassignment of calls after a change of period, manual assignment, merging,
// importing a list.
import { RAMAIS_MAX } from '@escuta/shared/contracts/team/agentes';
import { lockRamais } from '@escuta/shared/services/calls/call-agents';

import { afterAll, beforeAll, expect, it } from 'vitest';
import { resolverAgentes } from '../../worker/src/tasks/kinds/resolver-agentes.ts';
import type { Progress, TaskContext } from '../../worker/src/tasks/task.ts';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import { bearer, createItem, createMembro, createPesquisa, createTenant } from '../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type Tenant = Awaited<ReturnType<typeof createTenant>>;
const call = (tenant: Tenant, method: Method, path: string, payload?: object) =>
  test.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: bearer(tenant.tokens.gerente),
    ...(payload ? { payload } : {}),
  });
const newAgente = async (tenant: Tenant, nome: string): Promise<string> =>
  (await call(tenant, 'POST', '/agentes', { nome })).json().data.id;
/** Creates a call of an extension on a day, at noon in São Paulo. */
async function newCall(tenant: Tenant, ramal: string, dia: string): Promise<string> {
  const { id } = await createItem(test.deps, tenant.auditoria, {});
  await test.deps.prisma.auditoriaItem.update({
    where: { id },
    data: { ramal, callStartTime: new Date(`${dia}T12:00:00-03:00`) },
  });
  return id;
}
const agenteOf = async (tenant: Tenant, id: string) => {
  const { agente } = (await call(tenant, 'GET', `/auditoria-item/${id}`)).json().data;
  return agente === null ? null : `${agente.nome} ${agente.origem}`;
};
const at = (dia: string) => `${dia}T00:00:00-03:00`;

it('the calls of an extension belong to its holder at their time, also when the period changes', async () => {
  const mine = await createTenant(test.deps);
  const [ana, bia] = [await newAgente(mine, 'Ana'), await newAgente(mine, 'Bia')];
  const [antes, depois] = [
    await newCall(mine, 'sip/1023 ', '2026-10-05'),
    await newCall(mine, 'SIP/1023', '2026-10-20'),
  ];
  const who = async () => [await agenteOf(mine, antes), await agenteOf(mine, depois)];

  const given = await call(mine, 'POST', `/agentes/${ana}/ramais`, { ramal: 'Sip/1023' });
  expect([given.statusCode, given.json().data.ramal, given.json().data.resolvidas]).toEqual([
    201,
    'SIP/1023',
    { ligacoes: 2, tarefa_id: null },
  ]);
  expect(await who()).toEqual(['Ana ramal', 'Ana ramal']);

  const taken = await call(mine, 'POST', `/agentes/${bia}/ramais`, {
    ramal: 'SIP/1023',
    de: at('2026-10-10'),
  });
  expect([taken.statusCode, taken.json().message]).toEqual([
    409,
    'O ramal SIP/1023 está com Ana por tempo indeterminado. Encerre ou altere esse período antes.',
  ]);
  const { id: ramalId } = given.json().data;
  await call(mine, 'PATCH', `/agentes/${ana}/ramais/${ramalId}`, { ate: at('2026-10-10') });
  expect(await who()).toEqual(['Ana ramal', null]);
  await call(mine, 'POST', `/agentes/${bia}/ramais`, { ramal: 'SIP/1023', de: at('2026-10-10') });
  expect(await who()).toEqual(['Ana ramal', 'Bia ramal']);
  // Two requests at once: one succeeds, the other is refused.
  const both = await Promise.all(
    [ana, bia].map((id) =>
      call(mine, 'POST', `/agentes/${id}/ramais`, { ramal: '2000', ate: at('2026-01-01') }),
    ),
  );
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);

  await call(mine, 'DELETE', `/agentes/${ana}/ramais/${ramalId}`);
  expect(await who()).toEqual([null, 'Bia ramal']);
  expect((await call(mine, 'DELETE', `/agentes/${ana}/ramais/${ramalId}`)).statusCode).toBe(404);
  const { data } = (await call(mine, 'GET', '/agentes?q=Bia')).json();
  expect(data[0]).toMatchObject({ nome: 'Bia', ramais: ['SIP/1023'], ligacoes: 1 });
});

it("a person's word stays; empty goes back to the extension; a merged agent appears as the one that remains", async () => {
  const mine = await createTenant(test.deps);
  const [ana, bia] = [await newAgente(mine, 'Ana'), await newAgente(mine, 'Bia')];
  const id = await newCall(mine, '7', '2026-10-05');
  const say = (agente_id: string) => call(mine, 'PUT', `/auditoria-item/${id}`, { agente_id });
  await say(bia);
  expect(await agenteOf(mine, id)).toBe('Bia pessoa');
  await call(mine, 'POST', `/agentes/${ana}/ramais`, { ramal: '7' });
  expect(await agenteOf(mine, id)).toBe('Bia pessoa');
  expect((await call(mine, 'POST', `/agentes/${ana}/fundir`, { agente_id: bia })).statusCode).toBe(200);
  expect(await agenteOf(mine, id)).toBe('Ana pessoa');
  expect((await call(mine, 'GET', '/agentes?q=Ana')).json().data[0].ligacoes).toBe(1);
  expect((await say('')).json().data.agente).toMatchObject({ nome: 'Ana', origem: 'ramal' });
  const other = await createTenant(test.deps);
  expect((await say(await newAgente(other, 'Outra'))).statusCode).toBe(404);
});

it('a list is checked with the counts of the import, and the second time nothing changes', async () => {
  const mine = await createTenant(test.deps);
  const clara = await newAgente(mine, 'Clara Dias');
  await call(mine, 'POST', `/agentes/${clara}/ramais`, { ramal: '10', ate: at('2026-02-01') });
  const item = await newCall(mine, '11', '2026-10-05');
  const texto = [
    'Nome;Matrícula;Ramal;De;Até',
    'CLARA DIAS;17;11;01/10/2026;31/10/2026',
    'Davi;18;10;01/01/2026;',
    'Davi;18;12;;',
    ';;13;;',
    'Enzo;;;;',
  ].join('\n');
  const run = async (confirmado: boolean) =>
    (await call(mine, 'POST', '/agentes/importar', { texto, confirmado })).json().data;
  const checked = await run(false);
  expect(checked).toEqual({
    linhas: 5,
    novos: 2,
    alterados: 1,
    ramais: 2,
    iguais: 0,
    recusadas: [
      {
        linha: 3,
        texto: 'Davi;18;10;01/01/2026;',
        motivo: 'O ramal 10 está com Clara Dias até 01/02/2026, 00:00. Encerre ou altere esse período antes.',
      },
      { linha: 5, texto: ';;13;;', motivo: 'Falta o nome.' },
    ],
    resolvidas: { ligacoes: 1, tarefa_id: null },
  });
  expect(await test.deps.prisma.agente.count({ where: { empresaId: mine.empresa.id, nome: 'Davi' } })).toBe(
    0,
  );
  expect(await run(true)).toEqual(checked);
  expect(await agenteOf(mine, item)).toBe('Clara Dias ramal');
  expect(await run(true)).toMatchObject({ novos: 0, alterados: 0, ramais: 0, iguais: 3 });

  // Fills the agent up to the greatest number of extension periods, which an imported list cannot exceed.
  await test.deps.db.query(
    `insert into agente_ramais (id, empresa_id, agente_id, ramal)
     select gen_random_uuid(), $1, $2, 'R' || n
       from generate_series(1, $3::int - (select count(*)::int from agente_ramais where agente_id = $2)) n`,
    [mine.empresa.id, clara, RAMAIS_MAX],
  );
  const full = await call(mine, 'POST', '/agentes/importar', {
    texto: 'Nome;Ramal\nClara Dias;999\nFlávia;998',
    confirmado: true,
  });
  expect(full.json().data).toMatchObject({
    ramais: 1,
    recusadas: [{ linha: 2, motivo: 'Um agente pode ter até 500 períodos de ramal.' }],
  });
});

it("a call written while a period changes waits for it, and belongs to the extension's new holder", async () => {
  const mine = await createTenant(test.deps);
  const eva = await newAgente(mine, 'Eva');
  let made: ReturnType<typeof call> | null = null;
  await test.deps.db.transaction(async (tx) => {
    // Another request is changing periods and has already selected the calls.
    await lockRamais(tx, mine.empresa.id, 'mudam');
    await tx.query(
      `insert into agente_ramais (id, empresa_id, agente_id, ramal) values (gen_random_uuid(), $1, $2, '31')`,
      [mine.empresa.id, eva],
    );
    made = call(mine, 'POST', `/auditoria/${mine.auditoria.id}/items/arquivo`, {
      ...{ ramal: '31', numero_destino: '11987654321', call_start_time: at('2026-10-05') },
    });
    await expect
      .poll(
        async () => {
          const { rows } = await test.deps.db.query(
            `select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database
             where d.datname = current_database() and l.locktype = 'advisory' and l.mode = 'ShareLock'
               and not l.granted`,
          );
          return rows[0].n;
        },
        { timeout: 15_000 },
      )
      .toBe(1);
  });
  const answer = (await (made as unknown as ReturnType<typeof call>)).json();
  expect(answer.data.agente, JSON.stringify(answer)).toMatchObject({ id: eva });
});

it("a period changes also while someone writes the agent's calls; those of two extensions are locked before any sum changes", async () => {
  const mine = await createTenant(test.deps);
  const ana = await newAgente(mine, 'Ana');
  const [de, para] = [await newCall(mine, '21', '2026-10-05'), await newCall(mine, '22', '2026-10-05')];
  const { id: ramalId } = (await call(mine, 'POST', `/agentes/${ana}/ramais`, { ramal: '21' })).json().data;
  let changed: ReturnType<typeof call> | null = null;
  await test.deps.db.transaction(async (tx) => {
    // Another request writes one of Ana's calls, and locks the call that Ana is about to get.
    await tx.query('select from agentes where id = $1 for key share', [ana]);
    await tx.query('select from auditoria_itens where id = $1 for update', [para]);
    changed = call(mine, 'PATCH', `/agentes/${ana}/ramais/${ramalId}`, { ramal: '22' });
    // The change waits for call `para`; it then already holds the lock on call `de`, but none on the sums.
    await expect
      .poll(
        async () => {
          const { rows } = await test.deps.db.query(
            `select count(*)::int as n from pg_stat_activity where datname = current_database()
              and wait_event_type = 'Lock'
             and query like '%from auditoria_itens where id = any%for no key update%'`,
          );
          return rows[0].n;
        },
        { timeout: 15_000 },
      )
      .toBe(1);
    await tx.query('select from chamada_dia where projeto_id = $1 for update nowait', [mine.projeto.id]);
  });
  expect(((await changed) as unknown as { statusCode: number }).statusCode).toBe(200);
  expect([await agenteOf(mine, de), await agenteOf(mine, para)]).toEqual([null, 'Ana ramal']);
});

it('many calls are a task, which continues where it stopped', async () => {
  const mine = await createTenant(test.deps);
  const ana = await newAgente(mine, 'Ana');
  await test.deps.db.query(
    `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, tipo_item, ramal, metadata)
     select gen_random_uuid(), $1, $2, $3, 'ligacao', '99', '{}' from generate_series(1, 2300)`,
    [mine.empresa.id, mine.projeto.id, mine.auditoria.id],
  );
  const given = (await call(mine, 'POST', `/agentes/${ana}/ramais`, { ramal: '99' })).json().data;
  expect(given.resolvidas).toEqual({ ligacoes: 2300, tarefa_id: expect.any(String) });
  const found = () => test.deps.prisma.auditoriaItem.count({ where: { agenteId: ana } });
  expect(await found()).toBe(0);

  // Runs the task like the worker: step by step, each from the last saved state.
  let task = {
    id: given.resolvidas.tarefa_id,
    empresaId: mine.empresa.id,
    parametros: { trechos: [{ ramal: '99', de: null, ate: null }] },
    cursor: null,
    resultado: null,
    feito: 0,
    total: null,
  } as unknown as TaskContext<'resolver_agentes'>['task'];
  const context = () =>
    ({
      db: test.deps.db,
      task,
      save: async (_db: unknown, progress: Partial<Progress<'resolver_agentes'>>) => {
        task = { ...task, ...progress };
      },
    }) as unknown as TaskContext<'resolver_agentes'>;
  await resolverAgentes.begin(context());
  const seen = [];
  while (await resolverAgentes.step(context())) seen.push(await found());
  expect(seen).toEqual([1000, 2000, 2300, 2300]);
  expect([task.total, task.feito, task.resultado]).toEqual([2300, 2300, { ligacoes: 2300, mudadas: 2300 }]);
  await test.deps.db.transaction(async (tx) => {
    const { rows } = await tx.query('select sum(n)::int as n from chamada_dia where agente_id = $1', [ana]);
    expect(rows[0].n).toBe(2300);
  });
});

/** Reads a company's agents with merges, accounts, numbers, names and extensions, and the agents' interviews. */
const standing = async ({ empresa: { id: empresaId } }: Tenant) => ({
  agentes: await test.deps.prisma.agente.findMany({
    where: { empresaId },
    orderBy: { id: 'asc' },
    select: {
      ...{ id: true, nome: true, matricula: true, ativo: true, usuarioId: true, fundidoEmId: true },
      apelidos: { select: { apelido: true }, orderBy: { apelido: 'asc' } },
      ramais: { select: { ramal: true } },
      entrevistas: { select: { id: true }, orderBy: { id: 'asc' } },
    },
  }),
});

it('a merge is undone once only: interviews, account, number, names and extensions return, and their calls', async () => {
  const mine = await createTenant(test.deps);
  const { prisma } = test.deps;
  const { agente: bia, entrevista } = await createPesquisa(test.deps, mine.projeto);
  const membro = await createMembro(test.deps, mine.empresa);
  await prisma.agente.update({
    where: { id: bia.id },
    data: { nome: 'Bia', matricula: '9', usuarioId: membro.usuarioId },
  });
  const ana = await newAgente(mine, 'Ana');
  await call(mine, 'POST', `/agentes/${bia.id}/ramais`, { ramal: '20' });
  const before = await newCall(mine, '20', '2026-10-05');
  const was = await standing(mine);
  const fundir = (id: string, agente_id: string) =>
    call(mine, 'POST', `/agentes/${id}/fundir`, { agente_id });
  expect((await fundir(ana, bia.id)).json().data).toMatchObject({
    matricula: '9',
    entrevistas: 1,
    fusoes: 1,
  });
  const since = await newCall(mine, '20', '2026-10-06');
  expect(await agenteOf(mine, since)).toBe('Ana ramal');
  const [fusao] = (await call(mine, 'GET', `/agentes/${ana}/fusoes`)).json().data;
  expect(fusao).toMatchObject({ nome: 'Bia', entrevistas: 1, ramais: 1 });
  const undo = (id: string, fusaoId: string) =>
    call(mine, 'POST', `/agentes/${id}/fusoes/${fusaoId}/desfazer`);
  const both = await Promise.all([undo(ana, fusao.id), undo(ana, fusao.id)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
  expect(await standing(mine)).toEqual(was);
  expect([await agenteOf(mine, before), await agenteOf(mine, since)]).toEqual(['Bia ramal', 'Bia ramal']);
  const ligacoes = async (q: string) => (await call(mine, 'GET', `/agentes?q=${q}`)).json().data[0].ligacoes;
  expect([await ligacoes('Ana'), await ligacoes('Bia')]).toEqual([0, 2]);
  expect(await prisma.registroAcesso.count({ where: { acao: 'fusao_desfeita', recursoId: ana } })).toBe(1);
  // In a chain of merges the last must be undone first; afterwards everything is as before the merges.
  const caio = await newAgente(mine, 'Caio');
  const three = await standing(mine);
  await fundir(ana, bia.id);
  await fundir(caio, ana);
  const [outer] = (await call(mine, 'GET', `/agentes/${caio}/fusoes`)).json().data;
  const [inner] = (await call(mine, 'GET', `/agentes/${ana}/fusoes`)).json().data;
  const refused = await undo(ana, inner.id);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'O cadastro de Ana foi juntado a outro agente depois desta fusão: desfaça primeiro a fusão mais recente.',
  ]);
  // An interview that Bia's account began meanwhile was counted for Caio, and returns to Bia.
  const later = await prisma.entrevista.create({
    data: {
      ...{ empresaId: mine.empresa.id, projetoId: mine.projeto.id, pesquisaId: entrevista.pesquisaId },
      ...{ questionarioId: entrevista.questionarioId, questionarioVersaoId: entrevista.questionarioVersaoId },
      ...{ nomeEntrevistado: 'Depois', usuarioId: membro.usuarioId, agenteId: caio },
    },
  });
  expect((await undo(caio, outer.id)).statusCode).toBe(200);
  expect((await undo(ana, inner.id)).statusCode).toBe(200);
  expect((await prisma.entrevista.findUniqueOrThrow({ where: { id: later.id } })).agenteId).toBe(bia.id);
  await prisma.entrevista.delete({ where: { id: later.id } });
  expect(await standing(mine)).toEqual(three);
});

it("a number and an account that another has are refused with the other's name, also after a merge", async () => {
  const mine = await createTenant(test.deps);
  const patch = (id: string, change: object) => call(mine, 'PATCH', `/agentes/${id}`, change);
  const [ana, bia, caio] = [
    await newAgente(mine, 'Ana'),
    await newAgente(mine, 'Bia'),
    await newAgente(mine, 'Caio'),
  ];
  await patch(ana, { usuario_id: mine.admin.usuarioId });
  await patch(bia, { matricula: '7', usuario_id: mine.gerente.usuarioId });
  const { admin } = (await createTenant(test.deps)).tokens;
  // The operator undoes the merge; the company does not see the operator's name.
  await callApi(test, admin, 'POST', `/agentes/${ana}/fundir`, { agente_id: bia });
  const taken = await patch(caio, { usuario_id: mine.gerente.usuarioId });
  expect([taken.statusCode, taken.json().message]).toEqual([
    409,
    'Esta conta já está vinculada a Bia, cujo cadastro foi juntado ao de Ana.',
  ]);
  await patch(ana, { matricula: '8' });
  expect((await patch(caio, { matricula: '7' })).statusCode).toBe(200);
  const [fusao] = (await call(mine, 'GET', `/agentes/${ana}/fusoes`)).json().data;
  expect(fusao.por).toBe('Administração da plataforma');
  const undo = () => call(mine, 'POST', `/agentes/${ana}/fusoes/${fusao.id}/desfazer`);
  const refused = await undo();
  expect([refused.statusCode, refused.json().message]).toEqual([409, 'A matrícula 7 já é de Caio.']);
  await patch(caio, { matricula: '9' });
  expect((await undo()).json().data).toMatchObject({ agente: { matricula: '8' }, outro: { matricula: '7' } });
});

it('an agent that nothing mentions is deleted; one that something mentions is anonymised after leaving', async () => {
  const mine = await createTenant(test.deps);
  const { prisma } = test.deps;
  const [novo, ana] = [await newAgente(mine, 'Engano'), await newAgente(mine, 'Ana Prado')];
  await call(mine, 'POST', `/agentes/${novo}/ramais`, { ramal: '40', ate: at('2020-01-01') });
  expect((await call(mine, 'DELETE', `/agentes/${novo}`)).statusCode).toBe(200);
  expect(await prisma.agente.count({ where: { id: novo } })).toBe(0);
  await call(mine, 'POST', `/agentes/${ana}/ramais`, { ramal: '41' });
  const id = await newCall(mine, '41', '2026-10-05');
  const refused = await call(mine, 'DELETE', `/agentes/${ana}`);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'O cadastro de Ana Prado não pode ser excluído porque tem ligações. Desative o agente ou, se a pessoa saiu da empresa, anonimize o agente.',
  ]);
  const membro = await createMembro(test.deps, mine.empresa);
  const dados = { matricula: '77', usuario_id: membro.usuarioId, apelidos: ['A. Prado'] };
  await call(mine, 'PATCH', `/agentes/${ana}`, dados);
  expect((await call(mine, 'POST', `/agentes/${ana}/anonimizar`)).json().message).toMatch(
    /^A conta de Ana Prado ainda está ativa/u,
  );
  await prisma.membro.updateMany({ where: { usuarioId: membro.usuarioId }, data: { ativo: false } });
  const { data } = (await call(mine, 'POST', `/agentes/${ana}/anonimizar`)).json();
  expect(data).toMatchObject({
    ...{ nome: `Agente ${ana.slice(-6).toUpperCase()}`, matricula: null, ativo: false, usuario_id: null },
    ...{ apelidos: [], ramais: [], ligacoes: 1 },
  });
  // The call keeps its agent, and the extension is free from now on.
  expect(await agenteOf(mine, id)).toBe(`${data.nome} ramal`);
  const lines = await prisma.registroAcesso.findMany({ where: { recursoId: { in: [ana, novo] } } });
  expect(lines.map(({ acao }) => acao)).toEqual(
    expect.arrayContaining(['agente_excluido', 'agente_anonimizado']),
  );
  expect(JSON.stringify(lines)).not.toMatch(/Prado|Engano/iu);
});
