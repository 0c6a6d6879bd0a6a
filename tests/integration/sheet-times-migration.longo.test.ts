// Earlier versions gave interviews from sheets a start at noon, an end and a time of call that no sheet contained. The
// migration marks the noon as a day without an hour, deletes the other values, and changes no day.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createOldDatabase, type OldDatabase } from '../support/old-database.ts';

let old: OldDatabase;
beforeEach(async () => {
  old = await createOldDatabase(process.env.DATABASE_URL!, {
    before: '20261207300002_inicio_precisao_expandir',
  });
});
afterEach(() => old.close());

async function insert(table: string, row: Record<string, unknown>): Promise<string> {
  const whole: Record<string, unknown> = { id: randomUUID(), ...row };
  const names = Object.keys(whole);
  await old.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(whole),
  );
  return whole.id as string;
}

const IMPORTED = '2026-11-28T03:58:00.000Z';

it('keeps the day alone where a sheet named no hour, and nothing where it named no day', async () => {
  const empresa_id = await insert('empresas', { nome: 'E', cnpj: '11222333000181' });
  const projeto_id = await insert('projetos', { empresa_id, nome: 'Campo', tipo_projeto: 'auditoria' });
  const auditoria_id = await insert('auditorias', { empresa_id, projeto_id, nome: 'A' });
  const at = new Date(IMPORTED);
  const survey = { empresa_id, projeto_id, titulo: 'P', updated_at: at };
  const pesquisa_id = await insert('pesquisas', survey);
  const questionario_id = await insert('questionarios', {
    empresa_id,
    pesquisa_id,
    nome: 'Q',
    updated_at: at,
  });
  const questionario_versao_id = await insert('questionario_versoes', {
    empresa_id,
    questionario_id,
    numero: 1,
    conteudo: { perguntas: [] },
  });
  const rows: [origem: string, iniciada: string | null, concluida: string][] = [
    ['planilha', '2026-11-26T15:00:00.000Z', '2026-11-26T15:00:00.000Z'],
    ['planilha', '2026-11-26T13:20:00.000Z', '2026-11-26T13:20:00.000Z'],
    ['planilha', null, IMPORTED],
    ['coleta', '2026-11-26T15:00:00.000Z', '2026-11-26T15:20:00.000Z'],
  ];
  for (const [n, [origem, iniciada_em, concluida_em]] of rows.entries()) {
    const entrevista_id = await insert('entrevistas', {
      ...{ empresa_id, projeto_id, pesquisa_id, questionario_id, questionario_versao_id, origem },
      ...{
        nome_entrevistado: `Linha ${n}`,
        situacao: 'concluida',
        iniciada_em,
        concluida_em,
        created_at: IMPORTED,
      },
    });
    await insert('auditoria_itens', {
      ...{ empresa_id, projeto_id, auditoria_id, pesquisa_id, questionario_id, entrevista_id },
      ...{
        tipo_item: 'entrevista',
        call_start_time: iniciada_em ?? IMPORTED,
        created_at: IMPORTED,
        updated_at: at,
      },
    });
  }
  const days = async () =>
    (
      await old.query<{ dia: string; chamada: string }>(
        `select e.dia::text as dia, i.dia_chamada::text as chamada from entrevistas e
         join auditoria_itens i on i.entrevista_id = e.id order by e.nome_entrevistado`,
      )
    ).rows;
  const before = await days();

  await old.migrate();

  expect(await days()).toEqual(before);
  const { rows: found } = await old.query<Record<string, Date | string | null>>(
    `select e.iniciada_em, e.inicio_precisao, e.concluida_em, i.call_start_time, i.inicio_precisao as do_item
     from entrevistas e join auditoria_itens i on i.entrevista_id = e.id order by e.nome_entrevistado`,
  );
  const iso = (value: Date | string | null | undefined) =>
    value instanceof Date ? value.toISOString() : value;
  expect(found.map((row) => Object.values(row).map(iso))).toEqual([
    ['2026-11-26T15:00:00.000Z', 'dia', null, '2026-11-26T15:00:00.000Z', 'dia'],
    ['2026-11-26T13:20:00.000Z', 'instante', null, '2026-11-26T13:20:00.000Z', 'instante'],
    [null, 'instante', null, null, 'instante'],
    [
      '2026-11-26T15:00:00.000Z',
      'instante',
      '2026-11-26T15:20:00.000Z',
      '2026-11-26T15:00:00.000Z',
      'instante',
    ],
  ]);
});
