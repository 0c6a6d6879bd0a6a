// Common load of all scenarios: a company with recordings. Most runs are requested before the fault; the other items
// are sent through the API during the fault, by a client that retries like a telephone system.

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { newId } from '@escuta/shared/platform/database/ids';
import { issueApiKey } from '@escuta/shared/services/accounts/companies';
import { requestRun } from '@escuta/shared/services/runs/request';
import { ROOT } from '../../scripts/lib/paths.mjs';
import type { TestDeps } from '../support/app.ts';
import { NAO_DITO } from '../support/fake-provider.ts';
import { frozenQuestion } from '../support/frozen-question.ts';
import { monoSample } from '../support/interviews.ts';
import { createPipelineTenant, type PipelineTenant } from '../support/pipeline.ts';
import { openRecording } from './installation.ts';

/** Of ten items, the number that arrive through the API during the fault. */
const ARRIVING_OF_TEN = 2;
/** Every n-th ready item is an interview of this length, which costs two credits. */
const INTERVIEW_EVERY = 5;
const INTERVIEW_MS = 25 * 60_000;
/** Every n-th other item is a call in a format that browsers cannot play: it gets a listening copy. */
const COPY_EVERY = 3;
/** Two questions: the fake provider transcribes the first (tests/support/fake-provider.ts); nobody says the second. */
export const PERGUNTAS = [
  'Bom dia, central de atendimento.',
  'Qual é a sua idade em anos completos?',
] as const;
/** A client gives up on an item after this time, ms. */
const CLIENT_PATIENCE_MS = 180_000;
export const CREDITS = 1000;

export type Load = { tenant: PipelineTenant; apiKey: string; ready: string[]; arriving: number };

/** Creates a company with recordings of calls and of a survey's interviews, for which no run is requested yet. */
export async function createLoad(deps: TestDeps, items: number, maxRetries: number): Promise<Load> {
  const tenant = await createPipelineTenant(deps, {
    creditos: CREDITS,
    config: {
      retryConfig: { max_retries: maxRetries, enable_exponential_backoff: true, dead_letter_queue: true },
    },
  });
  const apiKey = await issueApiKey(deps.db, deps, tenant.empresa.id);
  const arriving = Math.round((items * ARRIVING_OF_TEN) / 10);
  const ready = Array.from({ length: items - arriving }, () => randomUUID());
  const folder = await mkdtemp(join(tmpdir(), 'falhas-'));
  const mono = await readFile(await monoSample(folder, 'teste-curta'));
  const adpcm = await readFile(await adpcmSample(folder));
  await rm(folder, { recursive: true, force: true });
  const survey = await createSurvey(deps, tenant);
  for (const [n, itemId] of ready.entries()) {
    const key = `${tenant.empresa.id}/${itemId}/${randomUUID()}`;
    if (n % INTERVIEW_EVERY === 0) {
      await deps.store.put(key, Readable.from([mono]), { contentType: 'audio/wav' });
      await createInterviewItem(deps, tenant, survey, { itemId, key });
      continue;
    }
    const tipo = n % COPY_EVERY === 0 ? 'audio/vnd.wave;codec=11' : 'audio/mpeg';
    const bytes = tipo === 'audio/mpeg' ? openRecording() : Readable.from([adpcm]);
    await deps.store.put(key, bytes, { contentType: tipo });
    await deps.db.query(
      `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, arquivo_path, arquivo_nome, arquivo_tipo)
       values ($1, $2, $3, $4, $5, 'ligacao', $6)`,
      [itemId, tenant.empresa.id, tenant.projeto.id, tenant.auditoria.id, key, tipo],
    );
  }
  return { tenant, apiKey, ready, arriving };
}

/** Converts the short sample to a telephone system's format, both channels. @returns the file's path */
async function adpcmSample(folder: string): Promise<string> {
  const file = join(folder, 'adpcm.wav');
  const source = join(ROOT, 'samples/teste-curta.mp3');
  await promisify(execFile)('ffmpeg', [
    '-nostdin',
    '-v',
    'error',
    '-i',
    source,
    '-c:a',
    'adpcm_ima_wav',
    file,
  ]);
  return file;
}

type Survey = { pesquisaId: string; questionarioId: string; versaoId: string; perguntaIds: string[] };

/** Creates a survey that asks PERGUNTAS, with the first version of its questionnaire. */
async function createSurvey(deps: TestDeps, { empresa, projeto }: PipelineTenant): Promise<Survey> {
  const [pesquisaId, questionarioId, versaoId] = [newId(), newId(), newId()];
  const perguntas = PERGUNTAS.map((texto, index) =>
    frozenQuestion({ id: newId(), codigo: `P${index + 1}`, texto, lerOpcoes: false }),
  );
  const empresaId = empresa.id;
  await deps.prisma.pesquisa.create({
    data: { id: pesquisaId, empresaId, projetoId: projeto.id, titulo: 'Pesquisa sob falhas' },
  });
  await deps.prisma.questionario.create({
    data: { id: questionarioId, empresaId, pesquisaId, nome: 'Questionário' },
  });
  await deps.prisma.pergunta.createMany({
    data: perguntas.map(({ id, codigo, texto, tipo }, index) => ({
      id,
      empresaId,
      questionarioId,
      codigo,
      textoPergunta: texto,
      tipo,
      ordem: index + 1,
    })),
  });
  await deps.prisma.questionarioVersao.create({
    data: {
      id: versaoId,
      empresaId,
      questionarioId,
      numero: 1,
      publicadaEm: new Date(),
      conteudo: { perguntas },
    },
  });
  return { pesquisaId, questionarioId, versaoId, perguntaIds: perguntas.map(({ id }) => id) };
}

