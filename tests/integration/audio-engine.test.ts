import { execFile } from 'node:child_process';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createTimeMap } from '@escuta/shared/domain/audio/time-map';
import { wavHeader } from '@escuta/shared/services/recordings/wav-header';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AudioError, type AudioErrorCode } from '../../worker/src/audio/audio-error.ts';
import { cutUtterances } from '../../worker/src/audio/cut-utterances.ts';
import { type AnalyseAudioInput, analyseAudio } from '../../worker/src/audio/measure/analyse-audio.ts';
import { measureAudio } from '../../worker/src/audio/measure/measure-audio.ts';
import { cases, longo } from '../support/longo.ts';

const run = promisify(execFile);
const samplesDir = path.resolve(import.meta.dirname, '../../samples');
const SAMPLES = [
  'amostra-principal',
  'cancelamento-mal-conduzido',
  'cobranca-com-ofensa',
  'venda-de-fibra',
  'teste-curta',
] as const;

interface Truth {
  duracaoMs: number;
  sentencas: { papel: 'agente' | 'cliente'; texto: string; startMs: number; endMs: number }[];
}

const sample = (slug: string) => path.join(samplesDir, `${slug}.mp3`);

let root = '';
let made = 0;
/** Path of a file of SOURCES. */
const ready = (name: string) => path.join(root, name);

/** Formats to decode; those of telephones, field devices and recorders come first. */
const FORMATS: [extension: string, codec: string, args: string[]][] = [
  ['wav', 'pcm_alaw', ['-c:a', 'pcm_alaw']],
  ['webm', 'opus', ['-c:a', 'libopus']],
  ['m4a', 'aac', []],
  ['wav', 'pcm_s16le', []],
  ['flac', 'flac', []],
  ['ogg', 'opus', ['-c:a', 'libopus']],
];
/** Recordings without speech: name, reason of refusal, and ffmpeg's source with its length, s. */
const INAUDIBLE: [name: string, reason: string, source: string, seconds: string][] = [
  ['digital silence', 'sem_som', 'anullsrc=r=8000:cl=stereo', '5'],
  ['line noise', 'sem_fala', 'anoisesrc=r=8000:a=0.01:seed=7', '5'],
  ['a dialling tone', 'sem_fala', 'sine=f=425:r=8000', '5'],
  ['a fraction of a second', 'curta_demais', 'anoisesrc=r=8000:seed=7', '0.2'],
];
/** Sources of sound: arguments of ffmpeg, and the files made from each source. */
const SOURCES: [input: string[], files: Record<string, string[]>][] = [
  [
    ['-i', sample('teste-curta')],
    {
      ...Object.fromEntries(
        FORMATS.map(([extension, codec, args]) => [`igual-${codec}.${extension}`, args] as const),
      ),
      'mono.wav': ['-ac', '1'],
      'falso.mp3': ['-af', 'pan=stereo|c0=.5*c0+.5*c1|c1=.4*c0+.4*c1'],
      'mudo.wav': ['-af', 'pan=stereo|c0=c0|c1=0*c0'],
      'quatro.wav': ['-af', 'pan=quad|c0=c0|c1=c1|c2=c0|c3=c0'],
      'saturada.wav': ['-af', 'volume=30dB'],
      'baixa.wav': ['-af', 'volume=-15dB'],
      'alheio.wav': [],
      'taxa.wav': [],
      'sem.wav': ['-fflags', '+bitexact'],
      'mente.wav': ['-fflags', '+bitexact'],
    },
  ],
  [
    ['-i', sample('amostra-principal')],
    {
      'vazamento.wav': ['-af', 'pan=stereo|c0=c0+0.04*c1|c1=c1+0.04*c0'],
      'cortada.wav': [],
      'cortada.mp3': [],
      'cortada.ogg': [],
    },
  ],
  [
    ['-i', sample('entrevistas/entrevista-01')],
    { 'lacuna.ogg': ['-af', "volume=0:enable='between(t,7.3,9.1)'"] },
  ],
  // Makes ten seconds of noise; a test repeats them until they last ten minutes.
  [['-f', 'lavfi', '-t', '10', '-i', 'anoisesrc=r=44100:a=0.1:seed=3'], { 'ruido.wav': [] }],
  ...INAUDIBLE.map(
    ([name, , source, seconds]) =>
      [['-f', 'lavfi', '-t', seconds, '-i', source], { [`${name}.wav`]: [] }] as [
        string[],
        Record<string, string[]>,
      ],
  ),
];

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'escuta-audio-'));
  // A single ffmpeg process makes all files, because its start takes longer than making most files.
  await run('ffmpeg', [
    ...['-nostdin', '-v', 'error', '-y'],
    ...SOURCES.flatMap(([input]) => input),
    ...SOURCES.flatMap(([, files], index) =>
      Object.entries(files).flatMap(([name, args]) => ['-map', `${index}:a`, ...args, `file:${ready(name)}`]),
    ),
  ]);
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function workDir(): Promise<string> {
  made += 1;
  const dir = path.join(root, `obra-${made}`);
  await mkdir(dir);
  return dir;
}

