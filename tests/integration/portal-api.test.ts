// Acts of people and API keys on an audit of the portal, before and after the worker reads it: begin, send, correct,
// cancel, confirm.
import { randomUUID } from 'node:crypto';
import type { EnvioWire } from '@escuta/shared/contracts/operation/envios';
import type {
  GravacaoDoPreparo,
  LinhaDoPreparo,
  PreparoDetalhe,
  PreparoWire,
} from '@escuta/shared/contracts/surveys/preparos';
import {
  COLUNA_POR_PESSOA,
  nadaContado,
  PAPEIS_ARQUIVO,
  type PapelArquivo,
} from '@escuta/shared/domain/audit-preparation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import { bearer, createAparelho, createPacote, createProjeto, createTenant } from '../support/factories.ts';
import { noise, Sender } from '../support/field.ts';
import { longo } from '../support/longo.ts';
import { COLUNAS, celulas, coluna, createPreparo, QUESTIONARIO } from '../support/preparos.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let projeto: { id: string; empresaId: string };

beforeAll(async () => {
  test = await createTestApp({ UPLOAD_MAX_MB: 20, CREDITO_ENTREVISTA_MINUTOS: 20 });
});
afterAll(() => test.close());
beforeEach(async () => {
  mine = await createTenant(test.deps, { creditos: 100 });
  projeto = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'auditoria' });
});

const call = <T = PreparoDetalhe>(
  method: Method,
  path: string,
  payload?: object,
  token = mine.tokens.usuario,
) => callApi<T>(test, token, method, path, payload);
const why = async (answer: Promise<{ status: number; body: { code?: string; message?: string } }>) => {
  const { status, body } = await answer;
  return [status, body.code, body.message];
};
const NOMES: Record<PapelArquivo, string> = {
  audio: 'principal.mp3',
  perguntas: 'perguntas.docx',
  planilha_respostas: 'respostas.xlsx',
  zip_audios: 'audios.zip',
};
const form = (fields: object = {}) => ({
  id: randomUUID(),
  projeto_id: projeto.id,
  observacoes: 'Rodada 1',
  arquivos: PAPEIS_ARQUIVO.map((papel) => ({ papel, nome: NOMES[papel], tamanho: 3000 })),
  ...fields,
});
const begin = async (fields: object = {}) => {
  const answer = await call('POST', '/auditorias/preparos', form(fields));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
};
const get = async (id: string) => (await call('GET', `/auditorias/preparos/${id}`)).body.data;
/** Keys of the company's objects that are due for deletion. */
const discarded = async () =>
  (
    await test.deps.db.query<{ chave: string }>(
      'select chave from objetos_pendentes where empresa_id = $1 and apagar_em <= now()',
      [mine.empresa.id],
    )
  ).rows.map(({ chave }) => chave);

