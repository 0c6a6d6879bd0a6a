// Tests interviews with two people at one microphone: where the words do not tell who says a sentence, the voice does.
// This decision is made once, is stored without the sound, and gives way to a person's correction.

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PapelDaSentenca } from '@escuta/shared/domain/interview/confront/roles';
import { wavHeader } from '@escuta/shared/services/recordings/wav-header';
import { requestRun } from '@escuta/shared/services/runs/request';
import { requestRejudge } from '@escuta/shared/services/verdicts/interview-rejudge';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hearVoices } from '../../worker/src/audio/hear-voices.ts';
import type { RunningWorker } from '../../worker/src/worker.ts';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { type FakeAnswer, type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import {
  COM_TEMPOS,
  confrontAnswer,
  createInterview,
  createTimedModel,
  type Dito,
} from '../support/interviews.ts';
import { longo } from '../support/longo.ts';
import {
  createPipelineTenant,
  createTemplate,
  request,
  startTestWorker,
  stopTestWorker,
  waitForRun,
} from '../support/pipeline.ts';

const RATE = 16_000;
const TEMAS = ['do transporte coletivo', 'da coleta de lixo', 'da iluminação das ruas', 'do posto de saúde'];
const PERGUNTAS = TEMAS.map((tema, index) => ({
  codigo: `P${index + 1}`,
  texto: `O que o senhor acha ${tema} do bairro onde mora?`,
  tipo: 'texto' as const,
}));
type Fala = { quem: 'entrevistador' | 'entrevistado'; texto: string };
/**
 * After each answer the interviewer makes a remark that reads like an answer: by its words alone it would be taken for
 * the respondent's.
 */
const FALAS = PERGUNTAS.flatMap(({ texto }, index): Fala[] => [
  { quem: 'entrevistador', texto },
  { quem: 'entrevistado', texto: `Acho que ficou bem pior no ano ${index + 2001}.` },
  { quem: 'entrevistador', texto: `Pois então, estou anotando aqui tudo isso, item ${index + 11}.` },
  { quem: 'entrevistado', texto: `Isso, pode anotar, foi assim mesmo, viu, caso ${index + 31}.` },
]);
const SECONDS_EACH = 1.6;
const SPOKEN_SECONDS = 1.3;
const DITOS: Record<string, Dito> = Object.fromEntries(
  PERGUNTAS.map(({ codigo, texto }, index) => [
    codigo,
    {
      leitura: ['exata', texto],
      resposta: ['adequada', FALAS[index * 4 + 1]?.texto ?? '', 'pior'],
    } satisfies Dito,
  ]),
);

/** Makes a synthetic voice: a buzz of `pitch` Hz with a formant around `mouth` Hz, and the loudness of syllables. */
function buzz(pitch: number, mouth: number): Float32Array {
  return Float32Array.from({ length: RATE * SPOKEN_SECONDS }, (_, i) => {
    const t = i / RATE;
    let sum = 0;
    for (let harmonic = 1; harmonic * pitch < 3500; harmonic += 1) {
      const hz = harmonic * pitch;
      const vowel = mouth * (1 + 0.3 * Math.sin(2 * Math.PI * 2.5 * t));
      sum += Math.sin(2 * Math.PI * hz * t) / (harmonic * (1 + ((hz - vowel) / 300) ** 2));
    }
    return sum * (0.55 + 0.45 * Math.sin(2 * Math.PI * 4 * t));
  });
}

async function record(file: string): Promise<void> {
  const mix = Float32Array.from(
    { length: RATE * (FALAS.length * SECONDS_EACH + 1) },
    (_, i) => Math.sin(i * i) * 0.002,
  );
  const voices = { entrevistador: buzz(105, 600), entrevistado: buzz(190, 1100) };
  for (const [index, { quem }] of FALAS.entries()) {
    const from = Math.round(index * SECONDS_EACH * RATE);
    for (const [i, sample] of voices[quem].entries()) mix[from + i] = (mix[from + i] ?? 0) + sample * 0.15;
  }
  const pcm = Buffer.alloc(mix.length * 2);
  for (const [i, sample] of mix.entries())
    pcm.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), i * 2);
  await writeFile(file, Buffer.concat([wavHeader(RATE, pcm.length), pcm]));
}

const deps = createTestDeps();
let fake: FakeProvider;
let worker: RunningWorker;
let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vozes-'));
  file = join(folder, 'duas-vozes.wav');
  await record(file);
  fake = await startFakeProvider();
  worker = await startTestWorker(deps, fake.url);
  await createTimedModel(deps);
});
beforeEach(() => {
  const segments = FALAS.map(
    ({ texto }, index) => [index * SECONDS_EACH, index * SECONDS_EACH + SPOKEN_SECONDS, texto] as const,
  );
  fake.intercept = (seen): FakeAnswer | undefined =>
    seen.rota === 'transcricao' ? { segments } : confrontAnswer(seen, DITOS);
});
afterAll(async () => {
  await stopTestWorker(worker);
  await fake.close();
  await closeTestDeps(deps);
  await rm(folder, { recursive: true, force: true });
});

async function audited() {
  const tenant = await createPipelineTenant(deps, {
    templates: 0,
    config: { transcriptionConfig: { modelo: COM_TEMPOS } },
  });
  const { item, entrevista } = await createInterview(
    deps,
    tenant,
    PERGUNTAS,
    { P1: { texto: 'pior' } },
    { file },
  );
  const { execucaoId } = await request(deps, item);
  const run = await waitForRun(deps, execucaoId, 60_000);
  expect(run).toMatchObject({ status: 'concluida', motivo: null });
  return { tenant, item, entrevista, run };
}

