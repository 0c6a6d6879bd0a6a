// A firing waits in the review queue at the insight that caused it; a correction of that insight ends the firing.
import type { Filtro } from '@escuta/shared/domain/filters/filtro-tabela';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judgingRules } from '../../worker/src/rules/rules.ts';
import { createTestApp, type Method, type TestApp } from '../support/app.ts';
import { bearer, createItem, createTenant } from '../support/factories.ts';
import { createRunWithInsights, createTemplateVersion, judged } from '../support/insights.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const base = { janela: null, gravidade: 'media', agrupar_por: 'nenhum', espera_min: 60, ativa: true };

/** A company with the acts of its manager. */
async function company() {
  const tenant = await createTenant(test.deps);
  const call = async (method: Method, path: string, payload?: object) => {
    const answer = await test.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: bearer(tenant.tokens.gerente),
      ...(payload ? { payload } : {}),
    });
    return { status: answer.statusCode, ...answer.json() };
  };
  const rule = async (nome: string, filtro: Filtro, more: object = {}) =>
    (await call('POST', '/regras', { ...base, nome, filtro, ...more })).data as { id: string };
  return {
    ...tenant,
    call,
    rule,
    judgeAll: () =>
      judgingRules({ db: test.deps.db, log: test.deps.log, publish: () => undefined, restMs: 0 }).round({
        isStopped: () => false,
        moved: () => undefined,
      }),
    firings: async (item: { id: string }) => (await call('GET', `/regras/disparos?item_id=${item.id}`)).data,
    queue: async () =>
      (await call('GET', '/insights/revisao')).data.insights as {
        id: string;
        itemId: string;
        atencao: { motivos: string[] };
        disparos: { regra: string; alvo: string }[];
      }[],
    logged: async () =>
      (
        await test.deps.db.query(
          `select detalhes from registros_acesso where empresa_id = $1 and acao = 'alertas_tratados' order by id`,
          [tenant.empresa.id],
        )
      ).rows.map(({ detalhes }) => detalhes),
  };
}

/** A call with an insight for each list of criteria. */
async function analysedCall(
  { auditoria, empresa }: Awaited<ReturnType<typeof company>>,
  insights: { pontuacao: number; criterios: ReturnType<typeof judged>[] }[],
) {
  const item = await createItem(test.deps, auditoria);
  const given = [];
  for (const insight of insights)
    given.push({ template: await createTemplateVersion(test.deps, empresa.id), ...insight });
  const { ids } = await createRunWithInsights(test.deps, item, given);
  return { item, ids };
}

const failed = (id: string) => judged(id, { critico: true, atendido: 'nao' });

it('a failed criterion waits at the insight that holds it, and a rule about the call beside it', async () => {
  const mine = await company();
  await mine.rule('Pontuação baixa', { todas: [{ campo: 'nota', op: 'ate', valor: 60 }] });
  // The other insight has the lower score, but the rule found nothing in its criteria.
  const { item, ids } = await analysedCall(mine, [
    { pontuacao: 0.1, criterios: [judged('cortesia', { atendido: 'nao' })] },
    { pontuacao: 0.9, criterios: [failed('protocolo')] },
  ]);
  await mine.judgeAll();
  const waiting = await mine.queue();
  expect(waiting.map(({ id }) => id)).toEqual([ids[1]]);
  expect(waiting[0]?.disparos.map(({ regra, alvo }) => [regra, alvo])).toEqual([
    ['Critério crítico descumprido', 'insight'],
    ['Pontuação baixa', 'ligacao'],
  ]);
  expect(waiting[0]?.atencao.motivos).toEqual([
    'Regra: Critério crítico descumprido',
    'Regra da ligação: Pontuação baixa',
  ]);
  const reasons = (await mine.firings(item)).map(
    ({ regra, porque }: { regra: { nome: string }; porque: { insight_id: string; criterio: string }[] }) => [
      regra.nome,
      porque.map(({ insight_id, criterio }) => [insight_id, criterio]),
    ],
  );
  expect(Object.fromEntries(reasons)).toEqual({
    'Critério crítico descumprido': [[ids[1], 'protocolo']],
    'Pontuação baixa': [],
  });
  // Once a person has judged that insight, its alert leads to no other insight; the alert about the score still waits.
  await mine.call('POST', `/insights/validate/${ids[1]}`, { veredito: 'aprovado' });
  expect((await mine.queue()).map(({ id, disparos }) => [id, disparos.map(({ regra }) => regra)])).toEqual([
    [ids[0], ['Pontuação baixa']],
  ]);
});

