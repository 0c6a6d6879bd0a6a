// The web's component tests: every rendered tree is taken down after its test.
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// As patient as expect.poll (vitest.config.ts).
configure({ asyncUtilTimeout: 60_000 });

afterEach(() => cleanup());
