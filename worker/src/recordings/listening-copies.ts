import type { Db } from '@escuta/prisma/db';
import { companyScope, INSTALACAO } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { discardStoredObject, withdrawObject } from '@escuta/shared/platform/storage/pending-objects';
import { COPY_TYPE, writeListeningCopy } from '../audio/listening-copy.ts';
import type { Lease } from '../background/lease.ts';
import type { RowWork } from '../background/loop.ts';
import { storeFileAs } from './local-files.ts';
import { makingSounds, type SoundOptions, withRecording } from './sound-work.ts';

const BACKOFF = [30, 60, 120, 240, 480, 960, 1920].map((seconds) => seconds * 1000);

/** A requested copy; its id is the key of the recording's object. */
type Asked = Lease & { empresaId: string; tipo: string | null };

/** Makes copies of recordings that browsers cannot play, as requested in the table copias_escuta. */
export const copying = (options: SoundOptions): RowWork<Asked> =>
  makingSounds<Asked>(options, {
    nome: 'copias',
    place: { name: 'copy', table: 'copias_escuta', id: { column: 'chave_original', type: 'text' } },
    columns: 'empresa_id AS "empresaId", tipo',
    backoff: BACKOFF,
    fail: ({ id }) => settle(options.db, id, 'falhou'),
    run: ({ id: chave, empresaId, tipo }, lost) =>
      withRecording(options, chave, lost, async (files) => {
        const made = await writeListeningCopy({
          ...files,
          tipo,
          maxMinutos: options.env.AUDIO_MAX_MINUTES,
        });
        if (made) await keep(options, { chave, empresaId }, files.outPath);
        else await settle(options.db, chave, 'dispensada');
      }),
  });

/** Stores a copy, scheduled for deletion until its row names it. */
async function keep(
  options: SoundOptions,
  { chave, empresaId }: { chave: string; empresaId: string },
  filePath: string,
): Promise<void> {
  const place = { empresaId, chave: `${chave}-${newId()}` };
  const stored = await storeFileAs(options, place, filePath, COPY_TYPE);
  await options.db.transaction(async (tx) => {
    const { count } = await tx.within(companyScope(empresaId)).copiaEscuta.updateMany({
      where: { chaveOriginal: chave, empresaId, situacao: 'pendente' },
      data: {
        situacao: 'pronta',
        chaveObjeto: stored.chave,
        tamanho: stored.tamanho,
        sha256: stored.sha256,
      },
    });
    if (count > 0) await withdrawObject(tx, stored.chave);
    else await discardStoredObject(tx, empresaId, stored.chave);
  });
}

async function settle(db: Db, chaveOriginal: string, situacao: 'dispensada' | 'falhou'): Promise<void> {
  await db.within(INSTALACAO).copiaEscuta.updateMany({
    where: { chaveOriginal, situacao: 'pendente' },
    data: { situacao },
  });
}
