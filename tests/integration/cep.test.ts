// The postal-code look-up against a fake of the service.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createTenant } from '../support/factories.ts';

const PAULISTA = { logradouro: 'Avenida Paulista', bairro: 'Bela Vista', localidade: 'São Paulo', uf: 'SP' };

let test: TestApp;
let token: string;
let asked: string[] = [];
let answer: (response: ServerResponse, request: IncomingMessage) => void;
const json =
  (value: unknown, status = 200) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
const service = createServer((request, response) => {
  asked.push(request.url ?? '');
  answer(response, request);
});

beforeAll(async () => {
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  const { port } = service.address() as AddressInfo;
  test = await createTestApp({ CEP_API_URL: `http://127.0.0.1:${port}/` });
  token = (await createTenant(test.deps)).tokens.usuario;
});
afterAll(async () => {
  await test.close();
  service.closeAllConnections();
  await new Promise((done) => service.close(done));
});
beforeEach(() => {
  asked = [];
  answer = json({ cep: '01310-100', ...PAULISTA, ibge: '3550308', ddd: '11' });
});

async function look(cep: string) {
  const response = await test.app.inject({
    url: `/api/v1/cep/${encodeURIComponent(cep)}`,
    headers: bearer(token),
  });
  return { status: response.statusCode, body: response.json() };
}
const failed = (status: number, message: string) => ({
  status,
  body: { success: false, message, error: message },
});

it('finds the address, with or without punctuation, and asks once for each CEP', async () => {
  expect(await look('01310-100')).toEqual({ status: 200, body: { success: true, data: PAULISTA } });
  expect((await look('01.310-100')).body.data).toEqual(PAULISTA);
  expect((await look('01310100')).body.data).toEqual(PAULISTA);
  expect(asked).toEqual(['/ws/01310100/json/']);
});

it('a CEP of a whole city comes without street or district', async () => {
  answer = json({ cep: '69900-000', localidade: 'Rio Branco', uf: 'AC' });
  expect((await look('69900000')).body.data).toEqual({
    logradouro: '',
    bairro: '',
    localidade: 'Rio Branco',
    uf: 'AC',
  });
});

it.each(['1234567', '123456789', 'abc', '0131010x', '1'.repeat(30)])(
  'refuses %s without asking',
  async (cep) => {
    expect(await look(cep)).toMatchObject(failed(400, 'CEP inválido. Deve conter 8 dígitos.'));
    expect(asked).toEqual([]);
  },
);

it.each([
  ['99999991', true],
  ['99999992', 'true'],
])('says that %s does not exist (erro: %j), and keeps this', async (cep, erro) => {
  answer = json({ erro });
  expect(await look(cep)).toMatchObject(failed(404, 'CEP não encontrado.'));
  expect(await look(cep)).toMatchObject(failed(404, 'CEP não encontrado.'));
  expect(asked).toHaveLength(1);
});

it.each<[string, string, (response: ServerResponse, request: IncomingMessage) => void]>([
  ['an error', '20000001', json({}, 500)],
  ['a refused request', '20000002', json({ erro: true }, 400)],
  ['what is no JSON', '20000003', (response) => response.end('<html>bloqueado</html>')],
  ['a state that does not exist', '20000004', json({ ...PAULISTA, uf: 'XX' })],
  ['a huge body', '20000005', (response) => response.end(`{"logradouro":"${'x'.repeat(100_000)}"}`)],
  ['a redirect', '20000006', (response) => response.writeHead(302, { location: '/ws/01310100/json/' }).end()],
  ['a cut connection', '20000007', (response) => response.destroy()],
])('when the service answers %s, fails clearly and keeps nothing', async (_name, cep, how) => {
  answer = how;
  expect(await look(cep)).toMatchObject(failed(503, 'Erro ao buscar CEP. Tente novamente.'));
  expect(asked).toHaveLength(1);
  answer = json(PAULISTA);
  expect((await look(cep)).status).toBe(200);
});

it('does not wait more than 5 s for a service that does not answer', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  // Shortens the time limit of 5 s to 0.1 s.
  const asked = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 50));
  const left = new Promise<void>((resolve) => {
    answer = (response) => response.once('close', () => resolve());
  });
  expect(await look('30000001')).toMatchObject(failed(503, 'Erro ao buscar CEP. Tente novamente.'));
  expect(asked).toHaveBeenCalledWith(5000);
  // The request to the service is aborted when no reader waits for it.
  await left;
});
