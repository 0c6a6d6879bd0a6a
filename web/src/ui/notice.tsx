import { cva, type VariantProps } from 'class-variance-authority';
import { Lock } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/utils.ts';

const noticeVariants = cva(
  'flex gap-2.5 rounded-md px-3 py-2 text-sm [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0',
  {
    variants: {
      variant: {
        warning: 'bg-warning-soft text-warning-text',
        info: 'bg-info-soft text-info-text',
        destructive: 'bg-destructive-soft text-destructive-text',
      },
    },
    defaultVariants: { variant: 'warning' },
  },
);

type NoticeProps = ComponentProps<'div'> & VariantProps<typeof noticeVariants> & { icon?: ReactNode };

/** A remark in a tinted box beside its subject. Use `role="alert"` if it appears while a person works. */
export function Notice({ variant, icon, className, children, ...props }: NoticeProps) {
  return (
    <div className={cn(noticeVariants({ variant }), className)} {...props}>
      {icon}
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}

/** Tells the person that they may only read this form (specification 1, §2.8). `children` says which roles may edit. */
export function AccessDenied({ children }: { children: ReactNode }) {
  return (
    <Notice icon={<Lock aria-hidden="true" />} className="rounded-xl border p-4">
      <strong className="font-semibold">Acesso Negado.</strong> {children}
    </Notice>
  );
}
