// Erases a call (LGPD, art. 18). A canary word in every text, JSON and byte column of every table that depends on the
// call, in its objects' names and bytes, must be found nowhere afterwards. Tables and columns come from the database,
// so that a new one must be erased or listed below with a reason.

import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { ObjectNotFoundError } from '@escuta/shared/platform/storage/object-store';
import { announceObject } from '@escuta/shared/platform/storage/pending-objects';
import { S3Store } from '@escuta/shared/platform/storage/storage-s3';
import { SYSTEM_ACTOR } from '@escuta/shared/services/log/audit-log';
import { requestRun } from '@escuta/shared/services/runs/request';
import { retryDeadLetter } from '@escuta/shared/services/runs/retry';
import { saveMatrixRow } from '@escuta/shared/services/verdicts/interview-matrix';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import { bearer, createApiKey, createItem, createPesquisa, createTenant } from '../support/factories.ts';
import { createRunWithInsights, createTemplateVersion } from '../support/insights.ts';
import { longo } from '../support/longo.ts';
import { balanceOf } from '../support/pipeline.ts';
import { S3TestServer } from '../support/s3-server.ts';
import { createSinal } from '../support/signals.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type Tenant = Awaited<ReturnType<typeof createTenant>>;
let mine: Tenant;
beforeEach(async () => {
  mine = await createTenant(test.deps, { creditos: 10 });
});

const call = (token: string, method: Method, path: string, payload?: object) =>
  callApi(test, token, method, path, payload);
const erase = (token: string, id: string, payload: object = { motivo: 'pedido_do_titular' }) =>
  call(token, 'POST', `/auditoria-item/${id}/apagar-dados`, payload);
const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await test.deps.db.query<T>(text, values)).rows;

/** Stores an object whose bytes contain `word`. */
async function storeObject(item: { id: string; empresaId: string }, word: string): Promise<string> {
  const key = `${item.empresaId}/${item.id}/${randomUUID()}`;
  await test.deps.store.put(key, Readable.from([Buffer.from(`RIFF${word}`)]), { contentType: 'audio/wav' });
  return key;
}

async function isStored(key: string): Promise<boolean> {
  try {
    await test.deps.store.head(key);
    return true;
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return false;
    throw error;
  }
}

/** Creates a supervisor's work on a call: an alert, feedback, a random sample, a link to a moment. */
async function createWorkOn(
  item: { id: string; empresaId: string; arquivoPath: string | null },
  projetoId: string,
  word: string,
) {
  const { prisma } = test.deps;
  const { id: itemId, empresaId } = item;
  const { usuarioId } = mine.gerente;
  const regra = await prisma.regra.findFirstOrThrow({ where: { empresaId } });
  const grupo = await prisma.regraGrupo.create({ data: { empresaId, regraId: regra.id, chave: '' } });
  await prisma.regraDisparo.create({
    data: {
      ...{ empresaId, regraId: regra.id, grupoId: grupo.id, itemId, projetoId, chave: itemId },
      ...{ gravidade: regra.gravidade, observacao: word },
    },
  });
  const agente = await prisma.agente.create({ data: { empresaId, nome: 'Agente do canário' } });
  await prisma.agenteRetorno.create({
    data: { empresaId, agenteId: agente.id, itemId, texto: word, autorId: usuarioId },
  });
  const amostra = await prisma.amostra.create({
    data: {
      ...{
        empresaId,
        projetoId,
        nome: 'Semana',
        filtro: {},
        metodo: 'total',
        quantidade: 1,
        estrato: 'nenhum',
      },
      ...{ de: new Date('2026-01-01'), ate: new Date('2026-12-31'), semente: 'a', universo: 1, sorteadas: 1 },
    },
  });
  await prisma.amostraItem.create({ data: { itemId, amostraId: amostra.id, empresaId } });
  await prisma.momento.create({
    data: {
      ...{ empresaId, itemId, inicioMs: 0, fimMs: 5000, comFrase: false, usuarioId, situacao: 'falhou' },
      ...{ tokenHash: randomUUID(), chaveOriginal: item.arquivoPath as string },
      expiraEm: new Date(Date.now() + 86_400_000),
    },
  });
}

/**
 * Creates a processed item with objects and a row in every dependent table; an interview also has a survey and answers.
 */
