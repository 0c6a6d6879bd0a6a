// What happens reaches people: Monday's mail of the week, once a person however many workers there are.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { summarisingWeeks } from '../../worker/src/notices/weekly.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import {
  createAuditoria,
  createItem,
  createMembro,
  createProjeto,
  createTenant,
} from '../support/factories.ts';
import { createRunWithInsights, createTemplateVersion, judged } from '../support/insights.ts';
import { mailsTo } from '../support/mails.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  test = await createTestApp({ PUBLIC_URL: 'https://escuta.example' });
  mine = await createTenant(test.deps, { nome: 'Lumavia' });
});
afterAll(() => test.close());

/** Monday 2026-11-23, 8:01 in São Paulo; its week began on 16/11. */
const MONDAY = '2026-11-23T11:01:00Z';
const round = async (now: string, workers = 1) => {
  const work = () => summarisingWeeks({ db: test.deps.db, notices: test.deps, now: () => new Date(now) });
  await Promise.all(
    Array.from({ length: workers }, () => work().round({ isStopped: () => false, moved: () => undefined })),
  );
};

it('the week is mailed to gerentes, with calls to hear, once over four workers, and never to those who left', async () => {
  const { deps } = test;
  await deps.db.query('update empresas set email_confirmado_em = now() where id = $1', [mine.empresa.id]);
  const projeto = await createProjeto(deps, mine.empresa, { tipoProjeto: 'call_center' });
  const auditoria = await createAuditoria(deps, projeto);
  const template = await createTemplateVersion(deps, mine.empresa.id);
  for (const [pontuacao, atendido] of [
    [0.1, 'nao'],
    [0.9, 'sim'],
  ] as const) {
    const item = await createItem(deps, auditoria, { callStartTime: new Date('2026-11-17T13:32:00Z') });
    await deps.prisma.auditoriaItem.update({
      where: { id: item.id },
      data: { arquivoPath: `${item.id}.wav` },
    });
    const criterios = [judged('saudacao', { descricao: 'Cumprimenta o cliente', atendido })];
    const { execucaoId } = await createRunWithInsights(deps, item, [{ template, pontuacao, criterios }]);
    const { empresaId, projetoId, auditoriaId, id: itemId } = item;
    await deps.prisma.auditoriaResultado.create({
      data: {
        empresaId,
        projetoId,
        auditoriaId,
        itemId,
        execucaoId,
        statusProcessamento: 'concluido',
        processadoEm: new Date(),
      },
    });
  }
  const left = await createMembro(deps, mine.empresa, { papel: 'gerente', ativo: false });

  await round('2026-11-23T10:00:00Z');
  expect(await mailsTo(deps, mine.gerente.email)).toEqual([]);
  await round(MONDAY, 4);
  await round('2026-11-24T10:00:00Z', 2);

  const mails = await mailsTo(deps, mine.gerente.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.assunto).toBe('A semana de 16/11 a 22/11: Lumavia');
  expect(mails[0]?.texto).toContain('Ligações: 2 (na semana anterior, 0)');
  expect(mails[0]?.texto).toContain('Nota média: poucas ligações com nota (2)');
  expect(mails[0]?.texto).toContain('A pior nota da semana: 10%. Não cumpriu “Cumprimenta o cliente”.');
  expect(mails[0]?.texto).toContain('A melhor nota da semana: 90%.');
  for (const email of [mine.usuario.email, left.email]) expect(await mailsTo(deps, email)).toEqual([]);
});
