// Bulk recordings: sending, reading, matching with calls, correcting, attaching, undoing.

import { randomUUID } from 'node:crypto';
import { dbOn } from '@escuta/prisma/db';
import type { GravacaoDoLote, LoteGravacaoDetalhe } from '@escuta/shared/contracts/calls/lotes-gravacao';
import { lock } from '@escuta/shared/platform/database/locks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Loop } from '../../worker/src/background/loop.ts';
import { sweepIntakes } from '../../worker/src/intake/sweep-intakes.ts';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import { zipOf } from '../support/archives.ts';
import {
  createApiKey,
  createAuditoria,
  createItem,
  createProjeto,
  createTenant,
} from '../support/factories.ts';
import { partsOf } from '../support/field.ts';
import { longo } from '../support/longo.ts';
import { wav } from '../support/portal.ts';
import { type ArquivoDoLote, batchIn, beginBatch, sendBatch } from '../support/recording-batches.ts';
import { startTasks } from '../support/tasks.ts';

let test: TestApp;
let tasks: Loop;
let mine: Awaited<ReturnType<typeof createTenant>>;
let projeto: { id: string; empresaId: string };
let auditoria: Awaited<ReturnType<typeof createAuditoria>>;

beforeAll(async () => {
  test = await createTestApp();
  tasks = startTasks(test.deps);
});
afterAll(async () => {
  await tasks.stop(10_000);
  await test.close();
});
beforeEach(async () => {
  mine = await createTenant(test.deps, { creditos: 10 });
  projeto = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'call_center' });
  auditoria = await createAuditoria(test.deps, projeto, { padrao: true });
});

const call = <T = LoteGravacaoDetalhe>(
  method: Method,
  path: string,
  payload?: object,
  token = mine.tokens.usuario,
) => callApi<T>(test, token, method, `/lotes-gravacao${path}`, payload);
const file = (nome: string, hz: number, ms = 1000): ArquivoDoLote => ({ nome, bytes: wav(ms, hz) });
const item = (fields: Parameters<typeof createItem>[2]) =>
  createItem(test.deps, auditoria, { callStartTime: null, numeroDestino: null, ...fields });
const send = (files: readonly ArquivoDoLote[] | ArquivoDoLote) =>
  sendBatch(test, mine.tokens.usuario, projeto.id, files);
const ready = (id: string) => batchIn(test, mine.tokens.usuario, id, 'pronto');
const filesOf = async (id: string) =>
  new Map(
    (await call<GravacaoDoLote[]>('GET', `/${id}/gravacoes?limit=100`)).body.data.map((one) => [
      one.nome,
      one,
    ]),
  );
const confirm = async (id: string) => {
  const { versao } = (await call('GET', `/${id}`)).body.data;
  return call('POST', `/${id}/confirmar`, { versao });
};
const attached = async (id: string) => {
  const answer = await confirm(id);
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return batchIn(test, mine.tokens.usuario, id, 'concluido');
};
const itemOf = (id: string) => test.deps.prisma.auditoriaItem.findUniqueOrThrow({ where: { id } });

