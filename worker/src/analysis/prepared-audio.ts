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

/** Output of the audio stage, input of the transcription. */
export const preparedAudioSchema = z.object({
  arquivoPath: z.string(),
  /** Identifies recording and sound options (`soundInput`); absent in older runs. */
  som: z.string().optional(),
  /** Decision whether to transcribe; if not, no sound is stored. Absent in older runs. */
  decisao: decision.optional(),
  duracaoMs: z.number(),
  /** Sample rate, Hz. */
  taxa: z.number(),
  canais: z.array(
    z.object({
      canal: z.enum(CANAIS),
      papel: z.enum(PAPEIS),
      /** Speech and possible speech, ms; a channel with 0 is not sent to the provider. */
      falaMs: z.number(),
      /** Key of the whole channel's sound; null if nothing will be transcribed. */
      chave: z.string().nullable(),
      /** Size, bytes. */
      tamanho: z.number(),
      /** The channel with long silences shortened; null if the channel has no long silences. */
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
