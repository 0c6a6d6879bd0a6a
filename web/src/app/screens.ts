/**
 * Every screen of the product: one line each. What stands here is routed, guarded and titled; its links in the sidebar
 * and the command palette appear (nav.ts). `frame` says what stands round it.
 */
import { PAPEIS, type Papel } from '@escuta/shared/domain/permissions';
import type { ComponentType } from 'react';
import { type Path, paths } from '../lib/paths.ts';

/** `site`: open to everybody, draws its own header. `bare`: signed in, nothing round it. `shell`: signed in, sidebar and top bar. */
export type Frame = 'site' | 'bare' | 'shell';

export interface Screen {
  path: Path;
  frame: Frame;
  /** Of the browser's tab; a page may say more with `useDocumentTitle`. Null: the page alone names itself. */
  title: string | null;
  load: () => Promise<{ default: ComponentType }>;
  /** Roles that may open it; nobody is asked on the site. */
  papeis: readonly Papel[];
}

function screen(path: Path, title: string, load: Screen['load'], papeis: readonly Papel[] = PAPEIS): Screen {
  return { path, frame: 'shell', title, load, papeis };
}

const site = (path: Path, load: Screen['load']): Screen => ({
  path,
  frame: 'site',
  title: null,
  load,
  papeis: PAPEIS,
});

/** The screens that everybody may open (specification 1, §2.1). */
export const siteScreens: readonly Screen[] = [
  site(paths.home, () => import('../features/site/landing-page.tsx')),
  site(paths.auth, () => import('../features/auth/auth-page.tsx')),
  site(paths.register, () => import('../features/auth/register-page.tsx')),
  site(paths.updatePassword, () => import('../features/auth/update-password-page.tsx')),
  site(paths.privacidade, () => import('../features/legal/privacy-page.tsx')),
  site(paths.termos, () => import('../features/legal/terms-page.tsx')),
  site(paths.verificar, () => import('../features/verificar/verificar-page.tsx')),
];

