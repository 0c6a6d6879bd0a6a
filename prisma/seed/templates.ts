import type { Criterio } from '@escuta/shared/domain/insight-criteria';

export type SeedTemplate = {
  nome: string;
  categoria: 'performance' | 'behavioral' | 'actionable' | 'compliance';
  descricao: string;
  promptTemplate: string;
  parametrosObrigatorios: string[];
  criterios: Criterio[];
};

const criterio = (id: string, descricao: string, peso = 1, critico = false): Criterio => ({
  id,
  descricao,
  peso,
  critico,
});

/** Insight templates of the demonstration: what call centers in Brazil check first. */
export const DEMO_TEMPLATES: readonly SeedTemplate[] = [
  {
    nome: 'Aderência ao script de atendimento',
    categoria: 'performance',
    descricao: 'Verifica se o agente segue o roteiro da empresa, da saudação ao encerramento.',
    promptTemplate:
      'Avalie se o agente da empresa {empresa} seguiu o roteiro de atendimento. Considere somente o que foi dito na ligação e responda a cada critério com o trecho que o comprova.',
    parametrosObrigatorios: ['empresa'],
    criterios: [
      criterio('saudacao', 'O agente cumprimenta o cliente e diz o nome da empresa na saudação.', 2),
      criterio('identificacao', 'O agente diz o próprio nome.'),
      criterio('confirmacao_dados', 'O agente confirma os dados do cliente antes de consultar a conta.', 2),
      criterio('protocolo', 'O agente informa o número do protocolo.', 2, true),
      criterio('mais_ajuda', 'O agente pergunta se pode ajudar em algo mais.'),
      criterio('encerramento', 'O agente agradece a ligação ao encerrar.'),
    ],
  },
  {
    nome: 'Cortesia e empatia',
    categoria: 'behavioral',
    descricao: 'Observa o trato com o cliente: cordialidade, escuta e reconhecimento do problema.',
    promptTemplate:
      'Avalie a cortesia e a empatia do agente durante a ligação. Considere o modo de falar, a escuta e como reage às queixas do cliente.',
    parametrosObrigatorios: [],
    criterios: [
      criterio('cordialidade', 'O agente usa expressões de cortesia (por favor, por gentileza, obrigado).'),
      criterio('empatia', 'O agente reconhece o problema e demonstra empatia com o cliente.', 2),
      { ...criterio('sem_ofensa', 'O agente não usa palavras ofensivas.', 2, true), ausencia: true },
      criterio('aviso_espera', 'O agente pede licença ou avisa antes de deixar o cliente aguardar.'),
    ],
  },
  {
    nome: 'Avisos obrigatórios (Decreto 11.034/2022)',
    categoria: 'compliance',
    descricao: 'Confere os avisos e direitos do SAC: gravação, protocolo e cancelamento.',
    promptTemplate:
      'Verifique o cumprimento do Decreto 11.034/2022 (SAC) na ligação: aviso de gravação, informação do protocolo e respeito ao pedido de cancelamento.',
    parametrosObrigatorios: [],
    criterios: [
      criterio('aviso_gravacao', 'O agente informa que a ligação está sendo gravada.', 2, true),
      criterio('protocolo', 'O agente informa o número do protocolo.', 2, true),
      criterio('cancelamento', 'Havendo pedido de cancelamento, o agente o processa sem impor obstáculo.', 2),
    ],
  },
  {
    nome: 'Resolução e próximos passos',
    categoria: 'actionable',
    descricao: 'Mostra se o problema foi resolvido e o que ficou combinado.',
    promptTemplate:
      'Avalie se o problema do cliente foi resolvido nesta ligação e quais próximos passos ficaram combinados.',
    parametrosObrigatorios: [],
    criterios: [
      criterio('solucao', 'O agente apresenta uma solução para o problema do cliente.', 2),
      criterio('prazo', 'O agente informa prazo ou data do que foi combinado.'),
      criterio('satisfacao', 'O cliente demonstra satisfação ao final da ligação.'),
    ],
  },
];
