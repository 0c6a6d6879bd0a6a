// An agent's page: figures, moments, permissions; and feedback that is read, answered and withdrawn.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../support/app.ts';
import { bearer, createItem, createMembro, createTenant, signToken } from '../support/factories.ts';
import { createRunWithInsights, createTemplateVersion, judged } from '../support/insights.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type Tenant = Awaited<ReturnType<typeof createTenant>>;
const call = (token: string, method: Method, path: string, payload?: object) =>
  test.app.inject({ method, url: `/api/v1${path}`, headers: bearer(token), ...(payload ? { payload } : {}) });

async function newAgente(tenant: Tenant, nome: string, usuario_id?: string): Promise<string> {
  return (await call(tenant.tokens.gerente, 'POST', '/agentes', { nome, usuario_id })).json().data.id;
}

/** Creates an agent with an account. @returns ids of the agent and the account (`conta`), and the account's token */
async function newAgenteWithAccount(
  tenant: Tenant,
  nome: string,
): Promise<{ id: string; conta: string; token: string }> {
  const membro = await createMembro(test.deps, tenant.empresa, { papel: 'usuario' });
  const id = await newAgente(tenant, nome, membro.usuarioId);
  return { id, conta: membro.usuarioId, token: signToken(test.deps, membro) };
}

const PROTOCOLO = { descricao: 'O agente informa o protocolo', critico: true };

/** Creates a judged call. `protocolo`: true if it meets the critical criterion. @returns ids of call and insight */
async function judgedCall(
  tenant: Tenant,
  agenteId: string,
  template: Awaited<ReturnType<typeof createTemplateVersion>>,
  { nota, protocolo, saudacao = true }: { nota: number; protocolo: boolean; saudacao?: boolean },
): Promise<{ item: string; insight: string }> {
  const { id } = await createItem(test.deps, tenant.auditoria, {});
  await test.deps.prisma.auditoriaItem.update({
    where: { id },
    data: { agenteId, agenteOrigem: 'pessoa', callStartTime: new Date() },
  });
  const item = {
    id,
    empresaId: tenant.empresa.id,
    projetoId: tenant.projeto.id,
    auditoriaId: tenant.auditoria.id,
  };
  const { ids, execucaoId } = await createRunWithInsights(test.deps, item, [
    {
      template,
      pontuacao: nota,
      criterios: [
        judged('protocolo', { ...PROTOCOLO, atendido: protocolo ? 'sim' : 'nao' }),
        judged('saudacao', { descricao: 'O agente saúda o cliente', atendido: saudacao ? 'sim' : 'nao' }),
      ],
    },
  ]);
  await test.deps.prisma.auditoriaResultado.create({
    data: {
      ...{ empresaId: item.empresaId, projetoId: item.projetoId, itemId: id, auditoriaId: item.auditoriaId },
      ...{ execucaoId, statusProcessamento: 'concluido', analiseTexto: {} },
    },
  });
  await test.deps.prisma.evidencia.create({
    data: {
      ...{ empresaId: tenant.empresa.id, insightId: ids[0] as string, ordem: 0, criterio: 'protocolo' },
      ...{
        citacao: 'Não tenho protocolo',
        verificada: true,
        sentencaOrdem: 3,
        startMs: 12_000,
        endMs: 14_000,
      },
    },
  });
  return { item: id, insight: ids[0] as string };
}

