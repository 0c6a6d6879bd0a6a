// Devices in the field and their data: credentials, the exact log, and the interview derived from it.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type {
  AparelhoWire,
  EntrevistaRecebida,
  QuestionarioBaixado,
} from '@escuta/shared/contracts/surveys/campo';
import type { EntrevistaWire } from '@escuta/shared/contracts/surveys/entrevistas';
import type { Quadro } from '@escuta/shared/contracts/surveys/quadro';
import type { QuestionarioDetalhe } from '@escuta/shared/contracts/surveys/questionarios';
import { CONSENTIMENTO_PADRAO } from '@escuta/shared/domain/interview/device/consent';
import { LIMITES_REGISTRO } from '@escuta/shared/domain/interview/device/device-log';
import { logDigest } from '@escuta/shared/domain/interview/device/log-digest';
import { saveRecordingMap } from '@escuta/shared/services/recordings/recording-map';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  digestOfRows,
  readDeviceEvents,
} from '../../api/src/features/entrevistas/collecting/device-log-repo.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createAparelho, createMembro, createTenant, signToken } from '../support/factories.ts';
import { createFieldSurvey, type Dito, logOf, noise, Sender } from '../support/field.ts';
import { inHeldMinute } from '../support/held-minute.ts';
import { longo } from '../support/longo.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let survey: Awaited<ReturnType<typeof createFieldSurvey>>;
let q: QuestionarioBaixado;
let aparelho: { id: string; segredo: string };
let device: Sender;
let gerente: Sender;
let usuario: Sender;

beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps);
  survey = await createFieldSurvey(test.deps, test.app, mine.empresa, mine.tokens.gerente);
  gerente = new Sender(mine.tokens.gerente, test.app);
  usuario = new Sender(mine.tokens.usuario, test.app);
});
afterAll(() => test.close());
beforeEach(async () => {
  aparelho = await createAparelho(test.deps, mine.usuario);
  device = new Sender(aparelho.segredo, test.app);
  q = await device.done<QuestionarioBaixado>(
    'POST',
    `/campo/questionarios/${survey.questionario.id}/baixar`,
    { para: 'iniciar' },
  );
});

const row = (id: string) => test.deps.prisma.entrevista.findUniqueOrThrow({ where: { id } });
const acoes = async (recursoId: string) =>
  (
    await test.deps.prisma.registroAcesso.findMany({ where: { recursoId }, orderBy: { createdAt: 'asc' } })
  ).map(({ acao }) => acao);
const contact = (segredo: string, fields: object = {}) =>
  new Sender('', test.app).call('POST', '/campo/contato', {
    segredo,
    pendentes: 0,
    ...fields,
  });

