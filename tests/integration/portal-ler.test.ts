// The worker reads an audit's four files. The results await a person's decision; an unreadable file shows the reason.
import { randomUUID } from 'node:crypto';
import type { PreparoDetalhe } from '@escuta/shared/contracts/surveys/preparos';
import { COLUNA_POR_PESSOA } from '@escuta/shared/domain/audit-preparation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Loop } from '../../worker/src/background/loop.ts';
import { settleStranded } from '../../worker/src/intake/intake-repo.ts';
import { sweepIntakes } from '../../worker/src/intake/sweep-intakes.ts';
import { callApi, createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createProjeto, createTenant } from '../support/factories.ts';
import { longo } from '../support/longo.ts';
import {
  analyse,
  arquivo,
  confirm,
  createReady,
  gravacoesOf,
  planilha,
  preparoOf,
  questionario,
  sendFile,
  sendPreparo,
  waitForState,
  wav,
} from '../support/portal.ts';
import { startTasks } from '../support/tasks.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let projeto: { id: string; empresaId: string };
let tasks: Loop;
beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps, { creditos: 100 });
  projeto = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'auditoria' });
  tasks = startTasks(test.deps);
});
afterAll(async () => {
  await tasks.stop(10_000);
  await test.close();
});

const LINHAS = [
  'Q001;Ana Lima;(11) 98888-0001;Bia;21/11/2026 10:00;Sim;3;Iluminação',
  'Q002;João Souza;(11) 98888-0002;Bia;21/11/2026;2;quatro;Água',
  'Q003;Rui Alves;(11) 98888-0003;Caio;31/02/2026;Talvez;1;Praça',
];
const ARQUIVOS = () => ({
  audio: { nome: 'principal.wav', bytes: wav(2000, 300) },
  perguntas: questionario(),
  planilha_respostas: planilha(LINHAS),
  zip_audios: arquivo([
    { nome: 'lote/Q001.wav', dados: wav(3000, 440) },
    { nome: 'lote/Q002.wav', dados: wav(2500, 500) },
    { nome: 'lote/leia-me.wav', dados: Buffer.from('isto não é som nenhum, é só um texto') },
  ]),
});
const taskOf = async (preparoId: string) => {
  const { tarefaId } = await preparoOf(test.deps, preparoId);
  return test.deps.prisma.tarefa.findUniqueOrThrow({ where: { id: tarefaId! } });
};
const rowsOf = (preparoId: string) =>
  test.deps.prisma.preparoLinha.findMany({ where: { preparoId }, orderBy: { n: 'asc' } });