describe('beginning to prepare an audit', () => {
  it('keeps what was announced, once for each id, and says what is still to arrive', async () => {
    const body = form({ timestamp: '2026-11-20T10:00:00-03:00' });
    const all = await Promise.all(
      Array.from({ length: 10 }, () => call('POST', '/auditorias/preparos', body)),
    );
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    const preparo = all[0]!.body.data;
    expect(preparo).toMatchObject({
      id: body.id,
      projeto: { id: projeto.id, tipo_projeto: 'auditoria' },
      autor: { id: mine.usuario.usuarioId },
      observacoes: 'Rodada 1',
      estado: 'enviando',
      resumo: null,
      questionario: null,
      colunas: [],
      versao: 0,
      tarefa: null,
    });
    expect(preparo.arquivos.map(({ papel, completo, recebido }) => [papel, completo, recebido])).toEqual(
      PAPEIS_ARQUIVO.map((papel) => [papel, false, 0]),
    );
    expect(all.every((one) => JSON.stringify(one.body.data) === JSON.stringify(preparo))).toBe(true);
    expect(await test.deps.prisma.preparoArquivo.count({ where: { preparoId: body.id } })).toBe(4);
    expect(await why(call('POST', '/auditorias/preparos', { ...body, observacoes: 'Outra' }))).toEqual([
      409,
      'conflito',
      'Já há uma auditoria em preparo com este id, mas com outros dados.',
    ]);
    // A repeated request gets the same answer, even if the project was deactivated after the first request.
    await test.deps.prisma.projeto.update({ where: { id: projeto.id }, data: { isActive: false } });
    expect((await call('POST', '/auditorias/preparos', body)).status).toBe(201);
    const [other] = await Promise.all([createTenant(test.deps)]);
    const foreign = await createProjeto(test.deps, other.empresa, { tipoProjeto: 'auditoria' });
    expect(
      await why(
        call('POST', '/auditorias/preparos', { ...body, projeto_id: foreign.id }, other.tokens.gerente),
      ),
    ).toEqual([404, 'nao_encontrado', 'Auditoria em preparo não encontrada.']);
  });

  it('cleans the names, and refuses before a byte what is not asked for', async () => {
    const named = await begin({
      arquivos: form().arquivos.map((one) =>
        one.papel === 'perguntas' ? { ...one, nome: '..\\..\\C:/tmp/Quest\u202Eionário\u0007.DOCX' } : one,
      ),
    });
    expect(named.arquivos[1]!.nome).toBe('Questionário.DOCX');
    const given = (papel: PapelArquivo, fields: object) =>
      form({ arquivos: form().arquivos.map((one) => (one.papel === papel ? { ...one, ...fields } : one)) });
    const refused = (body: object) => why(call('POST', '/auditorias/preparos', body));
    const MB = 1024 * 1024;
    expect([
      await refused(given('audio', { nome: 'a.exe' })),
      await refused(given('perguntas', { nome: 'a.pdf.exe' })),
      await refused(given('planilha_respostas', { nome: 'a.ods' })),
      await refused(given('zip_audios', { nome: 'a.7z' })),
      await refused(given('audio', { tamanho: 20 * MB + 1 })),
      await refused(given('perguntas', { tamanho: 20 * MB + 1 })),
      await refused(given('planilha_respostas', { tamanho: 50 * MB + 1 })),
      await refused(given('zip_audios', { tamanho: 2048 * MB + 1 })),
      await refused(given('zip_audios', { nome: 'g.RAR', tamanho: 512 * MB + 1 })),
      await refused(form({ arquivos: form().arquivos.slice(1) })),
      await refused(form({ arquivos: [...form().arquivos.slice(1), form().arquivos[1]] })),
      await refused(given('audio', { tamanho: 0 })),
    ]).toEqual([
      [400, 'arquivo_invalido', 'Por favor, selecione um arquivo de áudio (MP3, WAV, OGG, M4A).'],
      [400, 'arquivo_invalido', 'Por favor, selecione um documento (PDF, DOC, DOCX, TXT).'],
      [400, 'arquivo_invalido', 'Por favor, selecione uma planilha (XLSX, XLS, CSV).'],
      [400, 'arquivo_invalido', 'Por favor, selecione um arquivo compactado (ZIP, RAR).'],
      [413, 'corpo_grande', 'Áudio principal: o arquivo passa do limite de 20 MB.'],
      [413, 'corpo_grande', 'Perguntas: o arquivo passa do limite de 20 MB.'],
      [413, 'corpo_grande', 'Planilha de respostas: o arquivo passa do limite de 50 MB.'],
      [413, 'corpo_grande', 'Áudios compactados: o arquivo passa do limite de 2048 MB.'],
      [413, 'corpo_grande', 'O arquivo .rar passa de 512 MB. Compacte as gravações como .zip.'],
      [400, 'requisicao_invalida', 'Por favor, anexe todos os quatro arquivos obrigatórios.'],
      [400, 'requisicao_invalida', 'Por favor, anexe todos os quatro arquivos obrigatórios.'],
      [400, 'requisicao_invalida', 'O arquivo está vazio.'],
    ]);
    expect(await test.deps.prisma.auditoriaPreparo.count({ where: { empresaId: mine.empresa.id } })).toBe(1);
  });

  longo.test('only in an active project, of survey or audit, of the own company', async () => {
    const other = await createTenant(test.deps);
    const off = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'pesquisa' });
    await test.deps.prisma.projeto.update({ where: { id: off.id }, data: { isActive: false } });
    const refused = (projeto_id: string) => why(call('POST', '/auditorias/preparos', form({ projeto_id })));
    expect([await refused(other.projeto.id), await refused(off.id), await refused(mine.projeto.id)]).toEqual([
      [404, 'nao_encontrado', 'Projeto não encontrado.'],
      [422, 'regra_violada', 'Este projeto está inativo e não recebe novas auditorias.'],
      [
        422,
        'regra_violada',
        'Este projeto é de call center: selecione um projeto de pesquisa ou de auditoria.',
      ],
    ]);
  });

  longo.test(
    'up to twenty at a time, however many are asked for together; cancelling one makes room',
    async () => {
      const first = await begin();
      const answers = await Promise.all(
        Array.from({ length: 22 }, () => call('POST', '/auditorias/preparos', form())),
      );
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(3);
      expect(refused[0]!.body.message).toBe(
        'Já há 20 auditorias em preparo: confirme ou cancele alguma antes de começar outra.',
      );
      expect((await call('POST', `/auditorias/preparos/${first.id}/cancelar`)).status).toBe(200);
      expect((await call('POST', '/auditorias/preparos', form())).status).toBe(201);
      const list = await call<PreparoWire[]>('GET', '/auditorias/preparos?estado=abertos&limit=100');
      expect(list.body.pagination).toMatchObject({ total: 20, totalExato: true });
      expect(list.body.data.map(({ id }) => id)).not.toContain(first.id);
      const done = await call<PreparoWire[]>('GET', '/auditorias/preparos?estado=cancelado');
      expect(done.body.data.map(({ id }) => id)).toEqual([first.id]);
      const elsewhere = await call<PreparoWire[]>(
        'GET',
        `/auditorias/preparos?projeto_id=${mine.projeto.id}`,
      );
      expect(elsewhere.body.data).toEqual([]);
    },
  );
});

/** Sends a file in parts of `sizes` bytes. */
async function send(
  sender: Sender,
  preparoId: string,
  papel: PapelArquivo,
  parts: Buffer[],
  id = randomUUID(),
) {
  await sender.done('POST', '/envios', { id, papel, preparo_id: preparoId });
  const answers = await Promise.all(parts.map((part, index) => sender.part(id, index + 1, part)));
  expect(answers.map(({ status }) => status)).toEqual(parts.map(() => 200));
  await sender.done<EnvioWire>('POST', `/envios/${id}/concluir`, { partes: parts.length });
  return id;
}