/** Makes a further sound file with ffmpeg. */
async function make(name: string, ...args: string[]): Promise<string> {
  const file = path.join(root, name);
  await run('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args, `file:${file}`]);
  return file;
}

async function analyse(filePath: string, over: Partial<AnalyseAudioInput> = {}) {
  const plain = {
    noiseReduction: false,
    normalize: false,
    enhanceSpeed: false,
    maxDurationMs: 4 * 3_600_000,
  };
  return analyseAudio({
    filePath,
    workDir: over.workDir ?? (await workDir()),
    canalAgente: 'left',
    timeoutMs: 120_000,
    ...over,
    options: { ...plain, ...over.options },
  });
}

const known = new Map<string, ReturnType<typeof analyse>>();
/** Returns the analysis of a sample call. All tests share the analysis, so they must not change its files. */
function analysed(slug: string): ReturnType<typeof analyse> {
  const found = known.get(slug) ?? analyse(sample(slug));
  known.set(slug, found);
  return found;
}

/** Samples of a sound file, decoded by ffmpeg without our code. */
async function samplesOf(file: string): Promise<Int16Array> {
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', file, '-f', 's16le', '-'], {
    encoding: 'buffer',
    maxBuffer: 64 * 1024 * 1024,
  });
  return new Int16Array(new Uint8Array(stdout).buffer);
}

/** Finds the ffmpeg processes on this machine that decode a file. @returns their command lines */
async function decodersOf(file: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.includes('ffmpeg') && line.includes(file));
}

const codes = (facts: { avisos: { codigo: string }[] }) => facts.avisos.map(({ codigo }) => codigo);

