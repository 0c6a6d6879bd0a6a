// Calls from sheets, imported by people and with company keys: reading, dry run, writing, report, undoing.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockRamais } from '@escuta/shared/services/calls/call-agents';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workbook } from '../../scripts/casos/planilha-lida.ts';
import type { Loop } from '../../worker/src/background/loop.ts';
import { settleStranded } from '../../worker/src/intake/intake-repo.ts';
import { readRowsFile } from '../../worker/src/reading/sheet/read-sheet-file.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createApiKey, createProjeto, createTenant } from '../support/factories.ts';
import { importer, sheetOf } from '../support/imports.ts';
import { longo } from '../support/longo.ts';
import { startTasks } from '../support/tasks.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let tasks: Loop;
beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps);
  tasks = startTasks(test.deps);
});
afterAll(async () => {
  await tasks.stop(5000);
  await test.close();
});

const newProjeto = () => createProjeto(test.deps, mine.empresa, { tipoProjeto: 'call_center' });
const CABECALHO = 'Data;Hora;Ramal;Operador;Número Discado;Duração;Gravação;Fila';
const RUINS = [
  '31/02/2026;08:00:00;2001;Ana Lima;11987654321;00:01:00;a.wav;Vendas',
  '17/01/2026;09:00:00;2001;Ana Lima;1,19988E+10;00:01:00;b.wav;Vendas',
  '17/01/2026;09:00:00;2001;Ana Lima;;00:01:00;c.wav;=1+1',
];
const BOAS = [
  '16/01/2026;08:06:15;2002;João Gonçalves;0800 727 1234;00:03:10;x1.wav;Vendas',
  '16/01/2026;08:20:55;2001;Ana Lima;(21) 99988-7766;190;x2.wav;Suporte',
  '17/01/2026;10:00:00;2001;Ana Lima;+55 11 98765-4321;3,16;x3.wav;Suporte',
];
/** A duplicate of the second row, with the country's code before its number. */
const REPETIDA = '16/01/2026;08:20:55;2001;Ana Lima;+5521999887766;190;x2.wav;Suporte';
const counted = ({ lidas, criadas, duplicadas, recusadas }: Record<string, unknown> | never) => ({
  lidas,
  criadas,
  duplicadas,
  recusadas,
});

