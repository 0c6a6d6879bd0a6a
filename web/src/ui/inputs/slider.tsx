import * as SliderPrimitive from 'radix-ui/slider';
import type { ComponentProps } from 'react';
import { cn } from '../../lib/utils.ts';

type SliderProps = ComponentProps<typeof SliderPrimitive.Root> & {
  /** Accessible names of the thumbs, in order. */
  thumbLabels: readonly string[];
};

/** A number chosen by dragging or by the arrow keys. */
export function Slider({ className, thumbLabels, ...props }: SliderProps) {
  return (
    <SliderPrimitive.Root
      className={cn(
        'relative flex w-full touch-none select-none items-center data-[orientation=vertical]:h-full data-[orientation=vertical]:w-auto data-[orientation=vertical]:flex-col data-[disabled]:opacity-50',
        className,
      )}
      {...props}
    >
      <SliderPrimitive.Track className="relative grow overflow-hidden rounded-full bg-input/70 data-[orientation=horizontal]:h-1.5 data-[orientation=vertical]:h-full data-[orientation=horizontal]:w-full data-[orientation=vertical]:w-1.5">
        <SliderPrimitive.Range className="absolute bg-primary data-[orientation=horizontal]:h-full data-[orientation=vertical]:w-full" />
      </SliderPrimitive.Track>
      {thumbLabels.map((label) => (
        <SliderPrimitive.Thumb
          key={label}
          aria-label={label}
          className="focus-ring block size-4 shrink-0 cursor-grab rounded-full border-2 border-primary bg-card shadow-sm active:cursor-grabbing"
        />
      ))}
    </SliderPrimitive.Root>
  );
}