async function createWholeCall(word: string, tipoItem: 'ligacao' | 'entrevista' = 'ligacao') {
  const { prisma, db: pool } = test.deps;
  const { empresa, projeto, auditoria } = mine;
  const { pesquisa, questionario, entrevista } = await createPesquisa(test.deps, projeto);
  const pergunta = await prisma.pergunta.create({
    data: { empresaId: empresa.id, questionarioId: questionario.id, codigo: 'P1', textoPergunta: 'Gostou?' },
  });
  await prisma.resposta.create({
    data: {
      empresaId: empresa.id,
      entrevistaId: entrevista.id,
      perguntaId: pergunta.id,
      textoResposta: word,
    },
  });
  const ilegivel = await prisma.pergunta.create({
    data: {
      empresaId: empresa.id,
      questionarioId: questionario.id,
      codigo: 'P2',
      ordem: 2,
      textoPergunta: 'E?',
    },
  });
  await prisma.resposta.create({
    data: {
      empresaId: empresa.id,
      entrevistaId: entrevista.id,
      perguntaId: ilegivel.id,
      celulaEstado: 'nao_reconhecida',
      celula: word,
    },
  });
  await prisma.entrevista.update({
    where: { id: entrevista.id },
    data: { nomeEntrevistado: word, telefoneEntrevistado: word },
  });
  const item = await createItem(test.deps, auditoria, {
    nomeEntrevistado: word,
    callDuration: 61,
    tipoItem,
    ...(tipoItem === 'entrevista' && {
      pesquisaId: pesquisa.id,
      questionarioId: questionario.id,
      entrevistaId: entrevista.id,
    }),
  });
  const keys = [await storeObject(item, word), await storeObject(item, word), await storeObject(item, word)];
  const [audio, picos, preparado] = keys as [string, string, string];
  const replaced = await storeObject(item, word);
  await prisma.objetoPendente.create({
    data: { empresaId: empresa.id, chave: replaced, apagarEm: new Date(Date.now() + 900_000) },
  });
  const anterior = await storeObject(item, word);
  await prisma.gravacaoAnterior.create({
    data: {
      empresaId: empresa.id,
      projetoId: projeto.id,
      itemId: item.id,
      chaveObjeto: anterior,
      nome: word,
      motivo: word,
      tamanho: 4 + word.length,
      sha256: 'b'.repeat(64),
      saida: 'trocada',
      via: 'pessoa',
      mapa: { palavra: word },
      ate: new Date(Date.now() + 86_400_000),
    },
  });
  await prisma.auditoriaItem.update({
    where: { id: item.id },
    data: {
      arquivoPath: audio,
      arquivoNome: `${word}.wav`,
      arquivoTipo: 'audio/wav',
      arquivoTamanho: 4 + word.length,
      arquivoSha256: 'a'.repeat(64),
    },
  });
  const template = await createTemplateVersion(test.deps, empresa.id);
  const run = await createRunWithInsights(test.deps, item, [{ template, pontuacao: 0.7 }]);
  const insightId = run.ids[0] as string;
  const resultado = await prisma.auditoriaResultado.create({
    data: {
      empresaId: empresa.id,
      projetoId: projeto.id,
      auditoriaId: auditoria.id,
      itemId: item.id,
      execucaoId: run.execucaoId,
      picosPath: picos,
      statusProcessamento: 'concluido',
    },
  });
  await prisma.transcricao.create({
    data: {
      empresaId: empresa.id,
      projetoId: projeto.id,
      itemId: item.id,
      resultadoId: resultado.id,
      canal: 'left',
      modelo: 'm',
      fullText: word,
      sentencas: {
        create: {
          empresaId: empresa.id,
          ordem: 1,
          texto: word,
          startMs: 0,
          endMs: 9,
          falante: 'agente',
          papel: {
            create: { empresaId: empresa.id, falante: 'entrevistador', origem: 'texto', confianca: 1 },
          },
          correcoes: {
            create: {
              empresaId: empresa.id,
              itemId: item.id,
              texto: word,
              usuarioId: mine.gerente.usuarioId,
            },
          },
        },
      },
    },
  });
  const parte = await storeObject(item, word);
  await createFromDevice(word, { entrevistaId: entrevista.id, parte });
  await createConfronto(word, {
    item,
    execucaoId: run.execucaoId,
    entrevistaId: entrevista.id,
    perguntaId: pergunta.id,
    pesquisaId: pesquisa.id,
  });
  const sheet = await createPrepared(word, item);
  const inBatch = await createInBatch(word, item);
  if (tipoItem === 'entrevista')
    await createSinais(word, { item, entrevistaId: entrevista.id, pesquisaId: pesquisa.id });
  await prisma.evidencia.create({
    data: {
      empresaId: empresa.id,
      insightId,
      ordem: 1,
      criterio: 'saudacao',
      citacao: word,
      verificada: true,
    },
  });
  await prisma.insightRevisao.create({
    data: {
      empresaId: empresa.id,
      insightId,
      usuarioId: mine.gerente.usuarioId,
      veredito: 'rejeitado',
      motivo: word,
      criterios: {
        create: {
          criterio: 'saudacao',
          empresaId: empresa.id,
          atendidoIa: 'sim',
          atendidoPessoa: 'nao',
          comprovado: true,
        },
      },
    },
  });
  await prisma.insightComentario.create({
    data: { empresaId: empresa.id, insightId, usuarioId: mine.gerente.usuarioId, texto: word },
  });
  await prisma.execucaoEtapa.create({
    data: {
      execucaoId: run.execucaoId,
      etapa: 'audio',
      ordem: 1,
      empresaId: empresa.id,
      status: 'concluida',
      saida: { arquivoPath: audio, canais: [{ chave: preparado, curto: null }], palavra: word },
    },
  });
  const chamada = await prisma.chamadaProvedor.create({
    data: {
      empresaId: empresa.id,
      execucaoId: run.execucaoId,
      etapa: 'negocio',
      chave: 'resumo',
      pedidoHash: 'h',
      provedor: 'p',
      modelo: 'm',
      resposta: { texto: word },
      uso: {},
      latenciaMs: 1,
    },
  });
  await prisma.linhaCusto.create({
    data: {
      empresaId: empresa.id,
      projetoId: projeto.id,
      itemId: item.id,
      execucaoId: run.execucaoId,
      chamadaId: chamada.id,
      etapa: 'negocio',
      provedor: 'p',
      modelo: 'm',
      unidade: 'token_entrada',
      quantidade: 10,
      precoUsd: 0.001,
      totalUsd: 0.01,
    },
  });
  await prisma.eventoTimeline.create({
    data: {
      empresaId: empresa.id,
      itemId: item.id,
      execucaoId: run.execucaoId,
      evento: 'Transcrição concluída',
      detalhes: word,
    },
  });
  const letra = await prisma.letraMorta.create({
    data: {
      empresaId: empresa.id,
      projetoId: projeto.id,
      itemId: item.id,
      execucaoId: run.execucaoId,
      etapa: 'negocio',
      motivo: word,
    },
  });
  await prisma.testeTemplate.create({
    data: {
      empresaId: empresa.id,
      itemId: item.id,
      resultadoId: resultado.id,
      rascunho: { prompt: word },
      resultado: { texto: word },
    },
  });
  for (const [recurso, recursoId] of [
    ['auditoria_item', item.id],
    ['insight', insightId],
    ['letra_morta', letra.id],
  ] as const) {
    await prisma.registroAcesso.create({
      data: {
        empresaId: empresa.id,
        acao: 'gravacao_buscada',
        recurso,
        recursoId,
        detalhes: { gravacao: word, bytes: 3, itemId: item.id },
      },
    });
  }
  await prisma.registroAcesso.create({
    data: {
      ...{ empresaId: empresa.id, acao: 'conversas_buscadas', recurso: 'busca' },
      detalhes: { termos: `ligação de ${word} sobre fatura`, achados: 3 },
    },
  });
  await pool.query(
    `select escuta_grava_qualidade(array[$1::uuid])`, // with the transcript's words
    [run.execucaoId],
  );
  await prisma.itemAtribuicao.create({
    data: {
      itemId: item.id,
      empresaId: item.empresaId,
      usuarioId: mine.gerente.usuarioId,
      atribuidoPor: mine.gerente.usuarioId,
    },
  });
  await createWorkOn({ ...item, arquivoPath: audio }, projeto.id, word);
  return {
    item,
    run,
    insightId,
    letra,
    entrevista,
    objetos: [...keys, replaced, anterior, parte, sheet, inBatch, await createInSheet(word, item)],
    audio,
  };
}

