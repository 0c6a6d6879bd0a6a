// Runs of a worker with a scripted provider, over real PostgreSQL, Redis and ffmpeg.

import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSampled } from '@escuta/shared/domain/sampling';
import { ObjectNotFoundError } from '@escuta/shared/platform/storage/object-store';
import type { LiveEvent } from '@escuta/shared/queues/pipeline';
import { eventsChannel } from '@escuta/shared/queues/pipeline';
import { SYSTEM_ACTOR } from '@escuta/shared/services/log/audit-log';
import { requestRun } from '@escuta/shared/services/runs/request';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OWN_WORK_DIRS } from '../../worker/src/engine/work-dir.ts';
import type { RunningWorker } from '../../worker/src/worker.ts';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import {
  balanceOf,
  createPipelineTenant,
  createRecordedItem,
  createTemplate,
  request,
  startTestWorker,
  stopTestWorker,
  waitForRun,
  waitForRuns,
} from '../support/pipeline.ts';

const deps = createTestDeps();
let fake: FakeProvider;
let worker: RunningWorker;
const folder = mkdtempSync(join(tmpdir(), 'escuta-teste-'));

beforeAll(async () => {
  fake = await startFakeProvider();
  worker = await startTestWorker(deps, fake.url);
});
afterEach(() => {
  fake.intercept = () => undefined;
  fake.requests.length = 0;
  fake.billed.length = 0;
});
afterAll(async () => {
  await stopTestWorker(worker);
  await fake.close();
  await closeTestDeps(deps);
  rmSync(folder, { recursive: true, force: true });
});

async function processOne(fields: Parameters<typeof createPipelineTenant>[1] = {}, sample?: string) {
  const tenant = await createPipelineTenant(deps, fields);
  const item = await createRecordedItem(deps, tenant, sample);
  const { execucaoId } = await request(deps, item);
  return { tenant, item, execucaoId };
}

