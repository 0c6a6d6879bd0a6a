import { SUGESTOES_MAX, type SugestaoIa } from '@escuta/shared/domain/insights/ai-answers';
import type { Linha } from '../prompt-reader.ts';
import { ASSUNTOS, bestLine, linesOf } from './subjects.ts';
import { findOffenses } from './text-analysis.ts';

type Modelo = { descricao: string; peso: number; critico?: true; ausencia?: true; motivo: string };

/** Criteria to suggest, which the demo's rules can judge, by the name of their subject in `ASSUNTOS`. */
const MODELOS: Readonly<Record<string, Modelo>> = {
  saudação: {
    descricao: 'O agente cumprimenta o cliente na abertura.',
    peso: 1,
    motivo: 'A abertura dá o tom da conversa.',
  },
  'nome da empresa': {
    descricao: 'O agente diz o nome da empresa na abertura.',
    peso: 1,
    motivo: 'O cliente precisa saber com quem fala.',
  },
  'identificação do agente': {
    descricao: 'O agente se identifica pelo próprio nome.',
    peso: 1,
    motivo: 'O cliente precisa saber com quem fala.',
  },
  'confirmação de dados do cliente': {
    descricao: 'O agente confirma os dados do cliente antes de tratar do pedido.',
    peso: 2,
    critico: true,
    motivo: 'Protege o cadastro contra quem se passa pelo cliente.',
  },
  'aviso de gravação': {
    descricao: 'O agente avisa que a ligação é gravada.',
    peso: 1,
    motivo: 'O aviso de gravação surge nestas conversas.',
  },
  'número de protocolo': {
    descricao: 'O agente informa o número do protocolo.',
    peso: 2,
    critico: true,
    motivo: 'O Decreto do SAC exige o número do protocolo.',
  },
  'oferta de ajuda adicional': {
    descricao: 'O agente pergunta se pode ajudar em algo mais.',
    peso: 1,
    motivo: 'Evita que o cliente ligue de novo.',
  },
  'encerramento cordial': {
    descricao: 'O agente agradece a ligação ao encerrar.',
    peso: 1,
    motivo: 'A última frase é a que o cliente guarda.',
  },
  empatia: {
    descricao: 'O agente reconhece o problema e demonstra empatia.',
    peso: 2,
    motivo: 'Há queixas nestas conversas.',
  },
  'aviso de espera': {
    descricao: 'O agente avisa antes de deixar o cliente em espera.',
    peso: 1,
    motivo: 'Há espera nestas conversas.',
  },
  'informação sobre fidelidade ou multa': {
    descricao: 'O agente informa sobre fidelidade ou multa quando o assunto surge.',
    peso: 2,
    motivo: 'Fidelidade ou multa surge nestas conversas.',
  },
  'direito de arrependimento': {
    descricao: 'O agente informa o direito de arrependimento.',
    peso: 2,
    motivo: 'O Código de Defesa do Consumidor dá sete dias para desistir.',
  },
  'oferta ou proposta': {
    descricao: 'O agente apresenta uma oferta ou proposta ao cliente.',
    peso: 1,
    motivo: 'Há ofertas nestas conversas.',
  },
  'solução do pedido': {
    descricao: 'O agente dá uma solução ao pedido do cliente.',
    peso: 3,
    motivo: 'É o que o cliente procurou ao ligar.',
  },
};

const RESPEITO: Modelo = {
  descricao: 'O agente não usa palavras ofensivas.',
  peso: 3,
  critico: true,
  ausencia: true,
  motivo: 'Uma ofensa compromete o atendimento inteiro.',
};

/** Answers the task `sugestao_criterios`: criteria for the calls' subjects, most frequent first, and one on offence. */
export function suggestCriteria(calls: readonly (readonly Linha[])[]): SugestaoIa {
  const found = ASSUNTOS.flatMap((assunto) => {
    const modelo = MODELOS[assunto.nome];
    const ligacoes = calls.flatMap((linhas, index) =>
      bestLine(linesOf(linhas, assunto.papel ?? 'agente', assunto.entre), assunto) ? [index + 1] : [],
    );
    return modelo && ligacoes.length > 0 ? [{ modelo, ligacoes }] : [];
  });
  const offended = calls.flatMap((linhas, index) => (findOffenses(linhas).length > 0 ? [index + 1] : []));
  const respeito = { modelo: RESPEITO, ligacoes: offended };
  return {
    criterios: [
      ...found.sort((a, b) => b.ligacoes.length - a.ligacoes.length).slice(0, SUGESTOES_MAX - 1),
      respeito,
    ].map(({ modelo: { critico = false, ausencia = false, ...rest }, ligacoes }) => ({
      ...rest,
      critico,
      ausencia,
      ligacoes,
    })),
  };
}
