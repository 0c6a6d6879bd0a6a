import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { mayBeSaved } from '@escuta/prisma/result-unknown';
import { workingMorning } from '@escuta/shared/domain/working-hours';
import { newId } from '@escuta/shared/platform/database/ids';
import { announceObject, withdrawObject } from '@escuta/shared/platform/storage/pending-objects';
import type { Actor } from '@escuta/shared/services/log/audit-log';
import { loadSurveySamples, versionOf } from '@escuta/shared/services/surveys/sample-interviews';
import {
  type ObjetoNovo,
  type PesquisaNova,
  prepareInterview,
} from '@escuta/shared/services/surveys/sample-survey';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import { EXEMPLO, PESQUISA_EXEMPLO, readExemploGravado } from './example-analysis.ts';
import {
  type ExemploRow,
  findExemplo,
  findPesquisaExemplo,
  insertExemplo,
  insertPesquisaExemplo,
  type PesquisaExemploRow,
} from './example-repo.ts';

/** Steps that create an example: find an existing one, else prepare its objects, and insert it after storing them. */
type Making<Row> = {
  find: () => Promise<Row | null>;
  prepare: () => Promise<{
    objetos: readonly ObjetoNovo[];
    /** Inserts the example; null if a concurrent request created it. */
    insert: () => Promise<Row | null>;
  }>;
};

/** Creates a company's example once; concurrent requests get the same example. */
async function makeOnce<Row extends object>(
  deps: AppDeps,
  empresaId: string,
  { find, prepare }: Making<Row>,
): Promise<Row & { criado: boolean }> {
  const { db, store } = deps;
  const known = await find();
  if (known) return { ...known, criado: false };
  const { objetos, insert } = await prepare();
  const keys = objetos.map(({ chave }) => chave);
  try {
    // Announces the objects for deletion before their first byte, so that the sweeper deletes objects left unused.
    for (const key of keys) await announceObject(db, empresaId, key);
    for (const { chave, bytes, contentType } of objetos)
      await store.put(chave, Readable.from([bytes]), { contentType });
    const made = await insert();
    if (made) return { ...made, criado: true };
  } catch (error) {
    // Keeps the objects if the commit may have succeeded; the sweeper deletes unused objects.
    if (!mayBeSaved(error)) await discard(deps, keys);
    throw error;
  }
  await discard(deps, keys);
  // A concurrent request was faster. If its example was deleted again, creates another.
  const theirs = await find();
  return theirs ? { ...theirs, criado: false } : makeOnce(deps, empresaId, { find, prepare });
}

/**
 * Creates the company's example call once: a project with an analysed call. Uses no credits and no provider.
 * @throws AppError nao_encontrado
 */
export function addExemplo(
  deps: AppDeps,
  session: Session,
  actor: Actor,
): Promise<ExemploRow & { criado: boolean }> {
  const { empresaId } = session;
  return makeOnce(deps, empresaId, {
    find: () => findExemplo(deps.db, session.ownScope),
    prepare: async () => {
      const [sound, gravado] = await Promise.all([readFile(EXEMPLO.gravacao), readExemploGravado()]);
      const itemId = newId();
      const chave = `${empresaId}/${itemId}/${randomUUID()}`;
      const picosChave = `${empresaId}/${itemId}/${randomUUID()}-picos.bin`;
      const picos = Buffer.from(gravado.picos, 'base64');
      return {
        objetos: [
          { chave, bytes: sound, contentType: 'audio/mpeg' },
          { chave: picosChave, bytes: picos, contentType: 'application/octet-stream' },
        ],
        insert: () =>
          insertExemplo(deps.db, actor, {
            empresaId,
            criadoPor: session.usuarioId,
            itemId,
            gravacao: {
              chave,
              nome: basename(EXEMPLO.gravacao),
              tipo: 'audio/mpeg',
              tamanho: sound.length,
              sha256: createHash('sha256').update(sound).digest('hex'),
            },
            picosChave,
            templates: EXEMPLO.templates(),
            parametros: EXEMPLO.parametros,
            gravado,
          }),
      };
    },
  });
}

/** Time between the starts of two interviews of the example, and least time from the last start to now, ms. */
const APART_MS = 40 * 60_000;

/**
 * Creates the company's example survey once: a project with a published questionnaire and audited interviews. Uses no
 * interviewers, credits or providers.
 * @throws AppError nao_encontrado
 */
export function addPesquisaExemplo(
  deps: AppDeps,
  session: Session,
  actor: Actor,
): Promise<PesquisaExemploRow & { criado: boolean }> {
  const { empresaId } = session;
  return makeOnce(deps, empresaId, {
    find: () => findPesquisaExemplo(deps.db, session.ownScope),
    prepare: async () => {
      const { pesquisa: amostra, entrevistas } = await loadSurveySamples(PESQUISA_EXEMPLO.entrevistas);
      const now = new Date();
      const first = workingMorning(now, entrevistas.length * APART_MS).getTime();
      const pesquisa: PesquisaNova = {
        ...{ empresaId, projetoId: newId(), auditoriaId: newId(), pesquisaId: newId() },
        ...{ questionarioId: newId(), versaoId: newId(), conteudo: versionOf(amostra, newId) },
        titulo: PESQUISA_EXEMPLO.titulo,
        descricao: PESQUISA_EXEMPLO.descricao,
        questionario: amostra.questionario,
        at: now,
      };
      const prepared = await Promise.all(
        entrevistas.map((one, index) =>
          prepareInterview(pesquisa, one, {
            at: new Date(first + index * APART_MS),
            agenteId: null,
            usuarioId: null,
          }),
        ),
      );
      return {
        objetos: prepared.flatMap(({ objetos }) => objetos),
        insert: () =>
          insertPesquisaExemplo(
            deps.db,
            actor,
            pesquisa,
            prepared.map(({ entrevista }) => entrevista),
          ),
      };
    },
  });
}

/** Deletes announced objects; after a failure the sweeper deletes them. */
export async function discard(deps: AppDeps, keys: readonly string[]): Promise<void> {
  try {
    for (const key of keys) {
      await deps.store.delete(key);
      await withdrawObject(deps.db, key);
    }
  } catch (error) {
    deps.log.warn({ err: error }, 'Objetos do exemplo ficam para a varredura');
  }
}
