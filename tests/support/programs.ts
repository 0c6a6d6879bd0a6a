import { inject } from 'vitest';
import { compiledIn } from '../../scripts/lib/compiled.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the compiled programs (scripts/lib/compiled.mjs). */
    programs: string;
  }
}

/**
 * Finds the file that Node runs to start a program of the product in its own process.
 * @param file the program's source file: 'api/src/main.ts'
 */
export const program = (file: string): string => compiledIn(inject('programs'), file);
