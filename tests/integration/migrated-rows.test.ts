// What stood in a database before a migration stands there after it.
import { randomBytes, randomUUID } from 'node:crypto';
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

/** A company with a project, an audit and an item. */
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

it('keeps the one comment of an insight, with its author where the register knows', async () => {
  old = await createOldDatabase(process.env.DATABASE_URL!, '20261122140101_comentarios_de_insight');
  const call = await createCall();
  const { empresa_id } = call;
  const execucao_id = id();
  await insert('execucoes', {
    id: execucao_id,
    empresa_id,
    projeto_id: call.projeto_id,
    item_id: call.item_id,
    origem: 'manual',
    configuracao: {},
    status: 'erro',
  });
  const written: [insight: string, feedback: string | null][] = [];
  for (const [n, feedback] of ['Rever.', 'De antes do registro.', null, '  '].entries()) {
    const [template_id, versao_id, insight] = [id(), id(), id()];
    const nome = `Template ${n}`;
    await insert('insight_templates', { id: template_id, empresa_id, nome, categoria: 'c' });
    await insert('insight_template_versoes', {
      id: versao_id,
      empresa_id,
      template_id,
      versao: 1,
      nome,
      categoria: 'c',
      prompt_template: 'Avalie.',
    });
    await insert('insights', {
      id: insight,
      ...call,
      execucao_id,
      template_versao_id: versao_id,
      categoria: 'c',
      feedback,
      updated_at: '2026-10-05T12:00:00Z',
    });
    written.push([insight, feedback]);
  }
  const [autor, antes] = [id(), id()];
  for (const [usuario_id, created_at] of [
    [antes, '2026-10-01T12:00:00Z'],
    [autor, '2026-10-02T12:00:00Z'],
  ]) {
    await insert('registros_acesso', {
      id: id(),
      empresa_id,
      usuario_id,
      acao: 'insight_feedback',
      recurso: 'insight',
      recurso_id: written[0]?.[0],
      created_at,
    });
  }
  await old.migrate();
  const { rows } = await old.query(
    'select insight_id, empresa_id, usuario_id, texto, created_at from insight_comentarios order by created_at',
  );
  expect(rows).toEqual([
    {
      insight_id: written[0]?.[0],
      empresa_id,
      usuario_id: autor,
      texto: 'Rever.',
      created_at: new Date('2026-10-02T12:00:00Z'),
    },
    {
      insight_id: written[1]?.[0],
      empresa_id,
      usuario_id: null,
      texto: 'De antes do registro.',
      created_at: new Date('2026-10-05T12:00:00Z'),
    },
  ]);
});

it('gives each audit the state that its items have', async () => {
  old = await createOldDatabase(process.env.DATABASE_URL!, '20261122140201_situacao_de_auditorias');
  const call = await createCall();
  const owner = { empresa_id: call.empresa_id, projeto_id: call.projeto_id };
  const empty = id();
  await insert('auditorias', { id: empty, ...owner, nome: 'Sem itens', status: 'erro' });
  for (const status of ['concluido', 'concluido', 'erro']) {
    await insert('auditoria_itens', { id: id(), ...owner, auditoria_id: call.auditoria_id, status });
  }
  await old.query("update auditoria_itens set status = 'processando' where id = $1", [call.item_id]);
  await old.migrate();
  const { rows } = await old.query(
    `select a.nome, a.status, t.processando::int, t.concluidos::int, t.erros::int
     from auditorias a left join auditoria_totais t on t.auditoria_id = a.id order by a.nome`,
  );
  expect(rows).toEqual([
    { nome: 'Auditoria', status: 'processando', processando: 1, concluidos: 2, erros: 1 },
    { nome: 'Sem itens', status: 'pendente', processando: null, concluidos: null, erros: null },
  ]);
});

