import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ResultadoCompleto } from '@escuta/shared/contracts/calls/resultados';
import { FLUXOS } from '@escuta/shared/domain/profiles/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createItem, createTenant } from '../support/factories.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let versaoId: string;

beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps, { creditos: 30 });
  const empresaId = mine.empresa.id;
  const template = await test.deps.prisma.insightTemplate.create({
    data: { empresaId, nome: 'Cortesia', categoria: 'compliance' },
  });
  const versao = await test.deps.prisma.insightTemplateVersao.create({
    data: {
      empresaId,
      templateId: template.id,
      versao: 1,
      nome: 'Cortesia',
      categoria: 'compliance',
      promptTemplate: 'x',
      metadata: { modeloPronto: 'conversao-venda' },
    },
  });
  versaoId = versao.id;
});
afterAll(() => test.close());

const call = (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  test.app.inject({
    method,
    url: `/api/v1${url}`,
    headers: bearer(mine.tokens.usuario),
    ...(payload ? { payload } : {}),
  });

async function newItem(): Promise<{ id: string; path: string }> {
  const { id } = await createItem(test.deps, mine.auditoria, { ramal: '2001', status: 'concluido' });
  const path = await newRecording(id);
  return { id, path };
}
async function newRecording(id: string): Promise<string> {
  const path = `${mine.empresa.id}/${id}/${randomUUID()}`;
  await test.deps.prisma.auditoriaItem.update({
    where: { id },
    data: {
      arquivoPath: path,
      arquivoNome: 'a.mp3',
      arquivoTipo: 'audio/mpeg',
      arquivoTamanho: 12n,
      arquivoSha256: 'ab',
    },
  });
  return path;
}

const fatos = {
  version: 1,
  durationMs: 60_000,
  sampleRate: 8000,
  channels: 2,
  codec: 'mp3',
  falseStereo: false,
  audivel: true,
  motivoInaudivel: null,
  avisos: [],
  silences: [],
  silenceMs: 0,
  dialogue: null,
  canais: [
    { canal: 'agente', index: 0, talkMs: 30_000 },
    { canal: 'cliente', index: 1, talkMs: 6_000 },
  ],
};

/** Creates a finished run of an item as the worker would store it. `texto` makes results differ. */
async function finishedRun(item: { id: string; path: string }, texto: string, minute: number) {
  const { prisma } = test.deps;
  const own = { empresaId: mine.empresa.id };
  const ids = { ...own, projetoId: mine.projeto.id, itemId: item.id };
  const at = new Date(Date.UTC(2026, 2, 1, 12, minute));
  const execucao = await prisma.execucao.create({
    data: {
      ...ids,
      status: 'concluida',
      etapaAtual: 'contabilizacao',
      origem: 'manual',
      configuracao: {},
      createdAt: at,
      iniciadaEm: at,
      terminadaEm: at,
      etapas: {
        create: FLUXOS.ligacao.map((etapa, index) => ({
          ...own,
          etapa,
          ordem: index + 1,
          status: 'concluida' as const,
          tentativa: 1,
          ...(etapa === 'audio' ? { saida: { arquivoPath: item.path } } : {}),
        })),
      },
      eventos: {
        create: {
          ...own,
          itemId: item.id,
          evento: 'Processamento concluído',
          detalhes: texto,
          timestamp: at,
        },
      },
    },
  });
  const execucaoId = execucao.id;
  const cost = (
    etapa: 'transcricao' | 'negocio',
    unidade: 'minuto_audio' | 'token_entrada' | 'token_saida',
    quantidade: number,
    precoUsd: number,
    chamadaId: string,
  ) => ({
    ...ids,
    execucaoId,
    chamadaId,
    etapa,
    provedor: 'openai',
    modelo: etapa === 'transcricao' ? 'whisper-1' : 'gpt',
    unidade,
    quantidade,
    precoUsd,
    totalUsd: quantidade * precoUsd,
  });
  const prompt = randomUUID();
  await prisma.linhaCusto.createMany({
    data: [
      cost('transcricao', 'minuto_audio', 1, 0.006, randomUUID()),
      cost('transcricao', 'minuto_audio', 1, 0.006, randomUUID()),
      cost('negocio', 'token_entrada', 1000, 0.000001, prompt),
      cost('negocio', 'token_saida', 500, 0.000002, prompt),
    ],
  });
  const resultado = await prisma.auditoriaResultado.create({
    data: {
      ...ids,
      auditoriaId: mine.auditoria.id,
      execucaoId,
      statusProcessamento: 'concluido',
      nomeArquivo: 'a.mp3',
      fatosAudio: fatos,
      picosPath: `${item.path}.picos`,
      falasDeixadas: DEIXADAS,
      analiseTexto: {
        resumo: texto,
        sentimentoGeral: 'neutro',
        sentimentoPorQuarto: [0, null, 0, 0.5],
        ofensas: [{ ordem: 4, termo: 'droga', citacao: 'cancelar', contexto: '' }],
        respostas: null,
        modelo: 'gpt',
        sentimentos: { 1: -0.3, 2: -0.3, 3: -0.3, 4: -0.3 },
      },
      processadoEm: at,
      createdAt: at,
      transcricoes: {
        create: (['left', 'right'] as const).map((canal, side) => ({
          ...own,
          projetoId: mine.projeto.id,
          itemId: item.id,
          canal,
          modelo: 'whisper-1',
          confianca: side === 0 ? 0.9 : 0.6,
          fullText: side === 0 ? `bom dia ${texto} em que posso ajudar` : 'quero cancelar',
          sentencas: {
            create: [1, 2].map((n) => ({
              ...own,
              ordem: n * 2 - 1 + side,
              texto: (side === 0 ? [`bom dia ${texto}`, 'em que posso ajudar'] : ['quero', 'cancelar'])[
                n - 1
              ]!,
              startMs: n * 1000,
              endMs: n * 1000 + 500,
              confianca: 0.41,
              falante: side === 0 ? 'agente' : 'cliente',
            })),
          },
        })),
      },
    },
  });
  await prisma.insight.create({
    data: {
      ...ids,
      auditoriaId: mine.auditoria.id,
      execucaoId,
      templateVersaoId: versaoId,
      statusProcessamento: 'concluido',
      categoria: 'compliance',
      pontuacao: 0.75,
      scoreConfianca: 0.8,
      resumo: 'Cordial.',
      modelo: 'gpt',
      parametrosOmitidos: ['temperature'],
      processedAt: at,
      resultado: {
        pontuacaoIa: 0.9,
        criterios: [
          {
            id: 'saudacao',
            descricao: 'Cumprimenta',
            peso: 1,
            critico: true,
            atendido: 'sim',
            justificativa: 'Disse bom dia.',
            comprovado: true,
          },
        ],
      },
      alertasIdentificados: [
        { titulo: 'Risco', descricao: 'Quer cancelar', gravidade: 'alta', comprovado: false },
      ],
      semEvidencia: true,
      evidencias: {
        create: [
          { ...own, ordem: 1, criterio: 'alerta:0', citacao: 'inventado', verificada: false },
          {
            ...own,
            ordem: 0,
            criterio: 'saudacao',
            citacao: 'bom dia',
            verificada: true,
            sentencaOrdem: 1,
            canal: 'left',
            startMs: 1000,
            endMs: 1500,
          },
        ],
      },
    },
  });
  const before = await prisma.empresa.findUniqueOrThrow({ where: { id: mine.empresa.id } });
  const saldo = before.saldoCreditos - 1;
  await prisma.$transaction([
    prisma.empresa.update({ where: { id: mine.empresa.id }, data: { saldoCreditos: saldo } }),
    prisma.creditoLancamento.create({
      data: { ...own, tipo: 'reserva', quantidade: -1, saldoApos: saldo, execucaoId },
    }),
    prisma.creditoLancamento.create({
      data: { ...own, tipo: 'captura', quantidade: 0, saldoApos: saldo, execucaoId },
    }),
  ]);
  return { execucaoId, resultadoId: resultado.id };
}

const DEIXADAS = {
  total: 2,
  parcela: 0.05,
  trechos: [{ canal: 'right', startMs: 40_000, endMs: 43_000, falas: 2, motivo: 'silencio' }],
};

async function full(id: string): Promise<ResultadoCompleto> {
  const answer = await call('GET', `/auditoria-items/${id}/resultados`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: ResultadoCompleto }>().data;
}

describe('complete result', () => {
  it("keeps the agent's side as it was when the call was analysed, even if the project changes", async () => {
    const analysed = await newItem();
    await finishedRun(analysed, 'papeis', 1);
    const waiting = await newItem();
    const setChannel = (canal_agente: 'left' | 'right') =>
      call('PATCH', `/projetos/${mine.projeto.id}`, { canal_agente });
    expect((await setChannel('right')).statusCode).toBe(200);
    try {
      expect((await full(analysed.id)).projeto.canalAgente).toBe('left');
      expect((await full(waiting.id)).projeto.canalAgente).toBe('right');
    } finally {
      await setChannel('left');
    }
  });

  it('has the transcript of both sides, insights with their evidence, costs, figures and timeline', async () => {
    const item = await newItem();
    const { execucaoId } = await finishedRun(item, 'uno', 1);
    const data = await full(item.id);
    expect(data.projeto).toEqual({
      id: mine.projeto.id,
      nome: mine.projeto.nome,
      tipoProjeto: 'call_center',
      canalAgente: 'left',
    });
    expect(data.auditoriaItem.pesquisaId).toBeNull();
    expect(data.auditoriaItem).toMatchObject({ status: 'concluido', arquivoPath: item.path, ramal: '2001' });
    expect(data.auditoriaItem.ui_payload?.left).toMatchObject({ papel: 'agente', confidence: 0.9 });
    expect(data.auditoriaItem.ui_payload?.right?.sentences).toEqual([
      {
        ordem: 2,
        text: 'quero',
        startMs: 1000,
        endMs: 1500,
        confidence: 0.41,
        falante: 'cliente',
        textoOriginal: null,
        falanteOriginal: null,
        correcao: null,
        sentimento: -0.3,
        rotuloSentimento: 'negativo',
        ofensas: [],
      },
      {
        ordem: 4,
        text: 'cancelar',
        startMs: 2000,
        endMs: 2500,
        confidence: 0.41,
        falante: 'cliente',
        textoOriginal: null,
        falanteOriginal: null,
        correcao: null,
        sentimento: -0.3,
        rotuloSentimento: 'negativo',
        ofensas: ['droga'],
      },
    ]);
    expect(data.execucao).toMatchObject({
      id: execucaoId,
      status: 'concluida',
      criadaEm: '2026-03-01T12:01:00.000Z',
    });
    expect(data.execucao?.etapas.map((e) => e.etapa)).toEqual([
      'audio',
      'transcricao',
      'analise_texto',
      'negocio',
      'contabilizacao',
    ]);
    expect(data.fatosAudio?.durationMs).toBe(60_000);
    expect(data.falasDeixadas).toEqual(DEIXADAS);
    expect(data.analiseTexto?.sentimentoPorQuarto).toEqual([0, null, 0, 0.5]);
    // Each sentence has its sentiment, so the answer has no separate list.
    expect(data.analiseTexto).not.toHaveProperty('sentimentos');

    const [usado] = data.insightTemplatesUsados;
    expect(usado).toMatchObject({
      nome: 'Cortesia',
      categoria: 'compliance',
      versao: 1,
      parametrosOmitidos: ['temperature'],
    });
    expect(usado?.resultado.insight.criterios).toEqual([
      {
        id: 'saudacao',
        descricao: 'Cumprimenta',
        peso: 1,
        critico: true,
        atendido: 'sim',
        justificativa: 'Disse bom dia.',
        comprovado: true,
        evidencias: [
          {
            citacao: 'bom dia',
            verificada: true,
            sentencaOrdem: 1,
            canal: 'left',
            startMs: 1000,
            endMs: 1500,
            falante: 'agente',
            corrigida: null,
          },
        ],
      },
    ]);
    expect(usado?.resultado.insight.alertasIdentificados[0]?.comprovado).toBe(false);
    expect(usado?.resultado.insight.alertasIdentificados[0]?.evidencias).toEqual([
      {
        citacao: 'inventado',
        verificada: false,
        sentencaOrdem: null,
        canal: null,
        startMs: null,
        endMs: null,
        falante: null,
        corrigida: null,
      },
    ]);
    expect(data.custos).toEqual({
      moeda: 'USD',
      custoTotal: 0.014,
      transcricao: {
        modelo: 'whisper-1',
        totalMinutos: 2,
        custoPorMinuto: 0.006,
        custoTotalTranscricao: 0.012,
        semPreco: [],
      },
      insights: {
        totalPrompts: 1,
        totalTokens: 1500,
        custoPorToken: 0.000001333333,
        custoTotalInsights: 0.002,
        semPreco: [],
      },
      creditos: 1,
    });
    expect(data.estatisticas).toEqual({
      palavrasTotais: 9,
      confianciaMediaTranscricao: 0.8333,
      insightsGerados: 1,
      palavrasPorMinuto: { agente: 14, cliente: 20 },
    });
    expect(data.timeline).toEqual([
      { evento: 'Processamento concluído', timestamp: '2026-03-01T12:01:00.000Z', detalhes: 'uno' },
    ]);
    expect(data.audioUrl).toContain(`/api/v1/auditoria-item/${item.id}/download?`);
    expect(data.picosUrl).toContain(`/api/v1/auditoria-item/${item.id}/picos?`);
  });

  it('shows the transcript before the analysis, says who speaks in each sentence, and keeps the role of the silent one', async () => {
    const item = await newItem();
    const { resultadoId } = await finishedRun(item, 'cedo', 1);
    await test.deps.db.query('update auditoria_resultados set analise_texto = null where id = $1', [
      resultadoId,
    ]);
    await test.deps.prisma.sentenca.deleteMany({
      where: { transcricao: { resultadoId, canal: 'right' } },
    });
    const { auditoriaItem, analiseTexto, estatisticas } = await full(item.id);
    expect(analiseTexto).toBeNull();
    expect(auditoriaItem.ui_payload?.left?.sentences[0]).toMatchObject({
      text: 'bom dia cedo',
      falante: 'agente',
      sentimento: null,
      rotuloSentimento: null,
      ofensas: [],
    });
    expect(auditoriaItem.ui_payload?.right).toMatchObject({ papel: 'cliente', sentences: [] });
    expect(estatisticas.palavrasPorMinuto.cliente).toBeNull();
    const history = await call('GET', `/auditoria-item/${item.id}/resultados`);
    expect(history.json().data[0]).toMatchObject({
      transcricao_agente: 'bom dia cedo em que posso ajudar',
      transcricao_cliente: '',
    });
  });

  it("of a recording with one voice a channel has each voice, without a role for the channel, and each part's utterances", async () => {
    const item = await newItem();
    const { resultadoId } = await finishedRun(item, 'vozes', 1);
    const { prisma } = test.deps;
    const mono = { where: { transcricao: { resultadoId, canal: 'left' as const }, ordem: 3 } };
    await prisma.transcricao.deleteMany({ where: { resultadoId, canal: 'right' } });
    await prisma.sentenca.updateMany({ ...mono, data: { falante: 'cliente' } });
    const named = await full(item.id);
    expect(named.auditoriaItem.ui_payload).toMatchObject({
      left: { papel: 'desconhecido', sentences: [{ falante: 'agente' }, { falante: 'cliente' }] },
      right: null,
    });
    const history = await call('GET', `/auditoria-item/${item.id}/resultados`);
    expect(history.json().data[0]).toMatchObject({
      transcricao_agente: 'bom dia vozes',
      transcricao_cliente: 'em que posso ajudar',
    });
    await prisma.sentenca.updateMany({
      where: { transcricao: { resultadoId } },
      data: { falante: 'voz_1' },
    });
    const unnamed = await full(item.id);
    expect(unnamed.auditoriaItem.ui_payload?.left).toMatchObject({
      papel: 'desconhecido',
      sentences: [{ falante: 'voz_1' }, { falante: 'voz_1' }],
    });
    expect(unnamed.insightTemplatesUsados[0]?.resultado.insight.criterios[0]?.evidencias[0]?.falante).toBe(
      'voz_1',
    );
    const unsaid = await call('GET', `/auditoria-item/${item.id}/resultados`);
    expect(unsaid.json().data[0]).toMatchObject({ transcricao_agente: null, transcricao_cliente: null });
  });

  it('a model without a price in force does not pass as free; a zero price is a price', async () => {
    const { prisma } = test.deps;
    const item = await newItem();
    const { execucaoId } = await finishedRun(item, 'sem preço', 1);
    const line = await prisma.linhaCusto.findFirstOrThrow({ where: { execucaoId, etapa: 'negocio' } });
    const { id: _, ...data } = line;
    const free = { ...data, precoUsd: 0, totalUsd: 0, unidade: 'token_saida' as const };
    await prisma.linhaCusto.createMany({
      data: ['sem-preco', 'local', 'preco-encerrado'].map((modelo) => ({
        ...free,
        modelo,
        chamadaId: randomUUID(),
      })),
    });
    const price = { provedor: 'openai', unidade: 'token_saida' as const, vigenteDe: new Date('2020-01-01') };
    await prisma.precoCatalogo.createMany({
      data: [
        { ...price, modelo: 'local', precoUsd: 0 },
        { ...price, modelo: 'preco-encerrado', precoUsd: 1, vigenteAte: new Date('2021-01-01') },
      ],
    });
    const { custos } = await full(item.id);
    expect(custos.insights.semPreco).toEqual(['preco-encerrado', 'sem-preco']);
    expect(custos.transcricao.semPreco).toEqual([]);
  });

  it('an item that was never processed answers empty', async () => {
    const item = await createItem(test.deps, mine.auditoria);
    const data = await full(item.id);
    expect(data).toMatchObject({
      execucao: null,
      audioUrl: null,
      picosUrl: null,
      fatosAudio: null,
      falasDeixadas: null,
      analiseTexto: null,
      insightTemplatesUsados: [],
      timeline: [],
      custos: { custoTotal: 0, creditos: 0 },
      estatisticas: { palavrasTotais: 0, confianciaMediaTranscricao: null },
    });
    expect(data.auditoriaItem.ui_payload).toBeNull();
  });

  it('shows the last ready result while a new processing runs or fails', async () => {
    const item = await newItem();
    await finishedRun(item, 'primeiro', 1);
    await finishedRun(item, 'segundo', 2);
    expect((await full(item.id)).analiseTexto?.resumo).toBe('segundo');
    const requested = await call('POST', '/auditoria-resultado/processar', { auditoriaItemId: item.id });
    expect(requested.statusCode, requested.body).toBe(202);
    const { execucaoId } = requested.json().data;
    const during = await full(item.id);
    expect(during.execucao).toMatchObject({ id: execucaoId, status: 'na_fila', etapaAtual: 'audio' });
    expect(during.auditoriaItem.status).toBe('processando');
    expect(during.analiseTexto?.resumo).toBe('segundo');

    await test.deps.prisma.execucao.update({
      where: { id: execucaoId },
      data: { status: 'erro', motivo: 'O provedor recusou.' },
    });
    await test.deps.prisma.auditoriaResultado.create({
      data: {
        empresaId: mine.empresa.id,
        projetoId: mine.projeto.id,
        auditoriaId: mine.auditoria.id,
        itemId: item.id,
        execucaoId,
        statusProcessamento: 'erro',
      },
    });
    const after = await full(item.id);
    expect(after.execucao).toMatchObject({ id: execucaoId, status: 'erro', motivo: 'O provedor recusou.' });
    expect(after.analiseTexto?.resumo).toBe('segundo');
  });

  it('never shows the result of one recording over another', async () => {
    const item = await newItem();
    await finishedRun(item, 'antigo', 1);
    await newRecording(item.id);
    const data = await full(item.id);
    expect(data.auditoriaItem.ui_payload).toBeNull();
    expect(data.picosUrl).toBeNull();
    const history = await call('GET', `/auditoria-item/${item.id}/resultados`);
    expect(history.json().data[0].transcricao_agente).toBe('bom dia antigo em que posso ajudar');
  });

  it('takes the same number of queries, whatever the history', async () => {
    const item = await newItem();
    await finishedRun(item, 'a', 1);
    const count = async () => {
      const query = test.deps.db.query.bind(test.deps.db);
      let n = 0;
      test.deps.db.query = ((...args: Parameters<typeof query>) => {
        n++;
        return query(...args);
      }) as typeof query;
      try {
        await full(item.id);
      } finally {
        test.deps.db.query = query as typeof test.deps.db.query;
      }
      return n;
    };
    // Reads once before counting statements, because only a person's first read within ten minutes writes a log entry.
    await full(item.id);
    const once = await count();
    for (const minute of [2, 3, 4]) await finishedRun(item, 'b', minute);
    expect(await count()).toBe(once);
    expect(once).toBeLessThanOrEqual(6);
  });
});

describe('a corrected transcript of a call', () => {
  it('has the new words everywhere, the old ones beside them, and leaves the analysis as it was paid for', async () => {
    const item = await newItem();
    const { execucaoId } = await finishedRun(item, 'uno', 1);
    await test.deps.db.query('select escuta_grava_qualidade(array[$1::uuid])', [execucaoId]);
    const path = `/auditoria-item/${item.id}/sentencas/1`;
    const found = async (q: string) =>
      (await call('GET', `/busca?q=${encodeURIComponent(q)}`))
        .json()
        .data.conversas.some(({ item_id }: { item_id: string }) => item_id === item.id);
    const first = async () => (await full(item.id)).auditoriaItem.ui_payload?.left?.sentences[0];
    const quote = async () =>
      (await full(item.id)).insightTemplatesUsados[0]?.resultado.insight.criterios[0]?.evidencias[0]
        ?.corrigida;
    const visto = { texto: 'bom dia uno', falante: 'agente' };

    const corrected = await call('PUT', path, { texto: 'boa tarde crocodilo', visto });
    expect([corrected.statusCode, corrected.json().data?.recalculando]).toEqual([200, false]);
    expect(await first()).toMatchObject({
      text: 'boa tarde crocodilo',
      textoOriginal: 'bom dia uno',
      falanteOriginal: null,
      correcao: { por: expect.any(String), em: expect.any(String) },
    });
    expect([await found('crocodilo'), await quote()]).toEqual([true, 'boa tarde crocodilo']);
    const insight = (await full(item.id)).insightTemplatesUsados[0]?.resultado.insight;
    expect(insight?.criterios[0]).toMatchObject({ atendido: 'sim', comprovado: true });
    const log = await test.deps.prisma.registroAcesso.findMany({
      where: { recursoId: item.id, acao: 'transcricao_corrigida' },
    });
    expect(log.map(({ detalhes }) => detalhes)).toEqual([{ ordem: 1, texto: true, falante: null }]);

    // A save is refused if the text changed since the person opened it, and a speaker that only interviews have is
    // refused in a call.
    expect((await call('PUT', path, { texto: 'bom dia dois', visto })).statusCode).toBe(409);
    expect((await call('PUT', path, { falante: 'entrevistado' })).json().message).toBe(
      'Os falantes desta ligação só podem ser agente e cliente.',
    );
    expect((await call('PUT', path, { falante: 'cliente' })).statusCode).toBe(200);
    expect(await first()).toMatchObject({ falante: 'cliente', falanteOriginal: 'agente' });
    expect((await call('DELETE', `${path}/correcao`)).statusCode).toBe(200);
    expect(await first()).toMatchObject({ text: 'bom dia uno', textoOriginal: null, correcao: null });
    expect([await found('crocodilo'), await quote()]).toEqual([false, null]);
  });

  it('is of the recording that is shown', async () => {
    const item = await newItem();
    await finishedRun(item, 'uno', 1);
    await newRecording(item.id);
    const answer = await call('PUT', `/auditoria-item/${item.id}/sentencas/1`, { texto: 'a' });
    expect(answer.json().message).toBe('Esta ligação ainda não foi transcrita.');
  });
});

describe('peaks', () => {
  it('come from the storage, of the present recording only', async () => {
    const item = await newItem();
    const url = `/auditoria-item/${item.id}/picos`;
    expect((await call('GET', url)).statusCode).toBe(404);
    await finishedRun(item, 'x', 1);
    await test.deps.store.put(`${item.path}-picos`, Readable.from([Buffer.from('EPK1')]), {
      contentType: 'application/octet-stream',
    });
    await test.deps.prisma.auditoriaResultado.updateMany({
      where: { itemId: item.id },
      data: { picosPath: `${item.path}-picos` },
    });
    const answer = await call('GET', url);
    expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([
      200,
      'EPK1',
      'application/octet-stream',
    ]);
    await newRecording(item.id);
    expect((await call('GET', url)).statusCode).toBe(404);
  });
});

describe('history', () => {
  it("has each processing in the specification's form, from newest to oldest", async () => {
    const item = await newItem();
    await test.deps.prisma.auditoriaItem.update({
      where: { id: item.id },
      data: {
        metadata: { unique_id: 'u-7', codigo_chamada: 'c-9' },
        arquivoEm: new Date('2026-03-01T11:59:00Z'),
      },
    });
    await finishedRun(item, 'velho', 1);
    const newest = await finishedRun(item, 'novo', 2);
    const answer = await call('GET', `/auditoria-item/${item.id}/resultados?limit=1`);
    expect(answer.json().pagination).toEqual({
      page: 1,
      limit: 1,
      total: 2,
      totalPages: 2,
      totalExato: true,
    });
    const channel = { original_name: 'a.mp3', mime_type: 'audio/mpeg', size: 12, checksum: 'ab' };
    expect(answer.json().data).toEqual([
      {
        id: newest.resultadoId,
        execucao_id: newest.execucaoId,
        status_processamento: 'concluido',
        nome_arquivo: 'a.mp3',
        transcricao_agente: 'bom dia novo em que posso ajudar',
        transcricao_cliente: 'quero cancelar',
        call_data: {
          unique_id: 'u-7',
          codigo_chamada: 'c-9',
          ramal: '2001',
          numero_destino: '11987654321',
          source: 'upload',
          upload_date: '2026-03-01T11:59:00.000Z',
          processing_status: 'concluido',
          upload_type: 'audio/mpeg',
          agent_channel: channel,
          client_channel: channel,
        },
        analise_individual: {
          processed_at: '2026-03-01T12:02:00.000Z',
          resultado: 'novo',
          business_metrics: {
            qualityScore: 0.75,
            qualityScore_ia: 0.75,
            complianceChecks: { overallScore: 0.75, overallScore_ia: 0.75 },
            salesMetrics: { conversion_probability: 0.75, conversion_probability_ia: 0.75 },
          },
        },
        respostas_coletadas: [],
        created_at: '2026-03-01T12:02:00.000Z',
      },
    ]);
    // The list of the audit's items gives the same figures as this answer.
    const list = await call('GET', `/auditorias/${mine.auditoria.id}/resultados?limit=50`);
    const { execucao_id: _run, created_at: _at, ...said } = answer.json().data[0];
    expect(list.json().data.find(({ id }: { id: string }) => id === item.id)).toEqual({
      ...said,
      id: item.id,
      entrevista_id: null,
      nome_entrevistado: expect.toBeOneOf([null, expect.any(String)]),
    });
  });
});

describe('asking', () => {
  const processar = (id: string) =>
    call('POST', '/auditoria-resultado/processar', { auditoriaItemId: id, userId: 'x' });

  it('reserves a credit and refuses a second request while the first is open', async () => {
    const item = await newItem();
    const { saldoCreditos } = await test.deps.prisma.empresa.findUniqueOrThrow({
      where: { id: mine.empresa.id },
    });
    const first = await processar(item.id);
    expect([first.statusCode, first.json().data.saldo]).toEqual([202, saldoCreditos - 1]);
    const second = await processar(item.id);
    expect([second.statusCode, second.json().code]).toEqual([409, 'execucao_em_andamento']);
    const { data } = (await call('GET', `/auditoria-item/${item.id}`)).json();
    expect(data.status).toBe('processando');
    const run = await test.deps.prisma.execucao.findUniqueOrThrow({
      where: { id: first.json().data.execucaoId },
    });
    expect(run).toMatchObject({ origem: 'manual', solicitadoPor: mine.usuario.usuarioId });
  });

  it('without recording 409, without balance 402, without transcript there is nothing to regenerate', async () => {
    const bare = await createItem(test.deps, mine.auditoria);
    expect((await processar(bare.id)).json().code).toBe('sem_arquivo');
    const item = await newItem();
    const regenerate = await call('POST', `/auditoria-item/${item.id}/regenerar-analise`);
    expect([regenerate.statusCode, regenerate.json().code]).toEqual([422, 'regra_violada']);

    const poor = await createTenant(test.deps);
    await test.deps.prisma.auditoriaItem.update({
      where: { id: poor.item.id },
      data: { arquivoPath: 'a/b/c' },
    });
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/v1/auditoria-resultado/processar',
      headers: bearer(poor.tokens.usuario),
      payload: { auditoriaItemId: poor.item.id },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([402, 'creditos_insuficientes']);
  });

  it('a regeneration uses audio and transcript again', async () => {
    const item = await newItem();
    await finishedRun(item, 'base', 1);
    const answer = await call('POST', `/auditoria-item/${item.id}/regenerar-analise`);
    expect([answer.statusCode, answer.json().data.status]).toEqual([202, 'na_fila']);
    const during = await full(item.id);
    expect(during.execucao).toMatchObject({ origem: 'regenerar', etapaAtual: 'analise_texto' });
    expect(during.execucao?.etapas.slice(0, 2).map((e) => e.status)).toEqual(['ignorada', 'ignorada']);
    expect(during.analiseTexto?.resumo).toBe('base');
  });
});
