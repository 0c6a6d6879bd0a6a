import { cn } from '../lib/utils.ts';

interface LoadingBarProps {
  /** True while the content below reloads. */
  active: boolean;
  /** Name of the loading content, for screen readers: 'Carregando usuários'. */
  label?: string;
  className?: string;
}

/**
 * Shows that content is about to be replaced, without dimming it: a thin bar at the top of the nearest `relative`
 * ancestor. It takes no room, so that nothing moves. Mark the region itself `aria-busy`.
 */
export function LoadingBar({ active, label = 'Carregando', className }: LoadingBarProps) {
  if (!active) return null;
  return (
    <div
      role="progressbar"
      aria-label={label}
      className={cn(
        // Appears late, so that a quick answer shows no bar; stays off the sides, because a card's corners are round.
        'fade-in-0 pointer-events-none absolute inset-x-3.5 top-0 z-10 h-0.5 animate-in overflow-hidden rounded-full bg-primary/20 fill-mode-backwards delay-150 duration-150',
        className,
      )}
    >
      {/* For reduced motion the bar does not move. */}
      <div className="h-full w-1/3 animate-loading-bar rounded-full bg-primary motion-reduce:w-full motion-reduce:animate-none" />
    </div>
  );
}
