import type { Db } from '@escuta/prisma/db';
import type { Interval } from '../../domain/audio/audio-facts.ts';
import { gapsOfMap, type LinhaDoMapa } from '../../domain/interview/device/recording-map.ts';
import { companyScope } from '../../domain/scope.ts';

/** Writes how an interview's recordings stand in the joined one, in the place of what was said before. */
export async function saveRecordingMap(
  db: Db,
  entrevista: { id: string; empresaId: string },
  linhas: readonly LinhaDoMapa[],
): Promise<void> {
  const { id: entrevistaId, empresaId } = entrevista;
  await db
    .within(companyScope(empresaId))
    .entrevistaGravacao.deleteMany({ where: { entrevistaId, empresaId } });
  await db.query({
    name: 'recording-map-save',
    text: `INSERT INTO entrevista_gravacoes (entrevista_id, empresa_id, n, gravacao, som_ms, inicio_ms, duracao_ms, mono_ms, lacuna_ms)
           SELECT $1, $2, l.n, l.gravacao, l."somMs", l."inicioMs", l."duracaoMs", l."monoMs", l."lacunaMs"
           FROM jsonb_to_recordset($3::jsonb) AS l (n int, gravacao int, "somMs" int, "inicioMs" int, "duracaoMs" int,
             "monoMs" bigint, "lacunaMs" bigint)`,
    values: [entrevista.id, entrevista.empresaId, JSON.stringify(linhas)],
  });
}

/** Where nothing was recorded in an item's recording, by its interview's map; none of an item without one. */
export async function readRecordingGaps(db: Db, itemId: string): Promise<Interval[]> {
  const { rows } = await db.query<Pick<LinhaDoMapa, 'n' | 'inicioMs' | 'duracaoMs' | 'lacunaMs'>>({
    name: 'recording-map-gaps',
    text: `SELECT g.n, g.inicio_ms AS "inicioMs", g.duracao_ms AS "duracaoMs", g.lacuna_ms::float8 AS "lacunaMs"
           FROM auditoria_itens i JOIN entrevista_gravacoes g ON g.entrevista_id = i.entrevista_id
           WHERE i.id = $1 ORDER BY g.n`,
    values: [itemId],
  });
  return gapsOfMap(rows);
}
