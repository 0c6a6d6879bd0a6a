// Pictures and PDFs in a support ticket: who may attach, see and delete them, which files are refused, and where their
// bytes go.
import { randomUUID } from 'node:crypto';
import { ANEXOS, type AnexoDoTicket } from '@escuta/shared/contracts/accounts/suporte';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createMembro, createTenant, signToken } from '../support/factories.ts';

type Tenant = Awaited<ReturnType<typeof createTenant>>;

let test: TestApp;
let mine: Tenant;
let theirs: Tenant;
beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps);
  theirs = await createTenant(test.deps);
});
afterAll(() => test.close());

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const PDF = Buffer.from('%PDF-1.7\n1 0 obj');

const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, token: string, payload?: object) => {
  const response = await test.app.inject({
    method,
    url: `/api/v1/suporte/tickets${url}`,
    headers: bearer(token),
    ...(payload ? { payload } : {}),
  });
  return { status: response.statusCode, headers: response.headers, raw: response.rawPayload, response };
};

/** Attaches a file to a ticket, and sends before it `mensagem` (id of an answer) and `envio` (id of the sending). */
async function attach(
  ticketId: string,
  file: { bytes: Buffer; nome?: string; mensagem?: string; envio?: string },
  token = mine.tokens.usuario,
) {
  const body = new FormData();
  if (file.mensagem !== undefined) body.append('mensagem', file.mensagem);
  if (file.envio !== undefined) body.append('envio', file.envio);
  body.append('file', new Blob([new Uint8Array(file.bytes)]), file.nome ?? 'tela.png');
  const request = new Request('http://x', { method: 'POST', body });
  const answer = await test.app.inject({
    method: 'POST',
    url: `/api/v1/suporte/tickets/${ticketId}/anexos`,
    headers: { ...bearer(token), 'content-type': request.headers.get('content-type') as string },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function newTicket(token = mine.tokens.usuario): Promise<string> {
  const { response } = await call('POST', '', token, {
    titulo: 'Não consigo importar',
    descricao: 'A planilha não é aceita.',
    tipo: 'erro',
    severidade: 'alta',
  });
  return response.json().data.id;
}
async function conversation(id: string, token = mine.tokens.usuario): Promise<{ anexos: AnexoDoTicket[] }> {
  return (await call('GET', `/${id}/conversa`, token)).response.json().data;
}

it('keeps pictures and PDFs of a ticket and of an answer, and shows them to whoever sees the ticket', async () => {
  const id = await newTicket();
  const opened = await attach(id, { bytes: PNG, nome: 'C:\\telas\\erro "1".png' });
  expect(opened).toMatchObject({
    status: 201,
    body: {
      data: {
        ...{ nome: 'erro "1".png', tipo: 'image/png', tamanho: PNG.length, mensagemId: null },
        por: { id: mine.usuario.usuarioId },
      },
    },
  });
  const answered = await call('POST', `/${id}/mensagens`, mine.tokens.gerente, {
    texto: 'Segue o contrato.',
  });
  const { mensagemId } = answered.response.json().data;
  const second = await attach(
    id,
    { bytes: PDF, nome: 'contrato.pdf', mensagem: mensagemId },
    mine.tokens.gerente,
  );
  expect(second.status).toBe(201);
  const { anexos } = await conversation(id);
  expect(anexos.map(({ nome, mensagemId: of }) => [nome, of])).toEqual([
    ['erro "1".png', null],
    ['contrato.pdf', mensagemId],
  ]);

  const [picture, pdf] = anexos.map((anexo) => `/${id}/anexos/${anexo.id}`) as [string, string];
  const seen = await call('GET', picture, mine.tokens.admin);
  expect([seen.status, seen.raw.equals(PNG)]).toEqual([200, true]);
  expect(seen.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
  });
  expect(seen.headers['content-disposition']).toMatch(/^inline; filename="erro _1_.png"/);
  expect((await call('GET', pdf, mine.tokens.usuario)).headers['content-disposition']).toMatch(
    /^attachment;/,
  );
  for (const token of [theirs.tokens.gerente, theirs.tokens.usuario]) {
    expect((await call('GET', picture, token)).status).toBe(404);
    expect((await attach(id, { bytes: PNG }, token)).status).toBe(404);
    expect((await call('DELETE', picture, token)).status).toBe(404);
  }
  // An attachment is not found by the address of another ticket, even of the same company.
  const other = await newTicket();
  expect((await call('GET', `/${other}/anexos/${anexos[0]?.id}`, mine.tokens.usuario)).status).toBe(404);
  const log = await test.deps.prisma.registroAcesso.findMany({
    where: { recursoId: id, acao: 'anexo_incluido' },
  });
  expect(log.length).toBe(2);
});

it('refuses other files by their bytes, files too large, and another person’s text, and keeps nothing of them', async () => {
  const id = await newTicket();
  const html = await attach(id, { bytes: Buffer.from('<svg onload="x()">'), nome: 'tela.png' });
  expect(html).toMatchObject({
    status: 400,
    body: { message: 'Envie uma imagem PNG, JPEG ou WebP, ou um PDF.' },
  });
  const large = await attach(id, { bytes: Buffer.concat([PNG, Buffer.alloc(ANEXOS.mb * 1024 * 1024)]) });
  expect(large).toMatchObject({ status: 413, body: { code: 'corpo_grande' } });
  const bad = await attach(id, { bytes: PNG, mensagem: 'x' });
  expect(bad).toMatchObject({ status: 400, body: { errors: [{ campo: 'mensagem' }] } });
  const colega = signToken(test.deps, await createMembro(test.deps, mine.empresa));
  expect(await attach(id, { bytes: PNG }, colega)).toMatchObject({
    status: 403,
    body: { code: 'sem_permissao' },
  });
  const elsewhere = (
    await call('POST', `/${await newTicket()}/mensagens`, mine.tokens.usuario, { texto: 'Oi.' })
  ).response;
  const theirAnswer = elsewhere.json().data.mensagemId;
  expect((await attach(id, { bytes: PNG, mensagem: theirAnswer })).status).toBe(404);
  expect((await conversation(id)).anexos).toEqual([]);
  const { rows } = await test.deps.db.query(
    `select chave from objetos_pendentes where chave like $1 and apagar_em > now()`,
    [`${mine.empresa.id}/tickets/%`],
  );
  expect(rows).toEqual([]);
});

it('keeps a file once that is sent again after a lost answer, also twice at once', async () => {
  const id = await newTicket();
  const envio = randomUUID();
  const twice = await Promise.all([attach(id, { bytes: PNG, envio }), attach(id, { bytes: PNG, envio })]);
  const again = await attach(id, { bytes: PNG, envio });
  expect([...twice, again].map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set([...twice, again].map(({ body }) => body.data.id)).size).toBe(1);
  expect((await conversation(id)).anexos).toHaveLength(1);
  const logged = await test.deps.prisma.registroAcesso.count({
    where: { recursoId: id, acao: 'anexo_incluido' },
  });
  expect(logged).toBe(1);
  // Another ticket may use the same id of a sending. In one ticket no other text and no other person may use the id.
  expect((await attach(await newTicket(), { bytes: PNG, envio })).status).toBe(201);
  const answer = await call('POST', `/${id}/mensagens`, mine.tokens.usuario, { texto: 'Segue.' });
  const { mensagemId } = answer.response.json().data;
  expect(await attach(id, { bytes: PNG, envio, mensagem: mensagemId })).toMatchObject({ status: 409 });
  expect(await attach(id, { bytes: PNG, envio }, mine.tokens.gerente)).toMatchObject({ status: 409 });
  expect(await attach(id, { bytes: PNG, envio: 'x' })).toMatchObject({
    status: 400,
    body: { errors: [{ campo: 'envio' }] },
  });
});

it('takes five of a text, deletes the own one or any for a manager, and all with the ticket', async () => {
  const id = await newTicket();
  const sent = [];
  for (let n = 0; n < ANEXOS.porTexto; n += 1) sent.push(await attach(id, { bytes: PNG }));
  expect(await attach(id, { bytes: PNG })).toMatchObject({ status: 422, body: { code: 'regra_violada' } });
  const [first, second] = sent.map(({ body }) => body.data.id as string);
  const colega = signToken(test.deps, await createMembro(test.deps, mine.empresa));
  expect((await call('DELETE', `/${id}/anexos/${first}`, colega)).status).toBe(403);
  expect((await call('DELETE', `/${id}/anexos/${first}`, mine.tokens.usuario)).status).toBe(200);
  expect((await call('DELETE', `/${id}/anexos/${second}`, mine.tokens.gerente)).status).toBe(200);
  expect((await call('GET', `/${id}/anexos/${first}`, mine.tokens.usuario)).status).toBe(404);
  const kept = async () =>
    (
      await test.deps.db.query<{ bytes: number }>(
        `select bytes::int from escuta_bytes_contados($1) where tipo = 'documento'`,
        [mine.empresa.id],
      )
    ).rows[0]?.bytes ?? 0;
  const before = await kept();
  const keys = await test.deps.prisma.ticketAnexo.findMany({ where: { ticketId: id } });
  expect((await call('DELETE', `/${id}`, mine.tokens.gerente)).status).toBe(200);
  expect(await kept()).toBe(before - 3 * PNG.length);
  const gone = await test.deps.prisma.objetoPendente.findMany({
    where: { chave: { in: keys.map(({ chaveObjeto }) => chaveObjeto) } },
  });
  expect(gone.map(({ apagarEm }) => apagarEm.getTime() <= Date.now())).toEqual([true, true, true]);
});