describe('four files', () => {
  it('are read, measured and paired, and wait for a person; nothing is charged', async () => {
    const { id } = await sendPreparo(test.deps, projeto, ARQUIVOS(), { parte: 10_000 });
    const preparo = await waitForState(test.deps, id, 'pronto', 'falhou');
    expect(preparo.motivo).toBeNull();
    expect(preparo).toMatchObject({ estado: 'pronto', versao: 1, aba: null });
    expect(preparo.questionario).toMatchObject({
      titulo: 'Pesquisa de bairro',
      perguntas: [{ codigo: 'P1', tipo: 'escolha' }, { codigo: 'P2' }, { codigo: 'P3' }],
    });
    const colunas = preparo.colunas as { papel: string; pergunta: number | null; nao_reconhecidas: object }[];
    expect(colunas.map(({ papel }) => papel)).toEqual([
      ...['identificador', 'nome', 'telefone', 'entrevistador', 'data', 'pergunta', 'pergunta', 'pergunta'],
    ]);
    expect(colunas[5]).toMatchObject({
      pergunta: 0,
      exemplos: ['Sim', '2', 'Talvez'],
      nao_reconhecidas: { n: 1, exemplos: [{ linha: 4 }] },
    });
    expect((await rowsOf(id)).map(({ n, celulas }) => [n, celulas[0]])).toEqual([
      [2, 'Q001'],
      [3, 'Q002'],
      [4, 'Q003'],
    ]);
    const gravacoes = await gravacoesOf(test.deps, id);
    expect(
      gravacoes.map(({ nome, motivo, linhaN, duracaoMs }) => ({ nome, motivo, linhaN, duracaoMs })),
    ).toEqual([
      { nome: 'principal.wav', motivo: null, linhaN: null, duracaoMs: 2000 },
      { nome: 'lote/Q001.wav', motivo: null, linhaN: 2, duracaoMs: 3000 },
      { nome: 'lote/Q002.wav', motivo: null, linhaN: 3, duracaoMs: 2500 },
      { nome: 'lote/leia-me.wav', motivo: 'O arquivo não é de áudio.', linhaN: null, duracaoMs: null },
    ]);
    // Every usable recording is an object of its own, not announced for deletion, and the original archive is kept too.
    const archive = await test.deps.prisma.preparoArquivo.findUniqueOrThrow({
      where: { preparoId_papel: { preparoId: id, papel: 'zip_audios' } },
    });
    expect((await test.deps.store.head(archive.chaveObjeto!)).size).toBe(Number(archive.tamanho));
    // A file that was read is stored only once: the parts in which it was uploaded are deleted.
    expect(await test.deps.prisma.envio.count({ where: { donoId: id } })).toBe(0);
    expect(
      await test.deps.prisma.objetoPendente.count({
        where: { chave: { startsWith: `${mine.empresa.id}/envios/` }, apagarEm: { lte: new Date() } },
      }),
    ).toBeGreaterThan(4);
    for (const { chaveObjeto } of gravacoes.filter(({ motivo }) => motivo === null)) {
      expect((await test.deps.store.head(chaveObjeto!)).size).toBeGreaterThan(0);
      expect(await test.deps.prisma.objetoPendente.count({ where: { chave: chaveObjeto! } })).toBe(0);
    }
    await expect.poll(async () => (await taskOf(id)).status, { timeout: 60_000 }).toBe('concluida');
    expect(await taskOf(id)).toMatchObject({
      feito: 4,
      total: 4,
      resultado: { perguntas: 3, linhas: 3, gravacoes: 4, pares: 2 },
    });
    expect(
      await test.deps.prisma.creditoLancamento.count({
        where: { empresaId: mine.empresa.id, tipo: 'reserva' },
      }),
    ).toBe(0);
  });

  it('a main recording that is no sound has its row, with the reason and the bytes that came', async () => {
    const bytes = Buffer.from('isto não é som nenhum');
    const { id } = await sendPreparo(test.deps, projeto, {
      ...ARQUIVOS(),
      audio: { nome: 'principal.mp3', bytes },
      planilha_respostas: planilha([
        'Q001;Ana Lima;;Bia;;Sim;3;Iluminação',
        'Q002;João Souza;;Bia;;2;4;Água',
      ]),
    });
    await waitForState(test.deps, id, 'pronto', 'falhou');
    await confirm(test.deps, { id, empresaId: mine.empresa.id });
    const { auditoriaId } = await waitForState(test.deps, id, 'auditando', 'concluido');
    const headers = bearer(mine.tokens.gerente);
    const url = `/api/v1/auditorias/${auditoriaId}/files`;
    const rows = (await test.app.inject({ url, headers })).json().data as {
      id: string;
      arquivo_nome: string;
    }[];
    const row = rows.find(({ arquivo_nome }) => arquivo_nome === 'principal.mp3');
    expect(row).toMatchObject({ status: 'pendente', motivo: 'Não auditada: o arquivo não é de áudio.' });
    expect(rows).toHaveLength(6);
    const taken = await test.app.inject({ url: `${url}/${row?.id}/download`, headers });
    expect(taken.rawPayload).toEqual(bytes);
  });

  it('pairs that a person made stay when columns and questions change', async () => {
    const { id } = await sendPreparo(test.deps, projeto, ARQUIVOS());
    await waitForState(test.deps, id, 'pronto');
    const { db: pool, prisma } = test.deps;
    const [audio] = await gravacoesOf(test.deps, id);
    await prisma.preparoGravacao.update({ where: { id: audio!.id }, data: { linhaN: 4, regra: 'pessoa' } });
    const before = await gravacoesOf(test.deps, id);
    // Without the identifiers' column only telephone and name identify a row.
    const colunas = (await preparoOf(test.deps, id)).colunas as { n: number; papel: string }[];
    await pool.query('update auditoria_preparos set colunas = $2 where id = $1', [
      id,
      JSON.stringify(
        colunas.map((one) => (one.n === 0 ? { ...one, papel: 'ignorar', regra: COLUNA_POR_PESSOA } : one)),
      ),
    ]);
    await analyse(test.deps, { id, empresaId: mine.empresa.id });
    await waitForState(test.deps, id, 'pronto');
    const after = await gravacoesOf(test.deps, id);
    expect(after.map(({ linhaN, regra }) => [linhaN, regra])).toEqual([
      [4, 'pessoa'],
      [null, null],
      [null, null],
      [null, null],
    ]);
    expect(after.map(({ chaveObjeto }) => chaveObjeto)).toEqual(before.map(({ chaveObjeto }) => chaveObjeto));
    expect(((await preparoOf(test.deps, id)).colunas as object[])[0]).toMatchObject({
      papel: 'ignorar',
      regra: COLUNA_POR_PESSOA,
    });

    // A person adds an option through the API, and the worker reads the option's column again.
    const url = `/auditorias/preparos/${id}`;
    const usuario = mine.tokens.usuario;
    const shown = (await callApi<PreparoDetalhe>(test, usuario, 'GET', url)).body.data;
    const p1 = (detail: PreparoDetalhe) => detail.colunas[5]!.nao_reconhecidas;
    expect(p1(shown)).toMatchObject({ n: 1, de: 3, exemplos: [{ linha: 4, texto: 'Talvez' }] });
    expect(shown.alertas.map(({ tipo, codigo }) => [tipo, codigo])).toContainEqual([
      'nao_reconhecidas',
      'P1',
    ]);
    const { apresentacao, perguntas } = shown.questionario!;
    const corrected = perguntas.map((one, de) => ({ ...one, de }));
    corrected[0]!.opcoes = [...corrected[0]!.opcoes, { texto: 'Talvez', valor: 3, especial: null }];
    const sent = await callApi(test, usuario, 'PUT', `${url}/perguntas`, {
      ...{ versao: shown.versao, apresentacao, perguntas: corrected },
    });
    expect(sent.status).toBe(202);
    await waitForState(test.deps, id, 'pronto');
    const reread = (await callApi<PreparoDetalhe>(test, usuario, 'GET', url)).body.data;
    expect(p1(reread)).toMatchObject({ n: 0, de: 3, exemplos: [] });
    expect(reread.alertas.filter(({ codigo }) => codigo === 'P1')).toEqual([]);
    expect(reread.questionario).toMatchObject({ corrigido: true });
    expect((await gravacoesOf(test.deps, id))[0]).toMatchObject({ linhaN: 4, regra: 'pessoa' });
    expect(reread.colunas[0]).toMatchObject({ papel: 'ignorar', regra: COLUNA_POR_PESSOA });
  });
});

