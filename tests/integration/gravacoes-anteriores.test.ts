// A recording of an analysed item that was replaced or removed is kept for 30 days. Within these days it can be played,
// and restored together with its analysis; then it is deleted.
import { createHash, randomUUID } from 'node:crypto';
import type { AuditoriaItemWire } from '@escuta/shared/contracts/calls/auditoria-items';
import type { GravacaoAnteriorWire } from '@escuta/shared/contracts/calls/gravacoes-anteriores';

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { endFormerTerms } from '../../worker/src/recordings/former-terms.ts';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import { addAudited, createOwnSurvey } from '../support/audited-survey.ts';
import { createApiKey, createItem, createTenant } from '../support/factories.ts';
import { createRunWithInsights, createTemplateVersion } from '../support/insights.ts';
import { act, itemIn, layGround, readState } from '../support/item-life.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  mine = await createTenant(test.deps, { creditos: 10 });
});

const wav = (word: string) => Buffer.from(`RIFF\0\0\0\0WAVEfmt ${word}`);
const hashOf = (word: string) => createHash('sha256').update(wav(word)).digest('hex');
const call = <T = GravacaoAnteriorWire[]>(token: string, method: Method, path: string, payload?: object) =>
  callApi<T>(test, token, method, `/auditoria-item/${path}`, payload);
const former = async (itemId: string) =>
  (await call(mine.tokens.usuario, 'GET', `${itemId}/gravacoes-anteriores`)).body.data;
const recover = (itemId: string, id: string, token = mine.tokens.gerente) =>
  call<AuditoriaItemWire>(token, 'POST', `${itemId}/gravacoes-anteriores/${id}/recuperar`);
const lines = (itemId: string) =>
  test.deps.prisma.registroAcesso.findMany({
    where: { recursoId: itemId, acao: { startsWith: 'gravacao_', not: 'gravacao_anexada' } },
    orderBy: { id: 'asc' },
  });

