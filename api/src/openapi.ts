import { writeFileSync } from 'node:fs';
import { ALL_CONTRACTS } from '@escuta/shared/contracts/all';
import { openApiDocument } from './plugins/docs/openapi-document.ts';
import { documentText } from './plugins/docs/openapi-text.ts';

// npm run openapi: writes api/openapi.json; a test compares the file with the contracts.
const file = new URL('../openapi.json', import.meta.url);
writeFileSync(file, documentText(openApiDocument(ALL_CONTRACTS)));