describe('a file that cannot be read', () => {
  const failing = async (files: Partial<ReturnType<typeof ARQUIVOS>>) => {
    const { id } = await sendPreparo(test.deps, projeto, { ...ARQUIVOS(), ...files });
    const preparo = await waitForState(test.deps, id, 'falhou', 'pronto');
    return { ...preparo, tarefa: await taskOf(id) };
  };
  longo.test.each([
    ['perguntas', { perguntas: { nome: 'questionario.docx', bytes: Buffer.from('não é um documento') } }],
    ['planilha_respostas', { planilha_respostas: planilha([]) }],
    ['zip_audios', { zip_audios: { nome: 'g.zip', bytes: Buffer.from('não é um zip') } }],
    ['zip_audios', { zip_audios: arquivo([]) }],
  ] as const)('%s: says why, in the audit and in the task', async (papel, files) => {
    const found = await failing(files);
    expect(found).toMatchObject({ estado: 'falhou', motivoPapel: papel });
    expect(found.motivo?.length).toBeGreaterThan(20);
    await expect.poll(async () => (await taskOf(found.id)).status, { timeout: 60_000 }).toBe('erro');
    expect((await taskOf(found.id)).erro).toBe(found.motivo);
  });

  longo.test('an archive of which 20 GB have come: nothing more of it is stored', async () => {
    await tasks.stop(10_000);
    const { id } = await sendPreparo(test.deps, projeto, ARQUIVOS());
    const own = { preparoId: id, empresaId: projeto.empresaId, origem: 'zip_audios' };
    // Creates rows as earlier steps in other processes would have left them.
    const chaveObjeto = `${projeto.empresaId}/preparos/${id}/${randomUUID()}`;
    await test.deps.prisma.preparoGravacao.createMany({
      data: [
        { ...own, id: randomUUID(), indice: 0, nome: 'a.wav', tamanho: 20n * 1024n ** 3n + 1n, chaveObjeto },
        { ...own, id: randomUUID(), indice: 1, nome: 'b.wav', tamanho: 10n },
      ],
    });
    tasks = startTasks(test.deps);
    expect(await waitForState(test.deps, id, 'falhou', 'pronto')).toMatchObject({
      estado: 'falhou',
      motivoPapel: 'zip_audios',
      motivo: 'O arquivo, descompactado, passa de 20 GB. Divida o conteúdo em vários arquivos .zip.',
    });
  });

  longo.test('is replaced, and what was already read is not read again', async () => {
    const files = { ...ARQUIVOS(), zip_audios: { nome: 'g.zip', bytes: Buffer.from('não é um zip') } };
    const { id } = await sendPreparo(test.deps, projeto, files);
    await waitForState(test.deps, id, 'falhou');
    const readAt = async () =>
      (
        await test.deps.prisma.preparoArquivo.findMany({
          where: { preparoId: id },
          orderBy: { papel: 'asc' },
        })
      ).map(({ lidoEm }) => lidoEm?.getTime() ?? null);
    const before = await readAt();
    expect(before.filter((one) => one !== null)).toHaveLength(3);
    const owner = { id, empresaId: mine.empresa.id };
    await sendFile(test.deps, owner, 'zip_audios', ARQUIVOS().zip_audios);
    await analyse(test.deps, owner);
    await waitForState(test.deps, id, 'pronto', 'falhou');
    const after = await readAt();
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
    expect((await gravacoesOf(test.deps, id)).map(({ linhaN }) => linhaN)).toEqual([null, 2, 3, null]);
  });

  it('without a recognised question, waits for someone to write them beside the document', async () => {
    const files = {
      ...ARQUIVOS(),
      perguntas: questionario('Pesquisa de bairro\nO senhor mora neste bairro?\nSim\nNão'),
    };
    const { id } = await sendPreparo(test.deps, projeto, files);
    expect((await waitForState(test.deps, id, 'pronto', 'falhou')).motivo).toBeNull();
    const url = `/auditorias/preparos/${id}`;
    const usuario = mine.tokens.usuario;
    const shown = (await callApi<PreparoDetalhe>(test, usuario, 'GET', url)).body.data;
    expect(shown.questionario?.perguntas).toEqual([]);
    // Leaves out 'ja_auditadas', which other audits cause. The reading itself only reports that there are no questions.
    const ofReading = shown.alertas.filter(({ tipo }) => tipo !== 'ja_auditadas');
    expect(ofReading.map(({ tipo, gravidade }) => [tipo, gravidade])).toEqual([['sem_perguntas', 'impede']]);
    const written = await callApi(test, usuario, 'PUT', `${url}/perguntas`, {
      ...{ versao: shown.versao, apresentacao: null },
      perguntas: [
        {
          ...{
            de: null,
            codigo: 'P1',
            texto: 'O senhor mora neste bairro?',
            tipo: 'escolha',
            obrigatoria: true,
            ler_opcoes: true,
          },
          ...{
            instrucao: null,
            minimo: null,
            maximo: null,
            unidade: null,
            mostrar_se: null,
            linhas: [1, 2, 3],
          },
          opcoes: ['Sim', 'Não'].map((texto, at) => ({ texto, valor: at + 1, especial: null })),
        },
      ],
    });
    expect(written.status, JSON.stringify(written.body)).toBe(202);
    await waitForState(test.deps, id, 'pronto', 'falhou');
    const after = (await callApi<PreparoDetalhe>(test, usuario, 'GET', url)).body.data;
    expect(after.colunas.find(({ papel }) => papel === 'pergunta')).toMatchObject({
      cabecalho: 'P1',
      pergunta: 0,
    });
  });

  it('whose parts disappeared: says that it be sent again', async () => {
    const id = randomUUID();
    const { empresaId } = projeto;
    await test.deps.prisma.auditoriaPreparo.create({
      data: { id, empresaId, projetoId: projeto.id, expiraEm: new Date(Date.now() + 86_400_000) },
    });
    await test.deps.prisma.preparoArquivo.create({
      data: { preparoId: id, papel: 'perguntas', empresaId, nome: 'q.txt', tamanho: 10n },
    });
    await analyse(test.deps, { id, empresaId });
    expect(await waitForState(test.deps, id, 'falhou')).toMatchObject({
      motivo: 'O arquivo não existe mais. Envie-o de novo.',
      motivoPapel: 'perguntas',
    });
  });
});

