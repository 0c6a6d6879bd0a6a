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

/** Creates a company. @returns the company with functions for what its manager does */
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
    /** Judges the queued calls, like a worker that starts. */
    judgeAll: async () => {
      const judging = judgingRules({
        ...{ db: test.deps.db, log: test.deps.log },
        ...{ publish: () => undefined, restMs: 0 },
      });
      await judging.begin?.();
      return judging.round({ isStopped: () => false, moved: () => undefined });
    },
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

/** Creates an analysed call with these insights. */
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
  // The first insight has the lower score, but only the second has a failed critical criterion.
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

const CRITICAL = 'Critério crítico descumprido';
const correct = (...ids: string[]) => ({
  veredito: 'rejeitado',
  motivo: 'Critério avaliado errado',
  criterios: ids.map((id) => ({ id, atendido: 'sim' })),
});

it('an alert names all criteria behind it, also those beyond the three reasons that it shows', async () => {
  const mine = await company();
  const criterios = ['a', 'b', 'c', 'd', 'e'];
  const { item, ids } = await analysedCall(mine, [{ pontuacao: 0, criterios: criterios.map(failed) }]);
  await mine.judgeAll();
  const [one] = await mine.firings(item);
  expect(one.porque).toHaveLength(3);
  expect(one.criterios).toMatchObject([{ insight_id: ids[0], ids: criterios }]);
});

it('a verdict that ended nothing is not said to have corrected an alert', async () => {
  const mine = await company();
  const agente = async (nome: string) => (await mine.call('POST', '/agentes', { nome })).data.id as string;
  const [joao, maria] = [await agente('João'), await agente('Maria')];
  const give = (item: { id: string }, agenteId: string) =>
    test.deps.prisma.auditoriaItem.update({
      where: { id: item.id },
      data: { agenteId, agenteOrigem: 'pessoa' },
    });
  const low = { campo: 'nota', op: 'ate', valor: 60 } as const;
  await mine.rule('De João', { todas: [{ campo: 'agente', op: 'um_de', valor: [joao] }, low] });
  await mine.rule('Sem revisão', { todas: [{ campo: 'revisada', op: 'igual', valor: false }, low] });
  const edited = await mine.rule('Editada', { todas: [low] });
  const criterios = ['a', 'b', 'c', 'd'].map((id) => judged(id, { atendido: 'nao' }));
  const { item, ids } = await analysedCall(mine, [{ pontuacao: 0, criterios }]);
  await give(item, joao);
  await mine.judgeAll();
  const states = async () =>
    Object.fromEntries(
      (await mine.firings(item)).map(
        (one: { regra: { nome: string }; estado: string; corrigido: boolean }) => [
          one.regra.nome,
          [one.estado, one.corrigido],
        ],
      ),
    );
  expect(await states()).toEqual({
    'De João': ['aberto', false],
    'Sem revisão': ['aberto', false],
    Editada: ['aberto', false],
  });
  // The score becomes 25, which every rule still finds low.
  await mine.call('POST', `/insights/validate/${ids[0]}`, correct('a'));
  await mine.judgeAll();
  await give(item, maria);
  const { versao } = (await mine.call('GET', '/regras')).data.find(
    ({ id }: { id: string }) => id === edited.id,
  );
  const filtro = { todas: [{ campo: 'nota', op: 'ate', valor: 10 }] };
  expect((await mine.call('PATCH', `/regras/${edited.id}`, { versao, filtro })).status).toBe(200);
  await mine.judgeAll();
  expect(await states()).toEqual({
    'De João': ['deixou_de_valer', false],
    'Sem revisão': ['deixou_de_valer', false],
    Editada: ['deixou_de_valer', false],
  });
  expect(await mine.logged()).toEqual([]);
});

