// A company's quota of bytes: the stored sums equal a recount, a full quota refuses new data, and no data is lost.
import { randomUUID } from 'node:crypto';
import type { Armazenamento } from '@escuta/shared/contracts/accounts/empresas';
import { PAPEIS_ARQUIVO } from '@escuta/shared/domain/audit-preparation';
import { GB } from '@escuta/shared/domain/company-bytes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Metrics } from '../../worker/src/metrics/metrics.ts';
import { addUpBytes } from '../../worker/src/sums.ts';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import { bearer, createAparelho, createItem, createProjeto, createTenant } from '../support/factories.ts';
import { createFieldSurvey, logOf, noise, Sender, sha256 } from '../support/field.ts';
import { wav } from '../support/portal.ts';
import { beginBatch } from '../support/recording-batches.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  mine = await createTenant(test.deps);
});

const call = <T>(method: Method, path: string, payload?: object, token = mine.tokens.gerente) =>
  callApi<T>(test, token, method, path, payload);
const quota = (bytes: number | null) =>
  test.deps.prisma.empresa.update({
    where: { id: mine.empresa.id },
    data: { cotaBytes: bytes === null ? null : BigInt(bytes) },
  });
/** Reads a company's stored sums of bytes, and counts the same sums from its rows. */
async function sums(): Promise<{ kept: object[]; counted: object[] }> {
  const { rows: kept } = await test.deps.db.query(
    `select tipo, sum(n)::int as n, sum(bytes)::int as bytes from empresa_bytes where empresa_id = $1
     group by 1 having sum(n) <> 0 or sum(bytes) <> 0 order by 1`,
    [mine.empresa.id],
  );
  const { rows: counted } = await test.deps.db.query(
    'select tipo, n::int, bytes::int from escuta_bytes_contados($1) order by 1',
    [mine.empresa.id],
  );
  return { kept, counted };
}
const refused = { status: 413, code: 'cota_atingida' };
const outcome = ({ status, body }: { status: number; body: { code?: string | undefined } }) => ({
  status,
  ...(body.code ? { code: body.code } : {}),
});
/** Sends a form with a file. */
async function form(path: string, nome: string, bytes: Buffer, token = mine.tokens.gerente) {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/octet-stream' }), nome);
  const request = new Request('http://x', { method: 'POST', body });
  const answer = await test.app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    headers: { ...bearer(token), 'content-type': request.headers.get('content-type') as string },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json() };
}

describe("the space that a company's files take", () => {
  it('is what a count gives, after each insertion, change and deletion, summed up or not', async () => {
    const { prisma, db: pool } = test.deps;
    const empresaId = mine.empresa.id;
    const item = await createItem(test.deps, mine.auditoria);
    const gravacao = { arquivoPath: `${empresaId}/a`, arquivoNome: 'a.wav', arquivoTipo: 'audio/wav' };
    await prisma.auditoriaItem.update({
      where: { id: item.id },
      data: { ...gravacao, arquivoTamanho: 700n, arquivoSha256: 'a'.repeat(64) },
    });
    await prisma.auditoriaItem.update({ where: { id: item.id }, data: { arquivoTamanho: 900n } });
    const { id: loteId, sender } = await beginBatch(test, mine.tokens.gerente, mine.projeto.id, [
      { nome: 'b.wav', bytes: wav(50) },
    ]);
    const envio = randomUUID();
    await sender.done('POST', '/envios', { id: envio, papel: 'gravacoes', lote_id: loteId });
    expect((await sender.part(envio, 1, wav(50))).status).toBe(200);
    await prisma.loteGravacaoArquivo.updateMany({
      where: { loteId },
      data: { chaveObjeto: `${empresaId}/b` },
    });
    const arquivo = { empresaId, auditoriaId: mine.auditoria.id, papel: 'perguntas', tipo: 'text/plain' };
    const documento = await prisma.auditoriaArquivo.create({
      data: {
        ...arquivo,
        nome: 'p.txt',
        tamanho: 30n,
        sha256: 'b'.repeat(64),
        chaveObjeto: `${empresaId}/c`,
      },
    });
    await prisma.objetoPendente.create({
      data: { empresaId, chave: `${empresaId}/d`, apagarEm: new Date(), tamanho: 5n },
    });
    const first = await sums();
    expect(first.kept).toEqual(first.counted);
    const bytes = wav(50).length;
    expect(first.kept).toEqual([
      { tipo: 'documento', n: 1, bytes: 30 },
      { tipo: 'envio', n: 1, bytes },
      { tipo: 'gravacao', n: 1, bytes: 900 },
      { tipo: 'guardado', n: 1, bytes: 5 },
      { tipo: 'lote', n: 1, bytes },
    ]);
    // Makes so many changes that addUpBytes() has rows to add up; the sums must stay the same.
    for (let n = 0; n < 60; n += 1) {
      await prisma.auditoriaItem.update({ where: { id: item.id }, data: { arquivoTamanho: BigInt(n) } });
      await prisma.auditoriaItem.update({ where: { id: item.id }, data: { arquivoTamanho: 900n } });
    }
    await addUpBytes(pool);
    expect(await sums()).toEqual(first);
    expect(await prisma.empresaBytes.count({ where: { empresaId } })).toBe(5);
    // A recount corrects a wrong sum, and leaves a right sum unchanged.
    await prisma.empresaBytes.deleteMany({ where: { empresaId, tipo: 'envio' } });
    await pool.query('select escuta_recontar_bytes($1)', [empresaId]);
    await pool.query('select escuta_recontar_bytes()');
    expect(await sums()).toEqual(first);
    expect(await prisma.empresaBytes.count({ where: { empresaId } })).toBe(5);

    await prisma.auditoriaArquivo.delete({ where: { id: documento.id } });
    await prisma.auditoriaItem.delete({ where: { id: item.id } });
    await prisma.objetoPendente.deleteMany({ where: { empresaId, tamanho: { not: null } } });
    expect((await call('POST', `/lotes-gravacao/${loteId}/cancelar`)).status).toBe(200);
    expect(await sums()).toEqual({ kept: [], counted: [] });
  });
});

