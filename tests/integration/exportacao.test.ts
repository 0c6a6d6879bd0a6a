// A device's export, read in by a manager. Device code writes the file, the page's code reads it, the real API answers.
import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type { QuestionarioBaixado, readExportacao } from '@escuta/shared/contracts/surveys/campo';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memoryStore } from '../../web/src/field/device/storage/memory-store.ts';
import {
  answer,
  begin,
  consent,
  end,
  recordingStarted,
  recordingStopped,
} from '../../web/src/field/log/interview.ts';
import type { FieldStore, Passo } from '../../web/src/field/log/model.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createAparelho, createMembro, createTenant, signToken } from '../support/factories.ts';
import { createFieldSurvey, sha256 as hexOf, noise, Sender } from '../support/field.ts';
import { longo } from '../support/longo.ts';
import { type Lida, loadPageModules, type PageModules, serveOrigin } from '../support/page-modules.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let survey: Awaited<ReturnType<typeof createFieldSurvey>>;
let q: QuestionarioBaixado;
let aparelho: { id: string; segredo: string };
let gerente: Sender;
let store: FieldStore;
let page: PageModules;
let endOrigin: () => void;

beforeAll(async () => {
  page = await loadPageModules();
  test = await createTestApp();
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  // The web's code calls its own origin, which here is the test's API.
  endOrigin = serveOrigin(test.app.server);
  mine = await createTenant(test.deps);
  survey = await createFieldSurvey(test.deps, test.app, mine.empresa, mine.tokens.gerente);
  gerente = new Sender(mine.tokens.gerente, test.app);
});
afterAll(async () => {
  endOrigin();
  await test.close();
});
beforeEach(async () => {
  aparelho = await createAparelho(test.deps, mine.usuario);
  const device = new Sender(aparelho.segredo, test.app);
  q = await device.done<QuestionarioBaixado>(
    'POST',
    `/campo/questionarios/${survey.questionario.id}/baixar`,
    { para: 'iniciar' },
  );
  store = memoryStore();
  await store.setMeta('aparelho', {
    id: aparelho.id,
    segredo: aparelho.segredo,
    autorizadoAte: 0,
    situacao: 'ativo',
    membroAtivo: true,
    empresa: { id: mine.empresa.id, nome: 'Empresa' },
    usuario: { id: mine.usuario.usuarioId, nome: 'Rita', email: 'rita@teste.example' },
  });
  await store.keepQuestionario(q, 0);
});

/** Creates an interview on the device, unfinished if `ends` is false. @returns its id */
async function interview(nome: string, { ends = true } = {}): Promise<string> {
  const id = randomUUID();
  const comeco = Date.now() - 600_000;
  let passo: Passo = begin(id, q, { nome, telefone: null }, null, comeco);
  await store.commit(passo);
  let mono = 0;
  const at = (ms: number) => ({ mono: ms, relogio: comeco + ms, audio: null });
  const act = async (make: (now: Passo['entrevista'], ms: number) => Passo): Promise<void> => {
    mono += 1000;
    passo = make(passo.entrevista, mono);
    await store.commit(passo);
  };
  await act((now, ms) => recordingStarted(now, at(ms), { n: 1, envioId: randomUUID(), tipo: 'audio/webm' }));
  await act((now, ms) => consent(now, at(ms), 'aceito', q.questoes[0]?.id ?? ''));
  for (const [index, bytes] of noise(3, 900).entries()) {
    await store.addParte({
      entrevistaId: id,
      gravacao: 1,
      n: index + 1,
      bytes: new Uint8Array(bytes).buffer,
      sha256: hexOf(bytes),
      ateMs: 5000 * (index + 1),
    });
  }
  for (const questao of q.questoes) {
    const [opcao] = questao.respostas_definidas;
    const said = opcao ? { opcoes: [opcao.id], texto: '' } : { opcoes: [], texto: '42' };
    await act((now, ms) => answer(now, at(ms), questao, said));
  }
  if (ends) {
    await act((now, ms) => recordingStopped(now, at(ms), 'encerrada', 15_000));
    await act((now, ms) => end(now, at(ms), null));
  }
  return id;
}

async function exported(change: (line: string) => string | null = (line) => line): Promise<Blob> {
  const lines: string[] = [];
  for await (const line of page.copyLines(store, Date.now())) {
    const kept = change(line);
    if (kept !== null) lines.push(kept);
  }
  return new Blob(lines);
}

