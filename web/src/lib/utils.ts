import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

/** Includes the sizes of styles/app.css: an unknown `text-…` would count as a colour. */
const merge = extendTailwindMerge({ extend: { theme: { text: ['micro', 'dense', 'lead'] } } });

/** Joins class names; of two Tailwind classes for the same property the later wins. */
export function cn(...inputs: ClassValue[]): string {
  return merge(clsx(inputs));
}
