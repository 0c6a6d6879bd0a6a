/** The public screens (specification 1, §2.1), apart from screens.ts, so that the entry bundle has no other screens. */
import { PAPEIS } from '@escuta/shared/domain/accounts/permissions';
import { type Path, paths } from '../lib/paths.ts';
import type { Screen } from './screens.ts';

const site = (path: Path, load: Screen['load']): Screen => ({
  path,
  frame: 'site',
  title: null,
  load,
  papeis: PAPEIS,
  field: false,
});

export const siteScreens: readonly Screen[] = [
  site(paths.home, () => import('../features/site/landing-page.tsx')),
  site(paths.auth, () => import('../features/auth/auth-page.tsx')),
  site(paths.register, () => import('../features/auth/register/register-page.tsx')),
  site(paths.updatePassword, () => import('../features/auth/password/update-password-page.tsx')),
  site(paths.privacidade, () => import('../features/legal/privacy-page.tsx')),
  site(paths.termos, () => import('../features/legal/terms-page.tsx')),
  site(paths.verificar, () => import('../features/verificar/verificar-page.tsx')),
  site(paths.descadastro, () => import('../features/descadastro/descadastro-page.tsx')),
  site(paths.momento, () => import('../features/momento/momento-page.tsx')),
];
