// Sound as browsers' recorders write it.
import { spawn } from 'node:child_process';

/** ffmpeg's arguments after its input: a stream of opus in webm, without length or index, like Chrome's. */
export const RECORDED_AS = [
  ...['-ac', '1', '-ar', '48000', '-c:a', 'libopus', '-b:a', '32k', '-f', 'webm', '-live', '1'],
  ...['-cluster_time_limit', '5000', 'pipe:1'],
];
const FORMS = {
  // The fastest encoding, because the size of the file does not matter.
  'audio/webm': ['-compression_level', '0', ...RECORDED_AS],
  /** AAC in fragments, as in Safari's recordings. */
  'audio/mp4': [
    ...['-ac', '1', '-c:a', 'aac', '-b:a', '32k', '-f', 'mp4'],
    ...['-movflags', 'empty_moov+default_base_moof', '-frag_duration', '5000000', 'pipe:1'],
  ],
} as const;
export type RecordedForm = keyof typeof FORMS;

/** Encodes 16-bit samples of one microphone as a browser's recorder would. @param rate samples per second, Hz */
export async function recordSamples(samples: Int16Array, rate: number, form: RecordedForm): Promise<Buffer> {
  const input = ['-f', 's16le', '-ar', String(rate), '-ac', '1', '-i', 'pipe:0'];
  const child = spawn(
    'ffmpeg',
    ['-nostdin', '-loglevel', 'error', '-threads', '1', ...input, ...FORMS[form]],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  });
  child.stdin.end(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
  const code = await closed;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  return Buffer.concat(parts);
}
