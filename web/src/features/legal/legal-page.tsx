import { TERMOS_VERSAO } from '@escuta/shared/domain/accounts/terms';
import { Printer } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { SiteFrame } from '../../domain/site/site-frame.tsx';
import { type Operador, useOperador } from '../../lib/network/operador.ts';
import { useDocumentTitle } from '../../lib/page/document-title.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/states.tsx';

export interface LegalSection {
  id: string;
  titulo: string;
  texto: ReactNode;
}

/** Formats 'yyyy-MM-dd' as 'dd/MM/yyyy'. */
const day = (iso: string): string => iso.split('-').reverse().join('/');

/** A legal text for screen and paper: contents, version, and the responsible operator. */
export function LegalPage({
  titulo,
  resumo,
  sections,
}: {
  titulo: string;
  resumo: string;
  sections: (operador: Operador) => readonly LegalSection[];
}) {
  useDocumentTitle(titulo);
  const { operador, error, retry } = useOperador();
  return (
    <SiteFrame>
      <div className="mx-auto max-w-6xl px-5 pt-28 pb-20 sm:px-8 print:p-0">
        <header className="grid max-w-3xl gap-4 border-b pb-8">
          <h1
            data-route-heading
            tabIndex={-1}
            className="font-semibold text-3xl tracking-tight outline-none sm:text-4xl"
          >
            {titulo}
          </h1>
          <p className="text-base text-muted-foreground leading-relaxed">{resumo}</p>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-muted-foreground">Versão de {day(TERMOS_VERSAO)}, em vigor desde essa data.</p>
            <Button variant="outline" size="sm" className="print:hidden" onClick={() => window.print()}>
              <Printer aria-hidden="true" />
              Imprimir
            </Button>
          </div>
        </header>
        {operador ? (
          <LegalBody sections={sections(operador)} />
        ) : error ? (
          <ErrorState
            className="mt-10"
            title="Não foi possível carregar os dados do operador desta instalação"
            error={error}
            onRetry={retry}
          />
        ) : (
          <div aria-busy="true" className="min-h-dvh" />
        )}
      </div>
    </SiteFrame>
  );
}

function LegalBody({ sections }: { sections: readonly LegalSection[] }) {
  useEffect(() => {
    // Scrolls to the section in the address, because the browser looked for the section before the page was drawn.
    const { hash } = window.location;
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView({ behavior: 'instant' });
  }, []);
  return (
    <div className="mt-10 grid gap-10 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-16 print:block">
      <nav aria-label="Conteúdo" className="print:hidden">
        <div className="lg:sticky lg:top-24">
          <p className="mb-3 font-semibold">Conteúdo</p>
          <ol className="grid gap-0.5 border-l">
            {sections.map(({ id, titulo }, index) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="focus-ring -ml-px block rounded-r-sm border-l border-l-transparent py-1 pl-4 text-muted-foreground hover:border-l-primary hover:text-foreground"
                >
                  {index + 1}. {titulo}
                </a>
              </li>
            ))}
          </ol>
        </div>
      </nav>
      <article className="grid max-w-[44rem] gap-10">
        {sections.map(({ id, titulo, texto }, index) => (
          <section
            key={id}
            id={id}
            aria-labelledby={`${id}-titulo`}
            className="scroll-mt-24 text-base leading-[1.7] [&_a]:text-primary-text [&_a]:underline [&_a]:underline-offset-4 [&_li]:mt-1.5 [&_p+p]:mt-4 [&_p+ul]:mt-3 [&_ul+p]:mt-4 [&_ul]:list-disc [&_ul]:pl-5"
          >
            <h2 id={`${id}-titulo`} className="mb-3 break-after-avoid font-semibold text-xl tracking-tight">
              {index + 1}. {titulo}
            </h2>
            {texto}
          </section>
        ))}
      </article>
    </div>
  );
}