describe('a run', () => {
  it('ends concluido with transcript, analysis, proven insight, costs, one credit and its story', async () => {
    const events: LiveEvent[] = [];
    const { tenant, item } = await processOne();
    const ear = new Redis(deps.env.REDIS_URL);
    ear.on('message', (_, text: string) => events.push(JSON.parse(text) as LiveEvent));
    await ear.subscribe(eventsChannel(process.env.REDIS_PREFIX ?? '', tenant.empresa.id));
    const second = await createRecordedItem(deps, tenant);
    const { execucaoId } = await request(deps, second);
    const run = await waitForRun(deps, execucaoId);
    await waitForRuns(
      deps,
      (await deps.prisma.execucao.findMany({ where: { itemId: item.id } })).map(({ id }) => id),
    );

    expect(run.item).toMatchObject({ status: 'concluido', motivo: null, callDuration: 6 });
    expect(run.etapas.every(({ status, tentativa }) => status === 'concluida' && tentativa === 1)).toBe(true);
    const result = await deps.prisma.auditoriaResultado.findUniqueOrThrow({
      where: { execucaoId },
      include: { transcricoes: { include: { sentencas: { orderBy: { ordem: 'asc' } } } } },
    });
    expect(result.statusProcessamento).toBe('concluido');
    expect(result.fatosAudio).toMatchObject({ audivel: true });
    const left = result.transcricoes.find(({ canal }) => canal === 'left');
    expect(left).toMatchObject({ modelo: 'whisper-1' });
    expect(left?.sentencas[0]).toMatchObject({
      texto: 'Bom dia, central de atendimento.',
      falante: 'agente',
    });
    // Sentences are written once, with the transcript; later stages leave them unchanged.
    const { rows } = await deps.db.query(
      `select distinct s.xmin = t.xmin as "umaVez" from transcricoes t join sentencas s on s.transcricao_id = t.id
       where t.resultado_id = $1`,
      [result.id],
    );
    expect(rows).toEqual([{ umaVez: true }]);
    expect(result.analiseTexto).toMatchObject({
      resumo: 'O cliente ligou e foi atendido.',
      sentimentoGeral: 'neutro',
      sentimentos: { 1: 0.5, 2: 0.5, 3: 0.5, 4: 0.5 },
    });

    const insight = await deps.prisma.insight.findFirstOrThrow({
      where: { execucaoId },
      include: { evidencias: true },
    });
    expect(insight).toMatchObject({
      statusProcessamento: 'concluido',
      pontuacao: 1,
      scoreConfianca: 0.9,
      semEvidencia: false,
    });
    expect(insight.parametrosOmitidos).toEqual(['temperature']);
    expect(insight.evidencias.every(({ verificada, startMs }) => verificada && startMs !== null)).toBe(true);

    // Two channels of 3 s at US$ 0.006/min, and two chats of 100 input and 50 output tokens at the small model's price.
    const total = run.custos.reduce((sum, line) => sum + Number(line.totalUsd), 0);
    expect(total).toBeCloseTo(2 * 0.05 * 0.006 + 2 * (100 * 1e-7 + 50 * 5e-7), 8);
    expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 998, soma: 998 });
    const ledger = await deps.prisma.creditoLancamento.findMany({ where: { execucaoId } });
    expect(ledger.map(({ tipo }) => tipo).sort()).toEqual(['captura', 'reserva']);
    expect(run.eventos.map(({ evento }) => evento)).toEqual([
      'Processamento solicitado',
      'Áudio analisado',
      'Transcrição concluída',
      'Análise de texto concluída',
      'Insights gerados',
      'Processamento concluído',
    ]);

    const own = events.filter((event) => 'itemId' in event && event.itemId === second.id);
    const done = own.filter((event) => event.tipo === 'execucao' && event.status === 'concluida');
    expect(done.map((event) => event.tipo === 'execucao' && event.etapa)).toEqual([
      'audio',
      'transcricao',
      'analise_texto',
      'negocio',
      'contabilizacao',
    ]);
    expect(own.at(-1)).toMatchObject({ tipo: 'item', status: 'concluido' });
    ear.disconnect();
  });

  it('leaves nothing in storage but the recording and its peaks, and no private folder', async () => {
    const { tenant, item, execucaoId } = await processOne();
    await waitForRun(deps, execucaoId);
    const where = { empresaId: tenant.empresa.id };
    await expect.poll(() => deps.prisma.objetoPendente.count({ where })).toBe(0);
    const base = `${tenant.empresa.id}/${item.id}/${execucaoId}-1`;
    for (const side of ['left', 'right']) {
      await expect(deps.store.head(`${base}-${side}.flac`)).rejects.toThrow(ObjectNotFoundError);
    }
    await expect(deps.store.head(item.arquivoPath ?? '')).resolves.toMatchObject({
      contentType: 'audio/mpeg',
    });
    const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(OWN_WORK_DIRS));
    expect(folders).toEqual([]);
    const { picosPath } = await deps.prisma.auditoriaResultado.findUniqueOrThrow({ where: { execucaoId } });
    await expect(deps.store.head(picosPath ?? '')).resolves.toMatchObject({ size: expect.any(Number) });
  });

  it('sends requests with keys that name run, stage, call and what is asked', async () => {
    const { execucaoId } = await processOne();
    await waitForRun(deps, execucaoId);
    const version = await deps.prisma.insight.findFirstOrThrow({ where: { execucaoId } });
    const keys = fake.requests.map(({ idempotencyKey }) => idempotencyKey ?? '');
    expect(keys.every((key) => /~[0-9a-f]{12}$/.test(key))).toBe(true);
    expect(keys.map((key) => key.replace(/~.*/, '')).sort()).toEqual(
      [
        `${execucaoId}:transcricao:left`,
        `${execucaoId}:transcricao:right`,
        `${execucaoId}:analise_texto:analise`,
        `${execucaoId}:negocio:template:${version.templateVersaoId}`,
      ].sort(),
    );
  });

  it('asks once more for what nobody can have said, and ends with the reason and the credit back where that is most of it', async () => {
    const loop = Array.from({ length: 12 }, (_, n) => [n / 2, (n + 1) / 2, 'E aí, pessoal.'] as const);
    let failed = false;
    fake.intercept = ({ rota, idempotencyKey }) => {
      if (rota !== 'transcricao') return undefined;
      // The second transcription fails once: answers that were paid before this failure must not be requested again.
      if (!failed && idempotencyKey?.includes(':left:de-novo')) {
        failed = true;
        return { status: 500 };
      }
      return { segments: loop };
    };
    const { tenant, item, execucaoId } = await processOne();
    const run = await waitForRun(deps, execucaoId);
    expect(run).toMatchObject({ status: 'erro', codigoMotivo: 'transcricao_implausivel' });
    expect(run.item.motivo).toBe(
      'A transcrição do provedor de IA não corresponde à gravação. Ficaram de fora 24 frases em repetição sem fim.',
    );
    expect(fake.billed.map((key) => key.replace(/~.*/, '').split(':transcricao:')[1]).sort()).toEqual([
      'left',
      'left:de-novo',
      'right',
      'right:de-novo',
    ]);
    expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 1000, soma: 1000 });
    expect(run.eventos.map(({ evento }) => evento)).toContain('Falas deixadas de fora');
    // A new run must not reuse implausible transcripts, not even unmarked transcripts of an older version's run.
    const copied = (tabela: string, coluna: string, other: string) =>
      deps.db.query(
        `insert into ${tabela} select (jsonb_populate_record(x, ${other})).* from ${tabela} x where ${coluna} = $1`,
        [execucaoId],
      );
    const before = randomUUID();
    await copied(
      'execucoes',
      'id',
      `jsonb_build_object('id', '${before}', 'codigo_motivo', 'provedor_indisponivel')`,
    );
    await copied('execucao_etapas', 'execucao_id', `jsonb_build_object('execucao_id', '${before}')`);
    await copied(
      'chamadas_provedor',
      'execucao_id',
      `jsonb_build_object('execucao_id', '${before}', 'id', gen_random_uuid())`,
    );
    fake.intercept = () => undefined;
    fake.requests.length = 0;
    const again = await waitForRun(
      deps,
      (
        await requestRun(deps.db, {
          scope: { kind: 'empresa', empresaId: item.empresaId },
          itemId: item.id,
          origem: 'manual',
          reuso: 'lacunas',
          solicitadoPor: null,
          entrevistaMinutos: deps.env.CREDITO_ENTREVISTA_MINUTOS,
        })
      ).execucaoId,
    );
    expect(again.item).toMatchObject({ status: 'concluido' });
    expect(fake.requests.filter(({ rota }) => rota === 'transcricao')).toHaveLength(2);
  });

  it('leaves out words over measured silence and says so, judges the rest and charges for it', async () => {
    const said = [
      [0, 1.5, 'Bom dia, central de atendimento.'],
      [1.6, 3, 'Em que posso ajudar hoje?'],
    ] as const;
    fake.intercept = ({ rota, idempotencyKey }) =>
      rota === 'transcricao'
        ? { segments: idempotencyKey?.includes(':right') ? [...said, [5.7, 6, 'Obrigado.']] : said }
        : undefined;
    const { tenant, item, execucaoId } = await processOne();
    const run = await waitForRun(deps, execucaoId);
    expect(run.item.status).toBe('concluido');
    const { falasDeixadas, transcricoes } = await deps.prisma.auditoriaResultado.findUniqueOrThrow({
      where: { execucaoId },
      include: { transcricoes: true },
    });
    expect(falasDeixadas).toEqual({
      total: 1,
      parcela: 0,
      trechos: [{ canal: 'right', startMs: 5700, endMs: 6000, falas: 1, motivo: 'silencio' }],
    });
    expect(transcricoes.map(({ fullText }) => fullText)).not.toContain(expect.stringContaining('Obrigado'));
    for (const { texto } of fake.requests) expect(texto).not.toContain('Obrigado.');
    expect(fake.requests.filter(({ rota }) => rota === 'transcricao')).toHaveLength(2);
    expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 999, soma: 999 });

    // Words that a person corrected in this recording stay, but the same words in a later recording are left out.
    const transcricaoId = transcricoes.find(({ canal }) => canal === 'right')?.id;
    const sentencaId = randomUUID();
    await deps.db.query(
      `insert into sentencas (id, empresa_id, transcricao_id, ordem, texto, start_ms, end_ms, falante)
       select $1, empresa_id, $2, 99, 'Obrigado.', 5700, 6000, falante from sentencas
         where transcricao_id = $2 limit 1`,
      [sentencaId, transcricaoId],
    );
    await deps.db.query(
      `insert into sentenca_correcoes (id, empresa_id, item_id, sentenca_id, texto, usuario_id)
       values (gen_random_uuid(), $1, $2, $3, 'Obrigada.', gen_random_uuid())`,
      [item.empresaId, item.id, sentencaId],
    );
    const leftOut = async () => {
      const again = (await request(deps, item)).execucaoId;
      await waitForRun(deps, again);
      return (await deps.prisma.auditoriaResultado.findUniqueOrThrow({ where: { execucaoId: again } }))
        .falasDeixadas;
    };
    expect(await leftOut()).toBeNull();
    await deps.db.query(
      `update execucao_etapas set saida = saida || '{"arquivoPath": "outra"}'
       where etapa = 'audio' and execucao_id in (select id from execucoes where item_id = $1)`,
      [item.id],
    );
    expect(await leftOut()).toMatchObject({ total: 1 });
  });

  it('is refused with a reason when the recording has no speech, and the credit goes back', async () => {
    const silent = join(folder, 'silencio.wav');
    execFileSync('ffmpeg', [
      '-v',
      'error',
      '-y',
      '-f',
      'lavfi',
      '-i',
      'anullsrc=r=8000:cl=stereo',
      '-t',
      '5',
      silent,
    ]);
    const { tenant, execucaoId } = await processOne({}, silent);
    const run = await waitForRun(deps, execucaoId);
    expect(run).toMatchObject({ status: 'erro', codigoMotivo: 'audio_inaudivel' });
    expect(run.item).toMatchObject({
      status: 'erro',
      motivo: 'A gravação não contém áudio: todos os canais estão mudos.',
    });
    expect(run.item.callDuration).toBe(5);
    expect(fake.requests).toHaveLength(0);
    expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 1000, soma: 1000 });
    expect(await deps.prisma.letraMorta.count({ where: { execucaoId } })).toBe(0);
  });

  it('ends at once with a reason when the file is no audio', async () => {
    const { tenant, execucaoId } = await processOne({}, import.meta.filename);
    const run = await waitForRun(deps, execucaoId);
    expect(run.item.status).toBe('erro');
    expect(run.item.motivo).toMatch(/áudio/);
    expect(run.etapas.find(({ etapa }) => etapa === 'audio')?.tentativa).toBe(1);
    expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 1000, soma: 1000 });
  });
});

