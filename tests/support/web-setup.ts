// The web's component tests: every rendered tree is taken down after its test.
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// As patient as expect.poll (vitest.config.ts).
configure({ asyncUtilTimeout: 60_000 });

// jsdom has no matchMedia, and the theme reads it when its module loads.
const page = globalThis as { matchMedia?: (query: string) => object };
page.matchMedia ??= (query) => ({
  matches: false,
  media: query,
  addEventListener() {},
  removeEventListener() {},
});

// Nor does it open a dialog by itself.
if (typeof HTMLDialogElement !== 'undefined' && !('showModal' in HTMLDialogElement.prototype)) {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
}

afterEach(() => cleanup());
