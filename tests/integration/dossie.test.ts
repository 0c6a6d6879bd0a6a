// The signed dossier: contents, four file formats, and detection of a changed byte.
import { randomUUID } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import { read } from '@e965/xlsx';
import type { QuestionarioBaixado } from '@escuta/shared/contracts/surveys/campo';
import { chavesPublicadas } from '@escuta/shared/domain/exports/dossier';
import { verifyDossierFile } from '@escuta/shared/domain/exports/verify-dossier';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callApi, createTestApp, type TestApp } from '../support/app.ts';
import { addAudited, createOwnSurvey } from '../support/audited-survey.ts';
import { bearer, createAparelho, createItem, createTenant } from '../support/factories.ts';
import { createFieldSurvey, Sender } from '../support/field.ts';
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
  await deps.prisma.empresa.update({ where: { id: mine.empresa.id }, data: { nome: 'Operadora São João' } });
  await deps.prisma.projeto.update({ where: { id: mine.projeto.id }, data: { nome: 'Retenção' } });
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

/** Verifies a dossier as an outsider can: with the published keys, and without the product's code. */
async function verified(file: string | Uint8Array) {
  const published = await test.app.inject({ method: 'GET', url: '/.well-known/escuta-chaves' });
  const { chaves } = chavesPublicadas.parse(published.json());
  return verifyDossierFile(Uint8Array.from(Buffer.from(file)), chaves);
}
const holds = async (file: string | Uint8Array): Promise<boolean> => (await verified(file)).tipo === 'valida';

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
  // The dossier names the recording only after the run's audio stage has analysed it.
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

/** Technical texts that people must not see: JSON keys, exponents, codes, ISO dates. */
const RAW = /[a-z]\.\d+\.|\d_ms|\de-\d|\bnao\b|nao_se_aplica|\d{4}-\d\d-\d\dT|[0-9a-f]{8}-[0-9a-f]{4}-/;

it('has the same in a workbook and a CSV, in words of people, with what is technical apart and no formula', async () => {
  const book = read((await dossier(resultadoId, 'xlsx')).rawPayload, { cellFormula: true });
  expect(book.SheetNames).toEqual(['Resumo', 'Critérios', 'Falas', 'Revisões', 'Custos', 'Apêndice técnico']);
  const cellsOf = (name: string) => Object.values(book.Sheets[name] ?? {}) as { v?: unknown; f?: unknown }[];
  expect(cellsOf('Resumo').some(({ v }) => v === '=SOMA(1;1)')).toBe(true);
  for (const name of book.SheetNames) {
    expect(cellsOf(name).some((cell) => typeof cell === 'object' && 'f' in cell)).toBe(false);
    const text = cellsOf(name)
      .map(({ v }) => String(v ?? ''))
      .join('\n');
    if (name === 'Apêndice técnico') expect(text).toMatch(/[\w-]{86}/);
    else expect(text).not.toMatch(RAW);
  }
  const csv = (await dossier(resultadoId, 'csv')).body;
  expect(csv).toContain('Resumo;Nome;"\'=SOMA(1;1)"');
  expect(csv).toContain('Critério saudacao (peso 1);Sim;"IA: Não');
  const [people = '', technical = ''] = csv.split('Apêndice técnico;', 2);
  expect(people).not.toMatch(RAW);
  expect(technical).toContain(resultadoId.slice(0, 8));
});