describe('failures of the provider', () => {
  it('429 is asked again, not before Retry-After, and uses up no attempt', async () => {
    let refusals = 0;
    fake.intercept = (seen) =>
      seen.rota === 'transcricao' && refusals++ < 2
        ? { status: 429, headers: { 'retry-after': '3' } }
        : undefined;
    const { execucaoId } = await processOne();
    const run = await waitForRun(deps, execucaoId);
    expect(run.status).toBe('concluida');
    const times = fake.requests.filter(({ rota }) => rota === 'transcricao').map(({ at }) => at);
    const first = times[0] as number;
    expect(times.filter((at) => at > first + 500).every((at) => at - first >= 2900)).toBe(true);
    expect(new Set(fake.billed).size).toBe(fake.billed.length);
    expect(run.eventos.map(({ evento }) => evento)).toContain('Aguardando o limite do provedor de IA');
    // Waiting for the provider's limit does not count as an attempt.
    expect(run.etapas.find(({ etapa }) => etapa === 'transcricao')?.tentativa).toBe(1);
  });

  it('500 is tried again only for the call that failed; what was paid is not asked for again', async () => {
    let failures = 0;
    fake.intercept = (seen) =>
      seen.rota === 'chat' && seen.tarefa === 'insight' && seen.texto.includes('Avalie B') && failures++ === 0
        ? { status: 500 }
        : undefined;
    const tenant = await createPipelineTenant(deps, { templates: 0 });
    await createTemplate(deps, tenant.projeto, 'A', { promptTemplate: 'Avalie A' });
    await createTemplate(deps, tenant.projeto, 'B', { promptTemplate: 'Avalie B' });
    const { execucaoId } = await request(deps, await createRecordedItem(deps, tenant));
    const run = await waitForRun(deps, execucaoId);
    expect(run.status).toBe('concluida');
    expect(run.etapas.find(({ etapa }) => etapa === 'negocio')?.tentativa).toBe(2);
    expect(fake.requests.filter(({ texto }) => texto.includes('Avalie A'))).toHaveLength(1);
    expect(fake.requests.filter(({ texto }) => texto.includes('Avalie B'))).toHaveLength(2);
    expect(fake.requests.filter(({ rota }) => rota === 'transcricao')).toHaveLength(2);
  });

  it('ends erro after the last attempt only, with a reason, the credit back, and a dead letter that can be retried', async () => {
    fake.intercept = (seen) => (seen.tarefa === 'insight' ? { status: 503 } : undefined);
    const { tenant, item, execucaoId } = await processOne({
      config: { retryConfig: { max_retries: 1, enable_exponential_backoff: true, dead_letter_queue: true } },
    });
    const run = await waitForRun(deps, execucaoId);
    expect(run).toMatchObject({ status: 'erro', codigoMotivo: 'provedor_indisponivel' });
    expect(run.item).toMatchObject({ status: 'erro' });
    expect(run.item.motivo).toMatch(/provedor/i);
    expect(run.etapas.find(({ etapa }) => etapa === 'negocio')?.tentativa).toBe(2);
    expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 1000, soma: 1000 });

    fake.intercept = () => undefined;
    fake.requests.length = 0;
    const letter = await deps.prisma.letraMorta.findFirstOrThrow({ where: { execucaoId } });
    const { retryDeadLetter } = await import('@escuta/shared/services/runs/retry');
    const again = await retryDeadLetter(deps.db, {
      entrevistaMinutos: 20,
      scope: { kind: 'empresa', empresaId: tenant.empresa.id },
      letraId: letter.id,
      actor: SYSTEM_ACTOR,
    });
    const second = await waitForRun(deps, again.execucaoId);
    expect(second.item.status).toBe('concluido');
    // The new run repeats only the failed part, and takes over transcript and text analysis.
    expect(fake.requests.map(({ tarefa }) => tarefa)).toEqual(['insight']);
    const result = await deps.prisma.auditoriaResultado.findUniqueOrThrow({
      where: { execucaoId: second.id },
    });
    expect(result.analiseTexto).toMatchObject({ resumo: 'O cliente ligou e foi atendido.' });
    expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 999, soma: 999 });
    expect(await deps.prisma.letraMorta.findUniqueOrThrow({ where: { id: letter.id } })).toMatchObject({
      status: 'reprocessada',
    });
    expect(item.id).toBe(second.itemId);
  });

  it('a refused key ends the run at once', async () => {
    fake.intercept = () => ({ status: 401 });
    const { execucaoId } = await processOne();
    const run = await waitForRun(deps, execucaoId);
    expect(run).toMatchObject({ status: 'erro', codigoMotivo: 'provedor_recusou_chave' });
    expect(run.etapas.find(({ etapa }) => etapa === 'transcricao')?.tentativa).toBe(1);
  });

  it('garbage JSON gets one repair', async () => {
    let answers = 0;
    fake.intercept = (seen) =>
      seen.tarefa === 'insight' && answers++ === 0 ? { content: 'não sei' } : undefined;
    const { execucaoId } = await processOne();
    expect((await waitForRun(deps, execucaoId)).status).toBe('concluida');
    expect(fake.requests.filter(({ tarefa }) => tarefa === 'insight')).toHaveLength(2);
  });

  it.each(['analise_texto', 'insight'])('garbage twice (%s) ends erro with a reason', async (tarefa) => {
    fake.intercept = (seen) => (seen.tarefa === tarefa ? { content: '{"quase": ' } : undefined);
    const { tenant, execucaoId } = await processOne();
    const run = await waitForRun(deps, execucaoId);
    expect(run).toMatchObject({ status: 'erro', codigoMotivo: 'resposta_invalida' });
    expect(run.item.motivo).toContain('fora do formato');
    expect(fake.requests.filter((seen) => seen.tarefa === tarefa)).toHaveLength(2);
    expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 1000, soma: 1000 });
    if (tarefa === 'insight') {
      const insight = await deps.prisma.insight.findFirstOrThrow({ where: { execucaoId } });
      expect(insight).toMatchObject({
        statusProcessamento: 'erro',
        motivo: expect.stringContaining('formato'),
      });
    }
  });

  it('one unusable template does not spoil the others', async () => {
    fake.intercept = (seen) => (seen.texto.includes('Avalie B') ? { content: 'lixo' } : undefined);
    const tenant = await createPipelineTenant(deps, { templates: 0 });
    await createTemplate(deps, tenant.projeto, 'A', { promptTemplate: 'Avalie A' });
    await createTemplate(deps, tenant.projeto, 'B', { promptTemplate: 'Avalie B' });
    const { execucaoId } = await request(deps, await createRecordedItem(deps, tenant));
    expect((await waitForRun(deps, execucaoId)).status).toBe('concluida');
    const insights = await deps.prisma.insight.findMany({
      where: { execucaoId },
      orderBy: { statusProcessamento: 'asc' },
    });
    expect(insights.map(({ statusProcessamento }) => statusProcessamento)).toEqual(['concluido', 'erro']);
  });
});