describe('which call each recording belongs to', () => {
  it('one possible call is named with its rule; of two the person is asked; nothing is attached before confirmation', async () => {
    const at = new Date('2026-11-20T10:15:00-03:00');
    const a = await item({ asteriskFilename: '/var/spool/OUT-1.wav' });
    const b = await item({ uniqueId: '1795180000.12' });
    const c = await item({ numeroDestino: '(11) 98765-4321', callStartTime: at });
    const d = await item({ ramal: 'SIP/2001', callStartTime: new Date(at.getTime() + 3_600_000) });
    const pair = [
      await item({ numeroDestino: '1133334444', callStartTime: at }),
      await item({ numeroDestino: '1133334444', callStartTime: new Date(at.getTime() + 60_000) }),
    ];
    const id = await send([
      file('dia/out-1.wav', 300),
      file('q-1795180000.12.wav', 310),
      file('20261120-101530-11987654321.wav', 320),
      file('2001_2026-11-20_11-15-00.wav', 330),
      file('20261120-101530-1133334444.wav', 340),
      file('sem-nada.wav', 350),
      { nome: 'texto.wav', bytes: Buffer.from('isto não é som') },
    ]);
    const lote = await ready(id);
    expect(lote.situacoes).toMatchObject({ pareada: 4, ambigua: 1, orfa: 1, recusada: 1 });
    const files = await filesOf(id);
    const says = (nome: string) => [files.get(nome)?.regra, files.get(nome)?.ligacao?.id];
    expect(says('dia/out-1.wav')).toEqual(['arquivo', a.id]);
    expect(says('q-1795180000.12.wav')).toEqual(['unique_id', b.id]);
    expect(says('20261120-101530-11987654321.wav')).toEqual(['numero_momento', c.id]);
    expect(says('2001_2026-11-20_11-15-00.wav')).toEqual(['ramal_momento', d.id]);
    expect(files.get('20261120-101530-1133334444.wav')?.candidatas.map((one) => one.id)).toEqual(
      pair.map((one) => one.id),
    );
    expect(files.get('texto.wav')?.motivo).toBe('O arquivo não é de áudio.');
    expect(await itemOf(a.id)).toMatchObject({ arquivoPath: null });
    // Two calls of that day lack a recording: one waits for a decision, the other would stay without a recording.
    expect(lote.sem_gravacao).toMatchObject({ de: '2026-11-20', ate: '2026-11-20', n: 2 });
    // Recordings that wait for a person come first in the list; the others are attached without waiting for them.
    const [first, second] = (await call<GravacaoDoLote[]>('GET', `/${id}/gravacoes`)).body.data;
    expect([first?.situacao, second?.situacao]).toEqual(['ambigua', 'orfa']);
    expect((await confirm(id)).status).toBe(202);
    const rest = await ready(id);
    expect(rest.situacoes).toMatchObject({ anexada: 4, ambigua: 1, orfa: 1 });
    expect((await itemOf(a.id)).arquivoPath).not.toBeNull();
    expect((await confirm(id)).body.message).toBe(
      '1 gravação não corresponde a nenhuma ligação: selecione ou crie a ligação, ou descarte a gravação.',
    );
    expect((await call('POST', `/${id}/cancelar`)).status).toBe(409);
    expect((await call('POST', `/${id}/ler`)).status).toBe(409);
    for (const one of [first, second]) {
      await call('PATCH', `/${id}/gravacoes/${one?.id}`, { acao: 'descartar' });
    }
    expect((await attached(id)).situacoes).toMatchObject({ anexada: 4, descartada: 2 });
  });

  longo.test(
    "the company's pattern reads what the rules do not, and is saved only if it fits an example",
    async () => {
      const ligacao = await item({
        numeroDestino: '11987654321',
        callStartTime: new Date('2026-11-20T10:15:00-03:00'),
      });
      const nome = 'ana#11987654321#20.11.26#x#20112026T1015.wav';
      const padrao = String.raw`^(?<agente>[^#]+)#(?<numero>\d+)#.*#(?<data>\d{8})T(?<hora>\d{4})`;
      const save = (body: object, token: string) => callApi(test, token, 'PUT', '/padrao-gravacao', body);
      expect((await save({ padrao, amostras: [nome] }, mine.tokens.usuario)).status).toBe(403);
      expect((await save({ padrao, amostras: ['outro.wav'] }, mine.tokens.gerente)).body.code).toBe(
        'regra_violada',
      );
      expect((await save({ padrao: '(?<numero>(a+)+)', amostras: [nome] }, mine.tokens.gerente)).status).toBe(
        422,
      );
      expect((await save({ padrao, amostras: [nome] }, mine.tokens.gerente)).body.data).toEqual({ padrao });
      // The pattern is tried as batches use it: on the file's name without its folder, so '^' matches the name's start.
      const tried = await callApi<object[]>(test, mine.tokens.usuario, 'POST', '/padrao-gravacao/testar', {
        ...{
          padrao: String.raw`^(?<numero>\d{8,13})\.wav$`,
          amostras: ['20-11/1187654321.wav', 'outra.wav'],
        },
      });
      expect(tried.body.data).toMatchObject([{ serve: true, numero: '1187654321' }, { serve: false }]);
      const id = await send([file(nome, 400)]);
      await ready(id);
      expect((await filesOf(id)).get(nome)).toMatchObject({
        regra: 'numero_momento',
        ligacao: { id: ligacao.id },
      });

      // A call created for an unmatched recording gets the agent named by the file; the call's metadata keep the name
      // of an unknown agent.
      const ana = await test.deps.prisma.agente.create({
        data: { empresaId: mine.empresa.id, nome: 'Ána-Maria Luz' },
      });
      const [byHand, byName, unknown] = [
        'ana_maria.luz#11900000001#x#19112026T0900.wav',
        'ana_maria.luz#11900000002#x#19112026T0900.wav',
        'bia#11900000003#x#19112026T0900.wav',
      ] as const;
      const alone = await send([file(byHand, 401), file(byName, 402), file(unknown, 403)]);
      await ready(alone);
      const lido = (await filesOf(alone)).get(byHand);
      const told = { acao: 'criar', momento: null, numero: '11900000009', ramal: null };
      expect((await call('PATCH', `/${alone}/gravacoes/${lido?.id}`, told)).status).toBe(200);
      const { versao } = (await call('GET', `/${alone}`)).body.data;
      await call('POST', `/${alone}/decidir`, { versao, situacao: 'orfa', acao: 'criar' });
      await attached(alone);
      const after = await filesOf(alone);
      const made = async (nome: string) => {
        const { agenteId, agenteOrigem, metadata } = await itemOf(after.get(nome)?.ligacao?.id ?? '');
        return { agenteId, agenteOrigem, metadata };
      };
      const hers = { agenteId: ana.id, agenteOrigem: 'nome', metadata: {} };
      expect([await made(byHand), await made(byName)]).toEqual([hers, hers]);
      expect(await made(unknown)).toEqual({
        agenteId: null,
        agenteOrigem: null,
        metadata: { agente: 'bia' },
      });
    },
  );

  longo.test('the same sound is stored once: in the batch, and when it is already at a call', async () => {
    const [a, b] = [await item({ asteriskFilename: 'a' }), await item({ asteriskFilename: 'b' })];
    const first = await send([file('a.wav', 500), file('copia de a.wav', 500)]);
    expect((await ready(first)).situacoes).toMatchObject({ pareada: 1, repetida: 1 });
    await attached(first);
    const again = await send([file('b.wav', 500), file('b2.wav', 501)]);
    await ready(again);
    const copy = (await filesOf(again)).get('b.wav');
    expect(copy).toMatchObject({ situacao: 'repetida', repetida_ligacao: a.id, ligacao: null });
    const answer = await call('PATCH', `/${again}/gravacoes/${copy?.id}`, {
      acao: 'anexar',
      ligacao_id: b.id,
    });
    expect(answer.body.code).toBe('regra_violada');

    // If a recording is left out, its copies can be used; when it is put back, it counts as a copy of them.
    const third = await send([file('c1.wav', 502), file('c2.wav', 502), file('c3.wav', 502)]);
    await ready(third);
    const say = async (nome: string, body: object) => {
      const { id } = (await filesOf(third)).get(nome) ?? {};
      return (await call('PATCH', `/${third}/gravacoes/${id}`, body)).status;
    };
    const stand = async () => {
      const files = await filesOf(third);
      return ['c1.wav', 'c2.wav', 'c3.wav'].map((nome) => [
        files.get(nome)?.situacao,
        files.get(nome)?.repetida_de,
      ]);
    };
    expect(await say('c1.wav', { acao: 'descartar' })).toBe(200);
    expect(await stand()).toEqual([
      ['descartada', null],
      ['orfa', null],
      ['repetida', 'c2.wav'],
    ]);
    expect(await say('c2.wav', { acao: 'anexar', ligacao_id: b.id })).toBe(200);
    expect(await say('c1.wav', { acao: 'criar', momento: null, numero: null, ramal: '1' })).toBe(422);
    expect(await say('c1.wav', { acao: 'devolver' })).toBe(200);
    expect(await stand()).toEqual([
      ['repetida', 'c2.wav'],
      ['pareada', null],
      ['repetida', 'c2.wav'],
    ]);
  });
});

