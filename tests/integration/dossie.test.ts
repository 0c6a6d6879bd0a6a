// The signed dossier: what it says, in four forms, and that one changed byte of it shows.
import { createPublicKey, verify } from 'node:crypto';
import { read } from '@e965/xlsx';
import { readDossier } from '@escuta/shared/domain/exports/dossier';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callApi, createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createItem, createTenant } from '../support/factories.ts';
import { createRunWithInsights, createTemplateVersion, judged } from '../support/insights.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let other: Awaited<ReturnType<typeof createTenant>>;
let execucaoId: string;
let resultadoId: string;
beforeAll(async () => {
  test = await createTestApp();
  const { deps } = test;
  [mine, other] = [await createTenant(deps), await createTenant(deps)];
  const item = await createItem(deps, mine.auditoria, {
    nomeEntrevistado: '=SOMA(1;1)',
    status: 'concluido',
  });
  const template = await createTemplateVersion(deps, mine.empresa.id, { nome: 'Atendimento' });
  const run = await createRunWithInsights(deps, item, [
    { template, pontuacao: 0.5, criterios: [judged('saudacao', { atendido: 'nao' })] },
  ]);
  ({ execucaoId } = run);
  const place = { empresaId: mine.empresa.id, itemId: item.id, projetoId: mine.projeto.id };
  const resultado = await deps.prisma.auditoriaResultado.create({
    data: { ...place, auditoriaId: mine.auditoria.id, execucaoId, statusProcessamento: 'concluido' },
  });
  resultadoId = resultado.id;
  const left = await deps.prisma.transcricao.create({
    data: { ...place, resultadoId, canal: 'left', modelo: 'stt-1', fullText: 'Bom dia' },
  });
  await deps.prisma.sentenca.create({
    data: {
      ...{
        empresaId: mine.empresa.id,
        transcricaoId: left.id,
        ordem: 1,
        texto: 'Bom dia',
        startMs: 0,
        endMs: 900,
      },
      falante: 'agente',
    },
  });
  const judgedBy = await callApi(test, mine.tokens.gerente, 'POST', `/insights/validate/${run.ids[0]}`, {
    veredito: 'rejeitado',
    motivo: 'Ele saudou.',
    criterios: [{ id: 'saudacao', atendido: 'sim' }],
  });
  expect(judgedBy.status, JSON.stringify(judgedBy.body)).toBe(200);
});
afterAll(() => test.close());

const dossier = (id: string, formato: string, token = mine.tokens.gerente) =>
  test.app.inject({
    method: 'GET',
    url: `/api/v1/auditoria-resultado/${id}/exportar?formato=${formato}`,
    headers: bearer(token),
  });

/** As an auditor verifies it: with the keys that are published, and nothing else of the product's. */
async function holds(text: string): Promise<boolean> {
  const found = readDossier(text);
  if (!found) return false;
  const { signed, texto } = found;
  const { chaves } = (await test.app.inject({ method: 'GET', url: '/.well-known/escuta-chaves' })).json() as {
    chaves: { id: string; publica: string }[];
  };
  const publica = chaves.find(({ id }) => id === signed.chave.id)?.publica;
  if (publica === undefined || publica !== signed.chave.publica) return false;
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publica }, format: 'jwk' });
  return verify(null, Buffer.from(texto), key, Buffer.from(signed.assinatura.valor, 'base64url'));
}

