import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyseAudio } from '../worker/src/audio/measure/analyse-audio.ts';
import { run } from './installation.ts';
import { cpuOfThisProcess, median, ROOT, ROUNDS, type Row, row } from './support.ts';

const MINUTES = 10;

/** Writes a stereo call of `seconds` at 8 kHz that repeats the main sample. Returns the file's path. */
export async function makeCall(
  folder: string,
  seconds: number,
  codec: 'pcm_s16le' | 'pcm_alaw',
): Promise<string> {
  const file = join(folder, 'ligacao.wav');
  await run('ffmpeg', [
    ...[
      '-nostdin',
      '-loglevel',
      'error',
      '-y',
      '-stream_loop',
      '-1',
      '-i',
      join(ROOT, 'samples/amostra-principal.mp3'),
    ],
    ...['-t', String(seconds), ...['-c:a', codec], file],
  ]);
  return file;
}

/** Does the least work that an audio analysis needs: one ffmpeg run splits the channels and measures them. */
export const splitBare = (call: string, folder: string): Promise<void> =>
  run('ffmpeg', [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-y', '-threads', '1', '-i', call],
    '-filter_complex',
    '[0:a]channelsplit=channel_layout=stereo[l][r];[l]astats[le];[r]astats[re]',
    ...['-map', '[le]', '-c:a', 'flac', '-sample_fmt', 's16', join(folder, 'e.flac')],
    ...['-map', '[re]', '-c:a', 'flac', '-sample_fmt', 's16', join(folder, 'd.flac')],
  ]);

/** Compares the CPU of our whole audio analysis with one bare ffmpeg run that splits the channels and measures them. */
export async function measureAudio(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'escuta-bench-'));
  try {
    const call = await makeCall(folder, MINUTES * 60, 'pcm_s16le');
    const ours = async () => {
      const workDir = join(folder, 'nosso');
      await mkdir(workDir, { recursive: true });
      await analyseAudio({
        filePath: call,
        workDir,
        options: { noiseReduction: false, normalize: false, enhanceSpeed: false, maxDurationMs: 3_600_000 },
        canalAgente: 'left',
        timeoutMs: 60_000,
      });
    };
    const cpu = async (work: () => Promise<void>) => {
      const before = cpuOfThisProcess();
      await work();
      return cpuOfThisProcess() - before;
    };
    await ours();
    await splitBare(call, folder);
    const ratios: number[] = [];
    const seconds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const own = await cpu(ours);
      seconds.push(own);
      ratios.push(own / (await cpu(() => splitBare(call, folder))));
    }
    return [
      row(`Etapa de áudio, ${MINUTES} min estéreo: CPU ÷ ffmpeg puro`, median(ratios), 1.15, 'max'),
      row(`Etapa de áudio, ${MINUTES} min estéreo: CPU`, median(seconds), 1, 'max', ' s'),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