longo.describe('nothing is being read for ever', () => {
  it('a task cancelled before its start takes the audit along', async () => {
    await tasks.stop(10_000);
    try {
      const { id } = await sendPreparo(test.deps, projeto, ARQUIVOS());
      const { tarefaId } = await preparoOf(test.deps, id);
      const cancelled = await test.app.inject({
        method: 'POST',
        url: `/api/v1/tarefas/${tarefaId}/cancelar`,
        headers: bearer(mine.tokens.gerente),
      });
      expect(cancelled.statusCode, cancelled.body).toBe(200);
      await settleStranded(test.deps.db, 'preparo', null);
      expect(await preparoOf(test.deps, id)).toMatchObject({
        estado: 'falhou',
        motivo: 'A tarefa foi cancelada.',
      });
    } finally {
      tasks = startTasks(test.deps);
    }
  });

  it('an abandoned one is not read, and nothing stays of what the task still does', async () => {
    await tasks.stop(10_000);
    const { id } = await sendPreparo(test.deps, projeto, ARQUIVOS());
    const { tarefaId } = await preparoOf(test.deps, id);
    await test.deps.db.query(`update auditoria_preparos set estado = 'cancelado' where id = $1`, [id]);
    tasks = startTasks(test.deps);
    await expect
      .poll(
        async () => (await test.deps.prisma.tarefa.findUniqueOrThrow({ where: { id: tarefaId! } })).status,
        {
          timeout: 60_000,
        },
      )
      .toBe('concluida');
    expect(await preparoOf(test.deps, id)).toMatchObject({ estado: 'cancelado', questionario: null });
    expect(await gravacoesOf(test.deps, id)).toEqual([]);
  });

  it('one that nobody goes on with in seven days: the files are deleted', async () => {
    const { id } = await createReady(test.deps, projeto, LINHAS, [
      { nome: 'Q001.wav', linha: 2 },
      { nome: 'outra.wav', linha: null },
    ]);
    const { db: pool, prisma } = test.deps;
    const chaves = [
      ...(await gravacoesOf(test.deps, id)).map(({ chaveObjeto }) => chaveObjeto),
      ...(await prisma.preparoArquivo.findMany({ where: { preparoId: id } })).map(
        ({ chaveObjeto }) => chaveObjeto,
      ),
      ...(await prisma.envioParte.findMany({ where: { envio: { donoId: id } } })).map(
        (one) => one.chaveObjeto,
      ),
    ].filter((chave) => chave !== null);
    expect(chaves).toHaveLength(2 + 3 + 1);
    await sweepIntakes(pool, 'preparo');
    expect((await preparoOf(test.deps, id)).estado).toBe('pronto');
    await pool.query(`update auditoria_preparos set expira_em = now() - interval '1 second' where id = $1`, [
      id,
    ]);
    await sweepIntakes(pool, 'preparo');
    expect(await preparoOf(test.deps, id)).toMatchObject({
      estado: 'cancelado',
      questionario: null,
      colunas: null,
    });
    expect(await prisma.preparoLinha.count({ where: { preparoId: id } })).toBe(0);
    expect(await prisma.envio.count({ where: { donoId: id } })).toBe(0);
    const { rows } = await pool.query(
      'select chave from objetos_pendentes where chave = any ($1) and apagar_em <= now()',
      [chaves],
    );
    expect(rows).toHaveLength(chaves.length);
  });
});

