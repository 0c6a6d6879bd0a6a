import { cn } from '../lib/utils.ts';

interface LoadingBarProps {
  /** True if what stands below is being loaded anew. */
  active: boolean;
  /** Things being loaded, for screen readers: 'Carregando usuários'. */
  label?: string;
  className?: string;
}

/**
 * Says that what is shown is about to be replaced, without dimming what is still being read: a thin bar on the top
 * edge of the nearest `relative` ancestor. It takes no room, so nothing moves when it comes and goes. Mark the region
 * itself `aria-busy`.
 */
export function LoadingBar({ active, label = 'Carregando', className }: LoadingBarProps) {
  if (!active) return null;
  return (
    <div
      role="progressbar"
      aria-label={label}
      className={cn(
        // A quick answer shows no bar at all. The sides leave out the round corners of a card.
        'fade-in-0 pointer-events-none absolute inset-x-3.5 top-0 z-10 h-0.5 animate-in overflow-hidden rounded-full bg-primary/20 fill-mode-backwards delay-150 duration-150',
        className,
      )}
    >
      {/* People who asked for less motion get the same bar, still. */}
      <div className="h-full w-1/3 animate-loading-bar rounded-full bg-primary motion-reduce:w-full motion-reduce:animate-none" />
    </div>
  );
}
