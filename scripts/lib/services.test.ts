import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { reachableFolder } from './services.mjs';

const root = mkdtempSync(join(tmpdir(), 'escuta-servicos-'));
afterAll(() => rmSync(root, { recursive: true }));

it('PostgreSQL’s account can enter the folder outside a closed checkout, also one that was made for root alone', () => {
  const checkout = join(root, 'fechada');
  const elsewhere = join(root, 'var');
  mkdirSync(checkout, { mode: 0o700 });
  const account = { uid: 65_534, gid: 65_534 };
  const wanted = join(checkout, 'postgres');
  const folder = reachableFolder(wanted, account, elsewhere);
  expect(folder.startsWith(`${elsewhere}/`)).toBe(true);
  expect(statSync(elsewhere).mode & 0o777).toBe(0o755);

  chmodSync(elsewhere, 0o700);
  expect(reachableFolder(wanted, account, elsewhere)).toBe(folder);
  expect(statSync(elsewhere).mode & 0o777).toBe(0o755);
  // An ordinary account keeps its data in the checkout.
  expect(reachableFolder(wanted, null, elsewhere)).toBe(wanted);
});
