/**
 * The screens of the signed-in area, a line each. A line gives the route, guard, title, sidebar links (nav.ts, in this
 * order), entry in the command palette (shell/palette/entries.ts) and first requests (`first`). The public screens:
 * site-screens.ts.
 */

import { getResultadoCompleto } from '@escuta/shared/contracts/calls/resultados';
import { getDashboard } from '@escuta/shared/contracts/insights/dashboard';
import { getRelatorioVolume } from '@escuta/shared/contracts/insights/relatorios';
import { getProjeto, listItensDoProjeto } from '@escuta/shared/contracts/operation/projetos';
import { PAPEIS, type Papel } from '@escuta/shared/domain/accounts/permissions';
import {
  BellRing,
  Boxes,
  Building2,
  ChartColumn,
  ClipboardCheck,
  ClipboardList,
  Coins,
  FolderInput,
  FolderKanban,
  Headphones,
  Headset,
  House,
  Inbox,
  LayoutDashboard,
  LifeBuoy,
  ListChecks,
  ListTodo,
  type LucideIcon,
  MapPin,
  Mic,
  Package,
  Radar,
  ScrollText,
  Search,
  Settings,
  SlidersHorizontal,
  Smartphone,
  Sparkles,
  SquareKanban,
  TriangleAlert,
  Users,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { href, type Path, paths } from '../lib/paths.ts';

/** `site`: public, draws its own header. `bare`: signed in, no frame. `shell`: signed in, with sidebar and top bar. */
export type Frame = 'site' | 'bare' | 'shell';

/** The two foldable halves of the administrator's menu, under 'ADMINISTRAÇÃO'. */
export const NAV_GROUPS = ['Clientes', 'Operação'] as const;
export type NavGroup = (typeof NAV_GROUPS)[number];

/** A part of the sidebar. `administracao` is the part above the administration's groups (NavGroup). */
export type MenuPlace = 'principal' | 'administracao' | NavGroup | 'rodape';

/** A screen's places in menus and palette. */
export interface ScreenLink {
  /** The link's text; absent: the screen's title is the text. */
  label?: string;
  icon: LucideIcon;
  /** Places in the sidebar, in the words of specification 1, §2.5; absent: only the command palette has the link. */
  menu?: readonly MenuPlace[];
  /** Synonyms for the search in the command palette. */
  words?: readonly string[];
  /** The link is marked current on the exact path only, not on paths below. */
  exact?: boolean;
  /** Further paths on which the link is marked current. */
  also?: readonly Path[];
  newTab?: boolean;
  /** True: the link is only for people who may interview with some questionnaire. */
  collects?: boolean;
}

/** The first requests of a screen, which are sent before its code is loaded (lib/page/first-answers.ts). */
export interface FirstAsks {
  /** Addresses of the API, with the screen's parameters filled in. */
  asks: readonly string[];
  /** Only this address of the screen sends the requests; absent: every address does. */
  at?: string;
}

export interface Screen {
  path: Path;
  frame: Frame;
  /** Title of the browser's tab; `useDocumentTitle` may extend it. Null: the page sets the title itself. */
  title: string | null;
  load: () => Promise<{ default: ComponentType }>;
  /** Roles that may open the screen; site screens have no check. */
  papeis: readonly Papel[];
  /** True if field-only accounts may open the screen too. */
  field: boolean;
  link?: ScreenLink;
  first?: FirstAsks;
}

function screen(
  path: Path,
  title: string,
  load: Screen['load'],
  more: Partial<Pick<Screen, 'frame' | 'papeis' | 'field' | 'link' | 'first'>> = {},
): Screen {
  return { path, frame: 'shell', title, load, papeis: PAPEIS, field: false, ...more };
}

/** The address of a contract, with the id from the screen's own address. */
const address = ({ path }: { path: string }, id = '', query = ''): string => path.replace('{id}', id) + query;

export const privateScreens: readonly Screen[] = [
  screen(paths.dashboard, 'Início', () => import('../features/dashboard/dashboard-page.tsx'), {
    link: {
      icon: House,
      menu: ['principal'],
      exact: true,
      words: ['home', 'painel', 'resumo', 'alertas', 'gráficos'],
    },
    first: { asks: [address(getDashboard)] },
  }),
  screen(paths.projetos, 'Meus Projetos', () => import('../features/projetos/projeto-list-page.tsx'), {
    link: {
      label: 'Call Center',
      icon: Headphones,
      menu: ['principal'],
      also: [paths.callcenter],
      words: ['ligações', 'chamadas', 'projetos', 'gravações', 'relatório'],
    },
  }),
  screen(paths.callcenter, 'Call Centers', () => import('../features/callcenter/callcenter-page.tsx'), {
    link: {
      label: 'Call Centers em números',
      icon: ChartColumn,
      words: ['projetos', 'ligações', 'pontuação', 'desempenho', 'comparar'],
    },
  }),
  screen(paths.novoProjeto, 'Novo Projeto', () => import('../features/projetos/projeto-new-page.tsx')),
  screen(paths.projeto, 'Projeto', () => import('../features/projetos/projeto-detail-page.tsx')),
  screen(paths.ligacoes, 'Relatório de Ligações', () => import('../features/ligacoes/ligacoes-page.tsx'), {
    first: {
      asks: [
        address(listItensDoProjeto, ':projectId', '?limit=10&page=1&ordem=ligacao'),
        address(getProjeto, ':projectId'),
      ],
    },
  }),
  screen(paths.sorteios, 'Sorteios', () => import('../features/sorteios/sorteios-page.tsx')),
  screen(paths.gravacoes, 'Enviar gravações', () => import('../features/gravacoes/gravacoes-page.tsx')),
  screen(paths.importar, 'Importar ligações', () => import('../features/importacao/importar-page.tsx')),
  screen(
    paths.importacao,
    'Importação de ligações',
    () => import('../features/importacao/importacao-page.tsx'),
  ),
  screen(
    paths.resultadosAuditoria,
    'Resultados da Auditoria',
    () => import('../features/resultados-auditoria/resultados-page.tsx'),
  ),
  screen(paths.auditoria, 'Detalhes da Auditoria', () => import('../features/auditoria/auditoria-page.tsx')),
  screen(
    paths.analiseLigacao,
    'Análise da Ligação',
    () => import('../features/call-analysis/analysis-page.tsx'),
    { first: { asks: [address(getResultadoCompleto, ':itemId')] } },
  ),
  screen(
    paths.analiseSemItem,
    'Análise da Ligação',
    () => import('../features/call-analysis/analysis-page.tsx'),
  ),
  screen(paths.pesquisas, 'Pesquisas', () => import('../features/pesquisas/pesquisas-page.tsx'), {
    link: {
      icon: ClipboardList,
      menu: ['principal'],
      also: [paths.aparelhos, paths.sinais],
      words: ['entrevistas', 'questionários', 'campo', 'survey'],
    },
  }),
  screen(paths.novaPesquisa, 'Nova Pesquisa', () => import('../features/pesquisas/pesquisa-nova-page.tsx')),
  screen(paths.pesquisa, 'Pesquisa', () => import('../features/pesquisas/pesquisa-page.tsx')),
  screen(paths.campoDaPesquisa, 'Campo', () => import('../features/quadro-campo/campo-page.tsx')),
  // The interview runner is a page with a build of its own (web/src/field).
  screen(paths.entrevista, 'Entrevista', () => import('./field-entry.tsx'), { frame: 'bare', field: true }),
  screen(paths.campo, 'Campo', () => import('./field-entry.tsx'), {
    frame: 'bare',
    field: true,
    link: {
      icon: Mic,
      menu: ['principal'],
      collects: true,
      words: ['fazer entrevistas', 'entrevistar', 'coletar', 'gravar'],
    },
  }),
  screen(paths.meuCampo, 'Minhas entrevistas', () => import('../features/meu-campo/meu-campo-page.tsx'), {
    field: true,
    link: { icon: ListChecks, collects: true, words: ['campo', 'feitas por mim', 'coleta'] },
  }),
  screen(paths.minhaFolha, 'Folha do dia', () => import('../features/meu-campo/folha-page.tsx'), {
    field: true,
  }),
  screen(paths.aparelhos, 'Aparelhos', () => import('../features/aparelhos/aparelhos-page.tsx'), {
    field: true,
    link: {
      icon: Smartphone,
      words: ['campo', 'celular', 'celulares', 'entrevistas a enviar', 'autorização', 'apagar aparelho'],
    },
  }),
  screen(paths.sinaisDaPesquisa, 'Sinais', () => import('../features/sinais/sinais-page.tsx'), {
    papeis: ['admin', 'gerente'],
  }),
  screen(paths.sinais, 'Sinais para o seu parecer', () => import('../features/sinais/indicados-page.tsx'), {
    link: {
      icon: Radar,
      words: ['fabricação', 'fraude', 'pesquisas', 'entrevistas', 'indicado', 'segundo parecer'],
    },
  }),
  screen(paths.relatorios, 'Relatórios', () => import('../features/relatorios/relatorios-page.tsx'), {
    link: { icon: ChartColumn, menu: ['principal'], also: [paths.todasLigacoes] },
    first: { asks: [address(getRelatorioVolume)] },
  }),
  screen(paths.relatorio, 'Relatórios', () => import('../features/relatorios/relatorios-page.tsx'), {
    first: { asks: [address(getRelatorioVolume)], at: href(paths.relatorio, { aba: 'volume' }) },
  }),
  screen(
    paths.linhasDeCusto,
    'Linhas de custo',
    () => import('../features/relatorios/linhas-de-custo-page.tsx'),
  ),
  screen(paths.todasLigacoes, 'Ligações', () => import('../features/relatorios/todas-ligacoes-page.tsx')),
  screen(paths.agentes, 'Agentes', () => import('../features/agentes/agentes-page.tsx'), {
    link: {
      icon: Headset,
      menu: ['principal'],
      words: [
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
    },
  }),
  screen(paths.agente, 'Agente', () => import('../features/agentes/page/agente-page.tsx')),
  screen(
    paths.auditoriaPortal,
    'Enviar auditoria',
    () => import('../features/auditoria-portal/portal-page.tsx'),
    { link: { icon: FolderInput, menu: ['principal'] } },
  ),
  screen(paths.auditoriaPreparo, 'Auditoria', () => import('../features/auditoria-portal/preparo-page.tsx')),
  screen(paths.creditos, 'Créditos', () => import('../features/creditos/creditos-page.tsx'), {
    link: { icon: Coins, menu: ['principal'], words: ['saldo', 'comprar', 'pacotes', 'extrato', 'plano'] },
  }),
  screen(
    paths.templatesInsights,
    'Templates de Insights',
    () => import('../features/templates-insights/templates-page.tsx'),
    {
      link: {
        label: 'Templates Insights',
        icon: Sparkles,
        menu: ['principal'],
        words: ['critérios', 'prompt', 'avaliação', 'script'],
      },
    },
  ),
  screen(paths.revisao, 'Fila de Revisão', () => import('../features/revisao/revisao-page.tsx'), {
    link: {
      icon: ClipboardCheck,
      menu: ['principal'],
      words: ['validar', 'aprovar', 'rejeitar', 'concordância', 'tendências', 'qualidade'],
    },
  }),
  screen(paths.alertas, 'Alertas', () => import('../features/alertas/alertas-page.tsx'), {
    link: {
      icon: BellRing,
      menu: ['principal'],
      words: ['regras', 'avisos', 'procon', 'ofensa', 'critério crítico', 'disparos'],
    },
  }),
  screen(paths.busca, 'Busca', () => import('../features/busca/busca-page.tsx'), {
    link: {
      icon: Search,
      menu: ['principal'],
      words: ['procurar', 'transcrições', 'palavras', 'conversas', 'o que foi dito'],
    },
  }),
  screen(paths.suporte, 'Suporte', () => import('../features/suporte/suporte-page.tsx'), {
    link: {
      icon: LifeBuoy,
      menu: ['principal'],
      words: ['ticket', 'tickets', 'ajuda', 'chamado', 'problema'],
    },
  }),
  screen(paths.documentacao, 'Documentação', () => import('../features/documentacao/documentacao-page.tsx')),
  screen(paths.admin, 'Painel do Administrador', () => import('../features/admin-dashboard/admin-page.tsx'), {
    papeis: ['admin'],
    link: { label: 'Painel Admin', icon: LayoutDashboard, menu: ['administracao'], exact: true },
  }),
  screen(
    paths.adminEmpresas,
    'Empresas Cadastradas',
    () => import('../features/admin-empresas/empresas-page.tsx'),
    {
      papeis: ['admin', 'gerente'],
      link: { label: 'Empresas', icon: Building2, menu: ['Clientes'], words: ['clientes', 'cnpj'] },
    },
  ),
  // Every role may open this screen, because the screen itself explains why a person may not edit, and links to the
  // right place (specification 1, §6).
  screen(
    paths.adminEmpresa,
    'Editar Empresa',
    () => import('../features/admin-empresas/empresa-edit-page.tsx'),
  ),
  screen(paths.adminUsuarios, 'Usuários', () => import('../features/usuarios/usuarios-page.tsx'), {
    papeis: ['admin', 'gerente'],
    link: { icon: Users, menu: ['Clientes', 'rodape'], words: ['pessoas', 'convidar', 'acesso', 'contas'] },
  }),
  screen(paths.registros, 'Registros', () => import('../features/registros/own-registros-page.tsx'), {
    papeis: ['gerente'],
    link: {
      icon: ScrollText,
      menu: ['rodape'],
      words: ['log', 'histórico', 'quem fez', 'quem ouviu', 'acessos'],
    },
  }),
  screen(
    paths.adminProjetos,
    'Todos os Projetos',
    () => import('../features/admin-projetos/projetos-page.tsx'),
    { papeis: ['admin'], link: { icon: FolderKanban, menu: ['Clientes'] } },
  ),
  screen(
    paths.adminAuditorias,
    'Todas as Auditorias',
    () => import('../features/admin-auditorias/auditorias-page.tsx'),
    { papeis: ['admin'], link: { icon: ListChecks, menu: ['Clientes'] } },
  ),
  screen(paths.adminLeads, 'Leads', () => import('../features/admin-leads/leads-page.tsx'), {
    papeis: ['admin'],
    link: { icon: Inbox, menu: ['Clientes'], words: ['demonstração', 'contatos', 'vendas'] },
  }),
  screen(
    paths.adminPacotes,
    'Pacotes de Créditos',
    () => import('../features/admin-pacotes/pacotes-page.tsx'),
    { papeis: ['admin'], link: { icon: Package, menu: ['Clientes'], words: ['preços', 'venda'] } },
  ),
  screen(
    paths.adminProcessamento,
    'Controle de Processamento',
    () => import('../features/processing-control/processing-page.tsx'),
    {
      papeis: ['admin'],
      link: {
        icon: SlidersHorizontal,
        menu: ['Operação'],
        words: ['amostragem', 'configuração', 'filas', 'transcrição', 'tentativas'],
      },
    },
  ),
  screen(paths.adminFalhas, 'Fila de Falhas', () => import('../features/dead-letters/falhas-page.tsx'), {
    papeis: ['admin', 'gerente'],
    link: {
      icon: TriangleAlert,
      menu: ['Operação', 'rodape'],
      words: ['erros', 'reprocessar', 'dead letter'],
    },
  }),
  screen(paths.tarefas, 'Tarefas', () => import('../features/tarefas/tarefas-page.tsx'), {
    link: { icon: ListTodo, menu: ['Operação', 'rodape'] },
  }),
  // Opens a page of the server, in a separate tab.
  screen(paths.adminFilas, 'Filas', () => import('../features/filas/filas-page.tsx'), {
    frame: 'bare',
    papeis: ['admin'],
    link: {
      icon: SquareKanban,
      newTab: true,
      words: ['bullmq', 'redis', 'processamento'],
    },
  }),
  screen(paths.adminOnde, 'Onde está?', () => import('../features/admin-onde/onde-page.tsx'), {
    papeis: ['admin'],
    link: {
      icon: MapPin,
      words: ['entrevista parada', 'espera', 'fila', 'onde está'],
    },
  }),
  screen(paths.adminModelos, 'Modelos', () => import('../features/admin-modelos/modelos-page.tsx'), {
    papeis: ['admin'],
    link: { icon: Boxes, menu: ['Operação'], words: ['ia', 'preços', 'custos', 'openai'] },
  }),
  screen(
    paths.adminRegistros,
    'Registro de Ações',
    () => import('../features/registros/all-registros-page.tsx'),
    {
      papeis: ['admin'],
      link: {
        icon: ScrollText,
        menu: ['Operação'],
        words: ['log', 'auditoria', 'histórico', 'quem fez', 'quem ouviu', 'acessos'],
      },
    },
  ),
  screen(paths.perfil, 'Configurações', () => import('../features/perfil/perfil-page.tsx'), {
    field: true,
    link: {
      icon: Settings,
      menu: ['rodape'],
      words: [
        'perfil',
        'empresa',
        'conta',
        'avisos',
        'e-mail',
        'chave',
        'api',
        'asterisk',
        'telefonia',
        'senha',
        'cnpj',
      ],
    },
  }),
];
