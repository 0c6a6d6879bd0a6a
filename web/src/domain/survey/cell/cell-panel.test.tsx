import type { CelulaWire } from '@escuta/shared/contracts/surveys/confrontos';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toast } from '../../../lib/browser/toast.ts';
import { session } from '../../../lib/network/session.ts';
import { CellPanel } from './cell-panel.tsx';
import { useMapKeys } from './review-keys.ts';
import { type CellReview, useCellReview, useRascunhos } from './use-cell-review.ts';

const ID = (n: number) => `019a0000-0000-7000-8000-00000000000${n}`;
const review: CellReview = {
  pending: null,
  observacao: '',
  asks: null,
  replace: () => undefined,
  setObservacao: () => undefined,
  busy: false,
  judge: () => undefined,
  choose: () => undefined,
  cancel: () => undefined,
  undo: () => undefined,
  describe: null,
};

const cell = (n: number, texto: string, fields: Partial<CelulaWire> = {}): CelulaWire => ({
  id: ID(n),
  entrevista_id: ID(n),
  item_id: ID(n),
  pergunta_id: ID(9),
  ordem: 1,
  veredito: 'confere',
  veredito_ia: 'confere',
  correcao: null,
  revisao: null,
  leitura: { codigo: 'exata', provado: true },
  conducao: { codigo: 'neutra', provado: true, tipo: 'nenhum' },
  resposta: { codigo: 'adequada', provado: true },
  comparacao: { codigo: 'compativel', provado: true },
  metodo: 'deterministico',
  motivo: null,
  marcas: [],
  cobertura: 1,
  confianca: null,
  sentimento: null,
  faltou: [],
  acrescentou: [],
  opcoes_nao_marcadas: [],
  opcoes_nao_ditas: [],
  divergencia: null,
  falado: 'Caro',
  digitado: 'Caro',
  planilha: null,
  ouvir: null,
  resposta_em: null,
  evidencias: [],
  updated_at: '2026-11-22T12:00:00.000Z',
  pergunta: {
    codigo: 'P1',
    texto: 'Como é o preço?',
    instrucao: null,
    ler_opcoes: false,
    observada: false,
    opcoes: [],
  },
  entrevista: {
    nome: `Pessoa ${n}`,
    entrevistador: null,
    em: '2026-11-22T15:00:00.000Z',
    inicio_precisao: 'dia',
    propria: false,
  },
  sentencas: [
    {
      ordem: 3,
      texto,
      texto_original: null,
      falante: 'entrevistado',
      falante_original: null,
      papel_origem: 'texto',
      inicio_ms: 0,
      fim_ms: 1000,
    },
  ],
  audioUrl: null,
  picosUrl: null,
  vozes: { visto: 'v1', frases: 4, trocadas: null },
  historico: [],
  correcoes_anteriores: [],
  ...fields,
});

