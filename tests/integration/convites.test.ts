// Invitations from a list: the effects are previewed, and sending the same list again changes nothing.

import type { ConvitesConferidos } from '@escuta/shared/contracts/accounts/convites';
import { COLETORES_MAX, type Coletores } from '@escuta/shared/contracts/surveys/quadro';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import { createMembro, createTenant } from '../support/factories.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let other: Awaited<ReturnType<typeof createTenant>>;

beforeAll(async () => {
  test = await createTestApp();
  [mine, other] = [await createTenant(test.deps), await createTenant(test.deps)];
});
afterAll(() => test.close());

const call = async <T>(method: Method, path: string, payload?: object, token = mine.tokens.gerente) => {
  const { status, body } = await callApi<T>(test, token, method, path, payload);
  return { status, ...body };
};
type Enviados = {
  convidados: number;
  ja_existiam: number;
  coletores: number | null;
  links: { url: string }[];
};
const send = (lista: string, questionario_id: string | null = null, token?: string, comecar_lista = false) =>
  call<Enviados>('POST', '/users/convites', { lista, questionario_id, comecar_lista }, token);
const accounts = async () =>
  test.deps.prisma.membro.findMany({ where: { empresaId: mine.empresa.id }, include: { usuario: true } });
let n = 0;
const address = () => {
  n += 1;
  return `campo-${n}-${mine.empresa.id}@exemplo.com.br`;
};

const questionnaire = async () =>
  (
    await call<{ id: string }>('POST', '/questionarios', {
      nome: 'De todos',
      pesquisa_id: mine.questionario.pesquisaId,
    })
  ).data.id;

it('checks without changing anything: new ones, those already here, and the fault of each row', async () => {
  const gerente = await test.deps.prisma.usuario.findUniqueOrThrow({ where: { id: mine.gerente.usuarioId } });
  const elsewhere = await test.deps.prisma.usuario.findUniqueOrThrow({
    where: { id: other.usuario.usuarioId },
  });
  const before = (await accounts()).length;
  const lista = `Nova;${address()}\nGerente;${gerente.email.toUpperCase()}\nDe fora;${elsewhere.email}\nsem e-mail`;
  const { data } = await call<ConvitesConferidos>('POST', '/users/convites/conferir', { lista });
  expect(data.novos.map(({ linha }) => linha)).toEqual([1, 3]);
  expect(data.existentes).toMatchObject([
    { linha: 2, motivo: 'Esta pessoa já tem uma conta nesta empresa.', coleta: true },
  ]);
  expect(data.invalidos).toEqual([
    { linha: 4, texto: 'sem e-mail', motivo: 'Falta o e-mail: use nome;e-mail.' },
  ]);
  expect(await accounts()).toHaveLength(before);
});

it('invites with the role of usuario and puts on the list of collectors; again, and two at the same time, nobody twice', async () => {
  const gerente = await test.deps.prisma.usuario.findUniqueOrThrow({ where: { id: mine.gerente.usuarioId } });
  const off = await createMembro(test.deps, mine.empresa, { nome: 'Desligada' });
  await test.deps.prisma.membro.update({ where: { id: off.id }, data: { ativo: false } });
  const offMail = await test.deps.prisma.usuario.findUniqueOrThrow({ where: { id: off.usuarioId } });
  const [one, two] = [address(), address()];
  const lista = `Um;${one}\nDois;${two}\nGerente;${gerente.email}\nDesligada;${offMail.email}`;
  const mails = () => test.deps.prisma.email.count({ where: { empresaId: mine.empresa.id } });
  const mailsBefore = await mails();
  const both = await Promise.all(
    [1, 2].map(() => send(lista, mine.questionario.id, mine.tokens.gerente, true)),
  );
  expect(both.map(({ data }) => data.convidados).sort()).toEqual([0, 2]);
  expect(both.map(({ data }) => data.coletores).sort()).toEqual([0, 3]);
  const made = (await accounts()).filter(({ usuario }) => [one, two].includes(usuario.email));
  expect(made.map(({ papel, senhaHash, usuario }) => [papel, senhaHash, usuario.nome]).sort()).toEqual([
    ['usuario', null, 'Dois'],
    ['usuario', null, 'Um'],
  ]);
  // Each invited person gets either a mail or a link to pass on.
  const links = both.flatMap(({ data }) => data.links);
  expect((await mails()) - mailsBefore + links.length).toBe(2);
  const still = (await accounts()).find(({ id }) => id === mine.gerente.id);
  expect([still?.papel, still?.versaoToken]).toEqual(['gerente', mine.gerente.versaoToken]);
  const { data } = await call<Coletores>('GET', `/questionarios/${mine.questionario.id}/coletores`);
  expect(data.coletores.map(({ situacao }) => situacao).sort()).toEqual(['ativo', 'convidado', 'convidado']);
});