describe('evidence or nothing', () => {
  it('an inventing provider proves nothing and cannot raise the score', async () => {
    fake.intercept = (seen) =>
      seen.tarefa === 'insight'
        ? {
            content: JSON.stringify({
              resumo: 'Tudo perfeito.',
              pontuacao: 1,
              confianca: 1,
              criterios: ['saudacao', 'protocolo'].map((id) => ({
                id,
                atendido: 'sim',
                justificativa: 'Ele disse.',
                evidencias: [{ sentencas: [1], citacao: 'Seu protocolo é o número 12345' }],
              })),
              alertas: [
                {
                  titulo: 'Ameaça',
                  descricao: 'O cliente ameaçou.',
                  gravidade: 'alta',
                  evidencias: [{ sentencas: [2], citacao: 'vou processar vocês' }],
                },
              ],
            }),
          }
        : undefined;
    const { execucaoId } = await processOne();
    await waitForRun(deps, execucaoId);
    const insight = await deps.prisma.insight.findFirstOrThrow({
      where: { execucaoId },
      include: { evidencias: true },
    });
    expect(insight).toMatchObject({ semEvidencia: true, pontuacao: null });
    expect(insight.resultado).toMatchObject({
      pontuacaoIa: 1,
      criterios: [{ comprovado: false }, { comprovado: false }],
    });
    expect(insight.alertasIdentificados).toMatchObject([{ titulo: 'Ameaça', comprovado: false }]);
    expect(insight.evidencias).toHaveLength(3);
    expect(
      insight.evidencias.every(({ verificada, sentencaOrdem }) => !verificada && sentencaOrdem === null),
    ).toBe(true);
  });
});