describe('the files arrive in parts', () => {
  longo.test('reads only after all: before, it names the missing ones', async () => {
    const { id } = await begin();
    const sender = new Sender(mine.tokens.usuario, test.app);
    await send(sender, id, 'audio', noise(3, 1000));
    const partial = randomUUID();
    await sender.done('POST', '/envios', { id: partial, papel: 'zip_audios', preparo_id: id });
    await sender.part(partial, 1, noise(1, 1000)[0] as Buffer);
    expect(
      (await get(id)).arquivos.map(({ papel, recebido, completo }) => [papel, recebido, completo]),
    ).toEqual([
      ['audio', 3000, true],
      ['perguntas', 0, false],
      ['planilha_respostas', 0, false],
      ['zip_audios', 1000, false],
    ]);
    const early = await call('POST', `/auditorias/preparos/${id}/analisar`);
    expect([
      early.status,
      early.body.message,
      early.body.errors.map(({ campo }: { campo: string }) => campo),
    ]).toEqual([
      409,
      'Há arquivos que ainda não foram recebidos por inteiro: Perguntas, Planilha de respostas, Áudios compactados.',
      ['perguntas', 'planilha_respostas', 'zip_audios'],
    ]);
    for (const n of [2, 3]) await sender.part(partial, n, noise(3, 1000)[n - 1] as Buffer);
    await sender.done('POST', `/envios/${partial}/concluir`, { partes: 3 });
    for (const papel of ['perguntas', 'planilha_respostas'] as const)
      await send(sender, id, papel, noise(3, 1000));
    // Ten concurrent requests start a single reading.
    const asked = await Promise.all(
      Array.from({ length: 10 }, () => call('POST', `/auditorias/preparos/${id}/analisar`)),
    );
    expect(asked.map(({ status, body }) => [status, body.data.estado])).toEqual(
      Array.from({ length: 10 }, () => [202, 'analisando']),
    );
    expect(asked[0]!.body.data.tarefa).toMatchObject({ feito: 0 });
    const tarefas = await test.deps.prisma.tarefa.findMany({ where: { empresaId: mine.empresa.id } });
    expect(tarefas.map(({ tipo, parametros }) => [tipo, parametros])).toEqual([
      ['ler_auditoria', { preparoId: id }],
    ]);
    const listed = await call<{ tipo: string; alvo: object }[]>('GET', '/tarefas');
    expect(listed.body.data.map(({ tipo, alvo }) => [tipo, alvo])).toEqual([
      [
        'ler_auditoria',
        { tipo: 'preparo', id, nome: (await get(id)).projeto.nome, projetoId: (await get(id)).projeto.id },
      ],
    ]);
    // During the reading no file may be added or replaced.
    expect(
      (await sender.call('POST', '/envios', { id: randomUUID(), papel: 'audio', preparo_id: id })).status,
    ).toBe(409);
    expect(
      await why(call('PUT', `/auditorias/preparos/${id}/arquivos/audio`, { nome: 'b.mp3', tamanho: 10 })),
    ).toEqual([
      409,
      'conflito',
      'Os arquivos desta auditoria estão sendo lidos agora. Aguarde o fim da leitura.',
    ]);
  });

  it('cut at 60 %, goes on after the API starts again, without sending a part twice', async () => {
    const { id } = await begin();
    const parts = noise(30, 100);
    const envio = randomUUID();
    const sent: number[] = [];
    const sendSome = async (sender: Sender, numbers: number[]) => {
      for (let at = 0; at < numbers.length; at += 3) {
        const three = numbers.slice(at, at + 3);
        const answers = await Promise.all(three.map((n) => sender.part(envio, n, parts[n - 1] as Buffer)));
        expect(answers.map(({ status }) => status)).toEqual(three.map(() => 200));
        sent.push(...three);
      }
    };
    const before = await createTestApp({ UPLOAD_MAX_MB: 20 });
    try {
      const sender = new Sender(mine.tokens.usuario, before.app);
      await sender.done('POST', '/envios', { id: envio, papel: 'audio', preparo_id: id });
      await sendSome(sender, parts.map((_, index) => index + 1).slice(0, 18));
    } finally {
      await before.close();
    }
    const after = await createTestApp({ UPLOAD_MAX_MB: 20 });
    try {
      const sender = new Sender(mine.tokens.usuario, after.app);
      // Does what a reloaded page does: reads the preparation, then the upload.
      const { body } = await sender.call('GET', `/auditorias/preparos/${id}`);
      const again = (body.data as unknown as PreparoDetalhe).arquivos.find(({ papel }) => papel === 'audio');
      expect(again).toMatchObject({ envio_id: envio, recebido: 1800, completo: false });
      const { faltam } = await sender.done<EnvioWire>('POST', `/envios/${envio}/concluir`, { partes: 30 });
      await sendSome(sender, faltam);
      const ended = await sender.done<EnvioWire>('POST', `/envios/${envio}/concluir`, { partes: 30 });
      expect(ended).toMatchObject({ estado: 'concluido', tamanho: 3000, faltam: [] });
    } finally {
      await after.close();
    }
    expect(sent.toSorted((a, b) => a - b)).toEqual(parts.map((_, index) => index + 1));
    expect((await get(id)).arquivos[0]).toMatchObject({ completo: true, recebido: 3000 });
  });

  it("a file of another size is not ready, another company's does not exist, and after a cancellation nothing arrives", async () => {
    const { id } = await begin();
    const sender = new Sender(mine.tokens.usuario, test.app);
    const short = randomUUID();
    await sender.done('POST', '/envios', { id: short, papel: 'audio', preparo_id: id });
    // A device sends interviews, and has no access to the portal.
    const device = new Sender((await createAparelho(test.deps, mine.usuario)).segredo, test.app);
    expect((await device.call('GET', `/envios/${short}`)).status).toBe(404);
    expect((await device.call('POST', `/envios/${short}/concluir`, { partes: 1 })).status).toBe(404);
    await sender.part(short, 1, noise(1, 1000)[0] as Buffer);
    expect(await why(sender.call('POST', `/envios/${short}/concluir`, { partes: 1 }) as never)).toEqual([
      409,
      'conflito',
      'O arquivo deveria ter 3000 bytes, mas foram recebidos 1000. Envie o arquivo de novo.',
    ]);
    const long = await sender.part(short, 2, Buffer.alloc(2001, 'a'));
    expect([long.status, long.body.code]).toEqual([413, 'corpo_grande']);
    const other = await createTenant(test.deps);
    const stranger = new Sender(other.tokens.gerente, test.app);
    expect((await stranger.part(short, 2, noise(1, 1000)[0] as Buffer)).status).toBe(404);
    expect(
      (await stranger.call('POST', '/envios', { id: randomUUID(), papel: 'perguntas', preparo_id: id }))
        .status,
    ).toBe(404);
    const { rows } = await test.deps.db.query<{ chave: string }>(
      'select chave_objeto as chave from envio_partes where envio_id = $1',
      [short],
    );
    expect((await call('POST', `/auditorias/preparos/${id}/cancelar`)).body.data).toMatchObject({
      estado: 'cancelado',
      expira_em: null,
    });
    expect(await discarded()).toEqual(rows.map(({ chave }) => chave));
    expect((await sender.part(short, 2, noise(1, 1000)[0] as Buffer)).status).toBe(404);
    expect(
      (await sender.call('POST', '/envios', { id: randomUUID(), papel: 'audio', preparo_id: id })).status,
    ).toBe(409);
    // A second cancellation changes nothing.
    expect((await call('POST', `/auditorias/preparos/${id}/cancelar`)).status).toBe(200);
    expect((await call('POST', `/auditorias/preparos/${id}/analisar`)).body.message).toBe(
      'Esta auditoria foi cancelada.',
    );
  });

  it('replacing a file forgets only what came from it', async () => {
    const preparo = await createPreparo(test.deps, projeto);
    const change = (papel: PapelArquivo, nome = NOMES[papel]) =>
      call('PUT', `/auditorias/preparos/${preparo.id}/arquivos/${papel}`, { nome, tamanho: 10 });
    expect((await why(change('perguntas', 'a.exe')))[0]).toBe(400);
    const perguntas = (await change('perguntas', 'novo.pdf')).body.data;
    expect(perguntas).toMatchObject({ estado: 'enviando', questionario: null, versao: 1, resumo: null });
    expect(perguntas.colunas.map(({ papel, pergunta }) => [papel, pergunta])).toEqual([
      ['identificador', null],
      ['nome', null],
      ['telefone', null],
      ['ignorar', null],
      ['ignorar', null],
      ['ignorar', null],
    ]);
    expect(perguntas.arquivos.map(({ papel, nome, lido }) => [papel, nome, lido])).toEqual([
      ['audio', 'a.mp3', true],
      ['perguntas', 'novo.pdf', false],
      ['planilha_respostas', 'r.xlsx', true],
      ['zip_audios', 'z.zip', true],
    ]);
    const count = async () => [
      await test.deps.prisma.preparoLinha.count({ where: { preparoId: preparo.id } }),
      await test.deps.prisma.preparoGravacao.count({ where: { preparoId: preparo.id } }),
      await test.deps.prisma.preparoGravacao.count({
        where: { preparoId: preparo.id, linhaN: { not: null } },
      }),
    ];
    expect(await count()).toEqual([3, 2, 2]);
    expect((await change('planilha_respostas')).body.data).toMatchObject({
      colunas: [],
      aba: null,
      versao: 2,
      // No warnings are left, because they belonged to the replaced sheet.
      avisos: [],
    });
    expect(await count()).toEqual([0, 2, 0]);
    expect((await change('audio')).status).toBe(200);
    expect(await count()).toEqual([0, 2, 0]);
    expect((await change('zip_audios')).status).toBe(200);
    expect(await count()).toEqual([0, 0, 0]);
    expect(await discarded()).toHaveLength(2);
  });
});

