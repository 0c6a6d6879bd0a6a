import { answerTasks } from '../thread.ts';
import { type VoiceFrames, voiceFrames } from './voice-features.ts';
import { readingVoice, type SpokenBefore } from './voice-model.ts';

/** Tasks of the thread: 'ouvir' delivers a stretch's sound (16 bits, mono); 'julgar', the last, requests the result. */
export type VoiceTask =
  | { tipo: 'ouvir'; indice: number; taxa: number; som: Int16Array }
  | { tipo: 'julgar'; antes: SpokenBefore[] };

/** Voice features of an interview, never kept beyond the thread. */
const vozes = new Map<number, VoiceFrames>();
const NADA: VoiceFrames = { cepstra: new Float32Array(), pitches: new Float32Array() };

answerTasks((task: VoiceTask) => {
  if (task.tipo === 'ouvir') {
    const samples = Float32Array.from(task.som, (sample) => sample / 32_768);
    vozes.set(task.indice, voiceFrames(samples, task.taxa));
    return null;
  }
  return readingVoice(
    task.antes.map((_, indice) => vozes.get(indice) ?? NADA),
    task.antes,
  );
});