const credentialOf = async (sender = gerente): Promise<string> => {
  const body: BodyOf<typeof readExportacao> = { exportado_em: Date.now(), entrevistas: 1 };
  return (
    await sender.done<{ credencial: string }>('POST', `/campo/aparelhos/${aparelho.id}/exportacao`, body)
  ).credencial;
};

/** Reads a file in as the page does. @returns the result of each interview */
async function readFile(file: Blob, credencial?: string): Promise<Lida[]> {
  const given = credencial ?? (await credentialOf());
  const { entrevistas } = await page.readExport(file, page.sha256);
  const lidas: Lida[] = [];
  const deps = {
    transport: page.httpTransport(() => given),
    sha256: page.sha256,
    signal: new AbortController().signal,
    wait: () => Promise.resolve(),
  };
  await page.readIn(file, entrevistas, deps, (lida) => lidas.push(lida));
  return lidas;
}

const row = (id: string) => test.deps.prisma.entrevista.findUniqueOrThrow({ where: { id } });
/** Reads all server data of an interview, except the times of contact. */
async function kept(id: string) {
  const { prisma } = test.deps;
  const { ultimoContatoEm: _, ...entrevista } = await row(id);
  return {
    entrevista,
    eventos: await prisma.entrevistaEvento.findMany({ where: { entrevistaId: id }, orderBy: { seq: 'asc' } }),
    respostas: await prisma.resposta.findMany({
      where: { entrevistaId: id },
      orderBy: { perguntaId: 'asc' },
    }),
    partes: await prisma.envioParte.findMany({
      where: { envio: { donoId: id } },
      orderBy: { n: 'asc' },
    }),
  };
}

