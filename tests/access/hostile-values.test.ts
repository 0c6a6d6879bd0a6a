// Sends every hostile value in every field of every contract: no answer may be a server error (5xx), and each refusal
// has the product's shape. Fields come from the contracts' schemas, new ones included. npm test has a permitted caller
// send each field one value, another for the next field, and has another kind of caller send a few more. npm run
// test:longo -- valores-hostis sends all values everywhere, and prints a table.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ALL_CONTRACTS } from '@escuta/shared/contracts/all';
import type { Contract } from '@escuta/shared/contracts/contract';
import { can, PERMISSIONS } from '@escuta/shared/domain/accounts/permissions';
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
import { LONGO } from '../support/longo.ts';

/** The short run sends one of every `OF_ADDRESS` values in an address field, one of `OF_VALUES` in a body field. */
const OF_ADDRESS = 24;
const OF_VALUES = 44;
/** In the short run, one in this many whole bodies is sent. */
const OF_BODIES = 12;
/** In the short run, one in this many requests is also sent by another caller. */
const OF_OTHERS = 80;
/** Greatest number of concurrent requests. */
const AT_ONCE = 8;

const cepServer = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end('{"erro":true}');
});

let test: TestApp;
let mine: FullTenant;
let theirs: FullTenant;
beforeAll(async () => {
  // The test must not call the real postal-code service; mails are only queued.
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
  // Resets concluded calls, because a request that restores a recording may conclude a call without a result.
  const id = { in: [mine.item.id, theirs.item.id] };
  await test.deps.prisma.auditoriaItem.updateMany({
    where: { id, status: 'concluido' },
    data: { status: 'pendente' },
  });
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

/** Returns the kind of caller that gets furthest into a route while limited to its own company. */
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
/** Kinds of the values that the test has met. */
const kinds = new Set<string>();

let calls = 0;
/** A new IP address for each request, because some limits count requests by IP address. */
const nextAddress = () => {
  calls += 1;
  return `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
};

/** Returns the fault of an answer as text, or null if the answer has no fault. */
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
    // Lets other work run, because injected requests do not yield to the event loop as requests on a socket do.
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

/** Position of the current value: ordinal of its field in all contracts, and of the value in its field, both from 1. */
type Place = { field: string; number: number; index: number };
const place: Place = { field: '', number: 0, index: 0 };

/** True if the short run of this test sends this value to the field; the choice is the same in every run. */
function isTurn({ kind, field }: { kind: string; field: string }): boolean {
  if (field !== place.field) Object.assign(place, { field, number: place.number + 1, index: 0 });
  place.index += 1;
  // Form bodies are always sent, because few routes take them.
  if (kind.startsWith('formulário: ')) return true;
  const inAddress = kind.startsWith('caminho: ') || kind.startsWith('consulta: ');
  const of = inAddress ? OF_ADDRESS : kind.startsWith('corpo: ') ? OF_BODIES : OF_VALUES;
  return (place.index + place.number) % of === 0;
}

function* jobsOf(contract: Contract, number: number, seen: Set<string>): Generator<() => Promise<void>> {
  const first = firstCaller(contract);
  const others = CALLERS.filter((caller) => caller !== first);
  place.field = '';
  for (const caller of LONGO ? [first, ...others] : [first, others[number % others.length] as Caller]) {
    const base = requestFor(mine, contract, headersOf[caller]());
    let index = number;
    for (const hostile of hostileRequests(contract, base)) {
      const { kind, field } = hostile;
      seen.add(field);
      kinds.add(kind);
      index += 1;
      if (!LONGO && !(caller === first ? isTurn(hostile) : index % OF_OTHERS === 0)) continue;
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

describe.each(TAKES_INPUT.map((contract, number) => [contract.id, contract, number] as const))(
  '%s',
  (_id, contract, number) => {
    it("answers every hostile value in the product's format, never with 5xx", {
      timeout: 900_000,
    }, async () => {
      const before = answers.length;
      const fields = new Set<string>();
      await together(jobsOf(contract, number, fields));
      const sent = answers.slice(before);
      expect(new Set(sent.map(({ field }) => field))).toEqual(fields);
      const faults = sent.filter(({ fault }) => fault !== null);
      expect(
        faults.map(({ caller, kind, field, fault }) => `${caller} · ${field} · ${kind}: ${fault}`),
      ).toEqual([]);
    });
  },
);

it('after all of it, a right request is still served', async () => {
  for (const caller of ['usuario', 'gerente', 'admin', 'outra empresa'] as const) {
    const { statusCode } = await test.app.inject({
      url: '/api/v1/users/profile',
      headers: headersOf[caller](),
    });
    expect(statusCode, caller).toBe(200);
  }
});

it('each route that takes something was walked, by all callers', () => {
  expect(TAKES_INPUT.length).toBeGreaterThan(80);
  expect(new Set(answers.map(({ caller }) => caller))).toEqual(new Set(CALLERS));
  expect(new Set(answers.map(({ kind }) => kind))).toEqual(kinds);
  if (!LONGO) return;
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
