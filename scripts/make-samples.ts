/**
 * npm run amostras: makes the sample calls of `samples/` from the dialogues of `sample-dialogues.ts`, and the
 * interviews of `samples/entrevistas/` from `interview-dialogues.ts` (one microphone for both voices, with typed
 * answers and expected findings beside the sound). Needs espeak-ng and ffmpeg. The times in the true transcripts are
 * those of the synthesis: every clause is spoken separately, trimmed to its audible part and placed on a time line by
 * sample index. The MP3 files state the encoder's delay in their LAME header, so that decoders skip it and sample 0 of
 * the decoded sound is sample 0 of the time line (tested by demo-ai/src/samples.test.ts).
 */
import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { encodePeaks } from '@escuta/shared/domain/audio/audio-peaks';
import { seededRandom } from '@escuta/shared/domain/seeded-random';
import { analyseAudio } from '../worker/src/audio/measure/analyse-audio.ts';
import {
  ABERTURA,
  ACEITE,
  DESPEDIDA,
  ENTREVISTADORES,
  ENTREVISTAS,
  type EntrevistaDaAmostra,
  PESQUISA,
} from './interview-dialogues.ts';
import { DIALOGOS, type Dialogo, type Papel, type Turno, type Voz } from './sample-dialogues.ts';

const run = promisify(execFile);

/** Rate of espeak-ng, Hz; the encoder reduces it to the telephone's 8 kHz. */
const RATE = 22_050;
const PASTA = fileURLToPath(new URL('../samples/', import.meta.url));

/** Pause after a clause inside a sentence, ms: usually, and after '...'. */
const PAUSA_DA_VIRGULA_MS = 130;
const PAUSA_DAS_RETICENCIAS_MS = 420;
/** Pause between the sentences of a turn, ms. */
const PAUSA_ENTRE_SENTENCAS_MS = 330;
const CONFIANCA_PADRAO = 0.93;

/** Target level of speech, RMS against full scale. */
const NIVEL: Record<Papel, number> = { agente: 0.1, cliente: 0.075 };
/** Line noise, RMS against full scale (about -66 dBFS): a telephone line is never digital zero. */
const RUIDO = 0.0005;

/** Word, start and end in ms. A tuple keeps the committed file small. */
type Palavra = readonly [texto: string, startMs: number, endMs: number];
type Sentenca = {
  canal: 'left' | 'right';
  papel: Papel;
  texto: string;
  startMs: number;
  endMs: number;
  confianca: number;
  palavras: Palavra[];
  /** Only in an interview: the question to which the sentence belongs, and the sentence's part in it. */
  pergunta?: string;
  parte?: Parte;
  /** False if a noise covers the sentence. */
  ouvida?: false;
};

type Parte = 'leitura' | 'conducao' | 'resposta';
type TurnoDaEntrevista = Turno & { pergunta?: string; parte?: Parte; ruido?: boolean };
type Conversa = Pick<Dialogo, 'vozes' | 'finalMs'> & { turnos: readonly TurnoDaEntrevista[] };

const toSamples = (ms: number) => Math.round((ms * RATE) / 1000);
const toMs = (samples: number) => Math.round((samples * 1000) / RATE);

/** Speaks a clause and returns its audible part at `RATE`, mono, full scale ±1. */
async function speak(texto: string, voz: Voz, ritmo: number): Promise<Float32Array> {
  const { stdout } = await run(
    'espeak-ng',
    ['-v', voz.voz, '-s', String(voz.ritmo + ritmo), '-p', String(voz.tom), '--stdout', texto],
    { encoding: 'buffer', maxBuffer: 32 * 1024 * 1024 },
  );
  const data = stdout.subarray(stdout.indexOf('data') + 8);
  const samples = new Float32Array(data.length >> 1);
  for (let i = 0; i < samples.length; i++) samples[i] = data.readInt16LE(i * 2) / 32768;
  return trim(samples);
}

