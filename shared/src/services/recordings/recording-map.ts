import type { Db } from '@escuta/prisma/db';
import type { Interval } from '../../domain/audio/audio-facts.ts';
import { gapsOfMap, type LinhaDoMapa } from '../../domain/interview/device/recording-map.ts';
import { companyScope } from '../../domain/scope.ts';

/** Replaces the map of where an interview's recordings lie in the joined recording. */
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
    name: 'recording_map_save',
    text: `insert into entrevista_gravacoes (entrevista_id, empresa_id, n, gravacao, som_ms, inicio_ms, duracao_ms,
      mono_ms, lacuna_ms)
           select $1, $2, l.n, l.gravacao, l."somMs", l."inicioMs", l."duracaoMs", l."monoMs", l."lacunaMs"
           from jsonb_to_recordset($3::jsonb) as l (n int, gravacao int, "somMs" int, "inicioMs" int, "duracaoMs" int,
             "monoMs" bigint, "lacunaMs" bigint)`,
    values: [entrevista.id, entrevista.empresaId, JSON.stringify(linhas)],
  });
}

/** Gaps in an item's recording, by its interview's map. */
export async function readRecordingGaps(db: Db, itemId: string): Promise<Interval[]> {
  const { rows } = await db.query<Pick<LinhaDoMapa, 'n' | 'inicioMs' | 'duracaoMs' | 'lacunaMs'>>({
    name: 'recording_map_gaps',
    text: `select g.n, g.inicio_ms as "inicioMs", g.duracao_ms as "duracaoMs", g.lacuna_ms::float8 as "lacunaMs"
           from auditoria_itens i join entrevista_gravacoes g on g.entrevista_id = i.entrevista_id
           where i.id = $1 order by g.n`,
    values: [itemId],
  });
  return gapsOfMap(rows);
}