describe('what people say', () => {
  it("choosing, creating, dismissing and replacing; attaches with the file's duration, without charge; of two confirmations one counts", async () => {
    const [a, b, c] = [
      await item({ asteriskFilename: 'a', callDuration: 9 }),
      await item({ callDuration: 77 }),
      await item({ asteriskFilename: 'c', callDuration: 1 }),
    ];
    const old = await send([file('a.wav', 600)]);
    await ready(old);
    await attached(old);
    const before = await itemOf(a.id);
    expect(before).toMatchObject({ callDuration: 1, arquivoNome: 'a.wav', arquivoTipo: 'audio/wav' });
    const id = await send([
      file('pasta/a.wav', 610, 2000),
      file('b.wav', 620),
      file('20261121-090000-2002-11912345678.wav', 630),
      file('fora.wav', 640),
      file('c.wav', 645),
    ]);
    const lote = await ready(id);
    expect(lote.situacoes).toMatchObject({ ja_tem: 1, orfa: 3, pareada: 1 });
    const files = await filesOf(id);
    const gid = (nome: string) => files.get(nome)?.id;
    const say = (nome: string, body: object) => call('PATCH', `/${id}/gravacoes/${gid(nome)}`, body);
    expect(files.get('pasta/a.wav')?.ligacao).toMatchObject({
      id: a.id,
      gravacao: { nome: 'a.wav', segundos: 1 },
    });
    expect((await say('pasta/a.wav', { acao: 'anexar', ligacao_id: a.id, substituir: true })).status).toBe(
      200,
    );
    expect((await say('b.wav', { acao: 'anexar', ligacao_id: b.id })).status).toBe(200);
    expect((await say('b.wav', { acao: 'anexar', ligacao_id: mine.item.id })).status).toBe(404);
    expect((await say('fora.wav', { acao: 'descartar' })).status).toBe(200);
    const stale = await call('POST', `/${id}/decidir`, {
      versao: lote.versao,
      situacao: 'orfa',
      acao: 'criar',
    });
    expect(stale.status).toBe(409);
    const { versao } = (await call('GET', `/${id}`)).body.data;
    const made = await call<{ n: number }>('POST', `/${id}/decidir`, {
      versao,
      situacao: 'orfa',
      acao: 'criar',
    });
    expect(made.body.data.n).toBe(1);
    const now = (await call('GET', `/${id}`)).body.data.versao;
    // Another request gives Ana the extension of a call to be created; the confirmations wait for that request.
    const agente = await test.deps.prisma.agente.create({
      data: { empresaId: mine.empresa.id, nome: 'Ana' },
    });
    const change = await test.deps.db.pool.connect();
    await change.query('begin');
    await lock(dbOn(change), 'ramais', mine.empresa.id);
    await change.query(
      `insert into agente_ramais (id, empresa_id, agente_id, ramal, de, ate)
        values (gen_random_uuid(), $1, $2, '2002', '2026-01-01', null)`,
      [mine.empresa.id, agente.id],
    );
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call('POST', `/${id}/confirmar`, { versao: now })),
    );
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    await expect
      .poll(async () => {
        const { rows } = await test.deps.db.query(
          `select (select count(*) from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and not granted
             and database = (select oid from pg_database where datname = current_database()))
             + (select count(*) from lotes_gravacao where id = $1 and estado = 'concluido') as n`,
          [id],
        );
        return Number(rows[0].n);
      })
      .toBeGreaterThan(0);
    await change.query('commit');
    change.release();
    const done = await batchIn(test, mine.tokens.usuario, id, 'concluido');
    expect(done.situacoes).toMatchObject({ anexada: 4, descartada: 1 });
    expect(
      await test.deps.prisma.tarefa.count({
        where: { empresaId: mine.empresa.id, tipo: 'anexar_gravacoes' },
      }),
    ).toBe(2);
    expect(await itemOf(a.id)).toMatchObject({ callDuration: 2 });
    const call2 = (await filesOf(id)).get('20261121-090000-2002-11912345678.wav')?.ligacao;
    expect(call2).toMatchObject({
      numero: '11912345678',
      ramal: '2002',
      momento: '2026-11-21T12:00:00.000Z',
    });
    expect(await itemOf(call2?.id as string)).toMatchObject({ agenteId: agente.id });
    expect(await test.deps.prisma.execucao.count({ where: { empresaId: mine.empresa.id } })).toBe(0);
    // Lists, exports and bulk runs can be limited to the calls of a batch.
    const listed = await callApi<{ id: string }[]>(
      test,
      mine.tokens.usuario,
      'GET',
      `/projetos/${projeto.id}/auditoria-items?lote_gravacoes_id=${id}`,
    );
    const brought = [...(await filesOf(id)).values()].filter(({ situacao }) => situacao === 'anexada');
    expect(new Set(listed.body.data.map((one) => one.id))).toEqual(
      new Set(brought.map(({ ligacao }) => ligacao?.id)),
    );
    // No stored object of a left-out or replaced recording stays.
    const { rows } = await test.deps.db.query<{ chave: string }>(
      'select chave from objetos_pendentes where empresa_id = $1',
      [mine.empresa.id],
    );
    expect(rows.map(({ chave }) => chave)).toContain(before.arquivoPath);

    expect((await call('POST', `/${id}/desfazer`)).status).toBe(202);
    const undone = await batchIn(test, mine.tokens.usuario, id, 'desfeito');
    expect(undone.situacoes).toMatchObject({ anexada: 1, desfeita: 3 });
    expect(await itemOf(c.id)).toMatchObject({ arquivoPath: null, callDuration: 1 });
    expect((await filesOf(id)).get('pasta/a.wav')?.motivo).toMatch(/substituiu não existe mais/);
    // The call is as it was before the batch, including its length.
    expect(await itemOf(b.id)).toMatchObject({ arquivoPath: null, status: 'pendente', callDuration: 77 });
    expect(await test.deps.prisma.auditoriaItem.count({ where: { id: call2?.id as string } })).toBe(0);
  });

  longo.test('a later processed call stays; a call that got another recording does not lose it', async () => {
    const [a, b] = [await item({ asteriskFilename: 'a' }), await item({ asteriskFilename: 'b' })];
    const id = await send([file('a.wav', 700), file('b.wav', 710)]);
    await ready(id);
    await test.deps.prisma.auditoriaItem.update({
      where: { id: b.id },
      data: { arquivoPath: 'outra', arquivoSha256: 'f'.repeat(64) },
    });
    expect((await attached(id)).situacoes).toMatchObject({ anexada: 1, falhou: 1 });
    expect((await filesOf(id)).get('b.wav')?.motivo).toBe(
      'A ligação recebeu outra gravação depois da conferência.',
    );
    await test.deps.prisma.execucao.create({
      data: {
        ...{
          empresaId: mine.empresa.id,
          projetoId: projeto.id,
          itemId: a.id,
          origem: 'manual',
          configuracao: {},
        },
        ...{ status: 'concluida', terminadaEm: new Date() },
      },
    });
    await call('POST', `/${id}/desfazer`);
    await batchIn(test, mine.tokens.usuario, id, 'desfeito');
    expect((await itemOf(a.id)).arquivoPath).not.toBeNull();
  });

  longo.test(
    'a batch that stopped midway is undone, or forgotten at its term, with what was not attached',
    async () => {
      const [a] = [await item({ asteriskFilename: 'a' }), await item({ asteriskFilename: 'b' })];
      const stopped = async (hz: number) => {
        const id = await send([file('a.wav', hz), file('b.wav', hz + 1)]);
        await ready(id);
        await attached(id);
        // Simulates a batch whose task was cancelled before it attached the second recording.
        await test.deps.db.query(
          `update lote_gravacoes set situacao = 'pareada', chave_objeto = 'x/' || id where lote_id = $1
            and nome = 'b.wav'`,
          [id],
        );
        await test.deps.db.query(
          `update lotes_gravacao set estado = 'anexando', motivo = 'A tarefa foi cancelada.' where id = $1`,
          [id],
        );
        return id;
      };
      const gone = async () =>
        (await test.deps.db.query(`select from objetos_pendentes where chave like 'x/%'`)).rowCount;
      const first = await stopped(720);
      expect((await call('POST', `/${first}/desfazer`)).status).toBe(202);
      expect((await batchIn(test, mine.tokens.usuario, first, 'desfeito')).situacoes).toMatchObject({
        desfeita: 1,
        pareada: 1,
      });
      expect([(await itemOf(a.id)).arquivoPath, await gone()]).toEqual([null, 1]);
      await test.deps.db.query(
        'update auditoria_itens set arquivo_path = null, arquivo_sha256 = null where projeto_id = $1',
        [projeto.id],
      );
      const second = await stopped(730);
      await test.deps.db.query(
        `update lotes_gravacao set expira_em = now() - interval '1 day' where id = $1`,
        [second],
      );
      await sweepIntakes(test.deps.db, 'lote');
      expect([(await call('GET', `/${second}`)).status, await gone()]).toEqual([404, 2]);
    },
  );

  longo.test("erasing a call's data takes its recording's name along", async () => {
    const a = await item({ asteriskFilename: 'a' });
    const id = await send([file('11987654321/a.wav', 750)]);
    await ready(id);
    await attached(id);
    const answer = await callApi(test, mine.tokens.gerente, 'POST', `/auditoria-item/${a.id}/apagar-dados`, {
      motivo: 'pedido_do_titular',
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect((await filesOf(id)).size).toBe(0);
  });
});

