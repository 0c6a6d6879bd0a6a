// Every hostile value in every field of every contract: no answer may be a fault of ours (5xx), and each refusal has the
// product's shape. Fields come from the contracts' own schemas: a new one is walked without a change here.
//
// npm test sends each field what has broken something before, and a third of the other values, by somebody who may call,
// and a 25th of all by each other kind of caller; a part of a schema that stands at many places of one body (a filter's conditions,
// at each of its levels) gets all that at the first of them, and an 11th of it at each further one.
// npm run test:longo -- valores-hostis sends all by all, everywhere, and prints the table.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ALL_CONTRACTS } from '@escuta/shared/contracts/all';
import type { Contract } from '@escuta/shared/contracts/contract';
import { can, PERMISSIONS } from '@escuta/shared/domain/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import {
  type ContractRequest,
  createFullTenant,
  type FullTenant,
  requestFor,
} from '../support/contract-requests.ts';
import { bearer } from '../support/factories.ts';
import { hostileRequests } from '../support/hostile-values.ts';

const IS_LONG = process.env.ESCUTA_TESTES_LONGOS === '1';
/** In the short form: one of so many values by callers besides the first, and of those that never broke anything. */
const OF_OTHERS = 25;
const OF_HARMLESS = 3;
/** And of all, where the same part of the schema stands again. */
const OF_AGAIN = 11;
/** What has broken something: each field gets these always. */
const HARMFUL = /NUL|meio caractere|0000|9999|int4|enorme|3\.000|formulário|infinito/;
/** Requests under way at once. */
const AT_ONCE = 8;

const cepServer = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end('{"erro":true}');
});

let test: TestApp;
let mine: FullTenant;
let theirs: FullTenant;
beforeAll(async () => {
  // No test asks the real postal-code service; mails are only queued.
  cepServer.listen(0, '127.0.0.1');
  await once(cepServer, 'listening');
  test = await createTestApp({
    CEP_API_URL: `http://127.0.0.1:${(cepServer.address() as AddressInfo).port}/`,
    SMTP_URL: 'smtp://127.0.0.1:9',
    PUBLIC_URL: 'https://escuta.exemplo.com.br',
    UPLOAD_MAX_MB: 1,
  });
  mine = await createFullTenant(test.deps);
  theirs = await createFullTenant(test.deps);
});
afterAll(async () => {
  await test.close();
  cepServer.close();
});

const CALLERS = ['anonimo', 'usuario', 'gerente', 'admin', 'chave', 'outra empresa'] as const;
type Caller = (typeof CALLERS)[number];

const headersOf: Record<Caller, () => Record<string, string>> = {
  anonimo: () => ({}),
  usuario: () => bearer(mine.tokens.usuario),
  gerente: () => bearer(mine.tokens.gerente),
  admin: () => bearer(mine.tokens.admin),
  chave: () => bearer(mine.chave),
  'outra empresa': () => bearer(theirs.tokens.gerente),
};

/** Who gets furthest into a route, and is still held to its own company. */
function firstCaller({ access }: Contract): Caller {
  if (access.who === 'public') return 'anonimo';
  if (access.who === 'admin') return 'admin';
  return can('gerente', PERMISSIONS.gerente, ...access.can) ? 'gerente' : 'admin';
}

type Answer = {
  caller: Caller;
  kind: string;
  field: string;
  status: number | 'sem resposta';
  fault: string | null;
};
const answers: Answer[] = [];