/** Changes the first letter of a PDF's first page, in a stream of equal length. */
function withOtherLetter(pdf: Buffer): Buffer {
  const file = pdf.toString('latin1');
  const head = /\/Length (\d+)\n\/Filter \/FlateDecode\n>>\nstream\n/.exec(file);
  if (!head) throw new Error('no page');
  const [whole, length] = [head[0], Number(head[1])];
  const from = head.index + whole.length;
  const page = inflateSync(pdf.subarray(from, from + length)).toString('latin1');
  const other = page.replace(
    /\[<([0-9a-f]{3})([0-9a-f])/,
    (_, start, digit) => `[<${start}${digit === '1' ? '2' : '1'}`,
  );
  expect(other).not.toBe(page);
  const packed = deflateSync(Buffer.from(other, 'latin1'));
  return Buffer.concat([
    pdf.subarray(0, head.index),
    Buffer.from(whole.replace(`/Length ${length}`, `/Length ${packed.length}`)),
    packed,
    pdf.subarray(from + length),
  ]);
}

it('is two pages and an appendix as a PDF, with the signed JSON inside and a signature over its own bytes', async () => {
  const pdf = (await dossier(resultadoId, 'pdf')).rawPayload;
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const { text } = await extractText(document, { mergePages: false });
  const first = text[0] ?? '';
  for (const part of [
    'Dossiê da ligação',
    'Pontuação revisada',
    '100%',
    'A IA deu 50%',
    'Atendimento',
    'IA: Não',
  ]) {
    expect(first).toContain(part);
  }
  expect(text.findIndex((page) => page.startsWith('Apêndice'))).toBe(1);
  expect(first).not.toMatch(RAW);
  expect(await verified(pdf)).toMatchObject({ tipo: 'valida', formato: 'pdf' });
  const [id = ''] = (await document.getAttachments())?.keys() ?? [];
  expect(id).toBe('dossie.json');
  expect(await holds((await document.getAttachmentContent(id)) ?? '')).toBe(true);

  const changed = withOtherLetter(pdf);
  const shown = await extractText(await getDocumentProxy(new Uint8Array(changed)), { mergePages: false });
  expect(shown.text[0]).not.toBe(first);
  expect(shown.text[0]).toContain('Atendimento');
  const update = Buffer.concat([pdf, Buffer.from('\n9 0 obj\n(90%)\nendobj\n%%EOF\n')]);
  expect([(await verified(changed)).tipo, (await verified(update)).tipo]).toEqual(['invalida', 'invalida']);
});

it('is for whoever may, of the own company, and stands in the log', async () => {
  expect((await dossier(resultadoId, 'json', mine.tokens.usuario)).statusCode).toBe(403);
  expect((await dossier(resultadoId, 'json', other.tokens.gerente)).statusCode).toBe(404);
  const log = await test.deps.prisma.registroAcesso.findMany({ where: { acao: 'dossie_exportado' } });
  expect(log.length).toBeGreaterThan(0);
  expect(log.every(({ usuarioId }) => usuarioId === mine.gerente.usuarioId)).toBe(true);
});

it("tells an interview's questions, consent and device log, and names the respondent only where that is asked for", async () => {
  const { deps } = test;
  const survey = await createOwnSurvey(deps, mine.empresa, 3);
  const [one] = await addAudited(deps.db, survey, [{ letras: 'CDN', nome: 'Josué Albuquerque' }]);
  if (!one) throw new Error('no interview');
  await deps.prisma.entrevista.update({ where: { id: one.entrevistaId }, data: { consentimento: 'aceito' } });
  const cell = await deps.prisma.confronto.findFirstOrThrow({
    where: { entrevistaId: one.entrevistaId, ordem: 2 },
  });
  const judged = await callApi(test, mine.tokens.gerente, 'PUT', `/confrontos/${cell.id}/revisao`, {
    veredito: 'confere',
    motivo: 'ouvi_diferente',
    visto_em: cell.updatedAt.toISOString(),
  });
  expect(judged.status, JSON.stringify(judged.body)).toBe(200);

  const answer = await dossier(one.itemId, 'json');
  expect(await holds(answer.rawPayload)).toBe(true);
  const { dossie } = answer.json();
  expect(dossie.ligacao).toMatchObject({ nome: 'J. A.', numero: null });
  expect(dossie.falas).toEqual([]);
  expect(answer.payload).not.toContain('Albuquerque');
  expect(dossie.entrevista).toMatchObject({
    questionario: { versao: 1 },
    consentimento: { resposta: 'aceito', em_ms: null },
    perguntas: [
      { codigo: 'P1', veredito: 'confere', revisoes: [] },
      {
        ...{ codigo: 'P2', veredito: 'confere', veredito_ia: 'diverge' },
        revisoes: [{ veredito: 'confere', motivo: 'ouvi_diferente', em_vigor: true }],
      },
      { codigo: 'P3', veredito: 'nao_perguntada' },
    ],
    registro_aparelho: [],
  });
  const whole = await dossier(one.itemId, 'json&identificacao=completa');
  expect(whole.json().dossie.ligacao.nome).toBe('Josué Albuquerque');

  const pdf = await dossier(one.itemId, 'pdf');
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf.rawPayload)), {
    mergePages: false,
  });
  expect(text).toHaveLength(1);
  expect(text[0]).toContain('Dossiê da entrevista');
  expect(await holds(pdf.rawPayload)).toBe(true);
  expect((await dossier(one.itemId, 'json', other.tokens.gerente)).statusCode).toBe(404);
});

