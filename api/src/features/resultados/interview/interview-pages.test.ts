import { writePdf } from '@escuta/shared/services/exports/pdf';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import type { ConteudoDoDossie } from '../dossier-content.ts';
import type { EntrevistaDoDossie, EventoDoDossie, PerguntaDoDossie } from './interview-content.ts';
import { initialsOf, interviewPages, logText } from './interview-pages.ts';

const WORDS = 'Com que frequência o senhor ou a senhora usa o ônibus para ir ao trabalho ou ao estudo? ';

const question = (n: number, more: Partial<PerguntaDoDossie> = {}): PerguntaDoDossie => ({
  codigo: `P${n + 1}`,
  texto: WORDS.repeat(3),
  digitado: 'Todos os dias da semana, menos aos domingos e feriados',
  celula: null,
  ouvido: 'Ah, eu uso todo santo dia, menos no domingo e no feriado, né',
  veredito: n === 1 ? 'diverge' : 'confere',
  veredito_ia: 'confere',
  veredito_inicial: 'confere',
  provas: [{ sobre: 'resposta', citacao: WORDS.repeat(2), verificada: true, inicio_ms: 65_000 }],
  revisoes:
    n === 1
      ? [
          {
            veredito: 'diverge',
            motivo: null,
            observacao: null,
            por: 'Rita Alves',
            em: '2026-11-28T17:05:00.000Z',
            em_vigor: true,
            desfeita_em: null,
          },
        ]
      : [],
  ...more,
});

const event = (
  tipo: EventoDoDossie['tipo'],
  seconds: number,
  motivo: string | null = null,
): EventoDoDossie => ({
  tipo,
  aos_ms: seconds * 1000,
  motivo,
});

const entrevista = (questions: number): EntrevistaDoDossie => ({
  pesquisa: 'Transporte público do Recife',
  questionario: { nome: 'Avaliação do ônibus', versao: 3 },
  entrevistador: 'Caio Brandão',
  situacao: 'concluida',
  consentimento: { resposta: 'aceito', em_ms: 12_000 },
  origem: 'coleta',
  recebida_em: '2026-11-28T17:00:00.000Z',
  revisao: { situacao: 'pendente', decisoes: [] },
  verificacao: null,
  auditada: true,
  perguntas: Array.from({ length: questions }, (_, n) => question(n)),
  registro_aparelho: [
    event('iniciada', 0),
    event('gravacao_iniciada', 1),
    event('pausa', 125, 'saiu'),
    event('retomada', 245),
    event('gravacao_interrompida', 300, 'microfone_perdido'),
    event('gravacao_iniciada', 340),
    event('gravacao_interrompida', 510, 'encerrada'),
    event('finalizada', 511),
  ],
});

const conteudo: ConteudoDoDossie = {
  ligacao: {
    id: '019ac1de-1111-7222-8333-444455556660',
    tipo: 'entrevista',
    empresa: { id: 'e', nome: 'Horizonte Pesquisas', cnpj: null },
    projeto: { id: 'p', nome: 'Transporte' },
    auditoria: { id: 'a', nome: 'Auditoria' },
    numero: null,
    nome: 'J. A.',
    ramal: null,
    unique_id: null,
    agente: null,
    inicio: '2026-11-26T15:00:00.000Z',
    inicio_precisao: 'dia',
    fim: null,
    duracao_s: null,
  },
  gravacao: { nome: null, sha256: 'f'.repeat(64), recebida_em: null, duracao_ms: 511_000, situacao: 'atual' },
  resultado: { id: 'r', execucao_id: 'x', processado_em: null },
  transcricoes: [],
  falas: [],
  analise_texto: null,
  fatos_audio: null,
  insights: [],
  custos: [],
  creditos: 1,
};

async function pagesOf(questions: number): Promise<string[]> {
  const {
    titulo,
    subtitulo,
    abertura,
    paginas = 2,
    frente,
    apendice,
  } = interviewPages(conteudo, entrevista(questions));
  const file = await writePdf({
    ...{ titulo, subtitulo, abertura, rodape: '', blocos: apendice },
    frente: { paginas, versoes: frente },
  });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: false });
  return text;
}

it('tells an interview of 12 long questions on one page, in words', async () => {
  const pages = await pagesOf(12);
  expect(pages).toHaveLength(1);
  const [page = ''] = pages;
  for (const part of [
    'Horizonte Pesquisas',
    'Avaliação do ônibus, versão 3',
    'Caio Brandão',
    'J. A.',
    '26/11/2026',
    'Aceitou participar e permitiu gravar, aos 0:12 da gravação',
    '11 de 12',
    'diverge: 1',
    'P12',
    '1:05',
    'pausou por 2 min',
    'sem som por 40 s',
  ]) {
    expect(page.replace(/\s+/g, ' ')).toContain(part);
  }
  expect(page.replace(/\s+/g, ' ')).toMatch(/Rita Alves, 28\/11\/2026 14:05 \(IA: Confere\)/);
  expect(page).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|\d{4}-\d\d-\d\dT|_ms|f{16}/);
});

it('says who said what proves a led answer', async () => {
  const led = question(0, {
    veredito: 'induzida',
    provas: [
      { sobre: 'resposta', citacao: 'é, acho que sim', verificada: true, inicio_ms: 70_000 },
      { sobre: 'conducao', citacao: 'o senhor usa sempre, né?', verificada: true, inicio_ms: 65_000 },
    ],
  });
  const { frente } = interviewPages(conteudo, { ...entrevista(0), perguntas: [led] });
  expect(JSON.stringify(frente[0])).toContain('o entrevistador disse “o senhor usa sempre, né?”');
});

it('goes on with further questions on the next page, each of them once', async () => {
  const pages = await pagesOf(30);
  expect(pages.length).toBeLessThanOrEqual(3);
  const codes = pages.join('\n').match(/\bP\d+\b/g) ?? [];
  expect([...codes].sort()).toEqual(Array.from({ length: 30 }, (_, n) => `P${n + 1}`).sort());
});

it('tells of the device only what happened, and of a sheet that there was none', () => {
  expect(logText(entrevista(1))).toBe(
    'Aos 0:00 a entrevista começou; aos 2:05 a entrevista pausou por 2 min; aos 5:00 a gravação parou: o aparelho ficou sem o microfone, sem som por 40 s; aos 8:31 a entrevista terminou. O servidor recebeu a entrevista em 28/11/2026 14:00.',
  );
  expect(logText({ ...entrevista(1), registro_aparelho: [], origem: 'planilha' })).toBe(
    'A entrevista veio de uma planilha.',
  );
});

it('names a respondent by initials, without particles', () => {
  expect(['Josué Albuquerque', 'Maria das Dores e Silva', 'élida', ''].map(initialsOf)).toEqual([
    'J. A.',
    'M. D. S.',
    'É.',
    '',
  ]);
});