/** Creates a finished interview with its typed answers and its measured recording. */
async function createInterviewItem(
  deps: TestDeps,
  { empresa, projeto, auditoria }: PipelineTenant,
  { perguntaIds, ...survey }: Survey,
  { itemId, key }: { itemId: string; key: string },
): Promise<void> {
  const entrevistaId = newId();
  await deps.db.query(
    `insert into entrevistas (id, empresa_id, projeto_id, pesquisa_id, questionario_id, questionario_versao_id,
      nome_entrevistado,
       situacao) values ($1, $2, $3, $4, $5, $6, 'Pessoa Entrevistada', 'concluida')`,
    [entrevistaId, empresa.id, projeto.id, survey.pesquisaId, survey.questionarioId, survey.versaoId],
  );
  await deps.db.query(
    `insert into respostas (id, empresa_id, entrevista_id, pergunta_id, texto_resposta)
     select gen_random_uuid(), $1, $2, p, t from unnest($3::uuid[], $4::text[]) as q (p, t)`,
    // One typed answer was never said: the fake model denies it, so the product sends its second request.
    [empresa.id, entrevistaId, perguntaIds, perguntaIds.map((_, n) => (n === 0 ? NAO_DITO : 'Ajudar hoje'))],
  );
  await deps.db.query(
    `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, tipo_item, pesquisa_id, questionario_id,
      entrevista_id,
       arquivo_path, arquivo_nome, arquivo_tipo, gravacao_ms)
     values ($1, $2, $3, $4, 'entrevista', $5, $6, $7, $8, 'entrevista.wav', 'audio/wav', $9)`,
    [
      itemId,
      empresa.id,
      projeto.id,
      auditoria.id,
      survey.pesquisaId,
      survey.questionarioId,
      entrevistaId,
      key,
      INTERVIEW_MS,
    ],
  );
}

/** Requests runs for the ready items. */
export async function requestReady(deps: TestDeps, { tenant, ready }: Load): Promise<void> {
  const scope = { kind: 'empresa', empresaId: tenant.empresa.id } as const;
  for (const itemId of ready) {
    await requestRun(deps.db, {
      entrevistaMinutos: 20,
      scope,
      itemId,
      origem: 'manual',
      solicitadoPor: null,
    });
  }
}

/**
 * Sends the arriving items through the API, four at a time: registers, uploads, requests processing; retries each step
 * until it succeeds.
 * @throws if the API is away too long or refuses for good
 */
export async function sendArriving(apiUrl: string, load: Load): Promise<void> {
  const sound = await readFile(join(ROOT, 'samples/teste-curta.mp3'));
  const { tenant, apiKey } = load;
  const until = Date.now() + CLIENT_PATIENCE_MS;
  const post = async (path: string, body: object | FormData, fine: readonly number[]): Promise<unknown> => {
    const form = body instanceof FormData;
    for (;;) {
      const answer = await fetch(`${apiUrl}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(form ? {} : { 'content-type': 'application/json' }),
        },
        body: form ? body : JSON.stringify(body),
        signal: AbortSignal.timeout(30_000),
      }).catch(() => null);
      const text = (await answer?.text().catch(() => '')) ?? '';
      if (answer && fine.includes(answer.status)) return JSON.parse(text);
      const worthAnother = answer === null || answer.status >= 500 || answer.status === 429;
      if (!worthAnother || Date.now() > until) {
        throw new Error(`a API respondeu ${answer?.status ?? 'nada'} a ${path}: ${text.slice(0, 300)}`);
      }
      await sleep(500);
    }
  };
  const sendOne = async () => {
    const created = (await post(
      `/auditoria/${tenant.auditoria.id}/items/arquivo`,
      { projeto_id: tenant.projeto.id },
      [201],
    )) as { data: { id: string } };
    const form = new FormData();
    form.append('file', new Blob([sound], { type: 'audio/mpeg' }), 'ligacao.mp3');
    await post(`/auditoria-item/${created.data.id}/upload`, form, [200]);
    // 409 means that an earlier try requested the run, but its answer was lost.
    await post('/auditoria-resultado/processar', { auditoriaItemId: created.data.id }, [202, 409]);
  };
  let left = load.arriving;
  const lines = Array.from({ length: 4 }, async () => {
    while (left > 0) {
      left -= 1;
      await sendOne();
    }
  });
  await Promise.all(lines);
}
