import type { Db } from '@escuta/prisma/db';
import type { AudioFacts } from '@escuta/shared/domain/audio/audio-facts';
import { INSTALACAO } from '@escuta/shared/domain/scope';
import { readAudioFacts } from '@escuta/shared/domain/text/stored';

export async function loadAudioFacts(db: Db, resultadoId: string | null): Promise<AudioFacts | null> {
  if (resultadoId === null) return null;
  const found = await db
    .within(INSTALACAO)
    .auditoriaResultado.findFirst({ where: { id: resultadoId }, select: { fatosAudio: true } });
  return readAudioFacts(found?.fatosAudio);
}
