// An interview from beginning to end: conducted by one person, audited by the product, and read in the heat map by
// another.
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { PATIENCE_MS, useBrowser } from '../support/browser.ts';
import { openSession, type Session, signIn, uploadAudio } from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
const SAMPLES = new URL('../../samples/entrevistas/', import.meta.url);
const readJson = async (name: string) => JSON.parse(await readFile(new URL(name, SAMPLES), 'utf8'));

/** The survey's coordinator, and the interviewer, who may not judge the interview. */
let gerente: Session;
let campo: Session;
let pesquisaId: string;
let questionarioId: string;
type Option = { id: string; texto_resposta: string };
type Question = { id: string; codigo: string; respostas_definidas: Option[] };
const perguntas: Question[] = [];

beforeAll(async () => {
  const login = (email: string) => demo.logins.find((one) => one.email === email)!;
  gerente = await openSession(baseUrl, login('gerente@horizonte.example'));
  campo = await openSession(baseUrl, login('campo@horizonte.example'));
  const { api } = gerente;
  const pesquisa = await readJson('pesquisa.json');
  const projeto = await api<{ id: string }>('POST', '/projetos', {
    nome: 'Ônibus',
    tipo_projeto: 'pesquisa',
  });
  const { id } = await api<{ id: string }>('POST', '/pesquisas', {
    titulo: pesquisa.titulo,
    projeto_id: projeto.id,
  });
  pesquisaId = id;
  const questionario = await api<{ id: string }>('POST', '/questionarios', {
    nome: 'Campo',
    pesquisa_id: id,
  });
  questionarioId = questionario.id;
  for (const { mostrarSe, ...pergunta } of pesquisa.perguntas) {
    const on = perguntas.find(({ codigo }) => codigo === mostrarSe?.codigo);
    perguntas.push(
      await api<Question>('POST', '/perguntas', {
        questionario_id: questionarioId,
        codigo: pergunta.codigo,
        texto_pergunta: pergunta.texto,
        tipo: pergunta.tipo,
        campo_texto: pergunta.obrigatoria,
        ler_opcoes: pergunta.lerOpcoes,
        instrucao: pergunta.instrucao ?? null,
        minimo: pergunta.minimo ?? null,
        maximo: pergunta.maximo ?? null,
        unidade: pergunta.unidade ?? null,
        mostrar_se: on
          ? {
              pergunta_id: on.id,
              opcoes: on.respostas_definidas
                .filter(({ texto_resposta }) => mostrarSe.opcoes.includes(texto_resposta))
                .map((option) => option.id),
            }
          : null,
        ...(pergunta.opcoes && {
          respostas_definidas: pergunta.opcoes.map(({ texto, valor }: { texto: string; valor: number }) => ({
            texto_resposta: texto,
            valor,
          })),
        }),
      }),
    );
  }
});

/**
 * Fills in the questionnaire with the planned faults.
 * @returns ids of the interview and its item
 */
async function typeIn(slug: string): Promise<{ id: string; itemId: string; nome: string }> {
  const amostra = await readJson(`${slug}.json`);
  const { id, item } = await campo.api<{ id: string; item: { id: string } }>('POST', '/entrevistas/iniciar', {
    questionario_id: questionarioId,
    nome_entrevistado: amostra.nome,
    telefone_entrevistado: amostra.telefone,
  });
  for (const { codigo, digitada } of amostra.passos as { codigo: string; digitada: string[] }[]) {
    const pergunta = perguntas.find((one) => one.codigo === codigo)!;
    if (digitada.length === 0) continue;
    const opcoes = pergunta.respostas_definidas
      .filter(({ texto_resposta }) => digitada.includes(texto_resposta))
      .map((option) => option.id);
    await campo.api('POST', '/entrevistas/respostas', {
      entrevista_id: id,
      pergunta_id: pergunta.id,
      ...(opcoes.length > 0 ? { opcoes } : { texto_resposta: digitada.join('; ') }),
    });
  }
  await campo.api('PATCH', `/entrevistas/${id}/finalizar`, {});
  const bytes = new Uint8Array(await readFile(new URL(`${slug}.mp3`, SAMPLES)));
  await uploadAudio(baseUrl, campo, item.id, { name: `${slug}.mp3`, bytes });
  return { id, itemId: item.id, nome: amostra.nome };
}

it('finds in the sound what was not asked and what was typed otherwise; whoever asked may not judge it', async () => {
  const interviews = [await typeIn('entrevista-09'), await typeIn('entrevista-11')];
  for (const { itemId } of interviews) {
    // The recording is measured first, so that the price is known before the person is asked to confirm it.
    await expect
      .poll(
        () =>
          campo.api('POST', '/auditoria-resultado/processar', { auditoriaItemId: itemId }).then(
            () => 'pedido',
            (error: Error) => (error.message.includes('sendo medida') ? 'medindo' : error.message),
          ),
        { timeout: PATIENCE_MS },
      )
      .toBe('pedido');
  }
  for (const { itemId } of interviews) {
    const status = async () => {
      const { status, motivo } = await campo.api<{ status: string; motivo: string | null }>(
        'GET',
        `/auditoria-item/${itemId}`,
      );
      return motivo ?? status;
    };
    await expect.poll(status, { timeout: PATIENCE_MS }).toBe('concluido');
  }
  const mapa = await gerente.api<{ linhas: { nome: string; c: string }[] }>(
    'GET',
    `/pesquisas/${pesquisaId}/mapa`,
  );
  const letters = Object.fromEntries(mapa.linhas.map(({ nome, c }) => [nome, c]));
  expect(letters[interviews[0]!.nome]?.[2]).toBe('N');
  expect(letters[interviews[1]!.nome]?.[3]).toBe('D');
  expect(letters[interviews[1]!.nome]?.[6]).toBe('N');

  const preco = perguntas.find(({ codigo }) => codigo === 'P4')!;
  const celula = `/entrevistas/${interviews[1]!.id}/confrontos/${preco.id}`;
  const { id, updated_at, falado, digitado } = await gerente.api<{
    id: string;
    updated_at: string;
    falado: string;
    digitado: string;
  }>('GET', celula);
  expect({ falado, digitado }).toEqual({ falado: 'Barato.', digitado: 'Caro' });
  const verdict = { veredito: 'confere', motivo: 'ouvi_diferente', visto_em: updated_at };
  await expect(campo.api('PUT', `/confrontos/${id}/revisao`, verdict)).rejects.toThrow('403');

  const page = await newPage();
  await signIn(page, gerente);
  await page.goto(`/dashboard/pesquisas/${pesquisaId}?aba=resultados`);
  const map = page.getByRole('grid', { name: 'Mapa das respostas' });
  await map.waitFor();
  const figure = page
    .getByRole('table', { name: 'Números da auditoria' })
    .getByRole('row', { name: /^Diverge/ })
    .getByRole('cell');
  await expect.poll(() => figure.allTextContents()).toEqual(['1', '1']);
  // A verdict given elsewhere appears on the open page without a reload.
  await gerente.api('PUT', `/confrontos/${id}/revisao`, verdict);
  await expect.poll(() => figure.allTextContents()).toEqual(['0', '1']);
});