/** Creates a device's data of an interview: its log, the map of a joined recording, and a recording not yet joined. */
async function createFromDevice(
  word: string,
  { entrevistaId, parte }: { entrevistaId: string; parte: string },
) {
  const { prisma } = test.deps;
  const owner = { empresaId: mine.empresa.id };
  await prisma.entrevista.update({
    where: { id: entrevistaId },
    data: { sincronia: 'completa', montagem: 'falhou', montagemMotivo: word, registroSha256: word },
  });
  await prisma.entrevistaEvento.create({
    data: {
      ...{ ...owner, entrevistaId, fonte: 'aparelho', seq: 1, tipo: 'interrompida', motivo: word },
      valor: { opcoes: [], texto: word },
      valorAnterior: { opcoes: [], texto: word },
    },
  });
  await prisma.entrevistaGravacao.create({
    data: { ...owner, entrevistaId, n: 1, inicioMs: 0, duracaoMs: 1000, monoMs: 0, lacunaMs: 0 },
  });
  await prisma.envio.create({
    data: {
      ...{
        ...owner,
        id: randomUUID(),
        dono: 'entrevista',
        donoId: entrevistaId,
        papel: 'gravacao',
        tipo: 'audio/webm',
      },
      expiraEm: new Date(Date.now() + 86_400_000),
      recebidas: { create: { ...owner, n: 1, tamanho: 8, sha256: word, chaveObjeto: parte } },
    },
  });
}

/** Creates the sheet from which the call was imported, with a duplicate row. @returns the key of the sheet's object */
async function createInSheet(word: string, item: { id: string; projetoId: string }): Promise<string> {
  const { prisma, store } = test.deps;
  const owner = { empresaId: mine.empresa.id };
  const id = randomUUID();
  const chaveObjeto = `${owner.empresaId}/importacoes/${id}/${randomUUID()}`;
  await store.put(chaveObjeto, Readable.from([Buffer.from(word)]), { contentType: 'text/csv' });
  const coluna = {
    titulo: 'Nome',
    exemplos: [word],
    preenchidas: 1,
    sugestao: 'nome',
    certa: true,
    ordem: null,
  };
  await prisma.importacao.create({
    data: {
      ...{ ...owner, id, projetoId: item.projetoId, estado: 'concluida', nome: `${word}.csv`, tamanho: 8n },
      ...{ chaveObjeto, colunas: [coluna], avisos: [word], expiraEm: new Date(Date.now() + 86_400_000) },
      rows: {
        create: {
          ...{ ...owner, simulada: false, n: 2, recusada: true, motivo: word, celulas: [word] },
          itemId: item.id,
        },
      },
    },
  });
  return chaveObjeto;
}

/** Creates a recording in a batch, to be attached to the item. @returns the key of the recording's object */
async function createInBatch(word: string, item: { id: string; projetoId: string }): Promise<string> {
  const { prisma, store } = test.deps;
  const owner = { empresaId: mine.empresa.id };
  const id = randomUUID();
  const chaveObjeto = `${owner.empresaId}/lotes/${id}/${randomUUID()}`;
  await store.put(chaveObjeto, Readable.from([Buffer.from(word)]), { contentType: 'audio/wav' });
  await prisma.loteGravacao.create({
    data: {
      ...{
        ...owner,
        id,
        projetoId: item.projetoId,
        origem: 'pasta',
        nome: `pasta de ${word}`,
        tamanho: 8n,
        arquivos: 1,
      },
      ...{ estado: 'pronto', expiraEm: new Date(Date.now() + 86_400_000) },
      gravacoes: {
        create: {
          ...{
            ...owner,
            id: randomUUID(),
            indice: 0,
            nome: `${word}.wav`,
            tamanho: 8n,
            situacao: 'substituir',
          },
          ...{ motivo: word, tipo: `audio/${word}`, sha256: word, chaveObjeto, duracaoMs: 1000 },
          ...{ lido: { numero: word }, itemId: item.id, regra: word, substitui: word },
        },
      },
    },
  });
  return chaveObjeto;
}

