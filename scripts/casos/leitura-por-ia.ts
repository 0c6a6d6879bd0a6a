// A model's answers about unread lines of a questionnaire, and the accepted parts: words that the document lacks are
// never accepted.
import { checkReading, type LeituraIa } from '@escuta/shared/domain/survey-file/documents/ai-reading';
import { pagesOf } from '@escuta/shared/domain/survey-file/documents/document-lines';
import type { LinhaLida, PerguntaLida } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import type { CasosDoTipo } from './case.ts';

const IPEA = 'IPEA, Texto para Discussão 1063, Questionários: recomendações para formatação (2005)';
const PARAFRASE = 'opensanctions/poliloom, issue 92';
const EMENDA = 'opensanctions/poliloom, issue 51';
const PLAUSIVEL = 'vectara/awesome-agent-failures, PR 31';

type Pergunta = Pick<PerguntaLida, 'codigo' | 'tipo' | 'opcoes'>;
type Nova = LeituraIa['perguntas'][number];

const deixadas = (...textos: string[]): LinhaLida[] =>
  textos.map((texto) => ({ texto, uso: 'deixada', pergunta: null, lugar: null }));
const nova = (linhas: number[], texto: string, outros: Partial<Nova> = {}): LeituraIa => ({
  perguntas: [{ linhas, codigo: '', texto, tipo: 'texto', opcoes: [], instrucao: '', ...outros }],
  acrescimos: [],
});
const opcoes = (...pares: [texto: string, codigo: string][]) =>
  pares.map(([texto, codigo]) => ({ texto, codigo }));

/** Describes the accepted questions with their options, and the number of refused questions. */
function taken(answer: LeituraIa, linhas: readonly LinhaLida[], perguntas: readonly Pergunta[] = []): string {
  const [page] = pagesOf(linhas);
  if (!page) return 'sem página';
  const { propostas, recusadas } = checkReading(answer, { linhas, perguntas }, page);
  const parts = propostas.map(({ nova: one, pergunta, opcoes: own }) =>
    [
      one ? `${one.codigo} ${one.texto}` : `em ${perguntas[pergunta ?? -1]?.codigo}`,
      ...own.map(({ valor, texto }) => `${valor} ${texto}`),
    ].join(' | '),
  );
  return [...parts, `${recusadas} recusadas`].join('; ');
}