it('two failures of one call wait at two insights, and a new analysis moves them', async () => {
  const mine = await company();
  const { item, ids } = await analysedCall(mine, [
    { pontuacao: 0.5, criterios: [failed('protocolo')] },
    { pontuacao: 0.6, criterios: [judged('prazo', { atendido: 'nao' })] },
  ]);
  const { rows } = await test.deps.db.query(
    `select c from item_qualidade, unnest(criterios) c where item_id = $1 and c like '%prazo'`,
    [item.id],
  );
  await mine.rule('Prazo', { todas: [{ campo: 'criterio', op: 'um_de', valor: [rows[0].c] }] });
  await mine.judgeAll();
  await test.deps.db.query(
    `update regras set vigente_desde = now() - interval '1 day' where empresa_id = $1`,
    [mine.empresa.id],
  );
  await test.deps.db.query('update item_qualidade set alertas = alertas where item_id = $1', [item.id]);
  await mine.judgeAll();
  expect((await mine.queue()).map(({ id, disparos }) => [id, disparos.map(({ regra }) => regra)])).toEqual([
    [ids[0], ['Critério crítico descumprido']],
    [ids[1], ['Prazo']],
  ]);
  const again = await createRunWithInsights(test.deps, item, [
    { template: await createTemplateVersion(test.deps, mine.empresa.id), criterios: [failed('outro')] },
  ]);
  await mine.judgeAll();
  expect((await mine.queue()).filter(({ disparos }) => disparos.length > 0).map(({ id }) => id)).toEqual(
    again.ids,
  );
});

it('a corrected criterion ends its alert at once as not right, and undoing the correction reopens the alert', async () => {
  const mine = await company();
  const { item, ids } = await analysedCall(mine, [{ pontuacao: 0.2, criterios: [failed('protocolo')] }]);
  await mine.judgeAll();
  const correction = {
    veredito: 'rejeitado',
    motivo: 'Critério avaliado errado',
    criterios: [{ id: 'protocolo', atendido: 'sim' }],
  };
  const state = async () => {
    const [one] = await mine.firings(item);
    return [one.estado, one.procedente, one.corrigido];
  };
  const validate = () => mine.call('POST', `/insights/validate/${ids[0]}`, correction);
  const { data } = await validate();
  expect(await state()).toEqual(['resolvido', false, true]);
  const [critical] = (await mine.call('GET', '/regras')).data.filter(
    ({ padrao }: { padrao: string }) => padrao === 'falha_critica',
  );
  expect([critical.pendentes, critical.resolvidos, critical.procedentes]).toEqual([0, 1, 0]);
  // The worker, which judges the call later, finds nothing more to do.
  await mine.judgeAll();
  expect(await state()).toEqual(['resolvido', false, true]);
  // Nobody decided on the alert itself, so nobody can take the decision back.
  const [{ id }] = await mine.firings(item);
  const reopen = await mine.call('PATCH', '/regras/disparos', { ids: [id], estado: 'aberto' });
  expect([reopen.data.mudados, await state()]).toEqual([0, ['resolvido', false, true]]);

  await mine.call('DELETE', `/insights/validate/${ids[0]}?dado_em=${data.validacao.em}`);
  expect(await state()).toEqual(['visto', null, false]);
  await validate();
  expect(await state()).toEqual(['resolvido', false, true]);
  expect(await mine.logged()).toEqual([
    { estado: 'resolvido', procedente: false, motivo: 'corrigido_pela_revisao', alertas: 1, ids: [id] },
    { estado: 'aberto', procedente: null, motivo: 'correcao_desfeita', alertas: 1, ids: [id] },
    { estado: 'resolvido', procedente: false, motivo: 'corrigido_pela_revisao', alertas: 1, ids: [id] },
  ]);
});

