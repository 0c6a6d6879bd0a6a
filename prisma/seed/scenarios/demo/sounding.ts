// Calls of the history with a sample recording, and the pipeline's findings for that recording.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Db } from '@escuta/prisma/db';
import type { ExemploGravado } from '@escuta/shared/domain/transcripts/recorded-example';
import { newId } from '@escuta/shared/platform/database/ids';
import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';
import { insertRecordedFindings } from '@escuta/shared/services/items/recorded-findings';
import { type Call, endOf } from './calls.ts';

const SAMPLES = fileURLToPath(new URL('../../../../samples', import.meta.url));
const MAIN = 'amostra-principal';

/** Calls with sound: recording, agent's extension and days before the history's end, oldest first. */
export const COM_SOM: readonly { amostra: string; ramal: string; dias: number; cliente?: string }[] = [
  { amostra: 'cancelamento-mal-conduzido', ramal: '2004', dias: 20, cliente: 'Márcia Teles' },
  { amostra: 'cobranca-com-ofensa', ramal: '2010', dias: 19 },
  { amostra: 'cancelamento-mal-conduzido', ramal: '2004', dias: 17, cliente: 'Sandra Lopes' },
  { amostra: 'venda-de-fibra', ramal: '2007', dias: 16 },
  { amostra: MAIN, ramal: '2001', dias: 15 },
  { amostra: 'cancelamento-mal-conduzido', ramal: '2003', dias: 13, cliente: 'Lúcia Brandão' },
  { amostra: 'cobranca-com-ofensa', ramal: '2010', dias: 11 },
  { amostra: 'cancelamento-mal-conduzido', ramal: '2004', dias: 9, cliente: 'Regina Castro' },
  { amostra: MAIN, ramal: '2001', dias: 6 },
  { amostra: 'cobranca-com-ofensa', ramal: '2010', dias: 4 },
  { amostra: 'venda-de-fibra', ramal: '2007', dias: 3 },
  { amostra: 'cancelamento-mal-conduzido', ramal: '2004', dias: 2, cliente: 'Vera Martins' },
];

export type Gravada = {
  gravado: ExemploGravado;
  nome: string;
  som: Buffer;
  sha256: string;
};

/** The sample recordings with their recorded analyses, by slug. */
export async function readRecorded(): Promise<ReadonlyMap<string, Gravada>> {
  const slugs = [...new Set(COM_SOM.map(({ amostra }) => amostra))];
  return new Map(
    await Promise.all(
      slugs.map(async (slug) => {
        const [text, som] = await Promise.all([
          readFile(`${SAMPLES}/exemplo/${slug === MAIN ? 'analise' : slug}.json`, 'utf8'),
          readFile(`${SAMPLES}/${slug}.mp3`),
        ]);
        const gravado = JSON.parse(text) as ExemploGravado;
        const sha256 = createHash('sha256').update(som).digest('hex');
        return [slug, { gravado, nome: `${slug}.mp3`, som, sha256 }] as const;
      }),
    ),
  );
}

export type Guardada = { chave: string; picosChave: string };

/** Copies the recording for each call, because erasing a call deletes its recording. */
export async function storeSound(
  store: ObjectStore,
  empresaId: string,
  item: string,
  { gravado, som }: Gravada,
): Promise<Guardada> {
  const [chave, picosChave] = [`${empresaId}/${item}/${newId()}`, `${empresaId}/${item}/${newId()}-picos`];
  await Promise.all([
    store.put(chave, Readable.from([som]), { contentType: 'audio/mpeg' }),
    store.put(picosChave, Readable.from([Buffer.from(gravado.picos, 'base64')]), {
      contentType: 'application/octet-stream',
    }),
  ]);
  return { chave, picosChave };
}

/** Adds the samples' recorded findings to the calls with sound. */
export async function addSounding(
  tx: Db,
  empresaId: string,
  calls: readonly { call: Call; gravada: Gravada; guardada: Guardada }[],
  versions: ReadonlyMap<string, string>,
): Promise<void> {
  for (const { call, gravada, guardada } of calls) {
    await insertRecordedFindings(
      tx,
      {
        empresa_id: empresaId,
        projeto_id: call.projeto,
        auditoria_id: call.auditoria,
        item_id: call.item,
        execucao_id: call.run,
      },
      {
        gravado: gravada.gravado,
        nomeArquivo: gravada.nome,
        picosChave: guardada.picosChave,
        versions,
        at: endOf(call),
      },
    );
  }
}