beforeEach(() => {
  // jsdom cannot scroll.
  Element.prototype.scrollIntoView ??= () => undefined;
  sessionStorage.clear();
  const claims = btoa(JSON.stringify({ sub: 'ana', exp: Math.floor(Date.now() / 1000) + 3600 }));
  session.start({
    token: `a.${claims}.c`,
    user: { id: 'ana', email: 'ana@horizonte.example', role: 'gerente' },
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  session.end('logout');
  session.acknowledgeEnd();
});

function show(first: CelulaWire = cell(1, 'É caro.')) {
  const client = new QueryClient();
  const page = (celula: CelulaWire) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <CellPanel
          celula={celula}
          review={review}
          player={null}
          onHear={() => undefined}
          onHearAll={() => undefined}
          onNext={() => undefined}
          onPrevious={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>
  );
  const { rerender } = render(page(first));
  return (celula: CelulaWire) => rerender(page(celula));
}
const typed = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Texto da frase' })?.value;

it('shows the text of a cell of the sheet that was not understood, and never that nothing was typed', () => {
  const motivo = 'A resposta da planilha não foi entendida: compare a fala com o texto da célula.';
  const unread = { veredito: 'a_revisar', veredito_ia: 'a_revisar', motivo, digitado: null } as const;
  const go = show(
    cell(1, 'É caro.', { ...unread, planilha: { situacao: 'nao_reconhecida', celula: 'carinho' } }),
  );
  screen.getByText(motivo);
  screen.getByText('Na planilha');
  screen.getByText('“carinho” (não reconhecido)');
  expect(screen.queryByText('Digitado')).toBeNull();
  go(cell(2, 'É caro.', { ...unread, planilha: { situacao: 'planilha_indisponivel', celula: null } }));
  screen.getByText('Planilha não disponível');
  // If only the filter of the question could not be read, the panel shows the typed answer.
  go(cell(3, 'É caro.', { planilha: { situacao: 'filtro_desconhecido', celula: null } }));
  screen.getByText('Digitado');
});

it('says whose the verdict is where a person corrected the transcript', () => {
  const correcao = { veredito: 'diverge', por: 'Rita', em: '2026-11-28T12:00:00.000Z' } as const;
  const go = show(cell(1, 'É caro.', { veredito: 'diverge', correcao }));
  screen.getByText('após correção de Rita em 28/11/2026 · IA: Confere');
  const revisao = {
    id: ID(7),
    veredito: 'induzida',
    motivo: 'outro',
    observacao: null,
    por: { id: ID(8), nome: 'Beto' },
    em: '2026-11-28T13:00:00.000Z',
  } as const;
  go(cell(2, 'É caro.', { veredito: 'induzida', correcao, revisao }));
  screen.getByText('IA: Confere · Diverge após correção de Rita em 28/11/2026');
});

/** The panel with its keys, as a page renders it. */
function Judging({ celula }: { celula: CelulaWire }) {
  const own = useCellReview(celula, useRascunhos(), () => undefined);
  const nothing = () => undefined;
  useMapKeys(
    {
      next: nothing,
      previous: nothing,
      hear: nothing,
      toggle: nothing,
      judge: own.judge,
      digit: own.choose,
      undo: own.undo,
      close: own.cancel,
    },
    true,
  );
  return (
    <CellPanel
      celula={celula}
      review={own}
      player={null}
      onHear={nothing}
      onHearAll={nothing}
      onNext={nothing}
      onPrevious={nothing}
    />
  );
}

it('shows a colleague’s verdict and asks before one’s own replaces it, by buttons and by keys', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (input: string | Request, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body ?? (await (input as Request).text()))));
    return new Response(JSON.stringify({ success: true, data: {} }), {
      status: 200,
      headers: { 'content-type': 'application/json' },
    });
  });
  const revisao = {
    id: ID(7),
    veredito: 'induzida',
    motivo: 'outro',
    observacao: 'Sugeriu o preço.',
    por: { id: 'beto', nome: 'Beto' },
    em: '2026-11-28T13:00:00.000Z',
  } as const;
  const celula = cell(1, 'É caro.', { veredito: 'induzida', revisao });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Judging celula={celula} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const key = (name: string) => fireEvent.keyDown(document.body, { key: name });
  const question = () => screen.queryByRole('alert')?.textContent;
  key('d');
  expect(question()).toMatch(/^Beto já deu o veredito .*: Induzida .*“Sugeriu o preço.”/);
  expect(document.activeElement?.textContent).toBe('Substituir por Diverge');
  // While the panel asks whether to replace a colleague's verdict, no reason can be chosen; Esc keeps that verdict.
  key('1');
  key('Escape');
  expect([question(), sent]).toEqual([undefined, []]);
  key('d');
  fireEvent.click(screen.getByRole('button', { name: 'Substituir por Diverge' }));
  expect(question()).toBeUndefined();
  key('1');
  await expect.poll(() => sent).toMatchObject([{ veredito: 'diverge', substitui: ID(7) }]);
  // A verdict equal to the AI's needs no reason, but the panel still asks before it replaces another person's verdict.
  await expect
    .poll(() => screen.getByRole<HTMLButtonElement>('button', { name: /^Confere/ }).disabled)
    .toBe(false);
  key('c');
  fireEvent.click(screen.getByRole('button', { name: 'Substituir por Confere' }));
  await expect.poll(() => sent[1]).toMatchObject({ veredito: 'confere', motivo: null, substitui: ID(7) });
});

it('asks before it swaps the voices, sends what was seen, and offers the way back', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (input: string | Request, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body ?? (await (input as Request).text()))));
    return new Response(
      JSON.stringify({ success: true, data: { sentencas: 4, visto: 'v2', recalculando: true } }),
      { status: 200, headers: { 'content-type': 'application/json' } },
    );
  });
  const go = show();
  fireEvent.click(screen.getByRole('button', { name: 'Trocar as vozes da entrevista' }));
  expect(screen.getByRole('alertdialog').textContent).toContain('Os vereditos de pessoas');
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Trocar as vozes' }));
  await expect.poll(() => sent).toEqual([{ visto: 'v1' }]);
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  const trocadas = { por: 'Rita', em: '2026-11-28T12:00:00.000Z' };
  go(cell(1, 'É caro.', { vozes: { visto: 'v2', frases: 4, trocadas } }));
  screen.getByText(/^Rita trocou as vozes desta entrevista em 28\/11\/2026/);
  fireEvent.click(screen.getByRole('button', { name: 'Desfazer a troca' }));
  await expect.poll(() => sent).toEqual([{ visto: 'v1' }, { visto: 'v2' }]);
});

