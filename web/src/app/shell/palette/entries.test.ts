import { expect, it } from 'vitest';
import { pagesFor } from './entries.ts';

it('every screen stands once, and is told from the others by its name', () => {
  for (const papel of ['admin', 'gerente', 'usuario'] as const) {
    const pages = pagesFor(papel);
    expect(new Set(pages.map(({ to }) => to)).size).toBe(pages.length);
    expect(new Set(pages.map(({ label }) => label)).size).toBe(pages.length);
  }
});
