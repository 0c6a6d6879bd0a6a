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
export type TranscriptionDecision = z.infer<typeof decision>;

/** Output of the audio stage: each channel's sound, as input of the transcription. */
export const preparedAudioSchema = z.object({
  arquivoPath: z.string(),
  /** Identifies recording and sound options (shared/src/domain/runs/stage-inputs.ts soundInput); not in older runs. */
  som: z.string().optional(),
  /** Decision to transcribe or not, with its reason; if not, no sound is stored. Absent in older runs. */
  decisao: decision.optional(),
  duracaoMs: z.number(),
  /** Sample rate, Hz. */
  taxa: z.number(),
  canais: z.array(
    z.object({
      canal: z.enum(CANAIS),
      papel: z.enum(PAPEIS),
      /** Length of speech and possible speech in the channel, ms; if 0, the channel is not sent to the provider. */
      falaMs: z.number(),
      /** Key of the stored object with the whole channel; null if nothing will be transcribed. */
      chave: z.string().nullable(),
      /** Size, bytes. */
      tamanho: z.number(),
      /** The channel with long silences shortened; null if it has no long silence. */
      curto: z
        .object({
          chave: z.string(),
          tamanho: z.number(),
          duracaoMs: z.number(),
          segmentos: z.array(interval),
        })
        .nullable(),
    }),
  ),
});
export type PreparedAudio = z.infer<typeof preparedAudioSchema>;

export function preparedKeys(saida: unknown): string[] {
  const parsed = preparedAudioSchema.safeParse(saida);
  if (!parsed.success) return [];
  return parsed.data.canais
    .flatMap(({ chave, curto }) => [chave, curto?.chave ?? null])
    .filter((chave) => chave !== null);
}