/**
 * Creates data of the item's person in the portal: the sheet's row, the recording's name, and the sheet.
 * @returns the key of the sheet's object
 */
async function createPrepared(
  word: string,
  item: { id: string; projetoId: string; auditoriaId: string },
): Promise<string> {
  const { prisma, store } = test.deps;
  const owner = { empresaId: mine.empresa.id };
  const id = randomUUID();
  const chave = `${owner.empresaId}/preparos/${id}/${randomUUID()}`;
  await store.put(chave, Readable.from([Buffer.from(word)]), { contentType: 'text/csv' });
  const sheet = { nome: 'respostas.csv', tamanho: 8n, sha256: 'a', chaveObjeto: chave };
  await prisma.auditoriaArquivo.create({
    data: {
      ...owner,
      ...sheet,
      auditoriaId: item.auditoriaId,
      papel: 'planilha_respostas',
      tipo: 'text/csv',
    },
  });
  await prisma.auditoriaPreparo.create({
    data: {
      ...{ ...owner, id, projetoId: item.projetoId, auditoriaId: item.auditoriaId, estado: 'auditando' },
      ...{ creditosConfirmados: 1, confirmadoEm: new Date(), expiraEm: new Date(Date.now() + 86_400_000) },
      arquivos: { create: { ...owner, papel: 'planilha_respostas', ...sheet } },
      linhas: { create: { ...owner, n: 2, celulas: [word] } },
      gravacoes: {
        create: {
          ...{ ...owner, id: randomUUID(), origem: 'zip_audios', indice: 0, nome: `${word}.mp3` },
          ...{ itemId: item.id, linhaN: 2, regra: 'nome_data' },
        },
      },
    },
  });
  return chave;
}

/** Creates findings on an interview's only question: a quote, a person's verdict, the heat map's row, and an event. */
async function createConfronto(
  word: string,
  of: {
    item: { id: string; projetoId: string };
    execucaoId: string;
    entrevistaId: string;
    perguntaId: string;
    pesquisaId: string;
  },
) {
  const { prisma, db: pool } = test.deps;
  const owner = { empresaId: mine.empresa.id };
  const { item, entrevistaId, ...ids } = of;
  await prisma.entrevistaEvento.create({
    data: { ...owner, entrevistaId, seq: 1, tipo: 'resposta_alterada', valor: { texto: word } },
  });
  await prisma.confronto.create({
    data: {
      ...owner,
      ...ids,
      entrevistaId,
      projetoId: item.projetoId,
      itemId: item.id,
      ordem: 1,
      vigente: true,
      veredito: 'diverge',
      leitura: 'exata',
      leituraProvada: true,
      conducao: 'neutra',
      conducaoProvada: true,
      resposta: 'adequada',
      respostaProvada: true,
      comparacao: 'incompativel',
      comparacaoProvada: true,
      metodo: 'deterministico',
      cobertura: 1,
      falado: word,
      digitado: word,
      evidencias: {
        create: { ...owner, ordem: 1, sobre: 'resposta', citacao: word, verificada: true },
      },
      revisoes: {
        create: {
          ...owner,
          usuarioId: mine.gerente.usuarioId,
          vereditoIa: 'diverge',
          veredito: 'confere',
          motivo: 'outro',
          observacao: word,
        },
      },
    },
  });
  await pool.transaction((tx) => saveMatrixRow(tx, entrevistaId));
}

/**
 * Creates fingerprints of an interview's sound and parts, a similar recording, a signal on the interview, an opinion.
 */
async function createSinais(
  word: string,
  { item, entrevistaId, pesquisaId }: { item: { id: string }; entrevistaId: string; pesquisaId: string },
) {
  const { prisma } = test.deps;
  const owner = { empresaId: mine.empresa.id, pesquisaId };
  const other = await createItem(test.deps, mine.auditoria);
  const sound = (itemId: string, palavras: string) => ({
    ...owner,
    itemId,
    entrevistaId,
    gravacao: 'gravacao',
    palavras: Buffer.from(palavras),
    amostra: Buffer.alloc(0),
  });
  await prisma.entrevistaSom.createMany({ data: [sound(item.id, word), sound(other.id, '')] });
  await prisma.entrevistaSomIgual.create({
    data: { ...owner, itemA: item.id, itemB: other.id, nota: 1, ms: 60_000, inicioA: 0, inicioB: 0 },
  });
  await prisma.entrevistaParte.create({
    data: { ...owner, itemId: item.id, entrevistaId, gravacao: 1, n: 1, sha256: word, tamanho: 8 },
  });
  const sinalId = await createSinal(test.deps.db, owner, [entrevistaId], { fatos: { palavra: word } });
  await prisma.sinalParecer.create({
    data: {
      empresaId: mine.empresa.id,
      sinalId,
      usuarioId: mine.gerente.usuarioId,
      papel: 'gerente',
      parecer: 'procede',
      observacao: word,
      evidencia: 'a'.repeat(64),
    },
  });
}

