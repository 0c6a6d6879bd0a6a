import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cn } from '../lib/utils.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

interface PageHeaderProps {
  /** The heading; undefined while the record that names it loads. */
  title: ReactNode | undefined;
  description?: ReactNode;
  badges?: ReactNode;
  actions?: ReactNode;
  back?: { to: string; label: string };
  /**
   * True: a low header for the page of a work sheet, in which the link back is a button, and `children` stand between
   * title and actions. From a width of 76rem it stays on one line, because another line would hide a row of the sheet.
   */
  compact?: boolean;
  children?: ReactNode;
  className?: string;
}

/** Top of a page: link back, heading (focused after a navigation), actions. */
export function PageHeader(props: PageHeaderProps) {
  const { title, description, badges, actions, back, compact, children, className } = props;
  if (compact) return <CompactHeader {...props} />;
  return (
    <header className={cn('mb-6 grid gap-3', className)}>
      {back ? (
        <Link
          to={back.to}
          className="focus-ring -ml-1 flex w-fit items-center gap-1.5 rounded-sm px-1 text-muted-foreground text-sm hover:text-foreground"
        >
          <ArrowLeft className="size-4" aria-hidden="true" />
          {back.label}
        </Link>
      ) : null}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="grid min-w-0 gap-1.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h1
              data-route-heading
              tabIndex={-1}
              className="break-words font-semibold text-2xl tracking-tight"
            >
              {title === undefined ? (
                <>
                  <span className="sr-only">Carregando…</span>
                  <Skeleton className="h-8 w-64" />
                </>
              ) : (
                title
              )}
            </h1>
            {badges}
          </div>
          {description ? <div className="max-w-3xl text-muted-foreground">{description}</div> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2 empty:hidden">{actions}</div> : null}
      </div>
      {children}
    </header>
  );
}

function CompactHeader({ title, badges, actions, back, children, className }: PageHeaderProps) {
  return (
    <header
      className={cn(
        'flex min-h-9 shrink-0 flex-wrap items-center justify-between gap-x-3 gap-y-1.5 min-[76rem]:flex-nowrap min-[98rem]:gap-x-5',
        className,
      )}
    >
      <div
        className={cn(
          'flex min-w-0 items-center gap-1.5',
          children ? 'min-[76rem]:shrink-0' : 'flex-[1_1_10rem]',
        )}
      >
        {back ? (
          <Button variant="ghost" size="icon-sm" className="-ml-1.5" asChild>
            <Link to={back.to} aria-label={back.label} title={back.label}>
              <ArrowLeft aria-hidden="true" />
            </Link>
          </Button>
        ) : null}
        <h1 data-route-heading tabIndex={-1} className="truncate font-semibold text-lg tracking-tight">
          {title ?? 'Carregando…'}
        </h1>
        {badges}
      </div>
      {children}
      {actions ? (
        <div className="flex flex-wrap items-center gap-1.5 empty:hidden min-[76rem]:shrink-0 min-[76rem]:flex-nowrap min-[76rem]:gap-1 min-[98rem]:gap-1.5">
          {actions}
        </div>
      ) : null}
    </header>
  );
}