it('says what the AI and a person found, is verified by the published key, and not after one changed byte', async () => {
  const { statusCode, body, headers } = await dossier(resultadoId, 'json');
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  expect(JSON.parse(body)).toMatchObject({
    dossie: {
      formato: 'escuta.dossie',
      ligacao: { empresa: { id: mine.empresa.id }, nome: '=SOMA(1;1)' },
      resultado: { id: resultadoId, execucao_id: execucaoId },
      falas: [{ texto: 'Bom dia', falante: 'agente', inicio_ms: 0, fim_ms: 900 }],
      insights: [
        {
          template: { nome: 'Atendimento', versao: 1 },
          criterios: [{ id: 'saudacao', atendido_ia: 'nao', atendido_pessoa: 'sim' }],
          revisoes: [{ veredito: 'rejeitado', motivo: 'Ele saudou.', em_vigor: true }],
        },
      ],
    },
  });
  expect(await holds(body)).toBe(true);
  for (let at = 0; at < body.length; at += 97) {
    const changed = `${body.slice(0, at)}${body[at] === 'x' ? 'y' : 'x'}${body.slice(at + 1)}`;
    expect(await holds(changed), `byte ${at}`).toBe(false);
  }
  // The recording is named once the run's audio stage has heard this very one.
  const { deps } = test;
  const { itemId } = await deps.prisma.auditoriaResultado.findUniqueOrThrow({ where: { id: resultadoId } });
  const recording = { arquivoPath: 'som/de/agora', arquivoNome: 'a.wav', arquivoSha256: 'c'.repeat(64) };
  await deps.prisma.auditoriaItem.update({ where: { id: itemId }, data: recording });
  const heard = async () =>
    (JSON.parse((await dossier(resultadoId, 'json')).body) as { dossie: { gravacao: unknown } }).dossie
      .gravacao;
  expect(await heard()).toBeNull();
  const stage = { execucaoId_etapa: { execucaoId, etapa: 'audio' as const } };
  await deps.prisma.execucaoEtapa.upsert({
    where: stage,
    create: {
      execucaoId,
      etapa: 'audio',
      ordem: 1,
      empresaId: mine.empresa.id,
      saida: { arquivoPath: 'som/de/antes' },
    },
    update: { saida: { arquivoPath: 'som/de/antes' } },
  });
  expect(await heard()).toBeNull();
  await deps.prisma.execucaoEtapa.update({ where: stage, data: { saida: { arquivoPath: 'som/de/agora' } } });
  expect(await heard()).toMatchObject({ nome: 'a.wav', sha256: 'c'.repeat(64) });
  // A second dossier, requested by the run's id, is signed with the same key.
  const again = JSON.parse((await dossier(execucaoId, 'json')).body) as { chave: { id: string } };
  expect(again.chave.id).toBe((JSON.parse(body) as { chave: { id: string } }).chave.id);
  expect(await test.deps.prisma.chaveAssinatura.count()).toBe(1);
});

it('has the same in a workbook, a CSV and a PDF, with its signature and no formula', async () => {
  const book = read((await dossier(resultadoId, 'xlsx')).rawPayload, { cellFormula: true });
  expect(book.SheetNames).toEqual(['Dossiê', 'Falas', 'Critérios', 'Revisões', 'Custos']);
  const cells = Object.values(book.Sheets.Dossiê ?? {}) as { v?: unknown; f?: unknown }[];
  expect(cells.some(({ v }) => v === '=SOMA(1;1)')).toBe(true);
  expect(cells.some((cell) => typeof cell === 'object' && 'f' in cell)).toBe(false);
  const csv = (await dossier(resultadoId, 'csv')).body;
  expect(csv).toContain('ligacao.nome;"\'=SOMA(1;1)"');
  expect(csv).toContain('insights.1.criterios.1.atendido_pessoa;sim');
  expect(csv).toMatch(/Assinatura \(Ed25519, do JSON canônico\);[\w-]{86}/);
  const pdf = await dossier(resultadoId, 'pdf');
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
});

it('is for whoever may, of the own company, and stands in the log', async () => {
  expect((await dossier(resultadoId, 'json', mine.tokens.usuario)).statusCode).toBe(403);
  expect((await dossier(resultadoId, 'json', other.tokens.gerente)).statusCode).toBe(404);
  const log = await test.deps.prisma.registroAcesso.findMany({ where: { acao: 'dossie_exportado' } });
  expect(log.length).toBeGreaterThan(0);
  expect(log.every(({ usuarioId }) => usuarioId === mine.gerente.usuarioId)).toBe(true);
});
