import { inject } from 'vitest';
import { compiledIn } from '../../scripts/lib/compiled.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the product's programs lie compiled (scripts/lib/compiled.mjs). */
    programs: string;
  }
}

/**
 * What Node runs to start a program of the product as operators do, in a process of its own.
 * @param file its source within the repository: 'api/src/main.ts'
 */
export const program = (file: string): string => compiledIn(inject('programs'), file);
