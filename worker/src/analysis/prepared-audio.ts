import { CANAIS, PAPEIS } from '@escuta/shared/domain/profiles/roles';
import { z } from 'zod';

const interval = z.object({ startMs: z.number(), endMs: z.number() });

const decision = z.discriminatedUnion('transcrever', [
  z.object({ transcrever: z.literal(true) }),
  z.object({
    transcrever: z.literal(false),
    codigo: z.enum(['transcricao_desligada', 'fora_da_amostra']),
    motivo: z.string(),
  }),
]);
/** Whether a run's recording is transcribed: decided once, by the audio stage. */
export type TranscriptionDecision = z.infer<typeof decision>;

/** What the audio stage hands on: the sound of each channel, stored for whoever transcribes. */
export const preparedAudioSchema = z.object({
  /** The recording it was made from. */
  arquivoPath: z.string(),
  /** Names the sound: recording and options (shared/src/domain/runs/stage-inputs.ts soundInput). Absent in older runs. */
  som: z.string().optional(),
  /** What was decided about the transcription: the sound below was stored, or not, by it. Absent in older runs. */
  decisao: decision.optional(),
  /** ms */
  duracaoMs: z.number(),
  /** Hz */
  taxa: z.number(),
  canais: z.array(
    z.object({
      canal: z.enum(CANAIS),
      papel: z.enum(PAPEIS),
      /** ms of speech, and of what may be speech; a channel without any is not sent. */
      falaMs: z.number(),
      /** Object of the whole channel as it was recorded; null when nothing will be transcribed. */
      chave: z.string().nullable(),
      /** bytes */
      tamanho: z.number(),
      /** The same with long silences shortened; null when nothing was shortened. */
      curto: z
        .object({
          chave: z.string(),
          tamanho: z.number(),
          duracaoMs: z.number(),
          /** The stretches of the recording that it is made of. */
          segmentos: z.array(interval),
        })
        .nullable(),
    }),
  ),
});
export type PreparedAudio = z.infer<typeof preparedAudioSchema>;

/** The objects that the audio stage stored only to hand them on. */
export function preparedKeys(saida: unknown): string[] {
  const parsed = preparedAudioSchema.safeParse(saida);
  if (!parsed.success) return [];
  return parsed.data.canais
    .flatMap(({ chave, curto }) => [chave, curto?.chave ?? null])
    .filter((chave) => chave !== null);
}
