import type { Database } from '@escuta/prisma/db';
import { companyScope, INSTALACAO } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { discardStoredObject, withdrawObject } from '@escuta/shared/platform/storage/pending-objects';
import { COPY_TYPE, writeMoment } from '../audio/listening-copy.ts';
import type { Lease } from '../background/lease.ts';
import type { RowWork } from '../background/loop.ts';
import { storeFileAs } from './local-files.ts';
import { makingSounds, type SoundOptions, withRecording } from './sound-work.ts';

const BACKOFF = [5, 30, 120, 480, 1920].map((seconds) => seconds * 1000);
/** Expired links per statement. */
const ENDED_AT_ONCE = 500;

type Asked = Lease & {
  empresaId: string;
  chave: string;
  tipo: string | null;
  inicioMs: number;
  fimMs: number;
};

/** Cuts sounds out of recordings for links to moments, as requested in the table momentos. */
export const cuttingMoments = (options: SoundOptions): RowWork<Asked> =>
  makingSounds<Asked>(options, {
    nome: 'momentos',
    place: { name: 'moment', table: 'momentos', id: { column: 'id', type: 'uuid' } },
    columns: `empresa_id AS "empresaId", chave_original AS chave, tipo, inicio_ms AS "inicioMs", fim_ms AS "fimMs"`,
    backoff: BACKOFF,
    fail: async ({ id }) => {
      await options.db.within(INSTALACAO).momento.updateMany({
        where: { id, situacao: 'pendente' },
        data: { situacao: 'falhou' },
      });
    },
    run: (asked, lost) =>
      withRecording(options, asked.chave, lost, async (files) => {
        const { tipo, inicioMs, fimMs } = asked;
        await writeMoment({ ...files, tipo, inicioMs, fimMs });
        await keep(options, asked, files.outPath);
      }),
  });

/** Stores a moment's sound, scheduled for deletion until its link refers to it. */
async function keep(options: SoundOptions, { id, empresaId, chave }: Asked, filePath: string): Promise<void> {
  const place = { empresaId, chave: `${chave}-${newId()}` };
  const stored = await storeFileAs(options, place, filePath, COPY_TYPE);
  await options.db.transaction(async (tx) => {
    const { count } = await tx.within(companyScope(empresaId)).momento.updateMany({
      where: { id, empresaId, situacao: 'pendente' },
      data: {
        situacao: 'pronto',
        chaveObjeto: stored.chave,
        tamanho: stored.tamanho,
        sha256: stored.sha256,
      },
    });
    if (count > 0) await withdrawObject(tx, stored.chave);
    else await discardStoredObject(tx, empresaId, stored.chave);
  });
}

/** Schedules the sounds of expired links for deletion. The links' rows stay: they tell who made and who played them. */
export async function endMoments(db: Database): Promise<void> {
  await db.query({
    name: 'moments_end',
    text: `with vencidos as (
             select id, empresa_id, chave_objeto as chave from momentos where situacao <> 'encerrado'
               and expira_em <= now()
             order by expira_em limit ${ENDED_AT_ONCE} for update skip locked
           ), encerrados as (
             update momentos m set situacao = 'encerrado', chave_objeto = null, tamanho = null, sha256 = null
             from vencidos v where m.id = v.id
           )
           insert into objetos_pendentes (id, empresa_id, chave, apagar_em)
           select gen_random_uuid(), empresa_id, chave, now() from vencidos where chave is not null
           on conflict (chave) do update set apagar_em = now()`,
  });
}
