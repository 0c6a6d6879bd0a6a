// Rows that were written before a migration are still there, and correct, after it.
import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { createOldDatabase, type OldDatabase } from '../support/old-database.ts';

let old: OldDatabase;
afterEach(() => old.close());

const id = () => randomUUID();
async function insert(table: string, fields: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(fields);
  await old.query(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, n) => `$${n + 1}`).join(', ')})`,
    Object.values(fields),
  );
}

/** Inserts a company with a project, an audit and an item. */
async function createCall() {
  const row = { empresa_id: id(), projeto_id: id(), auditoria_id: id(), item_id: id() };
  await insert('empresas', { id: row.empresa_id, nome: 'Empresa', cnpj: '11222333000181' });
  await insert('projetos', {
    id: row.projeto_id,
    empresa_id: row.empresa_id,
    nome: 'Projeto',
    tipo_projeto: 'call_center',
  });
  await insert('auditorias', {
    id: row.auditoria_id,
    empresa_id: row.empresa_id,
    projeto_id: row.projeto_id,
    nome: 'Auditoria',
  });
  await insert('auditoria_itens', {
    id: row.item_id,
    empresa_id: row.empresa_id,
    projeto_id: row.projeto_id,
    auditoria_id: row.auditoria_id,
  });
  return row;
}

it('takes names and e-mails of accounts and devices out of the log of actions', async () => {
  old = await createOldDatabase(process.env.DATABASE_URL!, {
    before: '20261216100002_registro_sem_nomes_migrar',
  });
  const entries: [acao: string, detalhes: object][] = [
    ['usuario_removido', { email: 'ana@exemplo.com.br', nome: 'Ana', papel: 'usuario' }],
    [
      'usuario_alterado',
      { email: 'ana@exemplo.com.br', campos: { nome: { de: 'Ana', para: 'Bia' }, ativo: true } },
    ],
    ['aparelho_autorizado', { nome: 'Celular da Ana', renovado: false }],
    ['projeto_excluido', { nome: 'Projeto' }],
  ];
  for (const [acao, detalhes] of entries)
    await insert('registros_acesso', { id: id(), acao, recurso: 'x', detalhes });
  await old.migrate();
  const { rows } = await old.query('select acao, detalhes from registros_acesso order by acao');
  expect(rows).toEqual([
    { acao: 'aparelho_autorizado', detalhes: { renovado: false } },
    { acao: 'projeto_excluido', detalhes: { nome: 'Projeto' } },
    { acao: 'usuario_alterado', detalhes: { campos: { ativo: true } } },
    { acao: 'usuario_removido', detalhes: { papel: 'usuario' } },
  ]);
});

it('counts the numbers of each project anew by the telephone, however it was written', async () => {
  old = await createOldDatabase(process.env.DATABASE_URL!, {
    before: '20261208100002_numero_normalizado_migrar',
  });
  const { empresa_id, projeto_id, auditoria_id } = await createCall();
  const place = { empresa_id, projeto_id, auditoria_id };
  const written = ['11987654321', '(11) 98765-4321', '+55 11 98765-4321', '1133334444', '7001', '7001'];
  for (const numero_destino of written)
    await insert('auditoria_itens', { id: id(), ...place, numero_destino });
  const numbers = async () => ({
    distintos: (
      await old.query('select numeros_distintos::int as n from projeto_contadores where projeto_id = $1', [
        projeto_id,
      ])
    ).rows[0]?.n,
    numeros: (
      await old.query(
        'select numero, n::int from projeto_numeros where projeto_id = $1 order by numero collate "C"',
        [projeto_id],
      )
    ).rows.map(({ numero, n }) => `${numero}: ${n}`),
  });
  expect((await numbers()).distintos).toBe(5);

  // While the migration runs, a call is registered as a process of the previous version would.
  const late = { id: id(), ...place, numero_destino: '(11) 3333-4444' };
  await old.migrateDuring((query) =>
    query(
      `insert into auditoria_itens (${Object.keys(late).join(', ')}) values ($1, $2, $3, $4, $5)`,
      Object.values(late),
    ),
  );

  const after = { distintos: 3, numeros: ['1133334444: 2', '11987654321: 3', '7001: 2'] };
  expect(await numbers()).toEqual(after);
  await old.query('select escuta_recontar($1)', [projeto_id]);
  expect(await numbers()).toEqual(after);
  // Deleting calls subtracts from the counts exactly what these calls added.
  await old.query('delete from auditoria_itens where numero_destino like $1', ['%98765-4321']);
  expect(await numbers()).toEqual({ ...after, numeros: ['1133334444: 2', '11987654321: 1', '7001: 2'] });
});
