import { inject } from 'vitest';
import { compiledIn } from '../../scripts/lib/compiled.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the compiled programs (scripts/lib/compiled.mjs). */
    programs: string;
  }
}

/**
 * The file that Node runs to start a program of the product in its own process. @param file its source:
 * 'api/src/main.ts'
 */
export const program = (file: string): string => compiledIn(inject('programs'), file);
