import { cn } from '../lib/utils.ts';

/** The product's logo: a voice between two ears. Decorative; the name is beside it or in a label. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cn('size-8 shrink-0', className)}>
      <rect width="32" height="32" rx="8" className="fill-[oklch(0.475_0.083_205)]" />
      <g className="stroke-white" strokeWidth="2.6" strokeLinecap="round">
        <path d="M7.5 14v4" />
        <path d="M12 9.5v13" />
        <path d="M16.5 12v8" />
        <path d="M21 7v18" />
        <path d="M25.5 13.5v5" opacity=".65" />
      </g>
    </svg>
  );
}