it('makes one error of configuration of the insights that each call had for it, and keeps them as history', async () => {
  old = await createOldDatabase(process.env.DATABASE_URL!, '20261122110101_erros_de_configuracao');
  const call = await createCall();
  const { empresa_id, projeto_id } = call;
  const [template_id, versao_id, vinculo_id] = [id(), id(), id()];
  const named = { nome: 'Aderência', categoria: 'c' };
  await insert('insight_templates', { id: template_id, empresa_id, ...named });
  await insert('insight_template_versoes', {
    id: versao_id,
    empresa_id,
    template_id,
    versao: 1,
    ...named,
    prompt_template: 'Avalie {empresa}.',
    parametros_obrigatorios: ['empresa'],
  });
  await insert('projeto_insight_templates', {
    id: vinculo_id,
    empresa_id,
    projeto_id,
    insight_template_id: template_id,
  });
  const incomplete = 'Parâmetros obrigatórios sem valor neste projeto: empresa.';
  const motivos = [incomplete, incomplete, 'A resposta da IA não pôde ser usada.'];
  for (const [n, motivo] of motivos.entries()) {
    const item_id = id();
    const execucao_id = id();
    await insert('auditoria_itens', { id: item_id, empresa_id, projeto_id, auditoria_id: call.auditoria_id });
    await insert('execucoes', {
      id: execucao_id,
      empresa_id,
      projeto_id,
      item_id,
      origem: 'manual',
      configuracao: {},
      status: 'erro',
    });
    await insert('insights', {
      id: id(),
      ...call,
      item_id,
      execucao_id,
      template_versao_id: versao_id,
      status_processamento: 'erro',
      categoria: 'c',
      motivo,
      created_at: `2026-10-0${n + 1}T12:00:00Z`,
      updated_at: '2026-10-05T12:00:00Z',
    });
  }
  expect((await old.query('select 1 from insights where vigente')).rowCount).toBe(3);
  await old.migrate();
  const { rows } = await old.query(
    'select vinculo_id, codigo, empresa_id, projeto_id, versao, processamentos, primeira_em, ultima_em from erros_configuracao',
  );
  expect(rows).toEqual([
    {
      vinculo_id,
      codigo: 'parametros',
      empresa_id,
      projeto_id,
      versao: 1,
      processamentos: 2,
      primeira_em: new Date('2026-10-01T12:00:00Z'),
      ultima_em: new Date('2026-10-02T12:00:00Z'),
    },
  ]);
  const insights = await old.query('select vigente, motivo from insights order by created_at');
  expect(insights.rows).toEqual(motivos.map((motivo, n) => ({ vigente: n === 2, motivo })));
});

it('takes calls whose protocol is longer than an index can hold, before and after', async () => {
  old = await createOldDatabase(process.env.DATABASE_URL!, '20261122150101_protocolo_de_ligacao');
  const call = await createCall();
  const long = () => ({
    codigo_chamada: randomBytes(9000).toString('base64'),
    unique_id: randomBytes(9000).toString('base64'),
  });
  await old.query('update auditoria_itens set metadata = $2 where id = $1', [call.item_id, long()]);
  await old.migrate();
  const { auditoria_id, empresa_id, projeto_id } = call;
  await insert('auditoria_itens', { id: id(), empresa_id, projeto_id, auditoria_id, metadata: long() });
  expect((await old.query('select 1 from auditoria_itens')).rowCount).toBe(2);
});

it("makes the protocols' indices anew where they had been made of whole texts", async () => {
  old = await createOldDatabase(process.env.DATABASE_URL!, '20261122230101_inicio_do_protocolo');
  await old.query(`drop index auditoria_itens_protocolo_idx, auditoria_itens_unique_id_idx;
    create index auditoria_itens_protocolo_idx on auditoria_itens (upper(metadata ->> 'codigo_chamada') text_pattern_ops);
    create index auditoria_itens_unique_id_idx on auditoria_itens (upper(metadata ->> 'unique_id') text_pattern_ops)`);
  await old.migrate();
  const call = await createCall();
  const codigo_chamada = randomBytes(9000).toString('base64');
  await old.query('update auditoria_itens set metadata = $2 where id = $1', [
    call.item_id,
    { codigo_chamada, unique_id: codigo_chamada },
  ]);
  expect((await old.query('select 1 from auditoria_itens')).rowCount).toBe(1);
});

