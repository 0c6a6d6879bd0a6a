// A mono recording: a model that can separate voices is asked to do so. Each sentence gets a speaker: by role if the
// words reveal the role, otherwise by voice. If each party has a channel, the channel decides.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { RunningWorker } from '../../worker/src/worker.ts';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { type FakeAnswer, type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import { longo } from '../support/longo.ts';
import {
  asInterview,
  createPipelineTenant,
  createRecordedItem,
  createTemplate,
  request,
  SAMPLES,
  startTestWorker,
  stopTestWorker,
  waitForRun,
} from '../support/pipeline.ts';

const deps = createTestDeps();
let fake: FakeProvider;
let worker: RunningWorker;
let folder: string;
let mono: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vozes-'));
  mono = join(folder, 'mono.wav');
  await promisify(execFile)('ffmpeg', [
    ...['-nostdin', '-v', 'error', '-i', join(SAMPLES, 'teste-curta.mp3'), '-ac', '1', mono],
  ]);
  fake = await startFakeProvider();
  worker = await startTestWorker(deps, fake.url);
  await deps.prisma.modeloCatalogo.create({
    data: {
      rotulo: 'com-vozes',
      provedor: 'openai',
      modelo: 'gpt-4o-transcribe-diarize',
      finalidade: 'transcricao',
    },
  });
});
beforeEach(() => {
  fake.requests.length = 0;
  fake.intercept = () => undefined;
});
afterAll(async () => {
  await stopTestWorker(worker);
  await fake.close();
  await closeTestDeps(deps);
  await rm(folder, { recursive: true, force: true });
});

/** A criterion about the agent, so it is scored only if the speaker is known. */
const ABOUT_THE_AGENT = [
  { id: 'oferta', descricao: 'O agente oferece ajuda.', peso: 1, critico: false, sujeito: 'agente' as const },
];

async function createVoicesTenant() {
  const tenant = await createPipelineTenant(deps, {
    templates: 0,
    config: { transcriptionConfig: { modelo: 'com-vozes' } },
  });
  await createTemplate(deps, tenant.projeto, 'Atendimento', { criterios: ABOUT_THE_AGENT });
  return tenant;
}

const hears = (segments: NonNullable<FakeAnswer['segments']>) => {
  fake.intercept = ({ rota }) => (rota === 'transcricao' ? { segments } : undefined);
};

async function outcomeOf(execucaoId: string) {
  const run = await waitForRun(deps, execucaoId, 60_000);
  expect(run.status).toBe('concluida');
  const sentences = await deps.prisma.sentenca.findMany({
    where: { transcricao: { resultado: { execucaoId } } },
    orderBy: { ordem: 'asc' },
  });
  const insight = await deps.prisma.insight.findFirstOrThrow({ where: { execucaoId } });
  const heard = run.eventos.find(({ evento }) => evento === 'Transcrição concluída')?.detalhes;
  return { falas: sentences.map(({ falante, texto }) => [falante, texto]), insight, heard };
}

const sent = (rota: 'transcricao' | 'chat') => fake.requests.filter((one) => one.rota === rota);