it('closes the question about the voices for good when another person swaps them meanwhile, and says so', () => {
  const told = vi.spyOn(toast, 'info');
  const go = show();
  fireEvent.click(screen.getByRole('button', { name: 'Trocar as vozes da entrevista' }));
  const trocadas = { por: 'Rita', em: '2026-11-28T12:00:00.000Z' };
  go(cell(1, 'É caro.', { vozes: { visto: 'v2', frases: 4, trocadas } }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(told.mock.calls.map(([text]) => text)).toEqual(['Rita já trocou as vozes desta entrevista']);
  go(cell(1, 'É caro.'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  told.mockRestore();
});

it('keeps a correction that was begun with its own sentence, and shows it again', () => {
  const go = show();
  fireEvent.click(screen.getByRole('button', { name: 'Corrigir: É caro.' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Texto da frase' }), { target: { value: 'É raro.' } });
  // In the next answer another sentence has the same number.
  go(cell(2, 'Não sei.'));
  expect(typed()).toBeUndefined();
  screen.getByText('Não sei.');
  go(cell(1, 'É caro.'));
  expect(typed()).toBe('É raro.');
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  go(cell(2, 'Não sei.'));
  go(cell(1, 'É caro.'));
  expect(typed()).toBeUndefined();
});

it('does not open a correction over another sentence that has the number after a new transcript', () => {
  const go = show();
  fireEvent.click(screen.getByRole('button', { name: 'Corrigir: É caro.' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Texto da frase' }), { target: { value: 'É raro.' } });
  // Shows a new analysis of the same item.
  go(cell(1, 'Nem lembro.', { id: ID(5) }));
  expect(typed()).toBeUndefined();
  screen.getByText('Nem lembro.');
});

it('keeps what was typed over a sentence that a colleague corrected, and saves only after showing it', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (input: string | Request, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body ?? (await (input as Request).text()))));
    return new Response(
      JSON.stringify({ success: false, code: 'conflito', message: 'Esta sentença mudou.' }),
      {
        status: 409,
        headers: { 'content-type': 'application/json' },
      },
    );
  });
  const go = show();
  fireEvent.click(screen.getByRole('button', { name: 'Corrigir: É caro.' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Texto da frase' }), { target: { value: 'É raro.' } });
  const corrected = cell(1, 'É claro.', { id: ID(5) });
  const [sentence] = corrected.sentencas;
  if (!sentence) throw new Error('no sentence');
  go({ ...corrected, sentencas: [{ ...sentence, texto_original: 'É caro.' }] });
  expect(typed()).toBe('É raro.');
  expect(screen.getByRole('alert').textContent).toContain(
    'Esta frase mudou depois que você a abriu. Agora é “É claro.”.',
  );
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar correção' });
  expect(save.disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Manter o meu texto' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(typed()).toBe('É raro.');
  fireEvent.click(screen.getByRole('button', { name: 'Salvar correção' }));
  await expect
    .poll(() => sent)
    .toEqual([{ texto: 'É raro.', visto: { texto: 'É claro.', falante: 'entrevistado' } }]);
  // After a refusal the typed text stays.
  expect(typed()).toBe('É raro.');
});

it('says which options were not read, and does not take those that were for additions', () => {
  const opcoes = ['Barato', 'Caro', 'Não sabe'].map((texto, n) => ({
    id: ID(n + 3),
    texto,
    especial: n === 2 ? ('nao_sabe' as const) : null,
    nao_lida: n === 0,
  }));
  show()(
    cell(2, 'Caro.', {
      pergunta: {
        codigo: 'P1',
        texto: 'Como é o preço?',
        instrucao: null,
        ler_opcoes: true,
        observada: false,
        opcoes,
      },
      marcas: ['opcoes_nao_lidas'],
      faltou: ['Barato'],
      conducao: { codigo: 'diretiva', provado: true, tipo: 'sugere_opcao' },
      evidencias: [
        {
          sobre: 'leitura',
          citacao: 'como é o preço caro',
          verificada: true,
          sentenca_ordem: 3,
          trecho: null,
        },
      ],
    }),
  );
  expect(document.querySelectorAll('ins')).toHaveLength(0);
  expect([...document.querySelectorAll('del')].map(({ textContent }) => textContent)).toEqual([
    'não lida: Barato',
  ]);
  screen.getByText('Induziu a resposta: sugeriu uma opção');
});