describe('GET /agentes/{id}/pagina', () => {
  it('shows the worst and best calls by the answers in force, beside the company', async () => {
    const mine = await createTenant(test.deps);
    const [ana, bia] = [await newAgente(mine, 'Ana'), await newAgente(mine, 'Bia')];
    const template = await createTemplateVersion(test.deps, mine.empresa.id);
    const worst = await judgedCall(mine, ana, template, { nota: 0.2, protocolo: false });
    const best = await judgedCall(mine, ana, template, { nota: 0.8, protocolo: true });
    await judgedCall(mine, bia, template, { nota: 0.6, protocolo: true });
    const { data } = (await call(mine.tokens.gerente, 'GET', `/agentes/${ana}/pagina`)).json();
    expect([data.nota.n, data.nota.valor, data.empresa.n]).toEqual([2, 0.5, 3]);
    expect(data.piores.map((one: { item_id: string }) => one.item_id)).toEqual([worst.item]);
    expect(data.melhores.map((one: { item_id: string }) => one.item_id)).toEqual([best.item]);
    expect(data.piores[0]).toMatchObject({
      criterio: { ...PROTOCOLO, atendido: 'nao' },
      citacao: { texto: 'Não tenho protocolo', start_ms: 12_000, ordem: 3 },
    });
    expect(data.semanas).toMatchObject([{ n: 2, valor: 0.5 }]);

    // A corrected answer removes the moment, because the call then fails no criterion.
    const verdict = await call(mine.tokens.gerente, 'POST', `/insights/validate/${worst.insight}`, {
      veredito: 'rejeitado',
      motivo: 'Critério avaliado errado',
      criterios: [{ id: 'protocolo', atendido: 'sim' }],
    });
    expect(verdict.statusCode).toBe(200);
    const after = (await call(mine.tokens.gerente, 'GET', `/agentes/${ana}/pagina`)).json().data;
    expect(after.piores.map((one: { criterio: unknown }) => one.criterio)).toEqual([null]);
  });

  it('shows calls that can be heard first, and another criterion in each call', async () => {
    const mine = await createTenant(test.deps);
    const ana = await newAgente(mine, 'Ana');
    const template = await createTemplateVersion(test.deps, mine.empresa.id);
    const failed = { protocolo: false, saudacao: false };
    const silent = await judgedCall(mine, ana, template, { nota: 0.1, ...failed });
    const heard = await judgedCall(mine, ana, template, { nota: 0.2, ...failed });
    for (const nota of [0.8, 0.9]) await judgedCall(mine, ana, template, { nota, protocolo: true });
    const { id, item } = { id: heard.item, item: test.deps.prisma.auditoriaItem };
    await item.update({ where: { id }, data: { arquivoPath: 'a/1' } });
    type Moment = { item_id: string; gravacao: boolean; criterio: { descricao: string } };
    const { data } = (await call(mine.tokens.gerente, 'GET', `/agentes/${ana}/pagina`)).json();
    const said = (moments: Moment[]) => moments.map(({ criterio }) => criterio.descricao);
    expect(data.piores.map((one: Moment) => [one.item_id, one.gravacao])).toEqual([
      [heard.item, true],
      [silent.item, false],
    ]);
    expect(said(data.piores)).toEqual([PROTOCOLO.descricao, 'O agente saúda o cliente']);
    expect(said(data.melhores)).toEqual([PROTOCOLO.descricao, 'O agente saúda o cliente']);
  });

  it('is read by leaders and by the agent, and is another company’s nobody’s', async () => {
    const mine = await createTenant(test.deps);
    const theirs = await createTenant(test.deps);
    const own = await newAgenteWithAccount(mine, 'Ana');
    const other = await newAgente(mine, 'Bia');
    const status = async (token: string, id: string) =>
      (await call(token, 'GET', `/agentes/${id}/pagina`)).statusCode;
    expect(await status(own.token, own.id)).toBe(200);
    expect(await status(own.token, other)).toBe(403);
    expect(await status(mine.tokens.gerente, other)).toBe(200);
    expect(await status(theirs.tokens.gerente, own.id)).toBe(404);
  });
});

