import { writePdf } from '@escuta/shared/services/exports/pdf';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import type { ConteudoDoDossie, InsightDoDossie } from './dossier-content.ts';
import { dossierPages } from './dossier-pages.ts';

const QUOTE =
  'Bom dia, meu nome é Conceição, da Operadora São João. Em que posso ajudar o senhor hoje? '.repeat(2);

/** An insight of ten criteria with long quotes; the first fails by a person's verdict, the second by the AI's. */
function insight(nome: string): InsightDoDossie {
  const ids = Array.from({ length: 10 }, (_, n) => `c${n}`);
  return {
    template: { nome, versao: 1 },
    modelo: 'm',
    status: 'concluido',
    motivo: null,
    resumo: 'Seguiu o roteiro.',
    pontuacao: 0.4,
    pontuacao_ia: 0.9,
    alertas: [],
    criterios: ids.map((id, n) => ({
      id,
      descricao: `${nome} ${n}: havendo pedido de cancelamento, o agente oferece retenção antes de prosseguir.`,
      peso: 1,
      critico: n === 0,
      atendido_ia: n === 1 ? 'nao' : 'sim',
      comprovado: true,
      justificativa: 'O agente não disse a frase em nenhum momento.',
      atendido_pessoa: n === 0 ? 'nao' : null,
    })),
    evidencias: ids.flatMap((criterio, n) =>
      n === 1 ? [] : [{ criterio, citacao: QUOTE, verificada: true, fala: 1, inicio_ms: 65_000 }],
    ),
    revisoes: [
      {
        veredito: 'rejeitado',
        motivo: 'Não disse.',
        observacoes: null,
        por: { id: 'u', nome: 'João Antônio de Assunção' },
        em: '2026-11-04T12:10:00.000Z',
        em_vigor: true,
        desfeita_em: null,
        inteiro: false,
        criterios: [{ id: 'c0', atendido_ia: 'sim', atendido_pessoa: 'nao' }],
      },
    ],
  };
}

const NOME = 'Conceição Aparecida de Albuquerque';
const conteudo = (templates: number, sentences: number): ConteudoDoDossie => ({
  ligacao: {
    id: '019ac1de-1111-7222-8333-444455556660',
    tipo: 'ligacao',
    empresa: { id: 'e', nome: 'Operadora São João', cnpj: '12ABC34501DE35' },
    projeto: { id: 'p', nome: 'Retenção' },
    auditoria: { id: 'a', nome: 'Ligações' },
    numero: '11987654321',
    nome: NOME,
    ramal: '2041',
    unique_id: null,
    agente: { id: 'g', nome: 'Íris Ágata Brandão' },
    inicio: '2026-11-03T13:02:10.000Z',
    inicio_precisao: 'instante',
    fim: null,
    duracao_s: 312,
  },
  gravacao: null,
  resultado: { id: 'r', execucao_id: 'x', processado_em: null },
  transcricoes: [],
  falas: Array.from({ length: sentences }, (_, n) => ({
    ordem: n + 1,
    canal: 'left',
    inicio_ms: n * 4000,
    fim_ms: n * 4000 + 3000,
    falante: n % 2 ? 'cliente' : 'agente',
    texto: n === 1 ? 'S'.repeat(400) : 'Certo.',
    falante_ia: null,
    texto_ia: null,
  })),
  analise_texto: { resumo: 'A cliente quis cancelar. '.repeat(60), sentimentoGeral: 'negativo', ofensas: [] },
  fatos_audio: null,
  insights: ['Atendimento', 'Retenção', 'Cobrança', 'Vendas', 'Norma', 'Voz']
    .slice(0, templates)
    .map(insight),
  custos: [],
  creditos: 1,
});

async function pagesOf(content: ConteudoDoDossie): Promise<string[]> {
  const { titulo, subtitulo, abertura, frente, apendice } = dossierPages(content, []);
  const file = await writePdf({
    titulo,
    subtitulo,
    abertura,
    rodape: '',
    frente: { paginas: 2, versoes: frente },
    blocos: apendice,
  });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: false });
  return text;
}

it('tells a call of three templates on two pages: each criterion, failed ones with their quote or reason', async () => {
  const pages = await pagesOf(conteudo(3, 60));
  expect(pages.findIndex((page) => page.startsWith('Apêndice'))).toBe(2);
  const front = pages.slice(0, 2).join('\n');
  for (const part of [
    NOME,
    'Íris Ágata Brandão',
    '(11) 98765-4321',
    '03/11/2026 10:02',
    '5:12',
    '40%',
    'A IA deu 90%',
    'Revisada por João Antônio de Assunção em 04/11/2026 09:10',
    '3 critérios críticos não atendidos',
    'IA: Sim',
    '1:05 Agente',
    'O agente não disse a frase',
  ]) {
    expect(front).toContain(part);
  }
  for (const nome of ['Atendimento', 'Retenção', 'Cobrança']) {
    for (let n = 0; n < 10; n += 1) expect(front).toContain(`${nome} ${n}:`);
  }
  expect(pages.slice(2).join('\n')).toContain('3:56');
});

it('tells of more templates the failed criteria with their proof, and of the others the names or how many', () => {
  const texts = dossierPages(conteudo(6, 2), []).frente.map((blocks) => JSON.stringify(blocks));
  const [named = '', counted = ''] = texts.slice(-2);
  expect(named).toContain('Sim: Voz 2: havendo pedido');
  expect(counted).not.toContain('Voz 2:');
  expect(counted.match(/Outros 8 critérios/g)).toHaveLength(6);
  for (const text of texts) {
    for (const part of ['Voz 0:', 'Bom dia, meu nome é Conceição', 'Voz 1:', 'O agente não disse a frase']) {
      expect(text).toContain(part);
    }
  }
});