describe('facts of the sample calls', () => {
  it.each(cases(SAMPLES, 2))('%s: times of the sentences and length as they really are', async (slug) => {
    const truth = JSON.parse(await readFile(path.join(samplesDir, `${slug}.json`), 'utf8')) as Truth;
    const { facts } = await analysed(slug);
    expect(Math.abs(facts.durationMs - truth.duracaoMs)).toBeLessThanOrEqual(20);
    const misses: string[] = [];
    for (const { papel, texto, startMs, endMs } of truth.sentencas) {
      const speech = facts.canais.find(({ canal }) => canal === papel)!.speech;
      const nearest = (key: 'startMs' | 'endMs', value: number) =>
        Math.min(...speech.map((interval) => Math.abs(interval[key] - value)));
      if (nearest('startMs', startMs) > 250) misses.push(`start of ${texto}`);
      if (nearest('endMs', endMs) > 250) misses.push(`end of ${texto}`);
    }
    expect(misses.length, misses.join('\n')).toBeLessThanOrEqual(truth.sentencas.length * 2 * 0.1);
    expect(facts.audivel).toBe(true);
    expect(facts.avisos).toEqual([]);
  });

  it('the main sample shows its hold and its one interruption, by the client', async () => {
    const { facts, peaks, channels } = await analysed('amostra-principal');
    expect(facts).toMatchObject({ sampleRate: 8000, channels: 2, codec: 'mp3', falseStereo: false });
    expect(facts.silences).toHaveLength(1);
    expect(Math.abs(facts.silenceMs - 7200)).toBeLessThan(300);
    expect(facts.dialogue!.interruptions.map(({ by }) => by)).toEqual(['cliente']);
    expect(facts.dialogue!.overtalk).toHaveLength(1);
    const shares = facts.canais.map(({ talkShare }) => talkShare);
    expect(shares[0]! + shares[1]!).toBeCloseTo(1, 3);
    expect(peaks.channels[0]!.length / 2).toBe(Math.ceil(facts.durationMs / peaks.msPerPoint));
    for (const { flacPath, sentPath, timeMap } of channels) {
      expect((await samplesOf(flacPath)).length).toBe(660_508);
      expect([sentPath, timeMap]).toEqual([flacPath, null]);
    }
  });

  it('the agent is the side that the project names', async () => {
    const { facts } = await analyse(sample('teste-curta'), { canalAgente: 'right' });
    expect(facts.canais.map(({ canal }) => canal)).toEqual(['cliente', 'agente']);
  });

  it.each(cases(FORMATS, 3))('%s (%s) gives the same facts', async (extension, codec) => {
    const { facts } = await analyse(ready(`igual-${codec}.${extension}`));
    expect(facts).toMatchObject({ codec, channels: 2, audivel: true });
    expect(Math.abs(facts.durationMs - 6076)).toBeLessThanOrEqual(70);
    expect(facts.canais.map(({ speech }) => speech.length)).toEqual([2, 1]);
  });
});

describe('channels', () => {
  it('mono gives one channel that both parties share', async () => {
    const dir = await workDir();
    const { facts, channels, peaks } = await analyse(ready('mono.wav'), { workDir: dir });
    expect(facts.canais.map(({ canal }) => canal)).toEqual(['unico']);
    expect([facts.channels, facts.dialogue, channels.length, peaks.channels.length]).toEqual([1, null, 1, 1]);
    expect(await readdir(dir)).toEqual(['canal-0.flac']);
  });

  it('two equal channels are treated as mono, with a notice', async () => {
    const { facts, channels } = await analyse(ready('falso.mp3'));
    expect(facts).toMatchObject({ falseStereo: true, channels: 2, dialogue: null });
    expect(codes(facts)).toEqual(['falso_estereo']);
    expect(channels).toHaveLength(1);
  });

  it('a dead channel is named and the other one still heard', async () => {
    const { facts } = await analyse(ready('mudo.wav'));
    expect(facts.canais.map(({ dead, talkMs }) => [dead, talkMs > 0])).toEqual([
      [false, true],
      [true, false],
    ]);
    expect(codes(facts)).toEqual(['canal_mudo']);
    expect(facts.audivel).toBe(true);
  });

  longo.test('the other party leaking in is not speech', async () => {
    const clean = await analysed('amostra-principal');
    const leaky = await analyse(ready('vazamento.wav'));
    expect(leaky.facts.falseStereo).toBe(false);
    for (const [index, { talkMs }] of clean.facts.canais.entries()) {
      expect(Math.abs(leaky.facts.canais[index]!.talkMs - talkMs)).toBeLessThan(talkMs * 0.05);
    }
    expect(leaky.facts.dialogue!.overtalkMs).toBeLessThan(clean.facts.dialogue!.overtalkMs + 500);
  });

  it('of four channels the first two count', async () => {
    const { facts } = await analyse(ready('quatro.wav'));
    expect(facts.channels).toBe(4);
    expect(facts.canais.map(({ speech }) => speech.length)).toEqual([2, 1]);
    expect(codes(facts)).toEqual(['canais_extras_ignorados']);
  });

  longo.test('distortion is named', async () => {
    const { facts } = await analyse(ready('saturada.wav'));
    expect(facts.canais[0]!.clipped).toBe(true);
    expect(codes(facts)).toContain('saturacao');
  });
});