/** Columns that stay unchanged, and why they cannot contain a call's words. */
const KEPT: Record<string, string> = {
  'auditoria_itens.motivo': 'replaced by the words that say that it was erased',
  'execucoes.origem': "the product's own words",
  'execucoes.configuracao': "the company's settings when the run was asked for",
  'execucoes.codigo_motivo': 'a code',
  'linhas_custo.provedor': 'what was billed',
  'linhas_custo.modelo': 'what was billed',
  'eventos_timeline.evento': "the product's own words",
  'insights.categoria': "the template's category, which stays in the sums by day",
  'insight_revisao_criterios.criterio': "a criterion's id in its template, which stays in the sums by day",
};
/** Tables with rows about a call but without a foreign key to the call. */
const LOOSE_TABLES = ['chamadas_provedor', 'linhas_custo', 'item_qualidade', 'testes_template'];

type Column = { tabela: string; coluna: string; tipo: string };

/** Finds the tables that depend on an item through any foreign keys, each with a condition for the item's rows. */
async function tablesOf(itemId: string): Promise<Map<string, string>> {
  const keys = await query<{ tabela: string; coluna: string; alvo: string; alvo_coluna: string }>(
    `select c.conrelid::regclass::text as tabela, a.attname as coluna, c.confrelid::regclass::text as alvo,
       f.attname as alvo_coluna
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       join pg_attribute f on f.attrelid = c.confrelid and f.attnum = c.confkey[1]
     where c.contype = 'f' and c.conparentid = 0 and c.connamespace = current_schema()::regnamespace`,
  );
  const named = await query<{ tabela: string }>(
    `select table_name as tabela from information_schema.columns
     where table_schema = current_schema() and column_name in ('item_id', 'auditoria_item_id')
       -- Partitions are rows of their table.
       and table_name not in (select relname from pg_class where relispartition)`,
  );
  const found = new Map([['auditoria_itens', `id = '${itemId}'`]]);
  for (const { tabela } of named) {
    if (tabela !== 'tickets') found.set(tabela, `item_id = '${itemId}'`);
  }
  for (let grown = true; grown; ) {
    grown = false;
    for (const { tabela, coluna, alvo, alvo_coluna } of keys) {
      const parent = found.get(alvo);
      if (!parent || found.has(tabela)) continue;
      found.set(tabela, `${coluna} in (select ${alvo_coluna} from ${alvo} where ${parent})`);
      grown = true;
    }
  }
  return found;
}

const textColumns = () =>
  query<Column>(
    `select c.table_name as tabela, c.column_name as coluna,
       case when c.data_type = 'ARRAY' then c.udt_name else c.data_type end as tipo
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
       and c.table_name not in (select relname from pg_class where relispartition) and c.is_generated = 'NEVER'
       and (c.data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea')
         or c.udt_name in ('_text', '_varchar'))`,
  );

const PLANT: Record<string, (word: string, column: string) => string> = {
  text: (w) => `'${w}'`,
  'character varying': (w) => `'${w}'`,
  json: (w) => `'{"palavra": "${w}"}'`,
  // A list stays a list, because checks and generated columns count its elements.
  jsonb: (w, c) =>
    `case jsonb_typeof("${c}") when 'array' then '["${w}"]'::jsonb else '{"palavra": "${w}"}'::jsonb end`,
  bytea: (w) => `'${w}'::bytea`,
  _text: (w) => `array['${w}']`,
  _varchar: (w) => `array['${w}']`,
};
/**
 * Columns in which no word is planted, because the word would break a rule: createWholeCall() writes a permitted word
 * into them, or no word is permitted.
 */
const NOT_PLANTED = new Set([
  'auditoria_itens.arquivo_path',
  'auditoria_resultados.picos_path',
  'execucao_etapas.saida',
  // The columns from here on contain ids and hashes that sums refer to.
  'item_qualidade.criterios',
  'gravacoes_anteriores.chave_objeto',
  'lote_gravacoes.chave_objeto',
  'momentos.chave_original',
  'preparo_gravacoes.chave_objeto',
]);

/** Finds every column, also generated columns, in which a row contains the word. */
async function findWord(word: string): Promise<string[]> {
  const columns = await query<Column>(
    `select c.table_name as tabela, c.column_name as coluna, c.data_type as tipo
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
       and c.table_name not in (select relname from pg_class where relispartition)`,
  );
  const found: string[] = [];
  for (const { tabela, coluna, tipo } of columns) {
    const text =
      tipo === 'bytea'
        ? `encode("${coluna}", 'escape')`
        : tipo === 'tsvector'
          ? `"${coluna}"::text`
          : `"${coluna}"::text`;
    const [row] = await query<{ n: number }>(
      `select count(*)::int as n from "${tabela}" where ${text} ilike '%' || $1 || '%'`,
      [word],
    );
    if (row?.n) found.push(`${tabela}.${coluna}`);
  }
  return found;
}

async function wordInRedis(word: string): Promise<string[]> {
  const { redis } = test.deps;
  const found: string[] = [];
  for (const key of await redis.keys('*')) {
    const bytes = await redis.dump(key);
    if (key.includes(word) || String(bytes).includes(word)) found.push(key);
  }
  return found;
}