describe('a sheet', () => {
  it('is read, tried and imported with the same counts; the refused rows return as .xlsx; and is undone', async () => {
    const projeto = await newProjeto();
    const me = importer(test, mine.tokens.gerente);
    // The totals row of a report is neither imported nor refused.
    const bytes = sheetOf(CABECALHO, [...BOAS, ...RUINS, REPETIDA, 'Total;;;;;1234;;']);
    const read = await me.send(projeto.id, bytes, 'relatório.csv', 100);
    expect([read.estado, read.linhas, read.mapeamento?.colunas]).toEqual([
      'mapear',
      8,
      ['dia', 'hora', 'ramal', 'agente', 'numero', 'duracao', 'arquivo', 'metadado'],
    ]);

    const dry = await me.simulate(read, { criar_agentes: true });
    const seen = { lidas: 7, criadas: 3, duplicadas: 1, recusadas: 3 };
    expect(dry.simulacao?.resumos).toBe(1);
    expect([dry.estado, dry.motivo, dry.simulacao && counted(dry.simulacao)]).toEqual([
      'simulada',
      null,
      seen,
    ]);
    expect(dry.simulacao?.agentes_novos).toEqual(['João Gonçalves', 'Ana Lima']);
    expect(dry.simulacao?.ramais_sem_agente).toEqual([
      { ramal: '2002', nomes: ['João Gonçalves'] },
      { ramal: '2001', nomes: ['Ana Lima'] },
    ]);
    expect(await test.deps.prisma.auditoriaItem.count({ where: { projetoId: projeto.id } })).toBe(0);

    const stale = await me.call('POST', `/importacoes/${read.id}/importar`, { versao: dry.versao - 1 });
    expect(stale.statusCode).toBe(409);
    const ended = await me.confirm(dry);
    expect([ended.estado, ended.resultado && counted(ended.resultado)]).toEqual(['concluida', seen]);
    const items = await test.deps.prisma.auditoriaItem.findMany({
      where: { projetoId: projeto.id },
      orderBy: { callStartTime: 'asc' },
      include: { agente: { include: { ramais: true } } },
    });
    // The new agents have the extensions of their rows.
    expect(items.map(({ agente }) => agente?.ramais.map(({ ramal, de }) => [ramal, de]))).toEqual([
      [['2002', null]],
      [['2001', null]],
      [['2001', null]],
    ]);
    expect(
      items.map((item) => [
        item.tipoItem,
        item.callStartTime?.toISOString(),
        item.numeroDestino,
        item.ramal,
        item.callDuration,
        item.asteriskFilename,
        item.agente?.nome,
        item.metadata,
      ]),
    ).toEqual([
      [
        'ligacao',
        '2026-01-16T11:06:15.000Z',
        '08007271234',
        '2002',
        190,
        'x1.wav',
        'João Gonçalves',
        { Fila: 'Vendas', tipo: 'ligacao', duracao: '3' },
      ],
      [
        'ligacao',
        '2026-01-16T11:20:55.000Z',
        '21999887766',
        '2001',
        190,
        'x2.wav',
        'Ana Lima',
        { Fila: 'Suporte', tipo: 'ligacao', duracao: '3' },
      ],
      [
        'ligacao',
        '2026-01-17T13:00:00.000Z',
        '11987654321',
        '2001',
        190,
        'x3.wav',
        'Ana Lima',
        { Fila: 'Suporte', tipo: 'ligacao', duracao: '3' },
      ],
    ]);
    const linhas = (query: string) =>
      me.done<{ n: number; motivo: string; ligacao: { id: string } }[]>(
        'GET',
        `/importacoes/${read.id}/linhas?${query}`,
      );
    expect((await linhas('situacao=recusada')).map(({ motivo }) => motivo)).toEqual([
      'Linha 5: a data "31/02/2026" não existe.',
      'Linha 6: o Excel arredondou o número "1,19988E+10"; gere a planilha de novo, com a coluna formatada como texto.',
      'Linha 7: falta o número.',
    ]);
    expect((await linhas('situacao=duplicada')).map(({ n, ligacao }) => [n, ligacao.id])).toEqual([
      [8, items[1]?.id],
    ]);

    const file = await test.app.inject({
      method: 'GET',
      url: `/api/v1/importacoes/${read.id}/recusadas`,
      headers: bearer(mine.tokens.gerente),
    });
    const folder = await mkdtemp(join(tmpdir(), 'escuta-recusadas-'));
    const rows: string[][] = [];
    try {
      await writeFile(join(folder, 'r.xlsx'), file.rawPayload);
      await readRowsFile(join(folder, 'r.xlsx'), 'r.xlsx', async (some) => {
        rows.push(...some.map(({ celulas }) => celulas));
      });
    } finally {
      await rm(folder, { recursive: true });
    }
    expect(rows[0]).toEqual([...CABECALHO.split(';'), 'Motivo']);
    expect(rows.slice(1).map((row) => row.slice(0, 8).join(';'))).toEqual(RUINS);

    // The downloaded file, once corrected, counts as the same sheet: its columns are recognised without a choice.
    const again = await me.send(projeto.id, file.rawPayload, 'corrigida.xlsx');
    expect([again.colunas.at(-1)?.sugestao, again.colunas.every(({ certa }) => certa)]).toEqual([
      'ignorar',
      true,
    ]);

    // A person has changed one call and assigned another: an undoing keeps both, and deletes the third.
    await test.deps.prisma.auditoriaItem.update({
      where: { id: items[0]?.id as string },
      data: { updatedAt: new Date(Date.now() + 1000) },
    });
    await test.deps.prisma.itemAtribuicao.create({
      data: {
        ...{ itemId: items[1]?.id as string, empresaId: mine.empresa.id },
        ...{ usuarioId: mine.gerente.usuarioId, atribuidoPor: mine.gerente.usuarioId },
      },
    });
    const kept = {
      mantidas: 2,
      razoes: [
        { razao: 'alterada', n: 1 },
        { razao: 'atribuida', n: 1 },
      ],
    };
    expect(await me.done('GET', `/importacoes/${read.id}/desfazer`)).toEqual({ apagadas: 1, ...kept });
    // Simulates an undoing that stopped after four deleted calls: the second undoing adds its deletions to these four.
    await test.deps.db.query(
      `update importacoes set desfeita = '{"apagadas": 4, "mantidas": 0}' where id = $1`,
      [read.id],
    );
    const undone = await me.undo(read.id);
    expect([undone.estado, undone.desfeita]).toEqual(['desfeita', { apagadas: 5, mantidas: 2 }]);
    expect(await me.done('GET', `/importacoes/${read.id}/desfazer`)).toEqual({ apagadas: 0, ...kept });
    const mantidas = await me.done<{ id: string; razao: string }[]>(
      'GET',
      `/importacoes/${read.id}/mantidas`,
    );
    expect(new Map(mantidas.map((one) => [one.id, one]))).toEqual(
      new Map([
        [
          items[0]?.id,
          {
            id: items[0]?.id,
            numero_destino: '08007271234',
            call_start_time: '2026-01-16T11:06:15.000Z',
            razao: 'alterada',
          },
        ],
        [items[1]?.id, expect.objectContaining({ razao: 'atribuida' })],
      ]),
    );
    expect((await me.done<unknown[]>('GET', `/projetos/${projeto.id}/importacoes`)).length).toBe(2);
  });

  longo.test(
    'the calls belong to the holder of the extension, also when the period changes while they are written',
    async () => {
      const projeto = await newProjeto();
      const me = importer(test, mine.tokens.gerente);
      const linha = '16/01/2026;08:06:15;7007;;0800 727 1234;00:03:10;r1.wav;Vendas';
      const dry = await me.simulate(await me.send(projeto.id, sheetOf(CABECALHO, [linha]), 'ramais.csv'));
      const { id: agenteId } = await test.deps.prisma.agente.create({
        data: { empresaId: mine.empresa.id, nome: 'Rita Ramal' },
      });
      let ended: Promise<unknown> = Promise.resolve();
      await test.deps.db.transaction(async (tx) => {
        // Takes the lock of a request that assigns an extension and has already selected the calls to change.
        await lockRamais(tx, mine.empresa.id, 'mudam');
        await tx.query(
          `insert into agente_ramais (id, empresa_id, agente_id, ramal) values (gen_random_uuid(), $1, $2, '7007')`,
          [mine.empresa.id, agenteId],
        );
        ended = me.confirm(dry);
        await expect
          .poll(
            async () => {
              const { rows } = await test.deps.db.query(
                `select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database
               where d.datname = current_database() and l.locktype = 'advisory' and l.mode = 'ShareLock'
                 and not l.granted`,
              );
              return rows[0].n;
            },
            { timeout: 15_000 },
          )
          .toBe(1);
      });
      await ended;
      const [item] = await test.deps.prisma.auditoriaItem.findMany({ where: { projetoId: projeto.id } });
      expect([item?.agenteId, item?.agenteOrigem]).toEqual([agenteId, 'ramal']);
    },
  );

  it('of extensions alone gets an agent for each when asked at the last step; their earlier calls follow', async () => {
    const projeto = await newProjeto();
    const me = importer(test, mine.tokens.gerente);
    const row = (minute: string, ramal: string, agente: string) =>
      `16/01/2026;08:${minute}:15;${ramal};${agente};0800 727 12${minute};00:03:10;y${minute}.wav;Vendas`;
    const early = await me.simulate(
      await me.send(projeto.id, sheetOf(CABECALHO, [row('01', '8101', '')]), 'a.csv'),
    );
    expect([early.simulacao?.sem_agente, early.simulacao?.ramais_sem_agente]).toEqual([
      1,
      [{ ramal: '8101', nomes: [] }],
    ]);
    await me.confirm(early);
    // Two names share the extension 8102, which stays unassigned although both agents are created.
    const rows = [row('02', '8101', ''), row('03', '8102', 'Bia Um'), row('04', '8102', 'Bia Dois')];
    const dry = await me.simulate(await me.send(projeto.id, sheetOf(CABECALHO, rows), 'b.csv'));
    expect(dry.simulacao?.sem_agente).toBe(3);
    const ended = await me.confirm(dry, { criar_agentes: true });
    expect([ended.estado, ended.mapeamento?.criar_agentes, ended.resultado?.sem_agente]).toEqual([
      'concluida',
      true,
      0,
    ]);
    const names = async () =>
      (
        await test.deps.prisma.auditoriaItem.findMany({
          where: { projetoId: projeto.id },
          orderBy: { callStartTime: 'asc' },
          include: { agente: true },
        })
      ).map(({ agente }) => agente?.nome);
    await expect.poll(names, { timeout: 15_000 }).toEqual(['Ramal 8101', 'Ramal 8101', 'Bia Um', 'Bia Dois']);
    const where = { empresaId: mine.empresa.id, ramal: { startsWith: '81' } };
    expect((await test.deps.prisma.agenteRamal.findMany({ where })).map(({ ramal }) => ramal)).toEqual([
      '8101',
    ]);
    expect(
      await test.deps.prisma.registroAcesso.count({
        where: { recursoId: ended.id, acao: 'agentes_importados' },
      }),
    ).toBe(1);
  });

  it('imported again is all duplicates, and each names its call; one that came alone counts too', async () => {
    const projeto = await newProjeto();
    const auditoria = await test.deps.prisma.auditoria.create({
      data: { empresaId: mine.empresa.id, projetoId: projeto.id, nome: 'À mão' },
    });
    const byHand = await test.deps.prisma.auditoriaItem.create({
      data: {
        empresaId: mine.empresa.id,
        projetoId: projeto.id,
        auditoriaId: auditoria.id,
        tipoItem: 'ligacao',
        numeroDestino: '+55 (21) 99988-7766',
        callStartTime: new Date('2026-01-16T11:20:55.400Z'),
      },
    });
    const me = importer(test, mine.tokens.usuario);
    // Calls entered one by one are never refused as duplicates: both are created, and the first keeps the key by which
    // duplicates are found.
    const written = [];
    for (const _ of [1, 2]) {
      const { statusCode, json } = await me.call('POST', `/auditoria/${auditoria.id}/items/arquivo`, {
        ...{ numero_destino: '11987654321', call_start_time: '2026-01-17T13:00:00.000Z' },
      });
      expect(statusCode).toBe(201);
      written.push(json().data.id as string);
    }
    const keys = await test.deps.prisma.auditoriaItem.findMany({
      where: { id: { in: written } },
      orderBy: { id: 'asc' },
    });
    expect(keys.map(({ chaveDup }) => chaveDup === null)).toEqual([false, true]);
    const strangers = BOAS.map((linha) => linha.replace(/João Gonçalves|Ana Lima/u, 'Zilda Ninguém'));
    const bytes = sheetOf(CABECALHO, strangers);
    const first = await me.confirm(await me.simulate(await me.send(projeto.id, bytes)));
    expect(counted(first.resultado as never)).toEqual({ lidas: 3, criadas: 1, duplicadas: 2, recusadas: 0 });
    const [linha, other] = await me.done<{ ligacao: { id: string } }[]>(
      'GET',
      `/importacoes/${first.id}/linhas?situacao=duplicada`,
    );
    expect(linha?.ligacao.id).toBe(byHand.id);
    expect(written).toContain(other?.ligacao.id);
    const second = await me.simulate(await me.send(projeto.id, bytes));
    expect(counted(second.simulacao as never)).toEqual({ lidas: 3, criadas: 0, duplicadas: 3, recusadas: 0 });
    // A request is refused with a message if another request, which is not committed yet, undoes the first import.
    const meanwhile = await test.deps.db.pool.connect();
    try {
      await meanwhile.query('begin');
      await meanwhile.query(`update importacoes set estado = 'desfazendo' where id = $1`, [first.id]);
      const late = me.call('POST', `/importacoes/${second.id}/importar`, { versao: second.versao });
      await expect
        .poll(async () => {
          const waiting = `select from pg_stat_activity where datname = current_database()
            and wait_event_type = 'Lock'`;
          return (await test.deps.db.query(waiting)).rowCount;
        })
        .toBe(1);
      await meanwhile.query('commit');
      expect((await late).json()).toMatchObject({
        code: 'conflito',
        message: 'Já há uma importação em andamento neste projeto. Aguarde o fim dela.',
      });
    } finally {
      meanwhile.release(true);
    }
    await test.deps.db.query(`update importacoes set estado = 'concluida' where id = $1`, [first.id]);
    const ended = await me.confirm(second);
    expect(counted(ended.resultado as never)).toEqual({ lidas: 3, criadas: 0, duplicadas: 3, recusadas: 0 });
    // Unknown agents are not created unless the request says so; their names stay with the calls.
    expect(first.resultado?.sem_agente).toBe(1);
  });

  longo.test(
    'of Asterisk without heading: legs ";2" belong to the same call, and unique_id is unique in the project',
    async () => {
      const projeto = await newProjeto();
      const row = (channel: string, id: string) =>
        `"","2001","11987654321","cliente","""Ana"" <2001>","${channel}","","Dial","","2026-01-21 02:35:13","2026-01-21 02:35:13","2026-01-21 02:35:16",3,3,"ANSWERED","DOCUMENTATION","${id}",""`;
      const me = importer(test, mine.tokens.gerente);
      const bytes = Buffer.from(
        [
          row('Local/200@fila-00000001;2', '1795228513.1'),
          row('SIP/tronco-1', '1795228513.0'),
          row('SIP/tronco-2', '1795228513.0'),
        ].join('\n'),
      );
      const read = await me.send(projeto.id, bytes, 'Master.csv');
      expect([read.origem, read.avisos[0]?.includes('linkedid')]).toEqual(['asterisk', true]);
      const dry = await me.simulate(read);
      expect(dry.simulacao).toMatchObject({ lidas: 3, criadas: 1, duplicadas: 2, pernas: 1, recusadas: 0 });
      expect((await me.confirm(dry)).resultado).toEqual(dry.simulacao);
    },
  );

  longo.test(
    'unreadable, is refused by the name of the problem, and dates that fit both ways are asked',
    async () => {
      const projeto = await newProjeto();
      const me = importer(test, mine.tokens.gerente);
      const failed = await me.send(projeto.id, Buffer.from('%PDF-1.7 nada'), 'ligacoes.csv');
      expect([failed.estado, failed.motivo]).toEqual([
        'falhou',
        'O arquivo não é uma planilha aceita. Envie .xlsx, .xls ou .csv.',
      ]);
      // The same file would fail again, so its task offers no retry and is not shown as 'Concluída'.
      const { id: tarefaId } = await test.deps.prisma.tarefa.findFirstOrThrow({
        where: { tipo: 'importar_ligacoes', parametros: { path: ['importacaoId'], equals: failed.id } },
      });
      expect((await me.call('GET', `/tarefas/${tarefaId}`)).json().data).toMatchObject({
        status: 'erro',
        pode: { continuar: false },
      });
      expect((await me.call('POST', `/tarefas/${tarefaId}/continuar`)).statusCode).toBe(409);
      const open = await me.send(projeto.id, sheetOf('Início;Telefone', ['05/06/2026 08:00;11987654321']));
      expect(open.pergunta).toEqual({ titulo: 'Início', ordem: 'ambigua' });
      const refused = await me.call('POST', `/importacoes/${open.id}/simular`, {
        mapeamento: open.mapeamento,
      });
      expect([refused.statusCode, refused.json().message]).toEqual([
        400,
        'Na coluna “Início”, todas as datas podem ser dd/mm ou mm/dd: selecione o formato correto.',
      ]);
      const ended = await me.confirm(await me.simulate(open, { ordem: 'mda' }));
      expect(ended.resultado?.criadas).toBe(1);
      const item = await test.deps.prisma.auditoriaItem.findFirstOrThrow({
        where: { projetoId: projeto.id },
      });
      expect(item.callStartTime?.toISOString()).toBe('2026-05-06T11:00:00.000Z');
    },
  );

  longo.test(
    'whose file is no longer kept does not go on, and the person who waited gets a notice',
    async () => {
      const { db: pool, store } = test.deps;
      const projeto = await newProjeto();
      const me = importer(test, mine.tokens.gerente);
      const read = await me.send(projeto.id, sheetOf(CABECALHO, BOAS));
      const { rows } = await pool.query<{ chave: string }>(
        'select chave_objeto as chave from importacoes where id = $1',
        [read.id],
      );
      await store.delete(rows[0]?.chave ?? '');
      // Simulates a minute between the request and the worker's start.
      await pool.query(`ALTER TABLE tarefas ALTER created_at SET DEFAULT now() - interval '1 minute'`);
      try {
        const failed = await me.simulate(read);
        expect([failed.estado, failed.motivo]).toEqual([
          'mapear',
          'O arquivo não existe mais. Envie-o de novo.',
        ]);
      } finally {
        await pool.query('ALTER TABLE tarefas ALTER created_at SET DEFAULT CURRENT_TIMESTAMP');
      }
      const told = await pool.query(
        `select e.dados ->> 'status' as status, g.consumidor from importacoes m
       join eventos_dominio e on e.alvo_id = m.tarefa_id join evento_entregas g on g.evento_id = e.id where m.id = $1
       order by g.consumidor`,
        [read.id],
      );
      expect(told.rows).toEqual([
        { status: 'erro', consumidor: 'emails' },
        { status: 'erro', consumidor: 'notificacoes' },
      ]);
      // The list of tasks names the import, because a project may have many imports.
      const tasks = (await me.call('GET', '/tarefas?tipo=importar_ligacoes')).json();
      expect(tasks.data[0].alvo.nome).toBe(`${read.nome} (${projeto.nome})`);
      await pool.query(`update importacoes set estado = 'interrompida', chave_objeto = null where id = $1`, [
        read.id,
      ]);
      const late = await me.call('POST', `/importacoes/${read.id}/importar`, { versao: read.versao + 1 });
      expect([late.statusCode, late.json().message]).toEqual([
        422,
        'O arquivo desta importação não existe mais: envie a planilha de novo. As linhas já importadas contam como duplicadas.',
      ]);
    },
  );
});

