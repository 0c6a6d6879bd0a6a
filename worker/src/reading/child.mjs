// Starts in-child.ts' process from TypeScript sources: Node 20 does not pass the parent's loader on.
import { register } from 'tsx/esm/api';

register();
await import('./child.ts');
