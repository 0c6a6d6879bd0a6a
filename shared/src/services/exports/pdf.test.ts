import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { HOSTILE } from './hostile-cells.ts';
import { type PdfDocumento, writePdf } from './pdf.ts';

const relatorio: PdfDocumento = {
  titulo: 'Pesquisa de opinião: São João',
  subtitulo: 'Questionário único',
  rodape: 'Instituto Ação',
  blocos: [
    { tipo: 'secao', titulo: 'Respostas' },
    { tipo: 'fatos', fatos: [['Entrevistas', '1.200']] },
    {
      tipo: 'quadro',
      titulo: 'P1. O senhor concorda?',
      nota: 'Base: 1.200',
      blocos: [
        {
          tipo: 'tabela',
          colunas: [
            { titulo: 'Resposta', largura: '*' },
            { titulo: '%', largura: 40, direita: true },
            { titulo: '', largura: 95 },
          ],
          linhas: [
            ['Sim', '66,7 %', { parte: 0.667 }],
            ['Não', '33,3 %', { parte: 0.333 }],
          ],
        },
      ],
    },
  ],
};
const textOf = async (file: Buffer): Promise<{ text: string; pages: number }> => {
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(file)), {
    mergePages: true,
  });
  return { text, pages: totalPages };
};

it('is read back with its accents, its pages numbered, and its fonts inside', async () => {
  const file = await writePdf(relatorio);
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  expect(file.includes('/FontFile')).toBe(true);
  const { text, pages } = await textOf(file);
  expect(pages).toBe(1);
  for (const part of [
    'São João',
    'Questionário único',
    '1.200',
    'Não',
    '33,3 %',
    'Instituto Ação',
    '1 de 1',
  ]) {
    expect(text).toContain(part);
  }
});

it('says what hostile texts say and does nothing of it; the process goes on meanwhile', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const linhas = Array.from({ length: 6 }, (_, n) =>
    HOSTILE.map((text) => [`${n} ${text.slice(0, 200)}`, String(n)]),
  ).flat();
  const file = await writePdf({
    ...relatorio,
    titulo: HOSTILE[0] ?? '',
    blocos: [
      ...HOSTILE.map((texto) => ({ tipo: 'texto', texto }) as const),
      {
        tipo: 'tabela',
        colunas: [
          { titulo: 'a', largura: '*' },
          { titulo: 'b', largura: 50 },
        ],
        linhas,
      },
    ],
  });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
  const { text, pages } = await textOf(file);
  expect(pages).toBeGreaterThan(2);
  expect(text).toContain('=HYPERLINK(');
  for (const mark of ['/URI', '/JavaScript', '/JS ', '/Launch', '/EmbeddedFile']) {
    expect(file.includes(mark), mark).toBe(false);
  }
});

it('ends with whoever waits for it', async () => {
  const gone = AbortSignal.abort(new Error('foi embora'));
  await expect(writePdf(relatorio, gone)).rejects.toThrow('foi embora');
  const leaving = new AbortController();
  const wait = writePdf(relatorio, leaving.signal);
  leaving.abort(new Error('foi embora'));
  await expect(wait).rejects.toThrow('foi embora');
});
