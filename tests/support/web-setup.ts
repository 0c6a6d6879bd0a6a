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

// Nor does it lay anything out: what measures itself is told of no size.
(globalThis as { ResizeObserver?: unknown }).ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// Nor does it open a dialog by itself. (The types of a page are the web's alone.)
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