/** The signed-in screens. */
export const privateScreens: readonly Screen[] = [
  screen(paths.dashboard, 'Início', () => import('../features/dashboard/dashboard-page.tsx')),
  screen(paths.projetos, 'Meus Projetos', () => import('../features/projetos/projeto-list-page.tsx')),
  screen(paths.callcenter, 'Call Centers', () => import('../features/callcenter/callcenter-page.tsx')),
  screen(paths.novoProjeto, 'Novo Projeto', () => import('../features/projetos/projeto-new-page.tsx')),
  screen(paths.projeto, 'Projeto', () => import('../features/projetos/projeto-detail-page.tsx')),
  screen(paths.pesquisas, 'Pesquisas', () => import('../features/pesquisas/pesquisas-page.tsx')),
  screen(paths.novaPesquisa, 'Nova Pesquisa', () => import('../features/pesquisas/pesquisa-nova-page.tsx')),
  screen(paths.pesquisa, 'Pesquisa', () => import('../features/pesquisas/pesquisa-page.tsx')),
  screen(paths.campoDaPesquisa, 'Campo', () => import('../features/quadro-campo/campo-page.tsx')),
  screen(paths.sinaisDaPesquisa, 'Sinais', () => import('../features/sinais/sinais-page.tsx'), [
    'admin',
    'gerente',
  ]),
  screen(paths.sinais, 'Sinais para o seu parecer', () => import('../features/sinais/indicados-page.tsx')),
  screen(paths.agentes, 'Agentes', () => import('../features/agentes/agentes-page.tsx')),
  screen(paths.aparelhos, 'Aparelhos', () => import('../features/aparelhos/aparelhos-page.tsx')),
  screen(
    paths.auditoriaPortal,
    'Enviar auditoria',
    () => import('../features/auditoria-portal/portal-page.tsx'),
  ),
  screen(paths.auditoriaPreparo, 'Auditoria', () => import('../features/auditoria-portal/preparo-page.tsx')),
  // A page of its own, with a build of its own (web/src/field).
  {
    ...screen(paths.entrevista, 'Entrevista', () => import('./field-entry.tsx')),
    frame: 'bare',
  },
  screen(paths.ligacoes, 'Relatório de Ligações', () => import('../features/ligacoes/ligacoes-page.tsx')),
  screen(paths.todasLigacoes, 'Ligações', () => import('../features/relatorios/todas-ligacoes-page.tsx')),
  screen(paths.relatorios, 'Relatórios', () => import('../features/relatorios/relatorios-page.tsx')),
  screen(paths.relatorio, 'Relatórios', () => import('../features/relatorios/relatorios-page.tsx')),
  screen(
    paths.linhasDeCusto,
    'Linhas de custo',
    () => import('../features/relatorios/linhas-de-custo-page.tsx'),
  ),
  screen(paths.importar, 'Importar ligações', () => import('../features/importacao/importar-page.tsx')),
  screen(
    paths.importacao,
    'Importação de ligações',
    () => import('../features/importacao/importacao-page.tsx'),
  ),
  screen(
    paths.analiseLigacao,
    'Análise da Ligação',
    () => import('../features/call-analysis/analysis-page.tsx'),
  ),
  screen(
    paths.analiseSemItem,
    'Análise da Ligação',
    () => import('../features/call-analysis/analysis-page.tsx'),
  ),
  screen(
    paths.adminProcessamento,
    'Controle de Processamento',
    () => import('../features/processing-control/processing-page.tsx'),
    ['admin'],
  ),
  screen(paths.adminFalhas, 'Fila de Falhas', () => import('../features/dead-letters/falhas-page.tsx'), [
    'admin',
    'gerente',
  ]),
  // On the way to a page of the server, in a tab of its own.
  {
    ...screen(paths.adminFilas, 'Filas', () => import('../features/filas/filas-page.tsx'), ['admin']),
    frame: 'bare',
  },
  screen(paths.adminOnde, 'Onde está?', () => import('../features/admin-onde/onde-page.tsx'), ['admin']),
  screen(paths.adminModelos, 'Modelos', () => import('../features/admin-modelos/modelos-page.tsx'), [
    'admin',
  ]),
  screen(paths.creditos, 'Créditos', () => import('../features/creditos/creditos-page.tsx')),
  screen(
    paths.adminPacotes,
    'Pacotes de Créditos',
    () => import('../features/admin-pacotes/pacotes-page.tsx'),
    ['admin'],
  ),
  screen(paths.perfil, 'Configurações', () => import('../features/perfil/perfil-page.tsx')),
  screen(paths.revisao, 'Fila de Revisão', () => import('../features/revisao/revisao-page.tsx')),
  screen(paths.busca, 'Busca', () => import('../features/busca/busca-page.tsx')),
  screen(paths.tarefas, 'Tarefas', () => import('../features/tarefas/tarefas-page.tsx')),
  screen(
    paths.templatesInsights,
    'Templates de Insights',
    () => import('../features/templates-insights/templates-page.tsx'),
  ),
  screen(paths.suporte, 'Suporte', () => import('../features/suporte/suporte-page.tsx')),
  screen(
    paths.resultadosAuditoria,
    'Resultados da Auditoria',
    () => import('../features/resultados-auditoria/resultados-page.tsx'),
  ),
  screen(paths.gravacoes, 'Enviar gravações', () => import('../features/gravacoes/gravacoes-page.tsx')),
  screen(paths.auditoria, 'Detalhes da Auditoria', () => import('../features/auditoria/auditoria-page.tsx')),
  screen(paths.adminUsuarios, 'Usuários', () => import('../features/usuarios/usuarios-page.tsx'), [
    'admin',
    'gerente',
  ]),
  screen(
    paths.adminEmpresas,
    'Empresas Cadastradas',
    () => import('../features/admin-empresas/empresas-page.tsx'),
    ['admin', 'gerente'],
  ),
  // Open to every role: the screen itself says why somebody may not edit, and where to (specification 1, §6).
  screen(
    paths.adminEmpresa,
    'Editar Empresa',
    () => import('../features/admin-empresas/empresa-edit-page.tsx'),
  ),
  screen(
    paths.adminProjetos,
    'Todos os Projetos',
    () => import('../features/admin-projetos/projetos-page.tsx'),
    ['admin'],
  ),
  screen(
    paths.adminAuditorias,
    'Todas as Auditorias',
    () => import('../features/admin-auditorias/auditorias-page.tsx'),
    ['admin'],
  ),
  screen(paths.adminLeads, 'Leads', () => import('../features/admin-leads/leads-page.tsx'), ['admin']),
  screen(
    paths.adminRegistros,
    'Registro de Ações',
    () => import('../features/registros/all-registros-page.tsx'),
    ['admin'],
  ),
  screen(paths.registros, 'Registros', () => import('../features/registros/own-registros-page.tsx'), [
    'gerente',
  ]),
  screen(paths.admin, 'Painel do Administrador', () => import('../features/admin-dashboard/admin-page.tsx'), [
    'admin',
  ]),
  screen(paths.documentacao, 'Documentação', () => import('../features/documentacao/documentacao-page.tsx')),
];
