import * as TabsPrimitive from 'radix-ui/tabs';
import { type ComponentProps, useRef } from 'react';
import { showCurrent } from '../lib/page/show-current.ts';
import { cn } from '../lib/utils.ts';

export function Tabs({ className, onValueChange, ...props }: ComponentProps<typeof TabsPrimitive.Root>) {
  const asked = useRef<string | null>(null);
  // Radix calls this twice, for a press and the focus it causes; with two history entries, Back would seem to fail.
  const ask = (next: string): void => {
    if (asked.current === next) return;
    asked.current = next;
    setTimeout(() => {
      asked.current = null;
    });
    onValueChange?.(next);
  };
  return (
    <TabsPrimitive.Root className={cn('flex flex-col gap-4', className)} onValueChange={ask} {...props} />
  );
}

export function TabsList({ className, ...props }: ComponentProps<typeof TabsPrimitive.List>) {
  return (
    <TabsPrimitive.List
      ref={showCurrent}
      className={cn('flex max-w-full items-center gap-1 overflow-x-auto border-b', className)}
      {...props}
    />
  );
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof TabsPrimitive.Trigger>) {
  return (
    <TabsPrimitive.Trigger
      className={cn(
        'focus-ring focus-visible:ring-inset focus-visible:ring-offset-0 -mb-px inline-flex items-center gap-2 whitespace-nowrap rounded-t-md border-transparent border-b-2 px-3 py-2 max-sm:min-h-11 font-medium text-muted-foreground text-sm transition-colors hover:text-foreground disabled:pointer-events-none disabled:opacity-50 data-[state=active]:border-primary data-[state=active]:text-foreground',
        className,
      )}
      {...props}
    />
  );
}

export function TabsContent({ className, ...props }: ComponentProps<typeof TabsPrimitive.Content>) {
  return <TabsPrimitive.Content className={cn('focus-ring rounded-md', className)} {...props} />;
}