it('a correction that lifts the score ends a rule of scores, an approval does not, and a later failure fires anew', async () => {
  const mine = await company();
  await mine.rule('Pontuação baixa', { todas: [{ campo: 'nota', op: 'ate', valor: 60 }] });
  const { item, ids } = await analysedCall(mine, [
    { pontuacao: 0, criterios: [judged('protocolo', { atendido: 'nao' })] },
  ]);
  await mine.judgeAll();
  const states = async () =>
    (await mine.firings(item)).map(({ estado, corrigido }: Record<string, unknown>) => [estado, corrigido]);
  const give = (verdict: object) => mine.call('POST', `/insights/validate/${ids[0]}`, verdict);
  await give({ veredito: 'aprovado' });
  expect(await states()).toEqual([['visto', false]]);
  await give({ veredito: 'rejeitado', motivo: 'Errado', criterios: [{ id: 'protocolo', atendido: 'sim' }] });
  expect(await states()).toEqual([['resolvido', true]]);
  await createRunWithInsights(test.deps, item, [
    {
      template: await createTemplateVersion(test.deps, mine.empresa.id),
      pontuacao: 0,
      criterios: [judged('protocolo', { atendido: 'nao' })],
    },
  ]);
  await mine.judgeAll();
  expect(await states()).toEqual([['aberto', false]]);
});

it('two people who correct the two failures of a call at once end its alert as corrected', async () => {
  const mine = await company();
  const { item } = await analysedCall(mine, [{ pontuacao: 0.2, criterios: [failed('protocolo')] }]);
  await mine.judgeAll();
  // Writes a verdict without the judging that follows it, like a concurrent verdict that is not visible yet.
  const { rows } = await test.deps.db.query('select id from insights where item_id = $1', [item.id]);
  await test.deps.db.query(
    `insert into insight_revisoes (id, empresa_id, insight_id, usuario_id, veredito, motivo, inteiro)
     values (gen_random_uuid(), $1, $2, $3, 'rejeitado', 'Errado', true)`,
    [mine.empresa.id, rows[0].id, mine.gerente.usuarioId],
  );
  await test.deps.db.query(
    `update insights set validado_humano = true, veredito = 'rejeitado', validado_em = now(), validado_por = $2,
       motivo_rejeicao = 'Errado' where id = $1`,
    [rows[0].id, mine.gerente.usuarioId],
  );
  await mine.judgeAll();
  const [one] = await mine.firings(item);
  expect([one.estado, one.procedente, one.corrigido]).toEqual(['resolvido', false, true]);
  expect((await mine.logged()).map(({ motivo }) => motivo)).toEqual(['corrigido_pela_revisao']);
});

it('alerts are one number on the home, the menu and the rows of the call list, apart from the flags of the AI', async () => {
  const mine = await company();
  await mine.rule('Pontuação baixa', { todas: [{ campo: 'nota', op: 'ate', valor: 60 }] });
  const { item } = await analysedCall(mine, [{ pontuacao: 0.2, criterios: [failed('protocolo')] }]);
  await analysedCall(mine, [{ pontuacao: 0.1, criterios: [judged('prazo', { atendido: 'nao' })] }]);
  await mine.judgeAll();
  const numbers = async () => {
    const rows = (await mine.call('GET', `/projetos/${mine.projeto.id}/auditoria-items?limit=50`)).data as {
      id: string;
      disparos: { n: number; alta: number };
      qualidade: { alertas: number } | null;
    }[];
    const { abertos, vistos, alta } = (await mine.call('GET', '/regras/disparos/contagem')).data;
    return {
      menu: [abertos + vistos, alta],
      home: (await mine.call('GET', '/dashboard')).data.alertas.total,
      list: [
        rows.reduce((sum, { disparos }) => sum + disparos.n, 0),
        rows.reduce((sum, { disparos }) => sum + disparos.alta, 0),
      ],
      row: rows.find(({ id }) => id === item.id)?.disparos,
      flags: rows.reduce((sum, { qualidade }) => sum + (qualidade?.alertas ?? 0), 0),
    };
  };
  expect(await numbers()).toEqual({ menu: [3, 1], home: 3, list: [3, 1], row: { n: 2, alta: 1 }, flags: 0 });
  const critical = (await mine.firings(item)).find(
    ({ gravidade }: { gravidade: string }) => gravidade === 'alta',
  );
  await mine.call('PATCH', '/regras/disparos', { ids: [critical.id], estado: 'resolvido', procedente: true });
  expect(await numbers()).toEqual({ menu: [2, 0], home: 2, list: [2, 0], row: { n: 1, alta: 0 }, flags: 0 });
});
