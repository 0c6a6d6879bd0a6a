// Default audits were named after calls, whatever their project holds.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOldDatabase, type OldDatabase } from '../support/old-database.ts';

let old: OldDatabase;
beforeAll(async () => {
  old = await createOldDatabase(process.env.DATABASE_URL!, '20261126100001_nome_da_auditoria_padrao');
});
afterAll(() => old.close());

it('names default audits by the kind of their project, and no audit that somebody named', async () => {
  const empresa = randomUUID();
  await old.query(`insert into empresas (id, nome, cnpj) values ($1, 'E', '11222333000181')`, [empresa]);
  const audits: [tipo: string, nome: string, padrao: boolean, after: string][] = [
    ['call_center', 'Ligações', true, 'Ligações'],
    ['pesquisa', 'Ligações', true, 'Entrevistas'],
    ['auditoria', 'Ligações', true, 'Arquivos'],
    ['pesquisa', 'Rodada de maio', true, 'Rodada de maio'],
    ['pesquisa', 'Ligações', false, 'Ligações'],
  ];
  const ids = audits.map(() => randomUUID());
  for (const [n, [tipo, nome, padrao]] of audits.entries()) {
    const projeto = randomUUID();
    await old.query(`insert into projetos (id, empresa_id, nome, tipo_projeto) values ($1, $2, 'P', $3)`, [
      projeto,
      empresa,
      tipo,
    ]);
    await old.query(
      'insert into auditorias (id, empresa_id, projeto_id, nome, padrao) values ($1, $2, $3, $4, $5)',
      [ids[n], empresa, projeto, nome, padrao],
    );
  }
  await old.migrate();
  const { rows } = await old.query<{ nome: string }>(
    'select a.nome from unnest($1::uuid[]) with ordinality t (id, n) join auditorias a using (id) order by n',
    [ids],
  );
  expect(rows.map(({ nome }) => nome)).toEqual(audits.map(([, , , after]) => after));
});