longo.describe('it confirms itself', () => {
  it('when each row has exactly one recording; if not, says why and waits', async () => {
    const { prisma } = test.deps;
    const projeto = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'pesquisa' });
    const one = {
      ...ARQUIVOS(),
      planilha_respostas: planilha([LINHAS[1]!.replace('quatro', '4'), LINHAS[2]!.replace('Talvez', 'Não')]),
      audio: { nome: 'Q002.wav', bytes: wav(1500, 440) },
      zip_audios: arquivo([
        { nome: 'lote/Q002.wav', dados: wav(1500, 440) },
        { nome: 'lote/Q003.wav', dados: wav(1200, 500) },
      ]),
    };
    const whole = await sendPreparo(test.deps, projeto, one, { automatico: true });
    const preparo = await waitForState(test.deps, whole.id, 'auditando', 'falhou', 'pronto');
    expect(preparo).toMatchObject({ estado: 'auditando', creditosConfirmados: 2 });
    expect(await prisma.entrevista.count({ where: { pesquisaId: preparo.pesquisaId! } })).toBe(2);
    // The recording that was sent alone is also in the archive: it is listed once, and needs no person's decision.
    expect((await gravacoesOf(test.deps, whole.id)).map(({ nome }) => nome)).toEqual([
      'lote/Q002.wav',
      'lote/Q003.wav',
    ]);

    const rest = await sendPreparo(test.deps, projeto, ARQUIVOS(), { automatico: true });
    const waiting = await waitForState(test.deps, rest.id, 'auditando', 'falhou', 'pronto');
    expect(waiting).toMatchObject({ estado: 'pronto', creditosConfirmados: null });
    expect(waiting.avisos).toContain(
      'A auditoria não foi confirmada automaticamente: há linhas ou gravações sem par certo.',
    );

    // Every row has its recording, but one of two answers was not understood, so that a person must check the audit.
    const doubtful = { ...one, planilha_respostas: planilha([LINHAS[1]!, LINHAS[2]!]) };
    const doubted = await sendPreparo(test.deps, projeto, doubtful, { automatico: true });
    const waits = await waitForState(test.deps, doubted.id, 'auditando', 'falhou', 'pronto');
    expect(waits).toMatchObject({ estado: 'pronto', creditosConfirmados: null });
    expect((waits.avisos as string[])[0]).toMatch(
      /^A auditoria não foi confirmada automaticamente: há \d pontos? a conferir nas perguntas e colunas\.$/u,
    );

    const poor = await createTenant(test.deps, { creditos: 1 });
    const theirs = await createProjeto(test.deps, poor.empresa, { tipoProjeto: 'pesquisa' });
    const third = await sendPreparo(test.deps, theirs, one, { automatico: true });
    const unpaid = await waitForState(test.deps, third.id, 'auditando', 'falhou', 'pronto');
    expect(unpaid).toMatchObject({ estado: 'pronto', creditosConfirmados: null });
    expect((unpaid.avisos as string[])[0]).toMatch(
      /^A auditoria não foi confirmada automaticamente\. Saldo de créditos insuficiente/u,
    );
    expect(
      await prisma.tarefa.count({ where: { empresaId: poor.empresa.id, tipo: 'criar_auditoria' } }),
    ).toBe(0);
  });
});
