/** The screens that everybody may open, outside the shell: one line each (specification 1, §2.1). */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { type Path, paths } from './paths.ts';

export interface PublicScreen {
  path: Path;
  page: LazyExoticComponent<ComponentType>;
}

const screen = (path: Path, load: () => Promise<{ default: ComponentType }>): PublicScreen => ({
  path,
  page: lazy(load),
});

export const publicScreens: readonly PublicScreen[] = [
  screen(paths.home, () => import('../features/site/landing-page.tsx')),
  screen(paths.auth, () => import('../features/auth/auth-page.tsx')),
  screen(paths.register, () => import('../features/auth/register-page.tsx')),
  screen(paths.updatePassword, () => import('../features/auth/update-password-page.tsx')),
  screen(paths.privacidade, () => import('../features/legal/privacy-page.tsx')),
  screen(paths.termos, () => import('../features/legal/terms-page.tsx')),
];
