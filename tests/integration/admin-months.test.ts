// The panel's months: read along the companies' own index, those that are over once in a while, and never stale for the
// present one.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readMeses } from '../../api/src/features/admin/repo.ts';
import { PanelMonths } from '../../api/src/features/admin/service.ts';
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

/** The middle of the month that lies `back` months before this one. */
function monthAgo(back: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 15, 15));
}
const monthOf = (at: Date) => at.toISOString().slice(0, 7);

it('mostra o mês presente como está, e os que passaram como eram há no máximo meio minuto', async () => {
  let now = 0;
  const months = new PanelMonths(deps.pool, () => now);
  await createItem(deps, auditoria, { createdAt: monthAgo(2), status: 'concluido' });
  const first = await months.read(installation);
  expect(first.map(({ mes }) => mes)).toEqual([...first.map(({ mes }) => mes)].sort());
  expect(first).toHaveLength(6);
  const past = first.find(({ mes }) => mes === monthOf(monthAgo(2)))!;
  expect(past.concluido).toBe(1);

  await createItem(deps, auditoria, { createdAt: monthAgo(2), status: 'concluido' });
  await createItem(deps, auditoria, { status: 'erro' });
  const again = await months.read(installation);
  expect(again.find(({ mes }) => mes === past.mes)).toEqual(past);
  expect(again.at(-1)!.erro).toBe(first.at(-1)!.erro + 1);

  now = 30_000;
  const later = await months.read(installation);
  expect(later.find(({ mes }) => mes === past.mes)!.concluido).toBe(2);
});

it('os que passaram são lidos uma vez para todos os que perguntam juntos', async () => {
  const months = new PanelMonths(deps.pool);
  const alone = await rowsReadBy(deps.pool, () => new PanelMonths(deps.pool).read(installation));
  const together = await rowsReadBy(deps.pool, () =>
    months.read(installation).then(() => months.read(installation)),
  );
  expect(together).toBeLessThan(2 * alone);
});

it('nunca lê inteiros os totais por dia: só os dos meses pedidos', async () => {
  await deps.pool.query(
    `insert into projeto_rollup_dia (empresa_id, projeto_id, dia, status, n, duracao_s)
     select $1, $2, current_date - 400 - n, 'concluido', 1, 0 from generate_series(1, 3000) n on conflict do nothing`,
    [auditoria.empresaId, auditoria.projetoId],
  );
  await deps.pool.query('analyze projeto_rollup_dia, empresas');
  const rows = await rowsReadBy(deps.pool, () => readMeses(deps.pool, installation, { ate: null, n: 1 }));
  expect(rows).toBeLessThan(500);
});

it('de uma empresa só o que é dela', async () => {
  const other = await createEmpresa(deps);
  const scope = { kind: 'empresa', empresaId: other.id } as const;
  const rows = await readMeses(deps.pool, scope, { ate: null, n: 6 });
  expect(rows.every((row) => row.concluido + row.erro + row.pendente + row.processando === 0)).toBe(true);
  expect(rows.at(-1)!.empresas).toBe(1);
});