describe('of a telephone exchange', () => {
  const FREEPBX =
    'calldate,clid,src,dst,dcontext,channel,dstchannel,duration,billsec,disposition,uniqueid,did,recordingfile,linkedid';
  /** A queue call that rings two members, of whom the second answers; a hidden number; an outgoing call. */
  const FILA = [
    '2026-01-20 10:05:00,c,11987650001,600,ext-queues,PJSIP/tronco-00000001,PJSIP/2001-00000002,14,0,NO ANSWER,1763980000.01,1133334400,,1763980000.01',
    '2026-01-20 10:05:00,c,11987650001,600,ext-queues,PJSIP/tronco-00000001,PJSIP/2002-00000003,194,180,ANSWERED,1763980000.01,1133334400,q.wav,1763980000.01',
    '2026-01-20 10:06:00,c,anonymous,s,ivr-3,PJSIP/tronco-00000004,PJSIP/2001-00000005,30,20,ANSWERED,1763980060.04,1133334400,,1763980060.04',
    '2026-01-20 10:07:00,c,2001,21987650002,from-internal,PJSIP/2001-00000006,PJSIP/tronco-00000007,90,70,ANSWERED,1763980120.06,,,1763980120.06',
  ];

  it("the rows of a call are its legs, and each call has its direction and the customer's number", async () => {
    const projeto = await newProjeto();
    const me = importer(test, mine.tokens.gerente);
    const dry = await me.simulate(await me.send(projeto.id, sheetOf(FREEPBX, FILA), 'cdr.csv'));
    const seen = { lidas: 4, criadas: 3, duplicadas: 1, pernas: 1, recusadas: 0 };
    expect(dry.simulacao).toMatchObject(seen);
    expect(dry.simulacao?.direcoes).toEqual([
      {
        direcao: 'recebida',
        n: 2,
        exemplos: [
          { linha: 3, de: '11987650001', para: '600', numero: '11987650001', ramal: '2002' },
          { linha: 4, de: 'anonymous', para: 's', numero: null, ramal: '2001' },
        ],
      },
      {
        direcao: 'efetuada',
        n: 1,
        exemplos: [{ linha: 5, de: '2001', para: '21987650002', numero: '21987650002', ramal: '2001' }],
      },
    ]);
    const legs = await me.done<{ n: number; linha_igual: number | null }[]>(
      'GET',
      `/importacoes/${dry.id}/linhas?situacao=perna&simulada=true`,
    );
    expect(legs.map(({ n, linha_igual }) => [n, linha_igual])).toEqual([[2, 3]]);
    const ended = await me.confirm(dry);
    expect(ended.resultado).toEqual(dry.simulacao);
    const list = async (query: string) =>
      me.done<Record<string, unknown>[]>('GET', `/projetos/${projeto.id}/auditoria-items?${query}`);
    expect(
      (await list('direcao=recebida')).map(({ numero_destino, ramal, call_duration, direcao }) => [
        numero_destino,
        ramal,
        call_duration,
        direcao,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['11987650001', '2002', 180, 'recebida'],
        [null, '2001', 20, 'recebida'],
      ]),
    );
    expect((await list('direcao=efetuada')).length).toBe(1);
    const cards = await me.done<{ numerosUnicos: number }>('GET', `/projetos/${projeto.id}/metricas`);
    expect(cards.numerosUnicos).toBe(2);
    const call = await test.deps.prisma.auditoriaItem.findFirstOrThrow({
      where: { projetoId: projeto.id, ramal: '2002' },
    });
    expect(call.asteriskFilename).toBe('q.wav');
    const page = await me.done<{ auditoriaItem: { direcao: string; pernas: object[] } }>(
      'GET',
      `/auditoria-items/${call.id}/resultados`,
    );
    expect(page.auditoriaItem).toMatchObject({
      direcao: 'recebida',
      pernas: [
        { linha: 2, ramal: '2001', duracao: 0, situacao: 'NO ANSWER' },
        { linha: 3, ramal: '2002', duracao: 180, situacao: 'ANSWERED', arquivo: 'q.wav', principal: true },
      ],
    });
    // The legs of a sheet that is imported again join the existing call.
    const again = await me.simulate(await me.send(projeto.id, sheetOf(FREEPBX, FILA), 'cdr.csv'));
    expect(again.simulacao).toMatchObject({ lidas: 4, criadas: 0, duplicadas: 4, pernas: 1, recusadas: 0 });
  });

  it('what fits two directions, or two tabs, is asked; the person answers and the sheet is read again', async () => {
    const projeto = await newProjeto();
    const me = importer(test, mine.tokens.gerente);
    const open = await me.send(
      projeto.id,
      sheetOf('Início;De;Para', ['20/01/2026 10:00:00;1133334400;11987650001']),
      'central.csv',
    );
    expect(open.leitura.duvidas).toMatchObject({ n: 1, exemplos: [{ linha: 2, de: '1133334400' }] });
    const unsaid = await me.simulate(open);
    expect(unsaid.simulacao).toMatchObject({ criadas: 0, recusadas: 1 });
    const said = await me.confirm(await me.simulate(open, { direcao: 'duvida_efetuada' }));
    expect(said.resultado).toMatchObject({ criadas: 1, direcoes: [{ direcao: 'efetuada', n: 1 }] });

    const titulos = ['Início', 'Telefone'];
    const bytes = await workbook([
      { nome: 'Capa', linhas: [['Relatório'], ['Empresa', 'Exemplo']] },
      { nome: 'Nov', linhas: [titulos, ['20/01/2026 11:00:00', '11987650003']] },
      { nome: 'Dez', oculta: true, linhas: [titulos, ['21/01/2026 11:00:00', '11987650004']] },
    ]);
    const read = await me.send(projeto.id, bytes, 'pasta.xlsx');
    expect([read.aba, read.leitura.abas]).toEqual([
      'Nov',
      [
        { nome: 'Capa', oculta: false, ligacoes: false },
        { nome: 'Nov', oculta: false, ligacoes: true },
        { nome: 'Dez', oculta: true, ligacoes: true },
      ],
    ]);
    const absent = await me.call('POST', `/importacoes/${read.id}/ler`, { aba: 'Outra' });
    expect(absent.statusCode).toBe(400);
    await me.done('POST', `/importacoes/${read.id}/ler`, { aba: 'Dez' });
    const other = await me.settled(read.id);
    expect([other.estado, other.aba, other.colunas[1]?.exemplos]).toEqual(['mapear', 'Dez', ['11987650004']]);
    // Simulates the start of reading another sheet: if the reading is stopped, the import keeps the former sheet.
    await test.deps.db.query(
      `update importacoes set estado = 'lendo', aba_pedida = 'Nov', tarefa_id = null where id = $1`,
      [read.id],
    );
    // While a chosen sheet is being read, another choice is refused without effect; the same choice may be repeated.
    const second = await me.call('POST', `/importacoes/${read.id}/ler`, { aba: 'Capa' });
    expect([second.statusCode, second.json().message]).toEqual([
      409,
      expect.stringContaining('Outra pessoa selecionou a aba “Nov”, que está sendo lida agora.'),
    ]);
    expect((await me.call('POST', `/importacoes/${read.id}/ler`, { aba: 'Nov' })).statusCode).toBe(202);
    await settleStranded(test.deps.db, 'importacao', null);
    expect(await me.settled(read.id)).toMatchObject({ estado: 'mapear', aba: 'Dez' });
    // While settleStranded() waits for the row, another transaction commits a change, which must be kept.
    await test.deps.db.query(
      `update importacoes set estado = 'lendo', motivo = null, tarefa_id = null where id = $1`,
      [read.id],
    );
    const change = await test.deps.db.pool.connect();
    await change.query('begin');
    await change.query(`update importacoes set estado = 'mapear' where id = $1`, [read.id]);
    const settling = settleStranded(test.deps.db, 'importacao', null);
    await expect
      .poll(async () => {
        const { rowCount } = await test.deps.db.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
            and query like '%importacoes i%'`,
        );
        return rowCount;
      })
      .toBe(1);
    await change.query('commit');
    change.release();
    await settling;
    expect(await me.settled(read.id)).toMatchObject({ estado: 'mapear', motivo: null });
    expect((await me.confirm(await me.simulate(other))).resultado?.criadas).toBe(1);
  });

  it('written by a program: the direction goes and comes, and a hidden caller has no number', async () => {
    const projeto = await newProjeto();
    const me = importer(test, mine.tokens.gerente);
    const made = await me.done<{ id: string; direcao: string; numero_destino: string | null }>(
      'POST',
      '/auditoria/call-center-default/items/ligacao',
      {
        ...{ projeto_id: projeto.id, numero_destino: 'anonymous', direcao: 'recebida' },
        call_start_time: '2026-01-20T13:00:00.000Z',
      },
    );
    expect([made.direcao, made.numero_destino]).toEqual(['recebida', null]);
    const wrong = await me.call('POST', '/auditoria/call-center-default/items/ligacao', {
      ...{ projeto_id: projeto.id, numero_destino: '11987650001', direcao: 'lateral' },
      call_start_time: '2026-01-20T13:00:00.000Z',
    });
    expect(wrong.statusCode).toBe(400);
  });
});

describe('rights', () => {
  it("do not show another company's, and a device or a role without the right does not undo", async () => {
    const projeto = await newProjeto();
    const me = importer(test, mine.tokens.gerente);
    const read = await me.send(projeto.id, sheetOf(CABECALHO, BOAS));
    const other = await createTenant(test.deps);
    const stranger = importer(test, other.tokens.gerente);
    for (const [method, path, body] of [
      ['GET', `/importacoes/${read.id}`, undefined],
      ['GET', `/importacoes/${read.id}/linhas?situacao=recusada`, undefined],
      ['GET', `/importacoes/${read.id}/recusadas`, undefined],
      ['POST', `/importacoes/${read.id}/simular`, { mapeamento: read.mapeamento }],
      ['POST', `/importacoes/${read.id}/desfazer`, undefined],
      ['GET', `/projetos/${projeto.id}/importacoes`, undefined],
      ['POST', `/projetos/${projeto.id}/importacoes`, { id: randomUUID(), nome: 'a.csv', tamanho: 1 }],
    ] as const)
      expect([path, (await stranger.call(method, path, body)).statusCode]).toEqual([path, 404]);
    const cancelled = await me.done<{ estado: string }>('POST', `/importacoes/${read.id}/cancelar`);
    expect(cancelled.estado).toBe('cancelada');
    expect(
      (await me.call('POST', `/importacoes/${read.id}/simular`, { mapeamento: read.mapeamento })).statusCode,
    ).toBe(409);
  });

  it('by key import a sheet without anybody only where nothing is in doubt', async () => {
    const projeto = await newProjeto();
    const chave = await createApiKey(test.deps, mine.empresa);
    const send = (bytes: Buffer, nome: string) => {
      const line = '----teste';
      const part = (head: string, body: Buffer | string) =>
        Buffer.concat([
          Buffer.from(`--${line}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
          Buffer.from(body),
          Buffer.from('\r\n'),
        ]);
      return test.app.inject({
        method: 'POST',
        url: '/api/v1/auditoria/call-center-default/items/importar',
        headers: { 'x-api-key': chave, 'content-type': `multipart/form-data; boundary=${line}` },
        payload: Buffer.concat([
          part('name="projeto_id"', projeto.id),
          part(`name="file"; filename="${nome}"`, bytes),
          Buffer.from(`--${line}--\r\n`),
        ]),
      });
    };
    const fields =
      'calldate,clid,src,dst,dcontext,channel,dstchannel,lastapp,lastdata,duration,billsec,disposition,amaflags,accountcode,uniqueid,userfield';
    const known = sheetOf(fields, [
      '2026-01-16 08:06:15,"""Ana"" <2001>",2001,11987654321,from-internal,SIP/2001-1,,Dial,,200,190,ANSWERED,3,,1795228513.7,',
    ]);
    const taken = await send(known, 'cdr.csv');
    expect(taken.statusCode, taken.body).toBe(202);
    const me = importer(test, mine.tokens.gerente);
    const ended = await me.settled(taken.json().data.id);
    expect([ended.estado, ended.origem, ended.resultado?.criadas, ended.autor]).toEqual([
      'concluida',
      'freepbx',
      1,
      null,
    ]);
    const unclear = await send(sheetOf('Quando;Telefone', ['16/01/2026 08:00;11987654321']), 'minha.csv');
    expect([unclear.statusCode, unclear.json().message]).toEqual([
      422,
      'A coluna “Quando” não foi reconhecida com certeza: confira na tela de importação.',
    ]);
    const bothWays = await send(
      sheetOf('Data e hora;De;Para', ['20/01/2026 10:00:00;1133334400;11987650001']),
      'c.csv',
    );
    expect([bothWays.statusCode, bothWays.json().message]).toEqual([
      422,
      '1 linha pode ser de ligação recebida ou efetuada (linha 2: de 1133334400 para 11987650001): selecione a direção na tela de importação.',
    ]);
  });
});
