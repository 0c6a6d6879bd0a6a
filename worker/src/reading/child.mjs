// Starts the reading process (in-child.ts) from sources: Node 20 does not pass on the parent's loader.
import { register } from 'tsx/esm/api';

register();
await import('./child.ts');