type Held = { id: string; ordem: number; falante: string; origem: string; voz: number | null };
async function held(execucaoId: string): Promise<Held[]> {
  const { rows } = await deps.db.query<Held>(
    `select v.id, v.ordem, v.falante, v.papel_origem as origem, s.voz from auditoria_resultados r
     join transcricoes t on t.resultado_id = r.id join sentencas_vigentes v on v.transcricao_id = t.id
     join sentencas s on s.id = v.id where r.execucao_id = $1 order by v.ordem`,
    [execucaoId],
  );
  return rows;
}
const speakers = async (execucaoId: string) => (await held(execucaoId)).map(({ falante }) => falante);

/** Writes corrections and the request for new verdicts in one transaction, as the API's routes do. */
async function correct(
  { tenant, item, entrevista }: Awaited<ReturnType<typeof audited>>,
  roles: readonly { id: string; falante: string }[],
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    for (const { id, falante } of roles)
      await tx.query(
        `insert into sentenca_correcoes (id, empresa_id, item_id, sentenca_id, falante, usuario_id)
         values (gen_random_uuid(), $1, $2, $3, $4, gen_random_uuid())`,
        [tenant.empresa.id, item.id, id, falante],
      );
    await requestRejudge(tx, { empresaId: tenant.empresa.id, entrevistaId: entrevista.id });
  });
  const wish = () => deps.prisma.entrevista.findUniqueOrThrow({ where: { id: entrevista.id } });
  await expect.poll(async () => (await wish()).rejulgarEm, { timeout: 60_000 }).toBeNull();
}

const SPOKEN = FALAS.map(({ quem }) => quem);

describe('an interview on one microphone', () => {
  it('is known to the voice where the words do not tell, and only that much of the voice is kept', async () => {
    const { run } = await audited();
    const sentences = await held(run.id);
    expect(sentences.map(({ falante }) => falante)).toEqual(SPOKEN);
    for (const [index, { quem }] of FALAS.entries()) {
      const { voz, origem } = sentences[index] as Held;
      expect(Math.sign(voz ?? 0), `sentence ${index + 1}`).toBe(quem === 'entrevistador' ? 1 : -1);
      // Only the questions read out are recognised by their words; the other sentences are recognised by voice.
      if (index % 4 === 2) expect(origem).toBe('voz');
    }
  });

  it("keeps a person's word over the voice, also that nobody can tell, and judges the rest by the same voices", async () => {
    const one = await audited();
    const sentences = await held(one.run.id);
    await correct(one, [
      { id: sentences[2]?.id ?? '', falante: 'entrevistado' },
      { id: sentences[6]?.id ?? '', falante: 'desconhecido' },
    ]);
    const after = await held(one.run.id);
    expect(after.map(({ falante }) => falante)).toEqual(
      SPOKEN.with(2, 'entrevistado').map((quem, index) => (index === 6 ? 'desconhecido' : quem)),
    );
    expect(after.map(({ voz }) => voz)).toEqual(sentences.map(({ voz }) => voz));
  });

  longo.test('whose voices a person swaps is swapped as a whole', async () => {
    const one = await audited();
    const other = (quem: string) => (quem === 'entrevistador' ? 'entrevistado' : 'entrevistador');
    await correct(
      one,
      (await held(one.run.id)).map(({ id, falante }) => ({ id, falante: other(falante) })),
    );
    expect(await speakers(one.run.id)).toEqual(SPOKEN.map(other));
  });

  longo.test('takes what was heard over with a transcript that is not made again', async () => {
    const { tenant, item, run } = await audited();
    await createTemplate(deps, tenant.projeto, 'Novo modelo');
    const { execucaoId } = await requestRun(deps.db, {
      entrevistaMinutos: 20,
      scope: { kind: 'empresa', empresaId: tenant.empresa.id },
      itemId: item.id,
      origem: 'manual',
      reuso: 'lacunas',
      solicitadoPor: null,
    });
    await waitForRun(deps, execucaoId, 60_000);
    const plain = ({ ordem, falante, origem, voz }: Held) => ({ ordem, falante, origem, voz });
    expect((await held(execucaoId)).map(plain)).toEqual((await held(run.id)).map(plain));
  });
});

longo.describe('hearing voices', () => {
  const trechos = FALAS.map((_, index) => ({
    startMs: index * SECONDS_EACH * 1000,
    endMs: (index * SECONDS_EACH + SPOKEN_SECONDS) * 1000,
  }));
  const papeis = FALAS.map(
    (_, index): PapelDaSentenca =>
      index % 4 === 0
        ? { falante: 'entrevistador', origem: 'texto', confianca: 0.95 }
        : { falante: 'entrevistado', origem: 'texto', confianca: index % 4 === 1 ? 0.7 : 0.5 },
  );
  const flac = async () => {
    const flacPath = join(folder, 'canal.flac');
    await promisify(execFile)('ffmpeg', ['-nostdin', '-v', 'error', '-y', '-i', file, flacPath]);
    return flacPath;
  };

  it('says of each stretch whose it is, of none beyond the end, and gives up at once when it is told to', async () => {
    const input = { flacPath: await flac(), trechos, papeis, timeoutMs: 60_000 };
    const found = await hearVoices(input);
    expect(found.map((voz) => (voz ?? 0) > 0)).toEqual(SPOKEN.map((quem) => quem === 'entrevistador'));
    const beyond = await hearVoices({
      ...input,
      trechos: [...trechos, { startMs: 3_600_000, endMs: 3_601_000 }],
      papeis: [...papeis, { falante: 'entrevistado', origem: 'texto', confianca: 0.5 }],
    });
    expect(beyond.at(-1)).toBeNull();
    const abort = new AbortController();
    const given = hearVoices({ ...input, signal: abort.signal });
    abort.abort();
    await expect(given).rejects.toMatchObject({ code: 'cancelado' });
  });
});