describe('feedback to an agent', () => {
  it('is seen and answered once by the agent, whom the bell tells, and goes with the call', async () => {
    const mine = await createTenant(test.deps);
    const { id: ana, conta, token: usuario } = await newAgenteWithAccount(mine, 'Ana');
    const template = await createTemplateVersion(test.deps, mine.empresa.id);
    const { item } = await judgedCall(mine, ana, template, { nota: 0.2, protocolo: false });
    const { gerente } = mine.tokens;
    const given = await call(gerente, 'POST', `/agentes/${ana}/retornos`, {
      texto: 'Diga o protocolo no fim.',
      item_id: item,
      inicio_ms: 12_000,
    });
    expect(given.statusCode).toBe(201);
    const { id } = given.json().data;
    const events = await test.deps.prisma.eventoDominio.findMany({ where: { alvoId: id } });
    expect(events.map(({ tipo, dados }) => ({ tipo, dados }))).toEqual([
      { tipo: 'retorno_dado', dados: { conta_id: conta, agente_id: ana } },
    ]);
    expect((await call(usuario, 'GET', '/retornos/meus')).json().data).toMatchObject([
      { id, visto_em: null },
    ]);

    // Only the agent may mark the feedback as seen, or answer it.
    expect((await call(gerente, 'POST', `/retornos/${id}/visto`)).statusCode).toBe(404);
    const seen = (await call(usuario, 'POST', `/retornos/${id}/visto`)).json().data;
    expect((await call(usuario, 'POST', `/retornos/${id}/visto`)).json().data.visto_em).toBe(seen.visto_em);
    expect((await call(usuario, 'GET', '/retornos/meus')).json().data).toEqual([]);
    const answer = (texto: string) => call(usuario, 'POST', `/retornos/${id}/resposta`, { texto });
    expect((await answer('Combinado.')).json().data.resposta).toBe('Combinado.');
    expect((await answer('Combinado.')).statusCode).toBe(200);
    expect((await answer('Outra coisa.')).statusCode).toBe(409);

    await test.deps.prisma.auditoriaItem.delete({ where: { id: item } });
    expect((await call(gerente, 'GET', `/agentes/${ana}/retornos`)).json().data).toEqual([]);
  });

  it('of a call is of the agent whose call it is, once a merge is undone', async () => {
    const mine = await createTenant(test.deps);
    const { gerente } = mine.tokens;
    const [ana, bia] = [await newAgente(mine, 'Ana'), await newAgente(mine, 'Bia')];
    const { id: item } = await createItem(test.deps, mine.auditoria, {});
    await test.deps.prisma.auditoriaItem.update({
      where: { id: item },
      data: { agenteId: bia, agenteOrigem: 'pessoa' },
    });
    await call(gerente, 'POST', `/agentes/${ana}/fundir`, { agente_id: bia });
    const given = await call(gerente, 'POST', `/agentes/${ana}/retornos`, { texto: 'Veja.', item_id: item });
    expect(given.json().data.agente.id).toBe(ana);
    const [fusao] = (await call(gerente, 'GET', `/agentes/${ana}/fusoes`)).json().data;
    await call(gerente, 'POST', `/agentes/${ana}/fusoes/${fusao.id}/desfazer`);
    const ofAgent = async (id: string) =>
      (await call(gerente, 'GET', `/agentes/${id}/retornos`)).json().data.length;
    expect([await ofAgent(ana), await ofAgent(bia)]).toEqual([0, 1]);
  });

  it('is refused of another agent’s call, and another company’s', async () => {
    const mine = await createTenant(test.deps);
    const theirs = await createTenant(test.deps);
    const [ana, bia] = [await newAgente(mine, 'Ana'), await newAgente(mine, 'Bia')];
    const template = await createTemplateVersion(test.deps, mine.empresa.id);
    const { item } = await judgedCall(mine, bia, template, { nota: 0.2, protocolo: false });
    const give = (token: string, agente: string, item_id?: string) =>
      call(token, 'POST', `/agentes/${agente}/retornos`, { texto: 'Veja.', item_id });
    expect((await give(mine.tokens.gerente, ana, item)).statusCode).toBe(404);
    expect((await give(theirs.tokens.gerente, ana)).statusCode).toBe(404);
    const { id } = (await give(mine.tokens.usuario, ana)).json().data;
    expect((await call(theirs.tokens.gerente, 'DELETE', `/retornos/${id}`)).statusCode).toBe(404);
    expect((await call(mine.tokens.usuario, 'DELETE', `/retornos/${id}`)).statusCode).toBe(200);
    // Feedback to an anonymised agent is refused, because nobody would read it.
    const gone = await call(mine.tokens.gerente, 'POST', `/agentes/${ana}/anonimizar`);
    expect(gone.statusCode, gone.body).toBe(200);
    const late = await give(mine.tokens.gerente, ana);
    expect([late.statusCode, late.json().message]).toEqual([
      422,
      expect.stringContaining('foi anonimizado e não recebe mais retornos.'),
    ]);
  });
});