it('a rule about words and scores is left to the worker, which tells the correction and its withdrawal alike', async () => {
  const mine = await company();
  const words: Filtro = { campo: 'dito_cliente', op: 'nenhum_de', valor: ['boleto'] };
  const made = await mine.rule('Pontuação e palavras', {
    todas: [{ campo: 'nota', op: 'ate', valor: 60 }, { nao: words }],
  });
  const { item, ids } = await analysedCall(mine, [
    { pontuacao: 0, criterios: [judged('protocolo', { atendido: 'nao' })] },
  ]);
  await mine.judgeAll();
  const state = async () => {
    const [{ estado, corrigido }] = await mine.firings(item);
    return [estado, corrigido];
  };
  const { data } = await mine.call('POST', `/insights/validate/${ids[0]}`, correct('protocolo'));
  expect(await state()).toEqual(['visto', false]);
  await mine.judgeAll();
  expect(await state()).toEqual(['resolvido', true]);
  await mine.call('DELETE', `/insights/validate/${ids[0]}?dado_em=${data.validacao.em}`);
  await mine.judgeAll();
  expect(await state()).toEqual(['visto', false]);
  expect((await mine.logged()).map(({ motivo }) => motivo)).toEqual([
    'corrigido_pela_revisao',
    'correcao_desfeita',
  ]);
  const groups = await test.deps.prisma.regraGrupo.findMany({ where: { regraId: made.id } });
  expect(groups.map(({ n }) => n)).toEqual([1]);
});

it('a withdrawn correction opens no alert of a rule that is switched off, and no precision counts the alert', async () => {
  const mine = await company();
  const { item, ids } = await analysedCall(mine, [{ pontuacao: 0.2, criterios: [failed('protocolo')] }]);
  await mine.judgeAll();
  const { data } = await mine.call('POST', `/insights/validate/${ids[0]}`, correct('protocolo'));
  const critical = async () =>
    (await mine.call('GET', '/regras')).data.find(({ nome }: { nome: string }) => nome === CRITICAL);
  const { id, versao } = await critical();
  expect((await mine.call('PATCH', `/regras/${id}`, { versao, ativa: false })).status).toBe(200);
  await mine.call('DELETE', `/insights/validate/${ids[0]}?dado_em=${data.validacao.em}`);
  const [one] = await mine.firings(item);
  expect([one.estado, one.corrigido, (await critical()).resolvidos]).toEqual(['deixou_de_valer', false, 0]);
});

it('an alert whose correction still counts, and that holds again by another verdict, tells so in the log', async () => {
  const mine = await company();
  const { item, ids } = await analysedCall(mine, [
    { pontuacao: 0.2, criterios: [failed('protocolo')] },
    { pontuacao: 0.2, criterios: [failed('prazo')] },
  ]);
  await mine.judgeAll();
  const first = await mine.call('POST', `/insights/validate/${ids[0]}`, correct('protocolo'));
  await mine.call('POST', `/insights/validate/${ids[1]}`, correct('prazo'));
  await mine.call('DELETE', `/insights/validate/${ids[0]}?dado_em=${first.data.validacao.em}`);
  expect((await mine.firings(item))[0].estado).toBe('visto');
  expect((await mine.logged()).map(({ motivo }) => motivo)).toEqual([
    'corrigido_pela_revisao',
    'voltou_a_valer',
  ]);
});