let calls = 0;
/** Each from an address of its own: the limits of some routes are by address. */
const nextAddress = () => {
  calls += 1;
  return `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
};

/** What is wrong with an answer, in words; null when nothing is. */
function faultOf(status: number, type: string, text: string): string | null {
  if (status >= 500) return `${status} ${text.slice(0, 200)}`;
  if (status < 400) return null;
  if (!type.includes('json')) return `${status} sem JSON: ${text.slice(0, 100)}`;
  const body = JSON.parse(text) as Record<string, unknown>;
  const isOurs =
    body.success === false &&
    typeof body.code === 'string' &&
    typeof body.requestId === 'string' &&
    typeof body.message === 'string' &&
    body.message === body.error &&
    body.message.length > 5;
  return isOurs ? null : `${status} fora do formato: ${text.slice(0, 200)}`;
}

async function send(request: ContractRequest): Promise<{ status: Answer['status']; fault: string | null }> {
  try {
    const response = await test.app.inject({ ...request, remoteAddress: nextAddress() });
    // Injected requests need no turn of the event loop, as those of a socket do: others wait for theirs.
    await nextTurn();
    const type = String(response.headers['content-type'] ?? '');
    return { status: response.statusCode, fault: faultOf(response.statusCode, type, response.payload) };
  } catch (error) {
    return { status: 'sem resposta', fault: `sem resposta: ${String(error)}` };
  }
}

/** Runs the jobs, AT_ONCE at a time. */
async function together(jobs: Iterable<() => Promise<void>>): Promise<void> {
  const queue = jobs[Symbol.iterator]();
  const work = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await next.value();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

function* jobsOf(contract: Contract): Generator<() => Promise<void>> {
  const first = firstCaller(contract);
  const callers = [first, ...CALLERS.filter((caller) => caller !== first)];
  for (const [order, caller] of callers.entries()) {
    const base = requestFor(mine, contract, headersOf[caller]());
    let index = 0;
    for (const hostile of hostileRequests(contract, base)) {
      const { kind, field, again } = hostile;
      index += 1;
      // Other ones for each caller, and from field to field.
      const isTurn = (of: number) => (index + order) % of === 0;
      if (!IS_LONG && again && (caller !== first || !isTurn(OF_AGAIN))) continue;
      if (!IS_LONG && caller !== first && !isTurn(OF_OTHERS)) continue;
      if (!IS_LONG && !again && !HARMFUL.test(kind) && !isTurn(OF_HARMLESS)) continue;
      yield async () => {
        answers.push({ caller, kind, field, ...(await send(hostile.request)) });
      };
    }
  }
}

const TAKES_INPUT = ALL_CONTRACTS.filter((contract) => {
  const base = { method: contract.method, url: `/api/v1${contract.path}`, payload: {} };
  return !hostileRequests(contract, base).next().done;
});

describe.each(TAKES_INPUT.map((contract) => [contract.id, contract] as const))('%s', (_id, contract) => {
  it('responde a todo valor hostil no formato do produto, nunca com 5xx', { timeout: 900_000 }, async () => {
    const before = answers.length;
    await together(jobsOf(contract));
    const sent = answers.slice(before);
    expect(sent.length).toBeGreaterThan(10);
    const faults = sent.filter(({ fault }) => fault !== null);
    expect(
      faults.map(({ caller, kind, field, fault }) => `${caller} · ${field} · ${kind}: ${fault}`),
    ).toEqual([]);
  });
});

it('depois de tudo, quem estava certo continua sendo atendido', async () => {
  for (const caller of ['usuario', 'gerente', 'admin', 'outra empresa'] as const) {
    const { statusCode } = await test.app.inject({
      url: '/api/v1/users/profile',
      headers: headersOf[caller](),
    });
    expect(statusCode, caller).toBe(200);
  }
});

it('cada rota que recebe algo foi percorrida, por todos', () => {
  expect(TAKES_INPUT.length).toBeGreaterThan(80);
  expect(new Set(answers.map(({ caller }) => caller))).toEqual(new Set(CALLERS));
  if (!IS_LONG) return;
  const table: Record<string, Record<string, number>> = {};
  for (const { caller, kind, status } of answers) {
    const row = table[kind] ?? { pedidos: 0, '2xx': 0, '4xx': 0, '5xx': 0 };
    table[kind] = row;
    const group = typeof status === 'number' ? `${Math.floor(status / 100)}xx` : '5xx';
    row.pedidos = (row.pedidos ?? 0) + 1;
    row[group] = (row[group] ?? 0) + 1;
    row[caller] = (row[caller] ?? 0) + 1;
  }
  console.table(table);
  console.log(`${answers.length} pedidos, ${answers.filter(({ fault }) => fault !== null).length} com falha`);
});