it('tells an interview that nobody audited: what was typed, who held it, and the verification', async () => {
  const { deps } = test;
  const survey = await createFieldSurvey(deps, test.app, mine.empresa, mine.tokens.gerente);
  const sender = new Sender(mine.tokens.usuario, test.app);
  const going = await sender.done<{ id: string }>('POST', '/entrevistas/iniciar', {
    questionario_id: survey.questionario.id,
    nome_entrevistado: 'Josué Albuquerque',
  });
  const itemOf = async (entrevistaId: string) =>
    (await deps.prisma.auditoriaItem.findFirstOrThrow({ where: { entrevistaId } })).id;
  const refused = await dossier(await itemOf(going.id), 'json');
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflito']);

  const aparelho = await createAparelho(deps, mine.usuario);
  const device = new Sender(aparelho.segredo, test.app);
  const path = `/campo/questionarios/${survey.questionario.id}/baixar`;
  const entrevistaId = await device.interview(await device.done<QuestionarioBaixado>('POST', path));
  const held = await callApi(test, mine.tokens.gerente, 'PUT', `/entrevistas/${entrevistaId}/revisao`, {
    ...{ para: 'em_espera', motivo: 'Não foi entrevistada.', visto: 0 },
  });
  expect(held.status, JSON.stringify(held.body)).toBe(200);
  const { empresaId, usuarioId } = mine.gerente;
  await deps.prisma.verificacao.create({
    data: {
      ...{ id: randomUUID(), empresaId, pesquisaId: survey.pesquisa.id, entrevistaId, semente: 1, chance: 1 },
      ...{ modo: 'recontato', resultado: 'nao_entrevistado', nota: 'Maria disse que não foi ela.' },
      ...{ feitaPor: usuarioId, feitaEm: new Date('2026-11-28T17:05:00Z') },
      tentativas: { create: { n: 1, empresaId, usuarioId, resultado: 'nao_atendeu' } },
    },
  });
  const id = await itemOf(entrevistaId);
  const answer = await dossier(id, 'json');
  expect(answer.statusCode, answer.payload).toBe(200);
  expect(await holds(answer.rawPayload)).toBe(true);
  const { dossie } = answer.json();
  expect(dossie).toMatchObject({ resultado: null, ligacao: { nome: 'M. S.', numero: null } });
  expect(answer.payload).not.toMatch(/Souza|disse que não foi ela/);
  expect(dossie.entrevista).toMatchObject({
    consentimento: { resposta: 'aceito' },
    auditada: false,
    revisao: {
      situacao: 'em_espera',
      decisoes: [
        { de: 'pendente', para: 'em_espera', motivo: 'Não foi entrevistada.', por: 'Pessoa de Teste' },
      ],
    },
    verificacao: {
      ...{ modo: 'recontato', resultado: 'nao_entrevistado', nota: null, por: 'Pessoa de Teste' },
      tentativas: [{ resultado: 'nao_atendeu', nota: null }],
    },
    perguntas: [
      { codigo: 'P1', digitado: 'Sim', veredito: null, provas: [], revisoes: [] },
      { codigo: 'P2', digitado: '42', veredito: null },
      { codigo: 'P3', digitado: null, veredito: null },
    ],
    registro_aparelho: [{ tipo: 'iniciada' }, { tipo: 'consentimento' }, { tipo: 'finalizada' }],
  });
  const whole = await dossier(id, 'json&identificacao=completa');
  expect(whole.json().dossie.entrevista.verificacao.nota).toBe('Maria disse que não foi ela.');
  const pdf = await dossier(id, 'pdf');
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf.rawPayload)), {
    mergePages: true,
  });
  for (const part of ['sem auditoria', 'Em espera', 'Não foi entrevistado', 'Não atendeu', 'Sim'])
    expect(text.replace(/\s+/g, ' ')).toContain(part);
  const csv = (await dossier(id, 'csv')).body;
  expect(csv).toContain('Perguntas;P1 O senhor está satisfeito?;sem auditoria;"Digitado: Sim');
});