describe('recordings without speech', () => {
  it.each(cases(INAUDIBLE, 2))(
    '%s is inaudible (%s), which is a result and not a failure',
    async (name, reason) => {
      const { facts } = await analyse(ready(`${name}.wav`));
      expect([facts.audivel, facts.motivoInaudivel]).toEqual([false, reason]);
    },
  );
});

describe('hostile files', () => {
  async function refuse(filePath: string, over: Partial<AnalyseAudioInput> = {}): Promise<AudioErrorCode> {
    const dir = await workDir();
    const error: unknown = await analyse(filePath, { ...over, workDir: dir }).catch(
      (caught: unknown) => caught,
    );
    expect(error).toBeInstanceOf(AudioError);
    expect((error as AudioError).message).toMatch(/^[A-ZÀ-Ú].*\.$/);
    expect(await readdir(dir)).toEqual([]);
    return (error as AudioError).code;
  }

  const written = async (name: string, content: string | Buffer) => {
    const file = path.join(root, name);
    await writeFile(file, content);
    return file;
  };

  it('an empty, a missing or an unreadable one is refused with its reason', async () => {
    expect(await refuse(await written('vazio.wav', ''))).toBe('arquivo_vazio');
    expect(await refuse(path.join(root, 'ausente.wav'))).toBe('arquivo_ausente');
    expect(await refuse(root)).toBe('arquivo_ausente');
  });

  it('random bytes, text and a web page are not sound', async () => {
    let seed = 1;
    const noise = Buffer.from(
      Array.from({ length: 50_000 }, () => {
        seed = (seed * 48_271) % 2_147_483_647;
        return seed & 0xff;
      }),
    );
    expect(await refuse(await written('bytes.wav', noise))).toBe('formato_invalido');
    expect(await refuse(await written('texto.mp3', 'Olá, não sou áudio.\n'.repeat(500)))).toBe(
      'formato_invalido',
    );
    expect(await refuse(await written('pagina.mp3', '<!doctype html><p>404</p>'))).toBe('formato_invalido');
  });

  it('a playlist never makes the decoder open another file', async () => {
    const secret = ready('alheio.wav');
    const hls = `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:6,\nfile://${secret}\n#EXT-X-ENDLIST\n`;
    expect(await refuse(await written('lista.mp3', hls))).toBe('formato_invalido');
    expect(await refuse(await written('lista.wav', `ffconcat version 1.0\nfile ${secret}\n`))).toBe(
      'formato_invalido',
    );
  });

  it('a header with a rate of zero is named as such', async () => {
    const bytes = await readFile(ready('taxa.wav'));
    bytes.writeUInt32LE(0, 24);
    expect(await refuse(await written('taxa-zero.wav', bytes))).toBe('taxa_invalida');
  });

  it('a WAV whose sizes lie is heard whole, wherever its format stands; one whose rate lies is of no length', async () => {
    const honest = await readFile(ready('taxa.wav'));
    const at = honest.indexOf('data');
    const lies = (riff: number, data: number) => {
      const bytes = Buffer.from(honest);
      bytes.writeUInt32LE(riff, 4);
      bytes.writeUInt32LE(data, at + 4);
      return bytes;
    };
    const sound = honest.subarray(at);
    const formatLast = Buffer.concat([honest.subarray(0, 12), sound, honest.subarray(12, at)]);
    formatLast.writeUInt32LE(sound.length - 8, 16);
    const measure = (filePath: string) => measureAudio({ filePath, timeoutMs: 30_000 });
    const whole = await measure(ready('taxa.wav'));
    const lying = [lies(0, 0), lies(0xffff_ffff, 0xffff_ffff), lies(0, 0x7fff_ffff), formatLast];
    for (const [n, bytes] of lying.entries())
      expect(Math.abs((await measure(await written(`mente-${n}.wav`, bytes))) - whole), `${n}`).toBeLessThan(
        20,
      );

    const slow = Buffer.from(honest);
    slow.writeUInt32LE(1, 24);
    await expect(measure(await written('taxa-um.wav', slow))).rejects.toMatchObject({
      code: 'taxa_invalida',
    });
  });

  it('a video without sound has no audio track; one with sound gives its sound', async () => {
    const picture = ['-f', 'lavfi', '-i', 'testsrc=s=64x64:r=5:d=2', '-c:v', 'mpeg4'];
    expect(await refuse(await make('video.m4a', ...picture, '-f', 'mp4'))).toBe('sem_faixa_de_audio');
    const both = await make('ambos.m4a', ...picture, '-i', sample('teste-curta'), '-f', 'mp4');
    expect((await analyse(both)).facts).toMatchObject({ codec: 'aac', audivel: true });
  });

  it('a WAV without one sample is refused', async () => {
    const file = ready('sem.wav');
    await truncate(file, 44);
    expect(['sem_amostras', 'formato_invalido']).toContain(await refuse(file));
  });

  it.each(cases(['mp3', 'wav', 'ogg'], 2))(
    'a truncated %s gives what can be read, with a notice',
    async (extension) => {
      const file = ready(`cortada.${extension}`);
      await truncate(file, Math.round((await stat(file)).size * 0.6));
      const { facts } = await analyse(file);
      expect(facts.audivel).toBe(true);
      expect(Math.abs(facts.durationMs - 82_564 * 0.6)).toBeLessThan(4000);
      // An Ogg stream has no length, so a missing end goes unnoticed.
      if (extension !== 'ogg') expect(codes(facts).length).toBeGreaterThan(0);
    },
  );

  it('where one microphone recorded nothing, or noise as loud as the voices, is said; clean sound and calls have no such place', async () => {
    const interview = sample('entrevistas/entrevista-01');
    expect((await analyse(interview)).facts.danos).toEqual({ lacunas: [], ruido: [] });
    expect((await analysed('amostra-principal')).facts.danos).toBeUndefined();
    const { lacunas, ruido } = (await analyse(ready('lacuna.ogg'))).facts.danos ?? {};
    expect(lacunas).toHaveLength(1);
    expect(Math.abs((lacunas?.[0]?.startMs ?? 0) - 7300)).toBeLessThan(150);
    expect(Math.abs((lacunas?.[0]?.endMs ?? 0) - 9100)).toBeLessThan(150);
    expect(ruido).toEqual([]);
    const noise = "anoisesrc=a=0.35:c=white,volume=0:enable='not(between(t,12,14))'[n]";
    const lorry = await make(
      'ruido.ogg',
      ...['-i', interview, '-filter_complex', `${noise};[0:a][n]amix=duration=first:normalize=0`, '-ac', '1'],
    );
    const heard = (await analyse(lorry)).facts.danos;
    expect(heard?.lacunas).toEqual([]);
    expect(heard?.ruido).toHaveLength(1);
    expect(Math.abs((heard?.ruido[0]?.startMs ?? 0) - 12_000)).toBeLessThan(400);
    expect(Math.abs((heard?.ruido[0]?.endMs ?? 0) - 14_000)).toBeLessThan(400);
  });

  it('a length invented by the header is not believed', async () => {
    const bytes = await readFile(ready('mente.wav'));
    bytes.writeUInt32LE(400_000_000, 40);
    const { facts } = await analyse(await written('mente-muito.wav', bytes));
    expect(Math.abs(facts.durationMs - 6076)).toBeLessThanOrEqual(20);
  });

  it.each(
    cases(
      [
        '-i.wav',
        'nome ção ; $(touch x) `id` áé.wav',
        'pipe:0',
        '%d-%s.mp3',
        'a|b:c,d[e].wav',
        'aspas \'" \n.wav',
      ],
      2,
    ),
  )('the name %j is only a name', async (name) => {
    const dir = await workDir();
    const file = path.join(dir, name);
    await cp(sample('teste-curta'), file);
    const out = path.join(dir, 'saída %d [x],;\'"');
    await mkdir(out);
    const before = process.cwd();
    process.chdir(dir);
    try {
      // Gives a relative path, which the program must not give ffmpeg unchanged: ffmpeg would read a leading dash as an
      // option, and a protocol's name as an address.
      expect((await analyse(name, { workDir: out })).facts.audivel).toBe(true);
    } finally {
      process.chdir(before);
    }
    expect((await readdir(out)).sort()).toEqual(['canal-0.flac', 'canal-1.flac']);
    expect((await readdir(dir)).length).toBe(2);
  });

  it('more sound than allowed, too much time and an abort each end the decoder at once', async () => {
    // Repeats ten seconds of noise, made by ffmpeg, until they last ten minutes.
    const pcm = Buffer.from((await samplesOf(ready('ruido.wav'))).buffer);
    const long = await written(
      'longa.wav',
      Buffer.concat([wavHeader(44_100, pcm.length * 60), ...Array(60).fill(pcm)]),
    );
    const options = { noiseReduction: false, normalize: false, enhanceSpeed: false, maxDurationMs: 5000 };
    expect(await refuse(long, { options })).toBe('duracao_excedida');
    expect(await decodersOf(long)).toEqual([]);
    expect(await refuse(long, { timeoutMs: 60 })).toBe('tempo_esgotado');
    expect(await decodersOf(long)).toEqual([]);
    const controller = new AbortController();
    const refused = refuse(long, { signal: controller.signal });
    // Waits until the file is being decoded.
    await expect.poll(() => decodersOf(long), { interval: 2 }).toHaveLength(1);
    controller.abort();
    expect(await refused).toBe('cancelado');
    expect(await decodersOf(long)).toEqual([]);
    expect(await refuse(long, { signal: AbortSignal.abort() })).toBe('cancelado');
  });

  it('a missing decoder is said to be missing', async () => {
    expect(await refuse(sample('teste-curta'), { ffmpegPath: path.join(root, 'nada') })).toBe(
      'ffmpeg_ausente',
    );
  });

  it('a link that leads nowhere is a missing file', async () => {
    const link = path.join(root, 'elo.wav');
    await symlink(path.join(root, 'sumiu.wav'), link);
    expect(await refuse(link)).toBe('arquivo_ausente');
  });
});

