import type { ComponentProps, ReactNode } from 'react';
import { Notice } from '../../../ui/notice.tsx';

/** A notice at the top of a page, with buttons if there is something to do. */
export function Remark({
  icon,
  variant,
  children,
  action,
}: Pick<ComponentProps<typeof Notice>, 'icon' | 'variant'> & { children: ReactNode; action?: ReactNode }) {
  return (
    <Notice icon={icon} variant={variant} className="rounded-xl border p-4">
      <div className="grid gap-3">
        <div>{children}</div>
        {action}
      </div>
    </Notice>
  );
}
