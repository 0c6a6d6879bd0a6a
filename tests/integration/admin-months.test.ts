// The months on the administrator's panel: figures of past months are cached for a while, the present month is read
// each time, and nothing else of the roll-up is read.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readMeses } from '../../api/src/features/admin/repo.ts';
import { monthsUntil, PanelMonths, PanelTotals } from '../../api/src/features/admin/service.ts';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { createAuditoria, createEmpresa, createItem, createProjeto } from '../support/factories.ts';
import { rowsReadBy } from '../support/statements.ts';

const deps = createTestDeps();
const installation = { kind: 'instalacao' } as const;
let auditoria: Awaited<ReturnType<typeof createAuditoria>>;

beforeAll(async () => {
  auditoria = await createAuditoria(deps, await createProjeto(deps, await createEmpresa(deps)));
});
afterAll(() => closeTestDeps(deps));

/** The month `back` months ago, and its middle. */
function monthAgo(back: number) {
  const mes = monthsUntil(new Date(), back + 1)[0]!;
  return { mes, middle: new Date(`${mes}-15T15:00:00Z`) };
}

it('shows the present month as it is, and the past ones as of half a minute ago at most', async () => {
  let now = Date.now();
  const months = new PanelMonths(deps.db, () => now);
  await createItem(deps, auditoria, { createdAt: monthAgo(2).middle, status: 'concluido' });
  const first = await months.read(installation, 'entrada');
  expect(first.map(({ mes }) => mes)).toEqual([...first.map(({ mes }) => mes)].sort());
  expect(first).toHaveLength(6);
  const past = first.find(({ mes }) => mes === monthAgo(2).mes)!;
  expect(past.concluido).toBe(1);

  await createItem(deps, auditoria, { createdAt: monthAgo(2).middle, status: 'concluido' });
  await createItem(deps, auditoria, { status: 'erro' });
  const again = await months.read(installation, 'entrada');
  expect(again.find(({ mes }) => mes === past.mes)).toEqual(past);
  expect(again.at(-1)!.erro).toBe(first.at(-1)!.erro + 1);

  now += 30_000;
  const later = await months.read(installation, 'entrada');
  expect(later.find(({ mes }) => mes === past.mes)!.concluido).toBe(2);
});

it('shows totals at most three seconds old', async () => {
  let now = Date.now();
  const totals = new PanelTotals(deps.db, () => now);
  const first = await totals.read(installation);
  await createItem(deps, auditoria);
  now += 2_999;
  expect(await totals.read(installation)).toEqual(first);
  now += 1;
  const later = await totals.read(installation);
  expect(later.itens).toBe(first.itens + 1);
  expect(later).toMatchObject({
    empresas: first.empresas,
    projetos: first.projetos,
    usuarios: first.usuarios,
  });
});

it('the months are those of São Paulo', () => {
  expect(monthsUntil(new Date('2026-03-01T02:59:00Z'), 4)).toEqual([
    '2025-11',
    '2025-12',
    '2026-01',
    '2026-02',
  ]);
  expect(monthsUntil(new Date('2026-03-01T03:00:00Z'), 1)).toEqual(['2026-03']);
});

it('past months are read once for all who ask together', async () => {
  const months = new PanelMonths(deps.db);
  const alone = await rowsReadBy(deps.db.pool, () => new PanelMonths(deps.db).read(installation, 'entrada'));
  const together = await rowsReadBy(deps.db.pool, () =>
    months.read(installation, 'entrada').then(() => months.read(installation, 'entrada')),
  );
  expect(together).toBeLessThan(2 * alone);
});

it('never reads whole the totals by day: only those of the months asked for', async () => {
  await deps.db.query(
    `insert into projeto_rollup_dia (empresa_id, projeto_id, dia, status, n, duracao_s)
     select $1, $2, current_date - 400 - n, 'concluido', 1, 0 from generate_series(1, 40000) n`,
    [auditoria.empresaId, auditoria.projetoId],
  );
  await deps.db.query('vacuum analyze projeto_rollup_dia');
  const rows = await rowsReadBy(deps.db.pool, () =>
    readMeses(deps.db, installation, 'entrada', monthsUntil(new Date(), 1)),
  );
  expect(rows).toBeLessThan(10_000);
});

it("shows only the company's own", async () => {
  const other = await createEmpresa(deps);
  const scope = { kind: 'empresa', empresaId: other.id } as const;
  const rows = await readMeses(deps.db, scope, 'entrada', monthsUntil(new Date(), 6));
  expect(rows.every((row) => row.concluido + row.erro + row.pendente + row.processando === 0)).toBe(true);
  expect(rows.at(-1)!.empresas).toBe(1);
});
