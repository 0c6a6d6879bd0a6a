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
];

/** The screen that /dashboard leads to while there is no home of its own. */
export const dashboardIndex: Path = paths.projetos;