it('invites for the field only: each new account is narrowed, one that was there is not', async () => {
  const email = address();
  const { data } = await call<Enviados>('POST', '/users/convites', {
    lista: `Nova;${email}\nGerente;${(await accounts()).find(({ id }) => id === mine.gerente.id)?.usuario.email}`,
    so_campo: true,
  });
  expect([data.convidados, data.ja_existiam]).toEqual([1, 1]);
  const narrowed = await test.deps.prisma.membroDireito.findMany({ where: { empresaId: mine.empresa.id } });
  const made = (await accounts()).find(({ usuario }) => usuario.email === email);
  expect(narrowed.map(({ membroId, direito }) => [membroId, direito])).toEqual([[made?.id, 'so_campo']]);
  const [entry] = await test.deps.prisma.registroAcesso.findMany({
    where: { acao: 'usuario_convidado', recursoId: made!.id },
  });
  expect(entry?.detalhes).toEqual({ papel: 'usuario', finalidade: 'convite', direito_so_campo: true });
});

it('where everybody collects, an invitation does not close the collection to the others unless asked to; and it is logged', async () => {
  const id = await questionnaire();
  const onList = () => test.deps.prisma.questionarioColetor.count({ where: { questionarioId: id } });
  const check = async () =>
    (
      await call<ConvitesConferidos>('POST', '/users/convites/conferir', {
        lista: `Alguém;${address()}`,
        questionario_id: id,
      })
    ).data.todos_coletam;
  expect(await check()).toBe(true);
  expect((await send(`Um;${address()}`, id)).data).toMatchObject({ convidados: 1, coletores: 0 });
  expect(await onList()).toBe(0);
  const begun = await send(`Dois;${address()}`, id, mine.tokens.gerente, true);
  expect(begun.data).toMatchObject({ convidados: 1, coletores: 1 });
  expect(await check()).toBe(false);
  // Invited people are added to the list of interviewers if there is one.
  expect((await send(`Três;${address()}`, id)).data.coletores).toBe(1);
  const logged = await test.deps.prisma.registroAcesso.findMany({
    where: { acao: 'coletores_alterados', recursoId: id },
    orderBy: { createdAt: 'asc' },
  });
  expect(
    logged.map(({ detalhes }) => {
      const { antes, depois } = detalhes as { antes: string[]; depois: string[] };
      return [antes.length, depois.length];
    }),
  ).toEqual([
    [0, 1],
    [1, 2],
  ]);
});

it('a list does not pass what can be saved: nothing is done, and the answer says so', async () => {
  const id = await questionnaire();
  await test.deps.prisma.empresa.update({ where: { id: mine.empresa.id }, data: { convitesMax: 2000 } });
  const people = (n: number) =>
    Array.from({ length: n }, (_, i) => `P;cheia-${i}-${id}@exemplo.com.br`).join('\n');
  await send(people(COLETORES_MAX), id, mine.tokens.gerente, true);
  const before = (await accounts()).length;
  const { status, message } = await send(`Mais;${address()}`, id);
  expect([status, message]).toEqual([
    422,
    'A lista de coletores pode ter até 500 pessoas: já tem 500, e passaria a ter 501. Ninguém foi convidado.',
  ]);
  expect(await accounts()).toHaveLength(before);
});

it('refuses those who may not invite, a foreign questionnaire, a list without anybody or too long', async () => {
  const lista = `Alguém;${address()}`;
  const before = (await accounts()).length;
  expect((await send(lista, null, mine.tokens.usuario)).status).toBe(403);
  expect((await send(lista, other.questionario.id)).status).toBe(404);
  expect((await send(' \n ')).message).toBe(
    'A lista está vazia: escreva uma pessoa por linha, no formato nome;e-mail.',
  );
  const long = Array.from({ length: 501 }, (_, i) => `P;p${i}@exemplo.com`).join('\n');
  expect((await send(long)).message).toContain('mais de 500 linhas');
  expect(await accounts()).toHaveLength(before);
});
