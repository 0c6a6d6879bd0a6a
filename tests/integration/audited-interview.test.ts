// Once an interview was audited, nothing behind its verdicts changes unseen: recording, typed answers, item.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import {
  type AuditedIds,
  type AuditedSurvey,
  addAudited,
  createOwnSurvey,
} from '../support/audited-survey.ts';
import { createMembro, createTenant, signToken } from '../support/factories.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
/** Interviewer of every interview. */
let ana: { token: string; usuarioId: string };
let survey: AuditedSurvey;
beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps, { creditos: 10 });
  const membro = await createMembro(test.deps, mine.empresa, { nome: 'Ana' });
  ana = { token: signToken(test.deps, membro), usuarioId: membro.usuarioId };
  survey = await createOwnSurvey(test.deps, mine.empresa, 3);
});
afterAll(() => test.close());

let audited: AuditedIds;
beforeEach(async () => {
  const [made] = await addAudited(test.deps.db, survey, [
    { letras: 'CDC', usuarioId: ana.usuarioId, arquivoPath: 'gravacao' },
  ]);
  audited = made!;
});

const call = (method: Method, path: string, token: string, payload?: object) =>
  callApi(test, token, method, path, payload);
const inForce = async (entrevistaId: string) => {
  const { rows } = await test.deps.db.query<{ celulas: number; linhas: number }>(
    `select (select count(*)::int from confrontos where entrevista_id = $1 and vigente) as celulas,
       (select count(*)::int from entrevista_matriz where entrevista_id = $1) as linhas`,
    [entrevistaId],
  );
  return rows[0];
};

it('a removed recording takes its verdicts along; its interviewer neither removes nor reprocesses it', async () => {
  const path = `/auditoria-item/${audited.itemId}/arquivo`;
  expect(await inForce(audited.entrevistaId)).toEqual({ celulas: 3, linhas: 1 });
  expect((await call('DELETE', path, ana.token)).status).toBe(403);
  const again = { auditoriaItemId: audited.itemId };
  await test.deps.db.query('update auditoria_itens set gravacao_ms = 60000 where id = $1', [audited.itemId]);
  expect((await call('POST', '/auditoria-resultado/processar', ana.token, again)).status).toBe(403);
  expect(await inForce(audited.entrevistaId)).toEqual({ celulas: 3, linhas: 1 });

  expect((await call('DELETE', path, mine.tokens.gerente)).status).toBe(200);
  expect(await inForce(audited.entrevistaId)).toEqual({ celulas: 0, linhas: 0 });
});

it('answers do not change after the audit, not even of an interrupted interview', async () => {
  await test.deps.db.query(`update entrevistas set situacao = 'interrompida' where id = $1`, [
    audited.entrevistaId,
  ]);
  const typed = {
    entrevista_id: audited.entrevistaId,
    pergunta_id: survey.perguntas[2]!.id,
    texto_resposta: 'outra coisa',
  };
  const answer = await call('POST', '/entrevistas/respostas', ana.token, typed);
  expect(answer).toMatchObject({
    status: 409,
    body: { message: 'Esta entrevista já foi auditada: as respostas não podem mais ser alteradas.' },
  });
});

it('an interview in progress is not processed, has one item only, and with answers is not deleted', async () => {
  const { db: pool } = test.deps;
  await pool.query('delete from auditoria_resultados where item_id = $1', [audited.itemId]);
  await pool.query('delete from confrontos where item_id = $1', [audited.itemId]);
  await pool.query(`update entrevistas set situacao = 'em_andamento' where id = $1`, [audited.entrevistaId]);
  await pool.query(`update auditoria_itens set gravacao_ms = 60000, status = 'pendente' where id = $1`, [
    audited.itemId,
  ]);
  const begin = await call('POST', '/auditoria-resultado/processar', ana.token, {
    auditoriaItemId: audited.itemId,
  });
  expect(begin).toMatchObject({
    status: 409,
    body: { message: 'Finalize ou interrompa a entrevista antes de processar a gravação.' },
  });
  const second = await call('POST', `/auditoria/${survey.auditoriaId}/items/entrevista`, ana.token, {
    entrevista_id: audited.entrevistaId,
  });
  expect(second).toMatchObject({ status: 409 });

  const pergunta = survey.perguntas[2]!;
  const typed = { entrevista_id: audited.entrevistaId, pergunta_id: pergunta.id, texto_resposta: 'sim' };
  expect((await call('POST', '/entrevistas/respostas', ana.token, typed)).status).toBe(200);
  const remove = () => call('DELETE', `/auditoria-item/${audited.itemId}`, mine.tokens.gerente);
  expect(await remove()).toMatchObject({ status: 409, body: { code: 'conflito' } });
  await pool.query('delete from respostas where entrevista_id = $1', [audited.entrevistaId]);
  expect((await remove()).status).toBe(200);
  const { rowCount } = await pool.query('select from entrevistas where id = $1', [audited.entrevistaId]);
  expect(rowCount).toBe(0);
});