/** Cuts the beginning and the end while their level over 5 ms is at least 32 dB below the loudest 5 ms. */
function trim(samples: Float32Array): Float32Array {
  const step = toSamples(5);
  const levels: number[] = [];
  for (let i = 0; i < samples.length; i += step) {
    let sum = 0;
    const end = Math.min(i + step, samples.length);
    for (let j = i; j < end; j++) sum += (samples[j] ?? 0) ** 2;
    levels.push(Math.sqrt(sum / (end - i)));
  }
  const floor = Math.max(...levels) * 10 ** (-32 / 20);
  const first = levels.findIndex((l) => l >= floor);
  const last = levels.findLastIndex((l) => l >= floor);
  return samples.slice(first * step, Math.min((last + 1) * step, samples.length));
}

/** Splits a sentence at natural breaths. */
const clausesOf = (texto: string) => texto.split(/(?<=[,;:]|\.\.\.)\s+/);

const rms = (samples: Float32Array) => Math.sqrt(samples.reduce((sum, s) => sum + s * s, 0) / samples.length);

/** Makes a source of noise, ±1, seeded so that two runs give the same file. */
function createNoise(seed: number): () => number {
  const random = seededRandom(seed);
  return () => random() * 2 - 1;
}

type Clause = { texto: string; samples: Float32Array };

async function speakSentence(texto: string, voz: Voz, ritmo: number): Promise<Clause[]> {
  const clauses: Clause[] = [];
  for (const clause of clausesOf(texto))
    clauses.push({ texto: clause, samples: await speak(clause, voz, ritmo) });
  return clauses;
}

/** Distributes a clause's time over its words by length, because espeak-ng's command line gives no word times. */
function wordTimes(texto: string, startMs: number, endMs: number): Palavra[] {
  const words = texto.split(/\s+/);
  const weights = words.map((w) => w.replace(/[^\p{L}\p{N}]/gu, '').length + 1);
  const total = weights.reduce((a, b) => a + b, 0);
  let passed = 0;
  return words.map((word, i) => {
    const from = startMs + ((endMs - startMs) * passed) / total;
    passed += weights[i] ?? 0;
    const to = startMs + ((endMs - startMs) * passed) / total;
    return [word, Math.round(from), Math.round(to)] as const;
  });
}

/** RMS of a noise that covers speech: as loud as speech. */
const RUIDO_ALTO = 0.12;