/** Plants a word in every column, erases the call, and searches for the word. @returns the word and the call */
async function expectNothingLeft() {
  const word = `canario${randomUUID().replaceAll('-', '')}`;
  const whole = await createWholeCall(word, 'entrevista');
  const tables = await tablesOf(whole.item.id);
  for (const table of LOOSE_TABLES) expect(tables.has(table), table).toBe(true);

  const planted: string[] = [];
  const problems: string[] = [];
  for (const [tabela, condition] of tables) {
    const [row] = await query<{ n: number }>(`select count(*)::int as n from ${tabela} where ${condition}`);
    if (!row?.n) problems.push(`${tabela}: the test's call has no row in it`);
  }
  expect(problems).toEqual([]);
  for (const { tabela, coluna, tipo } of await textColumns()) {
    const condition = tables.get(tabela);
    const name = `${tabela}.${coluna}`;
    if (!condition || KEPT[name] || NOT_PLANTED.has(name)) continue;
    try {
      await query(`update ${tabela} set "${coluna}" = ${PLANT[tipo]?.(word, coluna)} where ${condition}`);
    } catch (error) {
      // check_violation: a CHECK constraint allows only fixed values in this column, so no personal words can be in it.
      if ((error as { code?: string }).code !== '23514') throw error;
      continue;
    }
    planted.push(name);
  }
  expect(planted.length).toBeGreaterThan(40);
  const before = await findWord(word);
  expect(before).toEqual(
    expect.arrayContaining([
      ...planted,
      'registros_acesso.detalhes',
      'entrevistas.nome_entrevistado',
      'respostas.texto_resposta',
      'respostas.celula',
      'sinais.prova',
      'sinal_pareceres.observacao',
      'execucao_etapas.saida',
      'auditoria_itens.busca',
    ]),
  );
  for (const key of whole.objetos) expect(await isStored(key)).toBe(true);

  const answer = await erase(mine.tokens.gerente, whole.item.id);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);

  expect(await findWord(word)).toEqual([]);
  expect(await wordInRedis(word)).toEqual([]);
  for (const key of whole.objetos) await expect.poll(() => isStored(key)).toBe(false);
  await expect
    .poll(() => test.deps.prisma.objetoPendente.count({ where: { empresaId: mine.empresa.id } }))
    .toBe(0);
  return { word, whole };
}

describe('the canary', () => {
  it('appears in no column, object or key after the data are erased', async () => {
    await expectNothingLeft();
  });
});

describe('in an S3 storage that keeps versions', () => {
  const s3 = new S3TestServer();
  let onDisk: TestApp;
  beforeAll(async () => {
    const endpoint = await s3.start();
    s3.versioned = true;
    onDisk = test;
    const store = new S3Store({
      endpoint,
      region: 'us-east-1',
      bucket: s3.bucket,
      accessKeyId: s3.accessKeyId,
      secretAccessKey: 'segredo',
      forcePathStyle: true,
      checksum: 'WHEN_REQUIRED',
    });
    test = await createTestApp({}, { parts: { store } });
  });
  afterAll(async () => {
    await test.close();
    test = onDisk;
    await s3.stop();
  });

  longo.test(
    'nothing stays: no object, no earlier version, no part of an upload that died midway',
    async () => {
      const other = 'outra-empresa/outro-item/a';
      await test.deps.store.put(other, Readable.from(['fica']), { contentType: 'audio/wav' });
      const word = `canario${randomUUID().replaceAll('-', '')}`;
      const item = await createItem(test.deps, mine.auditoria);
      const key = await storeObject({ id: item.id, empresaId: mine.empresa.id }, word);
      // Overwrites the object: a versioned bucket keeps the first bytes as well.
      await test.deps.store.put(key, Readable.from([`RIFF2${word}`]), { contentType: 'audio/wav' });
      await test.deps.prisma.auditoriaItem.update({ where: { id: item.id }, data: { arquivoPath: key } });
      // Simulates a multipart upload that was announced and begun before its process died.
      const broken = `${mine.empresa.id}/${item.id}/${randomUUID()}`;
      await announceObject(test.deps.db, mine.empresa.id, broken);
      const parts = new Map([[1, Buffer.from(word)]]);
      s3.uploads.set(randomUUID(), { key: broken, contentType: 'audio/wav', parts });
      s3.uploads.set(randomUUID(), { key: other, contentType: 'audio/wav', parts: new Map() });
      const keys = () =>
        [...s3.objects.keys(), ...s3.versions.keys(), ...[...s3.uploads.values()].map((one) => one.key)]
          .filter((one) => !one.startsWith('verificacao/'))
          .sort();
      expect(keys()).toEqual([key, key, broken, other, other].sort());

      const answer = await erase(mine.tokens.gerente, item.id);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      await expect.poll(keys).toEqual([other, other]);
    },
  );

  it('the canary appears nowhere', async () => {
    const { word, whole } = await expectNothingLeft();
    const everything = [
      ...[...s3.objects].map(([key, { bytes }]) => key + bytes),
      ...[...s3.versions].map(([key, versions]) => key + versions.map(({ bytes }) => bytes).join()),
      ...[...s3.uploads.values()].map(({ key, parts }) => key + [...parts.values()].join()),
    ];
    expect(everything.filter((one) => one.includes(word) || one.includes(whole.item.id))).toEqual([]);
  });
});

