// Saved filters: a person's own filters, the company's, and a second person's rights on them.
import { FILTROS_MAX } from '@escuta/shared/contracts/calls/filtros';
import type { Filtro } from '@escuta/shared/domain/filters/filtro-tabela';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../support/app.ts';
import { bearer, createMembro, createTenant, signToken } from '../support/factories.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps);
});
afterAll(() => test.close());

const RUINS: Filtro = { todas: [{ campo: 'nota', op: 'ate', valor: 40 }] };
const call = (token: string, method: Method, path: string, payload?: object) =>
  test.app.inject({ method, url: `/api/v1${path}`, headers: bearer(token), ...(payload ? { payload } : {}) });
const save = async (token: string, nome: string, da_empresa = false) =>
  call(token, 'POST', '/filtros', { nome, filtro: RUINS, da_empresa });
const names = async (token: string): Promise<string[]> =>
  (await call(token, 'GET', '/filtros')).json().data.map(({ nome }: { nome: string }) => nome);

it("a filter is its author's until it is the company's; managers change the company's", async () => {
  const { usuario, gerente } = mine.tokens;
  const colega = await createMembro(test.deps, mine.empresa);
  const { id, filtro } = (await save(usuario, 'Notas ruins')).json().data;
  expect(filtro).toEqual(RUINS);
  expect([await names(usuario), await names(gerente)]).toEqual([['Notas ruins'], []]);
  expect((await call(gerente, 'PATCH', `/filtros/${id}`, { nome: 'X' })).statusCode).toBe(404);

  await call(usuario, 'PATCH', `/filtros/${id}`, { da_empresa: true });
  const seen = (await call(signToken(test.deps, colega), 'GET', '/filtros')).json().data[0];
  expect([seen.nome, seen.pode_mudar]).toEqual(['Notas ruins', false]);
  expect((await call(signToken(test.deps, colega), 'DELETE', `/filtros/${id}`)).statusCode).toBe(403);
  expect((await call(gerente, 'PATCH', `/filtros/${id}`, { nome: 'Notas baixas' })).json().data.nome).toBe(
    'Notas baixas',
  );
  // A person who is not the filter's author may not make it personal: that person would no longer see it.
  expect((await call(gerente, 'PATCH', `/filtros/${id}`, { da_empresa: false })).statusCode).toBe(422);
  const other = await createTenant(test.deps);
  expect([
    await names(other.tokens.gerente),
    (await call(other.tokens.gerente, 'DELETE', `/filtros/${id}`)).statusCode,
  ]).toEqual([[], 404]);
  expect((await call(gerente, 'DELETE', `/filtros/${id}`)).statusCode).toBe(200);
  expect((await call(gerente, 'DELETE', `/filtros/${id}`)).statusCode).toBe(404);
});

it("a shared filter stays with the company when its author's account is deleted; a private one goes along", async () => {
  const { deps } = test;
  const saindo = await createMembro(deps, mine.empresa, { papel: 'gerente' });
  const token = signToken(deps, saindo);
  const { id } = (await save(token, 'De quem saiu', true)).json().data;
  await save(token, 'Só de quem saiu');
  const escolha = { tipo: 'ligacoes', formato: 'csv', colunas: ['numero'] };
  for (const da_empresa of [true, false]) {
    const nome = da_empresa ? 'Colunas de quem saiu' : 'Só dele';
    await call(token, 'POST', '/exportacoes/modelos', { ...escolha, nome, da_empresa });
  }
  await deps.prisma.membro.delete({ where: { id: saindo.id } });
  await deps.prisma.usuario.delete({ where: { id: saindo.usuarioId } });

  const { usuario, gerente } = mine.tokens;
  const all = (await call(usuario, 'GET', '/filtros')).json().data;
  const [left] = all.filter(({ nome }: { nome: string }) => nome.includes('quem saiu'));
  expect(left).toMatchObject({ id, autor: null, da_empresa: true, pode_mudar: false });
  const kept = (await call(gerente, 'GET', '/exportacoes/modelos?tipo=ligacoes')).json().data;
  expect(kept).toMatchObject([{ nome: 'Colunas de quem saiu', autor: null, pode_mudar: true }]);
  expect(await deps.prisma.filtroSalvo.count({ where: { nome: 'Só de quem saiu' } })).toBe(0);
  expect(await deps.prisma.exportacaoModelo.count({ where: { nome: 'Só dele' } })).toBe(0);
  expect((await call(gerente, 'PATCH', `/filtros/${id}`, { nome: 'Da casa' })).json().data.nome).toBe(
    'Da casa',
  );
  expect((await call(usuario, 'DELETE', `/filtros/${id}`)).statusCode).toBe(403);
  expect((await call(gerente, 'DELETE', `/filtros/${id}`)).statusCode).toBe(200);
});

