/** A plan that the site offers (specification 1, §9). */
export interface Plan {
  nome: string;
  /** Monthly price, or words shown instead of a price. */
  preco: string;
  porMes: boolean;
  detalhe: string;
  volume: string;
  itens: readonly string[];
  popular?: boolean;
  acao: 'cadastro' | 'demonstracao';
}

export const PLANS: readonly Plan[] = [
  {
    nome: 'Essencial',
    preco: 'R$ 1.200',
    porMes: true,
    detalhe: 'R$ 1,50 por auditoria',
    volume: '800 auditorias por mês',
    itens: ['Dashboard interativo', 'Análise de sentimento', 'Suporte por e-mail'],
    acao: 'cadastro',
  },
  {
    nome: 'Profissional',
    preco: 'R$ 3.960',
    porMes: true,
    detalhe: 'R$ 0,99 por auditoria',
    volume: '4.000 auditorias por mês',
    itens: [
      'Dashboard avançado',
      'Insights de performance',
      'Suporte prioritário por chat',
      'Integração com PABX-IP (Asterisk)',
    ],
    popular: true,
    acao: 'cadastro',
  },
  {
    nome: 'Enterprise',
    preco: 'Sob Consulta',
    porMes: false,
    detalhe: 'Preço conforme a operação',
    volume: 'Volume personalizado',
    itens: [
      'Múltiplos dashboards',
      'Gerente de conta dedicado',
      'SLA de disponibilidade e suporte',
      'Desenvolvimento de conectores',
    ],
    acao: 'demonstracao',
  },
];
