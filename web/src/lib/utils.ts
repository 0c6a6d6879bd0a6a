import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

/** Names the text sizes of styles/app.css, because tailwind-merge would take an unknown `text-…` class for a colour. */
const merge = extendTailwindMerge({ extend: { theme: { text: ['micro', 'dense', 'lead'] } } });

/** Joins class names; of two Tailwind classes for the same property the later wins. */
export function cn(...inputs: ClassValue[]): string {
  return merge(clsx(inputs));
}