describe('reviewing', () => {
  longo.test('counts what is there, and its cost by the dearest package', async () => {
    await test.deps.prisma.creditoPacote.updateMany({ data: { ativo: false } });
    const first = await createPreparo(test.deps, projeto);
    expect((await get(first.id)).resumo).toMatchObject({ creditos: 2, centavos: null });
    await createPacote(test.deps, { quantidadeCreditos: 100, precoCentavos: 15_050 });
    await createPacote(test.deps, { quantidadeCreditos: 1000, precoCentavos: 50_000 });
    const same = Buffer.from('igual');
    const preparo = await createPreparo(test.deps, projeto, {
      linhas: [2, 3, 4, 5, 6, 7].map(celulas),
      gravacoes: [
        { nome: 'a', linha: 2, duracaoMs: 20 * 60_000 },
        { nome: 'b', linha: 3, duracaoMs: 20 * 60_000 + 1 },
        { nome: 'c', linha: 4, duracaoMs: 1, som: same },
        { nome: 'd', candidatas: [5, 6], som: same },
        { nome: 'e' },
        { nome: 'f', motivo: 'Não é áudio.' },
      ],
    });
    const url = `/auditorias/preparos/${preparo.id}`;
    expect((await get(preparo.id)).resumo).toEqual({
      perguntas: 2,
      linhas: 6,
      gravacoes: 6,
      pares: 3,
      a_auditar: 3,
      ambiguas: 1,
      gravacoes_sem_linha: 2,
      linhas_sem_gravacao: 3,
      nao_auditar: 0,
      gravacoes_fora: 0,
      recusadas: 1,
      repetidas: 2,
      duracao_ms: 40 * 60_000 + 2,
      creditos: 4,
      centavos: 602,
      saldo: 100,
    });
    // A person leaves three things out of the audit: a row that has a recording, a row without a recording, and the
    // recording of another row.
    for (const n of [4, 5])
      expect((await call('PATCH', `${url}/linhas/${n}`, { nao_auditar: true })).status).toBe(200);
    await call('PATCH', `${url}/gravacoes/${preparo.gravacoes[0]!.id}`, { nao_auditar: true });
    const after = await get(preparo.id);
    expect(after.resumo).toMatchObject({
      ...{ a_auditar: 1, pares: 3, nao_auditar: 3, linhas_sem_gravacao: 2, creditos: 2 },
      duracao_ms: 20 * 60_000 + 1,
    });
    expect(after.versao).toBe(3);
    const [listed] = (await call<PreparoWire[]>('GET', `/auditorias/preparos?projeto_id=${projeto.id}`)).body
      .data;
    expect(listed).toMatchObject({ id: preparo.id, resumo: after.resumo });
    // A recording that is left out of the audit no longer needs a row.
    await call('PATCH', `${url}/gravacoes/${preparo.gravacoes[3]!.id}`, { nao_auditar: true });
    const { resumo } = await get(preparo.id);
    expect(resumo).toMatchObject({ ambiguas: 0, gravacoes_sem_linha: 1, nao_auditar: 4, gravacoes_fora: 1 });
    const asked = await call<GravacaoDoPreparo[]>('GET', `${url}/gravacoes?situacao=sem_linha`);
    expect(asked.body.data.map(({ nome }) => nome)).toEqual(['e']);
    expect((await call<[]>('GET', `${url}/gravacoes?situacao=ambigua`)).body.data).toEqual([]);
  });

  longo.test('lists rows and recordings in pages, with search and state', async () => {
    const preparo = await createPreparo(test.deps, projeto, {
      linhas: [
        celulas(2),
        ['Q003', 'João Conceição', '11988887777', '', '', '100% _certo_'],
        ...Array.from({ length: 28 }, (_, i) => celulas(i + 4)),
      ],
      gravacoes: [
        { nome: 'pasta/Q002.mp3', linha: 2 },
        { nome: 'pasta/conversa_50%.mp3', candidatas: [3, 4] },
        { nome: 'quebrada.mp3', motivo: 'Não é áudio.' },
      ],
    });
    const url = `/auditorias/preparos/${preparo.id}`;
    const linhas = async (query: string) => {
      const { body } = await call<LinhaDoPreparo[]>('GET', `${url}/linhas?${query}`);
      return [body.data.map(({ n }) => n), body.pagination.total];
    };
    const gravacoes = async (query: string) => {
      const { body } = await call<GravacaoDoPreparo[]>('GET', `${url}/gravacoes?${query}`);
      return [body.data.map(({ nome }) => nome), body.pagination.total];
    };
    expect(await linhas('limit=3&page=2')).toEqual([[5, 6, 7], 30]);
    expect(await linhas('q=joao conceicao')).toEqual([[3], 1]);
    expect(await linhas('q=%25')).toEqual([[], 0]);
    expect(await linhas('q=q002.MP3')).toEqual([[2], 1]);
    expect(await linhas('situacao=com_gravacao')).toEqual([[2], 1]);
    expect((await linhas('situacao=sem_gravacao'))[1]).toBe(29);
    expect(await linhas('situacao=nao_auditar')).toEqual([[], 0]);
    expect(await gravacoes('')).toEqual([['pasta/Q002.mp3', 'pasta/conversa_50%.mp3', 'quebrada.mp3'], 3]);
    expect(await gravacoes('q=50%25')).toEqual([['pasta/conversa_50%.mp3'], 1]);
    expect(await gravacoes('situacao=ambigua')).toEqual([['pasta/conversa_50%.mp3'], 1]);
    expect(await gravacoes('situacao=recusada')).toEqual([['quebrada.mp3'], 1]);
    expect((await gravacoes('situacao=com_linha'))[1]).toBe(1);
    expect((await gravacoes('situacao=sem_linha'))[1]).toBe(1);
    const { data } = (await call<GravacaoDoPreparo[]>('GET', `${url}/gravacoes?situacao=ambigua`)).body;
    expect(data[0]).toMatchObject({
      linha: null,
      candidatas: [
        { linha: 3, nome: 'João Conceição' },
        { linha: 4, nome: 'Pessoa 4' },
      ],
      creditos: 1,
    });
    const row = (await call<LinhaDoPreparo[]>('GET', `${url}/linhas?limit=1`)).body.data[0];
    expect(row).toMatchObject({
      ...{
        n: 2,
        identificador: 'Q002',
        nome: 'Pessoa 2',
        telefone: '11999990002',
        data: null,
        entrevistador: null,
      },
      gravacao: { nome: 'pasta/Q002.mp3', regra: 'identificador', creditos: 1 },
    });
    expect((await call('GET', `${url}/linhas?page=1000000&limit=100`)).status).toBe(400);
  });

  it('a recording belongs to the row that a person names; the one it had is left without a row', async () => {
    const preparo = await createPreparo(test.deps, projeto, {
      gravacoes: [
        { nome: 'a', linha: 2 },
        { nome: 'b', linha: 3 },
        { nome: 'c', candidatas: [2, 3] },
        { nome: 'd', motivo: 'O áudio está vazio.' },
      ],
    });
    const [a, b, c, d] = preparo.gravacoes.map(({ id }) => id) as [string, string, string, string];
    const url = `/auditorias/preparos/${preparo.id}`;
    const say = (id: string, body: object) =>
      call<{ gravacao: GravacaoDoPreparo; preparo: PreparoDetalhe }>('PATCH', `${url}/gravacoes/${id}`, body);
    const pairs = async () =>
      (await call<GravacaoDoPreparo[]>('GET', `${url}/gravacoes`)).body.data.map(({ linha, regra }) => [
        linha,
        regra,
      ]);
    const moved = (await say(c, { linha: 2 })).body.data;
    expect(moved.gravacao).toMatchObject({ linha: 2, regra: 'pessoa', candidatas: [] });
    expect(moved.preparo).toMatchObject({ versao: 1, resumo: { pares: 2, gravacoes_sem_linha: 1 } });
    expect(await pairs()).toEqual([
      [null, null],
      [3, 'identificador'],
      [2, 'pessoa'],
      [null, null],
    ]);
    // The same match again changes nothing; removing the match counts as a correction.
    expect((await say(c, { linha: 2 })).body.data.preparo.versao).toBe(1);
    expect((await say(c, { linha: null })).body.data.preparo).toMatchObject({
      versao: 2,
      resumo: { pares: 1 },
    });
    await call('PATCH', `${url}/linhas/4`, { nao_auditar: true });
    expect([
      await why(say(a, { linha: 4 })),
      await why(say(a, { linha: 99 })),
      await why(say(d, { linha: 2 })),
      await why(say(randomUUID(), { linha: 2 })),
      await why(say(a, {})),
      await why(call('PATCH', `${url}/linhas/99`, { nao_auditar: true })),
    ]).toEqual([
      [
        422,
        'regra_violada',
        'A linha 4 foi deixada de fora: inclua a linha de novo antes de vincular uma gravação.',
      ],
      [404, 'nao_encontrado', 'A planilha não tem a linha 99.'],
      [422, 'regra_violada', 'Esta gravação não pode ser usada. Motivo: O áudio está vazio.'],
      [404, 'nao_encontrado', 'Gravação não encontrada.'],
      [400, 'requisicao_invalida', 'Informe a linha da gravação, ou se a gravação deve ser auditada.'],
      [404, 'nao_encontrado', 'A planilha não tem a linha 99.'],
    ]);
    // Ten people match recordings with row 2 at once: the row never has two recordings, and no correction is lost.
    const versao = (await get(preparo.id)).versao;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => say([a, b, c][i % 3] as string, { linha: 2 })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect((await pairs()).filter(([linha]) => linha === 2)).toHaveLength(1);
    expect((await get(preparo.id)).versao).toBeGreaterThanOrEqual(versao + 3);
  });

  longo.test('nothing is corrected while it is read, after confirmation, or in another company', async () => {
    const reading = await createPreparo(test.deps, projeto, { estado: 'analisando' });
    const confirmed = await createPreparo(test.deps, projeto, { estado: 'auditando' });
    const acts = (preparo: typeof reading) =>
      [
        ['PATCH', `/auditorias/preparos/${preparo.id}/gravacoes/${preparo.gravacoes[0]!.id}`, { linha: 4 }],
        ['PATCH', `/auditorias/preparos/${preparo.id}/linhas/2`, { nao_auditar: true }],
        [
          'PUT',
          `/auditorias/preparos/${preparo.id}/colunas`,
          { versao: 0, colunas: [{ n: 5, papel: 'nome', pergunta: null, opcao: null }] },
        ],
        ['PUT', `/auditorias/preparos/${preparo.id}/arquivos/audio`, { nome: 'a.mp3', tamanho: 1 }],
      ] as [Method, string, object][];
    for (const [method, path, body] of acts(reading)) {
      expect(await why(call(method, path, body)), path).toEqual([
        409,
        'conflito',
        'Os arquivos desta auditoria estão sendo lidos agora. Aguarde o fim da leitura.',
      ]);
    }
    for (const [method, path, body] of [
      ...acts(confirmed),
      ['POST', `/auditorias/preparos/${confirmed.id}/cancelar`, undefined],
      ['POST', `/auditorias/preparos/${confirmed.id}/analisar`, undefined],
    ] as [Method, string, object | undefined][]) {
      expect(await why(call(method, path, body)), path).toEqual([
        409,
        'conflito',
        'Esta auditoria já foi confirmada (em auditoria) e não pode mais ser alterada.',
      ]);
    }
    const other = await createTenant(test.deps);
    for (const [method, path, body] of acts(reading)) {
      expect((await call(method, path, body, other.tokens.gerente)).status, path).toBe(404);
    }
  });

  it('the columns are what a person says, if the questionnaire has these questions; pairs are sought again', async () => {
    const preparo = await createPreparo(test.deps, projeto, {
      colunas: [
        coluna(0, 'ID', 'identificador'),
        coluna(1, 'Nome', 'nome'),
        coluna(2, 'P1', 'pergunta', { pergunta: 0 }),
        coluna(3, 'P1 Sim', 'ignorar'),
        coluna(4, '', 'ignorar'),
      ],
    });
    const url = `/auditorias/preparos/${preparo.id}/colunas`;
    const put = (versao: number, ...colunas: [number, string, (number | null)?, (number | null)?][]) =>
      call('PUT', url, {
        versao,
        colunas: colunas.map(([n, papel, pergunta = null, opcao = null]) => ({
          n,
          papel,
          pergunta,
          opcao,
        })),
      });
    const said = async (...colunas: Parameters<typeof put> extends [number, ...infer R] ? R : never) =>
      (await why(put(0, ...colunas)))[2];
    expect([
      await said([9, 'nome']),
      await said([3, 'pergunta']),
      await said([3, 'pergunta', 7]),
      await said([3, 'pergunta', 0, 5]),
      await said([3, 'nome', 1]),
      await said([4, 'identificador']),
      await said([3, 'pergunta', 0]),
      await said([3, 'pergunta', 0, 0]),
      await said([3, 'nome'], [3, 'telefone']),
    ]).toEqual([
      'A planilha não tem a coluna 10.',
      'Informe a pergunta da coluna “P1 Sim”.',
      'O questionário não tem a pergunta indicada para a coluna “P1 Sim”.',
      'A pergunta P1 não tem a opção indicada para a coluna “P1 Sim”.',
      'A coluna “P1 Sim” não é de uma pergunta: deixe a pergunta em branco.',
      'Há duas colunas para o identificador: “ID” e coluna 5. Deixe uma só.',
      'P1 tem mais de uma coluna (“P1”, “P1 Sim”): deixe uma, ou informe a opção de cada uma.',
      'P1 tem mais de uma coluna (“P1”, “P1 Sim”): deixe uma, ou informe a opção de cada uma.',
      'Cada coluna só pode aparecer uma vez.',
    ]);
    expect((await get(preparo.id)).versao).toBe(0);
    const done = await put(
      0,
      [0, 'ignorar'],
      [4, 'identificador'],
      [2, 'pergunta', 0, 1],
      [3, 'pergunta', 0, 0],
    );
    expect([done.status, done.body.data.estado, done.body.data.versao]).toEqual([202, 'analisando', 1]);
    expect(
      done.body.data.colunas.map(({ papel, pergunta, opcao, regra }) => [papel, pergunta, opcao, regra]),
    ).toEqual([
      ['ignorar', null, null, COLUNA_POR_PESSOA],
      ['nome', null, null, 'texto igual'],
      ['pergunta', 0, 1, COLUNA_POR_PESSOA],
      ['pergunta', 0, 0, COLUNA_POR_PESSOA],
      ['identificador', null, null, COLUNA_POR_PESSOA],
    ]);
    await test.deps.prisma.auditoriaPreparo.update({
      where: { id: preparo.id },
      data: { estado: 'pronto' },
    });
    const stale = await put(0, [4, 'ignorar']);
    expect([stale.status, stale.body.code, stale.body.dados]).toEqual([409, 'conflito', { versao: 1 }]);
  });

  it('the questions are those that a person corrects, in the version seen; the columns are linked again', async () => {
    const preparo = await createPreparo(test.deps, projeto, {
      colunas: [
        coluna(0, 'ID', 'identificador'),
        coluna(1, 'Bairro', 'pergunta', { pergunta: 1, regra: COLUNA_POR_PESSOA }),
        coluna(2, 'P1', 'pergunta', { pergunta: 0 }),
        coluna(3, 'Obs', 'ignorar', { regra: COLUNA_POR_PESSOA }),
      ],
    });
    const url = `/auditorias/preparos/${preparo.id}/perguntas`;
    const [p1, p2] = QUESTIONARIO.perguntas.map((one, de) => ({ ...one, de }));
    const nova = { ...p1!, de: null, codigo: 'P1a', texto: 'Há quanto tempo?', tipo: 'numero', opcoes: [] };
    const put = (perguntas: object[], versao = 0) =>
      call('PUT', url, { versao, apresentacao: ' Boa tarde. ', perguntas });
    const depends = (pergunta: number, opcao = 0) => ({ mostrar_se: { pergunta, opcoes: [opcao] } });
    const wrong = async (...perguntas: object[]) => {
      const { status, body } = await put(perguntas);
      return [status, (body.errors as { campo: string; mensagem: string }[] | undefined)?.[0]];
    };
    expect([
      await wrong(p1!, { ...p2!, codigo: 'p01' }),
      await wrong({ ...p1!, opcoes: [] }, p2!),
      await wrong({ ...p2!, ...depends(1) }, p1!),
      await wrong(p1!, { ...p2!, ...depends(0, 7) }),
      await wrong({ ...p1!, minimo: 9, maximo: 1 }),
      await wrong({ ...p1!, opcoes: [p1!.opcoes[0]!, { ...p1!.opcoes[1]!, valor: 1 }] }),
    ]).toEqual(
      [
        ['perguntas.1', 'Há duas perguntas com o código p01: altere o código de uma delas.'],
        ['perguntas.0', 'P1 não tem opções: adicione ao menos uma.'],
        ['perguntas.0', 'P2 depende da P1, que não vem antes dela.'],
        ['perguntas.1', 'P2 depende de uma opção que a P1 não tem.'],
        ['perguntas.0', 'Em P1, o máximo é menor que o mínimo.'],
        ['perguntas.0', 'Em P1, “Não” tem o mesmo código de outra opção (1).'],
      ].map(([campo, mensagem]) => [422, { campo, mensagem }]),
    );
    expect((await put([p1!, { ...p2!, de: 0 }])).status).toBe(400);
    expect((await put([p1!, p2!], 3)).body).toMatchObject({ code: 'conflito', dados: { versao: 0 } });
    const other = await createTenant(test.deps);
    const foreign = { versao: 0, apresentacao: null, perguntas: [p1!] };
    expect((await call('PUT', url, foreign, other.tokens.gerente)).status).toBe(404);
    expect((await get(preparo.id)).versao).toBe(0);

    const seen = { ...nova, ...depends(1), observada: true };
    const done = await put([{ ...p2!, texto: 'O que mais falta?' }, { ...p1!, observada: false }, seen]);
    expect([done.status, done.body.data.estado, done.body.data.versao]).toEqual([202, 'analisando', 1]);
    expect(done.body.data.questionario).toMatchObject({
      apresentacao: 'Boa tarde.',
      corrigido: true,
      perguntas: [
        { codigo: 'P2', texto: 'O que mais falta?' },
        { codigo: 'P1' },
        { codigo: 'P1a', observada: true },
      ],
    });
    expect(done.body.data.colunas.map(({ papel, pergunta, regra }) => [papel, pergunta, regra])).toEqual([
      ['ignorar', null, ''],
      ['pergunta', 0, COLUNA_POR_PESSOA],
      ['ignorar', null, ''],
      ['ignorar', null, COLUNA_POR_PESSOA],
    ]);
    expect(
      await test.deps.prisma.registroAcesso.findFirstOrThrow({
        where: { recursoId: preparo.id, acao: 'auditoria_perguntas_corrigidas' },
      }),
    ).toMatchObject({
      usuarioId: mine.usuario.usuarioId,
      detalhes: { novas: ['P1a'], alteradas: ['P2'], removidas: [], apresentacao: true },
    });
    // The questions cannot be replaced while the worker reads the files, nor after the confirmation.
    expect((await put([p1!], 1)).status).toBe(409);
    const confirmed = await createPreparo(test.deps, projeto, { estado: 'auditando' });
    expect((await call('PUT', `/auditorias/preparos/${confirmed.id}/perguntas`, foreign)).status).toBe(409);
  });

  longo.test(
    'a recording is heard before it belongs to anybody, by a signed address and in ranges',
    async () => {
      const som = Buffer.from('0123456789');
      const preparo = await createPreparo(test.deps, projeto, {
        gravacoes: [
          { nome: 'p/á "b".mp3', som },
          { nome: 'x', motivo: 'Não é áudio.' },
        ],
      });
      const [heard, broken] = preparo.gravacoes.map(
        ({ id }) => `/auditorias/preparos/${preparo.id}/gravacoes/${id}`,
      );
      const { url } = (await call<{ url: string }>('POST', `${heard}/audio-url`)).body.data;
      const whole = await test.app.inject({ url });
      expect([whole.statusCode, whole.payload, whole.headers['content-type']]).toEqual([
        200,
        '0123456789',
        'audio/mpeg',
      ]);
      const part = await test.app.inject({ url, headers: { range: 'bytes=2-4' } });
      expect([part.statusCode, part.payload, part.headers['content-range']]).toEqual([
        206,
        '234',
        'bytes 2-4/10',
      ]);
      expect(
        (await test.app.inject({ url: url.replace(preparo.gravacoes[0]!.id, preparo.gravacoes[1]!.id) }))
          .statusCode,
      ).toBe(401);
      expect((await test.app.inject({ url: url.split('?')[0]! })).statusCode).toBe(401);
      expect(
        (await test.app.inject({ url: `/api/v1${heard}/audio`, headers: bearer(mine.tokens.usuario) }))
          .payload,
      ).toBe('0123456789');
      expect((await why(call('POST', `${broken}/audio-url`))).slice(0, 2)).toEqual([409, 'sem_arquivo']);
      const other = await createTenant(test.deps);
      expect((await call('POST', `${heard}/audio-url`, undefined, other.tokens.gerente)).status).toBe(404);
      // A recording that belongs to an interview is played and erased with the interview, no longer in the prepared
      // audit.
      await test.deps.prisma.preparoGravacao.update({
        where: { id: preparo.gravacoes[0]!.id },
        data: { itemId: mine.item.id },
      });
      expect((await test.app.inject({ url })).statusCode).toBe(409);
    },
  );
});