export const LEITURA_POR_IA: CasosDoTipo = {
  tipo: 'questionário',
  casos: [
    {
      nome: 'IA: pergunta e códigos que estão impressos',
      fonte: IPEA,
      esperado: 'P12 Possui carteira assinada? | 1 Sim | 2 Não | 9 NS/NR; 0 recusadas',
      obtido: () =>
        taken(
          nova([0, 1, 2, 3], 'Possui carteira assinada?', {
            codigo: '12',
            tipo: 'escolha',
            opcoes: opcoes(['Sim', '1'], ['Não', '2'], ['NS/NR', '9']),
          }),
          deixadas('12 Possui carteira assinada?', 'Sim ........ 1', 'Não ........ 2', 'NS/NR ...... 9'),
        ),
    },
    {
      nome: 'IA: caixa e acentos são os do documento, não os da resposta',
      fonte: PARAFRASE,
      esperado: 'P1 Há água encanada? | 1 Só no quintal | 2 Não há; 0 recusadas',
      obtido: () =>
        taken(
          nova([0, 1], 'ha agua encanada', {
            tipo: 'escolha',
            opcoes: opcoes(['so no quintal', '1'], ['nao ha', '2']),
          }),
          deixadas('Há água encanada?', '( 1 ) Só no quintal   ( 2 ) Não há'),
        ),
    },
    {
      nome: 'IA: pergunta dita com outras palavras não entra',
      fonte: PARAFRASE,
      esperado: '1 recusadas',
      obtido: () =>
        taken(
          nova([0], 'Qual é a sua renda familiar mensal?'),
          deixadas('Somando tudo, quanto entra em casa por mês?'),
        ),
    },
    {
      nome: 'IA: uma palavra tirada do meio muda o sentido, e nada entra',
      fonte: PARAFRASE,
      esperado: '1 recusadas',
      obtido: () =>
        taken(
          nova([0], 'O senhor concorda com a cobrança?'),
          deixadas('O senhor não concorda com a cobrança?'),
        ),
    },
    {
      nome: 'IA: frases de linhas que ela não cita não emendam',
      fonte: EMENDA,
      esperado: '1 recusadas',
      obtido: () =>
        taken(
          nova([0], 'Em quem votou para prefeito? E para vereador?'),
          deixadas('Em quem votou para prefeito?', 'E para vereador?'),
        ),
    },
    {
      nome: 'IA: pergunta quebrada em duas linhas entra inteira',
      fonte: EMENDA,
      esperado: 'P1 Em quem o senhor votou na última eleição para prefeito?; 0 recusadas',
      obtido: () =>
        taken(
          nova([0, 1], 'Em quem o senhor votou na última eleição para prefeito?'),
          deixadas('Em quem o senhor votou na última', 'eleição para prefeito?'),
        ),
    },
    {
      nome: 'IA: opção plausível que ninguém imprimiu fica de fora',
      fonte: PLAUSIVEL,
      esperado: 'P1 Usa transporte público? | 1 Ônibus | 2 Metrô; 1 recusadas',
      obtido: () =>
        taken(
          nova([0, 1, 2], 'Usa transporte público?', {
            tipo: 'multipla',
            opcoes: opcoes(['Ônibus', '1'], ['Metrô', '2'], ['Nenhum', '3']),
          }),
          deixadas('Usa transporte público?', '1 – Ônibus', '2 – Metrô'),
        ),
    },
    {
      nome: 'IA: códigos trocados entre as opções não entram',
      fonte: PLAUSIVEL,
      esperado: '1 recusadas',
      obtido: () =>
        taken(
          nova([0, 1, 2], 'Mora aqui?', {
            tipo: 'escolha',
            opcoes: opcoes(['Sim', '2'], ['Não', '1']),
          }),
          deixadas('Mora aqui?', 'Sim 1', 'Não 2'),
        ),
    },
    {
      nome: 'IA: números dos dois lados de cada opção: ninguém sabe qual é o código',
      fonte: IPEA,
      esperado: '1 recusadas',
      obtido: () =>
        taken(
          nova([0, 1], 'Como avalia?', {
            tipo: 'escolha',
            opcoes: opcoes(['Bom', '2'], ['Ruim', '3']),
          }),
          deixadas('Como avalia?', '1 Bom 2 Ruim 3'),
        ),
    },
    {
      nome: 'IA: código impresso que ela deixou em branco não é numerado na ordem',
      fonte: PLAUSIVEL,
      esperado: '1 recusadas',
      obtido: () =>
        taken(
          nova([0, 1], 'Trabalha?', { tipo: 'escolha', opcoes: opcoes(['Sim', ''], ['Não', '']) }),
          deixadas('Trabalha?', '5 Sim   7 Não'),
        ),
    },
    {
      nome: 'IA: linha que as regras já usaram não serve a outra pergunta',
      fonte: EMENDA,
      esperado: '1 recusadas',
      obtido: () => {
        const linhas = deixadas('Tem filhos?');
        return taken(
          nova([0], 'Tem filhos?'),
          linhas.map((linha) => ({ ...linha, uso: 'usada', pergunta: 0 })),
          [{ codigo: 'P1', tipo: 'texto', opcoes: [] }],
        );
      },
    },
    {
      nome: 'IA: opção deixada vai para a pergunta que a tem, com o seu código',
      fonte: IPEA,
      esperado: 'em P3 | 99 Não sabe; 0 recusadas',
      obtido: () =>
        taken(
          {
            perguntas: [],
            acrescimos: [{ linhas: [0], pergunta: '3', opcoes: opcoes(['Não sabe', '99']), instrucao: '' }],
          },
          deixadas('|99| Não sabe'),
          [{ codigo: 'P3', tipo: 'escolha', opcoes: [{ texto: 'Sim', valor: 1, especial: null }] }],
        ),
    },
  ],
};
