import type { ReactNode } from 'react';
import { cn } from '../../lib/utils.ts';

/** A section with an anchor; its heading gets the focus when a link opens it. */
export function Section({
  id,
  titulo,
  resumo,
  className,
  children,
}: {
  id: string;
  titulo: string;
  resumo: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-titulo`}
      className={cn('scroll-mt-16 py-20 sm:py-24', className)}
    >
      <div className="mx-auto max-w-6xl px-5 sm:px-8">
        <div className="mb-12 grid max-w-2xl gap-4">
          <h2
            id={`${id}-titulo`}
            tabIndex={-1}
            className="font-semibold text-3xl tracking-tight outline-none sm:text-4xl"
          >
            {titulo}
          </h2>
          <p className="text-base text-muted-foreground leading-relaxed sm:text-lg">{resumo}</p>
        </div>
        {children}
      </div>
    </section>
  );
}