describe('options', () => {
  const base = { noiseReduction: false, normalize: false, enhanceSpeed: false, maxDurationMs: 3_600_000 };

  it('never change the facts, and keep the sound on its times', async () => {
    const plain = await analysed('teste-curta');
    const all = await analyse(sample('teste-curta'), {
      options: { ...base, noiseReduction: true, normalize: true, enhanceSpeed: true },
    });
    expect(all.facts).toEqual(plain.facts);
    const [reference, filtered] = await Promise.all([
      samplesOf(plain.channels[0]!.flacPath),
      samplesOf(all.channels[0]!.flacPath),
    ]);
    let best = { lag: 0, score: 0 };
    for (let lag = -400; lag <= 400; lag += 1) {
      let score = 0;
      for (let i = 2000; i < 20_000; i += 1) score += reference[i]! * filtered[i + lag]!;
      if (score > best.score) best = { lag, score };
    }
    expect(Math.abs(best.lag)).toBeLessThanOrEqual(8);
  });

  longo.test('normalisation lifts a quiet call', async () => {
    const file = ready('baixa.wav');
    const rms = async (normalize: boolean) => {
      const { channels } = await analyse(file, { options: { ...base, normalize } });
      const samples = await samplesOf(channels[0]!.flacPath);
      return 10 * Math.log10(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
    };
    expect((await rms(true)) - (await rms(false))).toBeGreaterThan(6);
  });

  longo.test('noise reduction lowers the hiss between the words', async () => {
    const hiss = ['-f', 'lavfi', '-i', 'anoisesrc=r=8000:a=0.012:seed=5:d=86'];
    const mix = '[1:a]pan=stereo|c0=c0|c1=c0[n];[0:a][n]amix=inputs=2:duration=first:normalize=0';
    const file = await make('chiado.wav', '-i', sample('amostra-principal'), ...hiss, '-filter_complex', mix);
    const pause = async (noiseReduction: boolean) => {
      const { channels } = await analyse(file, { options: { ...base, noiseReduction } });
      // Takes samples from the time on hold, which contains no speech.
      const samples = (await samplesOf(channels[0]!.flacPath)).subarray(34 * 8000, 39 * 8000);
      return 10 * Math.log10(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
    };
    expect((await pause(false)) - (await pause(true))).toBeGreaterThan(6);
  });

  it('silence trimming sends less sound whose times lead back to the recording, to the sample', async () => {
    const { facts, channels } = await analyse(sample('amostra-principal'), {
      options: { ...base, enhanceSpeed: true },
    });
    for (const { flacPath, sentPath, sentMs, timeMap } of channels) {
      const [full, sent] = await Promise.all([samplesOf(flacPath), samplesOf(sentPath)]);
      expect(Math.abs(sent.length / 8 - sentMs)).toBeLessThan(1);
      expect(sentMs).toBeLessThan(facts.durationMs * 0.75);
      const map = createTimeMap(timeMap!.segments);
      for (let i = 0; i < sent.length; i += 997) {
        expect(full[Math.round(map.toOriginalMs(i / 8) * 8)]).toBe(sent[i]);
      }
    }
  });
});

describe('cutting utterances', () => {
  it('gives each stretch exactly, in one run', async () => {
    const { facts, channels } = await analysed('amostra-principal');
    const dir = await workDir();
    const { utterances } = facts.canais[1]!;
    const cuts = utterances.map(({ startMs, endMs }, i) => ({
      startMs,
      endMs,
      outPath: path.join(dir, `${i}.wav`),
    }));
    expect(cuts.length).toBeGreaterThan(4);
    await cutUtterances({ flacPath: channels[1]!.flacPath, cuts, timeoutMs: 60_000 });
    const full = await samplesOf(channels[1]!.flacPath);
    // Decodes all files joined into one, so that a file of a wrong length would shift the samples of the next files.
    const inputs = cuts.flatMap(({ outPath }) => ['-i', outPath]);
    const all = ['-filter_complex', `concat=n=${cuts.length}:v=0:a=1`, '-c:a', 'pcm_s16le'];
    const heard = await samplesOf(await make('cortes.wav', ...inputs, ...all));
    let at = 0;
    for (const { startMs, endMs, outPath } of cuts) {
      const length = (endMs - startMs) * 8;
      const samples = heard.subarray(at, at + length);
      expect((await stat(outPath)).size).toBe(44 + length * 2);
      expect(samples.join()).toBe(full.slice(startMs * 8, endMs * 8).join());
      at += length;
    }
    expect(heard.length).toBe(at);
  });

  it('ends a cut at the end of the sound and refuses those without any', async () => {
    const { channels } = await analysed('teste-curta');
    const { flacPath } = channels[0]!;
    const dir = await workDir();
    const outPath = path.join(dir, 'fim.wav');
    await cutUtterances({ flacPath, cuts: [{ startMs: 6000, endMs: 60_000, outPath }], timeoutMs: 60_000 });
    expect((await samplesOf(outPath)).length).toBe(610);
    const cut = (startMs: number, endMs: number) =>
      cutUtterances({ flacPath, cuts: [{ startMs, endMs, outPath }], timeoutMs: 60_000 });
    await expect(cut(60_000, 61_000)).rejects.toThrow(RangeError);
    await expect(cut(1000, 1000)).rejects.toThrow(RangeError);
    await expect(cut(0, 36_000_000)).rejects.toThrow(RangeError);
  });
});
