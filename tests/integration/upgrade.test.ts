// Takes an installation of an earlier version, in the middle of its work, through every later migration: nothing is
// lost, open runs end, failures can be retried, verdicts stay, and nobody pays twice.

import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { SYSTEM_ACTOR } from '@escuta/shared/services/log/audit-log';
import { retryDeadLetter } from '@escuta/shared/services/runs/retry';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureCatalogue } from '../../prisma/seed/catalogue.ts';
import type { RunningWorker } from '../../worker/src/worker.ts';
import { closeTestDeps, createTestDeps, type TestDeps } from '../support/app.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import { createOldDatabase, type OldDatabase } from '../support/old-database.ts';
import {
  balanceOf,
  request,
  SAMPLES,
  startTestWorker,
  stopTestWorker,
  waitForRun,
  waitForRuns,
} from '../support/pipeline.ts';

/** SQL that reads each sentence with its speaker, sentiment and offences. */
const SPOKEN = `select s.id, s.falante, s.texto, (r.analise_texto -> 'sentimentos' ->> s.ordem::text)::float8
  as sentimento,
   jsonb_path_query_array(r.analise_texto, '$.ofensas[*] ? (@.ordem == $o).termo', jsonb_build_object('o', s.ordem))
     as ofensas
 from sentencas s join transcricoes t on t.id = s.transcricao_id join auditoria_resultados r on r.id = t.resultado_id
 order by s.id`;

let old: OldDatabase;
let deps: TestDeps;
let fake: FakeProvider;
let worker: RunningWorker | undefined;
beforeAll(async () => {
  old = await createOldDatabase(process.env.DATABASE_URL!, { rows: 'em-andamento' });
  fake = await startFakeProvider();
});
afterAll(async () => {
  await stopTestWorker(worker);
  await fake.close();
  if (deps) await closeTestDeps(deps);
  await old.close();
});

/** Names of a run's requests to the provider: 'left' or 'right' for a channel's transcript, the task for others. */
const askedBy = (execucaoId: string) =>
  fake.requests
    .filter(({ idempotencyKey }) => idempotencyKey?.startsWith(execucaoId))
    .map(
      ({ tarefa, idempotencyKey }) => tarefa ?? (/:(left|right)/.exec(idempotencyKey ?? '')?.[1] as string),
    )
    .sort();

it('is migrated without loss: counts, totals, verdicts and the comment', async () => {
  const before = await old.counts();
  const readSpoken = async () => (await old.query(SPOKEN)).rows;
  const spoken = await readSpoken();
  expect(spoken.length).toBeGreaterThan(8);
  expect(before).toMatchObject({ auditoria_itens: 6, insight_revisoes: 2, letras_mortas: 1, execucoes: 6 });
  await old.migrate();
  const after = await old.counts();
  expect(after).toMatchObject(before);
  expect(after).toMatchObject({ insight_comentarios: 1, auditoria_totais: 1, erros_configuracao: 0 });
  const { kept, counted } = await old.totals();
  expect(kept).toEqual(counted);
  const { rows } = await old.query(
    `select g.veredito, g.vigente, r.em_vigor, array_agg(c.texto) filter (where c.texto is not null) as comentarios
     from insights g join insight_revisoes r on r.insight_id = g.id
     left join insight_comentarios c on c.insight_id = g.id group by 1, 2, 3 order by 1`,
  );
  expect(rows).toEqual([
    { veredito: 'aprovado', vigente: true, em_vigor: true, comentarios: ['Bem observado.'] },
    { veredito: 'rejeitado', vigente: true, em_vigor: true, comentarios: null },
  ]);
  expect((await old.query('select status from auditorias')).rows).toEqual([{ status: 'processando' }]);
  expect(await readSpoken()).toEqual(spoken);
  const flows = await old.query(
    'select distinct array_agg(etapa::text order by ordem) as fluxo from execucao_etapas group by execucao_id',
  );
  expect(flows.rows).toEqual([
    { fluxo: ['audio', 'transcricao', 'analise_texto', 'negocio', 'contabilizacao'] },
  ]);
});

it('finishes what was open, and pays only what was never answered', async () => {
  deps = createTestDeps({ DATABASE_URL: old.url });
  await ensureCatalogue(deps.db);
  const { rows: objects } = await old.query<{ chave: string }>(
    `select arquivo_path as chave from auditoria_itens
     union select c ->> 'chave' from execucao_etapas e, jsonb_array_elements(e.saida -> 'canais') c
       where e.etapa = 'audio' and c ->> 'chave' is not null`,
  );
  for (const { chave } of objects) {
    await deps.store.put(chave, createReadStream(join(SAMPLES, 'teste-curta.mp3')), {
      contentType: 'audio/mpeg',
    });
  }
  const open = await deps.prisma.execucao.findMany({ where: { status: { in: ['na_fila', 'executando'] } } });
  const at = (etapa: string) => open.find(({ etapaAtual }) => etapaAtual === etapa)?.id as string;
  worker = await startTestWorker(deps, fake.url, { DATABASE_URL: old.url });
  const ended = await waitForRuns(
    deps,
    open.map(({ id }) => id),
    60_000,
  );
  expect(ended.map(({ status, item }) => [status, item.status])).toEqual(
    Array.from({ length: 3 }, () => ['concluida', 'concluido']),
  );
  expect(askedBy(at('audio'))).toEqual(['analise_texto', 'insight', 'insight', 'left', 'right']);
  expect(askedBy(at('transcricao'))).toEqual(['analise_texto', 'insight', 'insight', 'right']);
  // This run requests only its insights again: this version gives other instructions, so that the earlier answers for
  // both templates do not apply.
  expect(new Set(askedBy(at('negocio')))).toEqual(new Set(['insight']));
  for (const { id } of ended) expect(await deps.prisma.insight.count({ where: { execucaoId: id } })).toBe(2);
});

it('retries what had failed from the insights on, and analyses again with the verdicts carried', async () => {
  const { prisma, db: pool } = deps;
  const letter = await prisma.letraMorta.findFirstOrThrow();
  const retried = await retryDeadLetter(pool, {
    entrevistaMinutos: 20,
    scope: { kind: 'empresa', empresaId: letter.empresaId },
    letraId: letter.id,
    actor: SYSTEM_ACTOR,
  });
  expect((await waitForRun(deps, retried.execucaoId)).status).toBe('concluida');
  expect(askedBy(retried.execucaoId)).toEqual(['insight', 'insight']);

  const { itemId, empresaId } = await prisma.insight.findFirstOrThrow({ where: { validadoHumano: true } });
  const again = await request(deps, { id: itemId, empresaId }, 'regenerar');
  expect((await waitForRun(deps, again.execucaoId)).status).toBe('concluida');
  expect(askedBy(again.execucaoId)).toEqual(['analise_texto', 'insight', 'insight']);
  const carried = await prisma.insight.findMany({
    where: { execucaoId: again.execucaoId },
    include: { comentarios: true },
    orderBy: { veredito: 'asc' },
  });
  expect(
    carried.map(({ veredito, comentarios }) => [veredito, comentarios.map(({ texto }) => texto)]),
  ).toEqual([
    ['aprovado', ['Bem observado.']],
    ['rejeitado', []],
  ]);

  // The company had 100 credits at first, and the first run of the retried call was refunded.
  expect(await balanceOf(deps, empresaId)).toEqual({ saldo: 93, soma: 93 });
  const { kept, counted } = await old.totals();
  expect(kept).toEqual(counted);
  expect((await old.query('select status from auditorias')).rows).toEqual([{ status: 'concluido' }]);
});