describe('confirming', () => {
  const confirm = (id: string, body: object = { versao: 0, creditos: 2 }) =>
    call('POST', `/auditorias/preparos/${id}/confirmar`, body);

  it('ten at once are one: one task, and nothing is charged twice', async () => {
    const preparo = await createPreparo(test.deps, projeto, { autorId: mine.usuario.usuarioId });
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(preparo.id)));
    expect(answers.map(({ status, body }) => [status, body.data?.estado])).toEqual(
      Array.from({ length: 10 }, () => [202, 'criando']),
    );
    const row = await test.deps.prisma.auditoriaPreparo.findUniqueOrThrow({ where: { id: preparo.id } });
    expect([row.creditosConfirmados, row.confirmadoPor]).toEqual([2, mine.usuario.usuarioId]);
    const tarefas = await test.deps.prisma.tarefa.findMany({ where: { empresaId: mine.empresa.id } });
    expect(tarefas.map(({ tipo }) => tipo)).toEqual(['criar_auditoria']);
    // A repeated confirmation of a confirmed audit succeeds, whatever version it names.
    expect((await confirm(preparo.id, { versao: 7, creditos: 9 })).status).toBe(202);
  });

  it('what was misread is not confirmed; a warning, only by someone who saw it', async () => {
    const lost = (fora: boolean) => [
      ...COLUNAS.slice(0, 3),
      coluna(3, 'P1', 'pergunta', { pergunta: 0, nao_reconhecidas: { ...nadaContado(), n: 2, de: 3 } }),
      coluna(4, 'P2', 'pergunta', { pergunta: 1 }),
      coluna(5, 'P3', 'ignorar', {
        amostra: [{ linha: 2, texto: 'bom dia' }],
        ...(fora ? { regra: COLUNA_POR_PESSOA } : {}),
      }),
    ];
    const preparo = await createPreparo(test.deps, projeto, { colunas: lost(false) });
    const refused = await confirm(preparo.id);
    expect([refused.status, refused.body.code, refused.body.errors]).toEqual([
      422,
      'regra_violada',
      [
        {
          campo: 'colunas.5',
          mensagem: 'A coluna “P3” tem respostas e não corresponde a nenhuma pergunta do questionário.',
        },
        { campo: 'perguntas.0', mensagem: '2 de 3 respostas de P1 não foram entendidas (67%).' },
      ],
    ]);
    expect((await get(preparo.id)).alertas[0]).toMatchObject({
      ...{ tipo: 'coluna_sem_pergunta', gravidade: 'impede', coluna: 5 },
      celulas: [{ linha: 2, texto: 'bom dia' }],
    });
    // A person leaves out the columns of P1 and P3, and thereby chooses not to audit P1.
    const colunas = lost(true).map((one) =>
      one.n === 3 ? coluna(3, 'P1', 'ignorar', { regra: COLUNA_POR_PESSOA }) : one,
    );
    await test.deps.prisma.auditoriaPreparo.update({ where: { id: preparo.id }, data: { colunas } });
    const unseen = await confirm(preparo.id);
    expect([unseen.status, unseen.body]).toMatchObject([
      409,
      { code: 'confirmacao_necessaria', dados: { avisos: 1 }, errors: [{ campo: 'perguntas.0' }] },
    ]);
    expect((await get(preparo.id)).estado).toBe('pronto');
    expect((await confirm(preparo.id, { versao: 0, creditos: 2, avisos: 1 })).status).toBe(202);
    expect((await get(preparo.id)).alertas).toEqual([]);
    // A sheet that an earlier version read must be read again before it can be confirmed.
    const old = await createPreparo(test.deps, projeto, {
      colunas: COLUNAS.map((one) => ({ ...one, nao_reconhecidas: nadaContado() })),
    });
    expect((await confirm(old.id)).status).toBe(422);
    const again = await call('POST', `/auditorias/preparos/${old.id}/analisar`);
    expect([again.status, again.body.data.estado]).toEqual([202, 'analisando']);
  });

  longo.test('a change since it was seen, or a missing balance, lets nothing happen', async () => {
    const preparo = await createPreparo(test.deps, projeto);
    expect((await confirm(preparo.id, { versao: 1, creditos: 2 })).status).toBe(409);
    const dearer = await confirm(preparo.id, { versao: 0, creditos: 1 });
    expect([dearer.status, dearer.body.code, dearer.body.dados]).toMatchObject([
      409,
      'confirmacao_necessaria',
      { creditos: 2, saldo: 100 },
    ]);
    await test.deps.prisma.empresa.update({ where: { id: mine.empresa.id }, data: { saldoCreditos: 1 } });
    const poor = await confirm(preparo.id);
    expect([poor.status, poor.body.code, poor.body.dados]).toEqual([
      402,
      'creditos_insuficientes',
      { creditos: 2, saldo: 1 },
    ]);
    expect(await get(preparo.id)).toMatchObject({ estado: 'pronto', versao: 0, resumo: { saldo: 1 } });
    expect(await test.deps.prisma.tarefa.count({ where: { empresaId: mine.empresa.id } })).toBe(0);
    const early = await createPreparo(test.deps, projeto, { estado: 'enviando' });
    expect((await confirm(early.id)).status).toBe(409);
  });

  longo.test('confirming, cancelling and correcting at the same time leave one state only', async () => {
    const preparo = await createPreparo(test.deps, projeto);
    const url = `/auditorias/preparos/${preparo.id}`;
    const answers = await Promise.all([
      confirm(preparo.id),
      call('POST', `${url}/cancelar`),
      call('PATCH', `${url}/linhas/4`, { nao_auditar: true }),
      confirm(preparo.id),
      call('POST', `${url}/cancelar`),
    ]);
    for (const { status } of answers) expect([200, 202, 404, 409]).toContain(status);
    const { estado } = await get(preparo.id);
    expect(['criando', 'cancelado']).toContain(estado);
    const tarefas = await test.deps.prisma.tarefa.count({ where: { empresaId: mine.empresa.id } });
    expect(tarefas).toBe(estado === 'criando' ? 1 : 0);
  });
});

longo.test(
  'a project with audits in preparation is not deleted; with the cancelled ones, it is',
  async () => {
    const open = await createPreparo(test.deps, projeto);
    const remove = () => call('DELETE', `/projetos/${projeto.id}`, undefined, mine.tokens.gerente);
    expect(await why(remove())).toEqual([
      409,
      'conflito',
      'Este projeto tem auditorias em preparo no portal. Cancele-as antes, ou desative o projeto para tirá-lo de uso.',
    ]);
    await call('POST', `/auditorias/preparos/${open.id}/cancelar`);
    expect((await remove()).status).toBe(200);
    expect((await call('GET', `/auditorias/preparos/${open.id}`)).status).toBe(404);
  },
);
