// The drawing of the system in the docs matches the code.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawingOf, systemDrawing } from '../../scripts/desenho/drawing.ts';

it('is as `npm run desenho` writes it', () => {
  expect(readFileSync('docs/dev/system.md', 'utf8')).toBe(systemDrawing());
});

it('draws rooms as boxes and the imports between them as arrows', () => {
  const imports = Array.from({ length: 10 }, (_, n) => `api/src/http/${n}.ts`);
  const text = drawingOf([
    { path: 'api/src/features/a/repo.ts', imports: [...imports, '@escuta/prisma/db', 'pg'] },
    { path: 'web/src/app/main.ts', imports: Array(200).fill('@escuta/shared/contracts/a') },
  ]);
  expect(text).toContain('api_features["features"]');
  expect(text).toContain('  api_features -->|10+| api_http\n');
  expect(text).toContain('  all_web ==>|200+| shared_contracts\n');
  expect(text).not.toMatch(/\| (?:prisma|pg)$/m);
});
