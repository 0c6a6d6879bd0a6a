// Begins the process that reads a file (in-child.ts). Node 20 gives it no loader of its parent's: this one needs none.
import { register } from 'tsx/esm/api';

register();
await import('./child.ts');