/** Places the dialogue on the time line: a channel per party, or a common one. */
async function synthesise(dialogo: Conversa, mono = false) {
  const placed: { papel: Papel; at: number; samples: Float32Array; gain: number }[] = [];
  const noisy: { from: number; to: number }[] = [];
  const sentencas: Sentenca[] = [];
  let cursor = 0;
  for (const turno of dialogo.turnos) {
    const voz = dialogo.vozes[turno.papel];
    cursor += toSamples(turno.pausaMs);
    for (const [i, texto] of turno.falas.entries()) {
      if (i > 0) cursor += toSamples(PAUSA_ENTRE_SENTENCAS_MS);
      const start = cursor;
      const palavras: Palavra[] = [];
      const clauses = await speakSentence(texto, voz, turno.ritmo ?? 0);
      for (const [c, clause] of clauses.entries()) {
        if (c > 0) {
          const hesitates = clauses[c - 1]?.texto.endsWith('...');
          cursor += toSamples(hesitates ? PAUSA_DAS_RETICENCIAS_MS : PAUSA_DA_VIRGULA_MS);
        }
        const gain = (NIVEL[turno.papel] * (turno.volume ?? 1)) / rms(clause.samples);
        placed.push({ papel: turno.papel, at: cursor, samples: clause.samples, gain });
        palavras.push(...wordTimes(clause.texto, toMs(cursor), toMs(cursor + clause.samples.length)));
        cursor += clause.samples.length;
      }
      if (turno.ruido) noisy.push({ from: start, to: cursor });
      sentencas.push({
        canal: mono || turno.papel === 'agente' ? 'left' : 'right',
        papel: turno.papel,
        texto,
        startMs: toMs(start),
        endMs: toMs(cursor),
        confianca: turno.confianca ?? CONFIANCA_PADRAO,
        palavras,
        ...(turno.pergunta && { pergunta: turno.pergunta }),
        ...(turno.parte && { parte: turno.parte }),
        ...(turno.ruido && { ouvida: false as const }),
      });
    }
  }
  const length = cursor + toSamples(dialogo.finalMs);
  const noise = createNoise(20_260_101);
  const sides: Record<Papel, Float32Array> = {
    agente: new Float32Array(length),
    cliente: new Float32Array(length),
  };
  for (const side of Object.values(sides)) {
    for (let i = 0; i < length; i++) side[i] = noise() * RUIDO * Math.sqrt(3);
  }
  for (const { papel, at, samples, gain } of placed) {
    const side = sides[papel];
    for (let i = 0; i < samples.length; i++) side[at + i] = (side[at + i] ?? 0) + (samples[i] ?? 0) * gain;
  }
  for (const { from, to } of noisy) {
    for (let i = from; i < to; i++)
      sides.agente[i] = (sides.agente[i] ?? 0) + noise() * RUIDO_ALTO * Math.sqrt(3);
  }
  const channels = mono ? 1 : 2;
  const pcm = Buffer.alloc(length * channels * 2);
  for (let i = 0; i < length; i++) {
    const [agente = 0, cliente = 0] = [sides.agente[i], sides.cliente[i]];
    if (mono) {
      pcm.writeInt16LE(toInt16(agente + cliente), i * 2);
      continue;
    }
    pcm.writeInt16LE(toInt16(agente), i * 4);
    pcm.writeInt16LE(toInt16(cliente), i * 4 + 2);
  }
  sentencas.sort((a, b) => a.startMs - b.startMs);
  return { pcm, sentencas, duracaoMs: toMs(length) };
}

const toInt16 = (value: number) => Math.max(-32768, Math.min(32767, Math.round(value * 32767)));

/**
 * Encodes a sound: telephone band, 8 kHz, MP3 with independent channels, because joint stereo would mix the parties.
 */
async function encode(pcm: Buffer, file: string, mono = false): Promise<void> {
  const args = [
    '-hide_banner',
    '-loglevel',
    'error',
    '-y',
    '-f',
    's16le',
    '-ar',
    String(RATE),
    '-ac',
    mono ? '1' : '2',
    '-i',
    '-',
  ];
  args.push('-af', 'highpass=f=300:p=2,lowpass=f=3400:p=2,aresample=8000:filter_size=64');
  args.push('-c:a', 'libmp3lame', '-b:a', mono ? '16k' : '32k', '-joint_stereo', '0', '-cutoff', '3600');
  args.push('-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact', '-id3v2_version', '0');
  const child = spawn('ffmpeg', [...args, file], { stdio: ['pipe', 'inherit', 'inherit'] });
  const closed = new Promise<number | null>((resolve, reject) =>
    child.once('close', resolve).once('error', reject),
  );
  child.stdin.end(pcm);
  const code = await closed;
  if (code !== 0) throw new Error(`ffmpeg terminou com código ${code} ao gravar ${file}`);
}

/** The turns of an interview: opening, each question with its answer, farewell. */
function turnsOf({ entrevistador, passos }: EntrevistaDaAmostra): TurnoDaEntrevista[] {
  const turnos: TurnoDaEntrevista[] = [
    { papel: 'agente', falas: ABERTURA(entrevistador), pausaMs: 600 },
    { papel: 'cliente', falas: ACEITE, pausaMs: 450 },
  ];
  for (const { codigo: pergunta, leitura, conducao, resposta, ruido } of passos) {
    if (leitura) turnos.push({ papel: 'agente', falas: leitura, pausaMs: 700, pergunta, parte: 'leitura' });
    if (conducao)
      turnos.push({ papel: 'agente', falas: conducao.falas, pausaMs: 500, pergunta, parte: 'conducao' });
    if (resposta)
      turnos.push({
        papel: 'cliente',
        falas: resposta,
        pausaMs: 550,
        pergunta,
        parte: 'resposta',
        ...(ruido && { ruido }),
      });
  }
  return [...turnos, { papel: 'agente', falas: DESPEDIDA, pausaMs: 700 }];
}

