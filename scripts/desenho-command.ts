// npm run desenho: writes docs/dev/system.md, the drawing of the system by its imports.
import { writeFileSync } from 'node:fs';
import { systemDrawing } from './desenho/drawing.ts';

writeFileSync('docs/dev/system.md', systemDrawing());
