import type { ReactNode } from 'react';
import { DemoDialogHost } from './demo-dialog-host.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

/** Header and footer of a page of the public site. */
export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <DemoDialogHost>
      <SiteHeader />
      <main id="conteudo" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <SiteFooter />
    </DemoDialogHost>
  );
}
