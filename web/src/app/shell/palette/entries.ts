/** What the palette offers without asking the server: screens, help, and what one can do from anywhere. */
import type { Papel, Resource, Action as Right } from '@escuta/shared/domain/permissions';
import {
  BookOpen,
  ChartColumn,
  Coins,
  KeyRound,
  LifeBuoy,
  type LucideIcon,
  PhoneCall,
  Plus,
  Radar,
  Smartphone,
} from 'lucide-react';
import { DOC_TOPICS } from '../../../lib/doc-topics.ts';
import { type Path, paths } from '../../../lib/paths.ts';
import { navFor } from '../../nav.ts';

export interface Entry {
  label: string;
  /** Other words that people look for it by. */
  synonyms: readonly string[];
  icon: LucideIcon;
  to: string;
  newTab?: boolean;
}

const SYNONYMS: Partial<Record<Path, readonly string[]>> = {
  [paths.dashboard]: ['home', 'painel', 'resumo', 'alertas', 'gráficos'],
  [paths.projetos]: ['ligações', 'chamadas', 'projetos', 'gravações', 'relatório'],
  [paths.pesquisas]: ['entrevistas', 'questionários', 'campo', 'survey'],
  [paths.agentes]: [
    'entrevistadores',
    'atendentes',
    'ramais',
    'matrícula',
    'pesquisas',
    'entrevistas',
    'apelidos',
    'juntar',
    'quem entrevistou',
    'equipe de campo',
  ],
  [paths.creditos]: ['saldo', 'comprar', 'pacotes', 'extrato', 'plano'],
  [paths.templatesInsights]: ['critérios', 'prompt', 'avaliação', 'script'],
  [paths.busca]: ['procurar', 'transcrições', 'palavras', 'conversas', 'o que foi dito'],
  [paths.revisao]: ['validar', 'aprovar', 'rejeitar', 'concordância', 'tendências', 'qualidade'],
  [paths.suporte]: ['ticket', 'tickets', 'ajuda', 'chamado', 'problema'],
  [paths.perfil]: ['perfil', 'empresa', 'conta', 'chave', 'api', 'asterisk', 'telefonia', 'senha', 'cnpj'],
  [paths.adminUsuarios]: ['pessoas', 'convidar', 'acesso', 'contas'],
  [paths.adminEmpresas]: ['clientes', 'cnpj'],
  [paths.adminProcessamento]: ['amostragem', 'configuração', 'filas', 'transcrição', 'tentativas'],
  [paths.adminFalhas]: ['erros', 'reprocessar', 'dead letter'],
  [paths.adminFilas]: ['bullmq', 'redis', 'processamento'],
  [paths.adminOnde]: ['entrevista parada', 'espera', 'fila', 'onde está'],
  [paths.adminModelos]: ['ia', 'preços', 'custos', 'openai'],
  [paths.adminLeads]: ['demonstração', 'contatos', 'vendas'],
  [paths.adminPacotes]: ['preços', 'venda'],
  [paths.adminRegistros]: ['log', 'auditoria', 'histórico', 'quem fez', 'quem ouviu', 'acessos'],
  [paths.registros]: ['log', 'histórico', 'quem fez', 'quem ouviu', 'acessos'],
};

/** Screens that everybody may open and that the menu has no link of their own to. */
const BESIDE: readonly Entry[] = [
  {
    label: 'Call Centers em números',
    synonyms: ['projetos', 'ligações', 'pontuação', 'desempenho', 'comparar'],
    icon: ChartColumn,
    to: paths.callcenter,
  },
  {
    label: 'Aparelhos',
    synonyms: ['campo', 'celular', 'celulares', 'entrevistas por enviar', 'autorização', 'apagar aparelho'],
    icon: Smartphone,
    to: paths.aparelhos,
  },
  {
    label: 'Sinais para o seu parecer',
    synonyms: ['fabricação', 'fraude', 'pesquisas', 'entrevistas', 'indicado', 'segundo parecer'],
    icon: Radar,
    to: paths.sinais,
  },
];

/** The screens of the menu that a role may open, and those beside it. */
export function pagesFor(papel: Papel): readonly Entry[] {
  const seen = new Set<string>();
  const menu = navFor(papel).flatMap(({ label, path, icon, newTab }) => {
    if (seen.has(path)) return [];
    seen.add(path);
    return [{ label, synonyms: SYNONYMS[path] ?? [], icon, to: path, ...(newTab ? { newTab } : {}) }];
  });
  return [...menu, ...BESIDE];
}

/** The chapters of the documentation. */
export const HELP: readonly Entry[] = DOC_TOPICS.map(({ id, title }) => ({
  label: title,
  synonyms: ['documentação', 'ajuda', 'manual', 'como'],
  icon: BookOpen,
  to: `${paths.documentacao}#${id}`,
}));

/** Ways to begin something. `can`: only for whoever may do it. */
export const ACTIONS: readonly (Entry & { can?: readonly [Resource, Right] })[] = [
  {
    label: 'Novo projeto',
    synonyms: ['criar', 'operação'],
    icon: Plus,
    to: paths.novoProjeto,
    can: ['project', 'create'],
  },
  {
    label: 'Registrar uma ligação',
    synonyms: ['nova ligação', 'enviar gravação', 'upload'],
    icon: PhoneCall,
    to: paths.projetos,
    can: ['audit_item', 'create'],
  },
  {
    label: 'Nova pesquisa',
    synonyms: ['criar', 'questionário', 'entrevistas'],
    icon: Plus,
    to: `${paths.novoProjeto}?type=pesquisa`,
    can: ['project', 'create'],
  },
  {
    label: 'Abrir um ticket',
    synonyms: ['suporte', 'novo ticket', 'ajuda', 'chamado'],
    icon: LifeBuoy,
    to: paths.suporte,
    can: ['ticket', 'create'],
  },
  {
    label: 'Comprar créditos',
    synonyms: ['saldo', 'pacotes'],
    icon: Coins,
    to: paths.creditos,
    can: ['credit', 'create'],
  },
  { label: 'Trocar a senha', synonyms: ['alterar'], icon: KeyRound, to: paths.updatePassword },
];