it('moves what is no call out of a call center, with its history, and lets the totals follow', async () => {
  old = await createOldDatabase(process.env.DATABASE_URL!, '20261123080101_itens_de_outro_tipo');
  const call = await createCall();
  const { empresa_id } = call;
  const owner = { empresa_id, projeto_id: call.projeto_id };
  const [mixed, interviews, run, survey] = [id(), id(), id(), id()];
  await insert('auditoria_itens', {
    id: mixed,
    ...owner,
    auditoria_id: call.auditoria_id,
    tipo_item: 'pesquisa',
    status: 'concluido',
    call_duration: 60,
    numero_destino: '11987654321',
  });
  await insert('auditorias', { id: interviews, ...owner, nome: 'Só entrevistas' });
  await insert('auditoria_itens', { id: id(), ...owner, auditoria_id: interviews, tipo_item: 'entrevista' });
  await insert('execucoes', {
    id: run,
    ...owner,
    item_id: mixed,
    origem: 'manual',
    configuracao: {},
    status: 'concluida',
  });
  // Where such items belong: left alone.
  await insert('projetos', { id: survey, empresa_id, nome: 'Pesquisa', tipo_projeto: 'pesquisa' });
  const other = id();
  await insert('auditorias', { id: other, empresa_id, projeto_id: survey, nome: 'Campo' });
  await insert('auditoria_itens', {
    id: id(),
    empresa_id,
    projeto_id: survey,
    auditoria_id: other,
    tipo_item: 'entrevista',
  });
  const count = async () => (await old.query('select count(*)::int as n from auditoria_itens')).rows[0];
  const before = await count();

  await old.migrate();

  expect(await count()).toEqual(before);
  const { rows } = await old.query(
    `select p.nome as projeto, p.tipo_projeto, a.nome as auditoria, a.id = $1 as mesma, i.tipo_item,
       coalesce((select sum(n)::int from projeto_rollup_dia r where r.projeto_id = p.id), 0) as contados
     from auditoria_itens i join projetos p on p.id = i.projeto_id join auditorias a on a.id = i.auditoria_id
     order by 1, 3`,
    [interviews],
  );
  const moved = { projeto: 'Projeto (pesquisas)', tipo_projeto: 'pesquisa', contados: 2 };
  expect(rows).toEqual([
    { ...stays('Pesquisa', 'pesquisa'), auditoria: 'Campo', tipo_item: 'entrevista' },
    { ...stays('Projeto', 'call_center'), auditoria: 'Auditoria', tipo_item: 'ligacao' },
    { ...moved, auditoria: 'Auditoria', mesma: false, tipo_item: 'pesquisa' },
    { ...moved, auditoria: 'Só entrevistas', mesma: true, tipo_item: 'entrevista' },
  ]);
  const history = await old.query(
    `select (select nome from projetos where id = e.projeto_id) as projeto,
       (select numeros_distintos::int from projeto_contadores where projeto_id = $2) as numeros
     from execucoes e where e.id = $1`,
    [run, call.projeto_id],
  );
  expect(history.rows).toEqual([{ projeto: 'Projeto (pesquisas)', numeros: 0 }]);
});

function stays(projeto: string, tipo_projeto: string) {
  return { projeto, tipo_projeto, contados: 1, mesma: false };
}

it('takes names and e-mails of accounts and devices out of the log of actions', async () => {
  old = await createOldDatabase(process.env.DATABASE_URL!, '20261216100002_registro_sem_nomes_migrar');
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
  old = await createOldDatabase(process.env.DATABASE_URL!, '20261208100002_numero_normalizado_migrar');
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

  // A call that a process of the version before is registering meanwhile.
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
  // The calls keep their numbers as they came, and take away what they brought.
  await old.query('delete from auditoria_itens where numero_destino like $1', ['%98765-4321']);
  expect(await numbers()).toEqual({ ...after, numeros: ['1133334444: 2', '11987654321: 1', '7001: 2'] });
});