it('a name is one filter for each author, also when two tabs save at the same time', async () => {
  const { usuario, gerente } = mine.tokens;
  const both = await Promise.all([save(usuario, 'Seleção'), save(usuario, 'seleçao')]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  expect((await save(gerente, 'Seleção')).statusCode).toBe(201);
  const { id } = (await save(usuario, 'Outra')).json().data;
  const renamed = await call(usuario, 'PATCH', `/filtros/${id}`, { nome: 'SELECAO' });
  expect([renamed.statusCode, renamed.json().message]).toEqual([
    409,
    'Já existe um filtro com o nome “SELECAO”. Use outro nome.',
  ]);
});

it('a saved search keeps what was said and by whom; a filter of calls does not become one', async () => {
  const { usuario, gerente } = mine.tokens;
  const dito = { q: '"não quero" -adicional', papel: 'cliente' };
  const body = { nome: 'Quem desiste', filtro: RUINS, dito, da_empresa: true };
  const { id, ...kept } = (await call(usuario, 'POST', '/filtros', body)).json().data;
  expect(kept).toMatchObject({ dito, filtro: RUINS });
  const other = { q: 'multa', papel: null };
  const patched = await call(gerente, 'PATCH', `/filtros/${id}`, { dito: other });
  expect(patched.json().data).toMatchObject({ nome: 'Quem desiste', dito: other, filtro: RUINS });
  const filtro = (await save(usuario, 'De ligações')).json().data;
  expect(filtro.dito).toBeNull();
  expect((await call(usuario, 'PATCH', `/filtros/${filtro.id}`, { dito })).statusCode).toBe(422);
  const nobody = { ...body, nome: 'X', dito: { q: 'a', papel: 'chefe' } };
  expect((await call(usuario, 'POST', '/filtros', nobody)).statusCode).toBe(400);
  for (const one of [id, filtro.id]) await call(gerente, 'DELETE', `/filtros/${one}`);
});

it('refuses what is no filter, and what passes the limit; an unreadable one does not break the list', async () => {
  const membro = await createMembro(test.deps, mine.empresa);
  const { usuarioId } = membro;
  const token = signToken(test.deps, membro);
  const senha = { todas: [{ campo: 'senha', op: 'igual', valor: 'x' }] };
  expect((await call(token, 'POST', '/filtros', { nome: 'Ruim', filtro: senha })).statusCode).toBe(400);
  await test.deps.prisma.filtroSalvo.createMany({
    data: Array.from({ length: FILTROS_MAX.pessoa }, (_, n) => ({
      empresaId: mine.empresa.id,
      autorId: usuarioId,
      nome: `Filtro ${n}`,
      filtro: n === 0 ? senha : { todas: [] },
    })),
  });
  expect((await save(token, 'Mais um')).json().message).toBe(
    'Você já tem 50 filtros salvos: exclua um sem uso.',
  );
  expect((await save(token, 'Da empresa', true)).statusCode).toBe(201);
  const own = (await names(token)).filter((nome) => nome.startsWith('Filtro '));
  expect(own).toHaveLength(FILTROS_MAX.pessoa - 1);
});