describe('a device', () => {
  it('is authorised by the person who signed in, changes its secret when renewed, and disappears when the company is another', async () => {
    const id = randomUUID();
    const register = () =>
      usuario.done<{ segredo: string; autorizado_ate: string; usuario: { id: string } }>(
        'POST',
        '/campo/aparelhos',
        {
          id,
          nome: 'Chrome em Android',
        },
      );
    const first = await register();
    expect(first.usuario.id).toBe(mine.usuario.usuarioId);
    const days = (Date.parse(first.autorizado_ate) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    // This request also puts the first credential into the API's cache.
    expect((await new Sender(first.segredo, test.app).call('GET', '/campo/questionarios')).status).toBe(200);
    const second = await register();
    expect(second.segredo).not.toBe(first.segredo);
    expect((await new Sender(first.segredo, test.app).call('GET', '/campo/questionarios')).status).toBe(401);
    expect((await new Sender(second.segredo, test.app).call('GET', '/campo/questionarios')).status).toBe(200);
    expect(await acoes(id)).toEqual(['aparelho_autorizado', 'aparelho_autorizado']);
    const stored = await test.deps.prisma.aparelho.findUniqueOrThrow({ where: { id } });
    expect(JSON.stringify(stored)).not.toContain(second.segredo);

    const colega = await createMembro(test.deps, mine.empresa);
    const asColleague = new Sender(signToken(test.deps, colega), test.app);
    expect((await asColleague.call('POST', '/campo/aparelhos', { id, nome: 'X' })).body.code).toBe(
      'conflito',
    );
  });

  longo.test('shows people their own, and managers those of the company', async () => {
    const outra = await createTenant(test.deps);
    await createAparelho(test.deps, outra.usuario);
    const colega = await createMembro(test.deps, mine.empresa);
    const dela = await createAparelho(test.deps, colega);
    const list = async (sender: Sender) =>
      (await sender.done<AparelhoWire[]>('GET', '/campo/aparelhos')).map(({ id }) => id);
    expect(await list(usuario)).toContain(aparelho.id);
    expect(await list(usuario)).not.toContain(dela.id);
    expect(await list(gerente)).toEqual(expect.arrayContaining([aparelho.id, dela.id]));
    const admin = await list(new Sender(mine.tokens.admin, test.app));
    const empresas = await test.deps.prisma.aparelho.findMany({ where: { id: { in: admin } } });
    expect(new Set(empresas.map(({ empresaId }) => empresaId))).toEqual(new Set([mine.empresa.id]));
    // A usuario cannot end another person's device.
    expect((await usuario.call('POST', `/campo/aparelhos/${dela.id}/revogar`)).status).toBe(404);
    expect((await gerente.call('POST', `/campo/aparelhos/${dela.id}/revogar`)).status).toBe(200);
  });

  it('revoked, sends nothing until the same person signs in on it again', async () => {
    const id = randomUUID();
    expect((await device.announce(id, q.versao.id)).status).toBe(200);
    expect(
      (await gerente.done<AparelhoWire>('POST', `/campo/aparelhos/${aparelho.id}/revogar`)).situacao,
    ).toBe('revogado');
    const refused = await device.events(id, logOf([{ tipo: 'iniciada' }]));
    expect([refused.status, refused.body.code]).toEqual([401, 'aparelho_revogado']);
    expect((await contact(aparelho.segredo)).body.data).toMatchObject({ situacao: 'revogado' });
    const { segredo } = await usuario.done<{ segredo: string }>('POST', '/campo/aparelhos', {
      id: aparelho.id,
      nome: 'Chrome em Android',
    });
    const again = new Sender(segredo, test.app);
    expect((await again.events(id, logOf([{ tipo: 'iniciada' }]))).status).toBe(200);
    expect(await acoes(aparelho.id)).toEqual(['aparelho_revogado', 'aparelho_autorizado']);
  });

  longo.test('revoked, of a deactivated account, still sends: nobody can sign in on it again', async () => {
    const membro = await createMembro(test.deps, mine.empresa);
    const dele = await createAparelho(test.deps, membro);
    const sender = new Sender(dele.segredo, test.app);
    await gerente.done('POST', `/campo/aparelhos/${dele.id}/revogar`);
    expect((await sender.call('GET', '/campo/questionarios')).body.code).toBe('aparelho_revogado');
    await test.deps.prisma.membro.update({ where: { id: membro.id }, data: { ativo: false } });
    test.deps.sessions.announce(membro.id);
    expect(await row(await sender.interview(q))).toMatchObject({ quarentena: 'aparelho_revogado' });
    expect(
      (
        await sender.call('POST', `/campo/questionarios/${survey.questionario.id}/baixar`, {
          para: 'iniciar',
        })
      ).status,
    ).toBe(403);
    // A device marked for erasure sends nothing, for any of its users.
    await gerente.done('POST', `/campo/aparelhos/${dele.id}/apagar`);
    expect((await sender.call('GET', '/campo/questionarios')).body.code).toBe('aparelho_revogado');
  });

  it('ordered to erase what it keeps, hears so at its contact and says when it did', async () => {
    await gerente.done('POST', `/campo/aparelhos/${aparelho.id}/apagar`);
    const refused = {
      code: 'aparelho_revogado',
      message: expect.stringMatching(/^Este aparelho foi marcado para ser apagado: /),
    };
    expect((await device.call('GET', '/campo/questionarios')).body).toMatchObject(refused);
    expect((await contact(aparelho.segredo, { pendentes: 3 })).body.data).toMatchObject({
      situacao: 'a_apagar',
    });
    // A new sign-in on the device does not cancel the ordered erasure.
    const { segredo } = await usuario.done<{ segredo: string }>('POST', '/campo/aparelhos', {
      id: aparelho.id,
      nome: 'Chrome',
    });
    expect((await contact(segredo)).body.data).toMatchObject({ situacao: 'a_apagar' });
    const again = await new Sender(segredo, test.app).call('GET', '/campo/questionarios');
    expect(again.body).toMatchObject(refused);
    expect((await contact(segredo, { apagado: true })).body.data).toMatchObject({ situacao: 'apagado' });
    const renewed = await usuario.done<{ segredo: string }>('POST', '/campo/aparelhos', {
      id: aparelho.id,
      nome: 'Chrome',
    });
    expect((await contact(renewed.segredo)).body.data).toMatchObject({ situacao: 'ativo' });
  });

  longo.test('of a company out of use hears so at its contact, and nothing is taken from it', async () => {
    const other = await createTenant(test.deps);
    const { segredo } = await createAparelho(test.deps, other.usuario);
    const active = (ativa: boolean) =>
      test.deps.prisma.empresa.update({ where: { id: other.empresa.id }, data: { ativa } });
    await active(false);
    expect((await contact(segredo)).body.data).toMatchObject({
      situacao: 'ativo',
      empresa_ativa: false,
      membro_ativo: false,
    });
    await active(true);
    expect((await contact(segredo)).body.data).toMatchObject({
      situacao: 'ativo',
      empresa_ativa: true,
      membro_ativo: true,
    });
  });

  longo.test(
    'expired, sends what it keeps and takes nothing more; in date, the contact renews it',
    async () => {
      const { prisma } = test.deps;
      const vencido = await createAparelho(test.deps, mine.usuario, {
        autorizadoAte: new Date(Date.now() - 1000),
      });
      const sender = new Sender(vencido.segredo, test.app);
      const id = await sender.interview(q);
      expect(await row(id)).toMatchObject({ sincronia: 'completa', situacao: 'concluida' });
      const taken = await sender.call('POST', `/campo/questionarios/${survey.questionario.id}/baixar`, {
        para: 'iniciar',
      });
      expect([taken.status, taken.body.code]).toEqual([403, 'sem_permissao']);
      expect((await contact(vencido.segredo)).body.data).toMatchObject({ situacao: 'vencido' });

      const soon = new Date(Date.now() + 3_600_000);
      await prisma.aparelho.update({ where: { id: aparelho.id }, data: { autorizadoAte: soon } });
      const answer = await contact(aparelho.segredo, { pendentes: 2 });
      expect(answer.body.data).toMatchObject({ situacao: 'ativo', membro_ativo: true });
      const after = await prisma.aparelho.findUniqueOrThrow({ where: { id: aparelho.id } });
      expect(after.autorizadoAte.getTime()).toBeGreaterThan(soon.getTime() + 86_400_000);
      expect(after.pendentes).toBe(2);
    },
  );

  longo.test('has its own request limit, and not that of the address it shares with others', async () => {
    const strict = await createTestApp({ RATE_LIMIT_MAX: 4 });
    try {
      const [a, b] = [
        await createAparelho(strict.deps, mine.usuario),
        await createAparelho(strict.deps, mine.usuario),
      ];
      // Uses an IP address of its own, because requests are counted by IP address in Redis across tests.
      const list = async ({ segredo }: { segredo: string }) => {
        const { statusCode } = await strict.app.inject({
          url: '/api/v1/campo/questionarios',
          headers: { authorization: `Bearer ${segredo}` },
          remoteAddress: '10.20.30.40',
        });
        return statusCode;
      };
      // Each device's first request counts for its IP address, because the API knows the owner only afterwards.
      const statuses: number[] = [];
      await inHeldMinute(async () => {
        for (let n = 0; n < 6; n += 1) statuses.push(await list(a));
      });
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
      expect([await list(b), await list(b)]).toEqual([200, 200]);
    } finally {
      await strict.close();
    }
  });

  longo.test('of a company out of use does not get in; a secret of nobody is nothing', async () => {
    const outra = await createTenant(test.deps);
    const dela = await createAparelho(test.deps, outra.usuario);
    const sender = new Sender(dela.segredo, test.app);
    expect((await sender.call('GET', '/campo/questionarios')).status).toBe(200);
    await test.deps.prisma.empresa.update({ where: { id: outra.empresa.id }, data: { ativa: false } });
    test.deps.sessions.announce(outra.empresa.id);
    expect((await sender.call('GET', '/campo/questionarios')).body.code).toBe('nao_autenticado');
    expect((await contact(`apa_${'x'.repeat(43)}`)).status).toBe(404);
  });

  it('of a deactivated or deleted account still sends: the interview is quarantined, and a manager releases it', async () => {
    const { deps } = test;
    const membro = await createMembro(deps, mine.empresa);
    const dela = await createAparelho(deps, membro);
    const sender = new Sender(dela.segredo, test.app);
    expect((await sender.call('GET', '/campo/questionarios')).status).toBe(200);
    await deps.prisma.membro.update({ where: { id: membro.id }, data: { ativo: false } });
    deps.sessions.announce(membro.id);
    const held = await sender.interview(q, { gravacoes: [noise(1)] });
    expect(await row(held)).toMatchObject({
      quarentena: 'membro_desativado',
      sincronia: 'completa',
      montagem: null,
    });
    expect(
      (
        await sender.call('POST', `/campo/questionarios/${survey.questionario.id}/baixar`, {
          para: 'iniciar',
        })
      ).status,
    ).toBe(403);
    expect((await usuario.call('POST', `/entrevistas/${held}/liberar`)).status).toBe(403);
    // A held interview counts once a manager has released it.
    const counted = async () =>
      (await gerente.done<{ total: number }>('GET', `/pesquisas/${survey.pesquisa.id}/distribuicao`)).total;
    const before = await counted();
    expect((await gerente.call('POST', `/entrevistas/${held}/liberar`)).status).toBe(200);
    expect(await counted()).toBe(before + 1);
    expect(await row(held)).toMatchObject({ quarentena: null, montagem: 'pendente' });
    expect((await gerente.call('POST', `/entrevistas/${held}/liberar`)).status).toBe(409);

    // The account is deleted; the device's data stay.
    const admin = new Sender(mine.tokens.admin, test.app);
    const gone = await test.app.inject({
      method: 'DELETE',
      url: `/api/v1/users/${membro.id}`,
      headers: { authorization: `Bearer ${mine.tokens.admin}` },
    });
    expect(gone.statusCode, gone.body).toBeLessThan(300);
    const later = await sender.interview(q);
    expect(await row(later)).toMatchObject({
      quarentena: 'membro_desativado',
      usuarioId: membro.usuarioId,
    });
    const shown = (await admin.done<AparelhoWire[]>('GET', '/campo/aparelhos')).find(
      ({ id }) => id === dela.id,
    );
    expect(shown?.usuario.nome).toBe('Conta excluída');
  });
});

describe('taking a questionnaire to the field', () => {
  it('freezes the version with the text of consent; without a change, it is the same', async () => {
    expect(q.consentimento).toBe(CONSENTIMENTO_PADRAO);
    expect(q.questoes).toHaveLength(3);
    const again = await device.done<QuestionarioBaixado>(
      'POST',
      `/campo/questionarios/${survey.questionario.id}/baixar`,
      { para: 'iniciar' },
    );
    expect(again.versao).toEqual(q.versao);
    const versao = await test.deps.prisma.questionarioVersao.findUniqueOrThrow({
      where: { id: q.versao.id },
    });
    expect(versao.conteudo).toMatchObject({ consentimento: CONSENTIMENTO_PADRAO });
  });

  it('hears at each contact which version is published, of its own company, while it may begin interviews', async () => {
    const other = await createTenant(test.deps);
    const theirs = await createFieldSurvey(test.deps, test.app, other.empresa, other.tokens.gerente);
    await new Sender(other.tokens.usuario, test.app).done(
      'POST',
      `/campo/questionarios/${theirs.questionario.id}/baixar`,
      { para: 'iniciar' },
    );
    const questionarios = [survey.questionario.id, theirs.questionario.id];
    const heard = async () =>
      ((await contact(aparelho.segredo, { questionarios })).body.data as unknown as { versoes: object[] })
        .versoes;
    expect(await heard()).toEqual([{ questionario_id: survey.questionario.id, ...q.versao }]);
    await gerente.done('POST', `/campo/aparelhos/${aparelho.id}/revogar`);
    expect(await heard()).toEqual([]);
  });

  longo.test('keeps the questionnaire from deletion while interviews can still arrive', async () => {
    const nova = await createFieldSurvey(test.deps, test.app, mine.empresa, mine.tokens.gerente);
    const levado = await device.done<QuestionarioBaixado>(
      'POST',
      `/campo/questionarios/${nova.questionario.id}/baixar`,
      { para: 'iniciar' },
    );
    const remove = () =>
      test.app.inject({
        method: 'DELETE',
        url: `/api/v1/questionarios/${nova.questionario.id}`,
        headers: { authorization: `Bearer ${mine.tokens.gerente}` },
      });
    const refused = await remove();
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflito']);
    expect(refused.json().message).toContain('levado a campo');
    await test.deps.prisma.questionarioVersao.update({
      where: { id: levado.versao.id },
      data: { levadaEm: new Date(Date.now() - 31 * 86_400_000) },
    });
    expect((await remove()).statusCode).toBe(200);
  });

  longo.test(
    'is not for people outside the list of collectors: what they already did waits for a manager',
    async () => {
      const nova = await createFieldSurvey(test.deps, test.app, mine.empresa, mine.tokens.gerente);
      const path = `/campo/questionarios/${nova.questionario.id}/baixar`;
      const levado = await device.done<QuestionarioBaixado>('POST', path, { para: 'iniciar' });
      const { empresaId, usuarioId } = mine.gerente;
      await test.deps.prisma.questionarioColetor.create({
        data: { empresaId, questionarioId: nova.questionario.id, usuarioId },
      });
      const listed = await device.done<{ id: string }[]>('GET', '/campo/questionarios');
      expect(listed.map(({ id }) => id)).not.toContain(nova.questionario.id);
      const refused = await device.call('POST', path);
      expect([refused.status, refused.body.code]).toEqual([403, 'sem_permissao']);
      expect((await gerente.call('POST', path)).status).toBe(200);
      expect(await row(await device.interview(levado))).toMatchObject({ quarentena: 'fora_da_lista' });
    },
  );

  it('refuses a closed questionnaire, but receives what was done with it before', async () => {
    const nova = await createFieldSurvey(test.deps, test.app, mine.empresa, mine.tokens.gerente);
    const path = `/campo/questionarios/${nova.questionario.id}/baixar`;
    const levado = await device.done<QuestionarioBaixado>('POST', path, { para: 'iniciar' });
    await test.deps.prisma.pesquisa.update({ where: { id: nova.pesquisa.id }, data: { ativo: false } });
    const refused = await device.call('POST', path);
    expect([refused.status, refused.body.code]).toEqual([422, 'regra_violada']);
    const listed = await device.done<{ id: string; fechado: string | null }[]>('GET', '/campo/questionarios');
    expect(listed.find(({ id }) => id === nova.questionario.id)?.fechado).toContain('inativa');
    expect(listed[0]?.fechado).toBeNull();
    expect(await row(await device.interview(levado))).toMatchObject({ situacao: 'concluida' });
  });
});

describe("a device's interview", () => {
  const [sim, nao] = [0, 1].map((n) => () => survey.satisfeito.respostas_definidas[n]?.id as string) as [
    () => string,
    () => string,
  ];
  const answers = (): Dito[] => [
    { tipo: 'iniciada' },
    { tipo: 'consentimento', motivo: 'aceito' },
    { tipo: 'pergunta_exibida', pergunta_id: survey.satisfeito.id },
    { tipo: 'resposta_alterada', pergunta_id: survey.satisfeito.id, valor: { opcoes: [sim()], texto: null } },
    {
      tipo: 'resposta_alterada',
      pergunta_id: survey.satisfeito.id,
      valor: { opcoes: [nao()], texto: null },
      valor_anterior: { opcoes: [sim()], texto: null },
    },
    { tipo: 'resposta_alterada', pergunta_id: survey.idade.id, valor: { opcoes: [], texto: ' 42 ' } },
    {
      tipo: 'resposta_alterada',
      pergunta_id: survey.porque.id,
      valor: { opcoes: [], texto: 'Demora “muito” 😀' },
    },
    { tipo: 'resposta_alterada', pergunta_id: survey.porque.id, valor: { opcoes: [], texto: '' } },
    { tipo: 'rede', motivo: 'sem_rede' },
    { tipo: 'finalizada' },
  ];

  it('arrives equal, event by event, however often the sending is cut and repeated', async () => {
    const id = randomUUID();
    const log = logOf(answers());
    // The interview is announced three times, twice at once; its events are sent twice, split differently the second
    // time.
    await Promise.all([device.announce(id, q.versao.id), device.announce(id, q.versao.id)]);
    expect((await device.announce(id, q.versao.id)).body.data).toMatchObject({
      ate: 0,
      sincronia: 'parcial',
    });
    for (const [from, to] of [
      [0, 4],
      [0, 4],
      [2, 6],
      [0, 10],
      [9, 10],
    ] as const) {
      const answer = await device.events(id, log.slice(from, to));
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    }
    expect((await device.announce(id, q.versao.id)).body.data).toMatchObject({ ate: 10 });
    const closed = await device.close(id, log);
    expect(closed.body.data).toEqual({
      completa: true,
      faltam: { eventos_ate: null, gravacoes: [] },
      quarentena: null,
    });
    // Repeats the request, as after a lost answer.
    expect((await device.close(id, log)).body.data).toMatchObject({ completa: true });

    const { db: pool } = test.deps;
    expect(await readDeviceEvents(pool, id, { de: 1, ate: 10 })).toEqual(log);
    expect(await digestOfRows(pool, id, 10)).toBe(await logDigest(log));
    expect(await row(id)).toMatchObject({
      registroSha256: await logDigest(log),
      aparelhoId: aparelho.id,
      consentimento: 'aceito',
      situacao: 'concluida',
      gravacao: 'sem_gravacao',
      montagem: null,
    });
    const shown = await gerente.done<EntrevistaWire>('GET', `/entrevistas/${id}`);
    expect(shown.respostas).toEqual([
      expect.objectContaining({ pergunta_id: survey.satisfeito.id, opcoes: [nao()] }),
      expect.objectContaining({ pergunta_id: survey.idade.id, texto_resposta: '42' }),
      expect.objectContaining({ pergunta_id: survey.porque.id, texto_resposta: null, opcoes: [] }),
    ]);
    expect(shown.item?.status).toBe('pendente');
    expect(await test.deps.prisma.auditoriaItem.count({ where: { entrevistaId: id } })).toBe(1);
  });

  it('belongs to one device only, and to what it said first', async () => {
    const id = randomUUID();
    const log = logOf(answers());
    await device.announce(id, q.versao.id);
    await device.events(id, log.slice(0, 5));
    const outro = new Sender((await createAparelho(test.deps, mine.usuario)).segredo, test.app);
    const codes = async (...answers: Promise<{ status: number; body: { code?: string } }>[]) =>
      (await Promise.all(answers)).map(({ status, body }) => `${status} ${body.code}`);
    expect(
      await codes(
        outro.announce(id, q.versao.id),
        outro.events(id, log),
        outro.close(id, log),
        usuario.announce(id, q.versao.id),
        device.announce(id, q.versao.id, { nome_entrevistado: 'Outra Pessoa' }),
        device.events(id, logOf([{ tipo: 'iniciada', motivo: 'outro' }])),
        device.events(id, logOf([{ tipo: 'finalizada' }], { de: 9 })),
        device.close(id, log.slice(0, 3)),
      ),
    ).toEqual(Array.from({ length: 8 }, () => '409 conflito'));
    expect((await device.events(id, logOf([{ tipo: 'finalizada' }], { de: 9 }))).body.dados).toEqual({
      ate: 5,
    });
    const gap = [...log.slice(5, 6), ...log.slice(7)];
    expect((await device.events(id, gap)).status).toBe(400);
    // The answer names missing parts, and the interview does not count as complete.
    expect((await device.close(id, log)).body.data).toMatchObject({
      completa: false,
      faltam: { eventos_ate: 5 },
    });
    // While a device conducts the interview, answers typed elsewhere are refused.
    const typed = { entrevista_id: id, pergunta_id: survey.idade.id, texto_resposta: '30' };
    expect((await usuario.call('POST', '/entrevistas/respostas', typed)).body.code).toBe('conflito');
    // An interview whose log lacks its end cannot be closed.
    expect((await device.close(id, log.slice(0, 5))).body.code).toBe('regra_violada');
    await device.events(id, log.slice(5));
    // A different log of the same length has another digest.
    const other = log.map((one, i) => (i === 3 ? { ...one, mono_ms: 1 } : one));
    expect((await device.close(id, other)).body.code).toBe('conflito');
    expect((await device.close(id, log)).body.data).toMatchObject({ completa: true });
    expect((await device.events(id, logOf([{ tipo: 'rede' }], { de: 11 }))).body.code).toBe('conflito');
    expect(await row(id)).toMatchObject({ nomeEntrevistado: 'Maria de Souza' });
  });

  longo.test('keeps what the version does not accept in the log only, and waits for a manager', async () => {
    const id = randomUUID();
    await device.announce(id, q.versao.id);
    const log = logOf([
      { tipo: 'iniciada' },
      { tipo: 'resposta_alterada', pergunta_id: survey.idade.id, valor: { opcoes: [], texto: 'muitos' } },
      {
        tipo: 'resposta_alterada',
        pergunta_id: survey.satisfeito.id,
        valor: { opcoes: [randomUUID()], texto: null },
      },
      { tipo: 'resposta_alterada', pergunta_id: randomUUID(), valor: { opcoes: [], texto: 'x' } },
      { tipo: 'finalizada' },
    ]);
    await device.events(id, log);
    expect((await device.close(id, log)).body.data).toMatchObject({
      completa: true,
      quarentena: 'registro_invalido',
    });
    expect(await test.deps.prisma.resposta.count({ where: { entrevistaId: id } })).toBe(0);
    expect(await readDeviceEvents(test.deps.db, id, { de: 1, ate: 9 })).toEqual(log);
    // An interview with too long a log goes into quarantine, and its events up to the limit stay.
    const endless = randomUUID();
    await device.announce(endless, q.versao.id);
    expect((await device.events(endless, log.slice(0, 2))).status).toBe(200);
    await test.deps.db.query('update entrevistas set registro_bytes = $2 - 100 where id = $1', [
      endless,
      LIMITES_REGISTRO.bytes,
    ]);
    expect((await device.events(endless, log.slice(2))).status).toBe(422);
    expect(await row(endless)).toMatchObject({
      quarentena: 'registro_invalido',
      quarentenaTambem: ['registro_excessivo'],
    });
    expect(await readDeviceEvents(test.deps.db, endless, { de: 1, ate: 9 })).toEqual(log.slice(0, 2));
  });

  it('of a person who refused keeps no name, phone or sound', async () => {
    const id = randomUUID();
    const envio = randomUUID();
    await device.announce(id, q.versao.id);
    // Without consent no sound is accepted.
    expect((await device.open(envio, id)).body.code).toBe('regra_violada');
    const log = logOf([
      { tipo: 'iniciada' },
      { tipo: 'consentimento', motivo: 'aceito' },
      { tipo: 'consentimento', motivo: 'recusou' },
      { tipo: 'gravacao_interrompida', motivo: 'recusada', gravacao: 1 },
      { tipo: 'interrompida', motivo: 'Não quis participar.' },
    ]);
    await device.events(id, log.slice(0, 2));
    expect((await device.open(envio, id)).status).toBe(201);
    const [bytes] = noise(1) as [Buffer];
    expect((await device.part(envio, 1, bytes)).status).toBe(200);
    const { chaveObjeto } = await test.deps.prisma.envioParte.findFirstOrThrow({ where: { envioId: envio } });
    await device.events(id, log.slice(2));
    expect(await row(id)).toMatchObject({
      nomeEntrevistado: '',
      telefoneEntrevistado: null,
      consentimento: 'recusou',
      gravacao: 'recusada',
      situacao: 'interrompida',
      motivo: 'Não quis participar.',
    });
    const item = await test.deps.prisma.auditoriaItem.findFirstOrThrow({ where: { entrevistaId: id } });
    expect(JSON.stringify(item)).not.toContain('Maria');
    expect(JSON.stringify(item)).not.toContain('11987654321');
    expect(await test.deps.prisma.envio.count({ where: { donoId: id } })).toBe(0);
    const due = await test.deps.prisma.objetoPendente.findFirstOrThrow({ where: { chave: chaveObjeto } });
    expect(due.apagarEm.getTime()).toBeLessThanOrEqual(Date.now());
    expect((await device.open(randomUUID(), id)).body.code).toBe('regra_violada');
    // After a refusal the device's list of recordings is ignored, and its announcement does not restore the name.
    const closed = await device.close(id, log, [{ n: 1, envio_id: envio, partes: 4 }]);
    expect(closed.body.data).toMatchObject({ completa: true });
    expect((await device.announce(id, q.versao.id)).status).toBe(200);
    expect(await row(id)).toMatchObject({ nomeEntrevistado: '', montagem: null });
  });

  longo.test('without consent to recording goes on to the end', async () => {
    const id = randomUUID();
    await device.announce(id, q.versao.id);
    const log = logOf([
      { tipo: 'iniciada' },
      { tipo: 'consentimento', motivo: 'recusou_gravacao' },
      { tipo: 'resposta_alterada', pergunta_id: survey.idade.id, valor: { opcoes: [], texto: '42' } },
      { tipo: 'finalizada' },
    ]);
    await device.events(id, log);
    await device.close(id, log);
    expect(await row(id)).toMatchObject({
      situacao: 'concluida',
      gravacao: 'recusada',
      consentimento: 'recusou_gravacao',
      nomeEntrevistado: 'Maria de Souza',
    });
  });

  longo.test("does not change its time when the device's clock is set in the middle of it", async () => {
    const id = randomUUID();
    const hour = 3_600_000;
    const ahead = Date.now() + hour;
    await device.announce(id, q.versao.id, { iniciada_em: ahead - 60_000, relogio: ahead });
    await device.events(
      id,
      logOf([
        { tipo: 'iniciada', mono_ms: 0, relogio: ahead - 60_000 },
        { tipo: 'finalizada', mono_ms: 60_000, relogio: ahead - hour },
      ]),
    );
    const { concluidaEm, createdAt } = await row(id);
    expect(Math.abs((concluidaEm?.getTime() ?? 0) - createdAt.getTime())).toBeLessThan(hour / 4);
  });

  longo.test("keeps the device's clock as it says, and counts the hours by the server's", async () => {
    const id = randomUUID();
    const antes = new Date(Date.now() - 86_400_000);
    await test.deps.prisma.questionarioVersao.update({
      where: { id: q.versao.id },
      data: { createdAt: antes },
    });
    const behind = Date.now() - 3 * 86_400_000;
    await device.announce(id, q.versao.id, { iniciada_em: behind - 60_000, relogio: behind });
    const log = logOf([{ tipo: 'iniciada' }, { tipo: 'finalizada' }], { comeco: behind - 30_000 });
    await device.events(id, log);
    const found = await row(id);
    expect(found.iniciadaEm?.getTime()).toBe(behind - 60_000);
    expect(Number(found.relogioDesvioMs)).toBeLessThan(-2.9 * 86_400_000);
    const item = await test.deps.prisma.auditoriaItem.findFirstOrThrow({ where: { entrevistaId: id } });
    // By the server's clock the interview began a minute, and ended half a minute, before the announcement.
    expect(found.createdAt.getTime() - (item.callStartTime?.getTime() ?? 0)).toBeGreaterThan(50_000);
    expect(found.concluidaEm?.getTime()).toBeGreaterThan(found.createdAt.getTime() - 60_000);
    // A device's clock far ahead does no harm: stored times never exceed the server's time.
    const ahead = randomUUID();
    const far = 253_402_300_799_999;
    expect((await device.announce(ahead, q.versao.id, { iniciada_em: far, relogio: 0 })).status).toBe(200);
    const futuro = await test.deps.prisma.auditoriaItem.findFirstOrThrow({ where: { entrevistaId: ahead } });
    expect(futuro.callStartTime?.getTime()).toBeLessThanOrEqual(Date.now());
    // A start before the server existed does no harm either: after a flat battery a phone's clock is in 1970 until the
    // network corrects it.
    for (const [iniciada_em, relogio] of [
      [3_600_000, Date.now()],
      [Date.now() - 60_000, 3_600_000],
      [0, far],
    ] as const) {
      const odd = randomUUID();
      expect((await device.announce(odd, q.versao.id, { iniciada_em, relogio })).status).toBe(200);
      const { rows } = await test.deps.db.query<{ dia: string; desde: Date }>(
        `select e.dia::text, i.call_start_time as desde from entrevistas e
          join auditoria_itens i on i.entrevista_id = e.id where e.id = $1`,
        [odd],
      );
      expect(rows[0]?.desde.getTime()).toBeGreaterThanOrEqual(antes.getTime());
      expect(rows[0]?.desde.getTime()).toBeLessThanOrEqual(Date.now());
      // The day in the lists lies in the present decade, even if the phone's clock is wrong.
      expect(rows[0]?.dia.slice(0, 3)).toBe(new Date().toISOString().slice(0, 3));
    }
  });

  it('lost with the device, is ended by a manager with what arrived', async () => {
    const id = randomUUID();
    const envio = randomUUID();
    await device.announce(id, q.versao.id);
    await device.events(id, logOf(answers()).slice(0, 4));
    await device.open(envio, id);
    const [bytes] = noise(1) as [Buffer];
    await device.part(envio, 1, bytes);
    const listed = async () => {
      const { recebimento, aguardando_aparelho } = await gerente.done<EntrevistaWire>(
        'GET',
        `/entrevistas/${id}`,
      );
      return [recebimento, aguardando_aparelho];
    };
    expect(await listed()).toEqual(['parcial', false]);
    await test.deps.db.query(
      `update entrevistas set ultimo_contato_em = now() - interval '9 days' where id = $1`,
      [id],
    );
    expect(await listed()).toEqual(['parcial', true]);
    const body = { motivo: 'O celular foi roubado.' };
    expect((await usuario.call('POST', `/entrevistas/${id}/encerrar-aparelho`, body)).status).toBe(403);
    expect((await gerente.call('POST', `/entrevistas/${id}/encerrar-aparelho`, body)).status).toBe(200);
    expect(await row(id)).toMatchObject({
      situacao: 'interrompida',
      motivo: 'O celular foi roubado.',
      sincronia: 'completa',
      registroSha256: null,
      montagem: 'pendente',
    });
    expect(await listed()).toEqual(['encerrada', false]);
    expect((await device.events(id, logOf(answers()))).body.code).toBe('conflito');
    expect((await device.announce(id, q.versao.id)).body.data).toMatchObject<Partial<EntrevistaRecebida>>({
      sincronia: 'completa',
      ate: 4,
    });
    expect((await gerente.call('POST', `/entrevistas/${id}/encerrar-aparelho`, body)).status).toBe(409);
    expect(await acoes(id)).toEqual(['entrevista_encerrada']);
  });

  it("ended, its device's remaining sound comes as another recording, which the manager uses or discards", async () => {
    const late = async () => {
      const id = randomUUID();
      const envio = randomUUID();
      const [first, second] = noise(2) as [Buffer, Buffer];
      const log = logOf(answers());
      await device.announce(id, q.versao.id);
      await device.events(id, log.slice(0, 4));
      await device.open(envio, id);
      await device.part(envio, 1, first);
      await gerente.done('POST', `/entrevistas/${id}/encerrar-aparelho`, { motivo: 'Perdido.' });
      const gravacoes = [{ n: 1, envio_id: envio, partes: 2 }];
      const close = async () => (await device.close(id, log, gravacoes)).body.data;
      expect(await close()).toMatchObject({
        completa: false,
        faltam: { eventos_ate: 4, gravacoes: [{ n: 1, partes: [2] }] },
      });
      expect(
        await device.done('POST', '/envios', {
          ...{ id: envio, papel: 'gravacao', entrevista_id: id, gravacao: 1, tipo: 'audio/webm' },
        }),
      ).toMatchObject({ estado: 'aberto', recebidas: 1 });
      expect((await device.part(envio, 2, second)).status).toBe(200);
      await device.done('POST', `/envios/${envio}/concluir`, { partes: 2 });
      // The log never left the device, so the interview stays incomplete and nothing more is requested of the device.
      for (let again = 0; again < 2; again += 1) {
        expect(await close()).toMatchObject({ completa: false, faltam: { gravacoes: [] } });
      }
      expect((await device.part(envio, 3, second)).body.code).toBe('conflito');
      const shown = async () =>
        (await gerente.done<EntrevistaWire>('GET', `/entrevistas/${id}`)).segunda_gravacao;
      expect(await shown()).toMatchObject({ estado: 'juntando', motivo: null });
      const use = (act: 'usar' | 'descartar' | 'montar', who = gerente) =>
        who.call('POST', `/entrevistas/${id}/segunda-gravacao/${act}`);
      expect((await use('usar')).body.code).toBe('conflito');
      // A failed joining is retried.
      const failed = { montagem: 'falhou', montagemMotivo: 'O servidor parou.', montagemTentativas: 5 };
      await test.deps.prisma.entrevistaSegunda.update({ where: { entrevistaId: id }, data: failed });
      expect(await shown()).toMatchObject({ estado: 'nao_juntada', motivo: 'O servidor parou.' });
      expect((await use('montar', usuario)).status).toBe(403);
      expect((await use('montar')).status).toBe(200);
      expect(await shown()).toMatchObject({ estado: 'juntando', motivo: null });
      expect((await use('montar')).body.code).toBe('conflito');
      // Writes the state that a worker would leave.
      await test.deps.prisma.entrevistaSegunda.update({
        where: { entrevistaId: id },
        data: {
          ...{ montagem: 'pronta', chaveObjeto: `${mine.empresa.id}/${id}/segunda`, nome: 'entrevista.webm' },
          ...{ tipo: 'audio/webm', tamanho: 4000, sha256: 'f'.repeat(64) },
          mapa: [
            {
              n: 1,
              gravacao: 1,
              somMs: 0,
              inicioMs: 0,
              duracaoMs: 9000,
              monoMs: 0,
              lacunaMs: 0,
              silencioMs: 0,
            },
          ],
        },
      });
      await test.deps.prisma.entrevista.update({ where: { id }, data: { montagem: 'pronta' } });
      expect(await shown()).toMatchObject({ estado: 'oferecida', duracao_s: 9, tamanho: 4000 });
      expect((await use('usar', usuario)).status).toBe(403);
      return { id, use, shown };
    };
    const used = await late();
    const { db: pool, store } = test.deps;
    await store.put(`${mine.empresa.id}/${used.id}/segunda`, Readable.from([Buffer.alloc(4000, 7)]), {
      contentType: 'audio/webm',
    });
    const path = `/entrevistas/${used.id}/segunda-gravacao`;
    for (const one of ['url-audio', 'audio'] as const) {
      const method = one === 'audio' ? 'GET' : 'POST';
      expect((await usuario.call(method, `${path}/${one}`)).status).toBe(403);
    }
    const accesses = () =>
      pool.query("select tipo, alvo_tipo, usuario_id from acessos where alvo_id = $1 and tipo = 'som'", [
        used.id,
      ]);
    const { url } = await gerente.done<{ url: string }>('POST', `${path}/url-audio`);
    expect((await accesses()).rows).toEqual([]);
    const heard = await test.app.inject({ method: 'GET', url, headers: { range: 'bytes=0-99' } });
    expect([heard.statusCode, heard.rawPayload.length]).toEqual([206, 100]);
    expect((await accesses()).rows).toEqual([
      { tipo: 'som', alvo_tipo: 'entrevista', usuario_id: mine.gerente.usuarioId },
    ]);
    expect((await used.use('usar')).status).toBe(200);
    expect(await used.shown()).toBeNull();
    expect((await test.app.inject({ method: 'GET', url })).statusCode).toBe(409);
    expect(
      await test.deps.prisma.auditoriaItem.findFirstOrThrow({ where: { entrevistaId: used.id } }),
    ).toMatchObject({ arquivoSha256: 'f'.repeat(64), arquivoNome: 'entrevista.webm', status: 'pendente' });
    expect(await acoes(used.id)).toEqual([
      ...['entrevista_encerrada', 'segunda_gravacao_recebida', 'montagem_repetida', 'segunda_gravacao_usada'],
    ]);
    const discarded = await late();
    expect((await discarded.use('descartar')).status).toBe(200);
    expect((await discarded.use('usar')).body.code).toBe('conflito');
    expect(await acoes(discarded.id)).toContain('segunda_gravacao_descartada');
  });

  longo.test('ended by mistake, is resumed by a manager while unprocessed: all of it arrives', async () => {
    const id = randomUUID();
    const envio = randomUUID();
    const log = logOf(answers());
    await device.announce(id, q.versao.id);
    await device.events(id, log.slice(0, 4));
    await device.open(envio, id);
    const parts = noise(2);
    await device.part(envio, 1, parts[0] as Buffer);
    expect((await gerente.call('POST', `/entrevistas/${id}/retomar-aparelho`)).status).toBe(409);
    await gerente.done('POST', `/entrevistas/${id}/encerrar-aparelho`, { motivo: 'Perdido.' });
    // Writes the state that a worker would leave.
    await test.deps.prisma.envio.deleteMany({ where: { donoId: id } });
    const item = await test.deps.prisma.auditoriaItem.findFirstOrThrow({ where: { entrevistaId: id } });
    await test.deps.prisma.auditoriaItem.update({
      where: { id: item.id },
      data: { arquivoPath: `${item.empresaId}/x` },
    });
    await saveRecordingMap(test.deps.db, { id, empresaId: item.empresaId }, [
      { n: 1, gravacao: 1, somMs: 0, inicioMs: 0, duracaoMs: 1000, monoMs: 0, silencioMs: 0, lacunaMs: 0 },
    ]);
    await test.deps.prisma.entrevista.update({ where: { id }, data: { montagem: 'pronta' } });
    expect((await device.events(id, log)).status).toBe(409);
    expect((await usuario.call('POST', `/entrevistas/${id}/retomar-aparelho`)).status).toBe(403);
    expect((await gerente.call('POST', `/entrevistas/${id}/retomar-aparelho`)).status).toBe(200);
    expect((await device.events(id, log)).status).toBe(200);
    const gravacoes = [{ n: 1, envio_id: envio, partes: 2 }];
    expect((await device.close(id, log, gravacoes)).body.data).toMatchObject({ completa: false });
    expect((await device.open(envio, id)).status).toBe(201);
    for (const n of [1, 2]) await device.part(envio, n, parts[n - 1] as Buffer);
    expect((await device.close(id, log, gravacoes)).body.data).toMatchObject({ completa: true });
    expect(await row(id)).toMatchObject({ situacao: 'concluida', montagem: 'pendente' });
    expect((await gerente.call('POST', `/entrevistas/${id}/retomar-aparelho`)).status).toBe(409);
  });

  longo.test(
    'completed without consent, or without a required answer, waits for a manager, who reads why',
    async () => {
      for (const [ditos, quarentena] of [
        [answers().filter(({ tipo }) => tipo !== 'consentimento'), 'sem_consentimento'],
        [answers().filter(({ pergunta_id }) => pergunta_id !== survey.idade.id), 'resposta_faltando'],
      ] as const) {
        const id = randomUUID();
        const log = logOf(ditos);
        await device.announce(id, q.versao.id);
        await device.events(id, log);
        expect((await device.close(id, log)).body.data).toMatchObject({ completa: true, quarentena });
      }
      const twice = { n: 1, envio_id: randomUUID(), partes: 1 };
      expect((await device.close(randomUUID(), logOf(answers()), [twice, twice])).status).toBe(400);
      expect(
        (await device.close(randomUUID(), logOf(answers()), [{ ...twice, partes: 30_000 }])).status,
      ).toBe(400);
    },
  );

  longo.test('resumed after approval, waits for a decision again: more arrives than was seen', async () => {
    const id = randomUUID();
    await device.announce(id, q.versao.id);
    await device.events(id, logOf(answers()));
    await gerente.done('POST', `/entrevistas/${id}/encerrar-aparelho`, { motivo: 'Perdido.' });
    await gerente.done('PUT', `/entrevistas/${id}/revisao`, { para: 'aprovada', visto: 0 });
    await gerente.done('POST', `/entrevistas/${id}/retomar-aparelho`);
    expect(await gerente.done('GET', `/entrevistas/${id}/revisoes`)).toMatchObject({
      revisao: 'pendente',
      revisoes: 2,
      historico: [
        {
          de: 'aprovada',
          para: 'pendente',
          motivo: 'O aparelho voltou a enviar a entrevista depois da decisão.',
        },
        { de: 'pendente', para: 'aprovada' },
      ],
    });
  });

  longo.test('erased before its end does not count as completed', async () => {
    const id = randomUUID();
    await device.announce(id, q.versao.id);
    await device.events(id, logOf(answers()).slice(0, 3));
    const { id: itemId } = await test.deps.prisma.auditoriaItem.findFirstOrThrow({
      where: { entrevistaId: id },
    });
    await gerente.done('POST', `/auditoria-item/${itemId}/apagar-dados`, { motivo: 'pedido_do_titular' });
    expect(await row(id)).toMatchObject({
      situacao: 'interrompida',
      sincronia: 'completa',
      concluidaEm: null,
    });
  });

  longo.test(
    'closing says what is missing without letting a small body ask for millions of numbers',
    async () => {
      const id = randomUUID();
      const log = logOf(answers());
      await device.announce(id, q.versao.id);
      await device.events(id, log);
      const gravacoes = Array.from({ length: 1000 }, (_, i) => ({
        n: i + 1,
        envio_id: randomUUID().toUpperCase(),
        partes: 20_000,
      }));
      const [first] = gravacoes as [(typeof gravacoes)[0]];
      await device.open(first.envio_id, id);
      const [bytes] = noise(1) as [Buffer];
      await device.part(first.envio_id, 2, bytes);
      const { body } = await device.close(id, log, gravacoes);
      const { faltam } = body.data as unknown as {
        faltam: { gravacoes: { n: number; partes: number[] }[] };
      };
      expect(faltam.gravacoes.flatMap(({ partes }) => partes)).toHaveLength(1000);
      expect(faltam.gravacoes[0]).toMatchObject({ n: 1 });
      expect(faltam.gravacoes[0]?.partes.slice(0, 3)).toEqual([1, 3, 4]);
      // An id in two letter cases is the same id.
      const twice = [first, { n: 2, envio_id: first.envio_id.toLowerCase(), partes: 1 }];
      expect((await device.close(id, log, twice)).status).toBe(400);
      await device.part(first.envio_id, 1, bytes);
      expect((await device.close(id, log, [{ ...first, partes: 2 }])).body.data).toMatchObject({
        completa: true,
      });
    },
  );

  longo.test('held for several reasons, says all: nobody releases it for a false reason', async () => {
    const membro = await createMembro(test.deps, mine.empresa);
    const dela = await createAparelho(test.deps, membro);
    const sender = new Sender(dela.segredo, test.app);
    expect((await sender.call('GET', '/campo/questionarios')).status).toBe(200);
    await test.deps.prisma.membro.update({ where: { id: membro.id }, data: { ativo: false } });
    test.deps.sessions.announce(membro.id);
    const id = randomUUID();
    const log = logOf(answers().filter(({ tipo }) => tipo !== 'consentimento'));
    await sender.announce(id, q.versao.id);
    await sender.events(id, log);
    expect((await sender.close(id, log)).body.data).toMatchObject({ quarentena: 'membro_desativado' });
    const motivos = ['membro_desativado', 'sem_consentimento'];
    const { quarentena } = await gerente.done<Quadro>('GET', `/pesquisas/${survey.pesquisa.id}/quadro`);
    expect(quarentena.find((one) => one.id === id)?.motivos).toEqual(motivos);
    expect(await gerente.done('GET', `/entrevistas/${id}`)).toMatchObject({ quarentena: motivos });
    await gerente.done('POST', `/entrevistas/${id}/liberar`);
    expect(await gerente.done('GET', `/entrevistas/${id}`)).toMatchObject({ quarentena: [] });
  });

  it("without sound, of a questionnaire that does not go on without a recording, waits for a manager; the rule is the version's", async () => {
    const nova = await createFieldSurvey(test.deps, test.app, mine.empresa, mine.tokens.gerente);
    const take = () =>
      device.done<QuestionarioBaixado>('POST', `/campo/questionarios/${nova.questionario.id}/baixar`, {
        para: 'iniciar',
      });
    const permite = await take();
    const publish = async () => {
      const path = `/questionarios/${nova.questionario.id}`;
      const { publicacao } = await gerente.done<QuestionarioDetalhe>('GET', path);
      await gerente.done('POST', `${path}/publicar`, { rascunho: publicacao.rascunho });
    };
    const set = (sem_gravacao: boolean) =>
      gerente.call('PUT', `/questionarios/${nova.questionario.id}`, { sem_gravacao });
    expect((await set(false)).status).toBe(200);
    await publish();
    const exige = await take();
    expect([permite.sem_gravacao, exige.sem_gravacao]).toEqual([true, false]);
    expect(exige.versao.numero).toBe(permite.versao.numero + 1);
    // Interviews do not use unpublished changes.
    expect((await set(true)).status).toBe(200);
    expect(await row(await device.interview(permite))).toMatchObject({ quarentena: null });
    expect(await row(await device.interview(exige, { gravacoes: [noise(1)] }))).toMatchObject({
      quarentena: null,
      montagem: 'pendente',
    });
    const semSom = await device.interview(exige);
    expect(await row(semSom)).toMatchObject({ quarentena: 'sem_gravacao', situacao: 'concluida' });
    const recusada = await device.interview(exige, {
      ditos: [{ tipo: 'consentimento', motivo: 'recusou_gravacao' }],
    });
    expect(await row(recusada)).toMatchObject({ quarentena: 'sem_gravacao', gravacao: 'recusada' });
    // The manager gave up the sound, so nobody waits for it; the interview goes into quarantine all the same.
    const perdida = randomUUID();
    await device.announce(perdida, exige.versao.id);
    const log = logOf([
      { tipo: 'iniciada' },
      { tipo: 'consentimento', motivo: 'aceito' },
      ...[nova.satisfeito, nova.idade].map(
        ({ id, respostas_definidas: [opcao] }): Dito => ({
          tipo: 'resposta_alterada',
          pergunta_id: id,
          valor: opcao ? { opcoes: [opcao.id], texto: null } : { opcoes: [], texto: '42' },
        }),
      ),
      { tipo: 'finalizada' },
    ]);
    await device.events(perdida, log);
    await gerente.done('POST', `/entrevistas/${perdida}/encerrar-aparelho`, { motivo: 'Perdido.' });
    expect(await row(perdida)).toMatchObject({ quarentena: 'sem_gravacao', situacao: 'concluida' });
    // The phone is found again: reasons given when the wait was ended are withdrawn, others stay, and the sound is
    // joined.
    await test.deps.db.query(`update entrevistas set quarentena_tambem = '{fora_da_lista}' where id = $1`, [
      perdida,
    ]);
    await gerente.done('POST', `/entrevistas/${perdida}/retomar-aparelho`);
    expect(await row(perdida)).toMatchObject({ quarentena: 'fora_da_lista', quarentenaTambem: [] });
    await test.deps.db.query('update entrevistas set quarentena = null where id = $1', [perdida]);
    const envio = randomUUID();
    await device.open(envio, perdida);
    await device.part(envio, 1, noise(1)[0] as Buffer);
    const closed = await device.close(perdida, log, [{ n: 1, envio_id: envio, partes: 1 }]);
    expect(closed.body.data).toMatchObject({ completa: true, quarentena: null });
    expect(await row(perdida)).toMatchObject({ quarentena: null, montagem: 'pendente' });
  });

  longo.test(
    'without sound, says why: what the device said at the start, or when it ran out of space',
    async () => {
      const motivoDe = async (id: string) =>
        (await gerente.done<EntrevistaWire>('GET', `/entrevistas/${id}`)).motivo_sem_gravacao;
      const sent = async (ditos: readonly Dito[], gravacoes: Parameters<Sender['close']>[2] = []) => {
        const id = randomUUID();
        const log = logOf(ditos);
        await device.announce(id, q.versao.id);
        // The events arrive one by one, as from the field.
        for (const evento of log) expect((await device.events(id, [evento])).status).toBe(200);
        await device.close(id, log, gravacoes);
        return id;
      };
      const [, ...rest] = answers();
      const negado = 'O acesso ao microfone foi negado.';
      const id = await sent([{ tipo: 'iniciada', motivo: negado }, ...rest]);
      expect(await motivoDe(id)).toBe(negado);
      expect(
        await motivoDe(
          await sent([
            { tipo: 'iniciada' },
            { tipo: 'gravacao_iniciada', gravacao: 1 },
            { tipo: 'gravacao_interrompida', motivo: 'sem_espaco', gravacao: 1 },
            { tipo: 'sem_espaco' },
            ...rest,
          ]),
        ),
      ).toBe('Sem espaço no aparelho.');
      // The microphone was granted later: the recording exists, so the service reports no fault.
      const depois = await sent([
        { tipo: 'iniciada', motivo: negado },
        { tipo: 'gravacao_iniciada', gravacao: 1 },
      ]);
      expect(await motivoDe(depois)).toBeNull();
      const { id: itemId } = await test.deps.prisma.auditoriaItem.findFirstOrThrow({
        where: { entrevistaId: id },
      });
      await gerente.done('POST', `/auditoria-item/${itemId}/apagar-dados`, { motivo: 'pedido_do_titular' });
      expect(await motivoDe(id)).toBeNull();
    },
  );

  longo.test(
    'has only the recording that the device sends, while it arrives; its maker neither replaces nor removes it',
    async () => {
      const upload = async (id: string, token: string) => {
        const { id: itemId } = await test.deps.prisma.auditoriaItem.findFirstOrThrow({
          where: { entrevistaId: id },
        });
        const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\ncontent-type: audio/wav\r\n\r\n`;
        const wav = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt '), Buffer.alloc(2000)]);
        const answer = await test.app.inject({
          method: 'POST',
          url: `/api/v1/auditoria-item/${itemId}/upload`,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
          payload: Buffer.concat([Buffer.from(head), wav, Buffer.from('\r\n--x--\r\n')]),
        });
        return [answer.statusCode, answer.json().code];
      };
      const parcial = randomUUID();
      await device.announce(parcial, q.versao.id);
      await device.events(parcial, logOf(answers()).slice(0, 4));
      expect(await upload(parcial, mine.tokens.gerente)).toEqual([409, 'conflito']);
      const recusada = randomUUID();
      await device.announce(recusada, q.versao.id);
      const log = logOf([{ tipo: 'iniciada' }, { tipo: 'consentimento', motivo: 'recusou' }]);
      await device.events(recusada, log);
      await device.close(recusada, log);
      expect(await upload(recusada, mine.tokens.gerente)).toEqual([422, 'regra_violada']);
      expect(await row(recusada)).toMatchObject({ situacao: 'interrompida', motivo: 'Não quis participar.' });
      // The interview can be erased, but not deleted: its device would send a deleted interview again.
      const { id: itemId } = await test.deps.prisma.auditoriaItem.findFirstOrThrow({
        where: { entrevistaId: recusada },
      });
      const gone = await test.app.inject({
        method: 'DELETE',
        url: `/api/v1/auditoria-item/${itemId}`,
        headers: { authorization: `Bearer ${mine.tokens.gerente}` },
      });
      expect([gone.statusCode, gone.json().code]).toEqual([409, 'conflito']);

      const interrompida = randomUUID();
      const ended = logOf([...answers().slice(0, -1), { tipo: 'interrompida', motivo: 'Saiu.' }]);
      await device.announce(interrompida, q.versao.id);
      await device.events(interrompida, ended);
      await device.close(interrompida, ended);
      expect(await upload(interrompida, mine.tokens.usuario)).toEqual([403, 'sem_permissao']);
      expect((await upload(interrompida, mine.tokens.gerente))[0]).toBe(200);
      // A recording from elsewhere does not continue an interrupted interview.
      expect(await row(interrompida)).toMatchObject({ situacao: 'interrompida', motivo: 'Saiu.' });
    },
  );

  longo.test('with one id for two questionnaires at the same time belongs to one of them', async () => {
    const outro = await createFieldSurvey(test.deps, test.app, mine.empresa, mine.tokens.gerente);
    const q2 = await device.done<QuestionarioBaixado>(
      'POST',
      `/campo/questionarios/${outro.questionario.id}/baixar`,
      { para: 'iniciar' },
    );
    for (let i = 0; i < 4; i += 1) {
      const id = randomUUID();
      const both = await Promise.all([device.announce(id, q.versao.id), device.announce(id, q2.versao.id)]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  longo.test('erased in quarantine, waits for nobody any more; an interrupted one stays so', async () => {
    const id = randomUUID();
    await device.announce(id, q.versao.id);
    const log = logOf([{ tipo: 'iniciada' }, { tipo: 'consentimento', motivo: 'recusou' }]);
    await device.events(id, log);
    await device.close(id, log);
    await test.deps.prisma.entrevista.update({ where: { id }, data: { quarentena: 'registro_invalido' } });
    const { id: itemId } = await test.deps.prisma.auditoriaItem.findFirstOrThrow({
      where: { entrevistaId: id },
    });
    await gerente.done('POST', `/auditoria-item/${itemId}/apagar-dados`, { motivo: 'pedido_do_titular' });
    expect(await row(id)).toMatchObject({ quarentena: null, situacao: 'interrompida', concluidaEm: null });
  });

  longo.test('erased while it arrived, no longer waits for the device', async () => {
    const id = randomUUID();
    await device.announce(id, q.versao.id);
    await device.events(id, logOf(answers()));
    const { db: pool, prisma } = test.deps;
    await pool.query(`update entrevistas set ultimo_contato_em = now() - interval '9 days' where id = $1`, [
      id,
    ]);
    const waiting = async () => {
      const path = `/pesquisas/${survey.pesquisa.id}/entrevistas?recebimento=aguardando_aparelho`;
      return (await gerente.done<{ id: string }[]>('GET', path)).some((one) => one.id === id);
    };
    expect(await waiting()).toBe(true);
    const item = await prisma.auditoriaItem.findFirstOrThrow({ where: { entrevistaId: id } });
    await gerente.done('POST', `/auditoria-item/${item.id}/apagar-dados`, { motivo: 'pedido_do_titular' });
    expect(await waiting()).toBe(false);
    expect(await gerente.done('GET', `/entrevistas/${id}`)).toMatchObject({
      aguardando_aparelho: false,
      recebimento: 'completa',
    });
    expect((await device.announce(id, q.versao.id)).body.code).toBe('dados_apagados');
  });

  it('erased, nothing more of it is received, nor what was on its way', async () => {
    const id = await device.interview(q, { gravacoes: [noise(2)] });
    const partes = await test.deps.prisma.envioParte.findMany({ where: { envio: { donoId: id } } });
    expect(partes).toHaveLength(2);
    const item = await test.deps.prisma.auditoriaItem.findFirstOrThrow({ where: { entrevistaId: id } });
    // Writes the state after a worker joined the recordings.
    await test.deps.prisma.entrevista.update({ where: { id }, data: { montagemAte: new Date() } });
    const erased = await gerente.call('POST', `/auditoria-item/${item.id}/apagar-dados`, {
      motivo: 'pedido_do_titular',
    });
    expect(erased.status, JSON.stringify(erased.body)).toBe(200);
    const { prisma } = test.deps;
    expect(await prisma.entrevistaEvento.count({ where: { entrevistaId: id } })).toBe(0);
    expect(await prisma.envio.count({ where: { donoId: id } })).toBe(0);
    const isThere = (key: string) =>
      test.deps.store.head(key).then(
        () => true,
        () => false,
      );
    for (const { chaveObjeto } of partes) await expect.poll(() => isThere(chaveObjeto)).toBe(false);
    expect((await device.announce(id, q.versao.id)).body.code).toBe('dados_apagados');
    expect((await device.events(id, logOf([{ tipo: 'iniciada' }]))).body.code).toBe('dados_apagados');
    expect(await row(id)).toMatchObject({ montagem: null, montagemAte: null, iniciadaEm: null });
  });
});

longo.test(
  'rejected while interrupted, is held until a decision when the device goes on, with its line in the history',
  async () => {
    const id = randomUUID();
    const log = logOf([
      { tipo: 'iniciada' },
      { tipo: 'consentimento', motivo: 'aceito' },
      { tipo: 'interrompida', motivo: 'Saiu.' },
      { tipo: 'retomada' },
    ]);
    await device.announce(id, q.versao.id);
    await device.events(id, log.slice(0, 3));
    await gerente.done('PUT', `/entrevistas/${id}/revisao`, {
      para: 'rejeitada',
      motivo: 'Incompleta',
      visto: 0,
    });
    await device.events(id, log);
    expect(await row(id)).toMatchObject({ situacao: 'em_andamento', revisao: 'em_espera', revisoes: 2 });
    const { historico } = await gerente.done<{ historico: object[] }>('GET', `/entrevistas/${id}/revisoes`);
    expect(historico).toMatchObject([
      {
        n: 2,
        de: 'rejeitada',
        para: 'em_espera',
        motivo: 'O aparelho continuou a entrevista depois da decisão.',
        por: { id: mine.usuario.usuarioId },
      },
      { n: 1, para: 'rejeitada' },
    ]);
  },
);