describe("a device's export", () => {
  it('enters as if the device sent it, and the second time changes nothing', async () => {
    const ids = [await interview('Ana'), await interview('Bento')];
    const file = await exported();
    const first = await readFile(file);
    expect(first.map(({ nome, desfecho, partes }) => [nome, desfecho, partes])).toEqual([
      ['Ana', 'recebida', 3],
      ['Bento', 'recebida', 3],
    ]);
    for (const id of ids) {
      expect(await row(id)).toMatchObject({
        sincronia: 'completa',
        situacao: 'concluida',
        aparelhoId: aparelho.id,
        // The device belongs to the interviewer, not to the reader of the file.
        usuarioId: mine.usuario.usuarioId,
        quarentena: null,
        montagem: 'pendente',
      });
    }
    const before = await Promise.all(ids.map(kept));
    expect(before[0]?.respostas).toHaveLength(3);
    const again = await readFile(file);
    expect(again.map(({ desfecho, eventos, partes }) => [desfecho, eventos, partes])).toEqual([
      ['ja_estava', 0, 0],
      ['ja_estava', 0, 0],
    ]);
    expect(await Promise.all(ids.map(kept))).toEqual(before);
    // The device comes back after all: the server has everything, so the device may delete its copy.
    const transport = page.httpTransport(() => aparelho.segredo);
    expect(
      await page.syncInterview({ store, transport, sha256: page.sha256, now: Date.now }, ids[0] ?? ''),
    ).toBe(true);
  });

  longo.test(
    "is in the company's log: who read it, from which device, and each interview that entered",
    async () => {
      const id = await interview('Clara');
      await readFile(await exported());
      const registros = await test.deps.prisma.registroAcesso.findMany({
        where: { recursoId: { in: [id, aparelho.id] }, acao: { in: ['exportacao_lida', 'entrevista_lida'] } },
        orderBy: { createdAt: 'asc' },
      });
      expect(registros.map(({ acao, usuarioId, recursoId }) => [acao, usuarioId, recursoId])).toEqual([
        ['exportacao_lida', mine.gerente.usuarioId, aparelho.id],
        ['entrevista_lida', mine.gerente.usuarioId, id],
        ['entrevista_lida', mine.gerente.usuarioId, id],
      ]);
    },
  );

  longo.test('completes what the device began to send, and what has not ended goes on with it', async () => {
    const id = await interview('Davi', { ends: false });
    const file = await exported();
    expect(await readFile(file)).toMatchObject([
      {
        desfecho: 'em_parte',
        partes: 3,
        motivo: 'A entrevista não tinha terminado quando o aparelho exportou o arquivo.',
      },
    ]);
    expect(await row(id)).toMatchObject({ sincronia: 'parcial', situacao: 'em_andamento' });
    expect(await readFile(file)).toMatchObject([{ desfecho: 'em_parte', eventos: 0, partes: 0 }]);
  });

  it('cut or without its end, is not taken as whole: the device can still bring the rest', async () => {
    const id = await interview('Eva');
    const whole = await exported();
    const cut = whole.slice(0, whole.size - 1400);
    const { cortada, entrevistas } = await page.readExport(cut, page.sha256);
    expect([cortada, entrevistas[0]?.inteira]).toEqual([true, false]);
    expect(await readFile(cut)).toMatchObject([
      { desfecho: 'em_parte', partes: 2, motivo: expect.stringContaining('não traz o fim') },
    ]);
    expect(await row(id)).toMatchObject({ sincronia: 'parcial' });
    // An older export has no end lines: its last interview could be cut off, even if the file ends with a whole line.
    const old = await exported((line) => (line.startsWith('{"fim"') ? null : line));
    expect(await readFile(old)).toMatchObject([{ desfecho: 'em_parte' }]);
    expect(await readFile(whole)).toMatchObject([{ desfecho: 'recebida' }]);
    expect(await row(id)).toMatchObject({ sincronia: 'completa' });
  });

  it('changed, broken or repeated, does not enter; the others of the file do', async () => {
    const ids = { alterada: await interview('Fábio'), boa: await interview('Gil') };
    let done = false;
    const changed = await exported((line) => {
      if (done || !line.includes('"texto":"42"')) return line;
      done = true;
      return line.replace('"texto":"42"', '"texto":"43"');
    });
    expect(await readFile(changed)).toMatchObject([
      {
        nome: 'Fábio',
        desfecho: 'nao_enviada',
        motivo: expect.stringContaining('alterado depois de exportado'),
      },
      { nome: 'Gil', desfecho: 'recebida' },
    ]);
    expect(await test.deps.prisma.entrevista.count({ where: { id: ids.alterada } })).toBe(0);
    // Changed sound bytes pass the file's own check; only the server's SHA-256 finds them.
    done = false;
    const damaged = await exported((line) => {
      if (done || !line.startsWith('{"parte"')) return line;
      done = true;
      return line.replace(/"bytes":"../, '"bytes":"++');
    });
    expect((await readFile(damaged))[0]).toMatchObject({
      desfecho: 'recusada',
      motivo: expect.stringContaining('não confere com o SHA-256'),
    });
    expect(await row(ids.alterada)).toMatchObject({ sincronia: 'parcial' });
    const head = (await (await exported()).text()).split('\n')[0] ?? '';
    const twice = new Blob([
      await exported(),
      await (await exported()).text().then((text) => text.slice(head.length + 1)),
    ]);
    expect((await readFile(twice)).map(({ desfecho }) => desfecho)).toEqual([
      'recebida',
      'ja_estava',
      'nao_enviada',
      'nao_enviada',
    ]);
  });

  longo.test('with another log of what is already here is refused, as the device would be', async () => {
    const id = await interview('Hugo', { ends: false });
    await readFile(await exported());
    const before = await kept(id);
    // Forges the same interview with another history and a matching digest.
    const text = (await (await exported()).text())
      .replace('"texto":"42"', '"texto":"43"')
      .replace(/\{"fim".*\n/, '');
    const [lida] = await readFile(new Blob([text, '{"entrevista":{}}\n']));
    expect(lida).toMatchObject({
      desfecho: 'recusada',
      motivo: expect.stringContaining('com outro conteúdo'),
    });
    expect(await kept(id)).toEqual(before);
  });

  longo.test('erased, stays erased; ended by a manager, says what to do', async () => {
    const [apagada, encerrada] = [await interview('Ivo'), await interview('Júlia')];
    const parcial = await exported((line) =>
      line.startsWith('{"fim"') || line.includes('"finalizada"') ? null : line,
    );
    await readFile(parcial);
    const { id: itemId } = await test.deps.prisma.auditoriaItem.findFirstOrThrow({
      where: { entrevistaId: apagada },
    });
    await gerente.done('POST', `/auditoria-item/${itemId}/apagar-dados`, { motivo: 'pedido_do_titular' });
    await gerente.call('POST', `/entrevistas/${encerrada}/encerrar-aparelho`, { motivo: 'Perdido.' });
    expect(await readFile(await exported())).toMatchObject([
      { desfecho: 'apagada', eventos: 0, partes: 0 },
      { desfecho: 'recusada', motivo: expect.stringContaining('retome a entrevista') },
    ]);
    expect(await test.deps.prisma.resposta.count({ where: { entrevistaId: apagada } })).toBe(0);
    await gerente.call('POST', `/entrevistas/${encerrada}/retomar-aparelho`);
    expect((await readFile(await exported()))[1]).toMatchObject({ desfecho: 'recebida' });
  });

  longo.test(
    'of a revoked device is quarantined, as what it would itself send of a deactivated account',
    async () => {
      const id = await interview('Lia');
      await gerente.done('POST', `/campo/aparelhos/${aparelho.id}/revogar`);
      expect(await readFile(await exported())).toMatchObject([
        { desfecho: 'recebida', quarentena: 'aparelho_revogado' },
      ]);
      expect(await row(id)).toMatchObject({ quarentena: 'aparelho_revogado', montagem: null });
    },
  );

  longo.test('is not what is no export', async () => {
    for (const text of [
      '',
      'nada',
      '{"formato":"escuta-campo/2"}\n',
      '[]\n',
      `${'x'.repeat(14_000_000)}\n`,
    ]) {
      await expect(page.readExport(new Blob([text]), page.sha256)).rejects.toMatchObject({
        name: 'NotAnExport',
      });
    }
  });
});

describe('the reading credential', () => {
  const tries = (credencial: string) => new Sender(credencial, test.app);

  it('is for managers, and for the administrator; there is no device of another company', async () => {
    const url = `/campo/aparelhos/${aparelho.id}/exportacao`;
    const body = { exportado_em: Date.now(), entrevistas: 1 };
    const theirs = await createTenant(test.deps);
    expect((await tries(mine.tokens.usuario).call('POST', url, body)).status).toBe(403);
    const other = await tries(theirs.tokens.gerente).call('POST', url, body);
    expect([other.status, other.body.message]).toEqual([
      404,
      'O aparelho que exportou este arquivo não é desta empresa.',
    ]);
    const id = await interview('Mário');
    expect(await readFile(await exported(), await credentialOf(tries(theirs.tokens.admin)))).toMatchObject([
      { desfecho: 'recebida' },
    ]);
    expect(await row(id)).toMatchObject({ empresaId: mine.empresa.id });
  });

  longo.test(
    'sends only what the device would: reads nothing, starts nothing new, serves no other device',
    async () => {
      const lei = tries(await credentialOf());
      expect((await lei.call('GET', '/projetos')).status).toBe(403);
      expect(
        (await lei.call('POST', `/campo/questionarios/${survey.questionario.id}/baixar`, { para: 'iniciar' }))
          .status,
      ).toBe(403);
      expect(
        (
          await lei.call('POST', `/campo/aparelhos/${aparelho.id}/exportacao`, {
            exportado_em: 1,
            entrevistas: 0,
          })
        ).status,
      ).toBe(403);
      const outro = new Sender((await createAparelho(test.deps, mine.usuario)).segredo, test.app);
      const id = randomUUID();
      expect((await outro.announce(id, q.versao.id)).status).toBe(200);
      expect((await lei.announce(id, q.versao.id)).status).toBe(409);
    },
  );

  longo.test("ends with the reader's account and role; altered, is nothing", async () => {
    const leitor = await createMembro(test.deps, mine.empresa, { papel: 'gerente' });
    const credencial = await credentialOf(tries(signToken(test.deps, leitor)));
    const status = async (text: string) => (await tries(text).announce(randomUUID(), q.versao.id)).status;
    expect(await status(credencial)).toBe(200);
    expect(await status(`${credencial.slice(0, -1)}${credencial.endsWith('A') ? 'B' : 'A'}`)).toBe(401);
    expect(await status(credencial.replace(aparelho.id, randomUUID()))).toBe(401);
    await test.deps.prisma.membro.update({ where: { id: leitor.id }, data: { papel: 'usuario' } });
    test.deps.sessions.announce(leitor.id);
    expect(await status(credencial)).toBe(401);
    await interview('Nina');
    await expect(readFile(await exported(), credencial)).rejects.toMatchObject({ name: 'ReadingStopped' });
  });
});
