// Compares the OpenAPI document with the API calls of the two specifications (routes.tsv): all these calls exist, and
// each is open to the listed callers.
import { readFileSync } from 'node:fs';
import { ALL_CONTRACTS } from '@escuta/shared/contracts/all';
import { can, PAPEIS, type Papel, PERMISSIONS } from '@escuta/shared/domain/accounts/permissions';
import { describe, expect, it } from 'vitest';

const WHO = ['public', 'user', 'gerente', 'admin'] as const;
type Row = { call: string; method: string; path: string; who: (typeof WHO)[number]; docs: string[] };

const rows: Row[] = readFileSync('tests/architecture/routes.tsv', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('method\t'))
  .map((line) => {
    const [method = '', path = '', who = '', docs = ''] = line.split('\t');
    return { call: `${method} ${path}`, method, path, who: who as Row['who'], docs: docs.split(',') };
  });

/** Specified API calls that do not exist yet, by the part of the project that will build them. */
const MISSING: Record<string, string> = {};
const missing = new Set(
  Object.values(MISSING).flatMap((block) =>
    block
      .trim()
      .split('\n')
      .map((line) => line.trim()),
  ),
);

const description = JSON.parse(readFileSync('api/openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string; security: object[] }>>;
};
const operationOf = ({ path, method }: Row) => description.paths[path]?.[method.toLowerCase()];

/** Callers that the operation's contract and the permission table allow. */
function callersOf(operationId: string): 'public' | Papel[] {
  const access = ALL_CONTRACTS.find(({ id }) => id === operationId)?.access;
  if (!access) throw new Error(`${operationId}: no contract`);
  if (access.who === 'public') return 'public';
  if (access.who === 'admin') return ['admin'];
  return PAPEIS.filter((papel) => can(papel, PERMISSIONS[papel], ...access.can));
}

const CALLERS: Record<Row['who'], 'public' | Papel[]> = {
  public: 'public',
  user: ['admin', 'gerente', 'usuario'],
  gerente: ['admin', 'gerente'],
  admin: ['admin'],
};

describe('the list of calls', () => {
  it('is read whole: each call once, with who may make it and where it is specified', () => {
    expect(rows.length).toBeGreaterThan(110);
    expect(new Set(rows.map(({ call }) => call)).size).toBe(rows.length);
    for (const { call, who, docs } of rows) {
      expect(WHO, call).toContain(who);
      expect(docs.length > 0 && docs.every((doc) => doc === '1' || doc === '2'), call).toBe(true);
    }
  });

  it('misses nothing of the first specification', () => {
    expect(rows.filter(({ call, docs }) => docs.includes('1') && missing.has(call))).toEqual([]);
  });

  it('names as missing only calls of the list that are really not there', () => {
    const built = rows.filter((row) => operationOf(row) !== undefined).map(({ call }) => call);
    expect([...missing].filter((call) => built.includes(call))).toEqual([]);
    expect([...missing].filter((call) => !rows.some((row) => row.call === call))).toEqual([]);
  });
});

describe.each(rows.filter(({ call }) => !missing.has(call)).map((row) => [row.call, row] as const))(
  '%s',
  (_call, row) => {
    it('is described, and open to whom the list says', () => {
      const operation = operationOf(row);
      if (!operation) throw new Error(`${row.call} is not in api/openapi.json`);
      expect(operation.security.length === 0).toBe(row.who === 'public');
      expect(callersOf(operation.operationId)).toEqual(CALLERS[row.who]);
    });
  },
);