describe('switches and sampling', () => {
  it('an item outside the sample goes back to pendente with the reason and the credit; by hand it is honoured', async () => {
    const tenant = await createPipelineTenant(deps, {
      config: { transcriptionConfig: { sampling_percentage: 50 } },
    });
    const items = await Promise.all(Array.from({ length: 8 }, () => createRecordedItem(deps, tenant)));
    const runs = await Promise.all(items.map((item) => request(deps, item, 'lote')));
    const ended = await waitForRuns(
      deps,
      runs.map(({ execucaoId }) => execucaoId),
    );
    for (const run of ended) {
      const sampled = isSampled(run.itemId, 50);
      expect(run.item.status).toBe(sampled ? 'concluido' : 'pendente');
      if (sampled) continue;
      expect(run).toMatchObject({ status: 'ignorada', codigoMotivo: 'fora_da_amostra' });
      expect(run.item.motivo).toContain('fora da amostra de 50%');
    }
    const outside = ended.filter(({ itemId }) => !isSampled(itemId, 50));
    const taken = ended.length - outside.length;
    expect((await balanceOf(deps, tenant.empresa.id)).saldo).toBe(1000 - taken);
    const [first] = outside;
    if (first) {
      const { execucaoId } = await request(deps, first.item, 'manual');
      expect((await waitForRun(deps, execucaoId)).item.status).toBe('concluido');
    }
  });

  it('stages that are switched off are passed over; without transcription nothing is charged', async () => {
    const off = { enabled: false };
    const some = await processOne({ config: { textAnalysisConfig: off, businessProcessingConfig: off } });
    const run = await waitForRun(deps, some.execucaoId);
    expect(run.item.status).toBe('concluido');
    expect(
      run.etapas
        .filter(({ status }) => status === 'ignorada')
        .map(({ etapa }) => etapa)
        .sort(),
    ).toEqual(['analise_texto', 'negocio']);
    const none = await processOne({ config: { transcriptionConfig: off } });
    const skipped = await waitForRun(deps, none.execucaoId);
    expect(skipped.item).toMatchObject({ status: 'pendente' });
    expect(skipped.item.motivo).toContain('desativada');
    expect(await balanceOf(deps, none.tenant.empresa.id)).toEqual({ saldo: 1000, soma: 1000 });
  });

  it('regenerating asks for analysis and insights over the transcript that stands, for a credit', async () => {
    const { tenant, item, execucaoId } = await processOne();
    await waitForRun(deps, execucaoId);
    fake.requests.length = 0;
    // A person corrected a sentence: the new analysis uses the corrected words, and keeps the correction.
    await deps.db.query(
      `insert into sentenca_correcoes (id, empresa_id, item_id, sentenca_id, texto, usuario_id)
       select gen_random_uuid(), s.empresa_id, t.item_id, s.id, 'Falei do crocodilo.', gen_random_uuid()
       from sentencas s join transcricoes t on t.id = s.transcricao_id where t.item_id = $1 order by s.ordem limit 1`,
      [item.id],
    );
    const again = await request(deps, item, 'regenerar');
    const run = await waitForRun(deps, again.execucaoId);
    expect(run.item.status).toBe('concluido');
    expect(fake.requests.map(({ tarefa }) => tarefa)).toEqual(['analise_texto', 'insight']);
    expect(fake.requests.every(({ texto }) => texto.includes('Falei do crocodilo.'))).toBe(true);
    const corrections = await deps.prisma.sentencaCorrecao.findMany({
      where: { itemId: item.id },
      orderBy: { createdAt: 'asc' },
    });
    expect(corrections.filter(({ levadaPara }) => levadaPara === null)).toHaveLength(1);
    expect(corrections).toHaveLength(2);
    const result = await deps.prisma.auditoriaResultado.findUniqueOrThrow({
      where: { execucaoId: run.id },
      include: { transcricoes: { include: { sentencas: true } } },
    });
    expect(result.fatosAudio).toMatchObject({ audivel: true });
    expect(result.transcricoes.flatMap(({ sentencas }) => sentencas)).toHaveLength(4);
    expect(result.analiseTexto).toMatchObject({ sentimentos: { 1: 0.5, 2: 0.5, 3: 0.5, 4: 0.5 } });
    expect(run.custos.every(({ unidade }) => unidade !== 'minuto_audio')).toBe(true);
    expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 998, soma: 998 });
  });

  it('a label whose provider has no key uses the stated alternative and says so', async () => {
    const tenant = await createPipelineTenant(deps, { templates: 0 });
    await createTemplate(deps, tenant.projeto, 'Claude', { modeloLlm: 'claude-3-haiku' });
    const { execucaoId } = await request(deps, await createRecordedItem(deps, tenant));
    const run = await waitForRun(deps, execucaoId);
    const insight = await deps.prisma.insight.findFirstOrThrow({ where: { execucaoId } });
    expect(insight.modelo).toBe('gpt-6-luna');
    expect(run.eventos.find(({ evento }) => evento === 'Modelo substituído')?.detalhes).toContain(
      'claude-3-haiku',
    );
  });

  it('a model without times gets utterances one by one, whose bounds are the times', async () => {
    const tenant = await createPipelineTenant(deps);
    await deps.prisma.modeloCatalogo.create({
      data: { rotulo: 'sucessor', provedor: 'openai', modelo: 'gpt-transcribe', finalidade: 'transcricao' },
    });
    await deps.prisma.configuracaoProcessamento.updateMany({
      where: { empresaId: tenant.empresa.id },
      data: { transcriptionConfig: { modelo: 'sucessor' } },
    });
    const { execucaoId } = await request(deps, await createRecordedItem(deps, tenant));
    expect((await waitForRun(deps, execucaoId)).status).toBe('concluida');
    const calls = fake.requests.filter(({ rota }) => rota === 'transcricao');
    expect(calls.length).toBeGreaterThan(1);
    expect(calls.every(({ campos }) => campos.response_format === 'json')).toBe(true);
    const sentences = await deps.prisma.sentenca.findMany({
      where: { transcricao: { resultado: { execucaoId } } },
      orderBy: { ordem: 'asc' },
    });
    expect(sentences.length).toBe(2 * calls.length);
    expect(sentences.every(({ confianca, startMs, endMs }) => confianca === null && endMs > startMs)).toBe(
      true,
    );
  });

  it('a server of one’s own gets short pieces, one at a time, costs nothing, and is watched', async () => {
    const tenant = await createPipelineTenant(deps, { templates: 0 });
    const protocolo = { origem: 'formulario', proprio: true, tempos: true, trechoMaximoS: 2 };
    const model = { provedor: 'openai', modelo: 'parakeet' };
    await deps.prisma.modeloCatalogo.create({
      data: { rotulo: 'da-casa', ...model, finalidade: 'transcricao', capacidades: { protocolo } },
    });
    const vigenteDe = new Date('2026-01-01T00:00:00Z');
    await deps.prisma.precoCatalogo.create({
      data: { ...model, unidade: 'minuto_audio', precoUsd: '0', vigenteDe },
    });
    await deps.prisma.configuracaoProcessamento.updateMany({
      where: { empresaId: tenant.empresa.id },
      data: { transcriptionConfig: { modelo: 'da-casa' } },
    });
    let under = 0;
    let most = 0;
    fake.intercept = ({ rota }) => {
      if (rota !== 'transcricao') return undefined;
      under += 1;
      most = Math.max(most, under);
      const hold = new Promise((resolve) => setTimeout(resolve, 5)).finally(() => {
        under -= 1;
      });
      return { hold };
    };
    const { execucaoId } = await request(deps, await createRecordedItem(deps, tenant));
    const run = await waitForRun(deps, execucaoId);
    expect(run.status).toBe('concluida');
    const calls = fake.requests.filter(({ rota }) => rota === 'transcricao');
    expect(calls.length).toBeGreaterThan(2);
    expect(calls.every(({ campos }) => campos.response_format === 'verbose_json')).toBe(true);
    expect(most).toBe(1);
    const said = run.eventos.map(({ evento }) => evento);
    expect(said).toContain('Transcrição em andamento');
    expect(said).not.toContain('Preço não cadastrado');
    const minutes = run.custos.filter(({ unidade }) => unidade === 'minuto_audio');
    expect(minutes.map(({ totalUsd }) => Number(totalUsd))).toEqual(calls.map(() => 0));
  });

  it('a server that should give times and gives none is asked again by utterances, once', async () => {
    const tenant = await createPipelineTenant(deps, { templates: 0 });
    // The provider answers with different words each time, because repetitions count as a loop.
    let heard = 0;
    fake.intercept = ({ rota }) => {
      if (rota !== 'transcricao') return undefined;
      heard += 1;
      return { text: `Pedido ${heard}.` };
    };
    const item = await createRecordedItem(deps, tenant, 'cobranca-com-ofensa');
    const { execucaoId } = await request(deps, item);
    expect((await waitForRun(deps, execucaoId)).status).toBe('concluida');
    const calls = fake.requests.filter(({ rota }) => rota === 'transcricao');
    const whole = calls.filter(({ campos }) => campos.file?.endsWith('.flac'));
    // Each channel is sent whole, then by utterances; the answer to an utterance becomes one sentence with its time.
    expect(whole).toHaveLength(2);
    const sentences = await deps.prisma.sentenca.findMany({
      where: { transcricao: { resultado: { execucaoId } } },
    });
    expect(sentences).toHaveLength(calls.length - whole.length);
    expect(Math.max(...sentences.map(({ startMs, endMs }) => endMs - startMs))).toBeLessThan(30_000);
  });
});