describe('what arrives', () => {
  it('in parts: what the server has does not go again, and what is missing is named', async () => {
    const files = Array.from({ length: 12 }, (_, n) => file(`g${n}.wav`, 800 + n));
    const { id, sender, bytes } = await beginBatch(test, mine.tokens.usuario, projeto.id, files);
    const envio = randomUUID();
    await sender.done('POST', '/envios', { id: envio, papel: 'gravacoes', lote_id: id });
    const parts = partsOf(bytes, 30_000);
    for (const n of [1, 3]) await sender.part(envio, n, parts[n - 1] as Buffer);
    expect((await call('POST', `/${id}/ler`)).body.code).toBe('conflito');
    const open = await sender.done<{ faltam: number[] }>('POST', `/envios/${envio}/concluir`, {
      partes: parts.length,
    });
    expect(open.faltam).not.toContain(1);
    for (const n of open.faltam)
      expect((await sender.part(envio, n, parts[n - 1] as Buffer)).status).toBe(200);
    await sender.done('POST', `/envios/${envio}/concluir`, { partes: parts.length });
    await sender.done('POST', `/lotes-gravacao/${id}/ler`);
    expect((await ready(id)).situacoes).toMatchObject({ orfa: 12 });
    expect(await test.deps.prisma.envioParte.count({ where: { envioId: envio } })).toBe(0);
    const [first] = [...(await filesOf(id)).values()];
    const sound = await call<{ url: string }>('POST', `/${id}/gravacoes/${first?.id}/audio-url`);
    const heard = await test.app.inject({
      url:
        new URL(sound.body.data.url, 'http://x').pathname + new URL(sound.body.data.url, 'http://x').search,
    });
    expect(heard.rawPayload.equals(files[0]?.bytes as Buffer)).toBe(true);
    expect((await call('POST', `/${id}/cancelar`)).body.data.estado).toBe('cancelado');
    expect((await filesOf(id)).size).toBe(0);
    const { rows } = await test.deps.db.query(
      `select recurso, detalhes from registros_acesso where acao = 'lote_gravacoes_cancelado' and recurso_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ recurso: 'lote_gravacoes', detalhes: { estado: 'pronto' } }]);
  });

  longo.test('a .zip is opened; what is no audio and what leaves the folder have a reason', async () => {
    await item({ asteriskFilename: 'um' });
    const zip = zipOf([
      { nome: 'dia/um.wav', dados: wav(1000, 900) },
      { nome: 'leia.txt', dados: Buffer.from('oi') },
      { nome: 'mudo.wav', dados: wav(2000, 0) },
    ]);
    const id = await send({ nome: 'gravacoes.zip', bytes: zip });
    expect((await ready(id)).situacoes).toMatchObject({ pareada: 1, recusada: 1, orfa: 1 });
    const bad = await send({ nome: 'mau.zip', bytes: zipOf([{ nome: '../fora.wav', dados: wav(100) }]) });
    expect((await batchIn(test, mine.tokens.usuario, bad, 'falhou')).motivo).toMatch(/sai da própria pasta/);
  });

  it('another company does not see the batch; a key does not use it', async () => {
    const id = await send([file('a.wav', 950)]);
    await ready(id);
    const other = await createTenant(test.deps);
    const ways: [Method, string, object?][] = [
      ['GET', ''],
      ['GET', '/gravacoes'],
      ['POST', '/ler'],
      ['POST', '/confirmar', { versao: 1 }],
      ['POST', '/cancelar'],
      ['POST', '/desfazer'],
    ];
    for (const [method, path, body] of ways) {
      expect((await call(method, `/${id}${path}`, body, other.tokens.gerente)).status, path).toBe(404);
    }
    const key = await createApiKey(test.deps, mine.empresa);
    const answer = await test.app.inject({
      url: `/api/v1/lotes-gravacao/${id}`,
      headers: { 'x-api-key': key },
    });
    expect(answer.statusCode).toBe(403);
  });
});