describe('a company that reached its quota', () => {
  it('receives nothing new, by any way, and nothing changes; with room, it receives', async () => {
    const { prisma } = test.deps;
    const projetoId = mine.projeto.id;
    const pesquisa = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'pesquisa' });
    const arquivos = PAPEIS_ARQUIVO.map((papel) => ({
      papel,
      tamanho: 100,
      nome: { audio: 'a.wav', perguntas: 'p.txt', planilha_respostas: 'r.csv', zip_audios: 'z.zip' }[papel],
    }));
    const pedido = {
      tipo: 'ligacoes',
      formato: 'csv',
      colunas: ['numero'],
      alvo: { tipo: 'projeto', id: projetoId },
    };
    const ways: Record<string, () => Promise<{ status: number; body: { code?: string } }>> = {
      lote: () =>
        call('POST', '/lotes-gravacao', {
          ...{ id: randomUUID(), projeto_id: projetoId, tamanho: 100 },
          ...{ origem: 'arquivo', nome: 'g.zip' },
        }),
      importacao: () =>
        call('POST', `/projetos/${projetoId}/importacoes`, { id: randomUUID(), nome: 'l.csv', tamanho: 100 }),
      preparo: () =>
        call('POST', '/auditorias/preparos', { id: randomUUID(), projeto_id: pesquisa.id, arquivos }),
      gravacao: () => form(`/auditoria-item/${mine.item.id}/upload`, 'g.wav', wav(50)),
      documento: () =>
        form(`/questionarios/${mine.questionario.id}/ler-arquivo`, 'q.txt', Buffer.from('1. Mora aqui?')),
      exportacao: () => call('POST', '/exportacoes', pedido),
    };
    const counts = async () => [
      await prisma.loteGravacao.count(),
      await prisma.importacao.count(),
      await prisma.auditoriaPreparo.count(),
      await prisma.tarefa.count(),
      await prisma.objetoPendente.count(),
      (await prisma.auditoriaItem.findUniqueOrThrow({ where: { id: mine.item.id } })).arquivoPath,
    ];
    await quota(10);
    const before = await counts();
    for (const [way, ask] of Object.entries(ways)) {
      // An export is not refused yet, because its size is unknown beforehand and some space is left.
      if (way !== 'exportacao') expect(outcome(await ask()), way).toEqual(refused);
    }
    await prisma.objetoPendente.create({
      data: { empresaId: mine.empresa.id, chave: randomUUID(), apagarEm: new Date(), tamanho: 10n },
    });
    expect(outcome(await (ways.exportacao as () => Promise<never>)())).toEqual(refused);
    await prisma.objetoPendente.deleteMany({ where: { tamanho: { not: null } } });
    expect(await counts()).toEqual(before);

    await quota(0);
    for (const [way, ask] of Object.entries(ways)) expect((await ask()).status, way).toBeLessThan(300);
  });

  it('leaves the device its recordings: the log comes, the parts wait, and come when there is room', async () => {
    const survey = await createFieldSurvey(test.deps, test.app, mine.empresa, mine.tokens.gerente);
    const { segredo } = await createAparelho(test.deps, mine.usuario);
    const device = new Sender(segredo, test.app);
    const q = await device.done<{ versao: { id: string } }>(
      'POST',
      `/campo/questionarios/${survey.questionario.id}/baixar`,
      { para: 'iniciar' },
    );
    const [entrevista, envio, outro] = [randomUUID(), randomUUID(), randomUUID()];
    const log = logOf([
      { tipo: 'iniciada' },
      { tipo: 'consentimento', motivo: 'aceito' },
      { tipo: 'finalizada' },
    ]);
    expect((await device.announce(entrevista, q.versao.id)).status).toBe(200);
    expect((await device.events(entrevista, log.slice(0, 2))).status).toBe(200);
    expect((await device.open(envio, entrevista)).status).toBe(201);
    const [um, dois] = noise(2) as [Buffer, Buffer];
    await quota(3000);
    expect((await device.part(envio, 1, um)).status).toBe(200);
    // The second part does not fit; a repetition of the stored first part is answered as before; a smaller part fits.
    const over = await device.part(envio, 2, dois);
    expect(outcome(over)).toEqual(refused);
    expect(over.body).toMatchObject({ dados: { restam: 1000 } });
    expect((await device.part(envio, 1, um)).status).toBe(200);
    await quota(2000);
    expect((await device.part(envio, 2, dois)).body.message).toMatch(/atingiu a cota de armazenamento/);
    expect(outcome(await device.open(outro, entrevista, 2))).toEqual(refused);
    expect((await device.open(envio, entrevista)).status).toBe(201);
    expect((await device.events(entrevista, log)).status).toBe(200);
    expect(await test.deps.prisma.envioParte.count({ where: { envioId: envio } })).toBe(1);
    await quota(null);
    expect((await device.part(envio, 2, dois)).status).toBe(200);
    const parts = await test.deps.prisma.envioParte.findMany({
      where: { envioId: envio },
      orderBy: { n: 'asc' },
    });
    expect(parts.map((part) => part.sha256)).toEqual([sha256(um), sha256(dois)]);
  });

  it('has the quota that an administrator gives it, with a log entry, and appears in the metrics', async () => {
    const { prisma, db: pool } = test.deps;
    const path = `/empresas/${mine.empresa.id}`;
    await prisma.objetoPendente.create({
      data: { empresaId: mine.empresa.id, chave: randomUUID(), apagarEm: new Date(), tamanho: BigInt(GB) },
    });
    for (const token of [mine.tokens.gerente, mine.tokens.usuario]) {
      expect((await call('GET', `${path}/armazenamento`, undefined, token)).status).toBe(403);
      expect((await call('PUT', `${path}/cota`, { cota_gb: 1 }, token)).status).toBe(403);
    }
    const read = async () =>
      (await call<Armazenamento>('GET', `${path}/armazenamento`, undefined, mine.tokens.admin)).body.data;
    expect(await read()).toEqual({
      ...{ usado: GB, cota: null, cota_gb: null, padrao_gb: 0 },
      tipos: [{ tipo: 'guardado', n: 1, bytes: GB }],
    });
    const give = (cota_gb: number | null) =>
      call<Armazenamento>('PUT', `${path}/cota`, { cota_gb }, mine.tokens.admin);
    expect((await give(-1)).status).toBe(400);
    expect((await give(1.5)).body.data).toMatchObject({ cota: 1.5 * GB, cota_gb: 1.5 });
    expect((await give(0.0022)).body.data.cota_gb).toBe(0.0022);
    expect((await give(1)).status).toBe(200);
    expect((await give(1)).status).toBe(200);
    const entries = await prisma.registroAcesso.findMany({
      where: { acao: 'cota_da_empresa', empresaId: mine.empresa.id },
      orderBy: { createdAt: 'asc' },
    });
    expect(entries.map(({ detalhes }) => detalhes)).toEqual([
      { campos: { cota_gb: { de: null, para: 1.5 } } },
      { campos: { cota_gb: { de: 1.5, para: 0.0022 } } },
      { campos: { cota_gb: { de: 0.0022, para: 1 } } },
    ]);
    const metrics = await new Metrics(pool, 0).registry.metrics();
    expect(metrics).toContain(`escuta_empresa_bytes{empresa="${mine.empresa.id}"} ${GB}`);
    expect(metrics).toContain('escuta_empresas_na_cota{situacao="atingida"} 1');
    // A company without a quota of its own has the installation's quota.
    await give(null);
    const near = await new Metrics(pool, 0, { COMPANY_MAX_GB: 1.05 }).registry.metrics();
    expect(near).toContain('escuta_empresas_na_cota{situacao="perto"} 1');
  });
});