/** Saves a recording's sound and true transcript, a line per sentence: this keeps diffs readable and the file small. */
async function save(
  pasta: string,
  { pcm, sentencas, duracaoMs }: Awaited<ReturnType<typeof synthesise>>,
  verdade: { arquivo: string; [campo: string]: unknown },
  mono = false,
): Promise<void> {
  const { arquivo } = verdade;
  await encode(pcm, `${pasta}${arquivo}`, mono);
  const cabecalho = JSON.stringify(verdade, null, 2).replace(/\n}$/, '');
  const linhas = sentencas.map((s) => `    ${JSON.stringify(s)}`).join(',\n');
  await writeFile(
    `${pasta}${arquivo.replace('.mp3', '.json')}`,
    `${cabecalho},\n  "sentencas": [\n${linhas}\n  ]\n}\n`,
  );
  console.log(`${arquivo}: ${(duracaoMs / 1000).toFixed(1)} s, ${sentencas.length} sentenças`);
}

for (const dialogo of DIALOGOS) {
  const { slug, titulo, numeroDestino, ramal, nomeEntrevistado } = dialogo;
  const feita = await synthesise(dialogo);
  const { duracaoMs } = feita;
  const arquivo = `${slug}.mp3`;
  await save(PASTA, feita, {
    slug,
    titulo,
    arquivo,
    canalAgente: 'left',
    duracaoMs,
    numeroDestino,
    ramal,
    nomeEntrevistado,
  });
}

const ENTREVISTAS_EM = `${PASTA}entrevistas/`;

/** Saves the product's own analysis of the sound, so that the demonstration need not compute it first. */
async function saveFacts(slug: string): Promise<void> {
  const workDir = await mkdtemp(join(tmpdir(), 'escuta-amostras-'));
  try {
    const { facts, peaks } = await analyseAudio({
      filePath: `${ENTREVISTAS_EM}${slug}.mp3`,
      workDir,
      canalAgente: 'left',
      timeoutMs: 60_000,
      options: { noiseReduction: false, normalize: false, enhanceSpeed: false, maxDurationMs: 600_000 },
    });
    await writeFile(`${ENTREVISTAS_EM}${slug}.fatos`, `${JSON.stringify(facts)}\n`);
    await writeFile(`${ENTREVISTAS_EM}${slug}.picos`, encodePeaks(peaks));
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

await mkdir(ENTREVISTAS_EM, { recursive: true });
for (const entrevista of ENTREVISTAS) {
  const vozes = { agente: ENTREVISTADORES[entrevista.entrevistador], cliente: entrevista.voz };
  const feita = await synthesise({ vozes, finalMs: 700, turnos: turnsOf(entrevista) }, true);
  const { slug, nome, telefone, entrevistador, em, passos } = entrevista;
  // Drops the speech of each step: the transcript's sentences contain it.
  const achados = passos.map(({ leitura, conducao, resposta, ruido, ...passo }) => ({
    ...passo,
    feita: leitura !== null,
    ...(conducao && { conducao: { codigo: conducao.codigo, tipo: conducao.tipo } }),
  }));
  const { duracaoMs } = feita;
  const verdade = { slug, titulo: `Entrevista com ${nome}`, arquivo: `${slug}.mp3`, mono: true, duracaoMs };
  const feitaPor = { nome, telefone, entrevistador, em };
  await save(ENTREVISTAS_EM, feita, { ...verdade, ...feitaPor, passos: achados }, true);
  await saveFacts(slug);
}
await writeFile(`${ENTREVISTAS_EM}pesquisa.json`, `${JSON.stringify(PESQUISA, null, 2)}\n`);
