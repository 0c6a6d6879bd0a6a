// Items that named no survey, or one that is not there, come through the migration with all that they were; from then on the
// database holds every item to what its kind says.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createOldDatabase, type OldDatabase } from '../support/old-database.ts';

let old: OldDatabase;
beforeEach(async () => {
  old = await createOldDatabase(process.env.DATABASE_URL!, '20261124100101_vinculos_de_pesquisa');
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

/** A company with a survey project, an audit, and one survey of one interview. */
async function createOwner(cnpj: string) {
  const empresa_id = await insert('empresas', { nome: 'E', cnpj });
  const projeto_id = await insert('projetos', { empresa_id, nome: 'Campo', tipo_projeto: 'pesquisa' });
  const auditoria_id = await insert('auditorias', { empresa_id, projeto_id, nome: 'A' });
  const pesquisa_id = await insert('pesquisas', {
    empresa_id,
    projeto_id,
    titulo: 'P',
    updated_at: new Date(),
  });
  const questionario_id = await insert('questionarios', {
    empresa_id,
    pesquisa_id,
    nome: 'Q',
    updated_at: new Date(),
  });
  const entrevista_id = await insert('entrevistas', {
    empresa_id,
    pesquisa_id,
    questionario_id,
    nome_entrevistado: 'Rosa',
  });
  return { item: { empresa_id, projeto_id, auditoria_id }, pesquisa_id, questionario_id, entrevista_id };
}

it('loses no item, no reference that holds, and no word of those that do not', async () => {
  const mine = await createOwner('11222333000181');
  const theirs = await createOwner('11444777000161');
  const { pesquisa_id, questionario_id, entrevista_id } = mine;
  const ENDED = new Date('2026-03-02T14:00:00Z');
  const whole = { pesquisa_id, questionario_id, entrevista_id };
  const nowhere = randomUUID();
  const add = (fields: Record<string, unknown>) => insert('auditoria_itens', { ...mine.item, ...fields });
  const sound = await add({ tipo_item: 'entrevista', ...whole, metadata: { a: 1 } });
  const half = await add({ tipo_item: 'entrevista', entrevista_id });
  const nameless = await add({
    tipo_item: 'entrevista',
    nome_entrevistado: 'Ana',
    numero_destino: '11988887777',
    call_end_time: ENDED,
  });
  const surveyed = await add({ tipo_item: 'entrevista', pesquisa_id });
  const dangling = await add({ tipo_item: 'entrevista', ...whole, entrevista_id: nowhere });
  const foreign = await add({ tipo_item: 'pesquisa', pesquisa_id: theirs.pesquisa_id, metadata: { b: 2 } });
  const empty = await add({ tipo_item: 'pesquisa' });
  const erased = await add({
    tipo_item: 'entrevista',
    ...whole,
    entrevista_id: nowhere,
    status: 'concluido',
    dados_apagados_em: new Date(),
  });
  const call = await add({ tipo_item: 'ligacao', pesquisa_id, metadata: { c: 3 } });
  const plain = await add({ tipo_item: 'arquivo', metadata: { d: 4 } });

  await old.migrate();

  const { rows } = await old.query<Record<string, unknown> & { id: string; metadata: object }>(
    `select i.id, i.tipo_item, i.pesquisa_id, i.questionario_id, i.entrevista_id, i.metadata, p.titulo, p.projeto_id,
       q.nome as questionario, q.pesquisa_id = i.pesquisa_id as do_questionario, e.nome_entrevistado, e.telefone_entrevistado,
       e.situacao, e.concluida_em, e.questionario_id = i.questionario_id and e.pesquisa_id = i.pesquisa_id as da_entrevista
     from auditoria_itens i left join pesquisas p on p.id = i.pesquisa_id left join questionarios q on q.id = i.questionario_id
     left join entrevistas e on e.id = i.entrevista_id`,
  );
  expect(rows).toHaveLength(10);
  const of = (id: string) => rows.find((row) => row.id === id);
  expect(of(sound)).toMatchObject({ ...whole, metadata: { a: 1 } });
  expect(of(half)).toMatchObject({ ...whole, metadata: {} });
  const kept = { tipo_item: 'entrevista', do_questionario: true, da_entrevista: true };
  expect(of(nameless)).toMatchObject({
    ...kept,
    titulo: 'Itens sem pesquisa registrada',
    projeto_id: mine.item.projeto_id,
    questionario: 'Sem questionário registrado',
    // The item has name and number, and is deleted with them: no second copy stays behind.
    nome_entrevistado: '',
    telefone_entrevistado: null,
    situacao: 'concluida',
    concluida_em: ENDED,
    metadata: {},
  });
  expect(of(surveyed)).toMatchObject({ ...kept, pesquisa_id, questionario: 'Sem questionário registrado' });
  expect(of(dangling)).toMatchObject({
    ...kept,
    pesquisa_id,
    questionario_id,
    metadata: { vinculo_anterior: { ...whole, entrevista_id: nowhere } },
  });
  // Nothing of it is left but the row: neither in words of its own, nor as an interview that somebody would have held.
  expect(of(erased)).toMatchObject({
    ...kept,
    pesquisa_id,
    questionario_id,
    metadata: {},
    situacao: 'em_andamento',
    concluida_em: null,
  });
  expect(of(foreign)).toMatchObject({
    tipo_item: 'pesquisa',
    pesquisa_id: of(empty)?.pesquisa_id,
    entrevista_id: null,
    metadata: { b: 2, vinculo_anterior: { pesquisa_id: theirs.pesquisa_id } },
  });
  const none = { pesquisa_id: null, questionario_id: null, entrevista_id: null };
  expect(of(call)).toMatchObject({
    tipo_item: 'ligacao',
    ...none,
    metadata: { c: 3, vinculo_anterior: { pesquisa_id } },
  });
  expect(of(plain)).toMatchObject({ tipo_item: 'arquivo', ...none, metadata: { d: 4 } });
  const constraints = await old.query(
    `select conname, convalidated from pg_constraint where conrelid = 'auditoria_itens'::regclass
       and (conname like '%vinculo%' or conname similar to 'auditoria_itens_(pesquisa|questionario|entrevista)_id_fkey') order by 1`,
  );
  expect(constraints.rows).toEqual(
    ['entrevista_id_fkey', 'pesquisa_id_fkey', 'questionario_id_fkey', 'vinculo_check'].map((name) => ({
      conname: `auditoria_itens_${name}`,
      convalidated: true,
    })),
  );
});

it('waits for what a process of the version before is writing, and links that too', async () => {
  const mine = await createOwner('11222333000181');
  const { pesquisa_id, questionario_id, entrevista_id } = mine;
  const item = await insert('auditoria_itens', { ...mine.item, tipo_item: 'pesquisa', pesquisa_id });
  const written = randomUUID();
  await old.migrateDuring(async (query) => {
    await query(
      `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, tipo_item) values ($1, $2, $3, $4, 'entrevista')`,
      [written, mine.item.empresa_id, mine.item.projeto_id, mine.item.auditoria_id],
    );
    await query('delete from entrevistas where id = $1', [entrevista_id]);
    await query('delete from questionarios where id = $1', [questionario_id]);
    await query('delete from pesquisas where id = $1', [pesquisa_id]);
  });
  const { rows } = await old.query(
    `select i.id, i.tipo_item, p.titulo, i.entrevista_id is not null as entrevista, i.metadata
     from auditoria_itens i join pesquisas p on p.id = i.pesquisa_id order by i.tipo_item`,
  );
  const titulo = 'Itens sem pesquisa registrada';
  expect(rows).toEqual([
    {
      id: item,
      tipo_item: 'pesquisa',
      titulo,
      entrevista: false,
      metadata: { vinculo_anterior: { pesquisa_id } },
    },
    { id: written, tipo_item: 'entrevista', titulo, entrevista: true, metadata: {} },
  ]);
});
