import { cn } from '../../lib/utils.ts';
import { SCREENSHOTS, type ScreenshotName } from './screenshots.ts';

/** A framed screenshot of the product, at the size that the screen needs. `first`: above the fold, loaded at once. */
export function Screenshot({
  name,
  alt,
  sizes,
  first = false,
  className,
}: {
  name: ScreenshotName;
  alt: string;
  sizes: string;
  first?: boolean;
  className?: string;
}) {
  const { width, height, widths } = SCREENSHOTS[name];
  const file = (one: number): string => `/site/${name}-${one}.webp`;
  return (
    <div
      className={cn(
        'overflow-hidden rounded-xl border bg-card shadow-[0_24px_60px_-28px_oklch(0.3_0.05_212/45%)]',
        className,
      )}
    >
      <img
        src={file(widths[0])}
        srcSet={widths.map((one) => `${file(one)} ${one}w`).join(', ')}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        className="block h-auto w-full"
      />
    </div>
  );
}
