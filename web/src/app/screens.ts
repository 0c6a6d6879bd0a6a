/**
 * The screens of the signed-in area: one line each. A screen that stands here is routed, guarded, titled, and its
 * links in the sidebar and the command palette appear (nav.ts).
 */
import { PAPEIS, type Papel } from '@escuta/shared/domain/permissions';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { type Path, paths } from './paths.ts';

export interface Screen {
  path: Path;
  /** Of the browser's tab; a page may say more with `useDocumentTitle`. */
  title: string;
  page: LazyExoticComponent<ComponentType>;
  /** Roles that may open it. */
  papeis: readonly Papel[];
}

function screen(
  path: Path,
  title: string,
  load: () => Promise<{ default: ComponentType }>,
  papeis: readonly Papel[] = PAPEIS,
): Screen {
  return { path, title, page: lazy(load), papeis };
}

/** Inside the shell (sidebar and top bar). */
export const shellScreens: readonly Screen[] = [
  screen(paths.dashboard, 'Início', () => import('../features/dashboard/dashboard-page.tsx')),
  screen(paths.projetos, 'Meus Projetos', () => import('../features/projetos/projeto-list-page.tsx')),
  screen(paths.novoProjeto, 'Novo Projeto', () => import('../features/projetos/projeto-new-page.tsx')),
  screen(paths.projeto, 'Projeto', () => import('../features/projetos/projeto-detail-page.tsx')),
  screen(paths.ligacoes, 'Relatório de Ligações', () => import('../features/ligacoes/ligacoes-page.tsx')),
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
  screen(paths.adminFilas, 'Filas', () => import('../features/filas/filas-page.tsx'), ['admin']),
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
  screen(
    paths.templatesInsights,
    'Templates de Insights',
    () => import('../features/templates-insights/templates-page.tsx'),
  ),
  screen(paths.suporte, 'Suporte', () => import('../features/suporte/suporte-page.tsx')),
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
    () => import('../features/admin-registros/registros-page.tsx'),
    ['admin'],
  ),
  screen(paths.admin, 'Painel do Administrador', () => import('../features/admin-dashboard/admin-page.tsx'), [
    'admin',
  ]),
  screen(paths.documentacao, 'Documentação', () => import('../features/documentacao/documentacao-page.tsx')),
];