it('a verdict that waits for an alert of its call holds no other alert, so that two writers never wait in a circle', async () => {
  const mine = await company();
  const { item, ids } = await analysedCall(mine, [{ pontuacao: 0, criterios: [failed('protocolo')] }]);
  await mine.judgeAll();
  // The later alert belongs to the rule with the lower id; rules are judged in the order of their ids.
  await test.deps.db.query(
    `insert into regras (id, empresa_id, nome, filtro, gravidade, vigente_desde) values
      (('00000000-0000-4000-8000-' || right($1::text, 12))::uuid, $1::uuid, 'Pontuação baixa',
        '{"todas":[{"campo":"nota","op":"ate","valor":60}]}', 'media', now() - interval '1 day')`,
    [mine.empresa.id],
  );
  await test.deps.db.query('update item_qualidade set alertas = alertas where item_id = $1', [item.id]);
  await mine.judgeAll();
  const both: string[] = (await mine.firings(item)).map(({ id }: { id: string }) => id).sort();
  expect(both).toHaveLength(2);
  await mine.call('PATCH', '/regras/disparos', { ids: both, estado: 'visto' });
  const { verdict, free } = await test.deps.db.transaction(async (tx) => {
    await tx.query('select from regra_disparos where id = $1 for update', [both[0]]);
    const verdict = mine.call('POST', `/insights/validate/${ids[0]}`, correct('protocolo'));
    await expect
      .poll(async () => {
        const { rows } = await tx.query(
          `select count(*)::int as n from pg_locks l join pg_stat_activity a on a.pid = l.pid
           where not l.granted and a.datname = current_database()`,
        );
        return rows[0].n;
      })
      .toBeGreaterThan(0);
    const found = await tx.query('select id from regra_disparos where id = $1 for update skip locked', [
      both[1],
    ]);
    return { verdict, free: found.rows.map(({ id }) => id) };
  });
  expect(free).toEqual([both[1]]);
  expect((await verdict).status).toBe(200);
});

it('taking a decision back leaves a later one, keeps who saw the alert, and ends an alert that holds no more', async () => {
  const mine = await company();
  const { item, ids } = await analysedCall(mine, [{ pontuacao: 0.2, criterios: [failed('protocolo')] }]);
  await mine.judgeAll();
  const [{ id }] = await mine.firings(item);
  const change = async (body: object) =>
    (await mine.call('PATCH', '/regras/disparos', { ids: [id], ...body })).data;
  const state = async () => {
    const [{ estado, procedente, observacao, visto }] = await mine.firings(item);
    return [estado, procedente, observacao, visto !== null];
  };
  await change({ estado: 'visto' });
  const seen = ['visto', null, null, true];
  expect([(await change({ estado: 'aberto' })).mudados, await state()]).toEqual([0, seen]);
  const mineFirst = await change({ estado: 'resolvido', procedente: true, observacao: 'Ouvi' });
  expect(mineFirst.dado_em).toBe((await mine.firings(item))[0].resolvido.em);
  await test.deps.db.query(`update regra_disparos set visto_em = visto_em - interval '1 s' where id = $1`, [
    id,
  ]);
  // Another person decides later; the first person's 'Desfazer' comes after it.
  await test.deps.db.query(
    `update regra_disparos set resolvido_em = resolvido_em + interval '1 s', procedente = false where id = $1`,
    [id],
  );
  const late = await change({ estado: 'aberto', dado_em: mineFirst.dado_em });
  expect([late.mudados, await state()]).toEqual([0, ['resolvido', false, 'Ouvi', true]]);
  // A decision without a note keeps the former note, even after the former decision was taken back.
  await change({ estado: 'aberto' });
  await change({ estado: 'resolvido', procedente: true });
  expect(await state()).toEqual(['resolvido', true, 'Ouvi', true]);
  // The criterion is corrected meanwhile, so the rule no longer matches the call of the reopened alert.
  await mine.call('POST', `/insights/validate/${ids[0]}`, correct('protocolo'));
  await mine.judgeAll();
  expect((await mine.firings(item))[0].estado).toBe('resolvido');
  await change({ estado: 'aberto' });
  await mine.judgeAll();
  const [ended] = await mine.firings(item);
  expect([ended.estado, ended.procedente, ended.corrigido]).toEqual(['resolvido', false, true]);
});

it('an open alert that an earlier version left without its insight finds the insight once a worker starts', async () => {
  const mine = await company();
  const { item, ids } = await analysedCall(mine, [{ pontuacao: 0.2, criterios: [failed('protocolo')] }]);
  await mine.judgeAll();
  await test.deps.db.query(`update regra_disparos set insights = '{}' where item_id = $1`, [item.id]);
  await mine.judgeAll();
  const waiting = await mine.queue();
  expect(waiting.map(({ id, disparos }) => [id, disparos.map(({ alvo }) => alvo)])).toEqual([
    [ids[0], ['insight']],
  ]);
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