/** Uploads a recording whose bytes contain `word`, as a browser's form sends a file. */
async function send(itemId: string, word: string, { token = mine.tokens.gerente, motivo = '' } = {}) {
  const edge = 'limite';
  const part = (head: string, body: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--${edge}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ]);
  const payload = Buffer.concat([
    ...(motivo === '' ? [] : [part('name="motivo"', motivo)]),
    part(`name="file"; filename="${word}.wav"\r\ncontent-type: audio/wav`, wav(word)),
    Buffer.from(`--${edge}--\r\n`),
  ]);
  const answer = await test.app.inject({
    method: 'POST',
    url: `/api/v1/auditoria-item/${itemId}/upload`,
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${edge}` },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() as { code?: string } };
}

/** Gives the item's present recording an analysis with an insight of a given score. */
async function analyse(item: Awaited<ReturnType<typeof createItem>>, pontuacao: number) {
  const { prisma } = test.deps;
  const template = await createTemplateVersion(test.deps, mine.empresa.id);
  const run = await createRunWithInsights(test.deps, item, [{ template, pontuacao }]);
  const { arquivoPath } = await prisma.auditoriaItem.findUniqueOrThrow({ where: { id: item.id } });
  const of = { empresaId: mine.empresa.id, execucaoId: run.execucaoId };
  await prisma.execucaoEtapa.create({ data: { ...of, etapa: 'audio', ordem: 1, saida: { arquivoPath } } });
  const { id: resultadoId } = await prisma.auditoriaResultado.create({
    data: {
      ...{ ...of, projetoId: item.projetoId, auditoriaId: item.auditoriaId, itemId: item.id },
      statusProcessamento: 'concluido',
    },
  });
  return { ...run, resultadoId };
}

const inForce = async (itemId: string) => ({
  insights: (await test.deps.prisma.insight.findMany({ where: { itemId, vigente: true } })).map(
    ({ id }) => id,
  ),
  nota: Number((await test.deps.prisma.itemQualidade.findUniqueOrThrow({ where: { itemId } })).pontuacao),
});

it('the operator who replaced a recording is not named to its company', async () => {
  const item = await createItem(test.deps, mine.auditoria);
  await send(item.id, 'primeira');
  await analyse(item, 0.9);
  const { admin } = (await createTenant(test.deps)).tokens;
  expect((await send(item.id, 'segunda', { token: admin })).status).toBe(200);
  expect((await former(item.id)).map(({ por }) => por)).toEqual(['Administração da plataforma']);
  const own = await call(admin, 'GET', `${item.id}/gravacoes-anteriores`);
  expect(own.body.data.map(({ por }) => por)).toEqual(['Pessoa de Teste']);
});

it('a replaced recording is kept with who, why and both digests, heard, and put back with its analysis', async () => {
  const item = await createItem(test.deps, mine.auditoria);
  await send(item.id, 'primeira', { token: mine.tokens.usuario });
  const first = await analyse(item, 0.9);
  expect(await send(item.id, 'segunda', { token: mine.tokens.usuario })).toMatchObject({
    status: 403,
    body: { code: 'sem_permissao' },
  });
  expect((await send(item.id, 'segunda', { motivo: 'Era a ligação errada.' })).status).toBe(200);
  const [kept] = await former(item.id);
  expect(kept).toMatchObject({
    ...{
      nome: 'primeira.wav',
      sha256: hashOf('primeira'),
      saida: 'trocada',
      motivo: 'Era a ligação errada.',
    },
    ...{ resultados: [first.resultadoId], ate: expect.stringMatching(/Z$/u), por: expect.any(String) },
  });
  const [line] = await lines(item.id);
  expect(line).toMatchObject({
    ...{ acao: 'gravacao_trocada', usuarioId: mine.gerente.usuarioId, via: 'pessoa' },
    detalhes: {
      antes: { sha256: hashOf('primeira') },
      depois: { sha256: hashOf('segunda') },
      analisada: true,
    },
  });
  const second = await analyse(item, 0.4);
  expect(await inForce(item.id)).toEqual({ insights: second.ids, nota: 0.4 });
  // A signed address plays the former recording's bytes.
  const { data } = (
    await call<{ url: string }>(
      mine.tokens.usuario,
      'POST',
      `${item.id}/gravacoes-anteriores/${kept?.id}/url-audio`,
    )
  ).body;
  const bytes = await test.app.inject({ method: 'GET', url: data.url });
  expect([bytes.statusCode, createHash('sha256').update(bytes.rawPayload).digest('hex')]).toEqual([
    200,
    hashOf('primeira'),
  ]);
  expect(await test.deps.prisma.acesso.count({ where: { alvoId: item.id, tipo: 'som' } })).toBe(1);
  // The first result's dossier describes the recording analysed for this result, not the present recording.
  const dossier = await test.app.inject({
    method: 'GET',
    url: `/api/v1/auditoria-resultado/${first.resultadoId}/exportar?formato=json`,
    headers: { authorization: `Bearer ${mine.tokens.gerente}` },
  });
  expect(dossier.json()).toMatchObject({
    dossie: { gravacao: { sha256: hashOf('primeira'), situacao: 'trocada' } },
  });
  expect((await recover(item.id, kept?.id as string, mine.tokens.usuario)).status).toBe(403);
  expect((await recover(item.id, kept?.id as string)).body.data).toMatchObject({
    ...{ status: 'concluido', arquivo_nome: 'primeira.wav' },
  });
  expect(await inForce(item.id)).toEqual({ insights: first.ids, nota: 0.9 });
  expect(await former(item.id)).toMatchObject([{ nome: 'segunda.wav', resultados: [second.resultadoId] }]);
  expect((await lines(item.id)).map(({ acao }) => acao)).toEqual([
    'gravacao_trocada',
    'gravacao_trocada',
    'gravacao_recuperada',
  ]);
  // The second request finds the recording already restored.
  expect((await recover(item.id, kept?.id as string)).status).toBe(404);
  const other = await createTenant(test.deps);
  expect((await recover(item.id, kept?.id as string, other.tokens.gerente)).status).toBe(404);
});

it('a removed recording comes back; without an analysis it goes at once, with a line in the log', async () => {
  const { prisma } = test.deps;
  const item = await createItem(test.deps, mine.auditoria);
  await send(item.id, 'nada');
  const { arquivoPath: unheard } = await prisma.auditoriaItem.findUniqueOrThrow({ where: { id: item.id } });
  expect((await call(mine.tokens.usuario, 'DELETE', `${item.id}/arquivo`)).status).toBe(200);
  expect(await former(item.id)).toEqual([]);
  expect(await prisma.objetoPendente.count({ where: { chave: unheard as string } })).toBe(1);
  expect(await lines(item.id)).toMatchObject([
    {
      acao: 'gravacao_removida',
      detalhes: { analisada: false, recuperavel_ate: null, antes: { sha256: hashOf('nada') } },
    },
  ]);
  await send(item.id, 'prova');
  await analyse(item, 0.7);
  const { arquivoPath } = await prisma.auditoriaItem.findUniqueOrThrow({ where: { id: item.id } });
  const said = { motivo: 'Pedido do cliente.' };
  expect((await call(mine.tokens.gerente, 'DELETE', `${item.id}/arquivo`, said)).status).toBe(200);
  expect(await prisma.objetoPendente.count({ where: { chave: arquivoPath as string } })).toBe(0);
  const [kept] = await former(item.id);
  expect(kept).toMatchObject({ saida: 'removida', motivo: 'Pedido do cliente.' });
  expect((await recover(item.id, kept?.id as string)).body.data).toMatchObject({ status: 'concluido' });
  // The recording is removed again, and not restored in time.
  await call(mine.tokens.gerente, 'DELETE', `${item.id}/arquivo`);
  const [again] = await former(item.id);
  await prisma.gravacaoAnterior.update({ where: { id: again?.id as string }, data: { ate: new Date() } });
  expect((await recover(item.id, again?.id as string)).status).toBe(404);
  await endFormerTerms(test.deps.db);
  expect(await prisma.objetoPendente.count({ where: { chave: arquivoPath as string } })).toBe(1);
  expect(await former(item.id)).toMatchObject([{ nome: null, sha256: hashOf('prova'), ate: null }]);
});

it('of an audited interview verdicts, map and what it is recognised by come back', async () => {
  const { prisma, db: pool } = test.deps;
  const survey = await createOwnSurvey(test.deps, mine.empresa, 3);
  const arquivoPath = `${mine.empresa.id}/${randomUUID()}`;
  const [one] = await addAudited(pool, survey, [{ letras: 'CDC', arquivoPath }]);
  if (!one) throw new Error('no interview');
  const { entrevistaId, itemId, execucaoId } = one;
  const of = { empresaId: mine.empresa.id, execucaoId };
  await prisma.execucaoEtapa.create({ data: { ...of, etapa: 'audio', ordem: 1, saida: { arquivoPath } } });
  await prisma.entrevistaGravacao.create({
    data: {
      ...{ entrevistaId, empresaId: mine.empresa.id, n: 1, gravacao: 1, inicioMs: 0, duracaoMs: 900 },
      ...{ monoMs: 5, lacunaMs: 0 },
    },
  });
  await prisma.entrevistaSom.create({
    data: {
      ...{ itemId, entrevistaId, empresaId: mine.empresa.id, pesquisaId: survey.pesquisaId },
      ...{ gravacao: arquivoPath, palavras: Buffer.from([1, 2, 3, 4]), amostra: Buffer.from([5, 6]) },
    },
  });
  const all = async () => ({
    celulas: await prisma.confronto.count({ where: { entrevistaId, vigente: true } }),
    matriz: await prisma.entrevistaMatriz.findUnique({
      where: { entrevistaId },
      select: { codigos: true, codigosIa: true },
    }),
    mapa: await prisma.entrevistaGravacao.findMany({ where: { entrevistaId } }),
    sons: await prisma.entrevistaSom.findMany({ where: { itemId } }),
  });
  const before = await all();
  // A person without the right to do so can neither remove nor replace the recording.
  expect((await call(mine.tokens.usuario, 'DELETE', `${itemId}/arquivo`)).status).toBe(403);
  expect((await send(itemId, 'vazia', { token: mine.tokens.usuario })).status).toBe(403);
  // A company's key cannot replace the recording either, whatever the key's rights.
  const key = await createApiKey(test.deps, mine.empresa);
  expect(await send(itemId, 'vazia', { token: key })).toMatchObject({
    ...{ status: 403, body: { code: 'sem_permissao' } },
  });
  expect((await call(mine.tokens.gerente, 'DELETE', `${itemId}/arquivo`)).status).toBe(200);
  expect(await all()).toEqual({ celulas: 0, matriz: null, mapa: [], sons: [] });
  const [kept] = await former(itemId);
  expect((await recover(itemId, kept?.id as string)).body.data).toMatchObject({ status: 'concluido' });
  expect(await all()).toEqual(before);
});

it('who reviews an answer while its recording is replaced hears that it was: neither is stopped by the other', async () => {
  const { db: pool } = test.deps;
  const survey = await createOwnSurvey(test.deps, mine.empresa, 1);
  const arquivoPath = `${mine.empresa.id}/${randomUUID()}`;
  const [one] = await addAudited(pool, survey, [{ letras: 'C', arquivoPath }]);
  if (!one) throw new Error('no interview');
  const {
    rows: [cell],
  } = await pool.query<{ id: string; updated_at: Date }>(
    'select id, updated_at from confrontos where entrevista_id = $1',
    [one.entrevistaId],
  );
  if (!cell) throw new Error('no cell');
  const waiting = (n: number) =>
    expect
      .poll(async () => {
        const { rows } = await pool.query<{ n: number }>(
          "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        );
        return rows[0]?.n;
      })
      .toBe(n);
  const { sent, reviewed } = await pool.transaction(async (tx) => {
    await tx.query('select from entrevistas where id = $1 for no key update', [one.entrevistaId]);
    const sent = send(one.itemId, 'outra');
    await waiting(1);
    const body = { veredito: 'confere', visto_em: cell.updated_at.toISOString() };
    const reviewed = callApi(test, mine.tokens.gerente, 'PUT', `/confrontos/${cell.id}/revisao`, body);
    await waiting(2);
    return { sent, reviewed };
  });
  expect((await sent).status).toBe(200);
  expect(await reviewed).toMatchObject({ status: 409, body: { dados: { substituido: true } } });
});

it('a batch that replaced the recording of an analysed call puts it back where it is undone', async () => {
  const chao = await layGround(test);
  const item = await itemIn(chao, 'concluido');
  const path = async () =>
    (await test.deps.prisma.auditoriaItem.findUniqueOrThrow({ where: { id: item.id } })).arquivoPath;
  const before = await path();
  expect(await act(chao, item, 'anexar_por_lote')).toEqual({ feito: true });
  expect(await readState(chao, item)).toBe('trocado');
  await test.deps.db.query(`update lotes_gravacao set estado = 'desfazendo' where id = $1`, [
    item.loteQueEspera,
  ]);
  const undone = { ...item, loteId: item.loteQueEspera };
  expect(await act(chao, undone, 'desfazer_lote', 'usuario')).toEqual({ nada: true });
  await test.deps.db.query(`update lote_gravacoes set motivo = null where lote_id = $1`, [
    item.loteQueEspera,
  ]);
  expect(await act(chao, undone, 'desfazer_lote')).toEqual({ feito: true });
  expect([await path(), await readState(chao, item)]).toEqual([before, 'concluido']);
});
