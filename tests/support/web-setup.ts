// The web's component tests: every rendered tree is taken down after its test.
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(() => cleanup());