it('asks once for the whole recording, names the parties by what only an agent says, and judges each by their own words', async () => {
  hears([
    [0, 1.2, 'Alô, boa tarde.', 'A'],
    [1.3, 3, 'Lumavia, boa tarde. Em que posso ajudar?', 'B'],
    [3.1, 5, 'A minha fatura veio errada.', 'A'],
  ]);
  const tenant = await createVoicesTenant();
  const item = await createRecordedItem(deps, tenant, mono);
  const { execucaoId } = await request(deps, item);
  const { falas, insight, heard } = await outcomeOf(execucaoId);
  expect(falas).toEqual([
    ['cliente', 'Alô, boa tarde.'],
    ['agente', 'Lumavia, boa tarde.'],
    ['agente', 'Em que posso ajudar?'],
    ['cliente', 'A minha fatura veio errada.'],
  ]);
  expect(heard).toBe('4 frases. Modelo: gpt-4o-transcribe-diarize.');
  expect(sent('transcricao').map(({ campos }) => campos)).toEqual([
    {
      file: expect.stringMatching(/\.flac$/u),
      model: 'gpt-4o-transcribe-diarize',
      language: 'pt',
      response_format: 'diarized_json',
      chunking_strategy: 'auto',
      temperature: '0',
    },
  ]);
  for (const { texto } of sent('chat')) expect(texto).toMatch(/^\[2\] agente \(\d/mu);
  // The fake provider quotes the client: this proves nothing about the agent, and the criterion is marked accordingly.
  expect(insight.resultado).toMatchObject({ criterios: [{ id: 'oferta', naoPontuado: 'outra_pessoa' }] });

  // A new analysis uses the same transcript: no transcript is requested again.
  fake.requests.length = 0;
  const again = await outcomeOf((await request(deps, item, 'regenerar')).execucaoId);
  expect(again.falas).toEqual(falas);
  expect(sent('transcricao')).toEqual([]);
});

longo.test('keeps voices apart that it can not name, and scores nobody by them', async () => {
  hears([
    [0, 1, 'Oi.', 'A'],
    [1.1, 2, 'Tudo bem?', 'B'],
    [2.1, 3, 'Tudo.', 'A'],
  ]);
  const item = await createRecordedItem(deps, await createVoicesTenant(), mono);
  const { falas, insight, heard } = await outcomeOf((await request(deps, item)).execucaoId);
  expect(falas.map(([falante]) => falante)).toEqual(['voz_1', 'voz_2', 'voz_1']);
  expect(heard).toBe('3 frases, 2 vozes sem papel reconhecido. Modelo: gpt-4o-transcribe-diarize.');
  for (const { texto } of sent('chat')) expect(texto).toMatch(/^\[2\] voz_2 \(1\.1s\): Tudo bem\?$/mu);
  expect(insight.resultado).toMatchObject({ criterios: [{ id: 'oferta', naoPontuado: 'sem_falantes' }] });
});

longo.test('names interviewer and respondent in an interview', async () => {
  const dialogue = [
    'Qual é a sua idade?',
    'Trinta.',
    'O senhor trabalha?',
    'Trabalho.',
    'Onde?',
    'Em casa.',
    'Gosta?',
    'Sim.',
  ];
  hears(
    dialogue.map(
      (texto, index) => [index * 0.6, index * 0.6 + 0.5, texto, index % 2 === 0 ? 'A' : 'B'] as const,
    ),
  );
  const item = await asInterview(deps, await createRecordedItem(deps, await createVoicesTenant(), mono));
  const { falas } = await outcomeOf((await request(deps, item)).execucaoId);
  expect(falas.slice(0, 2)).toEqual([
    ['entrevistador', 'Qual é a sua idade?'],
    ['entrevistado', 'Trinta.'],
  ]);
});

it('of a stereo recording asks for no voices: each channel is its own', async () => {
  const item = await createRecordedItem(deps, await createVoicesTenant());
  const { falas } = await outcomeOf((await request(deps, item)).execucaoId);
  expect(sent('transcricao').length).toBeGreaterThan(1);
  for (const { campos } of sent('transcricao')) {
    expect(campos).toMatchObject({ response_format: 'json', chunking_strategy: 'auto' });
  }
  expect(new Set(falas.map(([falante]) => falante))).toEqual(new Set(['agente', 'cliente']));
});

longo.test('of a mono recording and a model without voices nobody is told apart', async () => {
  const item = await createRecordedItem(deps, await createPipelineTenant(deps), mono);
  const { falas } = await outcomeOf((await request(deps, item)).execucaoId);
  expect(sent('transcricao').map(({ campos }) => campos.response_format)).toEqual(['verbose_json']);
  expect(new Set(falas.map(([falante]) => falante))).toEqual(new Set(['desconhecido']));
});
