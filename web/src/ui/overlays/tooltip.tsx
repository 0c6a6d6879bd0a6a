import * as TooltipPrimitive from 'radix-ui/tooltip';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../../lib/utils.ts';

interface TooltipProps {
  content: ReactNode;
  /** A focusable element. */
  children: ReactNode;
  side?: ComponentProps<typeof TooltipPrimitive.Content>['side'];
  className?: string;
  disabled?: boolean;
}

/** Shows an explanation on hover and focus. The screen must be clear without the explanation. */
export function Tooltip({ content, children, side = 'top', className, disabled }: TooltipProps) {
  if (disabled) return children;
  return (
    <TooltipPrimitive.Provider delayDuration={300}>
      <TooltipPrimitive.Root>
        <TooltipPrimitive.Trigger asChild>{children}</TooltipPrimitive.Trigger>
        <TooltipPrimitive.Portal>
          <TooltipPrimitive.Content
            side={side}
            sideOffset={6}
            className={cn(
              'fade-in-0 zoom-in-97 z-50 max-w-72 animate-in rounded-md bg-foreground px-2.5 py-1.5 text-background text-xs shadow-md',
              className,
            )}
          >
            {content}
          </TooltipPrimitive.Content>
        </TooltipPrimitive.Portal>
      </TooltipPrimitive.Root>
    </TooltipPrimitive.Provider>
  );
}