describe('what stays', () => {
  longo.test('statement, costs, volume and totals say the same as before, and a recount agrees', async () => {
    const word = `canario${randomUUID().replaceAll('-', '')}`;
    const { item, run } = await createWholeCall(word);
    await test.deps.prisma.creditoLancamento.create({
      data: {
        empresaId: mine.empresa.id,
        tipo: 'reserva',
        quantidade: -1,
        saldoApos: 9,
        execucaoId: run.execucaoId,
      },
    });
    await test.deps.prisma.empresa.update({ where: { id: mine.empresa.id }, data: { saldoCreditos: 9 } });
    const ledger = () =>
      query(`select * from credito_lancamentos where empresa_id = $1 order by id`, [mine.empresa.id]);
    const costs = () => query(`select * from linhas_custo where item_id = $1`, [item.id]);
    const volume = () =>
      query(
        `select dia, status, n::int, duracao_s::int, com_duracao::int from projeto_rollup_dia where projeto_id = $1
         order by dia, status`,
        [mine.projeto.id],
      );
    const rest = async () => ({
      numeros: await query('select numero, n::int from projeto_numeros where projeto_id = $1 order by 1', [
        mine.projeto.id,
      ]),
      contador: await query(
        'select numeros_distintos::int, auditorias::int from projeto_contadores where projeto_id = $1',
        [mine.projeto.id],
      ),
      consumo: await query(
        'select mes, creditos, itens from projeto_consumo_mes where projeto_id = $1 and itens > 0 order by mes',
        [mine.projeto.id],
      ),
    });
    const before = { ledger: await ledger(), costs: await costs(), volume: await volume() };
    expect((await erase(mine.tokens.gerente, item.id)).status).toBe(200);
    expect({ ledger: await ledger(), costs: await costs(), volume: await volume() }).toEqual(before);
    expect(await balanceOf(test.deps, mine.empresa.id)).toEqual({ saldo: 9, soma: 9 });
    // The call no longer counts in the project's quality figures, and the remaining sums equal a recount.
    expect(
      await query(
        'select n::int, n_pontuacao::int from projeto_qualidade_dia where projeto_id = $1 and n > 0',
        [mine.projeto.id],
      ),
    ).toEqual([]);
    const kept = { volume: await volume(), ...(await rest()) };
    await query('select escuta_recontar($1)', [mine.projeto.id]);
    expect({ volume: await volume(), ...(await rest()) }).toEqual(kept);
    expect(kept.consumo).toHaveLength(1);
  });

  it('the log of actions says who, when and why, without saying whose the data were', async () => {
    const { item } = await createWholeCall('Fulano');
    // The deletion of the call also deletes its project's sheets, with the rows of all calls.
    const [sheets] = await query<{ n: number }>(
      'select count(*)::int as n from importacoes where projeto_id = $1 and chave_objeto is not null',
      [item.projetoId],
    );
    await erase(mine.tokens.gerente, item.id, { motivo: 'gravacao_indevida', protocolo: '2026/0042' });
    const log = await test.deps.prisma.registroAcesso.findMany({ where: { recursoId: item.id } });
    const entry = log.find(({ acao }) => acao === 'dados_apagados');
    expect(entry).toMatchObject({
      usuarioId: mine.gerente.usuarioId,
      empresaId: mine.empresa.id,
      detalhes: { motivo: 'gravacao_indevida', protocolo: '2026/0042', objetos: 7 + (sheets?.n ?? 0) },
    });
    const fetched = log.find(({ acao }) => acao === 'gravacao_buscada');
    expect(fetched?.detalhes).toEqual({ bytes: 3, itemId: item.id });
  });

  it('the call stays in the list and in the item, without contact and recording, and says that it was erased', async () => {
    const { item } = await createWholeCall('Fulano');
    const answer = await erase(mine.tokens.gerente, item.id);
    expect(answer.body.data).toMatchObject({
      id: item.id,
      status: 'concluido',
      motivo: 'Os dados desta gravação foram apagados.',
      call_duration: 61,
      numero_destino: null,
      nome_entrevistado: null,
      call_start_time: null,
      arquivo_path: null,
      metadata: {},
    });
    expect(answer.body.data.dados_apagados_em).toEqual(expect.any(String));
    const list = await call(mine.tokens.usuario, 'GET', `/projetos/${mine.projeto.id}/auditoria-items`);
    const row = list.body.data.find(({ id }: { id: string }) => id === item.id);
    expect(row.dados_apagados_em).toEqual(expect.any(String));
    const page = await call(mine.tokens.usuario, 'GET', `/auditoria-items/${item.id}/resultados`);
    expect(page.status, JSON.stringify(page.body)).toBe(200);
  });
});

