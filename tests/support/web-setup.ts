// Setup of the web's component tests: removes every rendered tree after its test.
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// The same time limit as that of expect.poll (vitest.config.ts).
configure({ asyncUtilTimeout: 60_000 });

// jsdom lacks matchMedia, which the theme reads while loading.
const page = globalThis as { matchMedia?: (query: string) => object };
page.matchMedia ??= (query) => ({
  matches: false,
  media: query,
  addEventListener() {},
  removeEventListener() {},
});

// jsdom has no layout, so no sizes are reported.
(globalThis as { ResizeObserver?: unknown }).ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// jsdom cannot open dialogs. A page's types exist only in the web's own compilation, so this file declares them.
const { HTMLDialogElement: Dialog } = globalThis as { HTMLDialogElement?: { prototype: object } };
if (Dialog && !('showModal' in Dialog.prototype)) {
  Object.assign(Dialog.prototype, {
    showModal(this: { open: boolean }) {
      this.open = true;
    },
    close(this: { open: boolean }) {
      this.open = false;
    },
  });
}

afterEach(() => cleanup());