describe('who and when', () => {
  it('only gerente and administrador; never usuario, a key or another company; and with a reason of the list', async () => {
    const { item } = await createWholeCall('Fulano');
    const other = await createTenant(test.deps);
    const key = await createApiKey(test.deps, mine.empresa);
    const refused = await erase(mine.tokens.usuario, item.id);
    expect(refused.status).toBe(403);
    expect(refused.body.message).toMatch(/gerentes e administradores/);
    expect((await erase(key, item.id)).status).toBe(403);
    expect((await erase(other.tokens.gerente, item.id)).status).toBe(404);
    for (const payload of [
      {},
      { motivo: 'porque sim' },
      { motivo: 'pedido_do_titular', protocolo: 'João da Silva' },
    ]) {
      expect((await erase(mine.tokens.gerente, item.id, payload)).status).toBe(400);
    }
    expect(
      (await test.deps.prisma.auditoriaItem.findUniqueOrThrow({ where: { id: item.id } })).nomeEntrevistado,
    ).toBe('Fulano');
    expect((await erase(mine.tokens.admin, item.id)).status).toBe(200);
  });

  it('is refused while the call is processed, and nothing changes', async () => {
    const { item, audio, letra } = await createWholeCall('Fulano');
    await requestRun(test.deps.db, {
      entrevistaMinutos: 20,
      scope: { kind: 'empresa', empresaId: mine.empresa.id },
      itemId: item.id,
      origem: 'manual',
      solicitadoPor: null,
    });
    const refused = await erase(mine.tokens.gerente, item.id);
    expect(refused.status).toBe(409);
    expect(refused.body.code).toBe('execucao_em_andamento');
    expect(refused.body.message).toMatch(/está sendo processado/);
    expect(await isStored(audio)).toBe(true);
    expect(await test.deps.prisma.letraMorta.count({ where: { id: letra.id } })).toBe(1);
  });

  longo.test(
    'two at the same time: one erases, the other is told; afterwards nothing enters the call again',
    async () => {
      const { item, letra, insightId } = await createWholeCall('Fulano');
      const url = (await call(mine.tokens.gerente, 'POST', `/auditoria-item/${item.id}/url-audio`)).body.data
        .url;
      expect((await test.app.inject({ method: 'GET', url })).statusCode).toBe(200);
      const answers = await Promise.all([
        erase(mine.tokens.gerente, item.id),
        erase(mine.tokens.gerente, item.id),
        erase(mine.tokens.admin, item.id),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect(answers.find(({ status }) => status === 409)?.body.code).toBe('dados_apagados');
      expect(
        await test.deps.prisma.registroAcesso.count({
          where: { recursoId: item.id, acao: 'dados_apagados' },
        }),
      ).toBe(1);

      // After the erasure a signed address that has not expired plays nothing.
      expect((await test.app.inject({ method: 'GET', url })).statusCode).toBeGreaterThanOrEqual(404);
      const token = mine.tokens.gerente;
      const tries = [
        await call(token, 'PATCH', `/auditoria-item/${item.id}/contato`, { nome_entrevistado: 'Fulano' }),
        await call(token, 'POST', `/auditoria-item/${item.id}/url-audio`),
        await call(token, 'DELETE', `/auditoria-item/${item.id}`),
        await call(token, 'POST', `/auditoria-item/${item.id}/buscar-gravacao`),
      ];
      expect(tries.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
      expect((await call(token, 'POST', `/falhas/${letra.id}/reprocessar`)).status).toBe(404);
      expect((await call(token, 'POST', `/insights/${insightId}/feedback`, { feedback: 'x' })).status).toBe(
        404,
      );
      const boundary = 'limite';
      const upload = await test.app.inject({
        method: 'POST',
        url: `/api/v1/auditoria-item/${item.id}/upload`,
        headers: { ...bearer(token), 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload: Buffer.concat([
          Buffer.from(
            `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\nContent-Type: audio/wav\r\n\r\n`,
          ),
          Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt '),
          Buffer.from(`\r\n--${boundary}--\r\n`),
        ]),
      });
      expect(upload.statusCode).toBe(409);
      expect(upload.json().code).toBe('dados_apagados');
      await expect
        .poll(() => test.deps.prisma.objetoPendente.count({ where: { empresaId: mine.empresa.id } }))
        .toBe(0);
      const scope = { kind: 'empresa', empresaId: mine.empresa.id } as const;
      await expect(
        requestRun(test.deps.db, {
          entrevistaMinutos: 20,
          scope,
          itemId: item.id,
          origem: 'manual',
          solicitadoPor: null,
        }),
      ).rejects.toMatchObject({ code: 'dados_apagados' });
      // A direct statement on the database cannot write into an erased item either.
      await expect(
        query(`update auditoria_itens set nome_entrevistado = 'Fulano' where id = $1`, [item.id]),
      ).rejects.toMatchObject({ code: '23514' });
    },
  );

  longo.test(
    'a reprocessing and an erasure at the same time do not deadlock: one of them is refused',
    async () => {
      const { item, letra } = await createWholeCall('Fulano');
      const scope = { kind: 'empresa', empresaId: mine.empresa.id } as const;
      const actor = SYSTEM_ACTOR;
      const [erased, retried] = await Promise.allSettled([
        erase(mine.tokens.gerente, item.id),
        retryDeadLetter(test.deps.db, { entrevistaMinutos: 20, scope, letraId: letra.id, actor }),
      ]);
      const wasErased = erased.status === 'fulfilled' && erased.value.status === 200;
      expect(wasErased).toBe(retried.status === 'rejected');
    },
  );

  longo.test(
    'an erasure waits for the item before it reserves its failures, as a reprocessing does: never one for the other',
    async () => {
      const { item, letra } = await createWholeCall('Fulano');
      const holder = await test.deps.db.pool.connect();
      try {
        await holder.query('begin');
        await holder.query('select from auditoria_itens where id = $1 for update', [item.id]);
        const erasing = erase(mine.tokens.gerente, item.id);
        const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        await expect.poll(async () => (await query(waiting)).length).toBe(1);
        await query('select from letras_mortas where id = $1 for update nowait', [letra.id]);
        await holder.query('rollback');
        expect((await erasing).status).toBe(200);
      } finally {
        holder.release();
      }
    },
  );

  longo.test('a call that was not analysed yet is erased too, and is not pending for ever', async () => {
    const item = await createItem(test.deps, mine.auditoria, { nomeEntrevistado: 'Fulano' });
    const answer = await erase(mine.tokens.gerente, item.id);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ status: 'erro', nome_entrevistado: null });
  });
});
